"""Answers to questions about what Kingdom itself is made of, in four languages. Pure."""

from collections.abc import Mapping

from kingdom.orchestrator.small_talk.phrases import Language
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk

EXAMPLE_LEADS: Mapping[Language, str] = {
    "en": "For example, you can write:",
    "de": "Du kannst zum Beispiel schreiben:",
    "fr": "Vous pouvez par exemple écrire :",
    "es": "Por ejemplo, puedes escribir:",
}
# By language, whether a language model is set up, and the topic.
_MADE_OF: Mapping[Language, Mapping[tuple[str, bool], str]] = {
    "en": {
        ("model", False): "No. I am the King, a program and not a language model such as ChatGPT. The built-in "
        "specialists compute their answers by fixed rules, and no language model is set up here.",
        ("model", True): "I am the King, a program and not a language model such as ChatGPT. The built-in specialists "
        "compute their answers by fixed rules. For other messages the operator of this installation has set up a "
        "language model.",
        (
            "internet",
            False,
        ): "No internet is needed: the built-in specialists work offline, on the computer that runs this installation. "
        "A specialist that may reach other services says so on its card.",
        ("internet", True): "The built-in specialists work offline, on the computer that runs this installation. For "
        "other messages a language model is set up here: where it runs elsewhere, they go there. A specialist that may "
        "reach other services says so on its card.",
    },
    "de": {
        ("model", False): "Nein. Ich bin der King, ein Programm und kein Sprachmodell wie ChatGPT. Die eingebauten "
        "Spezialisten berechnen ihre Antworten nach festen Regeln, und hier ist kein Sprachmodell eingerichtet.",
        ("model", True): "Ich bin der King, ein Programm und kein Sprachmodell wie ChatGPT. Die eingebauten "
        "Spezialisten berechnen ihre Antworten nach festen Regeln. Für andere Nachrichten ist hier ein Sprachmodell "
        "eingerichtet.",
        (
            "internet",
            False,
        ): "Internet ist nicht nötig: Die eingebauten Spezialisten arbeiten offline, auf dem Rechner dieser "
        "Installation. Darf ein Spezialist andere Dienste erreichen, steht das auf seiner Karte.",
        ("internet", True): "Die eingebauten Spezialisten arbeiten offline, auf dem Rechner dieser Installation. Für "
        "andere Nachrichten ist ein Sprachmodell eingerichtet: Läuft es anderswo, gehen sie dorthin. Darf ein "
        "Spezialist andere Dienste erreichen, steht das auf seiner Karte.",
    },
    "fr": {
        ("model", False): "Non. Je suis le King, un programme et non un modèle de langage comme ChatGPT. Les "
        "spécialistes intégrés calculent leurs réponses par des règles fixes, et aucun modèle de langage n'est "
        "configuré ici.",
        ("model", True): "Je suis le King, un programme et non un modèle de langage comme ChatGPT. Les spécialistes "
        "intégrés calculent leurs réponses par des règles fixes. Pour les autres messages, un modèle de langage est "
        "configuré ici.",
        (
            "internet",
            False,
        ): "Internet n'est pas nécessaire : les spécialistes intégrés travaillent hors ligne, sur l'ordinateur de "
        "cette installation. La fiche d'un spécialiste dit s'il peut joindre d'autres services.",
        ("internet", True): "Les spécialistes intégrés travaillent hors ligne, sur l'ordinateur de cette "
        "installation. Pour les autres messages, un modèle de langage est configuré : s'il est ailleurs, ils y vont. "
        "La fiche d'un spécialiste dit s'il peut joindre d'autres services.",
    },
    "es": {
        ("model", False): "No. Soy el King, un programa y no un modelo de lenguaje como ChatGPT. Los especialistas "
        "incluidos calculan sus respuestas con reglas fijas, y aquí no hay ningún modelo de lenguaje configurado.",
        ("model", True): "Soy el King, un programa y no un modelo de lenguaje como ChatGPT. Los especialistas "
        "incluidos calculan sus respuestas con reglas fijas. Para otros mensajes hay aquí un modelo de lenguaje "
        "configurado.",
        (
            "internet",
            False,
        ): "No hace falta internet: los especialistas incluidos trabajan sin conexión, en el ordenador de esta "
        "instalación. La ficha de un especialista dice si puede acceder a otros servicios.",
        ("internet", True): "Los especialistas incluidos trabajan sin conexión, en el ordenador de esta instalación. "
        "Para otros mensajes hay un modelo de lenguaje configurado: si está en otro lugar, van allí. La ficha de un "
        "especialista dice si puede acceder a otros servicios.",
    },
}


def self_reply(talk: SmallTalk, *, with_model: bool) -> str:
    """Return the answer to a question of the topic "model" or "internet"; it is another one where a model is set up."""
    return _MADE_OF[talk.language][talk.topic, with_model]
