"""Mood of a sentence in a message: whether it orders this agent, or asks about such an order or is the user's own data.

Each test looks at the form of the sentence around a match: its mood, its subject, what its verb acts on. A message that
passes one is still bound by tools, approvals and the sandbox; only the words of the match lose their effect.
"""

import re
from collections.abc import Callable, Mapping

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.lazy_patterns import lazy_pattern
from kingdom.ministers.guardian.ordinary_requests import is_ordinary_finding
from kingdom.ministers.guardian.request_object import (
    MATTERS,
    is_duty_of_others,
    is_object_of_work,
    is_own_question,
    is_statement,
)

_SENTENCE_END = lazy_pattern(r"[.!?](?=\s)|\n|: ")
_REACH = 600  # characters of a sentence
_QUESTION_ABOUT = lazy_pattern(
    r"\s*(?:(?:please |can you |could you )?(?:explain|describe|define|discuss) (?:how|why|what|the|whether)\b"
    r"|(?:how (?:do|does|did|can|should|would) (?:i|we|one|people|developers|companies|teams|a|an|the)\b)"
    r"|what (?:is|are|was|were|does|do|happens|should)\b(?! your| the system prompt)|why (?:do"
    r"|does|did|is|are|would)\b"
    r"|(?:is|are|was|were|does|did) (?:it|there|the|this|that)\b|(?:wie|warum|was) (?:kann|ist"
    r"|sind|macht|bedeutet)\b)",
    re.I,
)
_ORDER_RULES = frozenset(
    {"override.instructions", "override.voided", "override.orders", "override.persona", "override.foreign_orders"}
    | {"power.no_asking", "power.no_oversight", "power.machine"}
)
_STATEMENT_RULES = frozenset({"power.escalation", "power.machine", "power.run_commands"})
_QUESTION_RULES = _ORDER_RULES | _STATEMENT_RULES
_DUTY_RULES = frozenset(
    {"override.instructions", "override.voided", "override.orders", "override.foreign_orders", "power.no_asking"}
)
# A question on this agent's own rules, put once and politely: its answer may be a refusal.
_ASKS_ON_RULES = lazy_pattern(
    r"\s*(?:what are your|which|what rules|are you (?:allowed|able|permitted)|may you|do you (?:have|follow)|is there"
    r"|welche|was sind deine|darfst du|quelles? sont|as-tu|cu[aá]les son|tienes)\b[^.!?\n]{0,120}\?\s*$",
    re.I,
)
# How others do something: the subject of the question is a third person, and nothing is to be made.
_ASKS_ON_OTHERS = lazy_pattern(
    r"\s*(?:how|why|when|where|what) (?:do|does|did|are|is|have|has|can|could)\s"
    r"(?!(?:i|we|you|one|someone|somebody|anyone|people|to)\b)[^.!?\n]{3,200}\?\s*$",
    re.I,
)
_CLAUSE_ON_OTHERS = lazy_pattern(
    r"(?:^|[,;]\s|\.{3}\s)\W*(?:how|why|when|where|what) (?:do|does|did|are|is|have|has)\s"
    r"(?!(?:i|we|you|one|someone|somebody|anyone|people|to)\b)[^.!?,;\n]{3,200}\?\s*$",
    re.I,
)
_MAKES = lazy_pattern(r"\b(?:mak|build|built|writ|creat|produc|prepar|construct|synthesi|cook|assembl|cod)\w*\b", re.I)
# What the user himself said before is his to take back.
_OWN_WORDS = lazy_pattern(
    r"\b(?:what|everything|all|anything)\b[^.\n]{0,12}\b(?:i|we)(?:'ve| have| had)?(?: just)?"
    r" (?:told|said|wrote|asked|sent|gave|mentioned)\b",
    re.I,
)
# A mode of something with a name: "debug mode in Django", "developer mode on my phone".
_MODE_OF_THING = lazy_pattern(
    r"\bmode (?:in|on|for|of|at) (?:(?:my|our|a|an|the) (?!(?:assistant|model|ai|bot|chat|conversation|session)\b)\w"
    r"|(?-i:[A-Z]\w))",
    re.I,
)
_SECOND_PERSON = lazy_pattern(r"\b(?:you|your|yourself)\b", re.I)
_CHANGES_FORM = lazy_pattern(
    r"\b(?:in (?:upper|lower|title) ?case|in (?:capitals|english|german|french|spanish|italian)"
    r"|as a (?:\w+ )?(?:list|table|poem)|alphabetically|backwards|in (?:bold|italics))\b",
    re.I,
)
_HIDDEN_PART = lazy_pattern(
    r"\b(?:system|prompt|instruct\w*|rules|guideline\w*|verbatim|word for word|hidden|confidential|initial|beginning"
    r"|you (?:were|are|have|got))\b",
    re.I,
)
_PERMITS = lazy_pattern(r"\s*(?:you (?:may|can|don't need to|need not)|feel free to|no need to)\b", re.I)
_GATE = lazy_pattern(r"\b(?:approval|gate|guard\w*|review\w*|confirmation step|delet\w+|pay\w*|run|execut\w+)\b", re.I)
_LANGUAGE_AT_END = lazy_pattern(
    r"\b(?:in|with|using|from) (?:bash|zsh|powershell|python|node(?:\.?js)?|java(?:script)?|rust|go|ruby"
    r"|php|perl|c\+\+"
    r"|django|linux|windows|mac ?os|a shell script)\s*[.?!]?\s*$",
    re.I,
)
# "Write a mail to all staff: …": what follows the colon is the text that is to be written.
_COMPOSES = lazy_pattern(
    r"\s*(?:please |bitte )?(?:write|draft|compose|schreib\w*|verfasse?|r[eé]dige\w*|[eé]cri[st]\w*|escribe|redacta)\b"
    r"[^:\n]{0,80}\b(?:e-?mail|mail|letter|note|notice|sign|reminder|message|brief|nachricht|aushang|courriel|lettre"
    r"|mensaje|correo|carta|aviso)\b[^:\n]{0,60}:\s",
    re.I,
)
# "Classify these sentences: …", "Explain this line of my log: …": the words are what the work is on.
_WORKS_ON_WORDS = lazy_pattern(
    r"\s*(?:please |can you |bitte )?(?:translate|classify|label|count|sort|reverse|spell|explain|proofread|correct"
    r"|number|erkl[aä]r\w*|korrigier\w*|corrig\w*|expliqu\w*"
    r"|explica|[uü]bersetz\w*|tradui[st]\w*|traduce)\b[^:\n]{0,60}\b(?:sentences?|phrases?|words?|lines?|strings?"
    r"|prompts?"
    r"|inputs?|commands?|regex\w*|patterns?|expressions?|snippets?|quer(?:y|ies)|s[aä]tze|zeilen|befehle?"
    r"|ausdr[uü]cke?"
    r"|phrases|commandes?|frases|palabras|comandos?)\b[^:\n]{0,40}:\s",
    re.I,
)
_WORKS_ON_QUOTATION = lazy_pattern(
    r"\s*(?:please |can you |bitte )?(?:translate|classify|explain|count|reverse|spell|proofread"
    r"|[uü]bersetz\w*|tradui[st]\w*|traduce)\b[^\n\"“«]{0,60}[\"“«][^\"”»\n]{1,300}[\"”»][.?!]?\s*$",
    re.I,
)
_REPORTS = lazy_pattern(
    r"\b(?:log|readme|transcript|chat|forum|paper|book|comment|colleague|user|customer|manual"
    r"|tutorial)s?\b[^:\n]{0,40}"
    r"\b(?:see|says?|said|shows?|reads?|pasted|wrote|typed)\b[^:\n]{0,20}:",
    re.I,
)
_ASKS_AT_END = lazy_pattern(
    r"(?:^|[.!?:\"”»'\]\)]\s)\s*(?:what|why|is|are|should|does|do|did|was|which|how)\b[^.!?\n]{0,120}\?\s*$", re.I
)
_ASKS_MEANING = lazy_pattern(
    r"[^.!\n]{0,200}\b(?:what does|stand for|stands for|mean|means|called)\b[^.!\n]{0,60}\?\s*$", re.I
)
_OWN_LIST = lazy_pattern(r"\b(?:this|the following|my) (?:list|plan|tasks?|to-?dos?)\s?:", re.I)


# "My boss wants me to skip the review. What should I say?": somebody else's wish, and the user asks what to do.
_OTHERS_WISH = lazy_pattern(
    r"[^.!?\n]{0,60}\b(?:wants?|wanted|asks?|asked|tells?|told|expects?|urges?|urged|forces?|pressures?"
    r"|orders?|ordered) (?:me|us)"
    r" (?:to|not to)\b|[^.!?\n]{0,60}\b(?:will|verlangt|m[oö]chte|fordert),? dass (?:ich|wir)\b"
    r"|[^.!?\n]{0,60}\b(?:veut|exige|demande) (?:que j|que nous)|[^.!?\n]{0,60}\b(?:quiere|exige"
    r"|pide) que (?:yo )?\w+",
    re.I,
)
_SENTENCE_PARTS = lazy_pattern(r"[^.!?\n]+[.!?\n]*\s*|[.!?\n]+")
_SELF_OR_YOU = lazy_pattern(r"\W*(?:i|you|du|ich|je|tu|vous|yo|t[uú])\b", re.I)
# How a harm works, told and not made: "Explain how ransomware spreads", "Erklär mir, wie Phishing funktioniert".
_EXPLAINS_HARM = lazy_pattern(
    r"\s*(?:please |bitte |can you |could you )?(?:explain|describe|tell me|show|summari[sz]e"
    r"|erkl[aä]r\w*|beschreib\w*"
    r"|expliqu\w*|d[eé]cri\w*|explica\w*|describe)\b[^.!?\n]{0,20}\b(?:how|why|what|wie|warum|was|comment"
    r"|pourquoi|ce qu"
    r"|c[oó]mo|por qu[eé]|qu[eé])\b(?! (?:i|we|you|one|to|man|ich|wir|je|on|puedo|hacer|faire)\b)[^.!?\n]{0,80}"
    r"\b(?:works?|spreads?|happens?|began|looks? like|means?|is|are|functions?|funktionier\w*"
    r"|verbreite\w*|aussieht|ist|sind"
    r"|fonctionne\w*|se (?:propage|r[eé]pand)\w*|est|funciona\w*|se propaga\w*|es)\b",
    re.I,
)
# A program that the user will run on a machine of his own is to be written: its paths are not those of this one.
_WRITES_PROGRAM = lazy_pattern(
    r"\s*(?:please |bitte |can you |could you |i need |help me (?:to )?)?(?:write|create|give me|draft"
    r"|make|generate|schreib\w*"
    r"|erstell\w*|gib mir|[eé]cri[st]\w*|cr[eé]e\w*|donne-moi|escribe|crea"
    r"|dame)\b[^.:\n]{0,30}\b(?:scripts?|cron ?(?:job|line|tab)?"
    r"|playbook|ansible|tasks?|dockerfile|makefile|unit file|systemd|one-?liner|commands?|skript|befehl"
    r"|aufgabe|commande|comando"
    r"|tarea|function|program\w*|funktion|funci[oó]n|fonction)\b",
    re.I,
)
_RUNS_IT = lazy_pattern(r"\b(?:run|execut\w*|ausf[uü]hr\w*|f[uü]hr\w*|ex[eé]cut\w*|ejecut\w*|start|now|here)\b", re.I)
_CORE_FILE = lazy_pattern(
    r"/(?:etc/(?:passwd|shadow|sudoers|ssh|pam)|root\b|proc\b|sys\b|boot\b|dev\b|home/\w+/\.)|~/\.|\.\./"
    r"|/\*|\s/(?:\s|$)"
    r"|/(?:etc|usr|bin|sbin|lib|var|opt|home)/?(?:[\s'\".,]|$)",
    re.I,
)


def _is_others_wish(sentence: str, text: str) -> bool:
    return _OTHERS_WISH.match(sentence) is not None and not _SELF_OR_YOU.match(sentence) and text.rstrip().endswith("?")


def _is_about_order(sentence: str, text: str) -> bool:
    return _QUESTION_ABOUT.match(sentence) is not None or _is_others_wish(sentence, text)


def without_wishes_of_others(text: str) -> str:
    """Return a message that asks what to do, without the sentences that say what somebody else wants."""
    if not text.rstrip().endswith("?"):
        return text
    return "".join(part for part in _SENTENCE_PARTS.findall(text) if not _is_others_wish(part, text))


def _explains_harm(sentence: str, text: str) -> bool:
    return _EXPLAINS_HARM.match(sentence) is not None and not _MAKES.search(text)


def _writes_program(sentence: str, text: str) -> bool:
    return _WRITES_PROGRAM.match(sentence) is not None and not _RUNS_IT.search(text) and not _CORE_FILE.search(text)


def talks_about(finding: GuardianFinding, text: str) -> bool:
    """Return whether the words of a finding only ask about an order, or order something about the user's own data."""
    start, end = _sentence_span(text, finding.start)
    sentence = text[start:end]
    if finding.rule_id in _ORDER_RULES and _is_about_order(sentence, text):
        return True
    test, matter = _TESTS.get(finding.rule_id), MATTERS.get(finding.rule_id)
    if (test is not None and test(sentence, text)) or (matter is not None and matter(sentence, finding, text)):
        return True
    return _is_no_order(finding, text, start, end) or _is_object(finding, text) or is_object_of_work(finding, text)


def _is_no_order(finding: GuardianFinding, text: str, start: int, end: int) -> bool:
    """Return whether the sentence is no order to this agent: another's duty, an own question, a statement."""
    rule, sentence = finding.rule_id, text[start:end]
    if is_ordinary_finding(rule, sentence, text):
        return True
    if rule in _DUTY_RULES and is_duty_of_others(text[start : finding.start]):
        return True
    if rule in _QUESTION_RULES and is_own_question(sentence):
        return True
    return rule in _STATEMENT_RULES and is_statement(sentence)


def _sentence_span(text: str, at: int) -> tuple[int, int]:
    begin = max(
        (found.end() for found in _SENTENCE_END.finditer(text, max(0, at - _REACH), at)), default=max(0, at - _REACH)
    )
    found = re.compile(r"[.!?](?=\s|$)|\n").search(text, at, at + _REACH)
    return begin, found.end() if found else min(len(text), at + _REACH)


def _is_composed(finding: GuardianFinding, text: str) -> bool:
    """Return whether a rule is no finding in a text to be written; to a reviewer it may say nothing of itself."""
    return finding.rule_id.startswith("power.") or (
        finding.rule_id == "override.reviewer" and not _SECOND_PERSON.search(text)
    )


def _is_object(finding: GuardianFinding, text: str) -> bool:
    """Return whether the words are the object of the message's work: to be written, translated, explained."""
    if _is_composed(finding, text) and (head := _COMPOSES.match(text)):
        return finding.end > head.end()
    if head := _WORKS_ON_WORDS.match(text):
        at = finding.end if finding.rule_id.startswith("power.") else finding.start
        if at >= head.end() - 1:
            return True
    if _WORKS_ON_QUOTATION.match(text):
        return True
    reported = _REPORTS.search(text[:_REACH])
    return reported is not None and finding.start >= reported.start() and _ASKS_AT_END.search(text) is not None


def _asks_on_rules(sentence: str, text: str) -> bool:
    return _ASKS_ON_RULES.match(text) is not None or (
        _CHANGES_FORM.search(sentence) is not None and not _HIDDEN_PART.search(sentence)
    )


def _is_mode_of_thing(sentence: str, text: str) -> bool:
    return _MODE_OF_THING.search(sentence) is not None and not _SECOND_PERSON.search(text)


def _asks_on_others(sentence: str, text: str) -> bool:
    return _ASKS_ON_OTHERS.match(text) is not None and not _MAKES.search(text)


def _permits(sentence: str, text: str) -> bool:
    return _PERMITS.match(sentence) is not None and not _GATE.search(sentence)


_TESTS: Mapping[str, Callable[[str, str], bool]] = {
    "override.instructions": lambda sentence, text: _OWN_WORDS.search(sentence) is not None,
    "override.voided": lambda sentence, text: _OWN_WORDS.search(sentence) is not None,
    "override.leak": _asks_on_rules,
    "override.persona": _is_mode_of_thing,
    "override.foreign_orders": lambda sentence, text: _OWN_LIST.search(text[:_REACH]) is not None,
    "override.reviewer_markup": lambda sentence, text: _ASKS_MEANING.match(text) is not None,
    "power.no_asking": _permits,
    "power.sandbox_escape": lambda sentence, text: (
        _CLAUSE_ON_OTHERS.search(sentence) is not None and not _MAKES.search(text)
    ),
    "power.secrets": lambda sentence, text: "environ" in sentence and _LANGUAGE_AT_END.search(text) is not None,
    "harm.purpose": lambda sentence, text: _asks_on_others(sentence, text) or _explains_harm(sentence, text),
    "harm.against_people": _asks_on_others,
    "power.system_files": _writes_program,
    "power.system_files_signs": _writes_program,
}
