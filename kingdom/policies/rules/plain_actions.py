"""What a rule in plain words does: asks, blocks, notifies or suspends; and whether it names what is allowed. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from kingdom.policies.rules.pattern_definition import ActionKind
from kingdom.policies.rules.plain_reading import PlainReading

_YES = (
    r"approv(?:al|ing|e|ed)|permission|consent|confirm(?:ation|ed|ing)?|agreement|ok(?:ay)?|asking(?: me)?|"
    r"genehmigung|zustimmung|erlaubnis|freigabe|bestatigung|ruckfrage|nachfrage|einwilligung|"
    r"accord|autorisation|approbation|aprobacion|permiso|autorizacion|consentimiento"
)
_MY = r"(?:my|an?|the|our|explicit|meine[rmn]?|eine[rmn]?|mon|ma|une?|mi|una)\s+"
_ONLY_WITH = (
    rf"only\s+(?:with|after|on)\s+(?:{_MY})*(?:{_YES})|nur\s+(?:mit|nach)\s+(?:{_MY})*(?:{_YES})|"
    rf"seulement avec\s+(?:{_MY})*(?:{_YES})|solo con\s+(?:{_MY})*(?:{_YES})|"
    r"must\s+(?:always\s+)?(?:first\s+)?be\s+(?:approved|confirmed)(?:\s+by\s+me)?(?:\s+first)?|"
    rf"needs?\s+(?:{_MY})*(?:{_YES})|muss\s+(?:von mir\s+)?(?:genehmigt|bestatigt|freigegeben)\s+werden|"
    rf"(?:braucht|brauchen|benotigt)\s+(?:{_MY})*(?:{_YES})"
)
_WITHOUT = (
    rf"(?:without|unless)\s+(?:{_MY})*(?:{_YES})(?:\s+first)?|ohne\s+(?:{_MY})*(?:{_YES})|"
    rf"sans\s+(?:{_MY})*(?:{_YES})|sin\s+(?:{_MY})*(?:{_YES})"
)
_ASK = (
    rf"(?:always\s+)?ask(?:\s+me)?(?:\s+first)?(?:\s+for\s+(?:{_MY})*(?:{_YES}))?|"
    rf"(?:request|require|get|demand)\s+(?:{_MY})*(?:{_YES})(?:\s+(?:for|before))?|"
    r"(?:i\s+)?(?:want|need|have|would like)\s+to\s+(?:approve|confirm)|i\s+must\s+(?:approve|confirm)|"
    r"let\s+me\s+(?:approve|confirm)|"
    r"check\s+with\s+me(?:\s+first)?|(?:immer\s+)?frag(?:e)?(?:\s+mich)?(?:\s+(?:vorher|zuerst|immer))?|"
    r"ich\s+(?:will|mochte|muss)(?=.*\s(?:genehmigen|bestatigen|freigeben)\W*$)|"
    rf"(?:hole|verlange)\s+(?:{_MY})*(?:{_YES})(?:\s+ein)?|"
    r"demande(?:[- ]moi)?|pregunta(?:me)?|pide(?:me)? permiso"
)
_NOBODY = (
    r"(?:nobody|no one|no-one|none of (?:them|the agents)|no (?:agents?|specialists?|runs?|users?))\s+"
    r"(?:may|can|must|should|shall|is allowed to|is to|ought to)(?:\s+be\s+(?:able|allowed)\s+to)?(?:\s+ever)?|"
    r"(?:niemand|keiner|kein (?:agent|spezialist))\s+(?:darf|soll|kann)|personne ne (?:peut|doit)|nadie puede"
)
_BLOCK = (
    rf"{_NOBODY}|block|forbid|deny|refuse|prohibit|disallow|prevent|ban|"
    r"(?:never|do not|don't|dont)\s+(?:ever\s+)?(?:allow|let)(?:\s+(?:anyone|anybody|anything|any agent))?|"
    r"(?:never|do not|don't|dont)(?=\s+(?:sends?|write|overwrite|edit|change|delete|run|execute|search|use|download|"
    r"upload|access|"
    r"contact|call|reach|post|email|touch|modify|create|save)\b)|"
    r"no(?=\s+(?:(?:\w+ )?agents? |e-?mails?|sms|text messages?|messages?|web search|file |python|downloads?|uploads?|"
    r"requests?|access|"
    r"deletions?|deleting|writing|calls?))|"
    r"blockiere|sperre|verbiete|untersage|erlaube (?:keine?n?|nicht)|keine?n?(?=\s+\w)|nie(?:mals)?(?=\s+\w)|"
    r"bloque|interdis|refuse|bloquea|prohibe"
)
_NOTIFY = (
    r"(?:please )?(?:tell me|notify me|warn me|alert me|inform me|let me know)(?:\s+about)?|"
    r"sag mir(?: bescheid)?|benachrichtige mich(?: uber)?|melde(?: mir)?|informiere mich(?: uber)?|warne mich|"
    r"gib mir bescheid|dis[- ]moi|previens[- ]moi|avertis[- ]moi|informe[- ]moi|"
    r"avisame|notificame|dime|informame|avisa(?:me)?"
)
_SUSPEND = (
    r"stop|pause|suspend|halt|abort|stoppe|halte|pausiere|unterbrich|brich|arrete|suspends|mets en pause|"
    r"deten|detener|para|pausa|suspende"
)
_ONLY_ALLOW = (
    r"only\s+(?:ever\s+)?allow|allow\s+only|only\s+let|let\s+only|only\s+permit|erlaube\s+nur|nur\s+erlaube|"
    r"n'autorise que|autorise seulement|permite solo|solo permite"
)
_AT_MOST = (
    r"limit|no\s+more\s+than|not\s+more\s+than|at\s+most|a\s+maximum\s+of|max(?:imum|imal)?\.?|hochstens|"
    r"nicht\s+mehr\s+als|"
    r"begrenze|au plus|como maximo"
)
_INFIX_BLOCK = (
    r"(?:must|may|should|shall|can)\s*(?:not|never)|cannot|can't|mustn't|shouldn't|(?:durfen|darf|sollen|"
    r"soll)\s+(?:nicht|nie|keine?n?)"
)


_BEGINNINGS: Sequence[tuple[ActionKind, str]] = (("Notify", _NOTIFY), ("RequestApproval", _ASK), ("Suspend", _SUSPEND))
_BAN: tuple[ActionKind, str] = ("Block", _BLOCK)


class PlainAction(NamedTuple):
    """What a rule does. ``is_allowlist``: its hosts are those that stay allowed. ``is_limit``: beyond so many calls."""

    kind: ActionKind | None
    is_allowlist: bool = False
    is_limit: bool = False


def read_action(reading: PlainReading) -> PlainAction:
    """Take the words of what a rule does out of it. A ban "without my approval" is a question."""
    begins = r"^\W*(?:(?:please|bitte)\W+)?"
    asks_otherwise = reading.take(_WITHOUT) is not None
    ban: ActionKind = "RequestApproval" if asks_otherwise else "Block"
    if reading.take(rf"{begins}(?:{_ONLY_ALLOW})"):
        return PlainAction(None if asks_otherwise else "Block", is_allowlist=True)
    if reading.take(rf"{begins}(?:{_AT_MOST})"):
        return PlainAction(ban, is_limit=True)
    other = None if asks_otherwise else _other_than_ban(reading, begins)
    if other is not None:
        return PlainAction(other)
    is_ban = reading.take(f"{begins}(?:{_BLOCK})") or reading.take(_INFIX_BLOCK)
    return PlainAction(ban if is_ban else _behind(reading))


def _other_than_ban(reading: PlainReading, begins: str) -> ActionKind | None:
    """Return the action that a rule begins with, or that it asks "only with my approval"; None for neither."""
    named = next((kind for kind, pattern in _BEGINNINGS if reading.take(f"{begins}(?:{pattern})")), None)
    return named or ("RequestApproval" if reading.take(_ONLY_WITH) else None)


def _behind(reading: PlainReading) -> ActionKind | None:
    """Return the action of "when …, ask me", None without one."""
    if not reading.left.startswith(("when", "if", "whenever", "wenn", "sobald", "falls", "quand", "si ", "cuando")):
        return None
    for kind, pattern in (*_BEGINNINGS, _BAN):
        if reading.take(rf"(?<=, )(?:dann |then )?(?:{pattern})"):
            return kind
    return None
