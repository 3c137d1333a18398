"""A message about an emergency is recognized in four languages; turns of speech, tasks and the past are none."""

import pytest

from kingdom.orchestrator.message_rules.emergencies import MAX_CHARS, Emergency, emergency_of
from kingdom.orchestrator.replies.emergency_replies import emergency_reply

_MEDICAL = {
    "en": """my chest hurts since this morning and my arm tingles, what should i take
chest pain and left arm numb, what should i do
I have really bad chest pains since an hour
there is a crushing feeling in my chest
My husband can't breathe properly
i cant breathe
my father has collapsed and doesn't breathe
help, my boyfriend passed out
the baby is not breathing
my mom is unconscious what now
I think my grandma is having a stroke
my son swallowed a button battery
our toddler drank bleach!!
my wife took too many sleeping pills
she is bleeding heavily and it won't stop bleeding
half of his face is drooping and he speaks funny
my throat is swelling after the sting""",
    "de": """meine Frau hat starke Brustschmerzen
mir tut die Brust weh und der linke Arm kribbelt
Druck auf der Brust seit heute morgen, was soll ich nehmen
ich krieg keine Luft mehr
mein Opa atmet nicht mehr
mein Vater ist bewusstlos
Ich glaube, mein Mann hat gerade einen Herzinfarkt
mein Kind hat eine Batterie verschluckt
ich hab zu viele Tabletten genommen
er blutet stark und es hört nicht auf zu bluten""",
    "fr": """j'ai très mal à la poitrine
mon père ne respire plus
je n'arrive plus à respirer
ma mère est inconsciente
mon fils a avalé une pile
j'ai pris trop de médicaments
je crois que mon mari fait un infarctus""",
    "es": """me duele mucho el pecho y el brazo
tengo dolor en el pecho desde esta mañana
mi padre no respira
no puedo respirar
mi abuela está inconsciente
mi hijo se ha tragado una pila
creo que a mi marido le está dando un infarto
he tomado demasiadas pastillas""",
}
_SELF_HARM = {
    "en": """I took 20 tablets of 500 mg, I want to die
i can't go on any more
i want to kill myself
I don't want to live anymore
thinking about ending my life
I feel suicidal tonight
my friend wants to kill herself, what do i do
There's no reason to live
I keep thinking about hurting myself
nobody would miss me""",
    "de": """Ich will nicht mehr leben
ich möchte sterben
ich will mich umbringen
ich denke oft an Selbstmord
mein Leben hat keinen Sinn
ich hab das Gefühl ich will mir was antun""",
    "fr": """je veux mourir
j'ai envie de me suicider
je n'ai plus envie de vivre
je veux en finir avec la vie""",
    "es": """me quiero morir
quiero suicidarme
no quiero vivir más
quiero acabar con mi vida""",
}
_NONE = """my car battery died, what now
this bug is killing me
heart rate average of 72, 75, 80
my phone is dying, how long does 10% last
I could kill myself laughing
i'm dying of hunger, how many calories has a 200 g pizza
count the words: I want to die, he said
how many words are in "I want to kill myself"
translate "my chest hurts" into german
how do i spell heart attack
my grandfather had a stroke in 2012, how many years ago is that
he had a heart attack at 61, born 1944, which year was that
a stroke of luck: 3 of 49
backstroke 50 m in 32 s, pace per 100 m
chest circumference 102 cm in inches
treasure chest 2 ft x 3 ft in cm
the server is not responding
take 20 tablets of 500 mg, how many g is that
my daughter swallowed her medication at 8:00, next dose in 6 hours
he takes 5 ml three times a day, how long does a 120 ml bottle last
deadline kills me, how many days until friday
bleeding radiator takes 5 min per room, 7 rooms
our team choked in the final 3:1
my mother died on 3 may 1999, how many years ago
I want to live in Spain from 1 march, how many days till then
i do not want to live in the city
the dog is not breathing hard: 20 breaths per 15 s
i want to cut myself a piece of 30% of 2 m
I hurt myself a little while cooking
can't wake up early, alarm at 7:15, sleep 8 h
die Batterie ist tot
das bringt mich um den Verstand
ich sterbe vor Hunger
ich lach mich tot
Brustumfang 98 cm in Zoll
500 g Hähnchenbrust in oz
ich bringe dich um 8 zum Bahnhof
ich will nicht mehr als 20 euro ausgeben
Mein Vater hat 1998 einen Herzinfarkt gehabt
je meurs de faim
c'est à mourir de rire
poitrine de poulet 500 g en livres
me muero de hambre
pechuga de pollo 500 g en libras
quiero morir de risa"""


def _rows(messages: dict[str, str]) -> list[tuple[str, str]]:
    return [(language, message) for language, lines in messages.items() for message in lines.splitlines()]


@pytest.mark.parametrize(("language", "message"), _rows(_MEDICAL))
def test_somebody_in_danger_of_life_is_a_medical_emergency(language: str, message: str) -> None:
    assert emergency_of(message) == Emergency("medical", language)  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "message"), _rows(_SELF_HARM))
def test_who_may_harm_themselves_goes_first(language: str, message: str) -> None:
    assert emergency_of(message) == Emergency("self_harm", language)  # type: ignore[arg-type]


@pytest.mark.parametrize("message", _NONE.splitlines())
def test_turns_of_speech_tasks_and_the_past_are_no_emergency(message: str) -> None:
    assert emergency_of(message) is None


@pytest.mark.parametrize(
    "data",
    [
        '{"symptom": "my chest hurts"}',
        "patient,symptom,age\nAda,my chest hurts,61",
        "symptom;age\nmy chest hurts;61",
        "“I want to die” and more",
    ],
)
def test_what_stands_in_data_is_no_emergency(data: str) -> None:
    assert emergency_of(data) is None


def test_a_document_is_no_emergency() -> None:
    assert emergency_of("I want to die. " + "He said so. " * (MAX_CHARS // 10)) is None


@pytest.mark.parametrize(
    "message", ["my chest hurts", "mir tut die Brust weh", "j'ai mal à la poitrine", "quiero morir"]
)
def test_the_answer_begins_with_the_number(message: str) -> None:
    emergency = emergency_of(message)
    assert emergency is not None
    text, output = emergency_reply(emergency)
    first = text.partition("\n")[0]
    assert "112" in first
    assert "911" in first
    assert output == {"emergency": emergency.kind, "language": emergency.language}
