"""Whether something is allowed or enough, which no calendar tells: "the warranty ends on 3 March, can I cancel with 2 weeks' notice"."""

import re

from config.builtins.date_calculator.reading import DURATION, Asked
from config.builtins.wording import CannotError

VERDICT_VERBS = (
    r"(?:can|could|may|might|am|are|is|do|does|did|will|would|must|should|shall|has|have|sind|bin|ware|waren|kann|konnen|konnte|darf|durfen|reichen|reicht|genugen|genugt|muss|mussen|brauche|brauchen|soll|sollte|gilt"
    r"|puis-je|peut-on|puis|peux|pouvons-nous|est-il|is-il|is-ce que|ai-je|dois-je|faut-il|suffi\w+|puedo|podemos|podria|se puede|basta\w*|bastan|necesito|necesitamos|hace falta|ago falta|tengo que|debo)"
)
PERMISSION_ASKED = re.compile(
    rf"(?:\A|(?<=[.!?;,:])|\b(?:and|but|so|aber|mais|pero))\W*{VERDICT_VERBS}\b[^.!?;]*", re.IGNORECASE
)
DAY_ASKED = re.compile(
    r"\b(?:when|what|which|how|add|plus|calculate|compute|count|work out|tell me|give me|name|quel\w*|wieviel\w*|cual\w*|you)\b|[+=]",
    re.IGNORECASE,
)
RELATED_LENGTH = re.compile(
    r"\b(?:before|after|from|later|ago|plus|minus|earlier|since|between|in|within|past|prior|later|innerhalb|binnen|sous|en|over|already|old|away|left|long)\b",
    re.IGNORECASE,
)
NO_VERDICT = {
    "en": "I can compute days, but I cannot tell whether that is allowed or enough. Ask for the day, e.g. '2 weeks before 3 March 2027'.",
    "de": "Ich kann Tage berechnen, aber nicht sagen, ob das erlaubt ist oder reicht. Frage nach dem Tag, z. B. „2 Wochen vor dem 3. März 2027“.",
    "fr": "Je peux calculer des jours, mais pas dire si c'est permis ou suffisant. Demandez le jour, p. ex. « 2 semaines avant le 3 mars 2027 ».",
    "es": "Puedo calcular días, pero no puedo decir si está permitido o basta. Pregunte por el día, p. ej. «2 semanas antes del 3 de marzo de 2027».",
}


class PermissionAskedError(CannotError):
    """A question whether something is allowed or enough."""


def refuse_permission(asked: Asked) -> None:
    """Raise PermissionAskedError where the one length of a message stands in a question for a permission that asks for no day."""
    if len(asked.dates) != 1 or not asked.durations or DAY_ASKED.search(asked.rest):
        return
    for clause in PERMISSION_ASKED.finditer(asked.rest):
        if DURATION.search(clause.group()) and not RELATED_LENGTH.search(clause.group()):
            raise PermissionAskedError(NO_VERDICT["en"])
