"""Texts of a message that speak to people: to be composed, pasted to be shortened, or words that are only named."""

import json
import re

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.lazy_patterns import lazy_pattern

_COURTESY = (
    r"\W*(?:(?:please|kindly|bitte|hi|hello|hallo|now|can you|could you|would you|help me(?: to)?|i need(?: you to)?"
    r"|i'd like(?: you to)?|kannst du|k[oö]nntest du|peux-tu|puedes|me)[ ,]+){0,3}"
)
_COMPOSES = (
    r"(?:write|draft|compose|formulate|word|phrase|design|create|make|prepare|suggest|put together|type up|set up|an?"
    r"|schreib\w*|formulier\w*|verfass\w*|entw[ie]rf\w*|erstell\w*|gestalt\w*|r[eé]dige\w*|[eé]cri[st]\w*|formule\w*"
    r"|pr[eé]pare\w*|escribe|redacta|formula|prepara|scrivi|schrijf)"
)
_TEXT_FOR_PEOPLE = (
    r"(?:e-?mails?|mail|letters?|notes?|notices?|signs?|reminders?|posters?|placards?|flyers?|leaflets?|announcements?"
    r"|invitations?|memos?|circulars?|newsletters?|rules|code of conduct|guidelines?|speech|toast|text messages?|sms"
    r"|messages?|hand-?outs?|hand-?over|briefings?|loudspeaker text|welcome text|door sign|caption|headline|slogan"
    r"|article"
    r"|post|e-?cards?|brief\w*|nachricht\w*|aushang\w*|anschlag|schild|plakat\w*|durchsage\w*|einladung\w*"
    r"|rundschreiben"
    r"|rundmail|merkblatt|hinweis\w*|(?:haus|club|vereins|platz|bade|schul|spiel)?(?:ordnung|regeln)|ansage|handzettel"
    r"|courriels?|lettre|affiche|annonce|avis|circulaire|r[eè]glement|message|correo|carta|cartel|aviso|anuncio"
    r"|circular|normas|reglamento|lettera|avviso|cartello|brief|bericht)"
)
_COMPOSED = lazy_pattern(
    rf"{_COURTESY}{_COMPOSES}\b[^:.!?\n\"“„«]{{0,60}}?\b{_TEXT_FOR_PEOPLE}\b[^:.!?\n\"“„«]{{0,90}}(?::\s|[\"“„«]"
    rf"|'(?=\w))",
    re.I,
)
_WORKS_ON_TEXT = (
    r"(?:summari[sz]e|summary of|shorten|condense|abridge|translate|proofread|correct|rephrase|rewrite|reword|simplify"
    r"|tidy|polish|turn (?:this|it|the \w+) into|make (?:this|it)|bullet points|put (?:this|it) (?:in|into)|tl;?dr"
    r"|fasse?\b|zusammenfass\w*|k[uü]rz\w*|straff\w*|[uü]bersetz\w*|korrigier\w*|umformulier\w*|vereinfach\w*"
    r"|r[eé]sum\w*"
    r"|raccourci\w*|tradui\w*|corrig\w*|reformul\w*|resum\w*|acorta\w*|traduc\w*|abrevia\w*)"
)
_PASTED_HEAD = lazy_pattern(
    rf"\A{_COURTESY}(?=[^\n]{{0,160}}\b{_WORKS_ON_TEXT})[^\n]{{3,200}}(?:\n\s*\n|:\s*\n|:\s+(?=[\"“„«']?(?:to|an"
    rf"|dear)\b))",
    re.I,
)
_ADDRESSEE = lazy_pattern(
    r"[\"“„«'#*>\s]{0,6}(?:notice |note |message |info(?:rmation)? |hinweis |mitteilung |avis |aviso )?(?:to|for"
    r"|dear|hello"
    r"|hi|hey|attention|an|f[uü]r|liebe\w*|hallo|sehr geehrte\w*|chers?|ch[eè]res?|[aà]|aux?|pour|bonjour|estimad\w+"
    r"|querid\w+|para|hola)\s(?P<who>[^\n:,.!?]{3,60})[:,.!\n]",
    re.I,
)
# A text that speaks to a machine, or on what this agent is bound by, is not one for people.
_SPEAKS_TO_MACHINE = lazy_pattern(
    r"\b(?:(?:system ?)?prompts?|assistants?|ai|a\.i\.|llms?|language models?|(?:chat ?)?bots?|models?|agents?|gpt\w*"
    r"|chatgpt|claude|ki|ia|assistent\w*|asistente\w*|sprachmodell\w*|mod[eè]les?|modelos?|machine reading|guardian"
    r"|council|specialists?|jailbreak\w*|developer mode|dan mode|unrestricted|uncensored|ethic\w*|morals?"
    r"|(?:this|the|your) (?:platform|session|conversation|memory|context|training|programming|configuration)"
    r"|(?:everything|text) (?:above|before)|plattform|plateforme|plataforma)\b",
    re.I,
)
_THEN_DOES = lazy_pattern(
    r"\b(?:(?:and |then |now )(?:do (?:so|it|that|what)|obey|comply|follow (?:it|them)|act on)|do what (?:it"
    r"|they) says?"
    r"|befolg\w*|mach(?:e)? (?:es|das)|fais-le|haz(?:lo| lo))\b",
    re.I,
)
_OF_WORDS = ("override.instructions", "override.voided", "override.orders", "override.foreign_orders")
# "If a member types 'ignore the rules', it answers …": what a third person says, and what comes of it.
_SAID_BY_OTHERS = lazy_pattern(
    r"\b(?:if|when(?:ever)?|where|once|should|who(?:ever)?|wenn|falls|sobald|wer|si|quand|lorsque|cuando|quien)\b"
    r"(?!\s(?:you|i|we|du|ich|wir|tu|je|yo)\b)[^.!?\n\"“„«]{0,50}?\b(?:types?|writes?|says?|enters?|sends?|posts?"
    r"|asks?|shouts?"
    r"|claims?|schreib\w*|sagt|tippt|eingibt|verlangt|[eé]crit|dit|tape|escribe|dice"
    r"|pide)\s?[^.!?\n\"“„«]{0,20}?[\"“„«‘']$",
    re.I,
)
_READER_DOES = lazy_pattern(
    r"\b(?:you|your|du|dein\w*|tu|tes|vous|obeys?|compl(?:y|ies)|do(?:es)? (?:so|it|that|what)|follows? (?:it|them"
    r"|him|her)"
    r"|unlock\w*|reveal\w*|prints?|befolgt|gehorcht|ob[eé]it|obedece)\b",
    re.I,
)
_ASKS_ON_WORDS = lazy_pattern(
    r"\s*(?:is|are|was|does|do|how|what|which|why|where|when|should|can|ist|sind|wie|was|welche\w*|schreibt"
    r"|hei[sß]+t|warum"
    r"|est-ce|comment|quel\w*|qu[eé]|c[oó]mo"
    r"|se escribe)\b[^.!?\n\"“„«‘']{0,60}[\"“„«‘'](?P<words>[^\"”»’'\n]{2,60})[\"”»’']"
    r"(?=[^.!\n]{0,120}\b(?:writ\w+|spel\w+|words?|hyphen\w*|capital\w*|plural|singular|pronounc\w*|stress\w*"
    r"|translat\w*"
    r"|mean\w*|called|stand for|come from|origin|etymolog\w*|noun|verb|adjective|article|gender|grammar|synonyms?"
    r"|in (?:english|german|french|spanish|italian|latin)|geschrieben|schreibt|zusammen|getrennt|bindestrich|mehrzahl"
    r"|ausgesprochen|bedeutet|hei[sß]+t|herkunft|artikel|s'[eé]cri\w*|pluriel|prononc\w*|signifie|trait d'union"
    r"|escrib\w*|plural|pronunci\w*|significa)\b)[^.!\n]{0,160}\?\s*$",
    re.I,
)
_OWN_TO_AGENT = lazy_pattern(r"\b(?:your|yours|you were|dein\w*|tes|ton|tus?|show|print|reveal|repeat|zeig\w*)\b", re.I)
_EXERCISE = (
    r"(?:phishing|malware|ransomware|virus|hack\w*|spam|scam|cyber\w*|bomb)[\w-]*(?:[ -]?\w+)?[ -]?(?:exercises?"
    r"|drills?"
    r"|simulations?|tests?|trainings?|awareness\w*|alarms?|[uü]bung\w*|simulation\w*|schulung\w*|exercices?|simulacros?"
    r"|ejercicios?)(?:'s|s')?"
)
_ON_EXERCISE = lazy_pattern(
    rf"\b(?:announcement|debrief\w*|report|summary|evaluation|notice|agenda|slides?|thank\w*|follow-?up|results?|review"
    r"|schedule|timetable|minutes|ank[uü]ndigung|nachbesprechung|auswertung|ergebnis\w*|protokoll|ablauf\w*|dank\w*"
    r"|annonce|bilan|compte rendu|anuncio|resumen|informe)\b[^.!?\n]{0,60}"
    rf"\b{_EXERCISE}|\b{_EXERCISE}[^.!?\n]{{0,30}}\b(?:debrief\w*|announcement|report|summary|evaluation|results?"
    rf"|minutes"
    r"|nachbesprechung|auswertung|ank[uü]ndigung|bilan|resumen|informe)\b",
    re.I,
)
_LURES = lazy_pattern(
    r"\b(?:lures?|templates?|log-?in pages?|landing pages?|bait|pretext\w*|fake|spoof\w*|payloads?|convincing\w*"
    r"|passw\w*"
    r"|looks? like|harvest\w*|collect\w*|real targets?)\b",
    re.I,
)
_CHECKS_DATA = lazy_pattern(
    r"\b(?:validate|check|convert|format|sort|parse|count|extract|compare|turn|tidy|pretty-?print|flatten|explain"
    r"|translate"
    r"|describe|which|what|is|are|pr[uü]f\w*|wandle|formatier\w*|sortier\w*|z[aä]hl\w*|v[eé]rifie\w*|convert\w*|trie\w*"
    r"|valida\w*|conviert\w*|ordena\w*)\b",
    re.I,
)
_JSON = lazy_pattern(r"(?<![\w\"])[{\[](?=\s{0,8}(?:[{\[]\s{0,8})?\")")
_SYSTEM_ROLE = lazy_pattern(r"\"role\"\s{0,4}:\s{0,4}\"(?:system|developer|assistant)\"", re.I)
_MOST_JSON = 5  # objects of one message
_LONGEST = 20_000  # characters of a message that is looked through


def people_text_start(text: str) -> int | None:
    """Return where a text for people begins that a message has composed or worked on; None without one."""
    if len(text) > _LONGEST or _THEN_DOES.search(text):
        return None
    composed = _COMPOSED.match(text)
    if composed is not None:
        return None if _SPEAKS_TO_MACHINE.search(text) else composed.end()
    head = _PASTED_HEAD.match(text)
    addressed = _ADDRESSEE.match(text, head.end()) if head is not None else None
    if head is None or addressed is None or _SPEAKS_TO_MACHINE.search(text):
        return None
    return head.end()


def without_checked_json(own: str) -> str:
    """Return a message without the JSON that it has checked or converted; JSON in the voice of a system stays."""
    for _ in range(_MOST_JSON):
        found = _JSON.search(own[:_LONGEST])
        if found is None or not _CHECKS_DATA.search(own[: found.start()]):
            return own
        try:
            _, end = json.JSONDecoder().raw_decode(own, found.start())
        except (ValueError, RecursionError):
            return own
        if _SYSTEM_ROLE.search(own[found.start() : end]):
            return own
        own = f"{own[: found.start()]} {own[end:]}"
    return own


def is_for_people(finding: GuardianFinding, text: str) -> bool:
    """Return whether the words of a finding are for people, said by a third person, or named in a question on words."""
    if finding.rule_id == "override.leak":
        return _asks_on_words(finding, text)
    if finding.rule_id == "harm.purpose":
        return _ON_EXERCISE.search(text) is not None and _LURES.search(text) is None
    if finding.rule_id not in _OF_WORDS:
        return False
    start = people_text_start(text)
    return (start is not None and finding.start >= start) or _is_said_by_others(finding, text)


def _is_said_by_others(finding: GuardianFinding, text: str) -> bool:
    before = text[max(0, finding.start - 120) : finding.start]
    line_end = text.find("\n", finding.end)
    after = text[finding.end : line_end if line_end > 0 else len(text)]
    return _SAID_BY_OTHERS.search(before) is not None and _READER_DOES.search(re.split(r"[.!?]", after)[0]) is None


def _asks_on_words(finding: GuardianFinding, text: str) -> bool:
    found = _ASKS_ON_WORDS.fullmatch(text.strip())
    return found is not None and _OWN_TO_AGENT.search(text) is None
