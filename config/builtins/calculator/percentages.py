"""Percentages in words: which share one number is of another, by how much it changed, and what the whole was.

A message is read by what it asks and by the words between its two numbers, in four languages. Every number has its part
in the expression; for any other message there is none.
"""

import re

from config.builtins.calculator.both_figures import SHARE_OF
from config.builtins.calculator.purchases import ROLE, Amount, amounts_of
from config.builtins.wording import decimal_of, flattened, fold, with_digits

ASKS_SHARE = re.compile(
    r"\b(?:percent\w*|per cent|prozent\w*|pourcent\w*|pour ?cent|porcent\w*|por ciento)\b|%|\b(?:what|which) (?:share|proportion) (?=(?:is|was|of|are)\b)",
    re.IGNORECASE,
)
CHANGES = re.compile(
    r"\b(?:chang\w*|increas\w*|rais(?:e[sd]?|ing)|rise[sn]?|rose|went|goes|going|grew|grow[sn]?|growth|jump\w*|climb\w*|gain\w*|drop\w*|fell|falls?|fallen|decreas\w*|reduc\w*|cut|los[est]+|"
    r"cheaper|dearer|pricier|more expensive|more|less|higher|lower|bigger|smaller|heavier|lighter|faster|slower|discount\w*|marked down|used to|up|down|now|instead|bought|sold|profit\w*|loss|margin|"
    r"erhoh\w*|gestiegen|steigt|stieg|steigerung|gesunken|sinkt|sank|gefallen|fiel|teurer|billiger|gunstiger|mehr|weniger|zunahme|abnahme|veranderung|reduziert\w*|gesenkt|zugenommen|abgenommen|statt|jetzt|fruher|rabatt|gekauft|verkauft|gewinn|verlust|"
    r"augment\w*|diminu\w*|baiss\w*|hausse|passe(?:e?s?)?|reduit\w*|plus cher\w*|moins cher\w*|remise|maintenant|achete\w*|vendu\w*|benefice|perte|"
    r"subi\w*|sube|baj[ao]\w*|aument\w*|disminu\w*|reducid\w*|rebaja\w*|mas|menos|descuento|pas[oa]|ahora|antes|compr[eé]\w*|vend\w*|ganancia|beneficio|perdida)\b",
    re.IGNORECASE,
)
OLD_BEFORE = re.compile(  # in front of the number that was there first, when it is named second
    r"\b(?:was|were|used to be|used to cost|instead of|before|previously|formerly|originally|rather than|compared (?:to|with)|down from|up from|from|than|"
    r"war(?:en)?|statt|fruher|vorher|zuvor|gegenuber|anstatt|als|etait|avant|au lieu de|contre|que|era|antes|en lugar de|en vez de)(?: \w+){0,2}[ :€$£]*\Z",
    re.IGNORECASE,
)
TO_SECOND = re.compile(
    r"(?:\b(?:to|auf|nach|a|hasta|into|now|then|jetzt|maintenant|ahora)|->|→|-)(?: \w+)?[ :€$£]*\Z", re.IGNORECASE
)
PARTS_OF = re.compile(
    r"(?:\b(?:out of|of|from|von|aus|sur|de|over|entre|del total de)|/)(?: (?:the|a|my|our|total|all|den|dem|les|los|las|un total de))*[ €$£]*\Z",
    re.IGNORECASE,
)
WHOLE_FIRST = re.compile(
    r"(?:%|percent\w*|prozent|pourcentage|pour ?cent|porcentaje|por ciento) (?:of|von|de|del)(?: \w+)?[ €$£]*\Z",
    re.IGNORECASE,
)
UNKNOWN_WHOLE = re.compile(
    r"(?:%|percent|prozent|pour ?cent|por ciento) (?:of|von|vom|de|del|d')(?: (?:the|a|my|some|der|des|meines?|meiner|le|la|mon|ma|el|un|mi))* ?"
    r"(?:what\b|which\b|how much\b|was\b|wie ?viel|welche[rmns]?\b|wovon\b|quoi\b|quel\w*|combien\b|que\b|cual\b|cuanto\b|number\b|zahl\b|nombre\b|numero\b|whole\b|total\b|gesamt\w*|ganzen\b|betrags?\b)",
    re.IGNORECASE,
)
NAMED_WHOLE = re.compile(  # "15 % of my salary is 420, what is my salary"
    r"(?:%|percent|prozent|pour ?cent|por ciento) (?:of|von|de|del|d') ?(?:(?:the|an?|my|his|her|our|meine[rnms]?|eine[rnms]?|der|des|les?|la|mon|ma|une?|una|el|mi) )*(?P<thing>[a-z]{3,})\b[^?]*\d[^?]*"
    r"\b(?:what|whats|what's|how (?:much|many|big|high|long)|find|wie|was|combien|quel\w*|cuanto|cual)\b[^?]*\b(?P=thing)\b",
    re.IGNORECASE,
)
ASKS_WHOLE = re.compile(
    r"\b(?:what|how much|how many|whats|wie ?viel|wie ?viele|was|wie hoch|combien|quel\w*|cuanto|cual)\b[^?]*\b(?:100 ?%|whole|total|full(?: (?:amount|price|sum))?|all of it|everything|das ganze|gesamt\w*|insgesamt|"
    r"entier|todo|total)",
    re.IGNORECASE,
)
IS_SHARE = re.compile(
    r"\b(?:is|are|makes?(?: up)?|equals?|corresponds? to|represents?|accounts? for|ist|sind|entspr(?:icht|echen)|macht|machen|est|sont|represente(?:nt)?|fait|font|es|son|representan?|equivalen? a)\b|=",
    re.IGNORECASE,
)


ADDED_SHARE = re.compile(
    r"\b(?:vat|tax|gst|tip|gratuity|mwst|mehrwertsteuer|trinkgeld|tva|pourboire|iva|propina) (?:on|of|auf|von|sur|sobre|de)\b",
    re.IGNORECASE,
)


PERCENTAGE_WORDS = (ASKS_SHARE, CHANGES, OLD_BEFORE, TO_SECOND, PARTS_OF, UNKNOWN_WHOLE, NAMED_WHOLE, ASKS_WHOLE)


def percentage(message: str, language: str) -> str:
    """Return the expression of a question about a percentage of two numbers, or about the whole behind one; "" for all others."""
    text = with_digits(flattened(message), language).text
    amounts = amounts_of(text)
    shares = [one for one in amounts if one.share]
    plain = [one for one in amounts if not one.share]
    if len(plain) == 2 and not shares and ASKS_SHARE.search(text):
        return share_of(text, plain[0], plain[1], language)
    if len(plain) == 1 and len(shares) == 1 and SHARE_TOLD.search(text) and WHOLE_BILL.search(text):
        return f"{plain[0].text} / {shares[0].text} %"
    if ADDED_SHARE.search(text) or is_share_of_number(text, shares, plain):
        return ""
    whole_named = [one for one in shares if one.text != "100"]
    if len(plain) == 1 and len(whole_named) == 1 and IS_SHARE.search(text):
        asked = UNKNOWN_WHOLE.search(text) or NAMED_WHOLE.search(text)
        # a total with a tip or a tax is what is paid, and no whole behind the share
        is_whole = asked or (ASKS_WHOLE.search(text) and not ROLE.search(text))
        return f"{plain[0].text} / {whole_named[0].text} %" if is_whole else ""
    return ""


def is_share_of_number(text: str, shares: list[Amount], plain: list[Amount]) -> bool:
    """Return whether a text names a share of a number itself: "19 % of 1,340 in total" has its whole."""
    if len(shares) != 1 or len(plain) != 1 or shares[0].start > plain[0].start:
        return False
    return SHARE_OF.fullmatch(text[shares[0].end : plain[0].start]) is not None


ASKS_OFF = re.compile(  # "what percent off is 45 from 60"
    r"\b(?:what|how many|how much|whats|wie ?viel|combien de|quel|cuanto|que)(?: (?:is the|a|is))? (?:percent(?:age)?|per cent|%|prozent|pour ?cent|pourcentage|porcentaje|por ciento)(?: \w+)? (?:off|discount|rabatt|nachlass|cheaper|saving|(?:de )?(?:remise|reduction|rabais|descuento|rebaja))\b",
    re.IGNORECASE,
)
SHARE_TOLD = re.compile(  # "my 30 % tip was 18, what was the bill"
    r"(?:%|percent|prozent|pour ?cent|por ciento) (?:of |de |d')?(?:service )?(?:tip|gratuity|discount|deposit|commission|fee|vat|tax|trinkgeld|rabatt|anzahlung|provision|mwst|mehrwertsteuer|pourboire|remise|acompte|commission|tva|propina|descuento|comision|iva)(?: (?:was|were|is|are|came to|comes to|amounts? to|ist|war(?:en)?|sind|betragt|betrug|etait|est|fait|faisait|faisaient|font|fue(?:ron)?|es|son|era(?:n)?))+ ?[€$£]?\d",
    re.IGNORECASE,
)
WHOLE_BILL = re.compile(
    r"\b(?:what|how (?:much|high|big)|wie (?:hoch|viel|teuer)|was|combien|quel\w*|cuanto|cual)\b[^?.!]*\b(?:bill|price|total|cost|amount|sum|order|rechnung|preis|betrag|gesamt\w*|addition|prix|montant|facture|cuenta|precio|total|importe)\b",
    re.IGNORECASE,
)


def share_of(text: str, first: "Amount", second: "Amount", language: str) -> str:
    """Return the share that one number is of another, or the change from one to the other, as an expression."""
    before, between = text[: first.start], text[first.end : second.start]
    if ASKS_OFF.search(text):
        small, large = sorted((first, second), key=lambda one: decimal_of(one.text, language))
        return f"pct(({large.text} - {small.text}) / {large.text})"
    if WHOLE_FIRST.search(before):
        return f"pct({second.text} / {first.text})"
    if PARTS_OF.search(between) and not re.search(r"\b(?:from|von|de|del|desde)\b[^?]*\Z", before, re.IGNORECASE):
        return f"pct({first.text} / {second.text})"
    if CHANGES.search(text):
        return changed_by(text, first, second, between)
    small, large = sorted((first, second), key=lambda one: decimal_of(one.text, language))
    if asks_opposite(text, small):
        return f"pct(({large.text} - {small.text}) / {large.text})"
    return f"pct({small.text} / {large.text})"


SHARE_OPPOSITES = tuple(
    tuple(re.compile(rf"\b(?:{words})\b") for words in pair.split(" / "))
    for pair in (
        "absent|missing|away|off sick|ill|sick|krank|fehlen|fehlt|absents?|malades?|ausentes?|faltan|enferm[oa]s? / present|there|here|attend\\w*|healthy|well|anwesend|gesund|da|presents?|presentes?",
        "broken|defective|damaged|faulty|bad|rotten|kaputt|defekt|casses?|rot[oa]s?|defectuos[oa]s? / ok|okay|fine|good|intact|working|works?|usable|ganz|heil|intacts?|buen[oa]s?",
        "wrong|incorrect|mistakes?|errors?|falsch|fehler|fausses?|faux|erreurs?|mal|errores / right|correct|richtig|korrekt|justes?|correctes?|bien|correct[oa]s?",
        "failed|fail|durchgefallen|echoue\\w*|suspend\\w* / passed|pass|bestanden|reussi\\w*|aprob\\w*",
        "sold|used|gone|eaten|spent|full|verkauft|verbraucht|weg|vendus?|utilises?|vendid[oa]s?|usad[oa]s? / left|unsold|free|unused|remaining|empty|ubrig|frei|restants?|libres?|quedan",
        "lost|verloren|perdus?|perdid[oa]s? / won|gewonnen|gagnes?|ganad[oa]s?",
        "late|delayed|verspatet|retard|tarde / on time|punctual|punktlich|a l'heure|puntual(?:es)?",
        "unpaid|open|overdue|unbezahlt|impayees?|impagad[oa]s? / paid|bezahlt|payees?|pagad[oa]s?",
    )
)
ASKED_PROPERTY = re.compile(
    r"\b(?:percent\w*|per cent|prozent\w*|pour ?cent\w*|porcentaje|por ciento)\b(?P<asked>[^?.!\d]{0,40})|%(?P<sign>[^?.!\d]{0,40})"
)


def asks_opposite(text: str, small: "Amount") -> bool:
    """Return whether the share of the others is asked for: "24 pupils, 3 absent, what percentage is present?"."""
    flat = fold(text).lower()
    asked = [match["asked"] or match["sign"] or "" for match in ASKED_PROPERTY.finditer(flat)]
    told = re.match(r"[^\d,;.?!]{0,25}", flat[small.end :])
    ahead = re.search(r"[^\d,;.?!]{0,25}\Z", flat[: small.start])
    words = (told.group() if told else "") + (ahead.group() if ahead else "")
    return any(
        one.search(words) and not other.search(words) and other.search(last) and not one.search(last)
        for last in asked[-1:]
        for one, other in (*SHARE_OPPOSITES, *(pair[::-1] for pair in SHARE_OPPOSITES))
    )


IN_MONEY_TOO = re.compile(  # "how much more in percent and in cents"
    r"(?:%|percent\w*|prozent|pour ?cent|pourcentage|por ciento|porcentaje) (?:and|und|et|y) (?:in |en )?(?:money|euros?|cents?|dollars?|pounds?|absolut\w*|total|numbers?|zahlen)\b"
    r"|\b(?:in|en) (?:money|euros?|cents?|dollars?|pounds?|absolut\w*(?: terms| numbers)?) (?:and|und|et|y) (?:in |en )?(?:%|percent|prozent|pour ?cent|por ciento)",
    re.IGNORECASE,
)


def changed_by(text: str, first: "Amount", second: "Amount", between: str) -> str:
    """Return the change between two numbers as an expression; the one named as earlier, else the first, is the old one."""
    is_second_old = OLD_BEFORE.search(between) is not None and not TO_SECOND.search(between)
    old, new = (second, first) if is_second_old else (first, second)
    share = f"pct(({new.text} - {old.text}) / {old.text})"
    return f"{share} ; {new.text} - {old.text}" if IN_MONEY_TOO.search(text) else share
