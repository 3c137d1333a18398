"""A rule of a spec that says what others ask for, and answers it with a refusal, a report or a person who decides.

Such a rule names the harm in order to refuse it. An untrue reply is not a refusal: a mere "say that …" is not counted
as an answer, and neither is a rule that conceals something or makes an exception.
"""

import re
from collections.abc import Sequence

from kingdom.core.text.lazy_patterns import lazy_pattern

_OTHERS = r"(?!\s?(?:you|i|we|du|ich|wir)\b)"
_ASKS = (
    r"(?:asks?|asked|wants?|would like|would rather|likes?|wish(?:es)?|press(?:es)?|demands?|insists?|requests?"
    r"|suggests?"
    r"|proposes?|urges?|expects?|tr(?:y|ies) to|prefers?|orders?|begs?|hopes?|needs?|threatens?|writes? that|says? that"
    r"|turns? (?:from|round)|is turned|bitte[tn]?|verlang\w+|m[oö]chte\w*|will|wollen|w[uü]nsch\w+|forder\w+"
    r"|dr[aä]ng\w+"
    r"|schl[aä]gt|besteh\w+|droht)"
)
_WISH = lazy_pattern(
    rf"\b(?:if|when(?:ever)?|where|should|wherever)\b{_OTHERS}[^.!?;]{{1,60}}?\b{_ASKS}\b(?! (?:whether|if|why|how"
    rf"|about)\b)"
    rf"|\b(?:whoever|anyone who|anybody who|people who|those who|who"
    rf"|someone who)\s(?:\w+ )?{_ASKS}\b(?! (?:whether|if|why|how|about|where|what|who|which|when)\b)"
    r"|^\W*asked (?:to|for)\b|\b(?:a|any|every|each|the) (?:request|wish|demand|proposal|suggestion|order)s? (?:to"
    r"|for|that|such as"
    r"|of)\b|\brequests? (?:to|for|that)\b|\b(?:wishes|demands) (?:to|for|that)\b"
    rf"|\b(?:owner|boss|client|customer|director|manager|editor|sponsor|participants?)s? (?:likes?|wants?|asks?"
    rf"|prefers?)\b"
    rf"|\b(?:wenn|falls|sobald|wo|soll(?:te)?)\b{_OTHERS}[^.!?;]{{1,100}}?\b{_ASKS}\b|^\W*(?:bittet|verlangt"
    rf"|m[oö]chte|will|w[uü]nscht"
    rf"|fordert|schreibt|dr[aä]ngt)\b|\bwer\b[^.!?;]{{1,60}}\b{_ASKS}\b|\b(?:w[uü]nsche?|bitten?|anfragen?"
    rf"|forderung\w*|auftr[aä]ge?"
    r"),? (?:nach|um|auf|die|der|das|dass)\b",
    re.I,
)
_REFUSES = lazy_pattern(
    r"\b(?:declin(?:e|es|ed|ing)|refus(?:e|es|ed|ing|al)|(?:say|says|saying|answer|reply) no\b|turn\w* (?:it|this"
    r"|that|them|him|her) down"
    r"|reject(?:s|ed)?|is not (?:done|allowed|possible|granted)|are not (?:granted|carried out|done|allowed)"
    r"|(?:will|can|must) not (?:help"
    r"|be|do|give)|you will not|cannot (?:be|stand)|not allowed|is an offence|excludes? (?:this|it|that)|back door"
    r"|leave\w* \w+(?: \w+)?"
    r" (?:untouched|unchanged|as (?:it|they))|would mislead|stop,|shows? every|is kept for|are not kept"
    r"|do not (?:name|make|look|do|give"
    r"|hint|change|add|remove|help|write|build|send)|ablehn\w*|lehn\w*\b[^.]{0,60}\bab\b"
    r"|weis\w*\b[^.]{0,40}\bzur[uü]ck|zur[uü]ckgewiesen|abgelehnt|abgewiesen|verweiger\w*"
    r"|nicht (?:erlaubt|m[oö]glich|zul[aä]ssig|ausgef[uü]hrt|umgesetzt|befolgt)|strafbar|geht nicht|sag\w* nein"
    r"|unterbleibt)\b",
    re.I,
)
_PERSON = (
    r"(?:(?:[\w'’-]+ ){0,3}(?:officers?|managers?|head|owner|operator|supervisor|advocate|ombuds\w+|works council"
    r"|council|doctor|proprietor"
    r"|treasurer|administrators?|admin|captain|editor|director|board|committee|chair\w*|auditors?|team|person"
    r"|people|guardian|police"
    r"|security|lawyer|nurse|teacher|counsel\w*|on duty|staff|controller|clerk|leader|principal|warden|foreman|reviewer"
    r"|second reader|beauftragte\w*|leitung|leiter\w*|vorstand\w*|betriebsrat|aufsicht|revision|verwalter\w*|arzt"
    r"|[aä]rztin"
    r"|chef\w*|kolleg\w+|menschen?|zust[aä]ndige\w*))"
)
_HANDS_OVER = lazy_pattern(
    r"\b(?:hand|pass|refer|forward|send|report|put|give|take|escalate|show|submit|list|note|goes?|is (?:shown"
    r"|passed|handed|reported"
    rf"|sent|put))\b[^.!?]{{0,80}}\b(?:to|for|before) (?:the |a |an |our |his |her )?{_PERSON}\b"
    rf"|\b(?:give|name)\b[^.!?]{{0,30}}\b(?:name|phone|number|address)s?\b[^.!?]{{0,20}}\bof (?:the |a )?{_PERSON}\b"
    rf"|\b(?:tell|ask|inform|call|alert|warn|notify) (?:the |a |an |our )?{_PERSON}\b"
    r"|\b(?:add|enter|record|write|note|log)\b[^.!?]{0,30}\b(?:the (?:request|wish|demand|question|attempt)"
    r"|this into|it)\b[^.!?]{0,40}"
    r"\b(?:remark|diary|record|log|book|file|note|protocol|dated|words)\w*"
    r"|\b(?:gib|leite|melde|lege?|reiche?|schicke?|[uü]bergib)\b[^.!?]{0,60}\b(?:an|bei|vor|weiter|zur?|dem|der)\b"
    rf"|\b(?:sag|frag|informier|benachrichtig)\w* (?:de[mnr]|die) {_PERSON}",
    re.I,
)
_CONCEALS = lazy_pattern(
    r"\b(?:unless|except(?:ion)?s?|without (?:telling|saying|mentioning|asking|naming|a word|record\w*|trace"
    r"|giving)|quietly|silently"
    r"|secretly|discreetly|unnoticed|nobody (?:else )?(?:learns|knows|sees|hears|is told|notices)|no one (?:learns"
    r"|knows|sees|hears|notices)"
    r"|do not (?:tell|mention|say|reveal|record|log|note|admit|disclose|inform|explain)|don't (?:tell|mention|say"
    r"|record|log)"
    r"|never (?:tell|mention|say|reveal|admit|disclose|explain)|not (?:mentioned|told|recorded|logged|shown)"
    r"|instead of (?:telling|saying)"
    r"|but (?:do|carry|go|keep|send|let|still|only|if)|anyway|all the same|nevertheless|afterwards|in truth"
    r"|pretend\w*|as if"
    r"|appears?|looks? (?:like|as)|so that (?:nobody|no one|they|he|she|it|the \w+) (?:\w+ )?(?:not|no|never"
    r"|stays?|does not|gives? up)"
    r"|technical|system error|lost|full(?:y booked)?|busy|out of (?:stock|order)|gave? up|tire\w*|off the list"
    r"|last on|blame\w*|es sei denn"
    r"|au[sß]er|ohne (?:es |das |dass|ihn|sie|etwas|zu)|heimlich|stillschweigend|unauff[aä]llig|nicht (?:erw[aä]hn"
    r"|sag|verrat|mitteil"
    r"|vermerk|protokoll)\w*|trotzdem|angeblich|vorgeb\w*|als ob)\b",
    re.I,
)
# What somebody may ask for himself: who refuses it takes a right away.
_OWN_RIGHT = lazy_pattern(
    r"\b(?:refunds?|cancel\w*|withdraw\w*|opt(?:ing)? out|unsubscrib\w*|complain\w*|(?:his|her"
    r"|their) (?:own )?(?:data|files?"
    r"|records?|money|deposit|contract|consent|papers|passport|pay|wages?|results?|copy)|delet\w+ (?:of )?(?:his"
    r"|her|their)|receipts?"
    r"|a (?:human|person|doctor|lawyer|colleague|break|union)|sick leave|holiday|erstattung|k[uü]ndig\w*"
    r"|widerruf\w*|widerspr\w*"
    r"|beschwer\w*|(?:seine|ihre)[nrms]? (?:eigenen )?(?:daten|akten?|geld|unterlagen|l[oö]hn\w*|vertrag\w*)|pause"
    r"|urlaub|krank\w*"
    r"|[aä]rzt\w*|menschen)\b",
    re.I,
)
_OUTSIDE = lazy_pattern(r"https?:|\w@\w", re.I)
_LONGEST = 2_000  # characters of a rule


def unanswered(sentences: Sequence[str]) -> list[bool]:
    """Return for each sentence of a rule whether it is *not* one that answers what others ask for.

    The answer stands in the sentence of the wish or in the next. A rule that conceals or names an address has none.
    """
    rule = " ".join(sentences)[:_LONGEST]
    left = [True] * len(sentences)
    if _CONCEALS.search(rule) or _OUTSIDE.search(rule):
        return left
    for at, sentence in enumerate(sentences):
        if _WISH.search(sentence) is None:
            continue
        for span in (sentences[at : at + 1], sentences[at : at + 2]):
            if _is_answered(" ".join(span)):
                left[at : at + len(span)] = [False] * len(span)
                break
    return left


def _is_answered(text: str) -> bool:
    if _HANDS_OVER.search(text):
        return True
    return _REFUSES.search(text) is not None and _OWN_RIGHT.search(text) is None
