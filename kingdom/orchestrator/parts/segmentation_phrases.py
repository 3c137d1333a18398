"""Words with which a request begins, or refers to another one, in four languages, as plain data."""

import re
from collections.abc import Mapping

from kingdom.cognition.message_reading.message_language import Language

# First words of a question or an order. Pieces of regular expressions, without word boundaries.
REQUEST_STARTS: Mapping[Language, str] = {
    "en": (
        r"what(?:['’]?s|['’]re)?|which|who|when|where|why|how|is|are|was|were|does|do|did|can|could|would|will|should|"
        r"please|pls|plz|tell|give|show|find|check|verify|validate|confirm|convert|turn|calculate|compute|work out|"
        r"figure out|add|subtract|multiply|divide|sum|count|compare|sort|filter|group|format|reformat|minify|"
        r"pretty[- ]?print|repair|fix|list|translate|summari[sz]e|rewrite|write|draft|create|make|generate|plan|"
        r"explain|describe|search|put|capitali[sz]e|uppercase|lowercase|reverse|"
        r"look up|say (?:how|what|which|when|where|who|whether|if)|remind|let me know|"
        r"i(?:['’]d| would) (?:like|love|also like) to|i (?:also )?(?:want|need) (?:to|the|a)|"
        r"help me|extract|remove|replace|split|round|test|draw|plot|book|order|send|play|set"
    ),
    "de": (
        r"was|welche[rsnm]?|wer|wann|wo|warum|wie|wieviel|wieviele|ist|sind|war|kannst|könntest|können|könnten|"
        r"würdest|"
        r"bitte|sag|sage|gib|zeig|zeige|such|suche|finde|prüf|prüfe|überprüf|überprüfe|validiere|kontrolliere|wandle|"
        r"wandel|rechne|konvertiere|konvertier|berechne|berechn|addiere|zähl|zähle|vergleiche|vergleich|sortiere|"
        r"sortier|filtere|gruppiere|formatiere|formatier|minimiere|repariere|reparier|liste|übersetze|übersetz|fasse|"
        r"schreib|schreibe|erstelle|erstell|mach|mache|erkläre|erklär|nenn|nenne|ermittle|bestimme|lass|stimmt|gibt|"
        r"ich (?:möchte|will|brauche|wüsste|hätte)|hat|haben|fällt|verrate?|erinnere?|buche?|bestelle?|sende?|spiele?"
    ),
    "fr": (
        r"qu['’]est[- ]ce|qu['’]|que|quoi|quel(?:le)?s?|qui|quand|où|pourquoi|comment|combien|est[- ]ce|est|sont|"
        r"me dire|peux|pouvez|pourrais|pourriez|tu peux|vous pouvez|dis|dites|donne|donnez|montre|montrez|"
        r"trouve|trouvez|"
        r"vérifie[sz]?|valide[sz]?|contrôle[sz]?|convertis|convertissez|convertir|calcule[sz]?|additionne[sz]?|"
        r"compte[sz]?|compare[sz]?|trie[sz]?|filtre[sz]?|regroupe[sz]?|formate[sz]?|répare[sz]?|corrige[sz]?|"
        r"liste[sz]?|tradui[st]|traduisez|résume[sz]?|écris|écrivez|crée[sz]?|fais|faites|explique[sz]?|indique[sz]?|"
        r"il y a|y a[- ]t[- ]il|je (?:voudrais|veux|souhaite)|j['’]ai besoin|l['’]adresse|cherche[sz]?|réserve[sz]?|"
        r"vérifier|calculer|compter|merci de|c['’]est quoi|rappelle[sz]?"
    ),
    "es": (
        r"qué|que|cuál(?:es)?|cual(?:es)?|quién|cuándo|cuando|dónde|por qué|cómo|como|cuánt[oa]s?|cuant[oa]s?|es|son|"
        r"decirme|está|están|puedes|puede|podrías|podría|me puedes|me podrías|dime|dame|di|muéstrame|muestra|"
        r"busca|encuentra|"
        r"comprueba|verifica|valida|revisa|convierte|convertir|conviérteme|calcula|cálculame|suma|resta|multiplica|"
        r"divide|cuenta|compara|ordena|filtra|agrupa|formatea|repara|corrige|lista|traduce|resume|escribe|crea|haz|"
        r"explica|indica|hay|quiero|quisiera|necesito|me gustaría|por favor|pásame|pasa|reserva|recuérdame|sería"
    ),
}
# First words of an order that only count where a piece begins with them: no message is cut before "and get …".
ORDER_STARTS = (
    r"pick out|pull out|get(?: me)?|take out|grab|dig out|fish out|hol(?:e)?|zieh(?:e)?|such(?:e)? raus|"
    r"sors|sortez|récupère[sz]?|extrais|extrayez|saca|sácame|extrae|"
    r"(?:the )?(?:total|sum|average|mean|median) (?:of|for|per|please|[a-z]{3,20} (?:please|pls))|"
    r"(?:the )?(?:week ?day|day of the week) (?:of|for|on)|wochentag (?:von|vom|am|des)|jour de la semaine du|"
    r"(?:die )?(?:summe|gesamtsumme) (?:der|von|aus|bitte)|"
    r"(?:der |den )?(?:durchschnitt|mittelwert) (?:der|von|aus|bitte)|(?:la )?(?:somme|moyenne) (?:des?|d['’]|svp)|"
    r"(?:le )?total (?:des?|par|svp)|(?:la )?(?:suma|media) (?:de|por)|(?:el )?(?:total|promedio) (?:de|por)"
)
# "words in: …", "word count: …": a count that is asked for without a verb, and what a counted text may follow.
COUNTED = (
    r"words?|characters?|chars|letters?|sentences?|syllables?|lines?|w[oö]rter|zeichen|buchstaben|s[aä]tze|silben|zeilen|"
    r"mots?|caract[eè]res?|lettres?|phrases?|lignes?|palabras?|caracteres|letras?|frases?|l[ií]neas?"
)
POINTS_AT_TEXT = (  # words of a question about the text behind it
    r"this|that|it|here|following|the text|my (?:text|message)|das|dies\w*|es|hier|folgende\w*|der text|passt"
    r"|ça|cela|ceci|ce(?:tte)?|ici|suivante?s?|esto?|esta|aquí|siguientes?|cabe"
)
COUNT_HEAD = (
    rf"(?:{COUNTED})(?: (?:and|und|et|y) (?:{COUNTED}))?"
    r"(?:\s?(?:in|of|count|dans|de|en|im|von)(?: (?:this|diesem|ce|este)(?: \w+)?)?)?\s*(?=:|\Z|[\"“„«])"
)
# Words before the first request.
GREETINGS = (
    r"hi|hello|hey|dear king|ok(?:ay)?|so|well|thanks|thank you|first(?:ly| of all)?|zuerst|als erstes|"
    r"d['’]abord|primero|hallo|guten (?:tag|morgen|abend)|danke|also|"
    r"bonjour|salut|merci|alors|hola|buenas|buenos días|gracias|oye|bueno"
)
# Words between two requests.
CONNECTIVES: Mapping[Language, str] = {
    "en": r"and then|and also|and|also|then|plus|&|\+|btw|by the way|as well as|besides|additionally|"
    r"moreover|next|finally|lastly|"
    r"after that|in addition|secondly|thirdly|second|third|one more thing|oh",
    "de": r"und dann|und außerdem|und auch|und|außerdem|auch|dann|sowie|danach|zusätzlich|zudem|ferner|weiters|"
    r"anschließend|zweitens|drittens|schließlich|noch etwas",
    "fr": r"et puis|et aussi|et ensuite|et|puis|aussi|ensuite|de plus|en plus|enfin|également|ainsi que|deuxièmement|"
    r"par ailleurs|sinon",
    "es": r"y también|y además|y luego|y después|y|e|también|además|luego|después|asimismo|finalmente|por último|"
    r"por otro lado",
}
# "…, oh and 12*13": a calculation alone behind such words is a request of its own.
BESIDES = (
    r"(?:oh|ooh|ach|ah)(?:,)?\s+(?:and|und|et|y)(?:\s+(?:also|auch|noch|aussi|también))?|(?:and|und|et|y)\s+(?:also|auch|"
    r"noch|aussi|también)"
)
ALSO = r"also|außerdem|aussi|également|también"
AND_CALCULATION = (
    rf"(?<!\s)[,;.?!]?\s++(?:{BESIDES})\s+"
    r"(?=[(√]?\d[\d.,]{0,12}\s?(?:[*×x+/^÷-]|plus|minus|times|mal|fois|por)\s?[\d(])"
)
# "…, when applications close?" tells of a day; a question with "when" has its verb next.
RELATIVE_CLAUSE = (
    r"(?:when|where)\s+(?!(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|am|may|might|must|"
    r"to|exactly|and|or)(?!\w))[a-z]"
)
# Words that point at another request, its data or its result.
BACK_REFERENCES: Mapping[Language, str] = {
    "en": r"it|its|them|they|their|both|each of|afterwards|the (?:results?|answers?|outcome|output|former|latter|"
    r"same(?! (?!(?:texts?|files?|tables?|lists?|data|json|csv|numbers?|sentences?|address|words?|one|for|in|but)\b)"
    r"[a-z])|"
    r"total|difference|sum|above|previous|last one|first one|other)",
    "de": r"ihn|ihm|ihnen|beide[rsnm]?|davon|daraus|damit|dazu|darin|darauf|daran|deren|dessen|dasselbe|denselben|"
    r"(?:das|dem|des) (?:ergebnis(?:ses)?|resultats?)|die (?:summe|differenz|antwort|gleiche[ns]?)|"
    r"(?:das|den|die|der) (?:gleiche|selbe)n?|sie(?= (?:hat|haben|ist|sind|enthält|enthalten))|"
    r"es(?= (?:hat|enthält))|(?:hat|enthält) (?:es|er|sie)",
    "fr": r"le résultat|la réponse|la somme|la différence|le total|les deux|celui[- ]ci|celle[- ]ci|ceux[- ]ci|celui|"
    r"celle|ceux|cela|ça|le même|la même|les mêmes|elles?|ils|contient[- ](?:il|elle)|[a-zé]+-les?|dedans",
    "es": r"el resultado|la respuesta|la suma|la diferencia|el total|ambos|ambas|eso|esos|esas|aquello|lo mismo|"
    r"el mismo|la misma|los mismos|ellos|ellas|(?:cuén|comprué|verifí|traduz|convierte|formatéa|calcúla)[a-z]*l[oa]s?",
}
# "…, and which ones?" asks after the things that the question before it counts.
WHICH_OF_THOSE = re.compile(
    r"\W*(?:(?:and|und|et|y)\s+)?(?:which ones?(?! of (?:these|those))|(?:which|who) are they|welche(?=\s*(?:\?|\Z))"
    r"|welche sind(?! (?:die|das|der)\b)|lesquel(?:le)?s?|cu[aá]les(?=\s*(?:\?|\Z)))(?!\w)",
    re.IGNORECASE,
)
# "how much is that in a year (52 weeks)?" asks on with the result before it, whatever figures it tells.
THAT_ASKED = re.compile(
    r"\W*(?:(?:and|also|then|so|und|dann|et|puis|y|luego)\s+)*(?:how much|what|wie ?viel|was|combien|cu[aá]nto)['’]?\s*"
    r"(?:s|is|does|would|was|ist|wäre|macht|sind|fait|ça fait|cela fait|es|sería)\s+(?:that|this|it|das|ça|cela|eso)"
    r"(?:\s+be|\s+come to|\s+make)?\s+(?:(?:in|over|for|per|im|pro|auf|en|par|sur|al|por)\s+)(?:an?|one|the|ein(?:em)?|"
    r"une?|el|\d{1,3})?\s*(?:whole\s+|ganzen\s+)?(?:days?|weeks?|months?|years?|tag\w*|wochen?|monate?n?|jahr\w*|jours?|"
    r"semaines?|mois|ans?|année|d[ií]as?|semanas?|mes(?:es)?|años?)(?!\w)",
    re.IGNORECASE,
)
# "this", which is fine in a request that brings what it means: "format this JSON: {}".
DEMONSTRATIVES: Mapping[Language, str] = {
    "en": r"this|that|these|those",
    "de": r"diese[rsnm]?|dies|jene[rsnm]?",
    "fr": r"ce (?:nombre|chiffre|texte|mot)|cette|cet|ces",
    "es": r"este|esta|estos|estas|esto|ese|esa",
}
# "what day is it", "is it going to": there "it" points at nothing.
IMPERSONAL: Mapping[Language, str] = {
    "en": r"(?:will|does|did|is|was|has) it (?:going to |be )?(?:rain|snow|freez|storm|hail)\w*|"
    r"is it (?:hot|cold|warm|sunny|late|true|possible)|"
    r"is it (?:more than |less than |at least )?\d+ (?:days|weeks|months|hours)|"
    r"(?:day|date|time|weekday|month|year|week|hour)(?: of the week)? (?:is|was|will) (?:it|that|"
    r"this)\b(?! from)|"
    r"how (?:long|far|many \w+) is it|will it be|would it be|(?:what|which) \w+ it is|this (?:year|month|week|"
    r"time|friday|monday|"
    r"weekend|christmas|morning|evening)|tell me that|that (?:is|are|has|have|were|was)",
    "de": r"dies(?:es|em|en) (?:jahr|monat|woche)|diese woche",
    "fr": r"cette (?:année|semaine|fois)|\d[^?!.;,]{1,40} (?:ça|cela) (?:fait|font)(?= combien)",
    "es": r"est[ea] (?:año|mes|semana|vez)",
}
# "the address", "this text": a thing that the request itself does not name.
DATA_NOUNS: Mapping[Language, str] = {
    "en": r"(?:the|this|that|these|those|my|following) (?:\w+ )?(?:e-?mails?|address(?:es)?|text|sentences?|"
    r"words?|json|"
    r"file|table|numbers?|list|csv|data|rows?|columns?|characters?|letters?|lines?|document|object|values?|phrase|"
    r"paragraph|string|message)",
    "de": r"(?:de[rmns]|das|die|diese[rsnm]?|meine?[rsnm]?|folgende[rsnm]?) (?:\w+ )?(?:e-?mails?|adressen?|"
    r"text(?:es|s)?|"
    r"s[aä]tze?s?|w[oö]rter|json|datei|tabelle|zahlen?|liste|csv|daten|zeilen?|spalten?|zeichen|buchstaben|dokuments?|"
    r"objekts?|werte?)",
    "fr": r"(?:l['’]|le |la |les |ce |cet |cette |ces |mon |ma |mes )(?:\w+ )?(?:e-?mails?|adresses?|textes?|phrases?|"
    r"mots?|json|fichier|tableau|nombres?|liste|csv|données|lignes?|colonnes?|caractères?|lettres?|document|objet|"
    r"valeurs?)",
    "es": r"(?:el|la|los|las|este|esta|estos|estas|mi|mis) (?:\w+ )?(?:correos?|e-?mails?|direcci(?:ón|ones)|"
    r"textos?|frases?|"
    r"palabras?|json|archivo|fichero|tabla|números?|lista|csv|datos|filas?|columnas?|caracteres|letras?|líneas?|"
    r"documento|objeto|valor(?:es)?)",
}
# Days that a request names without a figure; it needs no data beside them.
HOLIDAYS = (
    r"christmas|xmas|new year['’]?s|easter|halloween|thanksgiving|valentine['’]?s|weihnachten|heiligabend|silvester|"
    r"neujahr|ostern|pfingsten|noël|pâques|saint-sylvestre|navidad|nochebuena|nochevieja|año nuevo|semana santa"
)
# A day of the calendar, or a span up to now: such a request needs no data beside it either.
MONTHS = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?|januar|februar|"
    r"märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|"
    r"décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)
DATED = re.compile(
    rf"(?<!\w)(?:\d{{1,2}}(?:\.|st|nd|rd|th|er)? (?:of |de )?(?:{MONTHS})|(?:{MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d{2,4})?|(?:days?|weeks?|sleeps?) (?:until|till|to|since|from now)"
    r"|(?:in|from) \d{1,3} (?:days|weeks|months)|(?:tage|wochen) (?:bis|seit)|in \d{1,3} (?:tagen|wochen)"
    rf"|(?:jours|semaines) (?:avant|jusqu)|dans \d{{1,3}} (?:jours|semaines)|(?:días|semanas) (?:hasta|para)"
    rf"|en \d{{1,3}} (?:días|semanas)|{HOLIDAYS})(?!\w)",
    re.IGNORECASE,
)
OF_ROWS = re.compile(
    r"(?<!\w)(?:rows?|lines?|entr(?:y|ies)|columns?|table|zeilen?|spalten?|einträge?|tabelle|lignes?|colonnes?|tableau"
    r"|filas?|columnas?|tabla)(?!\w)",
    re.IGNORECASE,
)
FILES = (
    r"files?|attach(?:ed|ment|ments)|document|spreadsheet|datei(?:en)?|anhang|anlage|dokument|fichiers?|"
    r"pièces? jointes?|"
    r"tableur|archivos?|adjunt[oa]s?|ficheros?|documento"
)
# "First: … Second: …" numbers requests in words; each line holds the words of one place.
ORDINALS = (
    r"first(?:ly)?|1st|erstens|premi[èe]rement|primero",
    r"second(?:ly)?|2nd|zweitens|deuxi[èe]mement|segundo",
    r"third(?:ly)?|3rd|drittens|troisi[èe]mement|tercero",
    r"fourth(?:ly)?|4th|viertens|quatri[èe]mement|cuarto",
)
# Words of a piece that asks for nothing by itself.
_FILLER_WORDS = (
    "hi hello hey dear king kingdom please pls plz and also then ok okay so well thanks thank you can could "
    "would tell me give show let know i need want to like just quick quickly question questions two three "
    "things thing a few some first "
    "second help do the following for my with "
    "hallo bitte und auch dann kannst du können sie mir sag sage gib zwei drei dinge sachen fragen frage kurz mal "
    "noch danke ich brauche möchte erstens zweitens "
    "bonjour salut svp merci et aussi puis peux tu pouvez vous me dire donner deux trois choses questions dis moi "
    "s'il s'te plaît plait il te stp bien "
    "hola por favor y también luego puedes puede decirme darme dos tres cosas preguntas dime gracias oye buenas "
    "pourrais pourriez podrías podría könntest könnten"
)
FILLERS = frozenset(_FILLER_WORDS.split())
ABBREVIATION_END = re.compile(  # "i.e. how many pounds" goes on with the sentence
    r"(?<![\w.])(?:i\.?\s?e|e\.?\s?g|z\.\s?b|d\.\s?h|u\.\s?a|p\.\s?ex|p\.\s?ej|c\.?-?à-?d|approx|ca|vs|bzw|resp|incl|inkl|excl|exkl)\.\Z",
    re.IGNORECASE,
)
