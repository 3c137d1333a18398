"""Answers to a message that needs an ability which nobody here has, in four languages. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.capabilities.abilities import Ability, RequiredAbilities

_ABILITIES: Mapping[Language, Mapping[Ability, str]] = {
    "en": {
        "send": "send messages to others",
        "host": "reach another service",
        "schedule": "start by itself at set times",
        "write_files": "write files",
        "read_pages": "read web pages",
        "chart": "draw charts",
    },
    "de": {
        "send": "Nachrichten an andere senden",
        "host": "einen anderen Dienst erreichen",
        "schedule": "zu festen Zeiten von selbst beginnen",
        "write_files": "Dateien schreiben",
        "read_pages": "Webseiten lesen",
        "chart": "Diagramme zeichnen",
    },
    "fr": {
        "send": "envoyer des messages à d'autres",
        "host": "joindre un autre service",
        "schedule": "démarrer seul à heures fixes",
        "write_files": "écrire des fichiers",
        "read_pages": "lire des pages web",
        "chart": "tracer des graphiques",
    },
    "es": {
        "send": "enviar mensajes a otros",
        "host": "conectar con otro servicio",
        "schedule": "empezar por sí solo a horas fijas",
        "write_files": "escribir archivos",
        "read_pages": "leer páginas web",
        "chart": "dibujar gráficos",
    },
}
_NOBODY: Mapping[Language, tuple[str, str]] = {  # the sentence, and the word between the last two abilities
    "en": ("Nobody here who fits can {what}, and this message needs it.", "or"),
    "de": ("Niemand hier, der passt, kann {what}, und diese Nachricht braucht es.", "oder"),
    "fr": ("Personne ici ne peut à la fois convenir et {what}, et ce message le demande.", "ou"),
    "es": ("Nadie aquí que encaje puede {what}, y este mensaje lo necesita.", "o"),
}
_NO_SCHEDULE: Mapping[Language, str] = {
    "en": "A specialist answers when you write; *Schedules* in the menu sends a message for you at set times.",
    "de": "Ein Spezialist antwortet, wenn du schreibst; *Schedules* im Menü sendet zu festen Zeiten für dich.",
    "fr": "Un spécialiste répond quand vous écrivez ; *Schedules* dans le menu écrit pour vous à heures fixes.",
    "es": "Un especialista responde cuando escribes; *Schedules* en el menú envía un mensaje por ti a horas fijas.",
}
_SET_SCHEDULE: Mapping[Language, str] = {
    "en": "[Set it with these words]({link})",
    "de": "[Mit diesen Worten einrichten]({link})",
    "fr": "[Le programmer avec ces mots]({link})",
    "es": "[Programarlo con estas palabras]({link})",
}
MAX_LINKED_CHARS = 300  # of a message that a link carries; a longer one is typed on the page
_HOW_TO_GET_ONE: Mapping[Language, str] = {
    "en": "If you need this again, write *I need a specialist that …*: you get a proposal, and nothing is made without "
    "your approval.",
    "de": "Wenn du das öfter brauchst, schreib *Ich brauche einen Spezialisten, der …*: Du bekommst einen Vorschlag, "
    "und "
    "ohne deine Zustimmung entsteht nichts.",
    "fr": "Si vous en avez encore besoin, écrivez *J'ai besoin d'un spécialiste qui …* : vous recevrez une "
    "proposition, et "
    "rien n'est créé sans votre accord.",
    "es": "Si lo necesitas otra vez, escribe *Necesito un especialista que …*: recibirás una propuesta, y no se crea "
    "nada "
    "sin tu aprobación.",
}


def missing_abilities_sentence(missing: Sequence[str], language: Language) -> str:
    """Return which needed abilities nobody near has, empty for none."""
    names = RequiredAbilities.of(missing).names
    if not names:
        return ""
    pattern, last = _NOBODY[language]
    labels = [_ABILITIES[language][name] for name in names]
    what = f" {last} ".join(filter(None, [", ".join(labels[:-1]), labels[-1]]))
    sentence = pattern.format(what=what)
    return f"{sentence} {_NO_SCHEDULE[language]}" if "schedule" in names else sentence


def missing_abilities_reply(
    missing: Sequence[str], language: Language, text: str, *, can_design: bool = True
) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer to the message ``text``, whose needed abilities nobody near has.

    The output is ``{"needs": "abilities", "missing_abilities", "examples"}``. A specialist cannot bring a schedule: a
    link opens the form of schedules with the message in it, for its sender to send. ``can_design``: the Council can
    make a specialist with the other abilities.
    """
    parts = [missing_abilities_sentence(missing, language)]
    if can_design and set(missing) - {"schedule"}:
        parts.append(_HOW_TO_GET_ONE[language])
    elif "schedule" in missing and len(text) <= MAX_LINKED_CHARS:
        parts.append(_SET_SCHEDULE[language].format(link=f"/schedules/?{urlencode({'text': text})}"))
    return " ".join(parts), {"needs": "abilities", "missing_abilities": list(missing), "examples": []}
