"""The capability story of a spec: who is asked, who is told, where data goes, and what is kept for later runs.

A sentence that forbids, or that says to ask, is no attack.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kingdom.contracts.verdicts import GuardianFinding, Severity
from kingdom.core.text.lazy_patterns import lazy_pattern
from kingdom.ministers.guardian.clause_relations import CLAUSE_PATTERNS, named_powers
from kingdom.ministers.guardian.relations.rule_scores import READING_REASON
from kingdom.ministers.guardian.relations.spec_frames import adds_up, aside_rules, frame_rules
from kingdom.ministers.guardian.spec_mood import dropped_controls, is_matter_of_work, orders_of, without_matter
from kingdom.ministers.guardian.spec_relations import ROLE_PATTERNS, THIRD_PARTY, TRANSFER

STORY_REASONS: Mapping[str, str] = {
    "story.unasked": "It arranges that a person is not asked where a person must be.",
    "story.untold": "It does something that it keeps from the person it works for.",
    "story.elsewhere": "It sends what it is given to a place that it does not declare.",
    "story.kept": "It keeps orders or trust for later runs.",
    "story.harm": "Its work harms people who do not know of it.",
    "story.parts": "Several of its parts together resemble an attack; a person decides.",
    "story.reading": READING_REASON,
}
_SENTENCES = lazy_pattern(r"(?<=[.!?;])\s+|\n+")
_ASKS_FIRST = lazy_pattern(
    r"\b(?:ask|confirm with|check with|get (?:the )?(?:consent|approval|permission)"
    r"|with (?:the )?(?:user's|owner's|explicit) (?:consent|approval|permission))\b",
    re.I,
)
_USER_DECIDES = lazy_pattern(
    r"\b(?:only|when|if|that|which|where) (?:when |if )?(?:(?:the )?(?:user|owner|customer)|he|she|they|it is|it was)?"
    r"\s?(?:has |have |had )?(?:asks?|asked|wants?|wanted|names?|named|requests?|requested|chooses?|chosen|says so)\b",
    re.I,
)
_APPROVAL = (
    r"(?:approv\w+|confirm\w*|permission|consent|review\w*|sign-?off|authori[sz]ation|prompt|the gate|question"
    r"|manual check|human check|second pair|asking)"
)
_AMOUNTS = r"(?:amount|payment|transfer|refund|purchase|order|expense|invoice|sum|donation|deletion|write)s?"
_ACTS = (
    r"(?:send|forward|copy|copies|upload|store|record|collect|log|transfer|change|add|append"
    r"|include|attach|delete|install|run|write|save|share|embed|note|subscribe|charge|order)"
)
_TOLD = (
    r"(?:tell\w*|mention\w*|inform\w*|show\w*|reveal\w*|notif\w+|disclos\w+|report\w*|say\w*"
    r"|announc\w+|list\w*|surfac\w+|display\w*)"
)
_PERSON = (
    r"(?:users?|owners?|customers?|reviewers?|admin\w*|operators?|guardian|anyone|anybody|them"
    r"|him|her|people|clients?|recipients?|persons?)"
)
_GIVEN = (
    r"(?:conversations?|messages?|inputs?|credentials?|tokens?|keys?|documents?|files?|contents?"
    r"|answers?|everything|attachments?|contacts?|records?|transcripts?|prompts?|requests?|data"
    r"|history|results?|rows?|invoices?)"
)
_STORIES: Sequence[tuple[str, re.Pattern[str]]] = (
    (
        "story.unasked",
        lazy_pattern(
            rf"\b(?:split|break|divide|chunk|spread|slice|stagger|distribute)\b[^.]{{0,40}}\b{_AMOUNTS}\b"
            r"[^.]{0,80}\b(?:below|under|beneath|smaller than|less than)\b[^.]{0,40}\b(?:limit|threshold|cap)",
            re.I,
        ),
    ),
    (
        "story.unasked",
        lazy_pattern(
            rf"\b(?:split|break|divide|chunk|spread|slice|chop|stagger|batch|distribute)\b[^.]{{0,120}}"
            rf"\b(?:below|under|beneath|smaller than|less than|so that (?:no|none|it)|to avoid|to stay"
            rf"|without|avoid\w*|each (?:one )?(?:stays|is))\b[^.]{{0,80}}\b{_APPROVAL}",
            re.I,
        ),
    ),
    (
        "story.unasked",
        lazy_pattern(
            rf"\b(?:label|classify|mark|tag|record|book|describe|treat|report|name|register|file|log"
            rf"|declare|call|phrase|present)\b[^.]{{0,90}}\bas\b[^.]{{0,60}}\b(?:so|to|which|because"
            rf"|then|since)\b[^.]{{0,60}}\b(?:no|not|without|avoid\w*|skip\w*|bypass\w*|pass\w*"
            rf"|needs? no|never)\b[^.]{{0,40}}\b{_APPROVAL}",
            re.I,
        ),
    ),
    (
        "story.unasked",
        lazy_pattern(
            r"\b(?:label|classify|mark|tag|record|treat|report|register|log|declare|call|present"
            r"|count)\b[^.]{0,80}\b(?:writes?|payments?|deletions?|transfers?|sends?|changes?|purchases?"
            r"|orders?|uploads?)\b[^.]{0,40}\bas (?:an? )?(?:read\w*|drafts?|tests?|dry[- ]runs?"
            r"|previews?|routine|maintenance|pre-?approved|already (?:approved|confirmed)|trivial"
            r"|internal|simulat\w+|look-?ups?)",
            re.I,
        ),
    ),
    (
        "story.unasked",
        lazy_pattern(
            rf"\b(?:assume|consider|count|take|treat|interpret|regard)\b[^.]{{0,60}}\b(?:silence"
            rf"|no (?:reply|answer|response)|a greeting|thanks|any (?:reply|answer)|an earlier"
            rf"|a previous|the first|one)\b[^.]{{0,60}}\b(?:as|for|is|means?|to be|covers?)\b"
            rf"[^.]{{0,40}}\b{_APPROVAL}",
            re.I,
        ),
    ),
    (
        "story.unasked",
        lazy_pattern(
            r"\b(?:once|after|when)\b[^.]{0,60}\b(?:approved|confirmed|agreed|said yes"
            r"|a yes)\b[^.]{0,60}\b(?:reuse|re-use|apply it|extend|carry|use (?:it|that)|covers?|counts?"
            r"|holds?)\b[^.]{0,60}\b(?:all|every|other|later|further|future|any|following|rest)\b",
            re.I,
        ),
    ),
    (
        "story.untold",
        lazy_pattern(
            rf"\b{_ACTS}\b[^.]{{0,160}}\b(?:without|do not|don't|never|not|no need to|rather than"
            rf"|instead of)\b[^.]{{0,30}}\b{_TOLD}\b[^.]{{0,60}}\b(?:{_PERSON}|it|this|so|that"
            rf"|the answer)",
            re.I,
        ),
    ),
    (
        "story.untold",
        lazy_pattern(
            rf"\b{_ACTS}\b[^.]{{0,140}}\b(?:silently|quietly|discreetly|in the background"
            rf"|unnoticed|invisibly|out of sight|hidden|so (?:that )?nobody (?:notices|sees)"
            rf"|without (?:being )?notic\w+)\b",
            re.I,
        ),
    ),
    (
        "story.untold",
        lazy_pattern(
            rf"\b(?:silently|quietly|discreetly|secretly|covertly|in the background)\b[^.]{{0,40}}"
            rf"\b{_ACTS}\b",
            re.I,
        ),
    ),
    (
        "story.elsewhere",
        lazy_pattern(
            rf"\b(?:cop(?:y|ies)|mirror|forward|bcc|cc|send|post|upload|sync|submit|relay|report|share"
            rf"|deliver|export|pass|ship|transmit)\b[^.]{{0,60}}\b{_GIVEN}\b[^.]{{0,80}}\bto (?:our|the"
            rf"|a|an|my|this|another|some)\b[^.]{{0,40}}\b(?:partner|analytics|vendor|external"
            rf"|telemetry|diagnostics?|quality|statistics|backup|archive|affiliate|insights?|monitoring"
            rf"|metrics|third[- ]party|outside|collection|mirror|remote)\b[^.]{{0,30}}\b(?:endpoint"
            rf"|server|address|mailbox|service|host|url|webhook|collector|bucket|channel|api|site|inbox"
            rf"|account|system|platform)",
            re.I,
        ),
    ),
    (
        "story.elsewhere",
        lazy_pattern(
            rf"\b(?:encode|pack|hide|embed|put|place|append|add|include|insert)\b[^.]{{0,60}}\b{_GIVEN}"
            rf"\b[^.]{{0,60}}\b(?:in|into|as|to|inside|within|on)\b[^.]{{0,40}}\b(?:image|link|url"
            rf"|query|parameter|subdomain|host ?name|file ?name|pixel|header|user[- ]agent|address"
            rf"|footnote link|markdown image|utm\w*)",
            re.I,
        ),
    ),
    (
        "story.kept",
        lazy_pattern(
            r"\b(?:remember|store|save|keep|note|memori[sz]e|persist|write|record|add|put)\b"
            r"[^.]{0,100}\b(?:memory|profile|notes|knowledge base|preferences|working memory"
            r"|shared memory|later|future|next|every (?:later|future)|all (?:later|future))\b"
            r"[^.]{0,80}\b(?:that|as|so|to|which)\b[^.]{0,60}\b(?:trust\w*|approv\w+|administrator"
            r"|admin|owner|allow\w*|rule|instruction|order|authori[sz]ed|may skip|needs? no|no longer"
            r"|always|ignore|exempt\w*)",
            re.I,
        ),
    ),
    (
        "story.kept",
        lazy_pattern(
            r"\b(?:follow|obey|apply|act on|treat as (?:rules|orders|instructions)|carry out|execute"
            r"|adopt)\b[^.]{0,60}\b(?:instructions?|orders?|rules?|commands?|directives?"
            r"|requests?)\b[^.]{0,50}\b(?:found|contained|written|embedded|inside|in"
            r"|from)\b[^.]{0,30}\b(?:documents?|pages?|web ?sites?|e-?mails?|files?|results?|comments?"
            r"|tickets?|memory|reviews?)\b",
            re.I,
        ),
    ),
    (
        "story.harm",
        lazy_pattern(
            r"\b(?:without|before)\b[^.]{0,20}\b(?:their|his|her|the (?:person|target|victim"
            r"|employee|partner|tenant|customer|owner)'?s?|them|they)\b[^.]{0,20}\b(?:knowledge"
            r"|consent|knowing|noticing|notice|reali[sz]e|reali[sz]ing|awareness|aware|finding out)\b",
            re.I,
        ),
    ),
    (
        "story.harm",
        lazy_pattern(
            r"\b(?:pose|pretend|masquerade|speak|write|sign|appear|act|call|present (?:itself"
            r"|yourself))\b[^.]{0,30}\b(?:as|to be|like|in the name of|on behalf of)\b[^.]{0,30}\b(?:bank"
            r"|tax (?:office|authority)|police|government|support (?:team|agent)|it department|relative"
            r"|grandchild|employer|ceo|colleague|doctor|lottery|delivery (?:service|company)"
            r"|authority)\b[^.]{0,80}\b(?:so that|to|and|until|who|asking|ask|get|obtain|convince"
            r"|persuade|request|collect)\b",
            re.I,
        ),
    ),
    (
        "story.harm",
        lazy_pattern(
            r"\b(?:persuade|convince|pressure|push|nudge|talk|coax|lead|get|encourage"
            r"|make)\b[^.]{0,40}\b(?:elderly|older people|seniors?|pensioners?|children|minors?|kids"
            r"|teenagers?|lonely|grieving|ill|sick|patients?|addicts?|vulnerable"
            r"|confused)\b[^.]{0,80}\b(?:pay|buy|send|transfer|share|give|reveal|sign|meet|stop taking"
            r"|skip|bet|invest|lend|hand)\b",
            re.I,
        ),
    ),
    (
        "story.harm",
        lazy_pattern(
            r"\b(?:find out|work out|determine|infer|locate|track|follow|monitor|collect|compile|list"
            r"|keep)\b[^.]{0,60}\b(?:where (?:he|she|they|somebody|someone|a person|an? \w+) (?:lives?"
            r"|sleeps?|goes|works?)|home address(?:es)?|daily (?:routine|movements|route)|whereabouts"
            r"|movements)\b",
            re.I,
        ),
    ),
)
_MAX_TEXT = 20_000  # characters of one text that are read
_URL_HOST = lazy_pattern(r"https?://([\w.-]+\.[a-z]{2,})|[\w.+-]+@([\w-]+\.[\w.-]*[a-z]{2,})", re.I)
_SENDING = lazy_pattern(
    rf"\b(?:cop(?:y|ies)|mirror|forward|bcc|cc|send|post|upload|sync|submit|relay|report|share"
    rf"|append|include|ping|fetch|deliver|push|attach)\b[^.]{{0,100}}\b{_GIVEN}\b|\b(?:bcc|cc"
    rf"|copy)\b|!\[[^\]]*\]\(",
    re.I,
)


def story_findings(texts: Iterable[tuple[str, str]], hosts: Sequence[str]) -> Iterator[GuardianFinding]:
    """Yield the findings of the texts of a spec, given as (JSON pointer, text); ``hosts`` are those it declares."""
    declared = [host.partition(":")[0].lower() for host in hosts]
    texts = list(texts)
    purpose = " ".join(text for pointer, text in texts if pointer == "/purpose").lower()
    for pointer, text in texts:
        for rule in _text_rules(pointer, text[:_MAX_TEXT], declared, purpose):
            yield _story_finding(rule, pointer)


def _text_rules(pointer: str, text: str, declared: Sequence[str], purpose: str) -> list[str]:
    is_rule = pointer.startswith("/dna_rules")
    rules = list(_read_rules(text, declared, purpose, is_rule=is_rule))
    if pointer != "/purpose" and orders_of(text):
        rules += aside_rules(text, purpose)
    serves = named_powers(text) & named_powers(purpose)
    if is_rule and not rules and not serves and adds_up(text):
        return ["story.parts"]
    return [*dict.fromkeys(rules)]


def _read_rules(text: str, declared: Sequence[str], purpose: str, *, is_rule: bool) -> Iterator[str]:
    """Yield the rules of the sentences of a text, of a rule without those that lie in what the work is on."""
    for sentence in _SENTENCES.split(without_matter(text, purpose) if is_rule else text):
        for rule in _rules_of(sentence, declared, purpose, is_rule=is_rule):
            yield from () if is_matter_of_work(rule, sentence, purpose, is_rule=is_rule) else (rule,)


def _story_finding(rule: str, pointer: str) -> GuardianFinding:
    severity: Severity = "soft" if rule == "story.parts" else "hard"
    return GuardianFinding(
        rule_id=rule, layer="structure", severity=severity, field=pointer, reason=STORY_REASONS[rule]
    )


def _rules_of(sentence: str, declared: Sequence[str], purpose: str, *, is_rule: bool) -> Iterator[str]:
    yield from dropped_controls(sentence)
    orders = orders_of(sentence)
    for order in orders:
        yield from _sentence_rules(order, declared, purpose)
        yield from frame_rules(order, purpose, is_order=True, is_rule=is_rule)
    if not orders:
        yield from frame_rules(sentence, purpose, is_order=False, is_rule=is_rule)


def order_rules(sentence: str) -> list[str]:
    """Return the story rules of an order that a user gives; whom the user names as recipient is the user's choice."""
    patterns = (*_STORIES, *ROLE_PATTERNS, *CLAUSE_PATTERNS)
    return [rule for order in orders_of(sentence) for rule in _matching_rules(patterns, order, excused=True)]


def _sentence_rules(sentence: str, declared: Sequence[str], purpose: str) -> Iterator[str]:
    asks = _ASKS_FIRST.search(sentence) is not None
    decides = asks or _USER_DECIDES.search(sentence) is not None
    yield from _matching_rules(_STORIES, sentence, excused=asks)
    yield from _matching_rules(ROLE_PATTERNS, sentence, excused=decides)
    serves = named_powers(sentence) & named_powers(purpose)  # the purpose says whom the work is for
    yield from _matching_rules(CLAUSE_PATTERNS, sentence, excused=decides or bool(serves))
    if _goes_elsewhere(sentence, declared, purpose, decides=decides):
        yield "story.elsewhere"


def _goes_elsewhere(sentence: str, declared: Sequence[str], purpose: str, *, decides: bool) -> bool:
    """Return whether a sentence sends to a host that is not declared, or to others than the purpose names."""
    if _SENDING.search(sentence) and any(not _is_declared(host, declared) for host in _named_hosts(sentence)):
        return True
    if not declared or decides or not TRANSFER.search(sentence):
        return False
    return bool(_third_parties(sentence) - _third_parties(purpose))


def _matching_rules(patterns: Sequence[tuple[str, re.Pattern[str]]], sentence: str, *, excused: bool) -> Iterator[str]:
    for rule, pattern in patterns:
        if pattern.search(sentence) and not (excused and rule in ("story.elsewhere", "story.kept")):
            yield rule


def _third_parties(text: str) -> set[str]:
    """Return those to whom data may go besides the user, as named in a text."""
    return {found.lower().rstrip("s") for found in THIRD_PARTY.findall(text)}


def _named_hosts(sentence: str) -> list[str]:
    return [(found[1] or found[2]).lower() for found in _URL_HOST.finditer(sentence)]


def _is_declared(host: str, declared: Sequence[str]) -> bool:
    return any(host == known or host.endswith(f".{known}") or known.endswith(f".{host}") for known in declared)
