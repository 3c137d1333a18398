"""Arithmetic in words of four languages, rewritten into one notation."""

import re

from config.builtins.wording import GROUPS, Mapped, flattened, pairs, with_digits
from config.builtins.wording_fractions import with_fractions

BRACKET = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"  # with up to two brackets inside each other
N = rf"(?:(?<!\d)[-]?(?:{GROUPS})(?: ?(?:%|percent))?|{BRACKET})"  # a number, or a bracket
SHARE = rf"(?:{GROUPS}) ?(?:%|percent)"
# German, French and Spanish phrases, folded, as the English ones below.
TO_ENGLISH = {
    "en": {},
    "de": pairs(
        """naturlicher logarithmus (?:von|aus) = natural log of; logarithmus (?:von|aus) = logarithm of; zehnerlogarithmus (?:von|aus) = logarithm of; (?:zur )?basis (?=\\d) = base ; wie viel prozent (?:sind|ist|macht|machen) = what percent is; wieviel prozent (?:sind|ist|macht) = what percent is;
        zuzuglich = plus; abzuglich = minus; und = and; mal = times; multipliziert mit = times; multipliziere = multiply;
        geteilt durch = divided by; dividiert durch = divided by; durch = divided by; teile = divide; dividiere = divide;
        addiere = add; zu = to; subtrahiere = subtract; ziehe = subtract; hoch = to the power of; zum quadrat = squared;
        im quadrat = squared; quadrat(?:zahl)? von = square of; hoch drei = cubed; quadratwurzel (?:aus|von) = square root of;
        wurzel (?:aus|von) = square root of; wurzel(?= ?\\d) = square root of; die wurzel (?:aus|von) = square root of; dritte wurzel (?:aus|von) = cube root of;
        kubikwurzel (?:aus|von) = cube root of; prozent = percent; von = of; aus = of; die halfte von = half of;
        halfte von = half of; halbe[sr]? von = half of; ein viertel von = a quarter of; ein drittel von = a third of; ein funftel von = a fifth of;
        zwei drittel von = two thirds of; drei viertel von = three quarters of; 2 drittel von = two thirds of;
        3 viertel von = three quarters of; das doppelte von = double; doppelte von = double; fakultat von = factorial of;
        fakultat = factorial; trinkgeld (?:auf|von|fur|zu) = tip on; mehrwertsteuer auf = tax on; mwst auf = tax on;
        steuer auf = tax on; rabatt auf = off; rabatt = off; nachlass auf = off; erhohe = increase; vergrossere = increase;
        erhoht um = increased by; verringere = decrease; reduziere = decrease; senke = decrease; verringert um = decreased by;
        reduziert um = decreased by; um = by; rest von = remainder of; rest bei = remainder of; modulo = mod;
        summe (?:von|aus) = sum of; produkt (?:von|aus) = product of; differenz (?:von|zwischen) = difference of;
        durchschnitt von = average of; durchschnitt = average; mittelwert = average; schnitt = average; mittelwert von = average of; ggt von = gcd of; kgv von = lcm of; runde = round;
        auf = to; nachkommastellen = decimals; dezimalstellen = decimals; stellen = decimals; als bruch = as a fraction;
        als dezimalzahl = as a decimal; als prozent = as a percentage; in prozent = as a percentage;
        prozentuale (?:veranderung|anderung) von = percent change from; nach = to; klammer auf = (; klammer zu = )"""
    ),
    "fr": pairs(
        """logarithme (?:neperien|naturel) de = natural log of; logarithme (?:decimal )?de = logarithm of; (?:en )?base (?=\\d) = base ; quel pourcentage (?:represente|est|represente-t-il) = what percent is; quel pourcentage de = what percent of;
        plus = plus; moins = minus; fois = times; multiplie(?:e)? par = times; multiplier = multiply; multiplie = multiply;
        divise(?:e)? par = divided by; diviser = divide; divise[rz]? = divide; par = by; ajoute = add; ajouter = add; soustrais = subtract;
        soustraire = subtract; puissance = to the power of; a la puissance = to the power of; au carre = squared;
        au cube = cubed; racine carree de = square root of; racine de = square root of; racine cubique de = cube root of;
        pour cent = percent; pourcents? = percent; pour-cent = percent; de = of; du = of; la moitie de = half of; moitie de = half of;
        le quart de = a quarter of; un quart de = a quarter of; le tiers de = a third of; un tiers de = a third of;
        les deux tiers de = two thirds of; deux tiers de = two thirds of; les trois quarts de = three quarters of;
        les 2 tiers de = two thirds of; 2 tiers de = two thirds of; les 3 quarts de = three quarters of; 3 quarts de = three quarters of;
        le double de = double; le triple de = triple; factorielle (?:de)? = factorial of; factorielle = factorial;
        de pourboire sur = tip on; pourboire sur = tip on; de tva sur = tax on; tva sur = tax on; de taxe sur = tax on;
        avec (?:une )?tva(?: de| a)? (?=\\d) = with ; ttc = including vat; ht = ; avant (?:remise|reduction) = original; prix (?:initial|d'origine|de depart) = original; (?:partage|partager|partagez|repartir) = split; entre = between; personnes = people; avec = with; puis = then; encore = then; apres = after; chacun = ; prix = ; de remise = off; remise = off; de reduction = off; de rabais = off; de tva = vat; tva = vat; (?:de )?pourboire = tip; de remise sur = off; remise sur = off; de reduction sur = off; reduction sur = off; de rabais sur = off;
        augmente = increase; augmenter = increase; augmente(?:e)? de = increased by; diminue = decrease; diminuer = decrease;
        reduire = decrease; reduis = decrease; diminue(?:e)? de = decreased by; reduit de = decreased by; reste de = remainder of;
        modulo = mod; la somme de = sum of; somme de = sum of; produit de = product of; difference entre = difference of;
        moyenne de = average of; moyenne = average; pgcd de = gcd of; ppcm de = lcm of; arrondis = round; arrondir = round; a = to; et = and;
        decimales = decimals; chiffres apres la virgule = decimals; en fraction = as a fraction; en pourcentage = as a percentage;
        en decimal = as a decimal; sur = divided by; variation en pourcentage de = percent change from"""
    ),
    "es": pairs(
        """logaritmo (?:natural|neperiano) de = natural log of; logaritmo (?:decimal )?de = logarithm of; (?:en )?base (?=\\d) = base ; que porcentaje (?:es|representa|son) = what percent is; que porcentaje de = what percent of; mas = plus;
        menos = minus; multiplicado por = times; multiplica = multiply; multiplicar = multiply; veces = times;
        dividido (?:por|entre) = divided by; dividir = divide; divide = divide; entre = divided by; por = times;
        por ciento = percent; por cien = percent; suma de = sum of; la suma de = sum of; suma = add; sumar = add; resta = subtract;
        restar = subtract; elevado al cuadrado = squared; elevado al cubo = cubed; elevado a(?: la)? = to the power of;
        al cuadrado = squared; al cubo = cubed; raiz cuadrada de = square root of; la raiz cuadrada de = square root of;
        raiz de = square root of; raiz cubica de = cube root of; del = of; de = of; la mitad de = half of; mitad de = half of;
        un cuarto de = a quarter of; un tercio de = a third of; la tercera parte de = a third of; la cuarta parte de = a quarter of; la quinta parte de = a fifth of; la decima parte de = a tenth of; dos tercios de = two thirds of;
        2 tercios de = two thirds of; tres cuartos de = three quarters of; 3 cuartos de = three quarters of; el doble de = double;
        el triple de = triple; factorial de = factorial of; de propina sobre = tip on; propina sobre = tip on; de propina de = tip on;
        mas (?:el )?iva(?: del?| al)? (?=\\d) = plus ; sin iva = without vat; con iva = including vat; iva = vat; (?:de )?propina = tip; antes del? (?:descuento|rebaja) = original; precio original = original; (?:reparte|repartir) = split; personas = people; con = with; despues del? = after; luego = then; otro = then; (?:de )?(?:descuento|rebaja) = off; de rebaja (?:sobre|en|de) = off; de iva sobre = tax on; iva sobre = tax on; de descuento (?:sobre|en|de) = off; descuento (?:sobre|en|de) = off;
        aumenta = increase; aumentar = increase; incrementa = increase; aumentado (?:en )?un = increased by; un = a;
        reduce = decrease; reducir = decrease; disminuye = decrease; en un = by; en = by; resto de = remainder of; modulo = mod;
        producto de = product of; diferencia entre = difference of; promedio de = average of; media de = average of; promedio = average; media = average;
        mcd de = gcd of; mcm de = lcm of; redondea = round; redondear = round; a = to; y = and; decimales = decimals;
        como fraccion = as a fraction; como porcentaje = as a percentage; como decimal = as a decimal; sobre = of;
        cambio porcentual de = percent change from"""
    ),
}
FRACTIONS = pairs(
    """half of = 1/2 of; a half of = 1/2 of; half = 1/2 of; (?:a|one|1) third of = 1/3 of; (?:two|2) thirds of = 2/3 of;
    (?:a|one|1) quarter of = 1/4 of; (?:three|3) quarters of = 3/4 of; (?:a|one|1) fifth of = 1/5 of; (?:a|one|1) tenth of = 1/10 of;
    (?:two|2) fifths of = 2/5 of; (?:three|3) fifths of = 3/5 of; (?:four|4) fifths of = 4/5 of; double = 2 *; twice = 2 *; triple = 3 *;
    the (?:double|triple) of = 2 *; (?:a|one|1) half = 1/2; (?:a|one|1) third = 1/3; (?:two|2) thirds = 2/3; (?:a|one|1) quarter = 1/4;
    (?:three|3) quarters = 3/4; (?:two|2) fifths = 2/5; (?:three|3) fifths = 3/5; (?:four|4) fifths = 4/5"""
)
PART_SIZES = {
    "thirds": 3, "quarters": 4, "fourths": 4, "fifths": 5, "sixths": 6, "sevenths": 7, "eighths": 8, "ninths": 9, "tenths": 10, "twelfths": 12, "sixteenths": 16,
    "funftel": 5, "sechstel": 6, "siebtel": 7, "achtel": 8, "neuntel": 9, "zehntel": 10, "zwolftel": 12, "drittel": 3, "viertel": 4,
    "cinquiemes": 5, "sixiemes": 6, "septiemes": 7, "huitiemes": 8, "neuviemes": 9, "dixiemes": 10,
    "quintos": 5, "sextos": 6, "septimos": 7, "octavos": 8, "novenos": 9, "decimos": 10,
}  # fmt: skip
NAMED_PARTS = re.compile(rf"(?<![\w.,/])(\d{{1,3}})[ -]({'|'.join(PART_SIZES)})\b", re.IGNORECASE)
PART_OF_OWN = re.compile(  # "two fifths of my 120 euros"
    r"(?P<part>\b(?:half|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth)s?|funftel|zehntel|drittel|viertel|achtel) )"
    r"(?:of|von) (?:the|my|our|your|his|her|their|these|those|den|meinen|unseren) (?=[€$£]? ?\d)",
    re.IGNORECASE,
)
CHANGE_BEHIND = re.compile(  # "3200 to 3456 percent increase"
    r"\A\W*(?P<old>\d[\d.,]*) to (?P<new>\d[\d.,]*)(?:,| is what| in| as a)? (?:percent(?:age)?|%|pct) (?P<way>increase|decrease|change)(?=\W*\Z)",
    re.IGNORECASE,
)
PERIODS_OF = (
    ("year", "month", 12),
    ("year", "week", 52),
    ("year", "quarter", 4),
    ("day", "hour", 24),
    ("hour", "minute", 60),
)
# Forms that name the operation before or around the numbers, in this order; the first groups are the numbers.
FIGURE = rf"(?:{GROUPS})"
LOGARITHMS_IN_WORDS = (
    (rf"(?:the )?log(?:arithm)?s? ?(?:to (?:the )?)?base (\d+(?:\.\d+)?)(?: of)? ?({FIGURE})", r"log(\2 , \1)"),
    (
        rf"(?:the )?(?:log(?:arithm)?|lg|log10)(?: of)? ?({FIGURE}),? (?:to (?:the )?|with |in )?base (\d+(?:\.\d+)?)",
        r"log(\1 , \2)",
    ),
    (rf"\blog_?2 (?:of )?({FIGURE})", r"log2(\1)"),
    (rf"(?:the )?(?:\bnatural log(?:arithm)?|\bln)(?: of)? ?({FIGURE})", r"ln(\1)"),
    (rf"\b(?:the )?(?:common |decadic |decimal )?(?:logarithm|log_?10|lg|log)(?: of)? ({FIGURE})", r"log(\1)"),
    (r"\b(?:log_?10|lg)(?=\()", "log"),
)
MISSING = r"(?:what|which|a|some)(?: number)?"
EQUALS = r"(?:is|equals?|=|gives?|makes?)"
MISSING_NUMBERS = (
    (rf"\b{MISSING} plus ({FIGURE}) {EQUALS} ({FIGURE})", r"(\2 - \1)"),
    (rf"\b{MISSING} minus ({FIGURE}) {EQUALS} ({FIGURE})", r"(\2 + \1)"),
    (rf"\b{MISSING} times ({FIGURE}) {EQUALS} ({FIGURE})", r"(\2 / \1)"),
    (rf"\b{MISSING} divided by ({FIGURE}) {EQUALS} ({FIGURE})", r"(\2 * \1)"),
    (rf"({FIGURE}) plus {MISSING} {EQUALS} ({FIGURE})", r"(\2 - \1)"),
    (rf"({FIGURE}) minus {MISSING} {EQUALS} ({FIGURE})", r"(\1 - \2)"),
    (rf"({FIGURE}) times {MISSING} {EQUALS} ({FIGURE})", r"(\2 / \1)"),
    (rf"how much (?:more|larger|bigger|greater|higher) is ({FIGURE}) (?:than|as) ({FIGURE})", r"(\1 - \2)"),
    (rf"how much (?:less|smaller|lower) is ({FIGURE}) (?:than|as) ({FIGURE})", r"(\2 - \1)"),
)
CONTAINERS = (
    r"(?:boxes|packs|packets|packages|bags|crates|cartons|cases|sets|rows|trays|sheets|bundles|reams|rolls|groups|teams|tables|buses|"
    r"kisten|packungen|pakete|schachteln|kartons|beutel|reihen|tische|boites|paquets|cartons|caisses|sacs|rangees|cajas|paquetes|bolsas|filas|mesas)"
)
FORMS = (
    (rf"({FIGURE}) and (?:a )?half(?! of)", r"(\1 + 1/2)"),
    (
        rf"({FIGURE}) {CONTAINERS} (?:of|with|to|je|zu je|mit|avec|con|a) ({FIGURE})(?! ?(?:%|percent))(?: [a-z]+(?= (?:plus|minus|times|divided|and)\b| ?[-+*/?.]))?",
        r"(\1 * \2)",
    ),
    *LOGARITHMS_IN_WORDS,
    *MISSING_NUMBERS,
    (
        rf"(?:split|divide|share) ({N}) (?:by|into|between|among) ({N})(?: \w+)?,? (?:with|including|plus|and) (?:an? )?({N}) (?:tip|gratuity|tax|vat)",
        r"((\1 + \3) / \2)",
    ),
    (
        rf"({N}) (?:is what (?:is|you pay) |paid )?(?:after|including|incl\.?|with|already has|has) (?:an? )?({SHARE}) (?:off|discount|reduction)(?=.*\boriginal)",
        r"(\1 / (1 - \2))",
    ),
    (rf"original.*?({N}) (?:after|with) (?:an? )?({SHARE}) (?:off|discount|reduction)", r"(\1 / (1 - \2))"),
    (
        rf"(?:without|before|excluding|net of|exclusive of) (?:the )?(?:vat|tax|sales tax)[a-z ,']*?({N}) (?:with|including|incl\.?|at|and|inclusive of) (?:an? )?({SHARE})(?: (?:vat|tax|sales tax))?",
        r"(\1 / (1 + \2))",
    ),
    (
        rf"({N}) (?:including|incl\.?|inclusive of|with) (?:an? )?({SHARE}) (?:vat|tax|sales tax)(?=.*\b(?:without|before|excluding|net)\b)",
        r"(\1 / (1 + \2))",
    ),
    (
        rf"compound interest (?:on|of|for) ({N}) (?:at|with|and) ({SHARE})(?: (?:a|per) year| annually| interest)? (?:for|over|after|in) ({N}) years?",
        r"(\1 * (1 + \2)^\3 - \1)",
    ),
    (
        rf"({N}) (?:at|with) ({SHARE})(?: (?:a|per) year| annually)?(?: compound(?:ed)?)? interest (?:for|over|after|in) ({N}) years?",
        r"(\1 * (1 + \2)^\3)",
    ),
    (
        rf"({N}),? (?:with |plus |and |add(?:ing)? )?(?:an? )?({SHARE}) (?:tip|gratuity|service)\b(?! (?:on|for|of))",
        r"(\1 + \2)",
    ),
    (
        rf"({N})(?: \w+){{0,2}} (?:plus|with|and|add) (?:an? )?({SHARE}) (?:vat|tax|sales tax|tip)\b(?! (?:on|for|of))",
        r"(\1 + \2)",
    ),
    (
        rf"(?:what (?:remains|is left(?: over)?|is the (?:remainder|rest))|remainder|rest) (?:when|if|after|on|from) (?:i |you |we )?(?:divid\w+|split\w*|shar\w+) ({N}) (?:divided by|by|into|among|between) ({N})",
        r"(\1 mod \2)",
    ),
    (rf"remainder (?:of|when|if) ({N}) (?:is )?(?:divided by|/|by|and|mod) ({N})", r"(\1 mod \2)"),
    (rf"({N}) (?:of|off) ({N}) off\b", r"(\2 - \1)"),
    (rf"({N}) (?:is|are) (?:what|how many|which) (?:%|percent\w*) of ({N})", r"pct(\1 / \2)"),
    (rf"what (?:%|percent\w*) of ({N}) (?:is|are|does) ({N})", r"pct(\2 / \1)"),
    (rf"what (?:%|percent\w*) (?:is|are) ({N}) (?:out )?(?:of|from|divided by) ({N})", r"pct(\1 / \2)"),
    (rf"what is ({N}) (?:out of|of|/|divided by) ({N}) (?:as an? percent\w*|in percent\w*)", r"pct(\1 / \2)"),
    (rf"({N}) (?:out of|of) ({N}) (?:as an? percent\w*|in percent\w*)", r"pct(\1 / \2)"),
    (rf"({N}) as an? percent\w* of ({N})", r"pct(\1 / \2)"),
    (
        rf"(?:percent\w*) (?:change|increase|decrease|difference|growth|drop|rise)(?: (?:is|was|of|from|between|when going|going|if it goes))+ ({N}) (?:to|and) ({N})",
        r"pct((\2 - \1) / \1)",
    ),
    (
        rf"(?:goes|went|rose|fell|grew|dropped|moved|changed|increased|decreased|jumped|climbed) from ({N}) to ({N})"
        r"(?=[ ,;:.]*(?:what(?:'s| is| was)? )?(?:the |in |by what |as an? )?percent)(?:[ ,;:.]*(?:what(?:'s| is| was)? )?(?:the |in |by what |as an? )?percent\w*(?: (?:change|increase|decrease|difference|growth|drop|rise))?)",
        r"pct((\2 - \1) / \1)",
    ),
    (rf"({N}) less than (2|3) \* ?({N})", r"(\2 * \3 - \1)"),  # "20 less than twice 35"
    (rf"({N}) more than (2|3) \* ?({N})", r"(\2 * \3 + \1)"),
    (rf"({N}) (?:off|discount on|discount from|discount of|less than) (?:of )?({N})", r"(\2 - \1)"),
    (rf"({N}) (?:minus|with) (?:a )?({N}) (?:off|discount)", r"(\1 - \2)"),
    *[
        (
            rf"({N})(?:,| and| but| is| are| was| now| then| with| less| minus| at)*(?: (?:an?|another|an extra|an additional|a further|extra|further|additional))* ({SHARE}) (?:off|discount|reduction)",
            r"(\1 - \2)",
        )
    ]
    * 3,  # one discount after the other
    (rf"({N}),? (?:with )?(?:a )?({N}) (?:off|discount)", r"(\1 - \2)"),
    (rf"(?:increase|raise|up) ({N}) (?:by|with) ({N})", r"(\1 + \2)"),
    (rf"({SHARE}) (?:more|higher|greater|larger) than (?:of )?({N})", r"(\2 + \1)"),
    (rf"({N}) (?:increased by|raised by|up|more than) ({N})", r"(\1 + \2)"),
    (rf"(?:decrease|reduce|lower|discount) ({N}) by ({N})", r"(\1 - \2)"),
    (rf"({N}) (?:decreased by|reduced by|down|less|weniger|discounted by) ({N})", r"(\1 - \2)"),
    (
        rf"({N}) (?:percent )?(?:tip|gratuity|tax|vat|sales tax|interest|commission|fee) (?:on|for|of) ({N})",
        r"\1 of \2",
    ),
    (rf"(?:tip|gratuity|tax|vat|commission) (?:of|at) ({N}) on ({N})", r"\1 of \2"),
    (
        rf"({SHARE}) (?!off\b|discount|reduction|more\b|less\b|increase|decrease|up\b|down\b)[a-z]{{3,}}(?: payment)? (?:on|for|of|from) (?:an? |the )?({N})",
        r"\1 of \2",
    ),
    (rf"divid(?:e|ing) ({N}) (?:divided by|by|into|between|among|to|times) ({N})", r"(\1 / \2)"),  # "por" is times
    (rf"(?:split|share) ({N}) (?:divided by|by|into|between|among|for|to|in) ({N})", r"(\1 / \2)"),
    (
        rf"({N}),?(?: and| then| which we| to be)?(?: it)? (?:split|shared|divided)(?: evenly| equally| up| it)* (?:divided by|by|between|among|amongst|into|for|over|across) ({N})",
        r"(\1 / \2)",
    ),
    (rf"({N}),?(?: and| then)? (?:split|shared|divided)(?: it)?(?: evenly| equally)? ({N})(?: ways?)?", r"(\1 / \2)"),
    (rf"({N}) (?:people|ppl|persons|friends|of us) (?:share|split) ({N})", r"(\2 / \1)"),
    (
        rf"(?:price|cost|costs|how much is|much is|pay|cost is) (?:of |for )?(?:one|each|1|a piece|per (?:piece|item|unit|person))\b[a-z ,']*?({N}) (?!(?:%|percent|of|off))[a-z]+ (?:cost|costs|are|for) ({N})",
        r"(\2 / \1)",
    ),
    (rf"(?:multiply|multipliziere) ({N}) (?:by|with|and|times|mit) ({N})", r"(\1 * \2)"),
    (rf"({N}) (?:lots|sets|groups|times) of ({N})", r"(\1 * \2)"),
    (rf"({N}) and ({N}) (?:together|combined|added up|altogether|in total)", r"(\1 + \2)"),
    (rf"(?:take away|deduct) ({N}) from ({N})", r"(\2 - \1)"),
    (rf"({N}) take away ({N})", r"(\1 - \2)"),
    (rf"how many ({N})(?:'?s)? (?:are )?(?:there )?(?:go |fit )?in(?:to)? ({N})", r"(\2 / \1)"),
    (rf"(?:an?|one|1) ({FIGURE})(?:th|rd|nd|st) of ({N})", r"(\2 / \1)"),
    (rf"(?:the )?quotient (?:of|from|between) ({N}) (?:and|by) ({N})", r"(\1 / \2)"),
    (rf"(?:the )?ratio (?:of|between) ({N}) (?:to|and) ({N})", r"(\1 / \2)"),
    (rf"\b(?:halve|halbiere) ({N})", r"(\1 / 2)"),
    (rf"({N}) to the (?:power (?:of )?)?(?:minus|negative) ({FIGURE})", r"(\1 ^ (-\2))"),
    (rf"\bnegative ({FIGURE})", r"(-\1)"),
    (rf"add ({N}) (?:to|and|plus) ({N})", r"(\1 + \2)"),
    (rf"subtract ({N}) (?:from|of) ({N})", r"(\2 - \1)"),
    (rf"take ({N}) (?:away )?from ({N})", r"(\2 - \1)"),
    (rf"(?:the )?difference (?:of|between) ({N}) and ({N})", r"abs(\1 - \2)"),
    (rf"round ({N}) to (?:the )?(?:nearest )?(?:whole number|integer|unit)", r"round(\1)"),
    (rf"round ({N}) to (\d+) (?:decimals?|decimal places|places|digits)", r"round(\1 , \2)"),
    (rf"({N}) rounded to (\d+) (?:decimals?|decimal places|places|digits)", r"round(\1 , \2)"),
    (rf"(?:the )?(?:square root|sqrt|(?<!cube )root)(?: of)? ({N})", r"sqrt(\1)"),
    (rf"how many times (?:does|do|can|will) ({N}) (?:go|goes|fit) (?:in|into) ({N})", r"(\2 / \1)"),
    (rf"({SHARE}) (?:increase|raise|rise) (?:of|on|to|over) (?:an? )?({N})", r"(\2 + \1)"),
    (rf"({SHARE}) (?:decrease|reduction|cut) (?:of|on|to|from) (?:an? )?({N})", r"(\2 - \1)"),
    *[
        (
            rf"({N}) (?:an?|per|every|each|/) ?{longer}\b(?=.*(?:\b(?:an?|per|each|every|in) {shorter}\b|\b{shorter}ly\b))",
            rf"(\1 / {count})",
        )
        for longer, shorter, count in PERIODS_OF
    ],
    *[
        (
            rf"({N}) (?:an?|per|every|each|/) ?{shorter}\b(?=.*(?:\b(?:an?|per|each|every|in) {longer}\b|\b{longer}ly\b))",
            rf"(\1 * {count})",
        )
        for longer, shorter, count in PERIODS_OF
    ],
    (rf"(?:the )?cube root(?: of)? ({N})", r"cbrt(\1)"),
    (rf"(?:the )?square of ({N})", r"\1^2"),
    (rf"(?:the )?cube of ({N})", r"\1^3"),
    (rf"(?:the )?factorial of ({N})", r"\1!"),
    (rf"({N}) factor(?:ia|a|i)l", r"\1!"),
    (rf"({N}) (?:is )?(?:raised )?to the power (?:of )?({N})", r"\1^\2"),
    (rf"({N}) to the (\d+)(?:st|nd|rd|th)(?: power)?", r"\1^\2"),
)
LIST = rf"{N}(?:(?:,? and |, ?| ){N})+"
LIST_NAMES = {
    "sum": "sum",
    "total": "sum",
    "product": "product",
    "average": "mean",
    "mean": "mean",
    "gcd": "gcd",
    "lcm": "lcm",
}
LIST_NAMES |= {"gcf": "gcd", "hcf": "gcd", "highest common factor": "gcd", "lowest common multiple": "lcm"}
LIST_NAMES |= {
    "largest common divisor": "gcd",
    "lowest common denominator": "lcm",
    "greatest common divisor": "gcd",
    "least common multiple": "lcm",
    "greatest common factor": "gcd",
}
SIGNS = pairs(
    """plus = +; added to = +; minus = -; subtracted by = -; times = *; multiplied by = *; multiplied with = *; divided by = /;
    over = /; hoch = ^; squared = ^2; cubed = ^3; modulo = mod; modulus = mod; per cent = percent; percents = percent; percentage of = percent of;
    out of = /; open bracket = (; close bracket = )"""
)
LARGE_COUNT = re.compile(r"(?<=\d) ?(?P<word>lakhs?|lacs?|crores?|cr)\b(?: rupees)?", re.IGNORECASE)
INDIAN_GROUPS = re.compile(r"(?<![\d,])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,])")
CURRENCY = r"[$€£¥₹]|\b(?:rs\.?(?= ?\d)|inr\b|rupees?\b)|\b(?:dollars?|euros?|pounds|usd|eur|gbp|dolares|franken|chf|francs?|bucks|quid)\b"


# "100 / 7 rounded to 2 decimals": all of a calculation is rounded, not its last number
ROUNDED = re.compile(
    r"(?<=[\d)%]),? ?(?:(?:and )?(?:then )?round(?:ed)?(?: it| that| the result)?|, to|\(?to)(?: to)?(?: the)?(?: nearest)?"
    r" (?:(\d{1,2}) (?:decimals?(?: places)?|places|digits)|(?:whole number|integer|unit))\b",
    re.IGNORECASE,
)
EXPRESSION = re.compile(r"[\d(](?:[\d\s.,+*/^()%-]|\b(?:percent|of|mod|sqrt|cbrt|pi)\b)*[\d)%!]")

BACK = r"\b(?:that|it|this|the result|the answer|result|das|dem ergebnis|ergebnis|ca|cela|resultat|eso|resultado)\b"


def rewritten(text: str, language: str, before: str = "") -> Mapped:
    """Return a message in one notation: digits, signs, and the functions of the parser.

    ``before`` is the result that "that" stands for, "" where it is not known.
    """
    made = (
        flattened(text)
        .sub(BACK if before else r"(?!)", before)
        .sub(r"\b(?:as|into) (?:one|a single) (?=fraction\b)", "as a ")
        .sub(r"[×·∙⋅]", "*")
        .sub(r"÷", "/")
        .sub(r"[–−]", "-")
        .sub(r"√ ?\(", "sqrt(")
        .sub(r"√", "sqrt ")
        .sub("π", "pi")
    )
    made = (
        made.sub("²", "^2")
        .sub("³", "^3")
        .sub(r"(?<=\d) ?:(?= ?\d)", "/")
        .sub(r"½", "1/2")
        .sub("¼", "1/4")
        .sub("¾", "3/4")
    )
    made = made.sub(
        r"\((?=[^()]*[a-z])(?![^()]*\b(?:pi|sqrt|cbrt|percent)\b)[^()\d*/^+=]{3,}\)",
        lambda match: " " * len(match.group()),
    )
    made = made.sub(r"\[|\{", "(").sub(r"\]|\}", ")")
    made = made.sub(r"\bpour ?cents?\b", "%") if language == "fr" else made  # its "cent" is no hundred
    made = with_digits(with_fractions(made, language), language).translated(TO_ENGLISH[language])
    made = made.sub(CURRENCY, lambda match: " " * len(match.group())).sub(r"\s+", " ")
    made = made.sub(PART_OF_OWN, r"\g<part>of ").sub(CHANGE_BEHIND, r"percent \g<way> from \g<old> to \g<new>")
    made = made.sub(r"\b(\d+) (\d+)/(\d+)\b", r"(\1+\2/\3)").translated(FRACTIONS)
    made = made.sub(NAMED_PARTS, lambda m: f"{m[1]}/{PART_SIZES[m[2].lower()]}")
    made = made.sub(r"(?<=\d) ?x ?(?=[\d(])", " * ").sub(r"(?<=\)) ?x ?(?=[\d(])", " * ")
    made = made.sub(
        r"(?<![\d.,])(\d+(?:[.,]\d+)?) ?(thousand|million|billion|lakhs?|lacs?|crores?|cr|tausend|millionen|mille|millones)\b",
        thousands,
    )
    made = made.sub(r"(?<![\d.,])(\d+(?:[.,]\d+)?) ?(?:dozens?|dutzend|douzaines?|docenas?)\b", r"(\1 * 12)")
    made = made.sub(CHOICES, choices)
    made = made.sub(r"\bper ?cents?\b|\bpct\b", "percent")
    return worded(made)


CHOICES = re.compile(
    r"\b(?P<all>\d{1,3}) (?:choose|uber|parmi|sobre) (?P<few>\d{1,3})\b"
    r"|\b(?:n?C|binom(?:ial)?) ?\( ?(?P<all_2>\d{1,3}) ?[,;] ?(?P<few_2>\d{1,3}) ?\)"
    r"|\b(?P<name>combinations|permutations|kombinationen|permutationen|combinaisons|combinaciones|permutaciones) (?:of|von|de) (?P<few_3>\d{1,3}) (?:\w+ )?(?:out of|from|of|aus|von|parmi|de) (?P<all_3>\d{1,3})\b"
    r"|\b(?P<name_2>combinations|permutations|kombinationen|permutationen) (?:of|von) (?P<all_4>\d{1,3}) (?:\w+ )?(?:taken|choose|zu|je) (?P<few_4>\d{1,3})(?: at a time)?\b",
    re.IGNORECASE,
)


def choices(match: "re.Match[str]") -> str:
    """Return how many ways there are to take a few of all, as factorials; too few stay as they are written."""
    groups = match.groupdict()
    whole = next(int(value) for name, value in groups.items() if name.startswith("all") and value)
    few = next(int(value) for name, value in groups.items() if name.startswith("few") and value)
    if few > whole:
        return match.group()
    ordered = (match["name"] or match["name_2"] or "").lower().startswith("permut")
    below = f"{whole - few}!" if ordered else f"({few}! * {whole - few}!)"
    return f"({whole}! / {below})"


def thousands(match: "re.Match[str]") -> str:
    """Return a number with the word behind it as a product."""
    word = match.group(2).lower()
    zeros = 3 if word in ("thousand", "tausend", "mille") else 9 if word == "billion" else 6
    zeros = 5 if word.startswith("la") else 7 if word.startswith("cr") else zeros
    return f"({match.group(1)} * 1{'0' * zeros})"


def worded(made: Mapped) -> Mapped:
    """Return a text in which words around numbers are signs and functions."""
    names = "|".join(sorted(LIST_NAMES, key=len, reverse=True))
    made = made.sub(
        rf"\b({names})(?: (?:of|for|from))?(?:(?: (?:of|the|my|these|those|our|following|last|numbers?|meine[rns]?|meinen|der|dieser|mes|mis|los|las|noten|[a-z]+s))*:?) ({LIST})",
        named_list,
    )
    made = made.sub(rf"\badd (?:up )?({LIST})", lambda match: f"sum({listed(match[1])})")
    rounded = ROUNDED.search(made.text)
    if rounded and not re.search(
        r"[-+*/^]|\b(?:plus|minus|times|divided|multiplied|of)\b", made.text[: rounded.start()]
    ):
        rounded = None
    places = (rounded[1] or "0") if rounded else ""
    if rounded:
        made = made.sub(ROUNDED, " ")
    for pattern, template in FORMS:
        made = made.sub(rf"(?<![\w.,]){pattern}" if pattern.startswith("({") else pattern, template)
    made = made.translated(SIGNS)
    return made.sub(EXPRESSION, lambda match: f"round({match.group().strip()} , {places})") if rounded else made


def named_list(match: "re.Match[str]") -> str:
    """Return a function of a list of numbers; a list that goes on with a calculation stays as it is."""
    if re.match(r" ?[*/^]", match.string[match.end() :]):
        return match.group()
    return f"{LIST_NAMES[match[1].lower()]}({listed(match[2])})"


def listed(text: str) -> str:
    """Return a list of numbers with a comma between each two, and a space before it: 3 , 5."""
    return Mapped(text).sub(r"(?<=[\d)%]),? and (?=[\d(-])|,(?= )|(?<=\d) (?=[\d-])", " , ").text
