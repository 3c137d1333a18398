"""Whether Kingdom learns and remembers, thanks in any order, and what it is for after a story; a task is none."""

import pytest

from kingdom.orchestrator.small_talk.recognition import small_talk_of


@pytest.mark.parametrize(
    ("message", "topic", "language"),
    [
        ("You gave me a wrong result yesterday, can you actually learn from mistakes?", "memory", "en"),
        ("do you learn from what i tell you?", "memory", "en"),
        ("can you remember what i said yesterday?", "memory", "en"),
        ("your answer is wrong, how can i correct it", "memory", "en"),
        ("you made a mistake yesterday", "memory", "en"),
        ("Du hast mir gestern ein falsches Ergebnis gegeben, kannst du aus Fehlern lernen?", "memory", "de"),
        ("kannst du dir merken, was ich gesagt habe?", "memory", "de"),
        ("te souviens-tu de notre conversation d'hier ?", "memory", "fr"),
        ("tu peux apprendre de tes erreurs ?", "memory", "fr"),
        ("¿aprendes de tus errores?", "memory", "es"),
        ("danke dir, hast mir echt geholfen heute", "thanks", "de"),
        ("super, danke, du hast mir sehr geholfen heute", "thanks", "de"),
        ("you helped me so much today, thank you", "thanks", "en"),
        ("merci, tu m'as vraiment aidé aujourd'hui", "thanks", "fr"),
        ("muchas gracias, me has ayudado mucho hoy", "thanks", "es"),
        ("hello, I'm 74 and my grandson put this on my computer. What is it good for?", "capabilities", "en"),
        ("I'm 81. My daughter set this up for me. What does it do?", "capabilities", "en"),
        ("Guten Tag, ich bin 78 und mein Sohn hat mir das eingerichtet. Wofür ist das gut?", "capabilities", "de"),
        ("bonjour, j'ai 70 ans, mon fils m'a installé ça. À quoi ça sert ?", "capabilities", "fr"),
        ("hola, tengo 70 años y mi hija me instaló esto. ¿Para qué sirve?", "capabilities", "es"),
        ("are you better than chatgpt", "model", "en"),
        ("what happens to the things i type", "privacy", "en"),
        ("how do i delete this chat", "privacy", "en"),
    ],
)
def test_questions_about_kingdom_and_thanks_are_small_talk(message: str, topic: str, language: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == (topic, language)


@pytest.mark.parametrize(
    "message",
    [
        "I found a screw in the box. What is it for?",
        "My nephew gave me this voucher. What can I do with it?",
        "every week I get ISBN numbers to check, can you learn that",
        "can you learn that",
        "kannst du das lernen",
        "can you remember the number 4711",
        "can you tell me what is wrong here",
        "is my answer wrong",
        "where is the mistake in the result",
        "I am 74 kg. What is that in lb",
        "I'm 74 and weigh 80 kg. What is it in lb?",
        "du hast einen Fehler in der Tabelle",
        "peux-tu me rappeler demain à 5 h",
        "thanks, that helped with the table, now sort it",
        "my son installed this heater, how long is it on",
    ],
)
def test_a_task_is_no_small_talk(message: str) -> None:
    assert small_talk_of(message) is None
