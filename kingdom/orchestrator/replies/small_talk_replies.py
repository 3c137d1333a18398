"""Replies of the King to small talk and to questions about Kingdom, in the language of the message. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.contracts.routes import UsableSpecialist
from kingdom.orchestrator.replies.self_replies import EXAMPLE_LEADS, MADE_OF_TOPICS, self_reply
from kingdom.orchestrator.small_talk.phrases import Language, Topic
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk

MAX_EXAMPLES = 12

_SHORT_REPLIES: Mapping[Language, Mapping[Topic, str]] = {
    "en": {
        "growth": "Say what you need often, for example “I often need to check IBANs”. Where something fits, a card "
        "shows what the new specialist would do and what it may use. You confirm it, it is trained in a sandbox, and "
        "then it works for you alone until an administrator verifies it for everybody.",
        "privacy": "Your conversations and files stay in the database of this installation until you delete them (⋯ "
        "above a conversation), so that you can come back to them. Other users do not see them. Staff can open "
        "them only after they "
        "give a reason, and you are told. What you write is not sent to the internet, unless the operator has set up a "
        "language model or an embedding service there: then your messages go to it; or unless a specialist that you "
        "use may reach other services, which its card says.",
        "memory": "I do not learn by myself from what you write: the built-in specialists compute by fixed rules, "
        "and of earlier messages I use only those of the same conversation. If an answer was wrong, I am sorry: "
        "send the message again here, in other words, and say what the right result is. Below an answer you can "
        "say that it did not help; and open *why?* above it to choose another specialist: that choice I keep for "
        "messages like it. Only a new version of a specialist mends its rules.",
        "greeting": "Hello! What do you need?",
        "mood": "I am a program and have no days of my own, but thank you for telling me. What do you need?",
        "thanks": "You are welcome. Write what you need next, whenever you like.",
        "farewell": "Goodbye! This conversation stays here for you.",
        "insult": "I am sorry that this did not help. Write in one sentence what you wanted to get; or open *why?* "
        "above "
        "an answer and choose another specialist for it.",
    },
    "de": {
        "growth": "Schreib, was du oft brauchst, zum Beispiel „Ich muss oft IBANs prüfen“. Passt etwas, zeigt eine "
        "Karte, was der neue Spezialist tun würde und was er nutzen darf. Du bestätigst, er wird in einer Sandbox "
        "trainiert und arbeitet dann nur für dich, bis ihn ein Administrator für alle bestätigt.",
        "privacy": "Deine Unterhaltungen und Dateien liegen in der Datenbank dieser Installation, bis du sie "
        "löschst (⋯ über einer Unterhaltung), damit du später weitermachen kannst. Andere Benutzer sehen sie "
        "nicht. Das Personal kann sie nur "
        "öffnen, wenn es einen Grund angibt, und du erfährst davon. Was du schreibst, wird nicht ins Internet "
        "geschickt, außer ein Sprachmodell oder ein Dienst für Embeddings ist dort eingerichtet: Dann gehen deine "
        "Nachrichten dorthin; oder ein Spezialist, den du benutzt, darf andere Dienste erreichen, was auf seiner "
        "Karte steht.",
        "memory": "Von selbst lerne ich nicht aus dem, was du schreibst: Die eingebauten Spezialisten rechnen nach "
        "festen Regeln, und von früheren Nachrichten nutze ich nur die derselben Unterhaltung. Falls eine Antwort "
        "falsch war, tut es mir leid: Schick die Nachricht hier noch einmal mit anderen Worten und sag, was "
        "richtig wäre. Unter einer Antwort kannst du sagen, dass sie nicht geholfen hat; und unter *why?* darüber "
        "wählst du einen anderen Spezialisten: Diese Wahl merke ich mir für ähnliche Nachrichten. Die Regeln "
        "selbst ändert nur eine neue Version eines Spezialisten.",
        "greeting": "Hallo! Was brauchst du?",
        "mood": "Ich bin ein Programm und habe keine eigenen Tage, aber danke fürs Erzählen. Was brauchst du?",
        "thanks": "Gern geschehen. Schreib einfach, was du als Nächstes brauchst.",
        "farewell": "Auf Wiedersehen! Diese Unterhaltung bleibt für dich hier.",
        "insult": "Es tut mir leid, dass das nicht geholfen hat. Schreib in einem Satz, was du haben wolltest; oder "
        "öffne "
        "*why?* über einer Antwort und wähle einen anderen Spezialisten.",
    },
    "fr": {
        "growth": "Écrivez ce dont vous avez souvent besoin, par exemple « je dois souvent vérifier des IBAN ». Si "
        "quelque chose convient, une carte montre ce que ferait le nouveau spécialiste et ce qu'il peut utiliser. "
        "Vous confirmez, il est entraîné dans un bac à sable, puis il travaille pour vous seul jusqu'à ce qu'un "
        "administrateur le vérifie pour tous.",
        "privacy": "Vos conversations et fichiers restent dans la base de données de cette installation jusqu'à ce "
        "que vous les supprimiez (⋯ au-dessus d'une conversation), pour que vous puissiez y revenir. Les autres "
        "utilisateurs ne les voient pas. Le "
        "personnel ne peut les ouvrir qu'en donnant une raison, et vous en êtes informé. Ce que vous écrivez "
        "n'est pas envoyé sur internet, sauf si un modèle de langage ou un service d'embeddings y est configuré : vos "
        "messages lui sont alors envoyés ; ou si un spécialiste que vous utilisez peut joindre d'autres services, ce "
        "que dit sa carte.",
        "memory": "Je n'apprends pas de moi-même de ce que vous écrivez : les spécialistes intégrés calculent par "
        "des règles fixes, et des messages précédents je n'utilise que ceux de la même conversation. Si une "
        "réponse était fausse, j'en suis désolé : renvoyez le message ici, en d'autres mots, et dites quel est le "
        "bon résultat. Sous une réponse vous pouvez dire qu'elle n'a pas aidé ; et sous *why?* au-dessus vous "
        "choisissez un autre spécialiste : je garde ce choix pour les messages semblables. Seule une nouvelle "
        "version d'un spécialiste change ses règles.",
        "greeting": "Bonjour ! De quoi avez-vous besoin ?",
        "mood": "Je suis un programme et je n'ai pas de journées à moi, mais merci de le dire. Que vous faut-il ?",
        "thanks": "Je vous en prie. Écrivez simplement ce qu'il vous faut ensuite.",
        "farewell": "Au revoir ! Cette conversation reste ici pour vous.",
        "insult": "Je suis désolé que cela n'ait pas aidé. Écrivez en une phrase ce que vous vouliez obtenir ; ou "
        "ouvrez "
        "*why?* au-dessus d'une réponse et choisissez un autre spécialiste.",
    },
    "es": {
        "growth": "Escribe lo que necesitas a menudo, por ejemplo «necesito comprobar IBAN a menudo». Si algo "
        "encaja, una tarjeta muestra qué haría el nuevo especialista y qué puede usar. Lo confirmas, se entrena en "
        "un entorno aislado y después trabaja solo para ti hasta que un administrador lo verifica para todos.",
        "privacy": "Tus conversaciones y archivos quedan en la base de datos de esta instalación hasta que los "
        "borres (⋯ encima de una conversación), para que puedas volver a ellos. Otros usuarios no los ven. El "
        "personal solo puede abrirlos si da un "
        "motivo, y se te informa. Lo que escribes no se envía a internet, salvo que haya allí un modelo de lenguaje o "
        "un servicio de embeddings configurado: entonces tus mensajes se le envían; o que un especialista que usas "
        "pueda acceder a otros servicios, lo que dice su ficha.",
        "memory": "No aprendo por mí mismo de lo que escribes: los especialistas incluidos calculan con reglas "
        "fijas, y de los mensajes anteriores solo uso los de la misma conversación. Si una respuesta estaba mal, "
        "lo siento: envía aquí el mensaje otra vez, con otras palabras, y di cuál es el resultado correcto. Debajo "
        "de una respuesta puedes decir que no ayudó; y en *why?*, encima, eliges otro especialista: esa elección "
        "la guardo para mensajes parecidos. Solo una nueva versión de un especialista cambia sus reglas.",
        "greeting": "¡Hola! ¿Qué necesitas?",
        "mood": "Soy un programa y no tengo días propios, pero gracias por contármelo. ¿Qué puedo hacer por ti?",
        "thanks": "De nada. Escribe lo que necesites a continuación.",
        "farewell": "¡Hasta luego! Esta conversación se queda aquí para ti.",
        "insult": "Siento que esto no haya ayudado. Escribe en una frase lo que querías obtener; o abre *why?* "
        "encima de "
        "una respuesta y elige otro especialista.",
    },
}


class _PageTexts(NamedTuple):
    """The sentences of the capability page in one language; ``more`` takes the number of unlisted specialists."""

    intro: str
    ready: str
    nobody: str
    more: str
    try_one: str
    no_model: str
    no_model_staff: str


_PAGES: Mapping[Language, _PageTexts] = {
    "en": _PageTexts(
        "I am the King, a program and not a person. I pass each message to the specialist that fits, and show why.",
        "You can use now:",
        "No specialist is available to you yet.",
        "and {count} more, under Specialists",
        "Try an example:",
        "The built-in specialists need no internet and no language model. "
        "For everything else a language model is missing; the operator of this installation can set one up.",
        "The built-in specialists need no internet and no language model. "
        "For everything else a language model is missing. Set `GEMINI_API_KEY`, or `KINGDOM_MODEL_URL` for a local "
        "server, and restart.",
    ),
    "de": _PageTexts(
        "Ich bin der King, ein Programm und kein Mensch. Ich gebe jede Nachricht an den passenden Spezialisten und "
        "zeige, "
        "warum.",
        "Das geht jetzt (die Beschreibungen sind auf Englisch):",
        "Noch steht dir kein Spezialist zur Verfügung.",
        "und {count} weitere unter Specialists",
        "Probier ein Beispiel:",
        "Die eingebauten Spezialisten brauchen weder Internet noch Sprachmodell. "
        "Für alles andere fehlt ein Sprachmodell; wer diese Installation betreibt, kann eines einrichten.",
        "Die eingebauten Spezialisten brauchen weder Internet noch Sprachmodell. "
        "Für alles andere fehlt ein Sprachmodell. Setze `GEMINI_API_KEY`, oder `KINGDOM_MODEL_URL` für einen lokalen "
        "Server, und starte neu.",
    ),
    "fr": _PageTexts(
        "Je suis le King, un programme et non une personne. Je confie chaque message au spécialiste qui convient, et "
        "je "
        "montre pourquoi.",
        "Voici ce qui est possible maintenant (les descriptions sont en anglais) :",
        "Aucun spécialiste n'est encore disponible pour vous.",
        "et {count} autres sous Specialists",
        "Essayez un exemple :",
        "Les spécialistes intégrés n'ont besoin ni d'internet ni de modèle de langage. "
        "Pour tout le reste, il manque un modèle de langage ; la personne qui gère cette installation peut en "
        "configurer un.",
        "Les spécialistes intégrés n'ont besoin ni d'internet ni de modèle de langage. "
        "Pour tout le reste, il manque un modèle de langage. Définissez `GEMINI_API_KEY`, ou `KINGDOM_MODEL_URL` "
        "pour un "
        "serveur local, puis redémarrez.",
    ),
    "es": _PageTexts(
        "Soy el King, un programa y no una persona. Paso cada mensaje al especialista adecuado y muestro por qué.",
        "Esto es posible ahora (las descripciones están en inglés):",
        "Todavía no tienes ningún especialista disponible.",
        "y {count} más en Specialists",
        "Prueba un ejemplo:",
        "Los especialistas incluidos no necesitan internet ni modelo de lenguaje. "
        "Para todo lo demás falta un modelo de lenguaje; quien administra esta instalación puede configurarlo.",
        "Los especialistas incluidos no necesitan internet ni modelo de lenguaje. "
        "Para todo lo demás falta un modelo de lenguaje. Define `GEMINI_API_KEY`, o `KINGDOM_MODEL_URL` para un "
        "servidor "
        "local, y reinicia.",
    ),
}


def small_talk_reply(
    talk: SmallTalk, usable: Sequence[UsableSpecialist], *, with_model: bool, staff: bool
) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer to small talk.

    The output is ``{"small_talk": topic, "language", "examples": [{"role", "purpose", "example"}], "can_do_now"}``;
    only a question about what Kingdom can do, or for an example, brings examples. ``usable`` are the specialists that
    answer this user now.
    Only ``staff`` read which settings are missing.
    """
    page = talk.topic in ("capabilities", "example")
    shown = [specialist for specialist in usable if specialist.example][:MAX_EXAMPLES] if page else []
    output = {
        "small_talk": talk.topic,
        "language": talk.language,
        "examples": [{"role": one.role, "purpose": one.purpose, "example": one.example} for one in shown],
        "can_do_now": [specialist.role for specialist in usable] if page else [],
    }
    if page and not (talk.topic == "example" and shown):
        return _capability_page(_PAGES[talk.language], usable, with_model=with_model, staff=staff), output
    return _short_replies(talk, shown, with_model=with_model), output


def _short_replies(talk: SmallTalk, shown: Sequence[UsableSpecialist], *, with_model: bool) -> str:
    """Return the answers to all that small talk asks, one below the other."""
    asked = [talk, *(SmallTalk(topic, talk.language) for topic in talk.also if _is_answered_beside(talk, topic))]
    return "\n\n".join(_short_reply(one, shown, with_model=with_model) for one in asked)


def _is_answered_beside(talk: SmallTalk, topic: Topic) -> bool:
    """Return whether a second question about what Kingdom is made of is answered below the first."""
    return talk.topic in MADE_OF_TOPICS and topic in MADE_OF_TOPICS


def _short_reply(talk: SmallTalk, shown: Sequence[UsableSpecialist], *, with_model: bool) -> str:
    if talk.topic == "example":
        return "\n".join([EXAMPLE_LEADS[talk.language], "", *(f"- *{one.example}*" for one in shown)])
    if talk.topic in MADE_OF_TOPICS:
        return self_reply(talk, with_model=with_model)
    return _SHORT_REPLIES[talk.language][talk.topic]


def _capability_page(texts: _PageTexts, usable: Sequence[UsableSpecialist], *, with_model: bool, staff: bool) -> str:
    lines = [f"- **{specialist.role}**: {specialist.purpose}" for specialist in usable[:MAX_EXAMPLES]]
    if len(usable) > MAX_EXAMPLES:
        lines.append(f"- {texts.more.format(count=len(usable) - MAX_EXAMPLES)}")
    paragraphs = [texts.intro, texts.ready if lines else texts.nobody, *(["\n".join(lines)] if lines else [])]
    if not with_model:
        paragraphs.append(texts.no_model_staff if staff else texts.no_model)
    return "\n\n".join([*paragraphs, *([texts.try_one] if lines else [])])
