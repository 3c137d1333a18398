"""What an act is to bring about, and on what it depends: subordinate clauses of an order in a spec or a message.

Each pattern joins two clauses: an act with the aim that nobody sees it, silence with consent, a refusal with borrowed
rights, a figure with the result it must show, a foreign text with the rank of an order. None of the parts is a finding.
"""

import re
from collections.abc import Sequence

from kingdom.core.text.lazy_patterns import lazy_pattern

_SEES = (
    r"(?:see|sees|seen|notic\w+|find|finds|hear|hears|know|knows|learn|learns|look|looks|tell|grasp\w*|read|reads"
    r"|reali[sz]\w+|recogni[sz]\w+|check|checks|ask|asks|follow|follows|suspect\w*|spot|spots|overlook\w*|object\w*)"
)
_NOBODY = r"(?:no ?body|no one|hardly any(?:one|body)|none of them)"
_OTHERS = (
    r"(?:they|he|she|(?:the |its |their )?(?:users?|readers?|customers?|clients?|tenants?|participants?|people|platform"
    r"|reviewers?|bank|authorit\w+|recipients?|buyers?|owners?|parents|patients?|relatives|checker))"
)
_NOT = (
    r"(?:never|not|cannot|can't|won't|don't|doesn't|do not|does not|will not|need not|needn't|must not|should not"
    r"|shall not|hardly|barely)"
)
_CONTROL = (
    r"(?:countersign\w*|sign|signs|signing|signature\w*|approv\w+|check|checks|checked|alert|alerts|sign-?off"
    r"|second (?:pair|check|signature)|review\w*|confirmation|consent|permission)"
)
_GRANTED = (
    r"(?:granted|approved|agreed|accepted|released|cleared|confirmed|agreement|consent|approval|a? ?release\b|a yes"
    r"|as though|as if)"
)
_RIGHTS = r"(?:rights|accounts?|tokens?|session|credentials|keys?|identity|log-?in|permissions?)"
_OF_OTHERS = (
    r"(?:(?:the |an? )?(?:administrator|admin|colleague|manager|service|root|owner|director|sync service|bot)(?:'s|s'))"
)
_FOREIGN = (
    r"(?:what you (?:read|find)\b|web results?|(?:the )?(?:web|latest|newest|last) (?:page|text|message|input)"
    r"|(?:orders|instructions|text|comments?|commands|content|requests)"
    r" (?:in|inside|from|of|between|on) (?:the )?(?:attachments?|pages?|mails?|documents?|files?|comments?|web"
    r"|other|foreign|input|letters?|tickets?|calendar)|(?:the )?(?:document|page|mail|ticket|comment|invitation)\w*'s"
    r" \w+|notes from)"
)
_FIGURES = (
    r"(?:values?|numbers?|figures?|data|rows?|outliers?|results?|margins?|measur\w+|points?|averages?|losses|shares?"
    r"|counts?|quarter\w*|samples?|limits?|answers|complaints|stamps?|scores?|grades?|tests?)"
)
_GROUP = (
    r"(?:women|men|foreign\w*|migrants?|pregnan\w+|mothers|older (?:workers|people|applicants)|disab\w+|people from"
    r"|applicants (?:with|without|from)|those over|girls|boys|surnames?)"
)
_SOMEBODY = (
    r"(?:she|he|(?:the |his |her |each |every )?(?:wom[ae]n|girls?|wife|husband|(?:former |ex-?)?partners?|ex"
    r"|neighbours?|famil(?:y|ies)|employees?|colleagues?|tenants?|private persons?))"
)
_DISCLOSES = (
    r"(?:forward|hand|pass|give|show|report|tell|inform|send|sell|share|deliver|copy|attach|transmit|publish|supply"
    r"|keep"
    r"|let|make|collect|note)"
)
_POWERFUL = (
    r"(?:employers?|insurers?|sponsors?|landlords?|line managers?|directors?|boards?|investors?|husbands?|wives|wife"
    r"|competitors?|sales lead|marketing|vendors?|agenc(?:y|ies)|agency partners|head of department|holding|recruiters?"
    r"|advertisers?|other companies|research partners?|monitor|hr desk|supervisors?)(?:'s \w+)?"
)
_PRIVATE = (
    r"(?:private|confid\w+|secret\w*|diagnos\w+|pregnan\w+|ill\b|illness\w*|union|strike|salar\w+|income|family status"
    r"|chats?|conversations?|remarks|transcripts?|recordings?|plans|appointments|passports?|address list|addresses"
    r"|contact lists?|what (?:\w+ ){1,2}(?:say|said|confided|told|mention|wrote)\w*|health|is looking|calculation"
    r"|patient'?s?|lab results|religion|orientation)"
)

_CLAUSES: Sequence[tuple[str, str]] = (
    # the act, and the aim that nobody sees it
    ("story.untold", rf"\b{_NOBODY}\b[^.;]{{0,25}}\b{_SEES}\b"),
    (
        "story.untold",
        rf"\b(?:so|so that|that|which|and|such that|in a way that|what|while|because)\b[^.;]{{0,25}}\b{_OTHERS}\b"
        rf"[^.;]{{0,25}}\b{_NOT}\b[^.;]{{0,12}}\b{_SEES}\b",
    ),
    (
        "story.untold",
        rf"\b(?:so|so that|such that|in a way that)\b[^.;]{{0,30}}\b{_OTHERS}\b[^.;]{{0,12}}\boverlook\w*",
    ),
    (
        "story.untold",
        r"\bwithout\b(?: \w+){0,4} (?:notic|reali[sz]|knowing|hearing|suspect)\w*"
        r"|\bwithout (?:a |any |leaving (?:a |any )?)?(?:trace|mention)\b"
        r"|\bkeep (?:it |that |this )?quiet about\b|\band deny (?:it|that|having)\b|\bon the quiet\b",
    ),
    ("story.untold", r"\b(?:name|give|state|mention|find) (?:another|a different|some other|a false) reason\b"),
    (
        "story.untold",
        r"\b(?:damit|sodass|so dass)\b[^.;]{0,60}\b(?:niemand|keine?r?|nie|nichts|nicht)\b[^.;]{0,30}"
        r"\b(?:merk|erf[aä]hr|frag|unterschr|sieht|sehen|pr[uü]f|bemerk)\w*"
        r"|\b(?:soll|sollen|darf|d[uü]rfen|muss|m[uü]ssen)\b[^.;]{0,30}\bnichts\b[^.;]{0,20}\b(?:erfahren|merken"
        r"|wissen)\b"
        r"|\bsans (?:le |la |les |lui |l')?(?:signaler|dire|montrer|pr[eé]venir|mentionner)\b"
        r"|\bne pas (?:le |la |les )?(?:montrer|dire|signaler|mentionner)\b"
        r"|\bsin (?:decir|avisar|mostrar|mencionar|que \w+ (?:lo )?(?:sepa|note|vea))\w*",
    ),
    # the act in a form that no control sees
    (
        "story.unasked",
        r"\b(?:split\w*|several|pieces|parts|lower|smaller|small enough|two or three|break|cut|instead of one|spread"
        rf"|combine|present|call|label|book|register|mark|flag)\b[^.]{{0,90}}\b(?:so|since|because|as|which|that"
        rf"|where)\b"
        rf"[^.]{{0,40}}\b(?:no|none|never|not|need no|needs no|without|past|avoid\w*|isn't|aren't"
        rf"|only)\b[^.]{{0,30}}\b{_CONTROL}\b",
    ),
    (
        "story.unasked",
        r"\b(?:below|under|beneath|up to)\b[^.]{0,50}\b(?:because|since|as|so|where|from \d[\d,.]* on)\b[^.]{0,40}"
        rf"\b(?:{_NOBODY}|{_CONTROL})\b",
    ),
    # silence, or somebody's haste, as consent
    (
        "story.unasked",
        r"\b(?:no|without(?: an?| any)?|not|hasn't|haven't|nobody|silence)\b[^.]{0,30}"
        r"\b(?:reply|replies|replied|answer\w*|response|objections?|objected|agreed|silence|said)\b[^.]{0,50}"
        rf"\b(?:act|book|treat|count|take|regard|mark|consider|log|record)\b[^.]{{0,30}}\b{_GRANTED}",
    ),
    (
        "story.unasked",
        r"\b(?:take|treat|count|regard|read|use)\b[^.]{0,50}\b(?:silence|no answer|no reply|thumbs-?up|greeting|thanks"
        rf"|earlier approval|last (?:approval|yes)|approval from)\b[^.]{{0,40}}\b(?:as"
        rf"|for)\b[^.]{{0,20}}(?:{_GRANTED}|\bthis one)",
    ),
    (
        "story.unasked",
        r"\b(?:sign|fill in|put|insert|enter|add|forge|use)\b[^.]{0,30}\b(?:signatures?|initials|sign for)\b[^.]{0,60}"
        r"\b(?:missing|absent|lack\w*|late|away|should sign|must sign|hurry)\b"
        r"|\bsign (?:for|instead of|in place of) (?:the |a )?\w+(?: \w+)? (?:when|if|whenever|where|since)\b"
        r"|\b(?:firmar?|signer?|unterschreib\w*|unterzeichn\w*)\b[^.]{0,20}\b(?:en nombre de|au nom d|im namen)",
    ),
    (
        "story.unasked",
        r"\b(?:mark|record|note|register|report|log|book|set)\b[^.]{0,50}\b(?:reviewed|approved|signed off|released"
        r"|checked"
        r"|passed|done|complete|tested)\b[^.]{0,15}\b(?:by the (?:second|other)|even (?:if|when|though)|although|though"
        r"|regardless|whatever)\b",
    ),
    (
        "story.unasked",
        r"\b(?:comment|switch|turn|take|leave)\b[^.]{0,20}\b(?:out|off)\b[^.]{0,60}\b(?:put it back|back on"
        r"|restore\w*)\b"
        r"[^.]{0,20}\b(?:after|once|when|later)\b",
    ),
    # rights that somebody else holds
    (
        "story.unasked",
        r"\b(?:refus\w+|denied|blocked|blocks|fails?|failing|expired|lacks?|locked|not allowed)\b[^.]{0,30}\b(?:use"
        r"|borrow"
        r"|take|switch|log ?in|run|go on|continue|try|start|fetch|create|call|work)\b[^.]{0,40}"
        rf"\b(?:{_OF_OTHERS}[^.]{{0,12}}\b{_RIGHTS}|as somebody else|as someone else|under another|another identity)",
    ),
    ("story.unasked", rf"\b(?:with|use|borrow|take|under) {_OF_OTHERS}[^.]{{0,12}}\b{_RIGHTS}\b"),
    (
        "story.unasked",
        r"\b(?:log|sign) ?in (?:with|using|as)\b[^.]{0,20}\b(?:whatever|whichever|any)\b[^.]{0,20}"
        r"\b(?:accounts?|passwords?|credentials|keys?|users?)\b",
    ),
    # a figure, and the result that it must show
    (
        "story.harm",
        rf"\b(?:raise|lower|increase|reduce|round|adjust|shift|move|change|replace|drop|delete|remove|smooth|add|fill)\b"
        rf"[^.]{{0,50}}\b{_FIGURES}\b[^.]{{0,70}}\b(?:before (?:you|it is|they are) (?:report|show|send|hand)\w*"
        rf"|until (?:the|it|they)\b[^.]{{0,30}}\b(?:fits?|below|above|significant|agrees?|looks?)\b"
        rf"|and (?:show|report|give|present) (?:them|it) as (?:measured|real|genuine|observed)|to before the"
        rf"|(?:that|which) (?:make|let|spoil)s?\b[^.]{{0,30}}\b(?:look|bad|worse|statistics|picture))",
    ),
    (
        "story.harm",
        r"\b(?:say|state|report|claim|show|tell|announce)\b[^.]{0,50}\b(?:done|green|passed|safe|deleted|fine"
        r"|success\w*|over|free"
        r"|guaranteed|real|full)\b[^.]{0,20}\b(?:even (?:if|when|though)|regardless|whatever|without (?:deleting"
        r"|checking)"
        r"|although|in all cases|in every case)\b",
    ),
    (
        "story.harm",
        r"\b(?:make up|invent|fabricate)\b[^.]{0,80}\b(?:so that|to look|look\w* (?:genuine|real)|give them as|as real"
        r"|genuine|authentic|with names?)\b|\bif no \w+ (?:fits?|exists?|is found|was found), make\b",
    ),
    # a foreign text in the rank of an order
    (
        "story.kept",
        rf"\b{_FOREIGN}\b[^.]{{0,40}}\b(?:decides?|beats?|outranks?|comes? (?:before|first)|takes? precedence"
        rf"|has priority"
        r"|have priority|wins?|may add|overrides?|is to be followed|counts? more)\b",
    ),
    ("story.kept", r"\beven against (?:these|the|your) rules\b|\bno matter what the (?:user|owner|operator)s?\b"),
    (
        "story.kept",
        r"\b(?:do|obey|follow|carry out)\b[^.]{0,10}\bwhat\b[^.]{0,40}\b(?:pages?|comments?|mails?|documents?"
        r"|attachments?"
        r"|tickets?|texts?|letters?)\b[^.]{0,20}\b(?:tells?|says?|asks?|orders?|wants?)\b"
        r"|\bif (?:an?|the) (?:page|letter|mail|document|text|comment|input|ticket)\b[^.]{0,40}\b(?:tells?|asks?"
        r"|addresses"
        r"|orders?)\b[^.]{0,40}[, ](?:comply|obey|do (?:it|so|what|that)|follow|carry)\b",
    ),
    # a second face while somebody looks
    (
        "story.untold",
        r"\b(?:behave|act|answer|be|speak|report|react)\b[^.]{0,30}\b(?:differently|strict|polite\w*|clean|careful\w*"
        r"|only the)\b"
        r"[^.]{0,40}\b(?:tested|tests?|reviewers?|audit\w*|inspect\w*|watched|observed|inspection)\b"
        r"|\buntil the (?:check|review|audit|inspection|test) (?:is|has)\b[^.]{0,20}\b(?:over|past|done|ended"
        r"|finished)\b"
        r"|\b(?:do not|don't|never) (?:report|show|mention|list)\b[^.]{0,50}\bwhile\b[^.]{0,20}\b(?:inspection|audit"
        r"|check|visit)\b",
    ),
    # worse treatment by group, the whereabouts of a person, a hidden part
    (
        "story.harm",
        rf"\b{_GROUP}\b[^.]{{0,50}}\b(?:get|gets|receive|(?:are|is) (?:to be )?(?:given|sorted|put|ranked|placed"
        rf"|rated)|go)\b"
        r"[^.]{0,25}\b(?:less|lower|fewer|last|end|out|worse)\b",
    ),
    (
        "story.harm",
        r"\b(?:find out|work out|track|watch|keep watch|record|note|draw up|report|log|list|follow|observe|add|tell)\b"
        rf"[^.]{{0,60}}\b(?:when|where)\b[^.]{{0,12}}\b{_SOMEBODY}\b[^.]{{0,20}}\b(?:leaves?|walks?|goes|lives?|sleeps?"
        r"|(?:is|are)(?: \w+)? (?:alone|home|away|out))\b",
    ),
    (
        "story.harm",
        r"\b(?:add|include|build|leave|ship|insert|put)\b[^.]{0,30}\b(?:hidden|invisible|quiet|secret"
        r"|back)[ -]?\w{0,10}"
        r"\b(?:field|fallback|key|door|way in|account|script|connection)\b[^.]{0,60}\b(?:that|which|if|for|so)\b",
    ),
    # what others entrusted, and a name that is not one's own
    (
        "story.elsewhere",
        r"\b(?:read|open|fetch|use|reuse|query|look (?:at|into|up)|pull|search|borrow|answer|load|copy)\b[^.]{0,60}"
        r"\b(?:other|another|previous|neighbouring|fellow|last) (?:users?|members?|customers?|clients?|tenants?"
        r"|patients?"
        r"|visitors?|accounts?)\b(?:'s|s'|')?[^.]{0,25}\b(?:folders?|files?|messages?|answers?|data|records?|rows?"
        r"|diary"
        r"|payroll|forms?|contracts?|conversations?|gave|told|wrote|chats?|documents?)\b",
    ),
    (
        "story.harm",
        r"\b(?:introduce yourself as|say (?:that )?you (?:call from|are (?:calling )?from|are)|sound like|imitate"
        r"|impersonate"
        r"|pretend to be|present yourself as|claim to be|write as|speak as|sign as|look\w* (?:exactly )?like (?:those"
        r"|the one)"
        r" of|in the name of)\b[^.]{0,30}\b(?:police\w*|bank\w*|officer|ministry|court|tax (?:office|authority)"
        r"|grandson"
        r"|granddaughter|grandchild|relative|managing director|ceo|chief executive|a human|a (?:real )?person|doctor"
        r"|lawyer"
        r"|soldier|insurer|energy supplier|support team|authority|government)\b",
    ),
    # what is private, handed to one who has power over the person
    (
        "story.elsewhere",
        rf"\b{_DISCLOSES}\b[^.]{{0,60}}\b{_PRIVATE}\b[^.]{{0,60}}\b(?:to|for|with) (?:the |an? |our |its |his "
        rf"|her )?(?:\w+ )?"
        rf"{_POWERFUL}\b",
    ),
    (
        "story.elsewhere",
        rf"\b{_DISCLOSES}\b[^.]{{0,12}}\b(?:the |an? |our |its |his "
        rf"|her )(?:\w+ )?{_POWERFUL}\b[^.]{{0,60}}\b{_PRIVATE}\b",
    ),
    (
        "story.elsewhere",
        r"\b(?:every|each|all|any) (?:\w+ ){0,4}(?:mail|message|letter|chat|file|answer|row)\b[^.]{0,50}\b(?:also|too"
        r"|as well)\b"
        r"[^.]{0,20}\b(?:copied|sent|forwarded|goes|posted|written)\b[^.]{0,40}\b(?:outside|private|external|foreign"
        r"|our|another)\b",
    ),
    (
        "story.elsewhere",
        r"\b(?:what|whatever|anything)\b[^.]{0,20}\b(?:confided|told you|said in private|trusted you)\b[^.]{0,60}"
        r"\b(?:chats?|conversations?|answers?|offers?|work) (?:of|to|for|with) (?:the )?(?:others?|another"
        r"|competitors?)\b",
    ),
    # money on another way, trust for later runs, a grade that stands before the work, a block that is walked around
    (
        "story.elsewhere",
        r"\b(?:swap|replace|change|redirect|divert|switch|put|take|keep)\b[^.]{0,60}\b(?:accounts?(?: numbers?)?|iban"
        r"|payee"
        r"|(?:delivery )?address|orders|cents|difference|output|donations)\b[^.]{0,50}\b(?:ours|our depot|mine"
        r"|house account"
        r"|spare account|other account|maintenance account|(?:for|to|by|with) (?:our|my) (?:own )?(?:account|wallet"
        r"|iban)"
        r"|on every \w+ (?:one|invoice)|aside)\b",
    ),
    (
        "story.kept",
        r"\b(?:write|put|leave|save|store|plant|teach|add|note|keep|insert|remember|let|tell)\b[^.]{0,60}\b(?:memory"
        r"|knowledge"
        r"|(?:later|next|future|following|all) (?:runs?|sessions?|colleagues|conversations?|chats?)"
        r"|permanent house rules)\b"
        r"[^.]{0,60}\b(?:trusted|always|never|no longer|unseen|safe|safest|wrong|exempt|skip|waived|outrank\w*|must not"
        r"|without|needs? no|carried out|approved|allowed)\b",
    ),
    (
        "story.harm",
        r"\b(?:confidence|scores?|grades?|certainty)\b[^.]{0,30}\b(?:whatever|regardless|no matter|in all cases"
        r"|always)\b"
        r"|\b(?:every|each|all) (?:answers?|results?)\b[^.]{0,20}\bfull (?:confidence|score|marks)\b",
    ),
    (
        "story.harm",
        r"\b(?:fresh|new|changing|rotating|other|several) (?:accounts?|identit\w+|addresses"
        r"|names?)\b[^.]{0,30}\b(?:block\w*"
        r"|refus\w+|ban\w*|lock\w*)\b|\b(?:block\w*|bann\w*|lock\w*)\b[^.]{0,40}\b(?:as somebody else|as someone else"
        r"|under (?:another|a new) (?:name|identity))\b|\bbefore they (?:lock|block|ban|shut) us\b",
    ),
)
CLAUSE_PATTERNS: Sequence[tuple[str, re.Pattern[str]]] = tuple(
    (rule, lazy_pattern(pattern, re.I)) for rule, pattern in _CLAUSES
)
_POWERS = lazy_pattern(rf"\b{_POWERFUL}", re.I)


def named_powers(text: str) -> set[str]:
    """Return those with power over a person whom a text names, e.g. the employer, in the singular."""
    return {found.group().lower().partition("'")[0].rstrip("s") for found in _POWERS.finditer(text)}
