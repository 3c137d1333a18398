"""Reads the story around a broken document: what happened before, who found it, and the question where it is broken."""

import re

FAULT_ASKED = re.compile(
    r"\b(?:what(?: is|'?s)? (?:the )?(?:wrong|broken|problem|mistake|error|issue)|(?:where|why)(?: is|'?s| does| do| will| would| can| the)*\b[^.?!\n]{0,30}\b(?:wrong|broken|break|breaks|error|mistake|fail\w*|invalid|not (?:work|parse|load)\w*)|"
    r"(?:whats|wheres) (?:the )?(?:wrong|broken|problem|mistake|error|issue)|(?:find|spot|see) (?:the |my )?(?:error|mistake|problem|bug)|"
    r"was (?:ist )?(?:da |hier |daran |damit )?(?:falsch|kaputt|der fehler|das problem|stimmt\b[^.?!\n]{0,12}\bnicht)|wo (?:ist|steckt|liegt)\b[^.?!\n]{0,12}\b(?:fehler|kaputt)|(?:nur )?(?:sag\w* )?(?:mir )?wo (?:der |das |ein )?(?:fehler|problem) (?:ist|steckt|liegt|sitzt)|"
    r"(?:qu'est-ce qui|quest ce qui|ou) (?:ne va pas|cloche|est (?:casse|l'erreur|le probleme)|y a-t-il une erreur)|quel(?:le)? est (?:l'erreur|le probleme)|"
    r"(?:que|donde) (?:esta (?:mal|roto|el (?:error|fallo|problema))|tiene mal|falla)|cual es (?:el (?:error|fallo|problema)))\b",
    re.IGNORECASE,
)
FAULT_WHY = re.compile(  # "warum meldet mir das Programm hier einen Fehler?"
    r"\b(?:why|how come|warum|wieso|weshalb|pourquoi|por ?que)\b[^.?!\n:]{0,70}?\b(?:errors?|fehler\w*|fehlermeldung|erreurs?|fallos?|fall[ae]n?|refus\w*|reject\w*|chokes?|choking|crash\w*|won'?t|loads?|loading|imports?|accept\w*|akzeptier\w*|lehnt|ablehnt|laden|ladt|lesen|klappt|geht|funktionier\w*|meckert|meldet|plante|marche|charge[rz]?|acepta|rechaza|carga|funciona|fail\w*|works?|parse\w*|opens?|complain\w*)\b[^.?!\n:{\[]{0,40}",
    re.IGNORECASE,
)
FAULT_STORY = re.compile(  # what happened to the document and to the program that reads it
    r"\b(?:after|since|because|when|as|but|and|so|nachdem|seit|weil|als|aber|depuis que|apres que|parce que|quand|mais|despues de que|desde que|porque|cuando|pero)? ?"
    r"(?:(?:i|we|he|she|they|someone|somebody|(?:my|our|the|a|this) [a-z]+|ich|wir|er|sie|jemand|(?:mein|meine|unser|unsere|der|die|das) [a-z]+|je|j'|on|nous|(?:mon|ma|mes|notre|le|la|l') ?[a-z]+|(?:mi|mis|nuestr[oa]|el|la) [a-z]+|app|site|server|importer|parser) )"
    r"(?:just |still |ha(?:ve|s|d|be|bt|t) |ai |avons |a |he |ha |hemos |is |kept )?"
    r"(?:edited|changed|touched|saved|sent|wrote|copied|pasted|made|got|exported|generated|merged|modified|added|won'?t|wont|will not|doesn'?t|does not|can'?t|cannot|refuses|rejects|rejected|crashes|crashed|fails|failed|stopped|complains|says|"
    r"geandert|bearbeitet|geschickt|kopiert|startet|ladt|lauft|geht|sagt|meldet|meckert|modifie|change|edite|envoye|copie|ne demarre|ne se lance|refuse|dit|plante|edite|cambie|edit[eo]|modifique|copie|envio|mando|no arranca|no carga|falla|dice)\b"
    r"(?:(?! (?:and|und|et|y|then|dann) )[^.?!,;:\n]){0,60}",
    re.IGNORECASE,
)


FAULT_FEARED = re.compile(  # the other half of "is it valid, or did I mess up"
    r",? ?\b(?:or|oder|ou|o) (?:did|have|has|is|are|was|am|hab\w*|hat|ist|bin|ai-je|est-ce|y a|j'ai|he|hay|esta|la he)\b[^.?!\n]{0,40}?"
    r"\b(?:(?:mess|screw|muck|stuff|f)(?:ed)? (?:it |this |something )?up|mess(?:ed)? (?:it|this|something) up|wrong|mistakes?|broken?|break (?:it|this|something)|errors?|typos?|invalid|off|miss(?:ed|ing)? (?:something|a \w+)"
    r"|vermurkst|vertan|falsch|fehler|kaputt|verhauen|trompee?|erreur|faute|casse|equivocado|error|fallo|mal|roto|roti)\b(?: (?:somewhere|there|here|in it|gemacht|drin|quelque part|en algo|something|anything|anywhere))?",
    re.IGNORECASE,
)


FAULT_COMPLAINED = re.compile(  # "my linter complains about this but I don't see why", "the server just says 400"
    r"(?:\b(?:(?:my|the|our|his|her|mein\w*|unser\w*|der|die|das|mon|ma|notre|le|la|mi|nuestr\w*|el) )?(?:[\w-]+ )?"
    r"(?:linter|validator|parser|editor|ide|vs ?code|eslint|jq|server|backend|api|tool|app|program\w*|console|browser|validateur|validador|serveur|servidor|outil|herramienta|analyseur|consola)"
    r"(?: (?:just|only|always|now|still|keeps|nur|immer|toujours|siempre))? (?:complain\w*|warns?|warning|rejects?|refuses|moans|says|throws|gives(?: me)?|returns|answers|flags|marks|underlines|meckert|warnt|sagt|meldet|markiert|se plaint|rale|refuse|dit|signale|se queja|avisa|marca|dice|rechaza|devuelve)\b"
    r"(?: (?:about|over|on|at|me|it|this|that|here|hier|only|an?|the|error|errors|warnings?|bad request|uber|das|dies\w*|de|ca|cela|esto|un|une|una|fehler|erreur|aviso|[45]\d\d))*)"
    r"|(?:,? ?\b(?:but|aber|mais|pero) )?\b(?:i )?(?:do ?n[o']?t|can ?n?[o']?t|cannot|ich (?:seh|finde?|versteh)\w* (?:aber )?nicht|je ne (?:vois|comprends|sais) pas|no (?:veo|entiendo|encuentro|se))(?: (?:see|find|know|understand|get|spot|tell))?,? (?:why|what|where|warum|was|wo|weshalb|pourquoi|ou|ce qui|por ?que|que|donde)\b"
    r"(?: (?:is|it'?s|the|problem|wrong|falsch|ist|cloche|ne va pas|mal|esta|falla))*(?= *(?:[.,:;!?\n]|\Z))",
    re.IGNORECASE,
)


def is_complained_of(folded: str) -> bool:
    """Return whether a program is said to complain of a document, so that the fault in it is wanted."""
    return FAULT_COMPLAINED.search(folded) is not None


def told_spans(folded: str) -> list[tuple[int, int]]:
    """Return the places of a question for the fault and of the story around it, [] where no such question is put."""
    is_asked = FAULT_ASKED.search(folded) is not None or FAULT_WHY.search(folded) is not None
    story = (FAULT_ASKED, FAULT_WHY, FAULT_STORY) if is_asked else (FAULT_FEARED,)
    return [match.span() for pattern in (*story, FAULT_COMPLAINED) for match in pattern.finditer(folded)]
