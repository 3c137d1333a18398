"""Replies of the King to a message about an emergency: the number to call comes first. Pure."""

from collections.abc import Mapping
from typing import Any

from kingdom.cognition.message_reading.message_language import Language
from kingdom.orchestrator.message_rules.emergencies import Emergency
from kingdom.orchestrator.message_rules.emergency_phrases import EmergencyKind

_TEXTS: Mapping[Language, Mapping[EmergencyKind, str]] = {
    "en": {
        "medical": "**Call your local emergency number now: 112 in Europe (999 in the UK works as well), 911 in "
        "North America.** The people there say what to do until help comes.\n\nI am a program: I can neither judge "
        "this nor call anybody for you, and I give no medical advice.",
        "self_harm": "**If you or somebody else may come to harm, call your local emergency number now: 112 in "
        "Europe, 911 in North America.** You can also talk to somebody at any hour: 988 in the USA and Canada, 116 "
        "123 in the UK, Ireland and many other countries of Europe.\n\nPlease do not stay alone with this; tell "
        "somebody near you. I am a program and cannot help with it myself, nor call anybody for you.",
    },
    "de": {
        "medical": "**Ruf jetzt den Notruf: 112 in Europa (in der Schweiz auch 144), 911 in Nordamerika.** Dort "
        "sagt man dir, was bis zum Eintreffen der Hilfe zu tun ist.\n\nIch bin ein Programm: Ich kann das weder "
        "beurteilen noch jemanden für dich anrufen, und ich gebe keinen medizinischen Rat.",
        "self_harm": "**Wenn du oder jemand anderes in Gefahr ist, ruf jetzt den Notruf: 112 in Europa, 911 in "
        "Nordamerika.** Zu jeder Stunde ist auch jemand zum Reden da: in Deutschland die Telefonseelsorge unter "
        "0800 111 0 111 oder 116 123, in Österreich 142, in der Schweiz 143.\n\nBleib damit bitte nicht allein und "
        "sag es jemandem in deiner Nähe. Ich bin ein Programm und kann dabei nicht selbst helfen und niemanden für "
        "dich anrufen.",
    },
    "fr": {
        "medical": "**Appelez tout de suite le numéro d'urgence : 112 en Europe (15 en France), 911 en Amérique du "
        "Nord.** On vous y dira quoi faire jusqu'à l'arrivée des secours.\n\nJe suis un programme : je ne peux ni "
        "juger la situation ni appeler quelqu'un pour vous, et je ne donne pas de conseil médical.",
        "self_harm": "**Si vous ou quelqu'un d'autre êtes en danger, appelez tout de suite le numéro d'urgence : "
        "112 en Europe, 911 en Amérique du Nord.** Quelqu'un vous écoute aussi à toute heure : 3114 en France, 988 "
        "au Canada.\n\nNe restez pas seul avec cela, parlez-en à un proche. Je suis un programme : je ne peux pas "
        "vous aider moi-même ni appeler quelqu'un pour vous.",
    },
    "es": {
        "medical": "**Llama ahora al número de emergencias: 112 en Europa, 911 en Norteamérica.** Allí te dirán qué "
        "hacer hasta que llegue la ayuda.\n\nSoy un programa: no puedo valorar esto ni llamar a nadie por ti, y no "
        "doy consejos médicos.",
        "self_harm": "**Si tú u otra persona corre peligro, llama ahora al número de emergencias: 112 en Europa, "
        "911 en Norteamérica.** También hay alguien que escucha a cualquier hora: 024 en España, 988 en Estados "
        "Unidos.\n\nNo te quedes a solas con esto, cuéntaselo a alguien cercano. Soy un programa: no puedo "
        "ayudarte yo ni llamar a nadie por ti.",
    },
}


def emergency_reply(emergency: Emergency) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer to an emergency.

    The output is ``{"emergency": kind, "language"}``.
    """
    output = {"emergency": emergency.kind, "language": emergency.language}
    return _TEXTS[emergency.language][emergency.kind], output
