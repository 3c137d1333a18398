"""Answers to questions about what Kingdom itself is made of, in four languages. Pure."""

from collections.abc import Mapping, Sequence

from kingdom.orchestrator.small_talk.phrases import Language, Topic
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk

EXAMPLE_LEADS: Mapping[Language, str] = {
    "en": "For example, you can write:",
    "de": "Du kannst zum Beispiel schreiben:",
    "fr": "Vous pouvez par exemple écrire :",
    "es": "Por ejemplo, puedes escribir:",
}
MADE_OF_TOPICS: Sequence[Topic] = ("model", "internet", "languages", "cost", "accuracy")
# The same, whether a language model is set up or not.
_FACTS: Mapping[Language, Mapping[Topic, str]] = {
    "en": {
        "languages": "The built-in specialists read and answer English, German, French and Spanish. Write in one of "
        "them, and the answer comes in it. In other languages they may not understand you.",
        "cost": "Kingdom asks for no payment: it is free software (MIT licence) that runs on a computer of your "
        "operator. You write with your account of this installation; you need no other one. A language model or "
        "another service that the operator sets up may cost the operator money.",
        "accuracy": "The built-in specialists compute by fixed rules, and the same question gets the same answer. But "
        "I can misread a question: the answer says what I read, and *why?* above it shows more. Check that before you "
        "rely on a figure, for example in an invoice. I choose a specialist by a calibrated probability; where none is "
        "likely enough I say so instead of guessing.",
    },
    "de": {
        "languages": "Die eingebauten Spezialisten lesen und antworten auf Deutsch, Englisch, Französisch und "
        "Spanisch. Schreib in einer davon, dann kommt die Antwort in ihr. In anderen Sprachen verstehen sie dich "
        "vielleicht nicht.",
        "cost": "Kingdom verlangt kein Geld: Es ist freie Software (MIT-Lizenz) und läuft auf einem Rechner deines "
        "Betreibers. Du schreibst mit deinem Konto dieser Installation; ein anderes brauchst du nicht. Ein "
        "Sprachmodell oder ein anderer Dienst kann den Betreiber etwas kosten.",
        "accuracy": "Die eingebauten Spezialisten rechnen nach festen Regeln, und dieselbe Frage bekommt dieselbe "
        "Antwort. Ich kann eine Frage aber falsch lesen: Die Antwort sagt, was ich gelesen habe, und *why?* darüber "
        "zeigt mehr. Prüfe das, bevor du dich auf eine Zahl verlässt, zum Beispiel in einer Rechnung. Einen "
        "Spezialisten wähle ich nach einer kalibrierten Wahrscheinlichkeit; ist keiner wahrscheinlich genug, sage ich "
        "das, statt zu raten.",
    },
    "fr": {
        "languages": "Les spécialistes intégrés lisent et répondent en français, en anglais, en allemand et en "
        "espagnol. Écrivez dans l'une de ces langues, et la réponse vient dans celle-ci. Dans d'autres langues, ils "
        "peuvent ne pas vous comprendre.",
        "cost": "Kingdom ne demande aucun paiement : c'est un logiciel libre et gratuit (licence MIT) qui tourne sur "
        "un ordinateur de votre exploitant. Vous écrivez avec votre compte de cette installation ; il n'en faut pas "
        "d'autre. Un modèle de langage ou un autre service peut coûter de l'argent à l'exploitant.",
        "accuracy": "Les spécialistes intégrés calculent par des règles fixes, et la même question reçoit la même "
        "réponse. Mais je peux mal lire une question : la réponse dit ce que j'ai lu, et *why?* au-dessus en montre "
        "plus. Vérifiez-le avant de vous fier à un chiffre, par exemple pour une facture. Je choisis un spécialiste "
        "selon une probabilité calibrée ; si aucun n'est assez probable, je le dis au lieu de deviner.",
    },
    "es": {
        "languages": "Los especialistas incluidos leen y responden en español, inglés, alemán y francés. Escribe en "
        "uno de ellos y la respuesta llega en él. En otros idiomas quizá no te entiendan.",
        "cost": "Kingdom no cobra nada: es software libre y gratuito (licencia MIT) que funciona en un ordenador de "
        "tu operador. Escribes con tu cuenta de esta instalación; no necesitas otra. Un modelo de lenguaje u otro "
        "servicio puede costarle dinero al operador.",
        "accuracy": "Los especialistas incluidos calculan con reglas fijas, y la misma pregunta recibe la misma "
        "respuesta. Pero puedo leer mal una pregunta: la respuesta dice lo que he leído, y *why?* encima muestra más. "
        "Compruébalo antes de fiarte de una cifra, por ejemplo en una factura. Elijo un especialista según una "
        "probabilidad calibrada; si ninguno es lo bastante probable, lo digo en lugar de adivinar.",
    },
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
    """Return the answer to a question of ``MADE_OF_TOPICS``; it may be another one where a language model is set up."""
    fact = _FACTS[talk.language].get(talk.topic)
    return _MADE_OF[talk.language][talk.topic, with_model] if fact is None else fact
