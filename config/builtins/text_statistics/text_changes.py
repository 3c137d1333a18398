"""Writes a text in another form: backwards, in capitals or small letters, its words or lines sorted, without what is too much."""

import re
from collections.abc import Callable
from typing import NamedTuple

from config.builtins.text_statistics.brief_orders import LOUD, taken_away
from config.builtins.text_statistics.line_orders import TextOrder, first_number, ordered_text, text_orders
from config.builtins.text_statistics.measures import WORD
from config.builtins.wording import blanked, fold

COUNTING = re.compile(
    r"\b(?:how (?:many|often|much|long)|count|number of|which|what (?:is|are) the|wie ?viele|wie oft|zahle|anzahl|welche[rns]?|combien|compte[rz]?|quel\w*|cuant[oa]s|cuenta|cual\w*|(?<!there )(?<!this )(?<!it )is|palindrome?|(?:characters?|chars?|(?:letters|chars) (?:and|or|plus) (?:signs?|symbols?|punctuation)|zeichen|caracteres?)(?: count)?,? (?:(?:with|mit|avec|con)(?: spaces?| leerzeichen| espaces| espacios)?,? (?:and|und|et|y|&|/|or) )?(?:without|excluding|excl\.?|not counting|minus|ohne|sans|sin))\b",
    re.IGNORECASE,
)
LINES = r"(?:lines?|items?|list|entries|names|zeilen|liste|namen|lignes|noms|lineas|lista|nombres)"
WORDS_NAMED = r"(?:words?|worter|wortern|mots|palabras)"
TAKE_OUT = r"(?:remove|delete|strip|drop|get rid of|take out|weed out|throw out|kick out|leave out|cut out|ditch|without|no|clean up|entfern\w*|losch\w*|ohne|supprim\w*|enlev\w*|sans|elimin\w*|quit[ae]\w*|borra|sin)"
SIZES = r"(?:biggest|largest|highest|greatest|smallest|lowest|least|newest|oldest|grosste\w*|kleinste\w*|hochste\w*)"
DIRECTED = (
    rf"{SIZES}(?: (?:ones?|numbers?))? (?:first|zuerst)|(?:from )?{SIZES} to {SIZES}|(?:from )?(?:high|low) to (?:high|low)"
    r"|(?:in )?(?:de|a)scending(?: order)?|(?:ab|auf)steigend|(?:dans l')?ordre (?:de)?croissant|(?:en )?orden (?:de|a)scendente"
)
SPACE_NAMED = r"(?:white ?)?(?:spaces?|spacing|leerzeichen|leerstellen|espaces|espacios)"
MANY_SPACES = (  # the spaces of such a question are often many themselves
    rf"(?:(?:an?|eine?) {{1,9}}(?:ton|lot|bunch|load|heap|menge|haufen) {{1,9}}(?:of {{1,9}})?|(?:tons|lots|loads|plenty) {{1,9}}of {{1,9}}|(?:so|way|far|too|much) {{1,9}}many {{1,9}}|(?:zu )?viele? {{1,9}}|plein d['e] ?|beaucoup d['e] ?|trop d['e] ?|much[oa]s {{1,9}}|demasiados {{1,9}}|un monton de {{1,9}})(?:extra|double|unnecessary|useless|weird|random|stray|uberflussige|doppelte|unnotige)? {{0,9}}{SPACE_NAMED}"
    r"(?: {1,9}(?:de mas|en trop|sobran(?:tes)?))?(?: {1,9}(?:in|im|dans|en) {1,9}(?:this|the|my|that|diesem|dem|meinem|ce|mon|este|mi)? {0,9}(?:line|text|sentence|paragraph|string|it|here|text|satz|texte|texto))?"
)
ONE_SPACE = rf"(?:only |just |nur )?(?:one|a single|single|1|ein(?:zelnes?)?|un seul|un solo) (?:white ?)?(?:space|leerzeichen|espace|espacio) (?:between|zwischen|entre) (?:the |each |all |den |les |las )?(?:words?|wortern|mots|palabras)|(?:collapse|normali[sz]e|squeeze|fix|clean(?: up)?|tidy(?: up)?) (?:the |all |these |this |my |up )*(?:extra |double |multiple |weird |messy )?{SPACE_NAMED}|(?:doppelte|mehrfache|uberflussige|zusatzliche) (?:leerzeichen|leerstellen)(?: (?:bitte )?(?:entfern\w*|losch\w*|raus|weg|bereinig\w*))?|{TAKE_OUT} (?:the |all |les |los |die |alle )*(?:{SPACE_NAMED} (?:en trop|de mas|dobles|doubles|sobrantes|superflus|multiples|repetidos)|(?:doubled|repeated|superfluous|redundant|doubles) (?:spaces|espaces))"
TOP_SECOND = r"(?: ?[,;(–-]{0,2} ?(?:so (?:that )?|i want |with |damit |pour que |para que )?(?:the |das |die |der |le |la |les |el |lo )?(?:newest|latest|most recent|last|oldest|neueste\w*|letzte\w*|alteste\w*|plus recente?s?|derniere?s?|mas reciente|mas nuevo|ultim[oa])(?: (?:ones?|lines?|entry|entries|versions?|items?|zeile|eintrag|ligne|linea))?(?: (?:should|must|has to|needs? to|shall|is|comes|goes|soll(?:te)?|muss|ist|doit|debe|va))?(?: (?:be|come|go|stand|etre|estar|ir))?(?: (?:on|at|en|arriba|nach|ganz|in))?(?: (?:the )?)?(?:top|first|oben|zuerst|stehen|haut|premier|arriba|primero)(?: (?:stehen|sein))?\)?)?"
CHANGES_OF: tuple[tuple[str, str], ...] = (
    ("by_length", r"(?:sort|order|arrange|sortier\w*|ordne|trie[rz]?|classe[rz]?|ordena\w*)\b(?: \w+){0,4}? (?:by|nach|par|por) (?:their |the |der |la |su )?(?:length|lange|longueur|longitud|number of letters)(?:,? (?:longest|langste\w*|shortest|kurzeste\w*) (?:first|zuerst))?|(?:from )?(?:shortest|longest) to (?:shortest|longest)"),
    ("words_reversed", rf"(?:reverse|invert|flip)(?: the)?(?: order of)?(?: the| its| all)? (?:words|worter|mots|palabras)\b|{WORDS_NAMED} (?:in reverse|backwards|reversed)|{WORDS_NAMED} (?:in )?(?:umgekehrter reihenfolge)|(?:reverse|invert|flip)(?: the| this| its)? word order|(?:(?:dreh\w*|kehr\w*) (?:bitte |mal )?)?(?:die )?reihenfolge der worter (?:um(?:kehren|drehen|gekehrt)?|rum)|inverse[rz]? l'ordre des mots|(?:invierte|invertir) el orden de las palabras"),
    ("lines_reversed", rf"(?:(?:die |diese )?{LINES} (?:bitte )?(?:umdrehen|umkehren)|(?:reverse|invert|flip|turn around)(?: the)?(?: order of)?(?: the| these| this| those| that| my| all| following| of)* {LINES}|(?:reverse|invert|flip)(?: the| their| its)? order(?: of (?:these|this|them|those|it|the following|all))?|reihenfolge (?:\w+ )?(?:umkehren|umdrehen|umgekehrt)|(?:kehre?|drehe?) (?:bitte )?(?:die |diese )?(?:reihenfolge|{LINES})(?: (?:der|dieser|von) \w+)? um|inverse[rz]? (?:l'|cet |leur )ordre|invierte el orden){TOP_SECOND}"),
    ("reversed", r"(?:reverse|invert|flip)(?: the)? order of (?:the |its |all |all the )?(?:letters|characters)|backwards?|umgekehrt|anders ?(?:he)?rum|(?:the )?other way a?round|(?:in )?reverse(?:d)?|(?:dreh\w*|kehr\w*) (?:mal |bitte |das |es )*(?= ?\W* ?(?:um|rum)\b)|von hinten nach vorne?|de atras (?:a|hacia) adelante|mirror(?:ed)?|ruckwarts|umgedreht|umdrehen|spiegelverkehrt|a l'envers|inverse[rz]?|al reves|invierte|del reves"),
    ("titled", r"title[- ]?case|headline case|capitali[sz]e (?:each|every|all|the) (?:first letters?|words?|initials?)(?: of)?|capitali[sz]e (?:each|every) word|(?:each|every) word capitali[sz]ed|(?:make |let |have )?(?:each|every) word (?:start|begin)s?(?: off)? with (?:a |an )?(?:capital|upper ?case|big)(?: letters?)?|(?:with )?(?:a |an )?(?:capital|upper ?case|big)(?: letters?)? (?:at|on) the (?:start|beginning|front) of (?:each|every|all) words?|jedes wort gro(?:ss|ß)|den ersten buchstaben (?:jedes|von jedem) worte?s? gro(?:ss|ß)|majuscule (?:a|au debut de) chaque mot|premiere lettre de chaque mot en majuscule|en majuscule la premiere lettre de chaque mot|en mayusculas? la primera letra de cada palabra|primera letra de cada palabra en mayusculas?|mayusculas? (?:inicial(?:es)?|al (?:principio|inicio|comienzo) de cada palabra)"),
    ("upper", rf"(?:all |in |to |into |as )*(?:upper[- ]?case(?: letters)?|caps(?![ -]?lock)|capitals|capital letters|block letters)|capitali[sz]e(?: (?:it|this|that|everything|all of it))?|(?:in |nur )*gro(?:ss|ß)buchstaben|(?:komplett|ganz|alles|nur) (?:in )?gro(?:ss|ß)|gro(?:ss|ß)schreiben|(?:en )?(?:lettres )?majuscules?|(?:en |a )?mayusculas?|{LOUD}"),
    ("lower", r"(?:all |in |to |into |as |normal |regular |plain |proper |just )*(?:lower[- ]?case(?: letters)?|small letters)|(?:in |nur |normale[nr]? )*kleinbuchstaben|(?:komplett|ganz|alles|nur|wieder) (?:in )?klein(?:geschrieben)?|klein schreiben|schreib\w* (?:es |das |alles |bitte )*klein|kleinschreiben|(?:en )?(?:lettres )?minuscules?|(?:en |a )?minusculas?"),
    ("without_breaks", rf"{TAKE_OUT}(?: \w+){{0,2}} (?:line ?breaks?|new ?lines?|zeilenumbruche?|sauts? de ligne|saltos? de linea)|(?:(?:in|on|to|into|as)|(?:make|turn)(?: it| this| that| them| everything| all)?(?: into)?) (?:just |all )?(?:a |one |a single )?(?:one |single )(?:single |long |continuous |running )?(?:line|paragraph)|(?:fix|repair|clean up) (?:the |these |those |my )?(?:\w+ )?(?:line ?breaks?|new ?lines?)|(?:die |alle |diese )*(?:zeilenumbruche?|umbruche?) (?:\w+ ){{0,2}}?(?:entfern\w*|losch\w*|weg|raus)|(?:(?:in|auf|zu|als) |mach\w* (?:mir |bitte )?daraus )(?:nur )?eine?[rnm]? (?:einzige[nr]? )?(?:zeile|absatz)|(?:sur|en|dans) une? (?:seule? |unique )?(?:ligne|paragraphe)|en una? (?:sola |solo |unica |unico )?(?:linea|parrafo)|(?:join|merge) (?:the |these |all )?lines"),
    ("without_repeated_lines", rf"(?:has|have|with|contains?|there are) (?:some |a few |many )?(?:doubles|duplicates|repeats|dupes)[^.:\n]{{0,12}}?(?:take|get|throw|kick|remove|delete) (?:them|those|these)(?: out)?|(?:take|get|throw) (?:the |all (?:the )?)?(?:doubles|duplicates|repeats)(?: (?:lines?|entries|items))? out(?: of (?:it|this|these|my list|the list|the text))?|{TAKE_OUT}(?: \w+){{0,2}} (?:duplicates?|dupes|duplicated|repeated|repeats|repetitions|doubles?(?! (?:white ?)?spaces?\b)|doubled(?= (?:lines?|entries|items|ones|names)\b)|doppelte\w*|doublons?|duplicad[oa]s|repetid[oa]s)(?: (?:lines?|entries|items|ones|names|zeilen|eintrage|namen|lignes|noms|lineas|nombres))?|(?:die |alle )?doppelte\w*(?: (?:zeilen|eintrage|namen))? (?:bitte )?(?:raus|weg|entfern\w*|losch\w*|streich\w*|rausnehmen|rauswerfen)|(?:keep |list |show )?(?:each|every)(?: \w+)? (?:only once|just once|once only)|jede[nrs]?(?: \w+)? nur einmal|chacun(?:e)? une seule fois|cada un[oa] una sola vez|dedup\w*|unique lines"),
    ("without_extra_spaces", rf"{TAKE_OUT}(?: {{1,9}}\w+){{0,2}} {{1,9}}(?:extra|double|multiple|unnecessary|too many|doppelte\w*|uberflussige\w*|doubles|dobles|de mas) {{0,9}}(?:white ?)?(?:spaces?|leerzeichen|espaces|espacios)|(?:(?:far|way|much|so) )?(?:too many|too much|zu viele|trop d'|demasiados) ?(?:white ?)?(?:spaces?|leerzeichen|espaces|espacios)(?: (?:in|dans|en) (?:this|it|here|there|that|ca|esto|my text))?(?:[,.;]? (?:please )?(?:clean|fix|tidy|sort)\w*(?: (?:it|this|them|that))?(?: up| out)?)?|(?:trim|collapse) (?:the )?(?:extra |double |multiple )?(?:white ?)?spaces?|{MANY_SPACES}|{ONE_SPACE}"),
    ("without_spaces", rf"{TAKE_OUT}(?: (?:all|the|any|alle|die|les|tous|los|todos))* (?:white ?)?(?:spaces?|leerzeichen|espaces|espacios)|{taken_away('(?:white ?)?spaces|leerzeichen|espaces|espacios')}"),
    ("without_signs", rf"{TAKE_OUT}(?: (?:all|the|any|alle|die|la|les|los|todos))* (?:punctuation(?: marks)?|satzzeichen|ponctuation|puntuacion)|{taken_away('punctuation|satzzeichen|ponctuation|puntuacion')}"),
    ("without_digits", rf"{TAKE_OUT}(?: (?:all|the|any|alle|die|les|los|todos))* (?:digits|numbers|ziffern|zahlen|chiffres|cifras|numeros)|{taken_away('digits|ziffern|chiffres|cifras')}"),
    ("without_vowels", rf"{TAKE_OUT}(?: (?:all|the|any|alle|die|les|los|todas|las))* (?:vowels|vokale|voyelles|vocales)|{taken_away('vowels|vokale|voyelles|vocales')}"),
    ("without_consonants", rf"{TAKE_OUT}(?: (?:all|the|any|alle|die|les|las))* (?:consonants|konsonanten|consonnes|consonantes)|{taken_away('consonants|konsonanten|consonnes|consonantes')}"),
    ("initials", r"(?:first letters?|initials?|acronym|anfangsbuchstaben?|initialen|initiales|acronyme|iniciales|siglas)(?: (?:of|from|for|von|de|der|des|las))*(?: (?:each|every|all|the|these|jede\w*|chaque|cada))*(?: (?:words?|worter|wort\w*|mots?|palabras?))?"),
    ("sorted", rf"(?:sort|order|alphabeti[sz]e|sortier\w*|ordne|trie[rz]?|classe[rz]?|ordena\w*)\b(?: \w+){{0,3}}? ?(?:{WORDS_NAMED}|{LINES}|alphabetical\w*|alphabetisch|alphabetique\w*|alfabetic\w*|abc(?:[- ]order)?|[az]-[az]|[az] to [az]|[az] bis [az]|de (?:la )?[az] a (?:la )?[az])(?: alphabetical\w*| alphabetisch| [az]-[az])?|(?:put|bring|write|list)(?: \w+){{0,3}} (?:in|into) (?:an? )?(?:abc|alphabetical|a-z)[- ]order|(?:in )?abc[- ]order|(?:sort|order) (?:them|these|those|it)\b|{DIRECTED}|(?:sort|sortiere?|trie[rz]?|ordena)(?=:|,? (?:and|und|et|y) )|(?:sort|alphabeti[sz]e|sortiere?|trie[rz]?|ordena) (?:these|this|this list|them|the list|diese|das|ceci|estos|estas|esto)(?=\W*:)|(?:put|bring|arrange|list|get|stell\w*|mets|pon\w*)\b(?: \w+){{0,4}}? (?:from )?a ?(?:-|to|bis|a) ?z|(?:nach|in der reihenfolge des?) (?:dem |der |des )?alphabets?(?: (?:bitte )?(?:sortier\w*|ordne\w*))?|(?:in |by )(?:the )?(?:order of the )?alphabet|alphabetically|(?:par |por |dans l'|en )*(?:ordre alphabetique|orden alfabetico)|(?:in )?alphabetical order|alphabetical(?= please\b|\W*[:\n])|alphabetisch(?:e reihenfolge)?(?: (?:bitte )?(?:sortier\w*|ordne\w*))?|ordre alphabetique|orden alfabetico"),
)  # fmt: skip
COMPILED_CHANGES = tuple((name, re.compile(rf"\b(?:{pattern})(?!\w)", re.IGNORECASE)) for name, pattern in CHANGES_OF)
FALLING_ORDER = re.compile(r"\b(?:desc\w*|reverse|backwards)\b", re.IGNORECASE)
POINTS_BACK = re.compile(
    r"\b(?:that|it|this|the (?:text|sentence)|das|den (?:text|satz)|ca|cela|le texte|la phrase|eso|esto|el texto)\b|\A\W*(?:and|now|und|jetzt|et|y|ahora)\b",
    re.IGNORECASE,
)


VOWEL_LETTERS = "aeiou"
LONGEST_GOING_ON = 40  # characters of an order that names no text: "biggest first please"


IS_JSON = re.compile(r"\A\s*(?:\[\s*(?:[\"\[{\]\d-]|true|false|null)|\{\s*[\"}]).*[\]}][\s.?!]*\Z", re.DOTALL)
SPACING = frozenset(
    ["without_spaces", "without_breaks", "without_extra_spaces"]
)  # which a document has in its texts, too


class TextChange(NamedTuple):
    """A wish for another form of a text: its steps, the text and its place, and the places of the wish."""

    steps: list[TextOrder]
    text: str
    place: tuple[int, int]
    spans: list[list[int]]
    falling: bool = False

    @property
    def name(self) -> str:
        """The names of the steps."""
        return ", ".join(one.name for one in self.steps)


def wished_change(message: str, earlier: Callable[[], str]) -> TextChange | None:
    """Return the wish of a message for another form of a text in it, or of an ``earlier`` one; None for other messages."""
    folded = fold(message)
    start, end = text_place(message, folded)
    question = folded if start < 0 else folded[:start] + " " * (end - start) + folded[end:]
    steps = steps_of(question)
    is_follow_up_question = start < 0 and folded.rstrip().endswith("?")  # "and without spaces?" asks for a number
    counted = without_orders(
        question, [one for one in steps if one.name == "lines_reversed"]
    )  # "so the newest is on top"
    if not steps or COUNTING.search(counted) or is_follow_up_question:
        return None
    goes_on = POINTS_BACK.search(folded) is not None or len(message) <= LONGEST_GOING_ON
    text = message[start:end] if start >= 0 else earlier() if goes_on else ""
    if not WORD.search(text):
        return None
    spans = [*order_places(question), *without_told(question)[1], *([[start, end]] if start >= 0 else [])]
    rest = without_orders(question, steps)
    steps = [with_pieces(one, message) for one in steps]
    if any(one.name == "numbered" for one in steps):
        first, told = first_number(question)
        steps = [one._replace(old=first) if one.name == "numbered" else one for one in steps]
        spans += told
    is_falling = FALLING_ORDER.search(rest) is not None or FALLS.search(question) is not None
    is_list = start < 0 or any(one.name == "sorted" for one in steps)
    if is_list and pieces_of(text)[0] != " ":  # a list is turned around, not the letters of its entries
        steps = [one._replace(name="lines_reversed") if one.name == "reversed" else one for one in steps]
    is_sorting = SORTS.search(question) is not None or steps[0].name == "sorted"
    if is_sorting and {one.name for one in steps} <= {"reversed", "lines_reversed", "sorted"}:
        is_falling = is_falling or any(one.name != "sorted" for one in steps)
        steps = [steps[0]._replace(name="sorted")]  # "sort these in reverse" turns no letters around
    return TextChange(steps, text, (max(start, 0), max(end, 0)), spans, is_falling)


def without_orders(question: str, steps: list[TextOrder]) -> str:
    """Return a question with spaces in the places of these orders."""
    for one in steps:
        question = blanked(question, one.start, one.end)
    return question


SORTS = re.compile(
    r"\b(?:sort|sortier\w*|alphabeti[sz]e|trie[rz]?|ordena\w*)\b(?!.*\b(?:then|and|danach|und|puis|et|luego|y)\b)",
    re.IGNORECASE,
)


FALLS = re.compile(
    r"\b(?:longest (?:first|to shortest)|langste\w* zuerst|(?:biggest|largest|highest|greatest|newest|grosste\w*|hochste\w*)(?: (?:ones?|numbers?))? (?:first|to|zuerst)|high to low|z ?(?:-|to|bis|a|à|a la) ?a|descending|absteigend|decroissant|descendente)\b",
    re.IGNORECASE,
)


CAPS = r"(?:caps[- ]?lock|capslock|all caps|all capitals|shift lock|feststelltaste|gro(?:ss|ß)buchstaben|verrouillage (?:des )?maj\w*|maj(?:uscules?)? bloque\w*|bloq\w* mayus\w*)"
BIG_LETTERS = (
    r"(?:(?:all )?(?:caps|capitals|capital letters|upper-?case)|gro(?:ss|ß)buchstaben|majuscules?|mayusculas?)"
)
BY_MISTAKE = r"(?:by (?:mistake|accident)|accidentally|mistakenly|aus versehen|versehentlich|par erreur|par megarde|por error|sin querer|por accidente)"
TOLD = tuple(  # how a text came to be: no order
    re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)
    for pattern in (
        rf"(?:\w[\w']{{0,30}} ){{0,6}}(?:typed|wrote|written|sent|had|left|hit|pressed|forgot|came|geschrieben|getippt|ecrit|tape|escrito|escribi|oublie|olvide|deje)\b(?: [\w']+){{0,5}}? {CAPS}(?: key)?(?: (?:on|by accident|by mistake|accidentally|active|an|activad[oa]|geschrieben|getippt))*",
        rf"(?:i |we |ich habe |j'ai |he |she |my \w+ )?(?:(?:took|got|wrote|typed|made|did|saved|posted|copied|put|schrieb|tippte|habe|ecrit|tape|escribi|escrito) )?(?:(?:the|this|that|my|it|all|everything|alles|den|das|le|la|tout|el|todo)(?: \w+)? )?(?:all |komplett )?(?:in|en) {BIG_LETTERS} {BY_MISTAKE}",
        rf"{BY_MISTAKE} (?:\w+ ){{0,4}}?(?:in|en) {BIG_LETTERS}(?: (?:geschrieben|getippt))?",
        r"(?:but |and |,|aber |mais |pero )?(?:leave|keep|kee?ping|preserve|maintain|without changing|don't change|do not change|behalte|lass\w*|garde[rz]?|conserve[rz]?|sans changer|manten\w*|conserva\w*|deja|sin cambiar) (?:the |its |their |die |l'|el )?(?:original |same |ursprungliche )?(?:order|sequence|reihenfolge|ordre|orden)(?! of \w)(?: (?:as (?:it )?is|alone|unchanged|the same|intact|bei|so|wie sie ist|original))*",
        r"(?:die )?reihenfolge (?:soll |muss |bitte )*(?:beibehalten|bleibt|bleiben|behalten|nicht (?:andern|verandern)|lassen|gleich bleiben)(?: (?:wie sie ist))?",
        rf"(?:\w[\w']{{0,30}} ){{0,2}}{CAPS}(?: key)?(?: [\w']+)?? (?:was|is|were|got|stayed|war|ist|etait|estaba)(?: still)?(?: (?:on|stuck|active|an|aktiv|activee?|puesto|activad[oa]))?",
        r"(?:aus versehen|versehentlich) (?:alles |komplett )?in gro(?:ss|ß)buchstaben(?: geschrieben| getippt)?",
        r"(?:i {1,9})?(?:copied|pasted|got|took|scanned|exported) {1,9}(?:this |it |the \w+ |that |them )?(?:from|out of|off) {1,9}(?:an? |the |my )?[\w-]+(?: file| page| document)?(?:,? (?:and|so|now|but) (?:it|there|now it|they)(?: now)? (?:has|have|had|is|are|came|comes)\b[^,.:;\n]*)?",
        r"(?:is |are |was )?(?:copied|pasted) (?:from|out of) (?:an? |the |my )?[\w-]+|(?:ist |sind |habe ich )?aus (?:einem|einer|dem|der) [\w-]+ kopiert",
        r"(?:the |this |my )?(?:text|it) has (?:\w+ ){0,2}line ?breaks?(?: \w+){0,4}?(?=[,.;:\n])",
    )
)
MADE_NORMAL = re.compile(
    r"\b(?:fix|repair|undo|correct|convert|restore|normal\w*|readable|repariere?|korrigier\w*|corrige\w*|arregla\w*|remets)\b(?: (?:it|this|that|das|ca|cela|esto|lo))?(?: back)?",
    re.IGNORECASE,
)


TURNED_UNITS = {
    "letters": r"letters?|characters?|spelling|buchstaben|zeichen|lettres?|caracteres?|letras?",
    "words": WORDS_NAMED,
    "lines": r"lines?|items?|entries|names|zeilen|eintrage|namen|lignes?|noms|lineas?|nombres",
}
TURNED_BY = {"reversed": "letters", "words_reversed": "words", "lines_reversed": "lines"}
OTHERS_KEPT = re.compile(  # "reverse the words (not the letters)", "… but keep the letters in each word as they are"
    r"[,;(–-]? ?\b(?:(?:but|and|so|aber|und|mais|et|pero|y) )?(?:"
    r"(?:not|do ?n[o']t|do not|without|keep|leave|leaving|keeping|nicht|keine|ohne|lass\w*|pas|sans|ne|garde[rz]?|laisse[rz]?|no|sin|deja\w*)(?: (?:reverse|reversing|flip|flipping|turn(?:ing)?|change|changing|touch(?:ing)?|invertir|inverser|inverse[rz]?|changer|cambi\w+|inviert\w+|pas|umdrehen|around))?"
    rf")(?: (?:the|their|its|any|die|der|den|les|des|las|los|order|of|ordre|orden|reihenfolge))* (?P<unit>{'|'.join(TURNED_UNITS.values())})"
    r"(?: (?:(?:in|of|inside|within|in den|innerhalb|der|dans|de|des|en)(?: (?:each|every|the|a|them|jede[sn]?|chaque|les|cada|las|los))*(?: (?:words?|lines?|wort\w*|worter\w*|zeilen?|mots?|lignes?|palabras?|lineas?))?|themselves|selbst|mismas|alone|intact|the same|as (?:they|it) (?:are|is)|as is|wie sie sind|in ruhe|tranquilles|como estan|umdrehen|drehen))*\)?(?= *(?:[,.;:!?)\n]|\Z))",
    re.IGNORECASE,
)


def others_kept(question: str) -> list[list[int]]:
    """Return the places where a folded question keeps what its order does not turn around: other units than those it names."""
    places = []
    for match in OTHERS_KEPT.finditer(question):
        rest = blanked(question, *match.span())
        turned = {TURNED_BY[name] for name, pattern in COMPILED_CHANGES if name in TURNED_BY and pattern.search(rest)}
        turned -= {"letters"} if len(turned) > 1 else set()  # "reverse" alone is in every order to turn around
        kept = next(unit for unit, names in TURNED_UNITS.items() if re.fullmatch(names, match["unit"], re.IGNORECASE))
        if turned and kept not in turned:
            places.append(list(match.span()))
    return places


def without_told(question: str) -> tuple[str, list[list[int]], bool]:
    """Return a folded question without its remarks on where its text comes from ("caps lock was on", "copied from a PDF").

    Spaces stand in their place. The other two are their places, and whether one of them is about capitals.
    """
    spans = [list(match.span()) for pattern in TOLD for match in pattern.finditer(question)]
    spans += others_kept(question)
    of_capitals = any(re.search(CAPS, question[start:end], re.IGNORECASE) for start, end in spans)
    for start, end in spans:
        question = question[:start] + " " * (end - start) + question[end:]
    return question, spans, of_capitals


def order_places(question: str) -> list[list[int]]:
    """Return the places of all changes that a folded question names, also of one that is named twice."""
    orders = [[one.start, one.end] for one in text_orders(question)]
    if without_told(question)[2]:
        orders += [list(match.span()) for match in MADE_NORMAL.finditer(question)]
    return orders + [list(match.span()) for _, pattern in COMPILED_CHANGES for match in pattern.finditer(question)]


def with_pieces(step: TextOrder, message: str) -> TextOrder:
    """Return a step with its pieces as the message has them, not folded."""
    folded = fold(message)
    places: list[tuple[int, int]] = []
    for piece in (step.old, step.new):
        at = (
            folded.find(piece, places[-1][1] if places and places[-1][0] >= 0 else step.start, step.end)
            if piece
            else -1
        )
        places.append((at, at + len(piece)))
    old, new = (message[start:end] if start >= 0 else "" for start, end in places)
    return step._replace(old=old or step.old, new=new or step.new)


def steps_of(question: str) -> list[TextOrder]:
    """Return the changes that a folded question asks for, in its order; of two that overlap the longer one.

    Of a text that was typed in capitals by mistake, "make it normal" is a change, too.
    """
    question, _, of_capitals = without_told(question)
    found = text_orders(question)
    plain = [
        TextOrder(name, *match.span()) for name, pattern in COMPILED_CHANGES if (match := pattern.search(question))
    ]
    if of_capitals and not [*found, *plain] and (normal := MADE_NORMAL.search(question)) is not None:
        found = [TextOrder("sentence", *normal.span())]
    kept: list[TextOrder] = []
    for one in sorted([*found, *plain], key=lambda one: one.start - one.end):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    ordered = sorted(kept, key=lambda one: one.start)
    if any(one.name in ("first_last", "last_first") for one in ordered):  # "in Vorname Nachname umdrehen"
        ordered = [one for one in ordered if one.name not in ("reversed", "lines_reversed", "without_piece")]
    is_joined = any(one.name == "joined" for one in ordered)  # "into one line separated by commas" is one step
    sign = next((one.old for one in ordered if one.name == "joined"), "")
    if sign and any(one.name == "one_per_line" for one in ordered):  # "one line per name, separated by commas now"
        ordered = [
            one._replace(old=sign) if one.name == "one_per_line" else one for one in ordered if one.name != "joined"
        ]
    once: dict[str, TextOrder] = {}
    for one in ordered:
        if not (is_joined and one.name == "without_breaks"):
            once.setdefault(f"{one.name} {one.old} {one.new}", one)
    return list(once.values())


def text_place(message: str, folded: str) -> tuple[int, int]:
    """Return where the text of a wish stands: in a code block, quotes, behind a colon or dash, or on the lines below; (-1, -1) for none."""
    orders = text_orders(folded)
    for place in text_places(message):
        if any(one.start <= place.start("text") and place.end("text") <= one.end for one in orders):
            continue  # what is to be replaced
        if steps_of(fold(message[: place.start("text")] + " " + message[place.end("text") :])):
            return place.span("text")
    named = next((found for pattern in NAMED_TEXT if (found := pattern.search(message))), None)
    return named.span("text") if named is not None and WORD.search(named["text"]) else (-1, -1)


def text_places(message: str) -> list["re.Match[str]"]:
    """Return the places in which the text of a wish may stand, the likeliest first."""
    places = [found for pattern in TEXT_PLACES if (found := pattern.search(message)) and WORD.search(found["text"])]
    return in_order_of_place(places)


def in_order_of_place(places: list["re.Match[str]"]) -> list["re.Match[str]"]:
    """Return places of a text; of a colon and a dash in one line the first one opens it."""
    inline = [one for one in places if one.re in INLINE_PLACES]
    first = sorted(inline, key=lambda one: one.start("text"))
    return [first.pop(0) if one in inline else one for one in places]


NO_POINTER = r"(?!(?:it|this|that|these|them|those|everything|all|each|every|the (?:text|following|words?|lines?)|das|dies\w*|alles|den|ca|cela|tout|eso|esto|todo)\b)"
STYLE_NAMED = r"(?:an? |all )?(?:(?:lower |upper )?(?:camel|snake|kebab|pascal|title|constant|sentence)[_ -]?case|(?:upper|lower)[- ]?case|slug|gro(?:ss|ß)buchstaben|kleinbuchstaben|majuscules|minuscules|may[uú]sculas|min[uú]sculas)"
NAMED_TEXT = (  # the words themselves, without a sign around them: "write WELCOME HOME backwards", "reverse the word stressed"
    re.compile(
        r"\b(?:write|spell|say|put|type|read|turn|print|schreib\w*|buchstabier\w*|[eé]cri[st]\w*|[eé]pelle|escrib\w*|deletrea) (?:out )?(?:the |das |den |le |la |el )?(?:word|phrase|name|text|sentence|wort|mot|nom|palabra|frase)? ?(?P<text>(?!it\b|this\b|that\b|these\b|them\b|das\b|dies|ca\b|cela\b|eso\b|esto\b)[^\n\"“„«:]{1,120}?) (?:backwards?|in reverse|back to front|ruckwarts|rückwärts|a l'envers|à l'envers|al reves|al revés|in (?:all )?(?:caps|capitals|upper ?case|lower ?case)|en majuscules|en mayusculas|en mayúsculas)\W*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        r"\A\W*(?:please |can you |could you |bitte |kannst du )?(?:reverse|mirror|flip|capitali[sz]e|uppercase|lowercase) (?:the )?(?:word|phrase|name|text|sentence|string) (?P<text>[^\n\"“„«:]{1,120}?)(?: please| for me)?\W*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:turn|convert|change|transform|make|put|write|rewrite|wandle?|schreib\w*|convert\w*|mets?|[eé]cri[st]\w*|pon|convierte|escrib\w*) (?:the |das |le |la |el )?(?:word|phrase|name|variable|string|wort|mot|palabra|nombre)? ?(?P<text>{NO_POINTER}[^\n\"“„«:]{{1,120}}?) (?:(?:in(?:to)?|to|as|zu|en|a) )?{STYLE_NAMED}\W*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\A\W{{0,40}}(?:(?:please |bitte |(?:can|could) you |kannst du |peux-tu |puedes )?(?:what(?: is|'s| would be)|(?:i )?(?:need|want)|give me|gimme|get me|make(?: me)?|ich brauche|brauche|gib mir|mach mir|wie (?:ist|lautet)|il me faut|je veux|donne[- ]moi|j'ai besoin d['eu]|necesito|dame|quiero|cual es) )?(?:(?:the|an?|eine?n?|der|den|die|das|une?|una?|le|el) )?(?:(?:name|namen?|nom|nombre)(?: (?:de|of) (?:variable|fichier|archivo))? (?:en|in|im) )?{STYLE_NAMED}(?:[- ](?:name|version|form|variant|spelling|identifier|variable(?: name)?|key|variante|schreibweise|namen?|nom|nombre))? (?:for|of|from|version of|fur|für|von|de|para|pour) (?:the )?(?:variable |name |word |words |phrase )?(?P<text>{NO_POINTER}[^\n\"“„«:]{{1,120}}?)\W*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\A\W{{0,40}}(?P<text>{NO_POINTER}(?=[\w-]{{0,80}}(?:[_-]|(?-i:[a-z][A-Z])))[\w-]{{3,80}}) (?:in(?:to)?|to|as) {STYLE_NAMED}\W*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\A\W{{0,40}}(?P<text>{NO_POINTER}(?-i:[A-Z])\w{{0,40}}(?: (?-i:[A-Z])\w{{0,40}}){{1,7}}) (?:(?:written )?(?:in(?:to)?|to|as|als|en) )?(?:an? )?{STYLE_NAMED}(?: (?:please|pls|bitte))?\W*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:write|spell|say|schreib\w*|[eé]cri[st]\w*|[eé]pelle|escrib\w*|deletrea) (?:backwards?|in reverse|ruckwarts|rückwärts|a l'envers|à l'envers|al reves|al revés) (?:the |das |le |la |el )?(?:word|phrase|name|wort|mot|nom|palabra|nombre) (?P<text>[^\n\"“„«:]{1,60}?)\W*\Z",
        re.IGNORECASE,
    ),
)
TEXT_PLACES = (
    re.compile(r"```[^`\n]*\n(?P<text>.*?)(?:\n?```|\Z)", re.DOTALL),
    re.compile(r"\A[^\n\"“„«:]*[\"“„«](?P<text>.+)[\"”“»]", re.DOTALL),
    re.compile(r"(?<!\w)'(?P<text>[^'\n]{2,})'(?!\w)"),
    re.compile(r"\A[^:\n]{1,120}:\s*(?P<text>.+)\Z", re.DOTALL),
    re.compile(r"\A[^\n]{1,120}\n\s*(?P<text>.+)\Z", re.DOTALL),
    re.compile(r"\A[^\n]{1,80}?\s[-–—]\s(?P<text>.+)\Z", re.DOTALL),
    re.compile(r"\A(?P<text>.+)\n[^\n]{1,120}\Z", re.DOTALL),
)


INLINE_PLACES = (TEXT_PLACES[3], TEXT_PLACES[5])


def changed_text(change: TextChange) -> str:
    """Return the text in the form that is wished: each step after the other."""
    text = change.text.strip()
    for step in change.steps:
        text = stepped(step, text, falling=change.falling)
    return text


def stepped(step: TextOrder, text: str, *, falling: bool) -> str:
    """Return a text after one step."""
    simple: dict[str, Callable[[], str]] = {
        "reversed": lambda: text[::-1],
        "words_reversed": lambda: " ".join(text.split()[::-1]),
        "upper": text.upper,
        "lower": text.lower,
        "titled": lambda: re.sub(
            r"[^\W_][^\s]*", lambda word: word.group()[:1].upper() + word.group()[1:].lower(), text
        ),
        "without_breaks": lambda: " ".join(text.split()),
        "without_repeated_lines": lambda: without_repeats(text),
        "without_extra_spaces": lambda: re.sub(r"[ \t\u00a0]{2,}", " ", text),
        "without_spaces": lambda: re.sub(r"\s", "", text),
        "without_signs": lambda: re.sub(r"[^\w\s]|_", "", text),
        "without_digits": lambda: re.sub(r"\d", "", text),
        "without_vowels": lambda: "".join(letter for letter in text if fold(letter).lower() not in VOWEL_LETTERS),
        "without_consonants": lambda: "".join(
            letter for letter in text if not letter.isalpha() or fold(letter).lower() in VOWEL_LETTERS
        ),
        "initials": lambda: "".join(word[:1] for word in WORD.findall(text)).upper(),
        "sorted": lambda: sorted_text(text, falling=falling),
        "by_length": lambda: sorted_by_length(text, falling=falling),
    }
    return simple[step.name]() if step.name in simple else ordered_text(step, text)


def without_repeats(text: str) -> str:
    """Return a text in which each line, or each piece between commas or words of a single line, is there once."""
    joint, pieces = pieces_of(text)
    return joint.join(dict.fromkeys(pieces))


PLAIN_NUMBER = re.compile(r"[-+]?\d{1,30}(?:[.,]\d{1,30})?")


def sorted_text(text: str, *, falling: bool) -> str:
    """Return the lines of a text in the order of the alphabet, or the pieces between commas or the words of a single line.

    Pieces that all are numbers are in the order of their values.
    """
    joint, pieces = pieces_of(text)
    if all(PLAIN_NUMBER.fullmatch(piece) for piece in pieces):
        return joint.join(sorted(pieces, key=lambda piece: float(piece.replace(",", ".")), reverse=falling))
    return joint.join(sorted(pieces, key=lambda piece: fold(piece).casefold(), reverse=falling))


def sorted_by_length(text: str, *, falling: bool) -> str:
    """Return the lines, pieces or words of a text by their length, those of one length in their order."""
    joint, pieces = pieces_of(text)
    return joint.join(sorted(pieces, key=len, reverse=falling))


def pieces_of(text: str) -> tuple[str, list[str]]:
    """Return how the pieces of a text are joined, and the pieces: its lines, else what is between commas, else its words."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        return "\n", lines
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return (", ", parts) if len(parts) > 1 else (" ", text.split())
