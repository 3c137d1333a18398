"""Words that divide a request into steps, ask for something of each item, or name a file; four languages, as data."""

import re

from kingdom.core.text.lazy_patterns import lazy_pattern

_JOINT = r"(?:and|und|et|y)"
# Words between two steps wherever they stand between clauses.
AFTER = (
    r"then|after that|after this|after which|afterwards|subsequently|"
    r"(?:once|when|as soon as) (?:(?:you['’]ve|you have) (?:done|finished) (?:that|this|it|so)|"
    r"(?:that|this|it|everything)(?:['’]s| is| has been)? (?:all )?(?:done|finished|ready|complete)|"
    r"(?:you['’]ve|you have|you) (?:done |finished )?\w{3,15} (?:that|this|it|them|these|those|all of (?:them|it)|"
    r"everything)|(?:they|these|those|all)(?:['’]re| are| have been) (?:all )?\w{3,15})|"
    r"dann|danach|anschließend|daraufhin|hinterher|hernach|im anschluss(?: daran)?|"
    r"(?:wenn|sobald) (?:das|dies|es|du) (?:damit )?(?:fertig|erledigt|geschehen) (?:ist|bist)|"
    r"(?:wenn|sobald|nachdem) (?:du |sie |das |alle |alles ){1,2}\w{4,20} (?:hast|haben|sind|ist|wurden|wurde)|"
    r"puis|ensuite|après (?:ça|cela)|par la suite|"
    r"une fois (?:que )?(?:c['’]est |cela |ça )?(?:fait|terminé|fini)|quand c['’]est (?:fait|terminé|fini)|"
    r"(?:une fois que|quand|lorsque) (?:tu|vous) (?:les |l['’]|la |le )?(?:as|auras|avez|aurez) \w{3,15}|"
    r"luego|después(?!\s+de\b)|a continuación|seguidamente|"
    r"(?:una vez|cuando) (?:(?:esté|hayas) )?(?:hecho|terminado|listo|acabado)|"
    r"(?:una vez que|cuando) (?:l[oa]s? )?(?:hayas|haya|hayan) \w{4,15}"
)
# Words that divide steps where a mark or a joint stands before them, and no "of …" behind them.
_OF = r"(?!\s+(?:of|der|des|dem|den|von|vom|de|du|del|la|el)\b)"
AT_LAST = (
    rf"(?:next(?=,)|finally|lastly|in the end|at the end{_OF}|zum schluss|zuletzt|am (?:ende|schluss){_OF}|"
    rf"abschließend|"
    rf"schließlich|als nächstes|enfin|pour finir|à la fin{_OF}|finalmente|por último|al final{_OF}|para terminar)"
)
THEN = lazy_pattern(
    rf"(?<!\s)(?:(?:\s*[,;.?!]\s*|\s+)(?:{_JOINT}\s+)?(?:{AFTER})|(?:\s*[,;.?!]\s*(?:{_JOINT}\s+)?|\s+{_JOINT}\s+)"
    rf"{AT_LAST})(?!\w)\s*,?(?:\s+|(?=\Z))",
    re.IGNORECASE,
)
# "und fasse dann die Anzahlen zusammen", ", sag mir danach, wie …": the verb stands before the word that divides.
VERB_THEN = lazy_pattern(
    rf"(?<!\s)(?:\s*,\s+(?:{_JOINT}\s+)?|\s+{_JOINT}\s+)(?!(?:{_JOINT}|{AFTER})\s)(\w{{3,20}}(?:\s(?:mir|uns|me|us|nos)|"
    rf"-(?:moi|nous)|-l(?:e|a|es))?(?:\s(?:es|sie|(?:das|die|den|alle)(?-i:\s[A-ZÄÖÜ][\wäöüß]{{1,24}})?))?)"
    rf"\s+(?:{AFTER}|{AT_LAST})(?!\w)\s*(,?)\s+",
    re.IGNORECASE,
)
# "Divide that by 4 afterwards.": a last sentence that ends with the word that divides.
TRAILING_THEN = lazy_pattern(
    r"[.?!;]\s+([^.?!;\n]{3,160}?)\s+(?:afterwards|after (?:that|this)|then|danach|anschließend|hinterher|zum schluss|"
    r"am ende|ensuite|après|à la fin|después|luego|al final)\s*[.!]?\Z",
    re.IGNORECASE,
)
# "fass am Ende zusammen, …": the word stands behind the verb of a step that is cut already.
VERB_LAST = lazy_pattern(
    rf"\A(\w{{3,20}}(?:\s(?:mir|uns|me|us|nos)|-(?:moi|nous))?)\s(?:{AFTER}|{AT_LAST})(?!\w)", re.IGNORECASE
)
FIRST = lazy_pattern(
    r"^(?:first(?:ly| of all)?|to (?:begin|start) with|zuerst|erst|zunächst|als\s+erstes|erstens|d['’]abord|"
    r"(?:tout d['’]abord|pour commencer|premièrement)|primero|primeramente|en primer lugar|para empezar)\b[\s,:]+",
    re.IGNORECASE,
)
# Words of an introduction that has nothing to do by itself: "I need two things done one after the other:".
_INTRODUCTIONS = (
    "hi hello please kindly could can would will you i we i'd need want like have got get to do done be carry out "
    "perform run for me us with this these the following things thing steps step tasks task jobs questions a few "
    "some couple of two three four five 2 3 4 5 one after other another in that order here are is my now first "
    "bitte hallo kannst könntest können könnten du sie ich wir brauche brauchen möchte möchten hätte gern gerne "
    "mach mache machen erledige erledigen folgendes folgende folgenden dinge sachen schritte schritten aufgaben "
    "zwei drei vier ein paar nacheinander hintereinander der reihe nach mir mal das bonjour merci de peux "
    "pourrais pouvez pourriez tu vous faire fais faites je voudrais veux j'ai besoin ce qui suit les choses "
    "étapes tâches suivantes suivants deux trois quatre quelques dans l'ordre cet ordre moi hola por favor puedes "
    "podrías puede haz hacer quiero necesito lo siguiente las siguientes cosas pasos tareas dos tres cuatro unas "
    "en este orden"
)
INTRODUCTION_WORDS = frozenset(_INTRODUCTIONS.split())
# "1. …", "2) …", "Step 3: …", "Zweitens, …": items whose numbers count up from one.
NUMBER = lazy_pattern(
    r"(?:^|(?<=\s))(?:(?:step|schritt|étape|paso)\s+(?P<step>\d)\s?[.):–-]|\(?(?P<digit>\d)[.)])\s+", re.IGNORECASE
)
_GENERIC = (
    r"lines?|items?|entr(?:y|ies)|ones?|values?|things?|zeilen?|einträge?n?|werte?n?|angaben?|dinge|sachen|punkte?n?|"
    r"lignes?|valeurs?|éléments?|choses|líneas?|valores|valor|elementos?|cosas?"
)
# "each of these distances": the noun goes, too, since each item stands in its place.
EACH = lazy_pattern(
    r"\b(?:for\s+)?(?:each|every(?:\s+single)?\s+one|all|both)(?:\s+and\s+every(?:\s+one)?)?\s+of\s+"
    r"(?:the\s+following|these|those|them)\b(?:\s[a-z-]{2,20}s\b(?!\s+are\b))?|"
    rf"\b(?:for\s+)?(?:each|every)\s+(?:{_GENERIC})\b|\beach\s+(?=into\b|in\b|to\b)|"
    r"\b(?:für\s+)?(?:jede[nmrs]?|alle)\s+(?:davon|von\s+diesen|dieser|diese)\b(?-i:\s[A-ZÄÖÜ][\wäöüß-]{1,24}\b)?|"
    rf"\b(?:für\s+)?jede[nmrs]?\s+(?:einzelne[nmrs]?\s+)?(?:{_GENERIC})\b|"
    r"\b(?:pour\s+)?chacun(?:e)?\s+(?:de|d['’])\s?(?:ces|ceux-ci|celles-ci|entre\s+(?:eux|"
    r"elles))\b(?:\s\w{2,20}s\b)?|"
    rf"\b(?:pour\s+)?chaque\s+(?:{_GENERIC})\b|"
    r"\b(?:para\s+)?cada\s+un[oa]\s+de\s+(?:est[oa]s|es[oa]s|ell[oa]s)\b(?:\s\w{2,20}s\b)?|"
    rf"\b(?:para\s+)?cada\s+(?:{_GENERIC})\b",
    re.IGNORECASE,
)
# "the word count of each sentence: …": beside a list, one of it stands in its place.
EACH_NOUN = lazy_pattern(
    r"(?:\b(?:for\s+)?(?:each|every)\s+(?:sentence|word|text|phrase|paragraph|address|e-?mail|mail|date|day|number|amount|"
    r"figure|sum|weight|length|distance|temperature|price|name|link|url)\b|"
    r"\b(?:für\s+)?jede[nmrs]?\s+(?:satz|wort|text|absatz|adresse|e-?mail|mail|datum|tag|zahl|betrag|summe|rechnung|gewicht|"
    r"länge|strecke|entfernung|temperatur|preis|namen?|link)\b|"
    r"\b(?:pour\s+)?chaque\s+(?:phrase|mot|texte|adresse|e-?mail|courriel|date|jour|nombre|montant|somme|poids|longueur|"
    r"distance|température|prix|nom|lien)\b|"
    r"\b(?:para\s+)?cada\s+(?:frase|palabra|texto|dirección|correo|e-?mail|fecha|día|número|cantidad|suma|peso|longitud|"
    r"distancia|temperatura|precio|nombre|enlace)\b)"
    r"(?:\s(?:in|of|from|on|aus|de|en)\s(?:this|these|that|the|my|our|diese[rn]?|der|cette|ces|esta|estas|la)\s(?:list|"
    r"lists|liste|lista)\b(?!\s(?:of|von|de)\b))?",
    re.IGNORECASE,
)
# "Convert these, one by one": said besides what is wanted.
SEPARATELY = lazy_pattern(
    r"(?<![\s,])[\s,]*+\b(?:(?:each|each\s+one|jede[rs]?|chacune?|cada\s+un[oa])\s+)?(?:one\s+by\s+one|one\s+at\s+a\s+time|one\s+after\s+(?:the\s+other|another)|individually|separately|"
    r"einzeln|(?:jeweils\s+)?für\s+sich|eine[nrs]?\s+nach\s+de[rm]\s+anderen|une?\s+(?:par|à)\s+une?|séparément|"
    r"un[oa]\s+(?:por|a)\s+un[oa]|por\s+separado)\b|(?<![\s,])\s*+,\s*+each(?=\s*(?:[,.:;]|\Z))",
    re.IGNORECASE,
)
# What is counted in sentences ends where they end, not at commas.
SENTENCES = lazy_pattern(r"\b(?:sentences?|satz|sätzen?|phrases?|frases?|oraciones)\b", re.IGNORECASE)
# "compute its square", of each item
ITS = lazy_pattern(r"\b(?:its|their)\s((?:[a-z-]{2,20}\s){0,2}[a-z-]{2,20})\Z", re.IGNORECASE)
_PLURAL = r"(?:\s(?!has\b|was\b|does\b|plus\b)[a-zé-]{2,20}s\b)?"
THESE = lazy_pattern(
    rf"\b(?:these|those|the\s+following)\b{_PLURAL}|\b(?:diese[nr]?|folgende[nr]?)\b(?-i:\s[A-ZÄÖÜ][\wäöüß-]{{1,24}}\b)?|"
    rf"\b(?:ces|est[oa]s|l[oa]s\s+siguientes)\b{_PLURAL}|\bles\s+suivant(?:e)?s\b",
    re.IGNORECASE,
)
_TABLE_NOUN = r"(?:table|tabelle|tableau|tabla)"
TABLE = lazy_pattern(
    r"(?<![\s,;.])[\s,;.]*+\b(?:and|und|et|y|then|dann|puis|ensuite|luego)\b(?:\s+(?:then|dann|puis|ensuite|"
    r"luego))?\s+"
    r"(?:put|show|list|make|give|present|arrange|return|display|print|setz(?:e|en)?|stell(?:e|en)?|zeige?|"
    r"mach(?:e|en)?|"
    r"gib|mets?|met(?:tez|s-les)|fais(?:-moi)?|faites|donne(?:-moi)?|présente(?:-les)?|pon(?:l[oa]s)?|haz(?:me)?|"
    rf"muestra|muéstra(?:me)?l[oa]s|dame)\b[^.;:\n]{{0,60}}\b{_TABLE_NOUN}\b"
    r"(?:\s+(?:daraus|davon|dar|auf|zusammen|(?:of|from|with|out\s+of)\s+(?:it|them|that|those|these|the\s+results?))(?!\w))?\.?",
    re.IGNORECASE,
)
AS_TABLE = lazy_pattern(
    rf"(?<![\s,])[\s,]*+\b(?:(?:in|as|into)\s+an?\s+{_TABLE_NOUN}|(?:als|in\s+einer?)\s+{_TABLE_NOUN}|"
    rf"(?:sous\s+forme\s+de|dans\s+un|en)\s+{_TABLE_NOUN}|en\s+(?:forma\s+de\s+|una\s+){_TABLE_NOUN})\b",
    re.IGNORECASE,
)
EACH_ROW = (
    r"(?:(?:for|für|pour|para)\s)?(?:each|every|all(?:\sthe)?|jede[rns]?|alle[rn]?|chaque|toutes\sles|tous\sles|cada|"
    r"todas\slas|todos\slos)\s(?:rows?|lines?|entry|entries|records?|items?|zeilen?|einträge?n?|ligne|lignes|entrées?|"
    r"filas?|líneas?|registros?)\s"
)
OF_ROWS = lazy_pattern(rf"{EACH_ROW}(?:of|in|from|inside|aus|von|dans|de|du|en|del)\s", re.IGNORECASE)
# "With customers.csv: …", "go through customers.csv, …": the file of the first step, named before what is wanted.
TAKE = lazy_pattern(
    r"(?:(?:please|bitte|kindly|can you|could you|would you|kannst du|könntest du|peux-tu|pourrais-tu|puedes|podrías|"
    r"por favor|s['’]il (?:te|vous) plaît)(?:\s*+,)?\s++)?"
    r"(?:take|open|read|load|import|grab|use|using|with|in|from|for|given|"
    r"(?:go|look|run|work|walk) (?:through|over|at)|have a look at|"
    r"nimm|öffne|lies|lade|nutze|verwende|mit|aus|in|geh(?:e)?|schau(?:e)?(?: dir)?|sieh dir|durchlauf(?:e)?|"
    r"prends|ouvre|lis|charge|utilise|parcours|regarde|avec|dans|pour|toma|abre|lee|carga|usa|recorre|mira|"
    r"revisa|con|en)\s+"
    rf"(?:mal\s+)?(?:{EACH_ROW}(?:of|in|from|inside|aus|von|dans|de|du|en|del)\s)?(?:(?:the|my|our|die|der|dem|den|das|meine[nrm]?|unsere[nrm]?|le|la|les|mon|ma|el|los|las|mi)\s+)?"
    r"(?:(?:file|list|table|spreadsheet|datei|liste|tabelle|fichier|tableau|archivo|lista|tabla)\s+)?[\"'“„«`]?",
    re.IGNORECASE,
)
# "geh … durch": the second half of the verb stands behind the file.
TAKEN = lazy_pattern(r"[\"'”“»`]?\s(?:durch|an|ein|rein|aus|her)(?=\s*[,:.]|\s(?:und|dann)\s)", re.IGNORECASE)
# "every e-mail in it", behind a file that was named before.
IN_IT = lazy_pattern(
    r"\s(?:in|of|from|inside) (?:it|there|that file)\b|\s(?:darin|daraus|davon)\b|\s(?:dedans|en él|en ella)\b",
    re.IGNORECASE,
)
# "the e-mail column": each of its values stands in its place.
COLUMN = lazy_pattern(r"(?<=\s)(?:column|spalte|colonne|columna)(?!\w)", re.IGNORECASE)
# "all addresses in the column mail" of a step behind one about a file: the same file.
COLUMN_NAMED = lazy_pattern(
    r"\b(?:the|its|der|die|seine[rn]?|la|sa|su)\s(?:[\w-]{1,30}\s)?(?:column|spalte|colonne|columna)\b", re.IGNORECASE
)
# What is wanted of a whole table, not of each of its rows.
WHOLE = lazy_pattern(
    r"\b(?:sum|add up|total|average|mean|median|max(?:imum)?\b|min(?:imum)?\b|highest|lowest|largest|smallest|"
    r"chart|plot|graph|count|how many|"
    r"statisti|summari|group|sort|duplicates|summe|durchschnitt|mittelwert|anzahl|zähl|diagramm|fasse|höchste|"
    r"niedrigste|"
    r"größte|kleinste|gruppier|sortier|addier|somme|moyenne|compte|combien|graphique|résum|additionne|"
    r"plus (?:grand|petit)|"
    r"suma|promedio|media|cuenta|cuánt|gráfico|resum|mayor|menor|agrupa|ordena)",
    re.IGNORECASE,
)
# What may be asked of the rows before a step; other words are not led to tables by the sight of one.
OF_TABLE = lazy_pattern(
    rf"{WHOLE.pattern}|\b(?:summary|numbers|figures|overview|list|which|show|filter|rows|breakdown|zusammenfass|überblick|"
    r"zahlen|zähle|liste|welche|zeig|filter|zeilen|chiffres|bilan|quel|montre|lignes|números|cifras|lista|cuál|muestra|filas)",
    re.IGNORECASE,
)
# "how long is it until …", "are there", "the number of sentences": words that stand for no result.
NO_REFERENCE = lazy_pattern(
    r"\b(?:is|was|are|were|will|does|did|would)\s(?:it|there)\b|\b(?:it|there)\s(?:is|are|was|were|takes?)\b|"
    r"\bthe\s(?:number|count|average|length)\sof\s(?!(?:it|its|them|these|those|this|that|all|the|both)\b)|"
    r"\b(?:gibt|ist|sind|war|waren|dauert|vergehen)\ses\b|\bes\s(?:ist|sind|gibt|dauert)\b",
    re.IGNORECASE,
)
# What a later step says of the result of the one before it.
BACK_REFERENCE = lazy_pattern(
    r"\b(?:it|its|that|this|them|they|their|those|these|both|there|(?:the|all)\s(?:[\w-]+\s){0,3}(?:results?|answers?|"
    r"totals?|"
    r"sums?|outputs?|outcomes?|counts?|figures?|numbers?|values?|table|lists?|rest|ones?|texts?|summary|words?|"
    r"letters?|"
    r"characters?|lines?|rows?|addresses|e?-?mails?)|"
    r"davon|daraus|damit|dazu|darin|darauf|daran|diese[rsnm]?|dies|es|sie|ihn|deren|dessen|beide[sn]?|"
    r"(?:das|des|dem|den|die|der|alle)\s(?:[\w-]+\s){0,3}(?:ergebnis\w*|resultat\w*|antwort(?:en)?|summen?|"
    r"anzahl(?:en)?|werte?n?|"
    r"zahlen?|liste|tabelle|texte?s?|zeichen|wörter|buchstaben|zeilen|adressen|mails)|"
    r"ça|cela|ceux-ci|celui-ci|celle-ci|celles-ci|ces|[a-zé]+-l(?:e|a|es)|"
    r"(?:le|la|les|du|des)\s(?:[\w-]+\s){0,3}(?:résultats?|réponses?|sommes?|tota(?:l|ux)|nombres?|valeurs?|liste|"
    r"tableau|textes?|"
    r"caractères|mots|lettres|lignes|adresses)|"
    r"eso|esto|est[ae]s?|es[ao]s|ell[oa]s|amb[oa]s|(?:el|la|los|las|del)\s(?:[\w-]+\s){0,3}(?:resultados?|respuestas?|"
    r"sumas?|"
    r"total(?:es)?|recuentos?|números?|valores|lista|tabla|textos?|caracteres|palabras|letras|líneas|"
    r"direcciones))"
    r"(?!\w)(?!\s(?:of|in|from|von|aus|de|du|en|dans)(?:\s\w+)?\s[\"'“„«‘])",
    re.IGNORECASE,
)
