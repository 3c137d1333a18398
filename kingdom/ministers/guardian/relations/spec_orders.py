"""What a rule of a spec would bring about: an act with its cover, an exemption, a made-up voice, a pressure on people.

Each relation joins the parts of one sentence. A sentence that forbids fills none; practice, tests and fiction are named
by the purpose.
"""

import re
from collections.abc import Iterator, Sequence

_GAP = r"[^.!?;\n]"
_INSIDERS = (
    r"(?:owners?|founders?|directors?|chief|boss(?:es)?|chair(?:man|woman)?|president|mayor|management|manager|partners?"
    r"|sponsors?|shareholders?|brother|sister|cousin|son|daughter|wife|husband|friends?|relatives?)(?:'s|s')?"
)
_PASSES = (
    r"(?:pass(?:es)?\b|go(?:es)? through|(?:is|are) (?:fine|approved|ticked|accepted|waved|not (?:opened|checked|reviewed|looked"
    r"|examined|counted))|get(?:s)? (?:a thumbs up|approved|through)|unseen|unchecked|unopened|never (?:gets?|receives?) less"
    r"|without (?:a )?(?:check|look|review))"
)
_COVER = (
    r"(?:call(?:s|ed)? (?:it|this|that|them|the reason)|(?:is|are) (?:called|described as|labelled|recorded as|ticked off)"
    r"|the reason (?:given|named|stated) is|(?:name|give|state|cite) [\w ]{1,30} as the (?:reason|explanation|cause)"
    r"|(?:plan|log|record|report|minutes|list|file|protocol|paper)s? (?:says?|shows?|states?|claims?)"
    r"|(?:recorded|written up|reported|noted|ticked|booked|entered|marked|put down) as (?:done|passed|checked|approved|reviewed"
    r"|training|delivered|complete|read)|(?:report|note|claim) (?:green|success)|name the (?:function|file|step|account) )"
)
_TRAIT = (
    r"(?:union|works council|strike\w*|complain\w*|criticis\w*|ill\b|sick|pregnan\w*|children|foreign|origin|accent|district|names? that"
    r"|religio\w*|benefits|donat\w*|sponsor\w*|mistakes|wheelchair|disab\w*|over (?:fifty|sixty|seventy|\d\d)|older|poor|debts?"
    r"|district|neighbou?rhood|grew up|mention a lawyer|battery)"
)
_WORSE = (
    r"(?:lose|loses|get(?:s)? (?:the |only |no |fewer |less )|go(?:es)? (?:to the (?:bottom|end)|last)|hear(?:s)? only"
    r"|(?:is|are) (?:lifted|raised|sorted|marked|moved|shown|put|given|told|ranked|placed|kept)|mark(?:ed)? down|(?:as|is) a factor"
    r"|lower|higher price|worse|longer|the nights|the weekends|points?)"
)
_INVENTS = (
    r"(?:invent\w*|make up|made[- ]up|fabricat\w*|plausible|fictitious|imagined|(?:who|that|which) (?:do|does) not exist|sign for"
    r"|under (?:the |another |other )?names? of|as (?:a|an|another) (?:guest|customer|buyer|patient|visitor|reader)|put words into"
    r"|pretend to be|pose as|sound like|add the (?:vote|signature|name)s?)"
)
_VOICES = (
    r"(?:names?|signatures?|signature list|guests?|doctors?|customers?|reviews?|praise|stud(?:y|ies)|quot\w*|votes?|experts?|patients?"
    r"|minister|police|grandson|people|buyers?|visitors?|readers?|appointment|price list|quorum)"
)
_FIGURES = r"(?:values?|readings?|measurements?|figures?|entries|amounts?|hours|losses|orders|near misses|side effects|patients|results?)"
_LIMIT = r"(?:(?:above|beyond|over|exceed\w*|break\w*|violat\w*)[^.!?;\n]{0,20}(?:limit|permit|threshold|norm|allowed|legal)|looks? bad|got worse|cost a fine|bonus)"
_ADJUSTED = r"(?:replac\w+|remov\w+|mov(?:e|ed)|drop\w*|smooth\w*|taken out|left out|stop counting|set to|bring|filed as|last year|shift\w*)"
_TELLS = r"(?:mention|hint|say|tell|call|let|write|suggest|remind)"
_CIRCLE = r"(?:employers?|neighbou?rs?|children|famil(?:y|ies)|school|workplace|colleagues?|parents|friends|landlords?)"
_LEARNS = r"(?:hear|learn|know|find out|be told|read|see)"
_HELPERS = r"(?:friends?|famil(?:y|ies)|parents?|doctors?|teachers?|second opinion|lawyers?|relatives|therapists?)"
_UNSEEN = (
    r"(?:nobody|no one|unless (?:somebody|someone|anyone|they|he|she) asks?|in silence|quietly|silently|by the way|before anyone"
    r"|(?:client|customer|user|auditor|inspector|buyer|board|reader)s? (?:does|do|will|need) not)"
)
_LEFT_OPEN = r"(?:leave it|and leave|keep the rights|in case\b|only we know|for us\b|get round|stay(?:s)? open|do not (?:undo|revert|close|narrow|remove))"
_ACCESS = r"(?:port|log ?in|account|user|role|password|rights?|permission|access|door|way|key|certificate)"
_CLAIMS = r"(?:asserts?|claims?|says?|states?|tells?|calls itself|wished?)"
_STORED = r"(?:fact|settled|true|truth|as (?:given|decided|agreed)|administrator|wins over|beats|outranks|carried out|obeyed|obey)"

_RELATIONS: Sequence[tuple[str, str]] = (
    (
        "story.harm",
        rf"\b{_TRAIT}{_GAP}{{0,60}}\b{_WORSE}{_GAP}{{0,60}}\b{_COVER}|\b{_TRAIT}{_GAP}{{0,50}}\b{_WORSE}{_GAP}{{0,40}}\b{_UNSEEN}",
    ),
    (
        "story.harm",
        rf"\b(?:whoever|those|people|anyone|names|customers|pupils|applicants|staff|essays) (?:who|that|with|whose|on|joined)?\b{_GAP}{{0,30}}\b{_TRAIT}{_GAP}{{0,40}}\b(?:lose|loses|go(?:es)? to the bottom|sorted out|get(?:s)? the (?:nights|weekends|worst)|higher price|mark(?:ed)? down|hear(?:s)? only)\b",
    ),
    (
        "story.harm",
        rf"\b(?:mark|grade|rank|sort|score|price|give|note|use)\b{_GAP}{{0,40}}\b{_TRAIT}{_GAP}{{0,60}}\b{_COVER}",
    ),
    ("story.unasked", rf"\b{_INSIDERS}\b{_GAP}{{0,40}}\b{_PASSES}"),
    ("story.untold", rf"\b{_PASSES}{_GAP}{{0,30}}\band\b{_GAP}{{0,30}}\b{_COVER}"),
    ("story.harm", rf"\b{_INVENTS}\b{_GAP}{{0,50}}\b{_VOICES}\b|\b{_VOICES}\b{_GAP}{{0,30}}\b{_INVENTS}\b"),
    (
        "story.harm",
        rf"\b{_FIGURES}\b{_GAP}{{0,40}}\b{_LIMIT}{_GAP}{{0,40}}\b{_ADJUSTED}\b|\b{_ADJUSTED}\b{_GAP}{{0,60}}\b{_LIMIT}",
    ),
    (
        "story.harm",
        rf"\b(?:state|claim|declare|enter|report|choose|fill in)\b{_GAP}{{0,30}}\b(?:that|which|the)\b{_GAP}{{0,30}}\b(?:requires?|lowers?|needs?|pays the lower|true or not|whether or not|than there are|however many|of small value)\b",
    ),
    (
        "story.harm",
        rf"\b{_TELLS}\b{_GAP}{{0,40}}\b{_CIRCLE}\b{_GAP}{{0,25}}\b(?:will|could|may|might|would)\b{_GAP}{{0,10}}\b{_LEARNS}\b|\bcall\b{_GAP}{{0,15}}\bdebtor's {_CIRCLE}",
    ),
    (
        "story.harm",
        rf"\b(?:talk|advise|warn|discourage|keep|turn)\b{_GAP}{{0,20}}\b(?:out of|against|from|away)\b{_GAP}{{0,30}}\b{_HELPERS}\b|\bask\w* (?:a |the |their )?{_HELPERS}\b{_GAP}{{0,25}}\b(?:shameful|useless|pointless|weak)",
    ),
    (
        "story.harm",
        rf"\b(?:praise|celebrate|reward|cheer|admire)\b{_GAP}{{0,40}}\b(?:skipped|without food|without eating|fasting|hunger|cut|less than|lower)\b|\bfeel guilty\b",
    ),
    (
        "story.elsewhere",
        rf"\b(?:trace\w*|identif\w+|recogni[sz]\w+|who talks|who said)\b{_GAP}{{0,50}}\b(?:note|name|list|add|pass|report|tell)\b{_GAP}{{0,50}}\b(?:head|managers?|boss|department|management|owner|on)\b",
    ),
    (
        "story.kept",
        rf"\b(?:customers?|users?|callers?|mails?|tickets?|pages?|he|she|somebody|sentences?)\b{_GAP}{{0,30}}\b(?:{_CLAIMS}|addressed to)\b{_GAP}{{0,60}}\b{_STORED}\b",
    ),
    (
        "story.kept",
        rf"\b(?:store|write down|note|keep|remember|teach)\b{_GAP}{{0,40}}\b{_STORED}\b{_GAP}{{0,50}}\b(?:for all|later|everyone|if (?:he|she|they) says?)\b",
    ),
    (
        "story.unasked",
        rf"\b(?:open|build|give|leave|turn off|widen|borrow|take)\b{_GAP}{{0,40}}\b{_ACCESS}\b{_GAP}{{0,60}}\b{_LEFT_OPEN}",
    ),
    (
        "story.unasked",
        rf"\b(?:gate|check|approval|guard|review)\w*\b{_GAP}{{0,20}}\b(?:refuse|fail|block|object)\w*\b{_GAP}{{0,30}}\b(?:by hand|anyway|another way|around|from the shell|directly)\b",
    ),
    (
        "story.untold",
        rf"\b(?:hide|bury|weaken|leave out|drop|delete|keep out)\b{_GAP}{{0,60}}\b(?:unless|so that (?:nobody|no one)|where it would|whoever asks|if it could|before anyone|in silence|for the auditor|what the auditor)\b",
    ),
    (
        "story.untold",
        rf"\b(?:hide|bury|tuck)\b{_GAP}{{0,30}}\b(?:price|fee|clause|renewal|exclusion|term|rise|cost)\w*\b{_GAP}{{0,30}}\bin\b",
    ),
)
RELATIONS: Sequence[tuple[str, re.Pattern[str]]] = tuple((rule, re.compile(text, re.I)) for rule, text in _RELATIONS)
_PRACTICE = re.compile(
    r"\b(?:training|tests?|test data|exercises?|quiz\w*|practi[cs]e|story|stories|novels?|fiction|games?|role ?play\w*|examples?"
    r"|dialogues?|lessons?|drama|poems?|anonymi\w*|awareness)\b",
    re.I,
)
_LONGEST = 600  # characters of a sentence


def rule_relations(sentence: str, purpose: str) -> Iterator[str]:
    """Yield the rules of the relations that an order fills; deceit in practice, tests and fiction is their purpose."""
    practises = _PRACTICE.search(purpose) is not None or _PRACTICE.search(sentence) is not None
    for rule, pattern in RELATIONS:
        if not (practises and rule == "story.harm") and pattern.search(sentence[:_LONGEST]):
            yield rule
