"""Structures of commands that need an ability, whatever their verb, in the form of ``ability_phrases``. Plain data.

A list of verbs knows no verb that it does not name. Here a command is a word that can be a verb, before an object that
begins with an article or a pronoun; what it says about its way or its goal ("by e-mail", "every Friday", "as a chart")
names the ability. Work on a text, such as writing or explaining, needs none.
"""

from collections.abc import Mapping, Sequence

from kingdom.contracts.capabilities.abilities import Ability

_SUBJECTS = (
    r"i|we|you|he|she|it|they|the|an?|my|our|your|his|her|their|this|that|these|those|there|one|some|many|most|all|"
    r"every\w*|each|any|no|nobody|"
    r"ich|wir|du|ihr|er|sie|es|man|der|die|das|den|dem|ein\w*|mein\w*|unser\w*|dein\w*|diese\w*|alle\w*|jede\w*|viele|"
    r"je|tu|il|elle|on|nous|vous|ils|elles|le|la|les|l|un|une|des|du|mon|ma|mes|nos|notre|ce|cet|cette|ces|tous|toutes|"
    r"chaque|yo|nosotros|el|ella|ellos|ellas|los|las|una|mi|mis|nuestr\w+|este|esta|estos|estas|todos|todas|cada"
)
_LINKS = (
    r"in|on|at|by|via|per|with|from|for|to|of|about|and|or|but|so|as|than|um|ab|an|auf|aus|bei|mit|nach|von|vor|zu|fur|"
    r"und|oder|aber|uber|a|au|aux|de|d|en|par|pour|sur|avec|et|ou|mais|dans|al|del|con|por|para|sobre|y|o|pero|"
    r"if|whether|which|who|when|where|how|what|why|not|ob|wie|was|wo|wann|wer|dass|weil|wenn|si|que|qui|quand|comment|"
    r"como|cuando|donde|quien|porque"
)
_TEXT_VERBS = (
    r"write|draft|compose|explain|describe|suggest|list|name|compare|summari[sz]e|translate|rewrite|rephrase|shorten|"
    r"correct|define|discuss|imagine|invent|reply|answer|learn|teach|"
    r"schreib\w*|formulier\w*|verfass\w*|entwirf|erklar\w*|beschreib\w*|nenn\w*|vergleich\w*|ubersetz\w*|kurz\w*|"
    r"korrigier\w*|antwort\w*|lern\w*|"
    r"ecri\w*|redige\w*|explique\w*|decri\w*|cite\w*|compare\w*|resume\w*|tradui\w*|raccourci\w*|corrige\w*|repond\w*|"
    r"escrib\w*|redact\w*|explic\w*|describ\w*|nombra\w*|compara\w*|traduc\w*|acort\w*|corrige\w*|respond\w*"
)
_STATES = (
    r"is|are|was|were|be|been|has|have|had|do|does|did|got|get|gets|ist|sind|war|waren|hat|haben|hatte|kommt|"
    r"est|sont|etait|a|ont|es|son|era|ha|han|hay|am"
)
_OBJECT = (
    r"(?:the|an?|my|our|your|his|her|their|this|that|these|those|it|them|him|everyone|everybody|all|each|every|me|us|"
    r"der|die|das|den|dem|eine?[nmr]?|meine?[nmr]?|unsere?[nmr]?|diese[nmrs]?|alle[nm]?|jede[nmr]?|es|sie|ihn|ihm|ihr|"
    r"ihnen|mir|uns|le|la|les|l|un|une|des|du|mon|ma|mes|nos|notre|cet?|cette|ces|tous|toutes?|tout|el|los|las|una|mi|"
    r"mis|nuestr[oa]s?|est[eao]s?|todos|todas|al \w+|aux? \w+)\b"
)
_WORD = rf"(?!(?:{_SUBJECTS}|{_LINKS}|{_TEXT_VERBS}|{_STATES})\b)[a-z]{{2,}}"
_VERB = rf"{_WORD}(?:-(?:moi|nous|lui|leur|les?|la))?"
# A German verb of a statement ends in t, a Spanish one of what "I" or "we" do in o or mos.
_STATEMENT = (
    r"(?!\w+t (?:der|die|das|den|dem|eine?|meine?|unsere?|alle|jede)\b|\w*(?:o|oy|mos) (?:el|la|los|las|una?|mis?|cada"
    r"|nuestr\w+|todos|todas)\b)"
)
_PARTICLE = r"(?: (?:bitte|mal|doch|a|al|up|out|over|off|through|down|in|suivre|please))?"
_DAY_PART = (
    r"(?: (?:morning|noon|afternoon|evening|night|morgens?|mittags?|nachmittags?|abends?|nachts|matin|midi|soir"
    r"|por la (?:manana|tarde|noche)))?(?: (?:en semaine|du lundi au vendredi|de lunes a viernes"
    r"|(?:from )?monday (?:to|through) friday|von montag bis freitag))?"
)
# What these do with an address is no reading of its page: they work on its text, or reach a host.
_ADDRESS_VERBS = (
    r"validate|parse|encode|decode|escape|split|strip|normali[sz]e|fetch|download|call|query|ping|request|curl|hit|"
    r"contact|pull|retrieve|post|visit|validier\w*|ruf\w*|lad\w*|hol\w*|frag\w*|kontaktier\w*|appel\w*|interroge\w*|"
    r"telecharge\w*|recuper\w*|contact\w*|valid\w*|llama\w*|descarga\w*|pide\w*|obten\w*"
)
COMMAND_PARTS: Mapping[str, str] = {
    "command": rf"{_VERB}{_PARTICLE} {_OBJECT}",
    "regular_command": rf"(?:please |bitte |por favor,? )?{_STATEMENT}{_VERB}{_PARTICLE} {_OBJECT}",
    "recurrence": r"(?:(?:<recurs>|<wieder>|<souvent>|<repite>)|(?:on )?(?:week|work|business )days"
    r"|(?:an )?werktag(?:s|en)|wochentags|en semaine|les jours ouvres|entre semana|(?:los )?dias laborables)"
    rf"{_DAY_PART}",
    "clock": r"(?: (?:at|around|before|by|um|gegen|ab|vor|a|vers|avant|a las?|sobre las) \S+(?: (?:uhr|heures?"
    r"|y media|[ap]\.?m\.?|o clock))?)?",
    "medium": r"(?:e-?mail|mail|sms|text(?: message)?|texto|whatsapp|slack|telegram|signal|teams|discord|courriel"
    r"|courrier|correo(?: electronico)?|rundmail|newsletter|post|fax)\b",
    "picture": r"(?:\S*(?:charts?|diagramms?|graph|schaubild|histogramms?|kurve)|histograms?|graphs?|scatter ?plots?"
    r"|graphiques?|histogrammes?|courbes?|camembert|graficos?|graficas?|histogramas?)\b",
}
STRUCTURES: Mapping[Ability, Sequence[str]] = {
    "send": (r"<command><direct> (?:by|via|per|over|through|par|por|uber|mit|mediante) <medium>",),
    "schedule": (
        r"^<recurrence><clock>,? <regular_command>",
        r"^(?:at|um|gegen|a|vers|a las?) (?:\S+ ){1,3}?<recurrence>,? <regular_command>",
        rf"^{_STATEMENT}{_VERB} (?:bitte |mal )?<recurrence> {_OBJECT}",
    ),
    "host": (
        rf"^{_VERB}{_PARTICLE} (?:\S+ ){{1,6}}?(?:via|through|using|uber|par|mediante|con) (?:(?!key)\S+ ){{0,3}}?"
        r"(?:\S+-)?api\b(?! (?:key|design|documentation))",
        r"<command><direct> (?:from|via|through|using|uber|von|aus|par|por|desde|de|con|avec|mit)"
        r"(?: (?!(?:key|keys)\b)\S+){0,4}? (?:\S+-)?api\b(?! (?:key|design|documentation))",
        r"(?:get|take|grab|pull|pick|collect|nimm|entnimm|zieh|sammle|prends|tire|extrais|prenez|saca|extrae|toma|coge"
        r"|trae)\b~ (?:from|at|von|aus|de|sur|desde|en) <url>",
    ),
    "read_pages": (rf"(?!(?:{_ADDRESS_VERBS})\b){_VERB}{_PARTICLE} <page>",),
    "write_files": (
        r"(?!(?:find|read|look|search|check|see|count|spot|lies|such|find|zahl|pruf)\w*\b)[a-z]{3,}(?: (?:it|them|this"
        r"|that|everything|all|the (?:result|text|table|output)|es|das|sie|alles|das ergebnis))(?: away| down)? "
        r"(?:in|into|to|as|under|als|unter) <file>",
        r"(?:garde|conserve|range|place|depose|note|stocke|copie|colle)[rz]?(?:-(?:le|la|les)|<droit>) (?:dans|sous)"
        r" <file>",
        r"<command><direct> into <file>",
    ),
    "chart": (
        r"<command><direct> (?:as|like|als|en|como|comme|wie|in(?: die)? form|sous (?:la )?forme d(?:e| une?)?"
        r"|en forma de)(?: an?| eine?[nmrs]?| une?| una?| the| einfaches?)?(?: \S+)? <picture>",
    ),
}
# Only a sentence with one of these can have the structure: a cheap look before an expensive one.
HINTS: Mapping[Ability, str] = {
    "send": r"\b<medium>",
    "schedule": r"\b<recurrence>",
    "host": r"\bapi\b|<url>",
    "read_pages": r"<page>",
    "write_files": r"<file>",
    "chart": r"\b<picture>",
}
