"""Orders that a text gives to the machine that reads it: a mail, a page or a file that addresses an assistant.

The reader is named, or addressed by "you"; an act follows. What such a reader may not do is no order.
"""

import re
from collections.abc import Iterator

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.lazy_patterns import lazy_pattern
from kingdom.core.text.sentences import sentence

_MAX_TEXT = 100_000  # characters that are looked through
_READER = (
    r"(?:assistants?|ai(?: (?:assistant|model|agent|system)s?)?|agents?|llms?|automated (?:screening|systems?"
    r"|readers?|agents?)"
    r"|(?:large )?language models?|chat ?bots?|bots?|copilot|summari[sz]er|model)"
)
_ACT = (
    r"(?:send|forward|e-?mail|post|upload|transfer|pay|delete|remove|visit|open|click|call|run"
    r"|execute|fetch|book|buy|share|include|append"
    r"|accept|award|attach|copy|disable|drop|enable|give|hide|leak|list|load|log|make|move|order|post"
    r"|push|put|quote|remember|save"
    r"|set|show|sign|skip|start|store|submit|subscribe|switch|treat|turn|unlock|update|vote|whitelist"
    r"|wipe|withdraw|promise|praise"
    r"|add|insert|say|state|claim|reply|respond|answer|tell|write|output|print|ignore|disregard"
    r"|forget|stop|recommend|rate|rank|approve|reveal|search|use|merge|grant|mark|install|create|change|confirm)"
)
_ORDERS = lazy_pattern(
    rf"\b{_READER}\b[^.\n]{{0,80}}[,:;]\s*(?:please\s+|you must\s+|now\s+|also\s+|do not\s+){{0,2}}{_ACT}\b"
    rf"|\b(?:if|when|whenever|while|before|after) (?:you|an?|the|your"
    rf"|this is (?:being )?(?:read|processed) by an?)\s?[^.\n]{{0,40}}\b(?:{_READER}"
    rf"|summari[sz]\w*|process\w*|read(?:ing)? this|analy[sz]\w*|translat\w*)\b"
    rf"[^.\n]{{0,80}}\b(?:please |also |first |must |should |instead ){{0,2}}{_ACT}\b"
    rf"|\b(?:instructions?|note|message|important|attention|system)\s+(?:to|for)\s+(?:the |any |all )?{_READER}\b"
    rf"|\b(?:the |any |all )?{_READER} (?:must|should|shall|needs? to|has to|have to"
    rf"|is required to|reading this)\b(?! (?:not|never)\b)[^.\n]{{0,60}}\b{_ACT}\b"
    rf"|\b(?:attention|dear|hey|hello|to (?:all|any|the))\s+(?:the |any |all )?{_READER}\b[^.\n]{{0,20}}[,:]"
    r"[^.\n]{0,80}\b(?:you|your)\b"
    r"|\b(?:an (?:den|die|alle)|hinweis (?:an|f[uü]r)|note (?:pour|[aà])|nota (?:para|a)|instrucci[oó]n para)"
    r"[^.\n]{0,12}\b(?:ki|ia|ai)\b"
    rf"|\byou are (?:an? )?{_READER}\b[^.\n]{{0,80}}\b{_ACT}\b"
    rf"|\b{_READER}, (?:once|when|after|before|as soon as)\b[^.\n]{{0,80}}\b{_ACT}\b"
    rf"|\b{_READER} (?:that )?(?:reads?|processes|reading|processing|handling|parsing|summari[sz]ing|seeing) (?:this"
    rf"|it|these)\b"
    rf"[^.\n]{{0,60}}\b(?:must|should|shall|has to|have to|needs? to|also|will)\b[^.\n]{{0,40}}\b{_ACT}\b"
    rf"|\b(?:before|after|while|when) (?:you )?(?:have )?(?:answer\w*|reply\w*|respond\w*) (?:to )?(?:the user"
    rf"|him|her|them"
    rf"|this question)"
    rf"\b[^.\n]{{0,40}}\b{_ACT}\b"
    rf"|\b{_READER} \w+ing\b[^.\n]{{0,60}}\b(?:must|should|shall|have to|need to)\b[^.\n]{{0,40}}\b(?:{_ACT}|empty)\b"
    rf"|\bwhen(?:ever)? you (?:summari[sz]e|translate|process|analy[sz]e|parse) (?:this|it)\b[^.\n]{{0,40}}\b{_ACT}\b"
    rf"|\b{_ACT}\b[^.\n]{{0,80}}\b(?:in|into|to|at the end of) (?:all|every|each|your) (?:of your |future "
    rf"|later )?(?:responses"
    r"|answers|outputs?|summar\w+|translations?|reports? (?:that )?you)\b"
    r"|\b(?:the|any) (?:task|question) (?:that )?(?:i|the user|they) gave (?:to )?you\b"
    r"|\byour (?:new |own |safety )?(?:task|instructions|rules|guidelines|restrictions) (?:is now|are now"
    r"|have (?:been )?(?:changed"
    r"|updated|lifted)|no longer)\b"
    rf"|\b(?:use|call|invoke) (?:the |your )?[\w.]{{2,40}} (?:tool|function|plugin|action)"
    rf"\b[^.\n]{{0,60}}\b(?:send|to|with|and)\b",
    re.I,
)
# The same in German, French and Spanish: the reader is called by what it is, and an order to it follows.
_READER_ABROAD = (
    r"(?:ki(?:-?(?:assistent\w*|modell\w*|agent\w*|system\w*))?|sprachmodell\w*|assistent\w*|ia"
    r"|assistants?(?: automatiques?)?"
    r"|mod[eè]les? de langage|asistentes?(?: (?:autom[aá]tic|virtual)\w*)?|modelos? de lenguaje)"
)
_ACT_ABROAD = (
    r"(?:send\w*|schick\w*|leite\w*|sag\w*|antwort\w*|l[oö]sch\w*|[oö]ffne\w*|schreib\w*|ignorier\w*|empfiehl\w*"
    r"|bewert\w*"
    r"|n'[eé]cri\w+|envoie\w*|envoyez|transmets?|transf[eè]r\w*|transmettez|dis|dites|r[eé]pond\w*|supprim\w*|ouvr\w+"
    r"|ignore\w*|recommand\w*|note[sz]?|envi\w+|reenv[ií]\w*|di|decid|borra\w*|abr[ea]\w*|responde\w*|ignora\w*"
    r"|recomi\w+|no|ne)"
)
_ORDERS_ABROAD = lazy_pattern(
    rf"\b{_READER_ABROAD}\b[^.\n]{{0,60}}[,:]\s*(?:bitte |jetzt |por favor |maintenant )?{_ACT_ABROAD}\b"
    rf"|\b(?:hinweis|anweisung|nachricht|note|message|consigne|nota|aviso|mensaje|instrucci[oó]n) (?:an|f[uü]r|pour"
    rf"|[aà]|aux"
    rf"|para|a) (?:die |den |alle |les |la |los |las |el |l')?{_READER_ABROAD}\b",
    re.I,
)
# Who reads, in four languages.
_MACHINE = (
    r"(?<!\bmy )(?<!\bour )(?<!\bhis )(?<!\bher )(?<!\bhuman )"
    r"(?:(?:an? |the |any |all |every |die |den |der |alle |jede[rs]? |une? |les? |la |l'|toute? |una? |el |los )?"
    r"(?:(?:ai|ki|ia)(?:[- ](?:assist\w+|asist\w+|models?|modell\w*|systeme?s?|agent\w*|tools?|reader))?"
    r"|(?:coding |automated |automatic )?(?:assist[ae]n\w*|asistent\w*|agents?)|(?:chat ?|web ?)?bots?"
    r"|co-?pilots?|llms?"
    r"|(?:large )?language models?|(?:sprach)?modelle?|mod[eè]les?(?: de langage)?|modelos?(?: de lenguaje)?"
    r"|crawlers?|summari[sz]ers?|automated (?:readers?|systems?)))"
)
_DOES = (
    r"(?:accept|act|add|adopt|alter|answer|append|appl[iy]|approv|attach|award|book|buy|call|change|claim"
    r"|clos|commit|confirm"
    r"|cop[iy]|creat|delet|disabl|disclos|disregard|drop|enabl|eras|execut|exfiltrat|export|fetch|forget|forward|giv"
    r"|grant|hid|ignor|includ|insert|install|invok|keep quiet|keep|leak|list|load|log in|mail|mark|merg|mov|omit|open"
    r"|order|overwrit|past|pay|post|prais|pretend|print|promis|publish|push|put|rank|rat|read|recommend|releas|remov"
    r"|repl|report|reset|respond|reveal|run|sav|say|send|set|shar|show|sign|skip|start|stat|stop|stor"
    r"|submit|switch|tell"
    r"|transfer|treat|turn|unlock|updat|upload|use|visit|wip|wir|withdraw|writ"
    r"|antwort|befolg|erw[aä]hn|f[uü]g|f[uü]hr|geb|gib|hol|ignorier|installier|kopier|leit|lies|l[oö]sch|mach|markier"
    r"|nenn|[oö]ffn|sag|schick|schreib|send|speicher|stell|trag|[uü]berweis|verrat|verschweig|vergiss|zeig|zahl"
    r"|ajout|approuv|affich|cach|communiqu|copi|donn|dis|dit|[eé]cri|effac|envo|ex[eé]cut|fai|ignor|install|not|oubli"
    r"|ouvr|pai|pay|recommand|r[eé]pond|r[eé]v[eè]l|supprim|t[eé]l[eé]charg|transf|transm|vers"
    r"|a[nñ]ad|aprueb|borr|cobr|contest|descarg|di|ejecut|elimin|env[ií]|escrib|ignor|instal|marc|muestr|ocult|olvid"
    r"|pag|recomi|reenv|responde|transf)\w*"
)
_MUST = (
    r"(?:must|should|shall|has to|have to|needs? to|is to|are to|is asked to|are asked to|is required to|may now"
    r"|soll\w*|muss|m[uü]ssen|hat|haben|doit|doivent|devra|est pri[eé]e?|debe\w*|tiene que|tendr[aá] que)"
)
_NEVER = r"(?!\s+(?:never|not|nie|niemals|nicht|keine?|jamais|ne|no|nunca|pas)\b)"
_READS = (
    r"(?:read|reads|reading|process\w*|handl\w+|summari[sz]\w+|pars\w+|see|sees|seeing|evaluat\w+|edit\w*"
    r"|work\w*|analy\w+"
    r"|translat\w+|compar\w+|open\w*|index\w*|lies\w*|lesen|verarbeit\w*|auswert\w*|bearbeit\w*|lit|lisez"
    r"|lisent|lira|traite\w*"
    r"|lea|lee|leen|leas|procesa\w*|procese\w*)"
)
_START = r"(?:^|[.!?>(\[\"“„«—–:;|#*-]\s*|,\s*\"?)"
_CALLED = (
    r"(?:(?:dear|hey|hello|hi|attention|note|notice|instructions?|message|important|remark|todo|fixme|system|psst|@"
    r"|hinweis|anweisung\w*|achtung|wichtig|an|f[uü]r|liebe[rs]?|hallo|note|consignes?|message|cher"
    r"|ch[eè]re|[aà]|aux|pour|bonjour"
    r"|nota|aviso|atenci[oó]n|instrucci[oó]n\w*|mensaje|para|a|estimad[oa]|hola|to|for|any|whoever)[\s:(]{1,3}){0,4}"
)
_ADDRESSED = lazy_pattern(
    # the agents are called: "Dear AI, you may …"
    rf"{_START}{_CALLED}{_MACHINE}\b[^.:,\n]{{0,70}}\)?\s?[:,]\s*[^.\n]{{0,120}}?(?<![\w-]){_NEVER}{_DOES}\b"
    rf"|\b(?:if|when|whenever|while|before|after|once|as soon as|wenn|falls|sobald|bevor|si|quand|lorsque|avant de"
    rf"|cuando|antes de|al)\b[^.\n]{{0,25}}\b(?:{_MACHINE}|you|du|sie|tu|vous"
    rf"|t[uú])\b[^.\n]{{0,30}}\b{_READS}\b[^.\n]{{0,12}}"
    rf"\b(?:this|these|it|dies\w*|den|das|ceci|ces?|cette|esto|este|esta)\b[^.\n]{{0,80}}?\b{_NEVER}{_DOES}\b"
    rf"|\b{_MACHINE}\b(?: (?:that|which|who|die|der|das|qui|que)\b[^.\n]{{0,60}}| reading[^.\n]{{0,40}}"
    rf"| processing[^.\n]{{0,40}})?,? {_MUST}\b{_NEVER}[^.\n]{{0,80}}?\b{_NEVER}{_DOES}\b",
    re.I | re.M,
)
# The reader is told that he may, that somebody wants it, or that the user is not to hear of it.
_LEAVE_TO_YOU = lazy_pattern(
    r"\b(?:pre-?authori[sz]ed|authori[sz]ed|asks?|wants?|expects?|allowed|instructed|permitted) you to\b"
    r"|\b(?:user|owner|maintainers?|operator|accountant|admin\w*|team)s? (?:has|have) (?:already |just )?(?:agreed"
    r"|approved|authori[sz]ed|consented|pre-?authori[sz]ed)\b[^.\n]{0,40}[,;.] ?(?:so )?(?:do not|don't|no need to"
    r"|you need not|never) ask",
    re.I,
)
_KEPT_FROM_USER = lazy_pattern(
    r"\b(?:do not|don't|never|without|not to) (?:ever )?(?:mention\w*|tell\w*|inform\w*|show\w*|say\w*"
    r"|report\w*|reveal\w*)\b[^.\n]{0,30}\b(?:(?:to )?the (?:user|person|reader)|(?:in|from) (?:the"
    r"|your) (?:reply|summary|answer|report|response))\b"
    r"|\b(?:the user|user) (?:does not|doesn't|need not|must not|should not"
    r"|shall not) (?:need to )?(?:know|see|hear|learn|notice)"
    r"|\bkeep (?:this|these|it|quiet|that)\b[^.\n]{0,30}\b(?:to yourself|about (?:it|this)|from the user)\b"
    r"|\b(?:erw[aä]hne|sag\w*|zeig\w*)\b[^.\n]{0,20}\b(?:nicht|nichts)\b[^.\n]{0,20}\b(?:nutzer"
    r"|zusammenfassung|antwort)"
    r"|\bn'en (?:parle|dis|fais)\w* (?:pas|rien)\b|\bno (?:se )?lo (?:menciones|digas)\b"
    r"|\bsin (?:mencionarlo|dec[ií]rselo)\b",
    re.I,
)


def reader_order(text: str) -> tuple[int, int] | None:
    """Return the span of the first order to a machine that reads the text, None without one."""
    text = text[:_MAX_TEXT]
    found = next(
        filter(None, (pattern.search(text) for pattern in (_ORDERS, _ORDERS_ABROAD, _ADDRESSED, _LEAVE_TO_YOU))), None
    )
    return found.span() if found is not None else None


def reader_marks(content: str) -> Iterator[GuardianFinding]:
    """Yield a mark for a file that gives orders to the machine that reads it."""
    found = reader_order(content)
    if found is not None or keeps_from_user(content):
        start, end = found or (0, 0)
        yield GuardianFinding(
            rule_id="file.reader_orders",
            layer="text",
            severity="mark",
            field="/content",
            start=start,
            end=end,
            reason=sentence("It gives orders to the machine that reads it."),
        )


def keeps_from_user(text: str) -> bool:
    """Return whether a text tells its reader what the user is not to hear."""
    return _KEPT_FROM_USER.search(text[:_MAX_TEXT]) is not None
