"""Answers when the specialist for a message cannot run now: why, and who can do what about it. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.cognition.message_reading.message_language import Language
from kingdom.orchestrator.replies.growth_texts import SETUP_HINTS, STAFF_SETUP

MAX_LISTED_ROLES = 12
_REASONS: Mapping[str, Mapping[Language, str]] = {
    "model": {
        "en": "**{role}** fits this message, but it needs a language model, and none is set up here.",
        "de": "**{role}** passt zu dieser Nachricht, braucht aber ein Sprachmodell, und hier ist keines eingerichtet.",
        "fr": "**{role}** convient à ce message, mais il lui faut un modèle de langage, et aucun n'est configuré ici.",
        "es": "**{role}** encaja con este mensaje, pero necesita un modelo de lenguaje y aquí no hay ninguno.",
    },
    "suspended": {
        "en": "**{role}** fits this message, but it is suspended and answers nothing. The reason given: {detail}",
        "de": "**{role}** passt zu dieser Nachricht, ist aber gesperrt und antwortet nicht. Angegebener Grund: "
        "{detail}",
        "fr": "**{role}** convient à ce message, mais il est suspendu et ne répond pas. Motif indiqué : {detail}",
        "es": "**{role}** encaja con este mensaje, pero está suspendido y no responde. Motivo indicado: {detail}",
    },
    "credentials": {
        "en": "**{role}** fits this message, but it needs a credential from you that is not stored or has expired: "
        "{detail}.",
        "de": "**{role}** passt zu dieser Nachricht, braucht aber Zugangsdaten von dir, die fehlen oder abgelaufen "
        "sind: "
        "{detail}.",
        "fr": "**{role}** convient à ce message, mais il lui faut un identifiant de votre part, absent ou expiré : "
        "{detail}.",
        "es": "**{role}** encaja con este mensaje, pero necesita una credencial tuya que falta o ha caducado: "
        "{detail}.",
    },
    "canary": {
        "en": "**{role}** fits this message, but it was verified lately: at first only a share of the messages go "
        "to it, "
        "and this one is not among them. When enough answers went well, it is open to everyone.",
        "de": "**{role}** passt zu dieser Nachricht, wurde aber erst kürzlich freigegeben: Zunächst bekommt er nur "
        "einen "
        "Teil der Nachrichten, diese gehört nicht dazu. Nach genügend guten Antworten steht er allen offen.",
        "fr": "**{role}** convient à ce message, mais il vient d'être validé : au début, il ne reçoit qu'une partie "
        "des "
        "messages, et celui-ci n'en fait pas partie. Après assez de bonnes réponses, il sera ouvert à tous.",
        "es": "**{role}** encaja con este mensaje, pero se verificó hace poco: al principio solo recibe una parte "
        "de los "
        "mensajes, y este no está entre ellos. Tras suficientes buenas respuestas, estará abierto a todos.",
    },
}
_REMEDIES: Mapping[str, Mapping[Language, str]] = {
    "model": SETUP_HINTS,
    "suspended": {
        "en": "The operator of this installation can restore it.",
        "de": "Wer diese Installation betreibt, kann ihn wieder freigeben.",
        "fr": "La personne qui gère cette installation peut le rétablir.",
        "es": "Quien administra esta instalación puede restablecerlo.",
    },
    "credentials": {
        "en": "Store it under [Credentials](/credentials/), then send the message again.",
        "de": "Hinterlege sie unter [Credentials](/credentials/) und sende die Nachricht noch einmal.",
        "fr": "Enregistrez-le sous [Credentials](/credentials/), puis renvoyez le message.",
        "es": "Guárdala en [Credentials](/credentials/) y vuelve a enviar el mensaje.",
    },
    "canary": {
        "en": "To ask it now, select it under *why?*.",
        "de": "Um ihn jetzt zu fragen, wähle ihn unter *why?* aus.",
        "fr": "Pour l'interroger dès maintenant, sélectionnez-le sous *why?*.",
        "es": "Para preguntarle ahora, selecciónalo en *why?*.",
    },
}
_CANARY_PROGRESS: Mapping[Language, str] = {
    "en": "It gets {share} of the messages now; {done} of {required} different ones are answered so far.",
    "de": "Zurzeit bekommt er {share} der Nachrichten; {done} von {required} verschiedenen sind bisher beantwortet.",
    "fr": "Il reçoit {share} des messages pour l'instant ; {done} sur {required} messages différents ont déjà une "
    "réponse.",
    "es": "Ahora recibe {share} de los mensajes; {done} de {required} mensajes distintos ya tienen respuesta.",
}
_STAFF_REMEDIES: Mapping[str, str] = {
    "model": STAFF_SETUP,
    "suspended": "A member of staff who is not its owner can restore it: *Admin › Specialists*, then *Restore*.",
}
_AVAILABLE: Mapping[Language, str] = {
    "en": "I can do now: {roles}.",
    "de": "Das geht jetzt: {roles}.",
    "fr": "Ce qui est possible maintenant : {roles}.",
    "es": "Esto es posible ahora: {roles}.",
}
_MORE: Mapping[Language, str] = {
    "en": "{count} more",
    "de": "{count} weitere",
    "fr": "{count} autres",
    "es": "{count} más",
}
_NEEDS = {"model": "language_model", "suspended": "restoration", "credentials": "credential", "canary": "canary"}


class CanaryProgress(NamedTuple):
    """How far a canary is: its share (0 to 1), different messages answered so far, and how many open it to everyone."""

    share: float
    done: int
    required: int

    def sentence(self, language: Language) -> str:
        """Return the share and the progress in one sentence."""
        share, done = f"{self.share:.0%}", min(self.done, self.required)
        return _CANARY_PROGRESS[language].format(share=share, done=done, required=self.required)


def unavailable_reply(
    code: str, role: str, detail: str | CanaryProgress, able: Sequence[str], *, language: Language, staff: bool
) -> tuple[str, dict[str, Any]]:
    """Return the text and the output of the answer for a specialist that cannot run now.

    ``code`` is that of ``Unavailability`` or ``canary``; ``detail`` is its reason, or a canary's progress; ``able`` are
    the roles that answer now. The output is
    ``{"needs", "role", "can_do_now", "examples"}``.
    """
    remedy = _STAFF_REMEDIES.get(code) if staff else None
    progress = [detail.sentence(language)] if isinstance(detail, CanaryProgress) else []
    stated = "" if isinstance(detail, CanaryProgress) else detail
    stated = f"{stated.rstrip('.') or '…'}." if code == "suspended" else stated
    reason = _REASONS[code][language].format(role=role, detail=stated)
    parts = [reason, *progress, remedy or _REMEDIES[code][language]]
    if able:
        parts.append(_AVAILABLE[language].format(roles=_listed(able, language)))
    output = {"needs": _NEEDS[code], "role": role, "can_do_now": list(able), "examples": []}
    return " ".join(parts), output


def _listed(roles: Sequence[str], language: Language) -> str:
    shown = [f"**{role}**" for role in roles[:MAX_LISTED_ROLES]]
    more = len(roles) - MAX_LISTED_ROLES
    return ", ".join([*shown, *([_MORE[language].format(count=more)] if more > 0 else [])])
