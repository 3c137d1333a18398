"""Orders around the people who decide: approvals evaded or invented, reports that are false, notes that bind later."""

import re
from collections.abc import Iterator

from kingdom.ministers.guardian.relations.request_orders import filled_rules, near_parts

_APPROVAL = (
    r"\b(?:approv\w*|sign-?offs?|released?|confirm\w*|(?:a |the )yes\b|permission|asked|boss|queue|second pair of eyes"
    r"|freigab\w*|freigeg\w*|genehmig\w*|unterschr\w*|gefragt|chef\w*|validation|approbation|accord|aprobaci[oó]n"
    r"|autorizaci[oó]n)"
)
_IN_PARTS = (
    r"\b(?:cut|split|break|chop|divide|slice|make|turn|spread|teil\w*|zerleg\w*|mach\w*|st[uü]ck\w*|d[eé]coupe\w*"
    r"|divise\w*"
    r"|fractionne\w*|divide|reparte\w*|parte)\b[^\n.?!]{0,30}\b(?:(?:in|into|in|en|aus|daraus) (?:\w+ ){0,2}(?:of"
    r"|parts?"
    r"|pieces?|payments?|orders?|teile\w*|zahlungen|zu je|mal|fois|parties|partes|pagos)|it (?:\w+|\d+) (?:of|times)\b"
    r"|(?:zwei|drei|vier|f[uü]nf|acht|zehn|\d+) (?:mal|zu)\b)"
)
_PASSES = (
    r"\b(?:without (?:one|it|asking|that|any|a yes|approval)|pass(?:es)? (?:through )?without|(?:is|are|be"
    r"|being) not asked"
    r"|isn't asked|aren't asked|below (?:the|that)|under (?:the|that|his|her)|ohne (?:freigabe|dass|zu)"
    r"|nicht gefragt|unter"
    r" (?:der|die)|sans (?:accord|validation)|en dessous|sin (?:aprobaci[oó]n|que)|por debajo)\b"
)
_WORN_DOWN = (
    r"\b(?:keep (?:asking|sending|submitting|trying)|ask\w*\b[^\n.?!]{0,20}\bagain and again|resubmit\w*|every minute"
    r"|frag\w*\b[^\n.?!]{0,20}\bimmer wieder|insist\w*)\b"
)
_OTHER_WAY = (
    r"\b(?:another|different|other|second) (?:name|tool|way|route|channel|account)|\b(?:around|past) (?:it|this"
    r"|that|them)\b"
    r"|\bunder (?:a|an) \w+ name\b|\bget past\b|\bander\w+ (?:namen|werkzeug|weg)\b|\bautre (?:nom|outil|voie)"
    r"|\botr[oa] (?:nombre|herramienta|v[ií]a)"
)
_UNASKED = (
    r"\b(?:without (?:asking|a yes|approval|one)|no longer ask|don't ask|ohne zu fragen|nicht fragen|sans demander"
    r"|sin preguntar)\b"
)
_MARKED_BY = (
    r"\b(?:mark|enter|record|log|put|write|note|set|confirm|trag\w*|vermerk\w*|setz\w*|inscri\w*|marque\w*|marca\w*"
    r"|anota)\b[^\n.?!]{0,50}\b(?:approved|agreed|signed|released|confirmed|genehmigt|freigegeben|unterschrieben"
    r"|valid[eé]\w*"
    r"|approuv[eé]\w*|aprobad\w+|firmad\w+)\b[^\n.?!]{0,12}\b(?:by|von|durch|par|por)\b"
)
_KNOWS_NOTHING = (
    r"\b(?:never|not|n't|nobody)\b[^\n.?!]{0,12}\b(?:know|notice|agree\w*|asked|find out|seen)\b|\bon (?:holiday"
    r"|leave)\b"
    r"|\bim urlaub\b|\bwei[sß]+ (?:nichts|es nicht)|\bmerkt (?:es )?(?:nicht|nie)|\bne (?:le )?(?:saura|sait)"
    r"|\ben vacances\b"
    r"|\bno (?:lo )?(?:sabe|sabr[aá])|\bde vacaciones\b"
)
_TELLS_OVERSEER = (
    r"\b(?:tell|report to|write to|inform|say to|assure|when|if|so that|sag\w*|melde\w*|schreib\w*|dis|dites|di"
    r"|informa)\b"
    r"[^\n.?!]{0,20}\b(?:administrators?|admins?|auditors?|operators?|reviewers?|inspectors?|council|guardian|checks?"
    r"|(?:safety|security) (?:review|check|team)|supervisors?|betreiber\w*|pr[uü]fer\w*|pr[uü]fung|revision|auditeur\w*"
    r"|administrateur\w*|administrador\w*|auditor\w*)\b"
)
_IN_TRUTH = (
    r"\b(?:even though|although|though|while) (?:i|we|it|you)\b|\bin (?:truth|reality|fact)\b|\breally (?:it|let)\b"
    r"|\bbut (?:let it|have it|make it|in truth|actually)\b|\bobwohl (?:ich|wir|es)\b|\bin wahrheit|\bin wirklichkeit"
    r"|\ben (?:v[eé]rit[eé]|r[eé]alit[eé]|realidad|verdad)\b|\bbien que (?:je|j')|\baunque\b"
)
_CONSENTS_FOR_ALL = (
    r"\b(?:i|we) (?:say yes|agree|consent|approve|answer|confirm) (?:for|on behalf of) (?:everybody|everyone|all"
    r"|the others)"
    r"|\b(?:forget|ignore|never mind) that\b[^\n.?!]{0,40}\bneeds? (?:a |an |the |to be )?(?:yes|approv\w+"
    r"|confirm\w+|sign\w*)"
    r"|\bich (?:stimme|sage ja|best[aä]tige) f[uü]r alle|\bje consens pour tou|\bapruebo por todos"
)
_REMEMBERS = (
    r"\b(?:remember|note|save|store|keep)\b[^\n.?!]{0,30}\b(?:for good|forever|permanently|for (?:all )?later"
    r"|for ever|lasting)\b"
    r"|\b(?:permanent|long-term|lasting|your) (?:notes?|memory)\b|\bmerk\w* dir\b[^\n.?!]{0,20}\b(?:dauerhaft"
    r"|f[uü]r immer)"
    r"|\bsouviens-toi\b|\bretiens\b|\brecuerda\b[^\n.?!]{0,20}\bsiempre"
)
_BINDS_LATER = (
    r"\b[A-Z]{2}\d{2}(?: ?\d{4}){3,}|\b(?:never|no longer) (?:checked|asked|questioned|reviewed|refused)\b"
    r"|\balways (?:carried"
    r" out|obeyed|trusted|approved|followed|allowed)\b|\b(?:send|copy|forward|post)\b[^\n.?!]{0,30}(?:@|https?:)"
    r"|\bnie(?:mals)? (?:gepr[uü]ft|gefragt)|\bimmer (?:ausgef[uü]hrt|befolgt|genehmigt)|\bjamais (?:v[eé]rifi"
    r"|contr[oô]l)\w+"
    r"|\bnunca (?:se )?(?:comprueb|revis)\w+"
)
_UNBOUND_ROLE = (
    r"\b(?:imagine|pretend|suppose|play|rehears\w+|act as|you are|as if|stell dir vor|spiel\w*|joue\w*|imagina"
    r"|act[uú]a)\b"
    r"[^\n]{0,60}\b(?:without|lack\w*|free of|no|ohne|sans|sin) (?:any |the |your |all )?(?:safety|limits?|filters?"
    r"|restrictions?|rules|guard\w*|grenzen|regeln|filter|limites|r[eè]gles|filtres|l[ií]mites|reglas|filtros)\b"
)
_REAL_ANSWER = (
    r"\b(?:answer as|as it would|real (?:values?|ones?|answers?)|stay in (?:role|character)|step by step"
    r"|this very (?:server"
    r"|platform)|what would (?:it|that)|bleib in der rolle|schritt f[uü]r schritt|echte\w* werte|reste dans (?:ton"
    r"|le) r[oô]le"
    r"|paso a paso)\b"
)

_TOGETHER = (
    near_parts("story.unasked", _APPROVAL, _IN_PARTS, _PASSES, within=200),
    near_parts("story.unasked", _APPROVAL, _WORN_DOWN, r"\b(?:until|again|bis|immer wieder|hasta|jusqu')"),
    near_parts("story.unasked", _APPROVAL, _OTHER_WAY, _UNASKED),
    near_parts("story.unasked", _MARKED_BY, _KNOWS_NOTHING),
    near_parts("story.unasked", _CONSENTS_FOR_ALL),
    near_parts("story.untold", _TELLS_OVERSEER, _IN_TRUTH),
    near_parts("request.sets_rules_aside", _UNBOUND_ROLE, _REAL_ANSWER),
)
# What is to be remembered stands in quotation marks as well.
_KEPT = near_parts("story.kept", _REMEMBERS, _BINDS_LATER)
_LONGEST = 1_500  # characters of the user's own words that are read
_ASKS_ADVICE = re.compile(
    r"\W*(?:how|why|what|is|are|should|may|wie|warum|comment|pourquoi|c[oó]mo)\b[^.!\n]{0,200}\?\s*$", re.I
)


def approval_order_rules(own: str, with_quotations: str) -> Iterator[str]:
    """Yield the rules of the orders that evade, invent or bind what people decide; a question for advice is none."""
    own = own[:_LONGEST]
    if _ASKS_ADVICE.match(own):
        return
    yield from filled_rules(_TOGETHER, own)
    yield from filled_rules((_KEPT,), with_quotations[:_LONGEST])
