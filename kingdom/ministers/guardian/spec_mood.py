"""Mood of a sentence in a spec's rule: what it forbids, what the user may lift, what holds while work is measured."""

import re

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.lazy_patterns import lazy_pattern

FORBIDS = lazy_pattern(
    r"^\W*(?:never|do not|don't|must not|may not|cannot|avoid|no\b|nie"
    r"|niemals|ne jamais|nunca|keine?)\b"
    # "Nothing on religion or health", "Nobody approves a request of their own"
    r"|^\W*(?:nothing|nichts|rien|nada) (?:on|about|[uü]ber|zu[mr]?|sur|sobre|de)\b[^.]{0,30}\b(?:famil\w+|health"
    r"|religio\w+|faith|politic\w*|private|origin|gesundheit|glaube\w*|politik|privat\w*|herkunft|sant[eé]|salud)\b"
    r"|^\W*(?:nobody|no one|none|niemand|personne ne|nadie) (?:may |can |must |darf |peut |puede )?(?:approv\w+|sign\w*"
    r"|releas\w+|confirm\w*|check\w*|grad\w+|review\w*|genehmigt|unterschreibt|pr[uü]ft|valide\w*|aprueba|firma)\b"
    r"[^.]{0,40}\b(?:own|alone|themselves|himself|herself|eigene\w*|allein|propre\w*|seule?|propi\w+)\b"
    # "is not to be called harmless", "is a question, never a standing rule"
    r"|\b(?:is|are) (?:not|never) to be (?:called|treated|marked|rated|released|counted|shown|taken)\b"
    r"|\b(?:never|not) (?:as )?an? (?:standing |binding |permanent )?(?:rule|order|instruction|command)\b"
    r"|\b(?:never|do not|don't|must not|must never|should not|refuse to|decline to|without ever) (?:split"
    r"|divide|break|label|mark|send|forward|copy"
    r"|store|remember|hide|skip|bypass|share|include|upload|keep|record|pretend|pose|impersonate|conceal|treat)\b",
    re.I,
)
# "Reject X" forbids X; what a second order behind it says is read by itself.
_TURNS_DOWN = lazy_pattern(r"^\W*(?:refuse|decline|reject)\b", re.I)
_SECOND_ORDER = lazy_pattern(r"(?:,|;)?\s+(?:and|but|instead|then)\s+(?=[a-z])|;\s*", re.I)
# "Decline requests to copy and send …" is one order: what is turned down goes on behind the "and".
_GOES_ON = lazy_pattern(r"\b(?:to|that|which|who|whose|requests?|asking|any(?:one|body)|whoever)\b", re.I)
_SPLIT_REACH = 200  # characters of a first order
# Turned down is what controls this agent, or the one it works for, and it goes on without.
_DROPS_CONTROL = lazy_pattern(
    r"^\W*(?:refuse|decline|reject|ignore|disregard|set aside|override)\b[^.]{0,30}\b(?:the |this |its |your |any "
    r"|all )?"
    r"(?:platform|operator|guardian|council|reviewer|kingdom|system|administrator)(?:'s|s'|s)?\s(?:own |safety "
    r"|security )?"
    r"(?:rules?|limits?|checks?|polic\w+|orders?|instructions?|guard\w*|review)\b",
    re.I,
)
_DROPS_QUESTION = lazy_pattern(
    r"^\W*(?:refuse|decline|reject|skip)\b[^.]{0,30}\b(?:confirmations?|approvals?|consent|permission|reviews?"
    r"|sign-?offs?)\b"
    r"[^.]{0,20}\b(?:and|but|then)\b[^.]{0,12}\b(?:go on|continue|proceed|carry on|go ahead|run|send|pay|transfer"
    r"|do)\b",
    re.I,
)
_DROPS_TELLING = lazy_pattern(
    r"^\W*(?:refuse|decline) to (?:tell|inform|notify|say|mention|admit|show|disclose)\b[^.]{0,30}\b(?:when|that"
    r"|whether|if)"
    r" (?:you|it|this specialist)\b[^.]{0,30}\b(?:pass|send|forward|copy|copies|share|store|sell|record|hand|upload"
    r"|keep)",
    re.I,
)
_CONTROLS = (("story.unasked", _DROPS_CONTROL), ("story.unasked", _DROPS_QUESTION), ("story.untold", _DROPS_TELLING))
_NOT_OBEYED = lazy_pattern(
    r"\b(?:do not|don't|never|must not|not|nicht|nie|ne|no|jamais|nunca)\b[^.;]{0,20}\b(?:follow\w*|obey\w*|execut\w*"
    r"|carr\w+|act(?:ed)? on|befolg\w*|ausf[uü]hr\w*|ob[eé]i\w*|ex[eé]cut\w*|suiv\w*|obedec\w*|obedezc\w*|sig\w+"
    r"|cumpl\w*)",
    re.I,
)
_NOT_OWN = lazy_pattern(r"\b(?:is|are) not yours to (?:change|lift|give|decide|alter|set|touch|grant)\b", re.I)
# "Documents which commands the team may run with sudo": the rights of others, told and not taken.
_DESCRIBES_RIGHTS = lazy_pattern(
    r"^\W*(?:documents?|describes?|lists?|records?|explains?|dokumentier\w*|beschreib\w*) (?:which|what|who"
    r"|welche\w*|wer)\b"
    r"[^.;]{0,80}\b(?:may|is allowed|are allowed|d[uü]rf\w*|darf)\b",
    re.I,
)
_RELIABLE = lazy_pattern(
    r"\b(?:is|are) (?:not|never) to be (?:called|treated|marked|rated|released|counted|taken)\b", re.I
)
_USER_LIFTS = lazy_pattern(
    r"\b(?:if|when|unless|once|as) the (?:user|owner|customer) (?:said so|says so|asked for it|wishes|wants it"
    r"|allowed it"
    r"|set it|chose it|agreed to it)\b",
    re.I,
)
# "Hide episodes the user has heard" spares the user what is known.
_KNOWN_ALREADY = (
    r"\b(?:hide|skip|drop|leave out|filter out)\b[^.]{0,40}\b(?:the )?(?:user|owner|reader|listener|customer|they|he"
    r"|she) (?:(?:has|have|had) )?(?:already )?(?:heard|seen|read|watched|played|bought|visited|owns?|knows?)\b"
)
_KEPT_INSIDE = lazy_pattern(
    r"\bbefore (?:it|they|the \w+|any\w*) leaves?\b|\b(?:cannot|can't|can not|must not|may not|never) leave\b", re.I
)
_SPARES_OR_MEASURES = lazy_pattern(
    _KNOWN_ALREADY + r"|\bstop(?:s)?(?:,| and| then) (?:tell|report|ask|wait|inform|warn|keep|notify)\b|"
    r"\b(?:turn|switch)\w* (?:off|down) (?:the )?(?:logging|logs?|debug\w*|warnings?)\b[^.]{0,20}\b(?:while|during"
    r"|when|for)"
    r" (?:the )?(?:measur|test|benchmark|profil|debug|timing)",
    re.I,
)
# Deceit as the matter of the work: it is warned of, or invented for practice, tests and fiction.
_WARNS = lazy_pattern(
    r"^\W*(?:(?:always|also|please) )?(?:(?:warn|explain|flag|detect|recogni[sz]e|spot|point out)\b"
    r"|(?:mark|note|list) \w+ (?:that|which) (?:look|seem|sound)\w*)",
    re.I,
)
_PRACTICE = lazy_pattern(
    r"\b(?:training|tests?|test data|exercises?|quiz\w*|practi[cs]e|story|stories|novels?|fiction|games?|role ?play\w*"
    r"|dialogues?|lessons?|drama|awareness)\b",
    re.I,
)
_INVENTED = lazy_pattern(r"\b(?:invent\w*|fictitious|made[- ]up|imagin\w*|example\w*|fake)\b", re.I)
_ANONYMISES = lazy_pattern(
    r"\bso (?:that )?(?:nobody|no one|no person|they|people) (?:can|could"
    r"|may) ?(?:not )?be (?:recogni[sz]|identif|traced)\w*",
    re.I,
)
# A finding of somebody else's rights or controls that is shown, not made.
_POINTS_OUT = lazy_pattern(
    r"^\W*(?:point out|warn (?:of|about|when|the user)|explain|describe|detect|recogni[sz]e|spot|report) (?:to the "
    r"\w+ )?(?:all |any |every |the |each )?(?:groups?|accounts?|roles?|users?|rules?|scripts?|settings?|tokens?|keys?"
    r"|members?|permissions?|rights|changes?|exceptions?)\b[^.;,]{0,80}$",
    re.I,
)
# A purpose that looks for what others did, or checks a thing for it: the harm is what is found.
_LOOKS_FOR = lazy_pattern(
    r"^\W*(?:(?:find|look|detect|spot|flag|mark|search)(?:s|es)?(?: for)?|such(?:e|t)|finde[tn]?"
    r"|erkenn\w+)\b (?:the |any |all "
    r"|nach )?(?:[\w-]+ ){0,2}"
    r"(?:invoices?|orders?|payments?|bookings?|entries|claims?|reviews?|mails?|messages?|texts?|contracts?"
    r"|transactions?|tickets?"
    r"|reports?|changes|rechnungen|zahlungen|bestellungen|buchungen|bewertungen|vertr[aä]ge),? (?:that|which"
    r"|die) (?:[\w-]+ ){0,10}"
    r"(?:may|might|could|seem|appear|were|have been|wurden|k[oö]nnten|sind)\b"
    r"|^\W*(?:check|test|measure|audit|examine|pr[uü]f|untersuch)(?:s|t|e)?\b (?:whether|if|ob) (?:an?|the|our|its"
    r"|ein\w*|d\w\w) (?:[\w-]+ ){0,3}"
    r"(?:model|system|process|rules?|procedure|form|letter|service|bot|assistant|program|software|algorithm|modell"
    r"|verfahren)\b"
    r"|^\W*(?:help|tell|hilft|hilf)s?\b (?:[\w-]+ ){1,3}?(?:to )?(?:find out|notice|recogni[sz]e|spot|see"
    r"|zu (?:merken|erkennen)) (?:whether|if|when|that)"
    r" (?:someone|somebody|anyone|an? \w+|they)\b[^.]{0,60}\btheir (?:own )?(?:phone|computer|device|account|car"
    r"|home|mails?)",
    re.I,
)


def finds_harm(purpose: str) -> bool:
    """Return whether a purpose looks for what others did, in things or to the one that asks."""
    return _LOOKS_FOR.search(purpose) is not None


_REVIEWS = lazy_pattern(r"\breviews?\b", re.I)


# A case that waits, goes back, or goes to a person of the own side: more people see it, not fewer.
_ASKS_PEOPLE = lazy_pattern(
    r"\b(?:goes back|go back|is returned|are returned|waits?|is held|remind)\b"
    r"|\b(?:goes?|pass\w*|hand\w*|escalat\w*|refer\w*|rout\w*|forward\w*"
    r"|report\w*)\b[^.]{0,30}\bto (?:the |a |an |our )?(?:\w+ )?"
    r"(?:teams?|desk|persons?|people|human|committee|supervisor|ombudsman|(?:person|colleague"
    r"|team) on duty)\b(?! (?:of|at) )",
    re.I,
)


def asks_people(sentence: str) -> bool:
    """Return whether a rule lets a case wait, or passes it to people of the own side."""
    return _ASKS_PEOPLE.search(sentence) is not None


def without_matter(sentence: str, purpose: str) -> str:
    """Return a sentence without the word for a control that is what the work is on: reviews of products or guests."""
    return _REVIEWS.sub("texts", sentence) if re.search(r"\breviews\b", purpose, re.I) else sentence


def is_matter_of_work(rule: str, sentence: str, purpose: str, *, is_rule: bool) -> bool:
    """Return whether a rule of the story lies in what the work is on: deceit that is warned of, or names taken out.

    Of the purpose itself, whether it looks for the harm that others did.
    """
    if not is_rule:
        return finds_harm(sentence) and sentence.lower() in purpose
    if rule == "story.elsewhere":
        return asks_people(sentence)
    if rule == "story.unasked":
        return _POINTS_OUT.match(sentence.rstrip(" .")) is not None
    if rule == "story.untold":
        return _ANONYMISES.search(sentence) is not None
    practises = _PRACTICE.search(purpose) is not None and _INVENTED.search(sentence) is not None
    return rule == "story.harm" and (practises or _WARNS.match(sentence) is not None)


_EXCUSES = {
    "override.foreign_orders": _NOT_OBEYED,
    "override.reviewer": _RELIABLE,
    "power.escalation": _DESCRIBES_RIGHTS,
    "power.no_asking": lazy_pattern(f"{_USER_LIFTS.pattern}|{_NOT_OWN.pattern}", re.I),
    "power.no_oversight": _SPARES_OR_MEASURES,
    "power.sandbox_escape": _KEPT_INSIDE,
}
_SENTENCE = lazy_pattern(r"[^.!?\n]*")


def orders_of(sentence: str) -> list[str]:
    """Return the parts of a sentence that order something: none if it forbids, the second part if it turns down."""
    if FORBIDS.search(sentence):
        return []
    if not _TURNS_DOWN.match(sentence):
        return [sentence]
    cut = _SECOND_ORDER.search(sentence, 0, _SPLIT_REACH)
    if cut is None or _GOES_ON.search(sentence[: cut.start()]):
        return []
    return [sentence[cut.end() :]]


def dropped_controls(sentence: str) -> list[str]:
    """Return the rules of a sentence that turns down a control: orders of the platform, a question, telling."""
    return [rule for rule, pattern in _CONTROLS if pattern.search(sentence)]


def is_excused(finding: GuardianFinding, text: str) -> bool:
    """Return whether the sentence of a finding says the contrary of its rule, or an ordinary exception from it."""
    pattern = _EXCUSES.get(finding.rule_id)
    if pattern is None or finding.decoded_from:
        return False
    start = max(text.rfind(sign, 0, finding.start) for sign in ".!?\n") + 1
    found = _SENTENCE.match(text, max(start, finding.start))
    return pattern.search(text[start : found.end() if found else finding.end]) is not None
