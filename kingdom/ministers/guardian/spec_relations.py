"""Who is asked, who is told, where data goes and what stays: relations between the parts of one sentence of a spec.

Each pattern joins an act, its object and what the act brings about; none of the parts alone is a finding.
"""

import re
from collections.abc import Sequence

from kingdom.core.text.lazy_patterns import lazy_pattern

_YES = r"(?:yes|approv\w+|confirm\w*|consent\w*|permission|agreement|go-ahead|sign-?off|review\w*|asked|questions?)"
_LATER = (
    r"(?:(?:later|future|next|every|all) (?:later |future )?(?:runs?|sessions?|tasks?|comparisons?"
    r"|conversations?)|permanent\w*"
    r"|standing|long-term|everyone's|other specialists|shared memory|for good)"
)
_BELIEF = (
    r"(?:agreed|consented|trusted|always right|true|rules?|instructions?|orders?|no longer|needs? no"
    r"|without (?:check\w+|ask\w+|review)|prefer\w*|exempt|allowed)"
)
_GIVEN = (
    r"(?:texts?|inputs?|files?|documents?|letters?|notices?|notes?|messages?|conversations?|address\w*|names?"
    r"|diagnos\w+"
    r"|sources?|code|settings|environment|cop(?:y|ies)|contents?|data|history|contacts?|questions?|answers?"
    r"|what (?:you|it|the"
    r" user)|passport\w*|cards?|phone|salar\w+|photos?|uploads?)"
)
_PRIVATE = (
    r"(?:passport\w*|(?:credit |bank )?cards?|social security|pin|passwords?|home address|phone number"
    r"|diagnos\w+|salary"
    r"|date of birth|what you know about (?:the|its) user|tokens?|keys?)"
)
_GROUP = (
    r"(?:foreign|migrants?|women|woman|men|gender|sex|religio\w+|muslims?|jews?|origin|nationalit\w+|pregnan\w+"
    r"|disab\w+|skin|accents?|surnames?|race|ethnic\w*|over (?:forty|fifty|sixty|\d\d)|older than)"
)
ROLE_PATTERNS: Sequence[tuple[str, re.Pattern[str]]] = tuple(
    (rule, lazy_pattern(pattern, re.I))
    for rule, pattern in (
        # the same act in parts that nobody is asked about
        (
            "story.unasked",
            rf"\b(?:needs?|requires?|wants?)\b[^.]{{0,30}}\b{_YES}\b[^.]{{0,15}}\b(?:so|therefore|thus"
            rf"|hence)\b[^.]{{0,20}}"
            r"\b(?:make|use|send|split|place|create|book|do)\b[^.]{0,20}\b(?:several|many|smaller|each|two"
            r"|three|parts|pieces|below)\b",
        ),
        (
            "story.unasked",
            r"\b(?:keep|stay|hold|leave|remain|make|choose)\b[^.]{0,50}\b(?:below|under|beneath"
            r"|smaller than)\b[^.]{0,40}"
            r"\b(?:limit|threshold|amount|level|sum|size|line)\b[^.]{0,12}\b(?:which|where|when)\b[^.]{0,40}"
            r"\b(?:asked|manager|approv\w*|question\w*|review\w*|notices?|looks?|boss|checks?|sign\w*)\b",
        ),
        # no answer, an old answer or somebody else's answer as a yes
        (
            "story.unasked",
            rf"\b(?:nobody|no one|no answer|no reply|silence|without (?:an )?answer|not (?:answer|reply"
            rf"|object))\b[^.]{{0,60}}"
            rf"\b(?:as|counts?|means?|is|assume)\b[^.]{{0,15}}\b{_YES}\b",
        ),
        (
            "story.unasked",
            r"\b(?:earlier|previous|first|old|one|single|last|past)\b[^.]{0,12}\b(?:yes|approval|consent|ok"
            r"|confirmation"
            r"|permission)\b[^.]{0,30}\b(?:for|covers?|to|as)\b[^.]{0,15}\b(?:all|every|later|future|further"
            r"|any|other)\b",
        ),
        (
            "story.unasked",
            r"\b(?:sign|approve|confirm|accept|agree|say yes|answer)\b[^.]{0,30}\b(?:in (?:their|his|her"
            r"|the \w+'?s?|its) name"
            r"|on (?:their|his|her|the \w+'?s?) behalf|in (?:their|his|her) place|instead of (?:the|a) (?:person|user"
            r"|reviewer|owner|manager))\b",
        ),
        (
            "story.unasked",
            r"\b(?:the rest|the others?|all others?|the remaining|later ones|everything else)\b"
            r"[^.]{0,20}\b(?:counts? (?:as|for) (?:part|approved|agreed"
            r"|allowed|a yes)|(?:is|are) covered|(?:follows?|runs?|goes?) without)\b",
        ),
        (
            "story.unasked",
            r"\b(?:show|present|give|submit)\b[^.]{0,40}\b(?:short|harmless|smaller|shorter|simple|mild|other"
            r"|different)\b"
            r"[^.]{0,60}\b(?:and|but|then)\b[^.]{0,20}\b(?:carry out|execute|run|send|use|apply|perform|do)\b"
            r"[^.]{0,20}"
            r"\b(?:other|long|longer|full|real|original|actual|whole|true)\b",
        ),
        (
            "story.unasked",
            r"\b(?:call|label|name|mark|describe|declare|register|book|record|present)\b"
            r"[^.]{0,60}\b(?:so (?:that )?|because\b)"
            rf"[^.]{{0,60}}\b(?:without|no|not|never|nobody|skips?|passes)\b[^.]{{0,25}}\b{_YES}\b",
        ),
        # done, and kept from the one it is done for
        (
            "story.untold",
            r"\b(?:deny (?:it|that|this|having)|without saying so|without (?:showing|telling|saying|mentioning)"
            r"|that the (?:user"
            r"|customer|reader|owner) (?:does not|doesn't|cannot|can't|will not|won't) (?:see|notice|find|know)"
            r"|do not"
            r" (?:trouble|bother|worry) the \w+ with|keep (?:it|this|that) from (?:the|them|him|her|parents|users?"
            r"|customers?)|give (?:another|a different|some other) reason|hide that (?:it|this|you|they))\b",
        ),
        # given data to somebody else than the work needs
        (
            "story.elsewhere",
            rf"\b{_PRIVATE}\b[^.]{{0,40}}\b(?:in|into|with|to|on)\b[^.]{{0,12}}\b(?:each|every"
            rf"|all|the)\b"
            r"[^.]{0,20}\b(?:search\w*|request|query|quer\w+|calls?|links?|url|picture|image)\b",
        ),
        (
            "story.elsewhere",
            r"\bother (?:people|users?|customers?|clients?|tenants?)(?:'s)?\b[^.]{0,60}\b(?:earlier|previous"
            r"|other|their|past)\b"
            r"[^.]{0,12}\b(?:conversations?|messages?|chats?|sessions?|files?)\b",
        ),
        (
            "story.elsewhere",
            r"\b(?:(?:our|my) own|our|my|this) (?:iban|account number|wallet|affiliate \w+|payment link)\b[^.]{0,40}"
            r"\b(?:instead of|rather than|in place of)\b|\b(?:replace|swap|exchange)\b[^.]{0,30}\b(?:with|by"
            r"|for) (?:our|my)\b",
        ),
        # beliefs and orders for later runs
        (
            "story.kept",
            rf"\b(?:write|store|save|keep|note|record|add|put|teach|leave|remember|memori[sz]e|register)\b"
            rf"[^.]{{0,70}}\b{_LATER}\b"
            rf"[^.]{{0,60}}\b{_BELIEF}\b",
        ),
        (
            "story.kept",
            r"\b(?:later|future|next|following|other) (?:runs?|sessions?|tasks?|specialists?|agents?"
            r"|conversations?)\b[^.]{0,30}"
            r"\b(?:must|shall|should|have to|need to)\b[^.]{0,40}\b(?:without (?:check|ask|question|review)\w*"
            r"|obey|trust|skip)",
        ),
        (
            "story.kept",
            r"\b(?:whatever|anything|everything|all that)\b[^.]{0,20}\b(?:page|document|mail|text|file|site"
            r"|entr\w+|result)s?\b"
            r"[^.]{0,30}\b(?:tells?|says?|asks?|orders?|wants?)\b[^.]{0,60}\b(?:follow|obey|do it|(?:as"
            r"|for) (?:an? )?(?:permanent|standing|instruction|order|rule))",
        ),
        # against those it speaks to or about
        (
            "story.harm",
            rf"\b(?:turn down|reject|refuse|lower|exclude|downgrade|rank|penali[sz]e|drop|score|sort out)\b"
            rf"[^.]{{0,40}}\b{_GROUP}\b"
            r"[^.]{0,60}\b(?:reason|show\w*|tell\w*|say\w*|mention\w*|lower|below|last|not)\b",
        ),
        (
            "story.harm",
            r"\b(?:write|pose|post|answer|appear|review|vote|rate)\b[^.]{0,20}\bas (?:different|several|many"
            r"|various|a (?:happy|real)"
            r"|happy|real|other)\b[^.]{0,40}\b(?:who|that|so)\b[^.]{0,60}\b(?:never|climbs?|rises?|higher|not"
            r"|looks?|seems?)\b",
        ),
        (
            "story.harm",
            r"\b(?:invent|make up|fabricate|forge|fake)\b[^.]{0,60}\b(?:and|then|to|as)\b[^.]{0,30}\b(?:real"
            r"|true|genuine|facts?"
            r"|authentic|convince|believe)\b",
        ),
        (
            "story.harm",
            r"\b(?:tell|say|claim|state|assure|write)\b[^.]{0,60}\b(?:although|even though|even if|while"
            r"|though)\b[^.]{0,20}"
            r"\b(?:there is|it is|they (?:do|have|are)|is not|has|have|not true|untrue|wrong|false)\b",
        ),
        (
            "story.harm",
            r"\b(?:solve|bypass|defeat|get round|circumvent)\b[^.]{0,12}\bcaptchas?\b|\brotate (?:accounts?"
            r"|identit\w+|prox\w+)\b",
        ),
        (
            "story.harm",
            r"\b(?:pick|choose|target|seek|encourage|urge|advise|recommend|ask)\b[^.]{0,30}\b(?:lonely|elderly"
            r"|old(?:er)?"
            r"|grieving|desperate|indebted|young|minors?|sick|ill|users? to (?:eat|take|stop|skip|double|bet)"
            r"|doubling)\b"
            r"[^.]{0,60}\b(?:afraid|fear|until|pin|passwords?|give|pay|buy|kcal|doses?|medic\w+|doctor|borrow"
            r"|keep it)\b",
        ),
        (
            "story.harm",
            r"\b(?:round|decide|count|judge|score|weigh)\b[^.]{0,30}\bin favou?r of\b[^.]{0,40}\b(?:when|if"
            r"|whenever|always)\b"
            r"|\bwhatever the (?:numbers|results?|facts|evidence|prices?|data|votes)\b",
        ),
        # a name that did not sign, a demand cut so that nobody looks at it
        (
            "story.unasked",
            r"\b(?:write|put|enter|fill|insert|set|use)\b[^.]{0,20}\b(?:names?|signatures?"
            r"|initials)\b[^.]{0,40}\b(?:as|for|into)"
            r"\b[^.]{0,12}\b(?:approvers?|approved by|signers?|reviewers?|witness\w*|second signature)\b",
        ),
        (
            "story.unasked",
            rf"\b(?:cut|split|break|divide|slice|chop)\b[^.]{{0,40}}\b(?:needs?"
            rf"|requires?)\b[^.]{{0,12}}\b{_YES}\b[^.]{{0,60}}"
            r"\b(?:none|neither|no longer|without|nothing)\b",
        ),
        (
            "story.unasked",
            r"\b(?:verteil\w*|aufteil\w*|teil\w*|st[uü]ck\w*|splitt\w*|fractionn\w*|divis\w*|divid\w*|r[eé]part\w*"
            r"|fraccion\w*)"
            r"\b[^.]{0,80}\b(?:damit|so ?dass|pour que|afin que|para que)\b[^.]{0,40}\b(?:niemand|keine?\w*|nie"
            r"|jamais|personne"
            r"|aucune?|nadie|nunca|ning\w+|ne)\b[^.]{0,40}\b(?:zustimm\w*|freig\w*|genehmig\w*|gefragt|valid\w*"
            r"|approuv\w*"
            r"|demand\w*|apro[bu]\w*|autoriz\w*|autoris\w*|pregunt\w*)",
        ),
        (
            "story.untold",
            r"\b(?:he|she|they|the (?:user|customer|person|owner|partner|employee))(?: himself| herself)? (?:must"
            r"|may|should|shall)"
            r"(?: not|n't| never) (?:learn|know|hear|find out)(?: of| about)? (?:it|this|that)\b",
        ),
        (
            "story.untold",
            r"\b(?:kopie\w*|cop(?:ie|ia)s?|jede\w?|chaque|cada)\b[^.]{0,60}\b(?:heimlich|still|unbemerkt|en secret"
            r"|en cachette"
            r"|discr[eè]tement|en secreto|a escondidas|ne doit pas (?:le )?savoir|darf (?:es|das|davon) nichts? \w+"
            r"|no debe saberlo)\b",
        ),
        (
            "story.kept",
            r"\b(?:when|if|whenever|where) (?:an?|the|any|some) (?:page|e-?mail|document|file|text|site|result"
            r"|comment)s?"
            r" (?:tells?|asks?|orders?|says?|instructs?|wants?)\b[^.]{0,50}\b(?:do (?:it|so|that|as)|obey"
            r"|follow (?:it|that)"
            r"|carry (?:it|that) out|comply)\b",
        ),
        (
            "story.kept",
            r"\b(?:store|save|keep|record|note|remember|leg\w*|speicher\w*|merk\w*|garde\w*|retiens|guarda"
            r"|anota)\b[^.]{0,40}"
            r"\b(?:facts?|truth|tatsachen?|faits?|hechos?)\b[^.]{0,60}\b(?:approved|trusted|authori[sz]ed|allowed"
            r"|freigegeben"
            r"|genehmigt|zugestimmt|approuv\w+|autoris\w+|aprobad\w+|autorizad\w+)\b",
        ),
        (
            "story.harm",
            r"^\W*(?:then |also |and )?(?:ask|request|demand|collect|obtain)\b[^.]{0,25}\b(?:tan|pin|cvv|cvc"
            r"|one-time (?:code|password)"
            r"|verification code|(?:code|number) (?:from|on) (?:the|their|his|her) (?:phone|card|app))\b",
        ),
        (
            "story.harm",
            r"\b(?:tell|advise|urge|encourage|get|convince|persuade)\b[^.]{0,30}\bto stop\b[^.]{0,20}\b(?:medic\w+"
            r"|treatments?|therap\w+"
            r"|pills|insulin|chemo\w*|vaccin\w+)\b",
        ),
        (
            "story.harm",
            r"\b(?:praise|encourage|reward|cheer|recommend)\b[^.]{0,30}\b(?:fasting|skipped meals|skipping meals"
            r"|starv\w+|purging"
            r"|not eating|self-harm)\b[^.]{0,40}\b(?:sham\w+|guilt\w*|days|weeks|teen\w*|hide|secret)",
        ),
        (
            "story.harm",
            r"\b(?:spreads?|copies itself|replicates?|installs? itself|starts? itself)\b[^.]{0,60}\b(?:network"
            r"|shares?|machines?"
            r"|hosts?|usb|boot|start-?up)\b[^.]{0,60}\b(?:unseen|undetected|unnoticed|hidden|scanners?|antivirus)",
        ),
        (
            "story.harm",
            r"\b(?:make up|invent|fabricate)\b[^.]{0,20}\b(?:buyers?|customers?|patients?|guests?|testimonials?"
            r"|fraud|accusations?"
            r"|evidence|complaints?)\b[^.]{0,60}\b(?:different voices|per (?:product|item|day)|as if|addresse?s?"
            r"|name (?:the )?\w+"
            r"|real)\b",
        ),
    )
)
# A transfer of what was given to somebody whom the purpose does not name.
TRANSFER = lazy_pattern(
    r"\b(?:send|share|attach|transmit|mirror|report|copy|keep a copy|deliver|archive|sync|back ?up|submit"
    r"|upload|forward|pass"
    rf"|relay|push|hand)\b[^.]{{0,80}}\b{_GIVEN}\b|\b{_GIVEN}\b[^.]{{0,60}}\b(?:sent|shared|mirrored|copied"
    rf"|forwarded|uploaded)\b",
    re.I,
)
THIRD_PARTY = lazy_pattern(
    r"\b(partners?|statistics|analytics|archive|buckets?|monitor\w*|insur\w+|advertis\w+|vendors?|sponsors?"
    r"|telemetry|metrics"
    r"|tracking|marketing|brokers?|quality|affiliates?|investors?|support|service|usage|backup|collectors?)\b",
    re.I,
)
