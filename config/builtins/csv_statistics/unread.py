"""Finds the words of a question that its answer is not made from, so that the answer says so."""

import re

from config.builtins.csv_statistics.columns import Column, compile_caseless, numeric_places
from config.builtins.csv_statistics.columns_named import PEOPLE, kind_of, kind_of_name
from config.builtins.csv_statistics.degrees import DIMENSIONS
from config.builtins.csv_statistics.query import OPERATIONS, ROW_NOUN, Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import fold, merged

SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?\n]*")
LEAST_LETTERS = 3
WORD = compile_caseless(r"(?<![\w-])[a-z]+(?:[_-]?\d{2,}|[a-z_-]*\d{3,})[\w-]*|[a-z]+")  # ZX-4711 is one
CONTEXT = compile_caseless(  # why something is asked, and for whom
    r"\b(?:on|in|from|at) (?:my|our) \w+|\b(?:(?:i |we )?(?:just |only |really )?(?:need|want) (?:it|this|that|them) (?:for|to|because|by)\b|(?:this is |it's |its )?for (?:my|our|a|an|the|his|her) (?!\w+ column)|because\b|since i\b|so (?:that )?(?:i|we)\b|as i\b|i'?m \w+ing\b|asking for|"
    r"(?:ich )?brauche (?:es|das) (?:fur|weil)|fur (?:meine?n?|unsere?n?|den|die|das|eine?n?) |weil\b|damit\b|"
    r"pour (?:mon|ma|mes|notre|nos|un|une|le|la) |parce qu|car\b|para (?:mi|mis|nuestr[oa]s?|un|una|el|la) |porque\b)[^,;.!?\n]*"
)
FUNCTION_WORDS_LISTED = """
the and for are was were has have had did does can could would should will you your yours our mine his her
hers its they them their this that these those there here who what which when where why how many much any some
all none each every both with from into onto over under out off per about than then but not nor only also just
please thanks thank pls plz hey hello tell show give get got let know need want like help find see look make
list print return answer question lag lagen eat eats ate chose choose chosen drink drinks drank prefer prefers drive drives speak speaks essen isst gegessen trinken trinkt nehmen nimmt mangent mange boivent choisi prennent prend comen beben eligen eligieron toman
quick one ones two now first last rest whole entire too very really actually
exactly roughly maybe again still yet ever table csv data file sheet spreadsheet excel pasted paste below
above following attached column columns row rows line lines record records entry entries value values number
numbers figure figures header result results everyone everybody anyone anything something budget people person
someone name names named called published released written wrote born built founded made makes came come comes
scored score scores earned earn earns brought bring brings took take takes ran run runs gets plays play played
works work worked sold sell sells spent spend cost costs weigh weighs collected collect gained gain generated
generate reached reach achieved achieve gave given belongs belong went goes pay pays paid paie paient gagnent
gana ganan paga pagan verdienen verdien zahlt zahlen bezahlt teil teile stuck ding dinge add adds left total
totals overall altogether percent percentage doesnt dont isnt whats whos ive ill lets being been myself dear
cheers okay kindly asap hab welchem macht zusammenrechnen zusammengerechnet far stuff wise sample together cupboard inclusive included pague pagamos pago estos wondering curious compute calculate count counted using use based according back down
well turn sum mean der die das den dem des und oder ein eine einen einem einer eines ist sind war waren hat
haben hatte wird wurde werden wer wie wann welche welcher welches bitte mir mich uns euch ihr ihre unser
unsere mein meine von vom zum zur mit aus auf bei fur nach pro alle aller alles jede jeder jedes jeden nur
auch noch schon mal doch denn habe gab gibt geben zeig zeige gib sag nenn liste tabelle daten datei spalte
spalten zeile zeilen wert werte namen insgesamt gesamt zusammen davon hier dort gesammelt verdient verkauft
gemacht gebracht bekommen ausgegeben erzielt geschafft les une est sont etait ont avait qui que quoi quel
quelle quels quelles dans pour avec sur sous par plus moins tout tous toute toutes chaque aussi mais donc ici
cette ces mon mes notre nos vos leur leurs svp merci bonjour donne donner montre affiche dis dire fait faire
tableau donnees fichier colonne colonnes ligne lignes valeur valeurs nom noms ensemble vendu vendue gagne
rapporte fois voici voila fais moi stp elle ils los las una unos unas son esta estan fue tiene tienen hay quien cual cuales como con
del por para mas menos todo todos toda todas cada tambien solo pero aqui esto ese esa mis nuestro nuestra
live lives living wohnen wohnt leben lebt habitent habite vivent vit viven vive favor gracias hola dame dime muestra muestrame lista tabla datos archivo columna columnas fila filas valor
valores nombre nombres vendio vendido gano hizo veces wir hemos habeis avons avez nous liegt liegen depense
depensent kommt kommen raus heraus rein aber brauche bin articulos articulo productos producto produits produkte gasto gastado gastaron positionen posten artikel ich everything
"""
FUNCTION_WORDS = frozenset(FUNCTION_WORDS_LISTED.split())


FOLLOWS = compile_caseless(  # the noun behind "which" and "cheapest" is what the rows are
    r"\b(?:which|welche[rsnm]?|quel(?:le)?s?|top \d+|(?:first|last|ersten|letzten|premiers|primeros) \d+|\w{2,}est|best|worst|\w{3,}ste[rsnm]?|(?:plus|mas|most|least|moins|menos) \w+|mejor|peor|meilleure?s?) \Z"
)


def unread_words(query: Query, columns: list[Column], spans: list[list[int]], question: str) -> list[str]:
    """Return the words of weight that no span touches, in sentences that are read."""
    text = fold(question)
    for pattern in (CONTEXT, WHO_WANTS, WHAT_IT_IS):
        text = pattern.sub(lambda gone: " " * len(gone.group()), text)
    used = bytearray(len(text))
    for start, end in merged(spans, len(text)):
        used[start:end] = b"\1" * (end - start)
    found = []
    for sentence in SENTENCE.finditer(text):
        if not any(used[sentence.start() : sentence.end()]):
            continue
        for word in WORD.finditer(sentence.group()):
            start, end = sentence.start() + word.start(), sentence.start() + word.end()
            is_first = not query.operations and sentence.group()[: word.start()].count(" ") < 2
            if (
                not any(used[start:end])
                and not is_first
                and not FOLLOWS.search(text[:start])
                and is_weighty(word.group().lower(), query, columns)
            ):
                found.append(question[start:end])
    return found


RULE_TOLD = compile_caseless(  # "we refill whenever there are fewer than 10 left": the question repeats the verb
    r"[^.!?\n\d]*?\b(?:we|i|they|one|wir|ich|man|on|nous|je|se)(?: (?:have to|need to|must|should|always|then))* (?P<verb>[^\W\d_]{4,})(?: [^\W\d_]+){0,3}?,? (?:whenever|when|if|as soon as|once|every time|each time|wenn|sobald|immer wenn|falls|si|des que|quand|chaque fois que|cuando|en cuanto|cada vez que)\b"
)
STEM_OF_RULE = 5  # letters


def spans_of_rule(text: str) -> list[list[int]]:
    """Return the places of a rule whose verb a question behind it repeats, up to its condition, and of that verb."""
    for rule in RULE_TOLD.finditer(text):
        stem = re.escape(rule["verb"][:STEM_OF_RULE])
        again = [one for one in re.finditer(rf"\b{stem}\w*", text, re.IGNORECASE) if one.start() > rule.end()]
        if again:
            return [list(rule.span()), *(list(one.span()) for one in again)]
    return []


WHO_WANTS = compile_caseless(  # "my boss wants to know …"
    r"\A\W*(?:(?:hi|hello|hallo|hey|bonjour|hola)\W+)?(?:my|our|the|meine?|unsere?|der|die|mon|ma|notre|le|la|mi|nuestr[oa]|el) [^\W\d_]+ (?:(?:wants?|needs?|would like|asked me|told me|is asking)(?: (?:me )?to (?:know|see|find out|check)| for)?|asks?(?: me)?|(?:will|m[o]chte|muss) wissen|fragt(?: mich)?|veut savoir|(?:me )?demande|quiere saber|(?:me )?pregunta)\b"
)
WHAT_IT_IS = compile_caseless(  # "My splits from parkrun, what is the average"
    r"\A\W*(?:(?:hi|hello|hallo|hey|bonjour|hola)\W+)?(?:my|our|these|the|meine?|unsere?|die|mes|nos|les|mis|nuestr[oa]s|los|las) [^\W\d_]+(?: (?!is\b|are\b|was\b|were\b|has\b|have\b)[^\W\d_]+){0,4}[,.:;] ?(?=(?:what|which|who|how|where|when|is|are|wer|was|wie|welche\w*|quel\w*|qui|combien|cual\w*|que|cuant\w*)(?:'?s)?\b)"
)
INTRODUCED = compile_caseless(  # "here are the votes of last night, …"
    r"\A\W*(?:(?:hi|hello|hallo|hey|bonjour|hola)\W+)?(?:hier(?: sind| ist| kommen| kommt)?|here(?:'s| is| are| comes?)|das (?:sind|ist)|this is|these are|voici|voila|aqui (?:estan?|van?|tienes?))\b[^,.:;?!\n\d]*[,.:;]"
)

TITLE_IN_FRONT = compile_caseless(  # what the table is: "mileage log for the tax office, how many km"
    r"\A\W*[^,.:;?!\n\d]{1,60}(?:[,.:;] ?| [-–—] ?)(?=(?:by |um )?(?:what|which|who|how|where|when|wer|was|wie|welche\w*|quel\w*|qui|(?:de )?combien|cual\w*|quien|cuant\w*)(?:'?s)?\b)"
)


def leaves_nothing(table: Table, spans: list[list[int]]) -> bool:
    """Return whether a question has no figure and no word of weight outside of some places."""
    text = fold(table.question)
    spans = [*spans, *(list(match.span()) for pattern in (INTRODUCED, WHO_WANTS) for match in pattern.finditer(text))]
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return re.search(r"\d", text) is None and not unread_words(Query(), table.columns, spans, table.question)


def is_weighty(word: str, query: Query, columns: list[Column]) -> bool:
    """Say whether a word may change a question: no function word, none of used columns."""
    if len(word) < LEAST_LETTERS or word in FUNCTION_WORDS or PEOPLE.fullmatch(word) or ROW_NOUN.fullmatch(word):
        return False
    if word in ("added", "adding", "addiert") and "sum" in query.operations:
        return False
    if any(re.fullmatch(words, word) for name, words in OPERATIONS if name in query.operations):
        return False  # the same figure under another name: "is anything missing, which are blank"
    numbers = numeric_places(columns)
    only = tuple(numbers) if len(numbers) == 1 else ()
    used = {place for place in (*only, query.subject, query.group, *query.measures) if 0 <= place < len(columns)}
    kind = kind_of(word)
    names = [fold(columns[place].name).lower().replace("_", " ") for place in used]
    if kind >= 0 and kind in {kind_of_name(name) for name in names}:
        return False
    same = [one for one in DIMENSIONS.values() if re.search(one.columns, word)]
    return not any(re.search(one.columns, name) for one in same for name in names)
