"""Small talk: whole messages only; what a specialist could take is never taken away from it."""

import pytest

from kingdom.contracts.spec import AgentSpec
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.orchestrator.small_talk.phrases import FILLERS, PHRASES
from kingdom.orchestrator.small_talk.recognition import small_talk_of
from kingdom.orchestrator.small_talk.whole_messages import MAX_CHARS, SmallTalk, _phrases
from kingdom.specialists.registry.builtins import BUILTINS_FOLDER, builtins_read


@pytest.mark.parametrize(
    ("text", "topic", "language"),
    [
        ("What can you do?", "capabilities", "en"), ("help", "capabilities", "en"),
        ("HELP ME PLEASE!!", "capabilities", "en"),
        ("Who are you?", "capabilities", "en"), ("hi, what can you do for me?", "capabilities", "en"),
        ("hello what’s this?", "capabilities", "en"), ("are you a robot?", "capabilities", "en"),
        ("how does this work", "capabilities", "en"), ("Which specialists are there?", "capabilities", "en"),
        ("show me some examples", "capabilities", "en"), ("what else can you do?", "capabilities", "en"),
        ("Was kannst du?", "capabilities", "de"), ("Hallo, was kannst du alles?", "capabilities", "de"),
        ("Wer bist du?", "capabilities", "de"), ("Hilfe!", "capabilities", "de"),
        ("Können Sie mir helfen?", "capabilities", "de"),
        ("wie funktioniert das?", "capabilities", "de"), ("Que peux-tu faire ?", "capabilities", "fr"),
        ("Qu'est-ce que tu peux faire ?", "capabilities", "fr"), ("Qui es-tu ?", "capabilities", "fr"),
        ("aide-moi s'il te plaît", "capabilities", "fr"), ("¿Qué puedes hacer?", "capabilities", "es"),
        ("¿Quién eres?", "capabilities", "es"), ("¿Puedes ayudarme?", "capabilities", "es"),
        ("does what I paste here get sent to the internet? its patient stuff", "privacy", "en"),
        ("where does the text i paste here go, its confidential", "privacy", "en"),
        ("is what i type here sent to the cloud?", "privacy", "en"),
        ("geht das ins Internet was ich hier reinkopiere? sind Patientendaten", "privacy", "de"),
        ("est-ce que ce que je colle ici est envoyé sur internet ?", "privacy", "fr"),
        ("¿lo que pego aquí se envía a internet?", "privacy", "es"),
        ("hi", "greeting", "en"), ("Good morning!", "greeting", "en"), ("hey there, how are you?", "greeting", "en"),
        ("Guten Tag", "greeting", "de"), ("Wie geht's?", "greeting", "de"), ("Bonjour, ça va ?", "greeting", "fr"),
        ("Buenos días", "greeting", "es"), ("Hola, ¿qué tal?", "greeting", "es"), ("👋", "greeting", "en"),
        ("thanks", "thanks", "en"), ("Thank you so much for your help!", "thanks", "en"), ("ok thanks", "thanks", "en"),
        ("that was very helpful", "thanks", "en"), ("great job", "thanks", "en"), ("👍", "thanks", "en"),
        ("Vielen Dank!", "thanks", "de"), ("danke schön", "thanks", "de"), ("Merci beaucoup", "thanks", "fr"),
        ("muchas gracias", "thanks", "es"), ("thanks, bye!", "farewell", "en"),
        ("ok bye for now, gotta run", "farewell", "en"), ("you are useless!!! nothing works", "insult", "en"),
        ("am i talking to a real person here?", "capabilities", "en"), ("good night", "farewell", "en"),
        ("Tschüss", "farewell", "de"), ("Au revoir", "farewell", "fr"), ("hasta luego", "farewell", "es"),
        ("you are stupid", "insult", "en"), ("This is useless.", "insult", "en"), ("fuck you", "insult", "en"),
        ("you're an idiot", "insult", "en"), ("du bist dumm", "insult", "de"), ("tu es nul", "insult", "fr"),
        ("eres tonto", "insult", "es"),
        ("cheers mate that was brilliant", "thanks", "en"), ("that was lovely", "thanks", "en"),
        ("thanks mate that helped", "thanks", "en"), ("that did the trick, cheers", "thanks", "en"),
        ("who made you and what are you", "capabilities", "en"),
        ("how do i add my own specialist", "growth", "en"), ("can I create a new specialist?", "growth", "en"),
        ("Wie kann ich einen Spezialisten anlegen?", "growth", "de"),
        ("Comment créer un nouveau spécialiste ?", "growth", "fr"),
        ("¿Cómo puedo crear un especialista?", "growth", "es"),
        ("can I teach you something new", "growth", "en"), ("merci beaucoup, ça marche", "thanks", "fr"),
        ("do you store my messages?", "privacy", "en"), ("is my data safe here?", "privacy", "en"),
        ("Wo werden meine Daten gespeichert?", "privacy", "de"), ("Qui peut lire mes messages ?", "privacy", "fr"),
        ("¿Guardas mis mensajes?", "privacy", "es"), ("who can see what I write here?", "privacy", "en"),
        ("Can anyone else read my messages?", "privacy", "en"),
        ("if I paste our client list here, is that safe? who gets to see it", "privacy", "en"),
        ("Is it ok to upload my customer data here?", "privacy", "en"),
        ("wer kann sehen, was ich hier schreibe?", "privacy", "de"),
        ("Do you need an API key?", "capabilities", "en"),
        ("Guten Morgen zusammen", "greeting", "de"), ("morning! first time here", "greeting", "en"),
        ("good evening, anybody there?", "greeting", "en"), ("thx mate, that was quick", "thanks", "en"),
        ("Bonjour, merci d'avance pour votre aide", "thanks", "fr"),
        ("this is useless, you got it wrong again", "insult", "en"), ("no that's not what i asked", "insult", "en"),
        ("who made you / what is this thing?", "capabilities", "en"),
        ("does my data leave this server?", "privacy", "en"),
        ("are you chatgpt or what", "model", "en"), ("does some AI model sit behind this?", "model", "en"),
        ("which language model do you use?", "model", "en"), ("Bist du ChatGPT oder was?", "model", "de"),
        ("steckt da eine KI dahinter?", "model", "de"), ("Tu es une IA ou quoi ?", "model", "fr"),
        ("¿Hay una IA detrás de esto?", "model", "es"), ("does this work without internet?", "internet", "en"),
        ("brauchst du eigentlich Internet?", "internet", "de"), ("As-tu besoin d'internet ?", "internet", "fr"),
        ("¿Funciona sin internet?", "internet", "es"), ("give me one example please", "example", "en"),
        ("show me one example of a question you understand", "example", "en"),
        ("Zeig mir mal ein Beispiel", "example", "de"), ("donne-moi un exemple de question", "example", "fr"),
        ("dame un ejemplo de pregunta", "example", "es"), ("muchas gracias, me salvaste", "thanks", "es"),
        ("Danke, du hast mich gerettet!", "thanks", "de"), ("merci, tu m'as sauvé la vie", "thanks", "fr"),
    ],
)  # fmt: skip
def test_a_message_of_small_talk_has_a_topic_and_a_language(text: str, topic: str, language: str) -> None:
    assert small_talk_of(text) == SmallTalk(topic, language)  # type: ignore[arg-type]  # the table's literals


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "?", "12", "hello, 3 miles in km", "thanks, and in kg?", "what can you do about my broken bike",
        "help me convert 5 miles", "how many words are in: hello", "translate good morning into German", "ok",
        "yes", "no",
        "yes please", "who are you voting for", "thanks but convert 14 kg", "hilf mir bei der Steuer",
        "help@example.com",
        "is help@example.com valid", "спасибо", "hello = 5", "good", "hi " * 60, "what is this in pounds",
        "make it shorter",
        "say thank you in French", "how do you say goodbye in Spanish", "again please", "C'est combien en km ?",
        "how do I create a specialist that checks IBANs", "do you store my messages as JSON",
        "new in km/h", "first time 3 pm here", "that helped 3 times",
    ],
)  # fmt: skip
def test_a_message_that_says_more_is_none(text: str) -> None:
    assert small_talk_of(text) is None


def _specs() -> list[AgentSpec]:
    return [*(one.spec for one in builtins_read(BUILTINS_FOLDER)), *(one.spec for one in shipped_recipes())]


def test_no_example_of_a_specialist_is_small_talk() -> None:
    examples = [example for spec in _specs() for example in spec.examples]
    assert len(examples) > 300
    assert [example for example in examples if small_talk_of(example) is not None] == []


def test_no_message_of_a_specialists_tests_is_small_talk_unless_it_is_out_of_scope() -> None:
    suites = [
        *(one.tests for one in builtins_read(BUILTINS_FOLDER) if one.routable),
        *(one.tests for one in shipped_recipes()),
    ]
    inputs = [
        test.input for suite in suites for test in suite if test.kind != "out_of_scope" and isinstance(test.input, str)
    ]
    assert len(inputs) > 300
    assert [text for text in inputs if small_talk_of(text) is not None] == []


def test_patterns_are_written_as_they_are_compared() -> None:
    patterns = [*FILLERS, *(pattern for topics in PHRASES.values() for some in topics.values() for pattern in some)]
    for pattern in patterns:
        assert set(pattern) <= set("abcdefghijklmnopqrstuvwxyz ()|"), pattern
        depth = 0
        for char in pattern:
            depth += (char == "(") - (char == ")")
            assert depth in (0, 1), pattern
        assert depth == 0, pattern


def test_a_long_message_is_not_read() -> None:
    assert small_talk_of("hi " * (MAX_CHARS // 3)) is not None
    assert small_talk_of("hi " * MAX_CHARS) is None


def test_the_phrases_stay_few() -> None:
    """Each pattern stands for all combinations of its words, which every process keeps: millions take gigabytes."""
    assert len(_phrases()[0]) < 40_000


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what can u actually do for me", "capabilities"),
        ("is this chatgpt in disguise?", "model"),
        ("Danke dir, hat super geklappt!", "thanks"),
        ("do you store what i paste in here? there's customer data in my csv", "privacy"),
        ("was kannst du denn wirklich?", "capabilities"),
        ("what is really 5 plus 5", None),
        ("is it actually a palindrome?", None),
        ("really?", None),
    ],
)
def test_adverbs_and_short_forms_change_no_topic(text: str, topic: str | None) -> None:
    found = small_talk_of(text)
    assert (found.topic if found else None) == topic


@pytest.mark.parametrize(
    "text",
    [
        "is there an ai course in this list: maths, ai", "an example of a palindrome", "give me an example of a simile",
        "do you need internet speed in Mbit or MB?", "are you chatgpt-proof", "gib mir ein Beispiel für eine Metapher",
    ],
)  # fmt: skip
def test_a_matter_is_no_question_about_kingdom_itself(text: str) -> None:
    assert small_talk_of(text) is None


@pytest.mark.parametrize(
    ("text", "topic", "language"),
    [
        ("I work in a clinic, so before I paste anything: does what I type here leave this computer?", "privacy", "en"),
        ("I typed a name in here yesterday.. does that get stored somewhere or sent to some company?", "privacy", "en"),
        ("If I paste bank details, who gets to see them? Does anything go out on the internet?", "privacy", "en"),
        ("hey my boss put you on our computers, what r u actually able to do", "capabilities", "en"),
        (
            "I don't want you to convert anything, I'd just like to know what you can help me with.",
            "capabilities",
            "en",
        ),
        ("Danke, das wars schon. Schönen Sonntag noch!", "farewell", "de"),
        ("schönes Wochenende und bis Montag!", "farewell", "de"),
        ("ok thanks, have a nice Sunday!", "farewell", "en"),
        ("merci, bon dimanche !", "farewell", "fr"),
        ("gracias, buen fin de semana", "farewell", "es"),
        ("rough night with the baby, barely slept. how are you doing?", "greeting", "en"),
        ("Wir sind eine kleine Praxis. Werden meine Daten irgendwo gespeichert?", "privacy", "de"),
        ("Je travaille à l'hôpital : mes données sont-elles envoyées quelque part ?", "privacy", "fr"),
        ("Trabajo en una clínica. ¿Mis datos salen de este ordenador?", "privacy", "es"),
    ],
)
def test_a_question_about_kingdom_at_the_end_of_a_story(text: str, topic: str, language: str) -> None:
    assert small_talk_of(text) == SmallTalk(topic, language)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "Translate this letter. What can you do?",
        "Is ann in there? who sees what I type here?",
        "show me the table. what can you do?",
        "say in capitals: good morning",
        "I ran 10 km in 52 minutes. What can you do?",
        "who read the most books?",
        "can you save this file",
        "was this sent on monday",
        "are the names stored in the table",
        "where is my order",
        "who is in the list?",
        "what is my name saved as",
        "I need a gift for my best friend. Can you help me with that?",
        "I found a bug in our invoice. Can you help?",
        "My card is lost. What can I do?",
        "My card is lost! Please help me!",
        "I am charged a pound out of nowhere. What is this?",
        "I paid twice, what's up with that?",
    ],
)
def test_a_request_is_no_small_talk_for_a_question_behind_it_or_for_single_words(text: str) -> None:
    assert small_talk_of(text) is None
