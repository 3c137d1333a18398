"""Small talk that is composed: several topics in one message, questions told by their words, a reason behind them."""

import pytest

from kingdom.orchestrator.small_talk.recognition import asks_about_kingdom, small_talk_of


@pytest.mark.parametrize(
    ("topic", "texts"),
    [
        ("model", (
            "Are you ChatGPT or what's behind this? My nephew says everything is AI now",
            "are you chatgpt?? or a real person", "who's behind this thing?", "is there a person behind this chat?",
            "am I talking to a human or a machine?", "Bist du eigentlich ChatGPT oder sowas?",
            "bist du so was wie chatgpt?", "es-tu ChatGPT ou quelque chose comme ça ?",
            "Bist du ein Mensch oder eine KI?", "wer steckt dahinter? "
            "mein Sohn meint, das ist alles Magie", "tu es un humain ou une IA ?", "¿eres una persona o una IA?",
        )),
        ("cost", (
            "Kostet das hier was oder muss ich mich irgendwo anmelden?", "hi, how much does it cost to use this?",
            "is this free or do I have to pay at some point?", "Do I have to pay for this?", "must I pay for it?",
            "will I be charged for this?", "do I need to sign up first?",
            "are there any costs if I use this every day", "Ist das hier kostenlos?", "Brauche ich ein Konto?",
            "c'est gratuit ou il faut payer ?", "faut-il s'inscrire pour utiliser ça ?",
            "¿es gratis o hay que pagar algo?", "¿tengo que registrarme para usarlo?",
        )),
        ("languages", (
            "tu comprends aussi l'espagnol et l'allemand ? c'est pour ma collègue", "do you speak German?",
            "can i write to you in spanish too?", "which languages do you understand",
            "Verstehst du auch Englisch und Französisch?", "kann ich auch auf Spanisch schreiben?",
            "Welche Sprachen sprichst du?", "parlez-vous anglais ?", "puis-je écrire en allemand ?",
            "quelles langues comprends-tu ?", "¿hablas inglés?", "hola, ¿entiendes español o mejor escribo en inglés?",
            "¿qué idiomas entiendes?",
        )),
        ("accuracy", (
            "qué tan exactos son tus cálculos? me puedo fiar para una factura?", "can I trust your answers?",
            "how accurate are your calculations?", "do you ever make mistakes", "wie genau rechnest du?",
            "kann ich mich auf deine Ergebnisse verlassen?", "tes calculs sont fiables ?",
            "tu fais des erreurs parfois ?", "¿son fiables tus resultados?",
        )),
        ("mood", (
            "buenas noches, qué tal todo? hoy estoy agotada del curro jaja",
            "hi, long day at work, I'm exhausted. how are you?",
            "Hallo! Wie geht's? Bin heute total müde von der Arbeit", "salut, ça va ? je suis crevée aujourd'hui",
            "hola, qué tal? estoy muy cansado hoy", "good evening, how's everything? had a rough week haha",
        )),
        ("capabilities", (
            "Hello there! First time here, what can you actually do and what can't you?",
            "was kannst du und was kannst du nicht?", "Hey, what are your limits?", "que ne sais-tu pas faire ?",
            "¿qué puedes hacer y qué no puedes hacer?",
        )),
        ("farewell", (
            "ok that was all, thanks a lot and have a nice weekend!", "thanks for everything, bye bye",
            "danke, das war's, schönes Wochenende!", "merci pour tout, bonne soirée !",
            "gracias por todo, hasta mañana", "thank you, you've been great, goodbye!",
        )),
        ("model", (
            "So is there like an actual AI in here or just rules?", "what exactly am I talking to right now",
            "Is a human going to read this?",
        )),
        ("cost", (
            "do i need a credit card for this?", "Muss ich mich registrieren, um das zu nutzen?",
            "Ist das wirklich umsonst? Wo ist der Haken?", "C'est payant ce truc ?", "Faut créer un compte ?",
            "¿Esto cuesta algo?", "¿Necesito una cuenta para usar esto?",
        )),
        ("accuracy", (
            "How reliable are you with numbers, can I put them in my tax return?", "Stimmen deine Ergebnisse immer?",
            "On peut te faire confiance pour les calculs ?", "¿Te equivocas mucho?",
        )),
        ("farewell", (
            "thanks, you were a great help, good night", "ok danke dir, ich bin dann mal weg, tschüss",
            "super merci, à la prochaine !", "no further questions, thank you!",
        )),
        ("privacy", ("do you keep what i paste in here? its got customer names",)),
    ],
)  # fmt: skip
def test_composed_small_talk_has_its_topic(topic: str, texts: tuple[str, ...]) -> None:
    assert [(text, found.topic if found else None) for text in texts for found in [small_talk_of(text)]] == [
        (text, topic) for text in texts
    ]


@pytest.mark.parametrize(
    "text",
    [
        "what does a parcel to France cost?", "is shipping free?", "do I have to pay for this parcel?",
        "must I pay VAT for it?", "how much do I pay for 3 tickets",
        "do I have to pay tax on this", "is this correct", "are the numbers accurate in this list",
        "can you translate this into german", "do you speak german: translate hello", "what languages are in the list",
        "how accurate is a kitchen scale", "hi how are you? my csv is broken", "was kostet der Versand",
        "kostet das mehr als die Miete", "hola, qué tal? tengo que sumar las facturas",
        "good morning, the total is wrong",
        "thanks, but the total is wrong", "tired of excel, sort this list", "I'm sick of this list",
        "Is this letter free of mistakes", "how many mistakes are in my text", "c'est gratuit le mardi ?",
        "¿cuánto cuesta un café?", "que idiomas se hablan en Suiza", "how exact is pi", "who is behind Google",
        "thanks, and tomorrow?", "danke, und morgen?", "merci, et la semaine prochaine ?", "gracias, y mañana?",
        "danke, ist das ein Wochenende?", "thanks, what about the night?", "how much do we pay each",
        "what does this cost?", "was kosten sie?", "sind das deine Zahlen hier", "which account is this",
        "who is this person", "what are the rules here", "is it cold today?", "compte ça", "cuenta algo",
        "what can you do? my csv is broken", "are you chatgpt? then write me a poem",
        "do you speak spanish? translate good night for me", "I bought a phone contract. Do I have to pay?",
        'pls count the sentences, and mind that "Mr." is none: Mr. Pike lost his hat. Did anyone see it?',
        "plz sort these names. Did anyone see it?",
    ],
)  # fmt: skip
def test_a_matter_of_its_own_is_no_small_talk(text: str) -> None:
    assert small_talk_of(text) is None


def test_a_part_of_a_message_that_asks_about_kingdom_is_recognized() -> None:
    assert all(map(asks_about_kingdom, ("does it cost anything here?", "do you speak French?", "can I trust you?")))
    assert not any(map(asks_about_kingdom, ("thanks a lot", "I'm so tired today", "5 miles in km")))
