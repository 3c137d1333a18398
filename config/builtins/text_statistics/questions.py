"""What people ask about a text, in four languages: which figures, of which word or letter, against which limit."""

import re
from collections.abc import Callable
from typing import NamedTuple

from config.builtins.text_statistics.punctuation_signs import SIGN_ITSELF, SIGN_NAME
from config.builtins.text_statistics.told_claims import ASKS_OVER, ASKS_TRUE, ASKS_WITHIN, told_claims
from config.builtins.wording import Mapped, flattened, pairs, with_digits

# Folded phrases of the other languages as the English ones that the patterns below know.
QUESTION_WORDS = {
    "en": pairs(
        "number of(?= [a-z]'?s in\\b) = how many; how often = how many times; number of times = how many times; chars = characters; char = character"
    ),
    "de": pairs(
        """wie oft = how many times; wie oft (?:steht|taucht|erscheint|findet sich) = how many times appears; wie ?viele = how many; wie lange? = how long; worter = words; wort = word; worten = words;
        zeichen = characters; buchstaben = letters; buchstabe = letter; satze = sentences; satzen = sentences; satz = sentence;
        absatze = paragraphs; absatzen = paragraphs; zeilen = lines; silben = syllables; vokale = vowels; konsonanten = consonants;
        ziffern = digits; zahlen = numbers; leerzeichen = spaces; grossbuchstaben = uppercase letters; satzzeichen = punctuation;
        kleinbuchstaben = lowercase letters; ohne (?:die )?leerzeichen(?: mitzuzahlen| zu zahlen| mitzurechnen)? = without spaces; leerzeichen nicht (?:mitgezahlt|mitgerechnet|gezahlt) = without spaces; mit leerzeichen = with spaces; langste[ns]? = longest;
        kurzeste[ns]? = shortest; haufigste[ns]? = most common; am haufigsten = most common; (?:wiederhole|benutze|verwende|sage|schreibe) ich am (?:haufigsten|meisten) = most common; verschiedene[n]? = different;
        unterschiedliche[n]? = different; lesezeit = reading time; lesedauer = reading time; sprechzeit = speaking time;
        zu lesen = to read; durchschnittliche[ns]? = average; wortlange = word length; satzlange = sentence length; mehr als = more than;
        weniger als = less than; hochstens = at most; mindestens = at least; unter = under; uber = over; kommt = appears; kommen = appear;
        vor = ; beginnen mit = start with; enden auf = end with; enden mit = end with; seiten = pages; lesbarkeit = readability;
        worter pro minute = words per minute; palindrom = palindrome; der buchstabe = the letter; das wort = the word;
        kommas? = commas; kommata = commas; fragezeichen = question marks; ausrufezeichen = exclamation marks; doppelpunkte = colons;
        strichpunkte = semicolons; semikolons = semicolons; bindestriche = hyphens; klammern = brackets; anfuhrungszeichen = quotation marks;
        hat = has; anzahl = number of; anzahl der = number of; zahle = count; (?:kannst|konntest|wurdest) du (?:mir |bitte |mal )*zahlen = count; zahl mal = count; zahl bitte = count; text = text; (?:je )?(?:ein ?mal|1x) mit(?: leerzeichen)?,? und (?:ein ?mal|1x) ohne = with and without; einmal = once; strophen? = stanzas; nur = only; im wort = in the word;
        langer als = longer than; kurzer als = shorter than; wortanzahl = word count; zeichenzahl = character count; statistik = statistics"""
    ),
    "fr": pairs(
        """frequence de chaque mot(?:,? (?:du |le )?plus frequent au moins frequent)? = how many times each word; (?:du )?plus frequent au moins frequent = most common; petits? mots? = text; combien de fois = how many times; combien (?:de(?! fois\\b)|d'|y a-t-il de|il y a de) = how many; combien = how many; mots = words;
        mot = word; caracteres = characters; caractere = character; lettres = letters; lettre = letter; phrases = sentences; phrase = sentence;
        paragraphes = paragraphs; strophes? = stanzas; une fois avec(?: les espaces)? et une fois sans(?: les)? = with and without; lignes = lines; syllabes = syllables; voyelles = vowels; consonnes = consonants; chiffres = digits;
        nombres = numbers; espaces = spaces; majuscules = uppercase letters; minuscules = lowercase letters; sans (?:compter |prendre en compte |inclure )?(?:les )?espaces = without spaces; (?:les )?espaces non (?:compris(?:es)?|comptee?s) = without spaces;
        espaces compris = with spaces; le plus long = longest; la plus longue = longest; plus longue? = longest; plus courte? = shortest;
        les plus longs = longest; plus longs = longest; les plus frequents = most common; plus frequents = most common;
        plus frequent = most common; plus frequente = most common; le plus utilise = most common; les plus utilises = most common;
        (?:revient|apparait|est utilise|figure) le plus(?: souvent)? = most common; (?:je |tu |on )?(?:repete|utilise|emploie|dis|dit) le plus(?: souvent)? = most common;
        differents = different; differentes = different; uniques = unique; temps de lecture = reading time; pour lire = to read; a lire = to read;
        moyenne = average; longueur moyenne des mots = average word length; longueur moyenne des phrases = average sentence length;
        plus de = more than; moins de = less than; au plus = at most; apparait = appears; figure(?! le plus) = appears; apparaissent = appear; commencent par = start with;
        commencant par = start with; finissent par = end with; pages = pages; lisibilite = readability; palindrome = palindrome;
        mots par minute = words per minute; la lettre = the letter; le mot = the word; nombre de = number of; compte = count; comptez = count;
        compter = count; dans le mot = in the word; virgules = commas; points d'interrogation = question marks;
        points d'exclamation = exclamation marks; points-virgules = semicolons; tirets = dashes; guillemets = quotation marks;
        parentheses = parentheses; longueur du mot = length of the word; statistiques = statistics; une seule fois = once; ponctuation = punctuation"""
    ),
    "es": pairs(
        """cuantas veces = how many times; cuant[oa]s = how many; palabras = words; palabra = word; caracteres = characters;
        caracter = character; letras = letters; letra = letter; frases = sentences; frase = sentence; oraciones = sentences; oracion = sentence;
        parrafos = paragraphs; estrofas? = stanzas; una vez con(?: espacios)? y (?:otra|una vez|otra vez) sin(?: los)? = with and without; lineas = lines; silabas = syllables; vocales = vowels; consonantes = consonants; digitos = digits; cifras = digits;
        numeros = numbers; espacios = spaces; mayusculas = uppercase letters; minusculas = lowercase letters; sin (?:contar |incluir )?(?:los )?espacios = without spaces;
        con espacios = with spaces; mas largas? = longest; mas largos? = longest; mas cortas? = shortest; mas frecuentes? = most common;
        mas comun(?:es)? = most common; mas repetidas? = most common; mas usadas? = most common; distintas = different; diferentes = different;
        unicas = unique; tiempo de lectura = reading time; en leer = to read; leer = to read; longitud media de las palabras = average word length;
        se repite mas = most common; mas se repite = most common; aparece mas(?: veces)? = most common; mas aparece = most common; (?:mas )?(?:repito|uso|utilizo|digo|escribo) mas = most common; mas (?:repito|uso|utilizo|digo|escribo) = most common; sale mas(?: veces)? = most common;
        promedio = average; media = average; mas de = more than; menos de = less than; como maximo = at most; aparece = appears; (?:sale|salen|se repite|figura)(?! mas) = appears;
        aparecen = appear; empiezan (?:por|con) = start with; comienzan (?:por|con) = start with; terminan (?:en|con|por) = end with;
        paginas = pages; legibilidad = readability; palindromo = palindrome; palabras por minuto = words per minute; la letra = the letter;
        la palabra = the word; numero de = number of; cuenta = count; contar = count; en la palabra = in the word; estadisticas = statistics;
        comas = commas; signos de interrogacion = question marks; signos de exclamacion = exclamation marks; comillas = quotation marks;
        guiones = hyphens; emojis = emojis; larga es la palabra = long is the word;
        una sola vez = once; puntuacion = punctuation"""
    ),
}
SPEAKER = r"(?:i|we|he|she|they|it|you|someone|everyone|the (?:speaker|author|text|writer|singer|narrator|teacher|man|woman|guy|kid|boy|girl|character|poet|poem|song)|(?:my|our|his|her) \w+|er|sie|es|ich|wir|man|du|il|elle|on|ils|elles|je|tu|nous|vous)"
SAYING = r"(?:says?|said|saying|uses?|used|using|writes?|wrote|written|repeats?|repeated|mentions?|mentioned|utters?|types?|typed|sagt|sage|sagen|schreibt|schreibe|benutzt|benutze|verwendet|verwende|erwahnt|dit|dis|dire|ecrit|ecris|utilise|repete|emploie|dice|dicen|digo|escribe|usa|uso|repite|utiliza|menciona)"
BOTH_COUNTS = r"(?:(?:once )?with(?: spaces?)?(?:,)? (?:and|or|&|\+) (?:also |once )?(?:without|w/o)|without(?: spaces?)?(?:,)? (?:and|or|&) (?:also )?with\b|(?:including|incl\.?|counting)(?: spaces?)? (?:and|or) (?:excluding|excl\.?|not counting)|(?:excluding|excl\.?)(?: spaces?)? (?:and|or) (?:including|incl\.?)|once with (?:spaces? )?and once without|mit(?: spaces?)? (?:und|oder) (?:einmal )?(?:ohne|without)|(?:ohne|without)(?: spaces?)? (?:und|oder) (?:einmal )?(?:mit|with)\b|avec(?: spaces?)? (?:et|ou) (?:sans|without)|(?:sans|without)(?: spaces?)? (?:et|ou) (?:avec|with)|con(?: spaces?)? (?:y|o) (?:sin|without)|(?:sin|without)(?: spaces?)? (?:y|o) (?:con|with)\b)"
NEEDLE_ITEM = r"[\"'“„«»‘ ]*\w[\w-]*[\"'”“«»’ ]*"
LISTED_NEEDLES = rf"{NEEDLE_ITEM}(?:, ?{NEEDLE_ITEM})*,? ?\b(?:and|or|und|oder|et|ou|y|e)\b (?!(?:how|count|number|what|which|give|tell)\b)(?:the word )?{NEEDLE_ITEM}"
NEEDLE = r"[\"'“„«» ]*(?P<needle>[^\s\"'“”„«»?,:]+(?:[ -][^\s\"'“”„«»?,:]+)??)[\"'”“«» ]*"
LETTER = r"[\"'“„«» ]*(?P<needle>[^\W\d_])(?:[\"'”“«»’]+s)?[\"'”“«» ]*"
AMOUNT = r"(?P<n>\d+)"
EMPTY_SAID = r"(?:empty|blank|leere[nr]?|vides?|vacias?|en blanco)"
EMPTY_NAMED = rf"(?:(?:the|any|all|den|die|les|las|of) )*(?:(?:ones|lines?) )?(?:(?:that|which) are )?{EMPTY_SAID}(?: (?:ones?|lines?|rows?|between|in between))*"
EMPTY_LEFT_OUT = (
    r"(?:not count(?:ing)?|(?:don'?t|do not|dont) count|without(?: counting)?|excluding|excl\.?|ignor(?:ing|e)|except(?: for)?|skip(?:ping)?|minus|leaving out|apart from|but not|ohne|ausser|abgesehen von|sans(?: count)?|sauf|hors|hormis|ne count pas|sin(?: count)?|excepto|salvo|no cuentes) "
    rf"{EMPTY_NAMED}(?: nicht mit(?:count|zahlen))?|{EMPTY_NAMED} (?:(?:do not|don'?t|dont|does not) count|(?:are )?not count(?:ed)?|nicht mit(?:count|zahlen|gezahlt)|ne comptent pas|no cuentan|excluded|left out)"
)
# (what is asked, its pattern); the first that matches takes its words away, so that the plain counts come last.
ONE_SIGN = r"[\"'“„«]*(?!(?:a|e|o|y|i) (?!in\b|an\b)\w)(?P<needle>[^\W\d_])[\"'”“»]*(?![\w'’])(?! (?:or|and|und|oder|et|ou|y|o) )"
NEGATED = r"(?P<neg>\b(?:(?:must|may|can|should|shall|could) ?(?:not|n'?t)|cannot|can'?t|not|never|nicht|ne (?:doit|peut|dois) pas|no (?:debe|puede))(?: (?:be|have|go|get|contain|run|sein|etre|avoir|tener|ser))* )?"
ASKED: tuple[tuple[str, str], ...] = (
    ("lacking", rf"words? (?:that |which |die |qui |que )?(?:(?:do|does) ?(?:not|n'?t)|dont|doesnt|ne|no|without|ohne|sans|sin)(?: (?:contain|have|include|use|contiennent|contienen|tienen|ont))?(?: pas)?(?: (?:any|den|la|le|de))?(?: ?(?:the )?letters?)? {ONE_SIGN}"),
    ("lacking", rf"words? enthalten (?:den |das )?(?:the )?(?:letter )?{ONE_SIGN} nicht"),
    ("containing", rf"words? (?:that |which |die |qui |que )?(?:contain\w*|have|has|with|includ\w*|enthalten|haben|mit|contiennent|contenant|ont|avec|contienen|tienen|con)(?: (?:an?|den|ein|la|le|une?|at least one|at least 1))?(?: ?(?:the )?letters?)? {ONE_SIGN}(?! nicht)"),
    ("letter", r"(?:letter (?:combination|sequence|pair|group)s?|(?:character |letter )?(?:sequence|string|substring|combination|combinaison|combinacion|suite)(?: (?:of|de) letters)?|letters|buchstaben(?:kombination|folge|paar)) [\"'“„« ]+(?P<needle>[^\W\d_]{2,12})[\"'”“»]"),
    ("letter", rf"(?:letter|character) {LETTER}(?![\w'])"),
    ("letter", rf"how many {LETTER} (?:are |is |does |do |appear )*(?:there )?(?:in|has|have|does)\b"),
    ("letter", rf"how many times (?:does |do |is )?{LETTER} (?:appear|occur|in|used|is)"),
    ("letter", rf"how many times appears? {LETTER}(?![\w'])"),
    ("word", r"how many times (?:does|do|did|is) [\"'“„«]?(?P<needle>[^\s\"'“”„«»?,:]+)[\"'”“«»]? (?:appear|occur|come up|show up|used|mentioned|said|spoken|written|repeated|sung|heard)"),
    ("word", rf"(?:does|do) (?:it|this|that|my|the|these)(?: (?:text|message|e-?mail|letter|note|paragraph|sentence|list|terms|lines))? (?P<way>contain|mention|include|say|have|use)(?: the (?:word|name|phrase|term)| an?| the)? {NEEDLE}(?: (?:anywhere|somewhere|at all|in (?:it|there)|or not))*(?=(?:[?]|[ ?:.\n\0]*$))"),
    ("common", r"how many times (?:does |do |is |are )?(?P<way>each|every|jedes|chaque|cada)(?: (?:different|single|individual))? words?(?: (?:appears?|occurs?|used|there|come up))?"),
    ("word", rf"how many times (?:does |do |did |has |have )?{SPEAKER} {SAYING} (?:(?:the |das |le |la )?(?:word |term |phrase |name )?){NEEDLE}(?=(?: (?:in|here|there|this|that|to|during|when|all|aloud|dans|en|ici|aqui|hier|(?:and|und|et|y|,) how)\b|[ ?:.,\n\"“„«\0]*$|[?:]|,? like this))"),
    ("word", rf"how many times (?:{SAYING} {SPEAKER}|(?:{SPEAKER}[ -])?{SAYING}(?:[ -](?:t-)?{SPEAKER})?|(?:hat|has|habe) {SPEAKER}|(?:est-ce que |est-ce qu')?{SPEAKER} {SAYING}) (?:(?:the |das |le |la )?(?:word |term |phrase |name )?){NEEDLE}(?=(?: (?:in|here|this|dans|en|ici|aqui|hier|gesagt|geschrieben|benutzt|(?:and|und|et|y|,) how)\b|[ ?:.,\0]*$|[?:]))"),
    ("word", rf"how many times (?:do |does |are |is |come |kommen |appear )*(?:the |die |las |los |les )?(?:words |names |terms )(?P<needles>{LISTED_NEEDLES})"),
    ("word", rf"how many times (?:do |does |are |is |come |kommen |appear )*(?=[\"'“„«‘])(?P<needles>{LISTED_NEEDLES})"),
    ("word", rf"(?<!times )does the (?:word|name|phrase|term) {NEEDLE} (?P<way>appear|occur|come up|show up)"),
    ("word", r"(?:count|number) of [\"'“„«](?P<needle>[^\"'”“»\n]{1,40})[\"'”“»]"),
    ("word", rf"(?:word|term|name|phrase) (?:(?=[\"'“„«])|(?!(?:and|or|plus|und|oder|et|ou|y|o)\b)(?=\w[^?!.:,]{{0,60}} (?:appears?|occurs?|comes?|is|revient|est|sale) )){NEEDLE} (?:(?:appears?|occurs?|comes? up|is used|is there|revient|est|sale|is) )?(?:-t-il |t-il )?how many times"),
    ("word", rf"how many times {NEEDLE}(?=[ ?:.]*$)"),
    ("word", rf"how many times (?:(?:appears? )?(?:the )?(?:word|name|term|phrase) |(?=[\"'“„«])){NEEDLE}(?=,? (?:and|und|et|y) (?:how|count|number)\b)"),
    ("word", rf"how many times (?:does |do |did |is |has |are )?(?:i |we )?(?:use |say |write )?(?:the )?(?:word |name |term |phrase )?(?:appears? )?{NEEDLE} ?(?:appears?|occurs?|used|show|come|been|in\b|mentioned|here|stands?|turns?|pops?|crops?|features?|exists?|$|\?)"),
    ("word", rf"how many times (?:appears? )(?:the )?(?:word )?{NEEDLE}"),
    ("word", rf"(?:occurrences?|instances|mentions) of (?:the )?(?:word |name |term |phrase )?{NEEDLE}(?= in|[ ?:.]*$| appear)"),
    ("word", rf"(?:count|number of|how many)(?: of)? (?:the )?word {NEEDLE}(?= in|[ ?:.]*$| appear)"),
    ("unique_letters", r"(?:different|distinct|unique) (?:letters|characters)|letters (?:are )?(?:different|unique)"),
    ("lines", r"non[- ]?(?:empty|blank) lines?|lines?\b[^.?!\n]{0,30}?\b(?:aren'?t|are not|not) (?:empty|blank)"),
    ("lines", rf"lines?\b[^.?!\n]{{0,40}}?[,;(]? ?\b(?:{EMPTY_LEFT_OUT})"),
    ("lines", rf"(?:{EMPTY_LEFT_OUT})[^.?!\n]{{0,40}}?\blines?"),
    ("empty_lines", r"(?:empty|blank) lines?|lines? (?:are |is )?(?:empty|blank)"),
    ("question_sentences", r"sentences? (?:that |which )?(?:ends?|ending|finish\w*) (?:with|in|on) (?:an? |einem |un |une )?question marks?|sentences? (?:(?:se )?(?:end with|terminent par|finissent par|acaban (?:en|con))) (?:une? |signo de )?(?:interrogacion|point d'interrogation|question marks?)|sentences? (?:are |is )?(?:a )?questions?(?! mark)|how many questions(?! mark)|fragesatze"),
    ("capitalized", r"(?:words? (?:that |which |who )?)?(?:are )?(?:(?:starts?|begins?|starting|beginning|written|with) (?:with |by )?(?:an? )?(?:capital|upper-?case|big|uppercase letters)(?: letters?| initials?)?|capitali[sz]ed(?: words?)?)|(?:mit (?:einem )?(?:uppercase letters|gro(?:ss|ß)en (?:letters?|anfangs\w*)) (?:beginnen|anfangen)|gro(?:ss|ß)geschriebene\w* words)|start with (?:une?|una) (?:lettre )?(?:uppercase letters|mayuscula|majuscule)"),
    ("vowel_start", r"(?:words? (?:that |which )?)?(?:starts?|begins?|starting|beginning) with (?:an? |einem |une |una )?(?:vowels?|vokal|voyelle|vocal)"),
    ("consonant_start", r"(?:words? (?:that |which )?)?(?:starts?|begins?|starting|beginning) with (?:an? |einem |une |una )?(?:consonants?|konsonant\w*|consonne|consonante)"),
    ("starting", r"(?:words? (?:that |which )?)?(?:starts?|begins?|starting|beginning) with (?:the )?(?:letter )?(?!(?:an?|the|eine[mn]?|une?|una?) \w)[\"'“„«]*(?P<needle>[^\W\d_]+)"),
    ("ending", r"(?:words? (?:that |which )?)?(?:ends?|ending) (?:with|in) (?:the )?(?:letter )?(?!(?:an?|the|eine[mn]?|une?|una?) \w)[\"'“„«-]*(?P<needle>[^\W\d_]+)"),
    ("containing", r"(?:words? (?:that |which )?)(?:contain|containing|contains|have|has|with) (?:the )?(?:letters? )[\"'“„«-]*(?P<needle>[^\W\d_]+)"),
    ("longer", rf"words? (?:that |which |ones )?(?:are |have |with |is )*(?:longer than|more than|over) {AMOUNT} (?:letters|characters)|(?:longer than|more than|over) (?P<m>\d+) letters|words? (?:that |which |die |qui |que )?(?:are |have |with |of |mit |haben |con |tienen |de |ont |avec )*(?:at least|mindestens|au moins|al menos) (?P<k>\d+) letters"),
    ("shorter", rf"(?:words? (?:that |which )?(?:are |have |with |is )*)?(?:shorter than|less than|fewer than|under) {AMOUNT} letters"),
    ("sized", rf"words? (?:that |which |die |qui |que )?(?:with|of|have|has|having|are|consist of|mit|haben|con|tienen|de|ont|avec) (?:exactly |genau |exactement |exactamente |just |only |nur |solo )?{AMOUNT} letters(?: long)?|(?P<k>\d+)[- ]letter words?|words (?:with|of|that have) (?:exactly )?(?P<m>\d+) letters"),
    ("limit", rf"{NEGATED}(?P<way>under|below|less than|fewer than|at most|within|fit(?:s)? (?:in|into|within|onto|on)?|too long for|zu lang fur|trop long pour|demasiado larg[oa] para|no more than|over|more than|exceeds?|above|longer than|shorter than|at least|up to|limit of|short enough for|enough for|max(?:imum)?(?: of)?|into|passt (?:das |es |dies |der text )?in|tient (?:-il )?(?:en|dans)|dans|cabe en|cabe|caben en|(?:me|se) pasa?o? de|superan?|depasse(?:nt)?(?:-t-(?:il|elle|on))?(?: les)?|uberschreitet(?: die)?)(?: the| only)?(?: limit of)?(?: (?:an?|the|my|your|this|1|one|single|eine[rnm]?|die|der|den|une?|un|le|la|una|el) (?:(?!how|is|in|are|has|what|which)[a-z-]+ ){{1,3}}?(?:of|with|limited to|von|mit|de|avec|con)| (?:an?|the|my|1|one|single|eine[rnm]?|une?|un|una)(?= \d))? {AMOUNT}[- ]?(?P<unit>words?|characters?|sentences?)"),
    ("limit", rf"{AMOUNT}[- ](?P<unit>words?|characters?)(?: (?P<way>limit|maximum|max\b|tops\b|or (?:less|fewer|more)|field|box|at most))"),
    ("remaining", rf"how many (?P<unit>words?|characters?) (?:too many|(?:(?:do|must|should|would) i (?:have to|need to|must)? ?)?(?:am i |is it |is this |are we |are they )?(?:over|above|under|below|short|short of|too long|cut|drop|remove|lose|delete|add)\b)[^.?!\n:0-9]{{0,30}}? {AMOUNT}"),
    ("remaining", rf"how many (?P<unit>words?|characters?) (?:are |do i have |have i )?(?:left|remain\w*|to go)(?: (?:of|from|out|for|until|to|the))* {AMOUNT}"),
    ("remaining", rf"(?:left|remain\w*|missing|until|short of|to reach|away from).*?{AMOUNT}[- ]?(?P<unit>words?|characters?)"),
    ("tweet", r"(?P<way>(?:longer|shorter) than)? ?(?:fits?|in|for|one|a|single|passt|tient|cabe)\b[a-z ]*(?:1 )?(?P<needle>tweet|sms|text message|meta description)"),
    ("longest_sentence", r"longest sentence|sentences? (?:(?:has|have|had|contains?|with|is) )*(?:the )?most words|sentence (?:hat|is) (?:die )?(?:meisten|most common) words|sentences? (?:(?:is|was|are|ist) )?(?:the |am )?(?:longest|longer|langer)(?! than)"),
    ("shortest_sentence", r"shortest sentence|sentences? (?:(?:has|have|had|contains?|with) )*(?:the )?(?:fewest|least) words|sentence hat (?:die )?wenigsten words|sentences? (?:(?:is|was|are|ist) )?(?:the |am )?(?:shortest|shorter|kurzer)(?! than)"),
    ("longest", rf"words? (?:with|has|have|that has|hat|mit|con|avec) (?:the |die |las |le )?(?:most|meisten|plus de|mas) letters|(?:{AMOUNT} )?longest (?:\d+ )?(?:words?)|words? longest|longest"),
    ("shortest", rf"(?:{AMOUNT} )?shortest (?:words?)|words? shortest|shortest"),
    ("average_sentence", r"how many words (?:(?:are|is|do|does) )?(?:(?:there )?in )?(?:each|every)(?: one| of them| sentence)?(?:,? on average| (?:have|has) on average| average)|how long (?:are|is) (?:they|each(?: one| of them)?),?(?: in words)? on average(?: in words)?|how long (?:are|is) (?:the|my|these|its|each|a) sentences?,?(?: in words)? (?:on average|average|usually)|(?:(?:on )?average |mean )?(?:number of )?words?(?: do i use| are there| on average)? (?:per|an?|in an?|in each|in the average|pro|je|par|por) (?:average )?sentence(?: on average|,? (?:im schnitt|im durchschnitt|en moyenne|de media|average))?|(?:average|mean)(?: length of)?(?: a| the| my| of)* sentences?(?: length)?(?: in words)?"),
    ("average_word", r"(?:average|avg\.?|av\.|mean)(?: length of)?(?: a| the| my)? words?(?: length)?|(?:letters?|characters?) (?:has|have|does|do|are in|is in|per|in) (?:an?|each|the|one|my)? ?words? (?:have |has )?on average|(?:on average )?how many (?:letters?|characters?) per word|words? (?:long|length) on average|avg\.? (?:letters|characters) per word|average (?:letters|characters) per word|average length|average word"),
    ("common_letter", r"(?:most (?:common|frequent|used)|top \d*) (?:letters?|characters?)|letters? most common|letter frequency|letter (?:appears|turns up|shows up|pops up|do i use|do we use|is there) (?:the )?most(?: often)?|letters? (?:is|are) (?:the )?most (?:common|frequent|used)|letter (?:is used|occurs|comes up) (?:the )?most(?: often)?"),
    ("repeated", r"repeated words|words (?:that |which )?(?:are |is )?(?:repeated|(?:used|appear|occur|come up|show up|there) (?:twice|more than once|several times))|(?:used |appear\w* |occur\w* )?more than once|duplicate words"),
    ("once", r"(?<!more than )(?:words )?(?:(?:appear|occur|used|that appear|are used) )?(?:only )?\bonce\b(?! with)"),
    ("common", r"(?:(?:top|the) )?(?:(?P<n>\d+) )?(?:most[- ](?:common|frequent\w*|used|often used|repeated)|top (?P<m>\d+))(?: \d+)?(?: words?)?|words? (?:most common|frequency|used most|most|(?:do i use|is used|are used|appears?|occurs?|comes?(?: up)?|shows? up|repeats?|is there|turns? up|pops? up) (?:the )?most(?: often| frequently)?)|word frequenc\w+|frequenc\w+ of (?:each |every )?words?|used? most often|which words? (?:do i use|appears?|is used) most(?: often)?|words? (?:do|did|have|has|does) (?:i|we|you|he|she|they|it|the [a-z]+) (?:repeat\w*|us\w+|sa(?:y|id)|writ\w+|wrote|type[ds]?|mention\w*|overuse[ds]?) (?:the )?most(?: often)?|word cloud"),
    ("unique", r"(?:unique|different|distinct) words|vocabulary size|words different"),
    ("palindrome", r"palindrome|(?:reads? )?(?:the )?same (?:backwards?|forwards?|in reverse)(?: and (?:backwards?|forwards?))?|vorwarts wie ruckwarts"),
    ("per_minute", rf"(?:at |about |around |roughly |circa |etwa |environ |unos |unas |ungefahr )*{AMOUNT} (?:words|worter[n]?)? ?(?:(?:per|an?|each|every|in an?|in 1|in each|pro|in der|je|par|a la|por|al|/)[ ]?(?:minute|min|minuto)\b|/ ?min\b|wpm)"),
    ("per_minute", rf"(?:per|each|pro|in der|par|por|an?|every) (?:minute|minuto)\b[^.?!\n:0-9]{{0,25}}? {AMOUNT} (?:words|worter[n]?)"),
    ("speaking", r"read(?:ing|s)?\b[^.?!\n]{0,25}\b(?:aloud|out loud)|\b(?:i|we|she|he|they) reads? (?:it |this |that |them )?out\b|read (?:it|this|that) out\b|speaking time|laut (?:vor)?zulesen|vorzulesen|a voix haute|a haute voix|en voz alta"),
    ("reading", r"reading time|time to read|how (?:many|much) (?:seconds|minutes|time)\b(?! (?:to|do i|until)\b[^.?!\n]{0,20}\d)|wie viele (?:sekunden|minuten)|how many (?:sekunden|minuten|secondes|segundos|minutos)|how long (?:(?:do|will|would|brauche|dauert|habe|mets|met|tarda|tardo)\b[^.?!\n:]{0,40}(?=\0))|(?:long|time|minutes|takes?)\b.*\bto read|how long .*\bread|minutes? to read|minute read|reading duration|read (?:this|it|aloud)"),
    ("speaking", r"speaking time|time to speak|(?:long|time|minutes?|seconds?|duration|lasts?)\b[^.?!\n:]{0,60}\bspeech|speech\b[^.?!\n:]{0,30}\b(?:long|time|minutes?|seconds?|last|take|duration)|read(?:ing)? (?:it )?(?:aloud|out loud)|to speak|to present|how long .*\b(?:speak|say|talk|present)"),
    ("readability", r"readab\w*|flesch[\w -]*|(?:school )?grade(?: level)?|(?:how |too )?(?:hard|easy|difficult|complex)\b(?: to read)?|reading level"),
    ("pages", r"(?:how many )?pages?"),
    ("sign", SIGN_ITSELF), ("sign", SIGN_NAME),
    ("letters", r"(?:how long|length) (?:is |are |of |ist |es )*(?:the |this |that |my |das )?(?:word|name)\b"),
    ("vowels", r"vowels?"), ("consonants", r"consonants?"), ("syllables", r"syllables?"),
    ("uppercase", r"(?:upper-?case|capital)(?: letters?)?|capitals"), ("lowercase", r"lower-?case(?: letters?)?"),
    ("characters", r"characters?(?: count)?,? \(?(?:with|including|incl\.?|counting|inklusive|inkl\.?|mit|y compris|avec|incluyendo|con)(?: (?:all|the|die|la|les|los))* (?:(?:(?:white ?)?spaces?|leerzeichen|espaces|espacios),? (?:and|&|plus|und|et|y)(?: (?:all|the|la|los|signos de))* punctuation|punctuation(?: marks?)?(?:,? (?:and|&|plus|und|et|y)(?: (?:all|the|les|los))* (?:(?:white ?)?spaces?|leerzeichen|espaces|espacios))?)(?: marks?)?\)?"),
    ("punctuation", r"punctuation(?: marks?)?"), ("digits", r"digits?"), ("numbers", r"how many numbers|numbers"),
    ("characters", rf"(?:characters?(?: count)?,? ?)?{BOTH_COUNTS}(?: (?:of )?(?:the )?(?:spaces?|blanks))?(?: characters?(?: count)?)?"),
    ("characters_without_spaces", r"(?:characters?|(?:letters|chars) (?:and|or|plus|\+) (?:signs?|symbols?|punctuation))(?: count)?,? (?:without|excluding|not counting|no|ignoring|minus) (?:the )?(?:white ?)?spaces?|(?:without|no|excluding|ignoring|not counting|but not|not) (?:for |counting |including |the |any )*(?:white ?)?spaces?|(?:spaces|blanks) (?:do not|don't|dont|not) (?:counted|count|included)|(?:spaces|blanks|leerzeichen|espaces|espacios) (?:are |come |go |is |sind |sont |son )?(?:for )?(?:free|not charged|not counted|not included|gratis|kostenlos|frei|umsonst|gratuite?s?|ignored|excluded)\b|(?:spaces|blanks) (?:cost nothing|kosten nichts|ne coutent rien|no cuestan(?: nada)?|no se cobran|no cuentan|ne comptent pas|zahlen nicht)|(?:sans|sin) (?:compter |contar )?(?:les |los )?spaces"),
    ("characters", r"characters?(?: count)?,?(?: \(?(?:with|including|incl\.?|counting) (?:the )?spaces\)?|,? \(?spaces (?:included|too|as well|count(?:ed)?)\)?)?|with spaces|string length"),
    ("spaces", r"(?:white ?)?spaces"), ("letters", r"letters?"),
    ("sentences", r"sentences?"), ("paragraphs", r"paragraphs?|stanzas?"), ("lines", r"\blines?"),
    ("words", r"words?(?: count)?|how long is|length"),
    ("everything", r"statistics|stats|analy[sz]e|analysis|everything|summary of (?:this|the) text|text info"),
)  # fmt: skip
COMPILED = tuple(
    (name, re.compile(rf"(?<![a-z]){pattern}" if pattern[0].isalpha() else pattern, re.IGNORECASE))
    for name, pattern in ASKED
)
WHERE = (
    r"\b(?:in|of|does|has|have|is|for|that|whether|if|dans|im|en|hat|tiene|de|dass|ob|que|si) (?:(?:the|this|that|my|following|whole|cette|ce|dieser|dieses|diesem|das|dem|le|la|esta|este)"
    r" )+(?:word|sentence|paragraph|line|phrase)\b(?! count)"
)  # where to count, not what
WITH_SPACES = r"\b(?:with|including|counting|inklusive|inkl\.?|incl\.?) (?:the |all )?(?:white ?)?spaces?\b|\bspaces? (?:included|too|as well|count(?:ed)?|are included|inclus|incluidos|inklusive)\b"  # how characters are counted
SETTLED = {  # a question that also names what others count
    "letter": {"letters", "characters", "words", "word"}, "word": {"words", "letters"}, "limit": {"words", "characters", "sentences", "tweet"},
    "starting": {"words", "letters"}, "ending": {"words", "letters"}, "containing": {"words", "letters", "letter", "word"}, "lacking": {"words", "letters", "letter", "word", "containing"}, "longer": {"words", "letters"},
    "shorter": {"words"}, "sized": {"words"}, "longest": {"words", "letters", "characters"}, "shortest": {"words", "letters", "characters"}, "common": {"words"},
    "unique": {"words"}, "capitalized": {"words", "letters", "uppercase", "starting"}, "vowel_start": {"words", "letters", "vowels"}, "consonant_start": {"words", "letters", "consonants"}, "characters": {"characters_without_spaces"}, "reading": {"words", "speaking"}, "per_minute": {"words"}, "palindrome": {"words"}, "pages": {"words"},
    "remaining": {"words", "characters"}, "characters_without_spaces": {"characters", "spaces", "letters"}, "unique_letters": {"letters", "characters", "unique", "words"}, "empty_lines": {"lines"}, "question_sentences": {"sentences", "sign"}, "once": {"words"}, "repeated": {"words"}, "average_word": {"words"}, "tweet": {"characters"},
    "average_sentence": {"words", "sentences", "average_word"}, "longest_sentence": {"sentences", "words"}, "shortest_sentence": {"sentences", "words"},
    "common_letter": {"letters", "words"}, "syllables": {"words"}, "speaking": {"words", "reading"}, "everything": {"words", "characters", "letters"}, "sign": {"words", "characters", "punctuation"},
}  # fmt: skip


EXCLUDED_WORDS = re.compile(
    r"\b(?:apart from|except(?: for)?|besides|excluding|other than|not counting|ignoring|without|leaving out|(?:if )?(?:i |you |we )?leave out|ausser|außer|ohne|abgesehen von|sauf|hormis|a part|sans|excepto|aparte de|sin(?: contar)?) (?:the (?:words? )?)?(?P<words>[\"'“”„«»‘’]\w+[\"'“”„«»‘’](?:(?:,| and| or| und| oder| et| ou| y| o)? ?[\"'“”„«»‘’]\w+[\"'“”„«»‘’])*)",
    re.IGNORECASE,
)


class Question(NamedTuple):
    """One thing that is asked: a name of ``ASKED``, its word or letter, its number, the way of a limit, and its unit."""

    name: str
    needle: str = ""
    n: int = 0
    way: str = ""
    unit: str = ""
    but: tuple[str, ...] = ()  # words that are not counted
    more: tuple[str, ...] = ()  # further words whose occurrences are asked


LIMITED_UNITS = ("words", "characters", "characters_without_spaces", "letters", "lines", "sentences")
LIMIT_UNIT = r"(?P<unit>words?|characters?|letters?|lines?|sentences?|\0+)?"
TOLD_LIMITS = tuple(  # how much is allowed, without saying of what: "the form allows only 20"
    re.compile(rf"(?<![\w.,]){pattern}", re.IGNORECASE)
    for pattern in (
        rf"(?:max(?:imum|imal|imo)?\b\.?|limit(?:e|ed)?|grenze|cap|capped|tope)(?: (?:is|of|to|at|ist|von|bei|liegt|est|de|es))*[ :=]+(?:only |nur |just )?(?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?:allow(?:s|ed)?|take[sn]?|accepts?|permits?|fits?|has room for|have|got|erlaubt(?: sind)?|gehen|passen|platz fur|nimmt|autorise|permet|accepte|permite|admite|acepta|caben|hay)(?: (?:me|us|rein))?(?: (?:only|just|up to|at most|no more than|a maximum of|nur|hochstens|maximal|bis zu|seulement|jusqu'a|au plus|au maximum|que|solo|hasta|como maximo))+ (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        r"(?:allow(?:s|ed)?|accepts?|permits?|takes|lets (?:me|us|you) (?:use|have|write|enter)|gives (?:me|us|you)|erlaubt|akzeptiert|autorise|accepte|permet|permite|admite|acepta)(?: (?:me|us))? (?P<n>\d{1,7}) (?P<unit>words?|characters?|letters?|lines?|sentences?|\0+)",
        rf"(?:cuts?|truncates?|trims?|shortens?|stops?|schneidet|kurzt|coupe|tronque|corta)(?: (?:it|the|this|that|my|text|description|title|off|den|die|das|la|le|el|\0+)){{0,4}} (?:after|at|beyond|past|nach|bei|ab|apres|a|despues de) (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?:only|solo|nur|seulement) (?:allows|takes|accepts|permite|admite|caben|accepte|permet|autorise|erlaubt) (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?:only|no more than|not more than|nur|nicht mehr als|pas plus de|no mas de|solo)(?: (?:takes|accepts|allows|fits|has room for|bis zu|hochstens|se permiten|admite))? (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})? ?(?:allowed|are allowed|permitted|fit|erlaubt|rein|moglich|autorises?|permis|permitid[oa]s)",
        rf"(?P<n>\d{{1,7}}) ?(?:{LIMIT_UNIT} )?(?:is |are |ist |sind |est |es )?(?:the )?(?:max(?:imum|imal)?\b|limit|allowed|permitted|erlaubt|maximal|autorises?|permis|como maximo|permitid[oa]s)",
        rf"(?:must|may|can|should|darf|soll|muss|ne doit|doit|puede|debe)(?: (?:it|only|just|nur|solo|que|not|nicht|no|have|be|haben|sein|pas|depasser|pasar|tener|exceed|uberschreiten|mehr|als|more|than|over|de))* (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?(?: (?:haben|sein|uberschreiten))?",
        rf"(?:(?:has|have|needs?|ought|got|must|should|supposed|tiene|debe|ha) (?:(?:to|que|de) )?(?:still |also |all |really )?(?:fit|stay|be|remain|keep|go|caber|entrar|estar|quedar)(?: it)?|(?:ca |il |elle |le texte )?doit (?:tenir|rester|rentrer|entrer|etre)) (?:(?:in|into|within|inside|to|en|dans|de) |(?P<strict>under|below|less than|fewer than|sous|moins de|por debajo de|menos de|under the|below the) )(?:the )?(?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?(?=\W*(?:\Z|[.,;:!?\n]))",
        rf"(?:muss|soll|darf|sollte|musste)(?: (?:es|das|der text|alles|noch|aber|auch|nur)){{0,3}} (?:in |(?P<strict>unter ))(?:die |den )?(?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})? (?:passen|rein\w*|bleiben|liegen|sein)",
    )
)
TOLD_MINIMA = tuple(  # how much there must be
    re.compile(rf"(?<![\w.,])(?:{pattern})", re.IGNORECASE)
    for pattern in (
        rf"(?:min(?:imum|imo|dest\w*)?\b\.?|at least|no (?:less|fewer) than|not (?:less|fewer) than|mindestens|wenigstens|au moins|au minimum|al menos|por lo menos|como minimo)(?: (?:is|of|are|ist|sind|von|est|de|es|length|lange))*[ :=]+(?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?P<n>\d{{1,7}}) ?(?:{LIMIT_UNIT} )?(?:is |are |ist |sind |est |es )?(?:the )?(?:min(?:imum)?\b|at least|or more|required|mindestens|au moins|o mas|como minimo)",
    )
)
EITHER_WAY = re.compile(
    r"(?:(?:is|are|am i|ist|est|esta) [^.?!\n:]{0,40}?)?(?:over or under|under or over|above or below|below or above|more or (?:less|fewer)(?: than)?|longer or shorter than|uber oder unter|unter oder uber|mehr oder weniger als|plus ou moins de|mas o menos de)(?: the limit of| the)? (?P<n>\d{1,7})",
    re.IGNORECASE,
)
TO_REACH = re.compile(  # "how many words do I need to reach 20", "how many are too many for 20"
    r"(?:(?:more|missing|short|need|fehlen\w*|faltan?|manque\w*)\b[^.?!\n:]{0,40}?)?(?:to reach|to get to|to hit|to make(?: it)?|\bbis(?: zu)?|para (?:llegar a|alcanzar|completar)|pour (?:arriver a|atteindre|faire))(?: the| die| les| las| los)? (?P<n>\d{1,7})(?![\d%]|[.,]\d)"
    r"|(?:left|free|remaining|to spare|ubrig|frei|libres?|quedan|restants?|restent)\b[^.?!\n:\d]{0,25}?(?:of|from|with|bei|von|sur|de|con) (?P<k>\d{1,7})(?![\d%]|[.,]\d)"
    r"|(?:too many|de trop|zu viele?|de mas|sobran)\b[^.?!\n:]{0,40}? (?P<m>\d{1,7})(?![\d%]|[.,]\d)",
    re.IGNORECASE,
)
LIMIT_SUBJECT = re.compile(
    r"(?:(?:the|my|this|our|a|die|der|das|mein|le|la|un|une|el|una) )?[a-z]{3,15}(?: (?:can|may|must|will|should|only|has|have|is|darf|kann|soll|hat|est|es|puede|solo|field|box|form))*\s*\Z",
    re.IGNORECASE,
)


def told_limit(found: list[Question], folded: Mapped) -> tuple[Question, list[int]] | None:
    """Return the limit that stands beside the only count which is asked for, and where; None without one."""
    units = [one.name for one in found if one.name in LIMITED_UNITS]
    if len(units) != 1 or any(one.name in ("limit", "remaining", "tweet") for one in found):
        return None
    either = EITHER_WAY.search(folded.text) or TO_REACH.search(folded.text)
    if either is not None:
        unit = units[0].removesuffix("s")
        return Question(
            "remaining",
            n=int(next(number for name in ("n", "m", "k") if (number := either.groupdict().get(name)))),
            unit=unit,
        ), folded.span(*either.span())
    match = next((hit for pattern in TOLD_MINIMA if (hit := pattern.search(folded.text)) is not None), None)
    way = "at least" if match is not None else "at most"
    match = match or next((hit for pattern in TOLD_LIMITS if (hit := pattern.search(folded.text)) is not None), None)
    unit = ((match.groupdict().get("unit") or "").strip("\0") or units[0]) if match is not None else ""
    if match is None or unit.rstrip("s") != units[0].rstrip("s"):
        return None
    way = "under" if match.groupdict().get("strict") else way
    subject = LIMIT_SUBJECT.search(folded.text[: match.start()])
    start = subject.start() if subject is not None else match.start()
    return Question("limit", n=int(match["n"]), way=way, unit=units[0].removesuffix("s")), folded.span(
        start, match.end()
    )


# words and letters are counted whatever their case
CASED = frozenset(("uppercase", "lowercase", "sign"))
IGNORED_CASE = (
    r"\b(?:ignor(?:ing|e) (?:the )?case|case[- ]?insensitiv\w*|(?:regardless of|whatever the|without regard to) case|ohne gro(?:ss|ß)-? ?(?:und |/)?-?kleinschreibung"
    r"|(?:(?:the )?(?:upper|lower|capital|big)(?: ?(?:/|or|and|-|&) ?(?:lower|upper|small))?[- ]?(?:case)? ?(?:letters?)? ?|(?:the )?(?:letter )?case )(?:(?:does ?n'?t|does not|do ?n'?t|do not) (?:matter|count|make a difference)|is(?:n'?t| not) (?:important|relevant)|is irrelevant)"
    r"|(?:regardless of|no matter(?: the)?|whatever(?: the)?|irrespective of) (?:(?:upper|lower)(?: ?(?:/|or|and) ?(?:lower|upper))?[- ]?)case|treat(?:ing)? upper(?:[- ]?case)? and lower[- ]?case (?:the same|alike|as (?:the same|one))"
    r"|la casse (?:n'importe pas|ne compte pas|est egale)|peu importe la casse|no importan? (?:las )?mayusculas(?: (?:y|ni|o) (?:las )?minusculas)?"
    r"|gro(?:ss|ß)-? ?(?:und|/) ?-?kleinschreibung (?:egal|ignorieren|(?:ist |spielt )(?:egal|keine rolle))|sans tenir \w+ \w+ la casse|en ignorant la casse|sin distinguir (?:entre )?mayusculas(?: (?:y|de) minusculas)?|ignorando (?:las )?mayusculas)\b"
)


def questions(message: str, language: str, hidden: Callable[[str], str]) -> tuple[list[Question], list[list[int]]]:
    """Return what a message asks, and where it says so. ``hidden`` blanks the text itself without changing places."""
    folded = with_digits(flattened(hidden(message)), language).translated(QUESTION_WORDS[language])
    found, spans, also, folded = named_questions(folded, message)
    inside = folded.spans(INSIDE_WORDS)
    if inside:
        found = [one._replace(name="letter") if one.name == "word" and not one.more else one for one in found]
        also += inside if any(one.name == "letter" for one in found) else []
    total = WHOLE_TOTAL.search(folded.text) if any(one.name == "unique" for one in found) else None
    if total is not None and not any(one.name == "words" for one in found):
        found, spans = [*found, Question("words")], [*spans, folded.span(*total.span())]
    found, spans = without_mentions(*with_sentences_too(found, spans, folded), folded)
    spans = [*spans, *also, *idle_spans(found, folded)]
    limit = told_limit(found, folded)
    if limit is not None:
        found.append(limit[0])
        spans = [*spans, limit[1]]
    found, spans = with_verdict(found, spans, folded)
    excluded = EXCLUDED_WORDS.search(flattened(hidden(message)).text) or EXCLUDED_WORDS.search(flattened(message).text)
    if excluded and any(one.name in ("common", "words") for one in found):
        words = tuple(
            word.casefold()
            for word in re.findall(r"(?<=[\"'“„«»‘’])\w+(?=[\"'“”„«»‘’])", message[slice(*excluded.span("words"))])
        )
        found = [one._replace(but=words) if one.name in ("common", "words") else one for one in found]
        spans.append(list(excluded.span()))
    spans += folded.spans(IGNORED_CASE) if found and not any(one.name in CASED for one in found) else []
    if any(one.name in ("reading", "speaking", "per_minute") for one in found):
        spans += folded.spans(
            r"\bhow (?:many|much) (?:seconds|minutes|time|sekunden|minuten|secondes|segundos|minutos)\b"
        )
    spans += folded.spans(r"\bhow (?:many|long|much)\b|\bcount\b|\bwhat\b|\bwhich\b|\btotal\b|\bnumber of\b")
    return found, spans


SENTENCES_TOO = re.compile(r"\b(?:how many|number of|count(?: the)?) sentences\b", re.IGNORECASE)
AND_TIMES = r",? ?\b(?:and|und|et|y) (?:how many times|how often)(?: (?:is|does|was) (?:it|that)(?: (?:used|there|appear|occur))?)?"
BET_SETTLED = (
    r"\bsettle (?:a|this|our|my|an) (?:bet|argument|dispute|discussion)(?: (?:between|with|for) [^,:.?!\n]{1,40})?"
)


def with_sentences_too(
    found: list[Question], spans: list[list[int]], folded: Mapped
) -> tuple[list[Question], list[list[int]]]:
    """Return the questions with that for the number of sentences, where their mean length is asked beside it."""
    counted = SENTENCES_TOO.search(folded.text) if any(one.name == "average_sentence" for one in found) else None
    if counted is None or any(one.name == "sentences" for one in found):
        return found, spans
    return [Question("sentences"), *found], [*spans, folded.span(*counted.span())]


WORD_AND_LENGTH = (  # "which word is the longest here and how many letters has it"
    r"\b(?:(?:which|what) words?(?: \w+){0,4}?|welches (?:wort|words?)(?: \w+){0,4}?|quel (?:est le )?(?:mot|words?)(?: \w+){0,4}?|(?:cual es la|que) (?:palabra|words?)(?: \w+){0,4}?)(?= ?(?:longest|shortest|\0))|(?:longest|shortest|\0+)(?: words?)?(?: (?:here|hier|ici|aqui|in it|of (?:these|them)))?,? (?:and|und|et|y) (?:how many|wie viele|combien de|cuantas) (?:letters|characters|buchstaben|zeichen|lettres|letras|caracteres)(?: (?:does |do |has |have |hat |haben |a-t-|tiene |a )?(?:it|es|sie|they|il|he|have|has|tiene|there|haben?|are)?)*(?: (?:have|has|there|in it))?"
)


def idle_spans(found: list[Question], folded: Mapped) -> list[list[int]]:
    """Return the places of what an answer tells anyhow: why it is asked, and how often the most common word is there."""
    is_common = any(one.name in ("common", "common_letter") for one in found)
    is_of_length = {one.name for one in found} <= {"longest", "shortest", "letters", "characters"} and bool(found)
    both = (
        folded.spans(WORD_AND_LENGTH)
        if is_of_length and any(one.name in ("longest", "shortest") for one in found)
        else []
    )
    return [*(folded.spans(AND_TIMES) if is_common else []), *both, *(folded.spans(BET_SETTLED) if found else [])]


PRONOUN_NEEDLE = re.compile(
    r"(?:it|this|that|they|them|these|those|he|she|there|here|hier|ici|aqui|each|every|one|es|das|er|sie|dies\w*|il|elle|on|ca|cela|ce|eso|esto|ella|cada|chaque)(?:[ -].*)?",
    re.IGNORECASE,
)


def points_back(match: "re.Match[str]", text: str) -> bool:
    """Return whether the word of a question is a pronoun that stands for a word named before: "and how often is it there"."""
    start = match.start("needle") if match.groupdict().get("needle") else -1
    is_named = start > 0 and re.search(r"[\"'“„«‘]\s*\Z|\b(?:word|term|name)\s*\Z", text[:start]) is not None
    return start >= 0 and not is_named and PRONOUN_NEEDLE.fullmatch(match["needle"]) is not None


BEFORE_SIGN = re.compile(
    r"(?:\b(?:many|much|number of|count|counts|any|and|or|plus|how often|times|signs?|there)|[,;:&+\n]|\A\W*)(?: (?:the|all|any|of|is|are|does|do|a))*\s*\Z",
    re.IGNORECASE,
)


def without_mentions(
    found: list[Question], spans: list[list[int]], folded: Mapped
) -> tuple[list[Question], list[list[int]]]:
    """Return the questions without a sign that is only spoken of beside another count: "but the dots in Dr. confuse me"."""
    if len(found) < 2:
        return found, spans
    kept, left = list[Question](), list(spans)
    for one, span in zip(found, spans, strict=False):
        start = next((at for at, place in enumerate(folded.places) if place[0] >= span[0]), 0)
        if one.name == "sign" and one.unit and BEFORE_SIGN.search(folded.text[:start]) is None:
            left.remove(span)
            continue
        kept.append(one)
    return kept, left


CLAIMED_COUNTS = frozenset(
    (*LIMITED_UNITS, "paragraphs", "vowels", "consonants", "syllables", "letter", "word", "sign", "unique", "digits", "numbers", "uppercase", "lowercase", "starting", "ending", "containing", "longer", "shorter", "sized", "punctuation", "once", "repeated", "capitalized")
)  # fmt: skip


def with_verdict(
    found: list[Question], spans: list[list[int]], folded: Mapped
) -> tuple[list[Question], list[list[int]]]:
    """Return the questions with the way in which a limit is asked about, and with what somebody says that the count is."""
    if any(one.name in ("limit", "tweet", "remaining") for one in found):
        over = ASKS_OVER.search(folded.text)
        if over is not None:
            found = [one._replace(way="over") if one.name in ("limit", "tweet") else one for one in found]
            spans = [*spans, folded.span(*over.span())]
        return found, [*spans, *folded.spans(ASKS_WITHIN.pattern)]
    claims = told_claims(folded.text) if sum(one.name in CLAIMED_COUNTS for one in found) == 1 else []
    if not claims:
        return found, spans
    told = [*(folded.span(one.start, one.end) for one in claims), *folded.spans(ASKS_TRUE)]
    return [*found, *(Question("claim", n=one.n) for one in claims)], [*spans, *told]


OWN_COUNT = re.compile(  # asked for by itself, whatever else is asked
    r"(?:how many|count(?: of| the)?|number of|total(?: number of)?|and|plus|&) (?:the |total )?words\b(?! (?:per|an?|each|in each|that|which|with|of|longer|shorter|start|end|contain|appear|have))|\bwords? count\b",
    re.IGNORECASE,
)


WHOLE_TOTAL = re.compile(  # "how many different words and how many in total"
    r"\b(?:how many|and|und|et|y)(?: (?:are|is|there|words|of them|sind|es|hay|y en a))* (?:in total|total|altogether|overall|in all|insgesamt|en tout|au total|en total)\b",
    re.IGNORECASE,
)
WHOLE_COUNT = re.compile(r"\bwords\b[^.?!]{0,30}\b(?:in total|altogether|in all|whole text|all of it)\b", re.IGNORECASE)
ONLY_LETTERS = re.compile(r"\bletters only\b|\b(?:only|just|nur|seulement|uniquement|solo)(?: the| die| les| las)? letters\b", re.IGNORECASE)  # fmt: skip
READING_NAMED = re.compile(r"\breading time\b|\bsilent", re.IGNORECASE)


def is_settled(name: str, found: list[Question], text: str) -> bool:
    """Return whether a count is named in a message only to say something else, which is found already."""
    settling = [one for one in found if name in SETTLED.get(one.name, ())]
    of_sentence = any(one.name.endswith("_sentence") for one in settling)
    own = {
        "words": OWN_COUNT if not of_sentence else WHOLE_COUNT,
        "reading": READING_NAMED,
        "letters": ONLY_LETTERS,
    }.get(name)
    return bool(settling) and not (own is not None and own.search(text) is not None)


ASKED_AGAIN = frozenset(
    ["sized", "letter", "starting", "ending", "sign", "word"]
)  # of several words, letters or signs in one message
MOST_ASKED = 12


INSIDE_WORDS = (
    r",? ?\(?(?:(?:also|even|including|included|counting) )?(?:the ones )?(?:when |if )?(?:it is |it's )?(?:inside|within|as part of|part of|in the middle of) (?:of )?(?:other |longer |a |any )?words?(?: too| as well| counts?)?\)?"
    r"|,? ?\(?auch (?:in|innerhalb von|als teil von) (?:anderen |langeren )?(?:wortern|words)\)?|,? ?\(?(?:meme|aussi|y compris) (?:dans|a l'interieur) (?:d'autres|des|de|d'un)? ?(?:mots?|words?)\)?|,? ?(?<!no )dentro de (?:otras |las )?(?:palabras|words) tambien|,? ?\(?(?:tambien|incluso) dentro de (?:otras )?(?:palabras|words)\)?"
)


def asks_times_again(name: str, text: str) -> bool:
    """Return whether a message asks of a second word how often it occurs: "how many times very and how many times really"."""
    return name == "word" and "how many times" in text


def named_questions(folded: Mapped, message: str) -> tuple[list[Question], list[list[int]], list[list[int]], Mapped]:
    """Return the questions of a folded message with the place of each, the places of what else is read, and the message without them."""
    found: list[Question] = []
    spans: list[list[int]] = []  # of each question, then of what else is read
    also: list[list[int]] = []
    for name, pattern in COMPILED:
        if (any(one.name == name for one in found) and not asks_times_again(name, folded.text)) or is_settled(
            name, found, folded.text
        ):
            continue
        if name == "spaces" and any(one.name in ("characters", "limit", "remaining", "tweet") for one in found):
            also += folded.spans(WITH_SPACES)
            folded = folded.sub(WITH_SPACES, lambda gone: "\0" * len(gone.group()))
        if name == "sentences":
            folded = folded.sub(WHERE, lambda gone: "\0" * len(gone.group()))
        match = pattern.search(folded.text)
        if match is None or (name == "word" and points_back(match, folded.text)):
            continue
        spans.append(folded.span(*match.span()))
        found.append(asked_by(name, match, folded, message))
        folded = folded.sub(re.escape(match.group()), lambda gone: "\0" * len(gone.group()))
        while name in ASKED_AGAIN and len(found) < MOST_ASKED and (match := pattern.search(folded.text)) is not None:
            spans.append(folded.span(*match.span()))
            found.append(asked_by(name, match, folded, message))
            folded = folded.sub(re.escape(match.group()), lambda gone: "\0" * len(gone.group()))
    return found, spans, also, folded


def asked_by(name: str, match: "re.Match[str]", folded: Mapped, message: str) -> Question:
    """Return the question of one match; its word is taken from the message as it is written there."""
    groups = match.groupdict()
    needle = ""
    if groups.get("needle"):
        start, end = folded.span(*match.span("needle"))
        needle = message[start:end].strip("\"'“”„«» ")
    listed = list[str]()
    if groups.get("needles"):
        start, end = folded.span(*match.span("needles"))
        pieces = re.split(r",|\b(?:and|or|und|oder|et|ou|y|e)\b", message[start:end])
        listed = [bare for piece in pieces if (bare := piece.strip("\"'“”„«»‘’ "))]
        needle = listed[0] if listed else ""
    way = "at most" if groups.get("neg") else groups.get("way") or ""
    number = groups.get("n") or groups.get("m") or groups.get("k") or "0"
    if name == "longer" and groups.get("k"):
        number = str(int(number) - 1)  # "at least 5" is more than 4
    unit = (
        "one" if name == "common" and re.search(r"\bword\b", match.group()) else (groups.get("unit") or "").rstrip("s")
    )
    return Question(name, needle, min(int(number), 10**9), way, unit, more=tuple(listed[1:]))
