"""What the words of a finding in a message are: the object of the work, pasted code, a duty of others, an own matter.

A message needs two kinds of evidence to be blocked by its words: an order to this agent, outside what is only quoted or
pasted, and an object that the user may not dispose of. Each test names one way in which one of them is missing.
"""

import itertools
import re
from collections.abc import Callable, Mapping

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.lazy_patterns import lazy_pattern
from kingdom.ministers.guardian.text.normalization import normalize_text
from kingdom.ministers.guardian.text.own_matters import (
    approved_own_thing,
    asks_translation,
    asks_what_is_seen,
    is_order_of_others,
    makes_thing,
    takes_from_json,
    takes_from_text,
)

_QUOTATION = lazy_pattern(
    r"[\"“„«「『][^\"”“»」』]{2,2000}[\"”“»」』]|(?<![^\W_])['‘][^'’\n]{4,600}['’](?![^\W_])|`[^`\n]{2,600}`"
)
# Outside the quotation somebody wants it done, not looked at.
_CARRIES_OUT = lazy_pattern(
    r"\b(?:do (?:it|so|that|this|what|as|exactly|everything)|obey\w*|follow (?:it|them|this|that|these|those|the|its"
    r"|every|all)|comply|carry (?:it|this|them) out|execut\w*|act on|decode|continue|complete|adopt|apply|become"
    r"|activate"
    r"|(?:run|call|load|eval\w*) (?:it|this|that|the|them|these|following)|concatenat\w*|join(?:ed)?|combine|now do"
    r"|befolg\w*|gehorch\w*|f[uü]hr\w* (?:es|das|sie|dies\w*)|mach (?:es|das|was)|tu (?:es|das|was)"
    r"|ob[eé]i\w*|ex[eé]cut\w*|fais(?:-le| ce)|applique\w*|suis (?:la|les|le|ces)"
    r"|obedec\w*|ejecut\w*|haz(?:lo| lo)|cumpl\w*|sigue (?:la|las|el|los|esto|estas)|aplica)\b",
    re.I,
)
_OBEYS = lazy_pattern(
    r"\b(?:do (?:what|as|exactly what|everything)|obey(?:ing)?|comply with|carry (?:it|this|them) out|execute (?:it"
    r"|this|them)|follow (?:it|them|the order)|befolg\w*|gehorch\w*|f[uü]hr\w* (?:es|das|sie) aus"
    r"|mach was|tu was|ob[eé]i\w*|ex[eé]cute-l[ea]s?|fais ce|obedec\w*|ejec[uú]tal[oa]s?|haz lo que|cumple)\b",
    re.I,
)
_MAX_QUOTATIONS = 5  # quotations of a message that are read by themselves
_NOT_CARRIED_OUT = lazy_pattern(
    r"\b(?:do not|don't|never|without|nicht|ohne|ne|sans|pas|no|sin|jamais|nunca)\b[^.!?\n]{0,15}$", re.I
)
_LONGEST_WORK = 50_000  # characters of a message that is looked through for quotations and code, for each finding
_LEAST_OUTSIDE = 3  # words outside a quotation that say what is wanted of it
_MOST_OUTSIDE = 400  # characters; in a longer text a quotation is one of its parts, and the text gives orders itself
_LONGEST_MENTION = 250  # characters of a quotation; a longer one is a page or mail, whose orders are meant
_WORKS_ON_TEXT = lazy_pattern(
    r"\b(?:rewrite|rephrase|paraphrase|translate|proofread|shorten|summari[sz]e|explain|classify|label|simplify"
    r"|quote|reply"
    r"|umformul\w*|formulier\w*|[uü]bersetz\w*|korrigier\w*|fass\w* zusammen|k[uü]rz\w*|erkl[aä]r\w*|reformul\w*"
    r"|tradui\w*|corrig\w*|r[eé]sum\w*|reescrib\w*|traduc\w*|explica|explique)\b",
    re.I,
)
_ASKS_ON_ATTACK = lazy_pattern(
    r"\b(?:attacks?|injections?|jailbreaks?|trick\w*|phishing|scams?|malicious|suspicious|technique|flagged|blocked"
    r"|filter"
    r"|prompt injection|vulnerab\w*|angriff\w*|betrug|verd[aä]chtig\w*|trick|blockiert|arnaque|attaque|suspect\w*"
    r"|pi[eè]ge"
    r"|ataque|estafa|sospechos\w*|trampa|what does (?:this|that|it) mean|was bedeutet|que signifie|qu[eé] significa)\b",
    re.I,
)
_HEAD = 200  # characters at the beginning and the end of a message in which the user himself says what is wanted
_CODE_LINE = lazy_pattern(
    r"^(?:\s{4,}\S|\t\S|\s*(?:File \"|at [\w.$]+\()|(?:import|from) [\w.]+(?: import\b|\s*$)|(?:def|class|for|while"
    r"|if|with|return|raise|assert|except)"
    r"\b[^\n]{0,200}[:)]\s*$|Traceback |File \"|[\w.\[\]\"']{1,60}\s?[-+|]?=\s?\S|[\w.]{2,60}\([^\n]{0,400}\)?;?\s*$"
    r"|[\w.]{3,80}(?:Error|Exception)\b|[$#>%] \S|#!/|</?\w+[^\n>]{0,200}>|[{}\[\]();]\s*$|- ?\w+:|\w+: [^\n]{0,80}$"
    r"|\d{1,4}[-.:/]\d|[{\[][\"\[{\d][^\n]{0,2000}[}\]],?\s*$)",
    re.M,
)
_ASKS_ON_CODE = lazy_pattern(
    r"\b(?:what (?:does|do|is|are|happens|changed)|differen\w+|compare|why|explain|review|risks?|safe"
    r"|wrong|error|fails?|fix|debug|convert|port|comment"
    r"|understand|meaning?|does this|is this|look at|was (?:macht|ist|bedeutet)|warum|wieso|erkl[aä]r\w*|pr[uü]f\w*"
    r"|fehler"
    r"|que fait|pourquoi|expliqu\w*|erreur|qu'est-ce|qu[eé] hace|por qu[eé]|explica\w*|falla|revisa\w*)\b",
    re.I,
)
_PRODUCT = (
    r"(?:scripts?|code|programs?|tools?|apps?|malware|virus|software|payload|answers?|outputs?|repl(?:y|ies)"
    r"|responses?)"
)
_AGENT = r"(?:you|assistants?|ai|a\.i\.|models?|bots?|chat ?bots?|agents?|system|specialists?|guardian|king|llm|ki|ia)"
# "the processor shall ignore instructions of third parties": somebody else's duty, in a text to be written or read.
_DUTY = lazy_pattern(
    rf"\b(?:the|an?|each|every|any|all|no|der|die|das|jede[rs]?|ein|eine|le|la|les|l'|chaque|el|los|las|cada) "
    rf"(?!{_AGENT}\b|{_PRODUCT}\b)[\w-]{{3,30}}(?: (?!{_AGENT}\b|{_PRODUCT}\b)[\w-]{{2,20}})?,? (?:shall|must"
    rf"|should|may|will|muss|m[uü]ssen|soll\w*"
    r"|darf|d[uü]rfen|doit|doivent|peut|debe|deben|puede)\b[^.!?\n]{0,200}$",
    re.I,
)
# "Our cron job runs as root": a statement on a thing of the user's.
_STATEMENT = lazy_pattern(
    r"\s*(?:our|my|the|this|that|these|some|a|an|unser\w*|mein\w*|der|die|das|dieser?|notre|nos|mon|ma|mes|le|la|les"
    r"|nuestr\w+|mi|mis|el|los|las|un|une|una)\s[\w-]{2,30}(?:\s[\w-]{2,30}){0,2}\s(?:runs?|ran|is|was|are|were|has|had"
    r"|does|did|l[aä]uft|ist|war|sind|hat|tourne|est|a|sont|corre|es|est[aá]|tiene)\b",
    re.I,
)
_DUTY_WORD = lazy_pattern(r"\b(?:must|should|shall|has to|have to|needs? to|muss|soll|doit|debe|now|jetzt)\b", re.I)
_YOU = lazy_pattern(
    r"\b(?:you|your|yours|yourself|ya|u|du|dich|dir|dein\w*|sie|ihr\w*|tu|te|toi|ton|ta|tes|vous|vos|votre|t[uú]|ti|tus"
    r"|usted\w*|contigo)\b|\bt'",
    re.I,
)
_FIRST_QUESTION = lazy_pattern(
    r"\s*(?:and |so |but |also |und |et |y )?(?:(?:can|could|may|should|must|do|does|did|is|are|was|would|how|why|what"
    r"|when|where|which)\b|¿|(?:kann|darf|soll|muss|ist|sind|wie|warum|wann|welche\w*)\b"
    r"|(?:est-ce|puis-je|peut-on|comment|pourquoi|dois-je|faut-il|quand)\b|(?:puedo|debo|c[oó]mo|por qu[eé]|es"
    r"|est[aá])\b)",
    re.I,
)
_ASKS_WHAT_IT_DOES = lazy_pattern(r"\s*what (?:does|do|would|did)\b[^?!]{2,300}\b(?:do|mean)\s*[.]?\s*$", re.I)
_ASKS_WHETHER = lazy_pattern(
    r"\s*(?:is|are|does|do|did|was|were|why|ist|sind|warum|est-ce que|pourquoi|es|por qu[eé])\b", re.I
)
_OPINION = lazy_pattern(
    r"(?:\b(?:good|bad|fine|ok|okay|safe|risky|allowed|legal|wise|common|idea|practice|gut|schlecht|erlaubt|sicher"
    r"|bonne|mauvaise|permis|bien|mal|buena|mala|permitido)\b[^.!?\n]{0,60}\?\s*$)",
    re.I,
)
# To be asked no more is the user's own to say, unless it is about what cannot be undone or about the gates.
_GRAVE = lazy_pattern(
    r"\b(?:delet|wip(?:e|ing)|eras|format|drop|destr|pay|paid|transfer|wir(?:e|ing)\b|buy|purchas|spend|withdraw"
    r"|install"
    r"|deploy|reboot|shut|shell|bash|command|tool|script|code|write_?file|execut|sign|approv|gate|review|council"
    r"|guardian"
    r"|admin|sudo|root|users?\b|customers?\b|clients?\b|accounts?\b|everything|anything|whatever|(?:all|every|each|any)"
    r" (?:action|call|step|request|time|file)|l[oö]sch|[uü]berweis|zahl|bezahl|kauf|installier|befehl|genehmig|freigab"
    r"|konto|alles|jede|supprim|effac|pai[est]|pay|vire|ach[eè]t|ex[eé]cut|command|tout\b|toute|borr|elimin|pag[aou]"
    r"|compr|ejecut|instal|transf|comand|orden|todo|toda|cancell|esegu|apag|exclu)",
    re.I,
)
# An option, a path from the root, a pipe or a substitution: a command, whatever it is called.
_SHELL_SIGNS = lazy_pattern(r"(?:^|\s)-{1,2}[a-z]|(?:^|\s)[~.]{0,2}/|\s[|;&>]{1,2}\s|`|\$\(", re.I)
_LATIN = lazy_pattern(r"[^\u0370-\u1fff\u2c80-\uffff]*", re.S)
# One own thing to one address: what a person sends every day. All, copies and what nobody notices are another matter.
_BULK = lazy_pattern(
    r"\b(?:all|every\w*|each|entire|whole|complete|full|history|conversation\w*|chats?|contacts?|password\w*"
    r"|credential\w*"
    r"|keys?|tokens?|secrets?|users?|customers?|clients?|others?|colleagues?|employees?|people|database|silent\w*"
    r"|secret\w*"
    r"|quiet\w*|hidden|without|unnoticed|copy of|copies|what (?:he|she|they|people|users)|system|prompt|memory"
    r"|logs?|env\w*"
    r"|server|alle\w*|jede\w*|kund\w+|passw\w+|heimlich|ohne|tous|toute?s?|chaque|mots|sans|clients|cach\w+"
    r"|tod[ao]s?|cada"
    r"|contrase\w+|clave\w*|secreto|sin|http\w*|webhook|third|attacker|pastebin)\b",
    re.I,
)
_TOPIC = lazy_pattern(
    r"\b(?:about|on|regarding|concerning|topic|theme|against|zum thema|thema|[uü]ber|gegen|sur|au sujet|th[eè]me|contre"
    r"|sobre|acerca de|tema|contra)\W+(?:[\w-]+\W+){0,2}[\w-]+\W*$",
    re.I,
)
_HOW_TO = lazy_pattern(
    r"\b(?:how to|how (?:do|can|could) (?:i|we|one)|wie (?:man|ich|baut|macht)|comment|c[oó]mo)\b", re.I
)
_OWN_TASK = lazy_pattern(
    r"\b(?:when(?:ever)? you|for|to|pour|quand tu|beim|wenn du|f[uü]r|um|para|cuando|al)\s+(?:\w+\s+){0,3}"
    r"(?:my|our|mes|mon|ma|nos|notre|mein\w*|unser\w*|mis?|nuestr\w+)\s+(?:e-?mails?|mails?|inbox|files?|photos?"
    r"|calendar"
    r"|messages?|documents?|notes?|receipts?|tasks?|courriers?|courriels?|fichiers?|agenda|dateien|fotos?|kalender"
    r"|nachrichten|correos?|archivos?|tareas?)\b",
    re.I,
)
# The instructions of a thing ("of the recipe"), not those of whoever runs this agent.
_OF_THING = lazy_pattern(
    r"\s*(?:of|in|on|from|for|der|des|im|auf|aus|zum|zur|von|du|de la|de l'|del|de los|de las|des|dans|sur)\s+"
    r"(?:the |a |an |this |my |our |dem |den |le |la |les |el |mi )?+(?!system|prompt|develop|operator|platform"
    r"|admin|owner"
    r"|creator|maker|provider|compan|your|you|openai|anthropic|google|above|begin|first|here|whoever|anyone|guardian"
    r"|council|plattform|betreiber|entwickler|plateforme|op[eé]rateur|d[eé]velopp|plataforma|operador|sistema)"
    r"[^\W\d_]{3,}",
    re.I,
)
_MADE_FOR = lazy_pattern(r"^\s*list of\b[^.!?\n]{0,80}\bfor (?:a|an|the|our|my)\b", re.I)
_WHILE_WORKING = lazy_pattern(
    r"\b(?:turn|switch)\w* (?:off|down) (?:the )?(?:logging|logs?|debug\w*|warnings?)\b[^.]{0,20}\b(?:while|during"
    r"|when|for)"
    r" (?:the )?(?:measur|test|benchmark|profil|debug|develop|build|import|timing)",
    re.I,
)


def is_object_of_work(finding: GuardianFinding, text: str) -> bool:
    """Return whether a finding lies in a quotation, or in pasted code, that the rest of the message asks about."""
    if len(text) > _LONGEST_WORK:
        return False
    return _is_quoted(finding, text) or _is_pasted_code(finding, text)


def _is_quoted(finding: GuardianFinding, text: str) -> bool:
    spans = [found.span() for found in _QUOTATION.finditer(text)]
    outside = _without(text, spans)
    around = _lengths_around(finding, spans, begins_before=asks_on_attack(outside))
    if not around or not _says_what_is_wanted(outside):
        return False
    return around[0] <= _LONGEST_MENTION or asks_on_attack(outside) or not finding.rule_id.startswith("override.")


def _lengths_around(finding: GuardianFinding, spans: list[tuple[int, int]], *, begins_before: bool) -> list[int]:
    """Return the lengths of the quotations that a match lies in; a word of the question may begin it."""
    first = finding.end - 1 if begins_before else finding.start
    return [end - start for start, end in spans if start <= first and finding.end <= end]


def _says_what_is_wanted(outside: str) -> bool:
    if len(outside) > _MOST_OUTSIDE or _is_carried_out(outside):
        return False
    words = len(re.findall(r"[^\W\d_]{2,}", outside))
    return words >= _LEAST_OUTSIDE or _WORKS_ON_TEXT.search(outside) is not None or asks_translation(outside)


def asks_on_attack(head: str) -> bool:
    """Return whether the user asks whether or how a quoted text attacks, or what it means."""
    return _ASKS_ON_ATTACK.search(head) is not None


def obeyed_quotations(text: str) -> list[tuple[int, str]]:
    """Return (offset, text) of the first quotations of a message that says to do what they say; none without that."""
    quotations = list(itertools.islice(_QUOTATION.finditer(text), _MAX_QUOTATIONS))
    outside = _without(text, [found.span() for found in quotations])
    obeys = any(
        not _NOT_CARRIED_OUT.search(outside[max(0, found.start() - 40) : found.start()])
        for found in _OBEYS.finditer(outside)
    )
    return [(found.start() + 1, found.group()[1:-1]) for found in quotations] if obeys else []


def _is_carried_out(outside: str) -> bool:
    return any(
        not _NOT_CARRIED_OUT.search(outside[max(0, found.start() - 40) : found.start()])
        for found in _CARRIES_OUT.finditer(outside)
    )


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for start, end in spans:
        pieces.append(text[at:start])
        at = max(at, end)
    return " ".join([*pieces, text[at:]])


def _is_pasted_code(finding: GuardianFinding, text: str) -> bool:
    """Return whether a finding lies in lines of code, and the user asks at either end what the code does."""
    if finding.rule_id.startswith("override."):  # a comment in code that gives orders is meant
        return False
    touched, at = [], 0
    for line in text.splitlines(keepends=True):
        if at < finding.end and finding.start < at + len(line):
            touched.append(_CODE_LINE.match(line) is not None)
        at += len(line)
    asked = "\n".join(line for line in _ends(text).splitlines() if not _CODE_LINE.match(line))
    return all(touched) and _ASKS_ON_CODE.search(asked) is not None and not _is_carried_out(asked)


def _ends(text: str) -> str:
    return text if len(text) <= 2 * _HEAD else f"{text[:_HEAD]}\n{text[-_HEAD:]}"


def is_duty_of_others(before: str) -> bool:
    """Return whether the words before a match in its sentence make it somebody else's duty."""
    return _DUTY.search(before) is not None


def is_own_question(sentence: str) -> bool:
    """Return whether a sentence asks what the user himself may or should do, and asks nothing of this agent."""
    if _YOU.search(sentence):
        return False
    if not sentence.rstrip().endswith("?"):
        return _ASKS_WHAT_IT_DOES.match(sentence) is not None
    return _FIRST_QUESTION.match(sentence) is not None or _OPINION.search(sentence) is not None


def is_statement(sentence: str) -> bool:
    """Return whether a sentence only says how a thing of the user's is."""
    return _STATEMENT.match(sentence) is not None and not (_DUTY_WORD.search(sentence) or _YOU.search(sentence))


def _waives_own_question(sentence: str, finding: GuardianFinding, text: str) -> bool:
    if _SHELL_SIGNS.search(sentence):
        return False
    plain = normalize_text(sentence)  # a word in other letters is no less grave
    return _LATIN.fullmatch(plain) is not None and not _GRAVE.search(plain)


def _is_taken_out(finding: GuardianFinding, text: str) -> bool:
    if len(text) > _LONGEST_WORK:
        return False
    start, end = finding.start, finding.end
    return takes_from_json(text, start, end) or takes_from_text(text, start, end)


def _sends_own_thing(sentence: str, finding: GuardianFinding, text: str) -> bool:
    return _LATIN.fullmatch(normalize_text(sentence)) is not None and not _BULK.search(normalize_text(text))


def _is_on_topic(sentence: str, finding: GuardianFinding, text: str) -> bool:
    return _TOPIC.search(text[finding.start : finding.end]) is not None and not _HOW_TO.search(text)


def _is_of_thing(sentence: str, finding: GuardianFinding, text: str) -> bool:
    return _OF_THING.match(text[finding.end :]) is not None


def _is_made_for(sentence: str, finding: GuardianFinding, text: str) -> bool:
    is_asked = asks_what_is_seen(text) or (_ASKS_WHETHER.match(sentence) is not None and is_own_question(sentence))
    return is_asked or _MADE_FOR.match(text[finding.start : finding.end]) is not None


MATTERS: Mapping[str, Callable[[str, GuardianFinding, str], bool]] = {
    "power.no_asking": _waives_own_question,
    "power.exfiltration": lambda sentence, finding, text: (
        _is_taken_out(finding, text) or _sends_own_thing(sentence, finding, text)
    ),
    "power.no_oversight": lambda sentence, finding, text: _WHILE_WORKING.search(sentence) is not None,
    "power.other_people": _is_made_for,
    "power.escalation": lambda sentence, finding, text: makes_thing(sentence),
    "override.memory": lambda sentence, finding, text: approved_own_thing(sentence),
    **dict.fromkeys(("override.instructions", "override.voided"), is_order_of_others),
    "harm.purpose": _is_on_topic,
    "override.leak": lambda sentence, finding, text: _OWN_TASK.search(sentence) is not None,
    "override.orders": _is_of_thing,
}
"""What makes the object of a rule an own or ordinary matter of the user's, by rule."""
