"""What the built-in handlers share: the language of a message, its numbers, and the places of the words they used.

Handlers read four languages. They rewrite a message into English words and plain digits, and ``Mapped`` keeps the place of
every character in the original, so that ``used`` can name the spans the answer is based on.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

# Words that tell the languages apart; those in front of the bar weigh four times where no other language here has them.
LANGUAGE_WORDS = {
    "en": "once whos whats wheres hows who second third compare merge two three four five six seven eight nine ten eleven twelve twenty hundred plus minus percent divided multiplied sort sorted by valid check and or then age long sum median average highest lowest a an i me you can have helped lot that make tell some something minutes hours miles times if when my your with without tip off discount split price cost costs word words sentence letters did it's whats what's will would should what how many much which when does convert lowercase uppercase the | is are of in to and from between it this long big old was please text",
    "de": "fünftel zehntel achtel geht klappt stimmt passt umrechnung ergeben ergibt entsprechen entspricht sag wochentag wochentage kalenderwoche schaltjahr feiertag werktag werktage arbeitstag arbeitstage warum wieso weshalb zeigt festplatte festplatten fernseher nische neue meiner bildschirm hier fehlt fehlen irgendwo irgendwas klammer klammern komma welchem hab wenigsten meisten gerade derzeit unten oben folgende folgenden umsatz gewinn kunde kunden netto brutto nettopreis bruttopreis umsatzsteuer verkaufspreis einkaufspreis minuten hätte hätten kam kommt zug fährt fahrt wagen braucht brauchen brauche bekommt bekomme bleibt bleiben zahlt zahlen gesamt aufgaben waren wenn dann noch schon sein ihr wir uns leute personen kuchen rezept verhältnis im zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig lernen kannst du eigentlich montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz juni juli oktober dezember kostet kosten rabatt trinkgeld mehrwertsteuer mwst hälfte drittel viertel stück preis länger kürzer schwerer leichter größer kleiner schneller langsamer wiegt wort satz sätze buchstabe buchstaben vokale längstes kürzestes gültig ungültig falsch richtig stimmt adresse adressen oder auch mein meine meinte nein bin habe haben sein war waren woche monat monate jahr jahre gestern übermorgen hundert tausend zuzüglich abzüglich ohne alter geboren spät lange nächsten nächste letzten letzte ersten erste danke hallo schreib rückwärts weihnachten silvester ostern werktage arbeitstage teile teilen tippfehler rechne wandle mach mache zähle zeige entferne lösche vergleiche berechne gallonen liter sortier zwischen umrechnen repariere formatiere sortiere prüfe korrigiere durchschnitt summe tassen zoll meilen pfund gramm stunden sekunden grad unzen teelöffel esslöffel quadratmeter fuß gib uhr tage tagen wochen prozent wurzel wörter zeichen heute geteilt bitte wie was viele viel wieviele wieviel welche welcher welches welchen wann ist sind der das und wird für fuer nicht ich | "
    "die den dem ein eine einen von bis zwischen zu nach hat gibt mir bitte pro heute zum im vor dieser diesem diese mit auf "
    "text morgen prozent mal minus geteilt wurzel aus ab rechne umrechnen sortiere sortieren formatiere prüfe wörter zeichen",
    "fr": "puissance cinquième dixième additionne additionner mots longs donne-moi donne svp plaît âge moyen moyens gens seulement valeur totale ventes voiture consomme boit personne personnes nous vous ils elle avait serait sera quelqu'un chacun reçoit reste dépense gagne paie coûtent aux par deux trois quatre cinq sept huit neuf dix onze douze vingt cent partager partage chaque tes à tu sommes lundi mardi mercredi jeudi vendredi samedi dimanche janvier février avril juin juillet août septembre octobre novembre décembre remise rabais réduction pourboire moitié tiers prix coûte pèse mesure valide valides fausse fausses lettre lettres caractères voyelles adresse adresses bonne prochain prochaine dernier dernière hier demain aujourd semaine semaines année années mois noël pâques né née heure ouvrés plus ou où je c'est ça cela vouliez dire voulais ttc tva arrondis ajoute soustrais retire divise multiplie longue merci bonjour convertis convertissez compte comptez rends supprime enlève montre trie affiche vérifie calcule compare moyenne somme répare corrige-le pieds pouces livres onces tasses degrés cuillères jours heures mots racine convertir combien quel quelle quels quelles est sont dans pour avec jusqu quand cette et moins fois divisé | le les la des du de "
    "mot un une entre en au aux fait par sur ce ces ma mon il convertir est-ce ans jours heures racine carrée quelle-est pourcent",
    "es": "elevado elevada quinto décimo galón cuadrado comprobar arroba cuarto entrada entradas tercera segunda cuarta ventas ingresos factura iva minutos segundos litros metros coche gasta consume personas nosotros gano gana pago paga cuesta cuestan cada queda quedan velocidad voy va dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien repartir reparte personas quién eres buenas buenos tardes noches lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre descuento sobre propina mitad tercio precio cuesta pesa pesan mide mido tiene tengo resta divide dividir multiplica correo correos dirección direcciones válido válida válidos válidas letra letras frase frases aparece veces mañana ayer hoy semana semanas mes meses próximo próxima último última primer primera navidad nací nació largo larga si a o y dice quería decir redondea doble hola gracias edad equivalen equivale pasa convierte cuenta muestra elimina quita borra comprueba calcula dime compara promedio suma minimiza arregla repara ordena grados millas pies pulgadas libras onzas litros tazas kilómetros cucharadas días raíz palabras convertir cuántos cuántas cuánto cuánta cuantos cuantas cuanto qué cuál cuáles cuándo cuando hay para más por es son está | el los "
    "las la de del un una entre hasta en con según este esta estos que cual dividido menos años días horas raíz cuadrada",
    "it": "quanti quante quanto quanta qual quali che sono gli della questo questa perché | il lo di tra fino a per è un una giorni",
    "pt": "quantos quantas quanto quanta qual quais são você não uma da do dos em está | o os as de entre até é para por dias",
    "nl": "hoeveel wat hoe zijn het een van welke wanneer | de en tot tussen is in naar dagen",
    "pl": "ile jest jaki jaka jakie czy dni przez | w do od na",
    "sv": "hur många mycket vad och är det vilken | en ett på av till i dagar",
    "tr": "kaç ne nedir kadar var mı bu | ve bir için gün",
}
FOREIGN = {
    "it": "Leggo inglese, tedesco, francese e spagnolo.",
    "pt": "Leio inglês, alemão, francês e espanhol.",
    "nl": "Ik lees Engels, Duits, Frans en Spaans.",
    "pl": "Czytam po angielsku, niemiecku, francusku i hiszpańsku.",
    "sv": "Jag läser engelska, tyska, franska och spanska.",
    "tr": "İngilizce, Almanca, Fransızca ve İspanyolca okurum.",
    "ru": "Я читаю по-английски, по-немецки, по-французски и по-испански.",
    "zh": "我能阅读英语、德语、法语和西班牙语。",
    "ja": "英語、ドイツ語、フランス語、スペイン語が読めます。",
    "ko": "영어, 독일어, 프랑스어, 스페인어를 읽습니다.",
    "ar": "أقرأ الإنجليزية والألمانية والفرنسية والإسبانية.",
    "el": "Διαβάζω αγγλικά, γερμανικά, γαλλικά και ισπανικά.",
}
SCRIPTS = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af"),
    ("zh", "\u4e00-\u9fff"),
    ("ru", "\u0400-\u04ff"),
    ("ar", "\u0600-\u06ff"),
    ("el", "\u0370-\u03ff"),
)
MOST_SAMPLED = 600  # characters of a message that tell its language
Replacement = str | Callable[[re.Match[str]], str]


class CannotError(Exception):
    """What is asked cannot be done; the text says why."""


class AnswerFault(Exception):
    """Why there is no answer; ``kind`` names the reason."""

    def __init__(self, kind: str) -> None:
        """Take the reason."""
        super().__init__(kind)
        self.kind = kind


class Vocabulary(NamedTuple):
    """The words of one language: (strong, weak)."""

    strong: frozenset[str]
    weak: frozenset[str]


def clean(text: object, mark: str = "\ufffd") -> str:
    """Return a text without what no database stores: halves of surrogate pairs, and NUL, which ``mark`` replaces."""
    return str(text).encode(errors="replace").decode().replace("\0", mark)


def earlier_texts(payload: Mapping[str, Any]) -> list[str]:
    """Return the user's earlier messages in order."""
    return [clean(turn.get("text", "")) for turn in payload.get("history", []) if turn.get("role") == "user"]


def blanked(text: str, start: int, end: int) -> str:
    """Return a text with spaces from one place to another."""
    return text[:start] + " " * (end - start) + text[end:]


def cell(text: str) -> str:
    """Return a text that cannot break out of a table's cell."""
    return text.replace("|", "\\|").replace("\n", " ")


def code_block(text: str, name: str) -> str:
    """Return a text as a code block that it cannot close itself."""
    ticks = "`" * max(3, max((len(run) + 1 for run in re.findall(r"`+", text)), default=3))
    return f"{ticks}{name}\n{text}\n{ticks}"


def plural(count: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {noun}{'' if count in (1, -1) else 's'}"


def named_texts(names: Iterable[str], listed: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the texts of each language by name; ``listed`` has them in the order of the names, with ``;`` between them."""
    keys = tuple(names)
    return {
        language: dict(zip(keys, (" ".join(text.split()) for text in texts.split(";")), strict=True))
        for language, texts in listed.items()
    }


def fold(text: str) -> str:
    """Return a text in which a letter with an accent is the bare letter; its length stays the same."""
    return text if text.isascii() else "".join(bare(letter) for letter in text)


def bare(letter: str) -> str:
    """Return a letter without its accent, and straight forms of quotes and spaces."""
    if letter.isascii():
        return letter
    if letter in "’‘ʼ":
        return "'"
    if letter in "\u00a0\u202f\u2009":
        return " "
    if letter == "−":
        return "-"
    first = unicodedata.normalize("NFD", letter)[:1]
    return first if first.isascii() and first.isalpha() else letter


def vocabularies() -> dict[str, Vocabulary]:
    """Return the words of each language, folded; a word that several languages have is weak in each of them."""
    parts = {
        name: [frozenset(part.split()) for part in fold(words).split("|")] for name, words in LANGUAGE_WORDS.items()
    }
    made = {}
    for name, (strong, weak) in parts.items():
        shared = {word for other, lists in parts.items() if other != name for listed in lists for word in listed}
        made[name] = Vocabulary(strong - shared, weak | (strong & shared))
    return made


VOCABULARY = vocabularies()


ENGLISH_WORDS = re.compile(  # no form of the German "sein"; the month, no French seven; no English long
    r"(?<=\ble )plus long\b|\b(?:the|an?|my|our|paper|waste|recycling|rubbish|food|green|blue|black|brown|grey|garden|trash|wheelie|compost) bin\b|\bbin (?:is|was|day|days|men|bags?|collection|lorry|goes|gets)\b|\bsept\b(?=\.? \d{4})|\bmon\b(?= ?[-/&,–] ?(?:tue|wed|thu|fri|sat|sun)| (?:to|and|till|until|thru) (?:tue|wed|thu|fri|sat|sun))"
)


def language_of(text: str, usual: str = "en") -> str:
    """Return the code of a message's language; ``usual`` when nothing tells it."""
    sample = text[:MOST_SAMPLED]
    letters = sum(letter.isalpha() for letter in sample) or 1
    for name, script in SCRIPTS:
        if len(re.findall(f"[{script}]", sample)) > 0.4 * letters:
            return name
    spelled = re.sub(r"\S*[@.]\w\S*", " ", fold(sample))
    if re.search("[a-z]", spelled):  # capitals in other text are abbreviations: EST is no French word
        spelled = re.sub(r"\b(?:[A-Z]{2,}|[KMGT]iB)\b", " ", spelled)
    words = re.findall(r"[a-z]+", ENGLISH_WORDS.sub(" ", spelled.lower()))
    scores = {name: sum(weight(word, known) for word in words) for name, known in VOCABULARY.items()}
    scores["es"] += 20 if re.search("[¿¡]", sample) else 0  # no other language opens a question with a sign
    best = max(scores, key=lambda name: (scores[name], name == usual, name == "en", name in ("de", "fr", "es")))
    foreign = best not in ("en", "de", "fr", "es")
    return best if scores[best] >= (4 if foreign else 1) else usual


def weight(word: str, known: Vocabulary) -> int:
    """Return how much a word tells for a language."""
    return 4 if word in known.strong else int(word in known.weak)


def spoken_language(text: str, payload: Mapping[str, Any]) -> str:
    """Return which of the four languages an answer is to be in; a follow-up without words keeps that of the last turn."""
    earlier = earlier_texts(payload)
    usual = language_of(earlier[-1]) if earlier else "en"
    found = language_of(text, usual)
    return found if found in ("en", "de", "fr", "es") else "en"


def nothing(sentence: str, text: str, used: Iterable[list[int]] = (), confidence: float = 0.9) -> dict[str, Any]:
    """Return the answer that has no result; a message in a language that is not read is told so in that language."""
    foreign = FOREIGN.get(language_of(text), "")
    return {
        "answer": f"{foreign} {sentence}".strip(),
        "output": None,
        "confidence": confidence,
        "status": "NULL",
        "used": merged(used, len(text)),
    }


def merged(spans: Iterable[list[int]], length: int) -> list[list[int]]:
    """Return spans in order within a text of a length, those that touch joined; at most 200."""
    made: list[list[int]] = []
    for start, end in sorted((max(0, one[0]), min(length, one[1])) for one in spans):
        if start >= end:
            continue
        if made and start <= made[-1][1]:
            made[-1][1] = max(made[-1][1], end)
        else:
            made.append([start, end])
    return made[:200]


def fill_in(template: str, **words: object) -> str:
    """Return a template with its words in the places that are named in braces. Raises KeyError for a name that is missing."""
    return re.sub(r"\{(\w+)\}", lambda match: str(words[match[1]]), template)


def found_spans(pattern: str, text: str) -> list[list[int]]:
    """Return the spans of all matches of a pattern, whatever the case."""
    return [list(match.span()) for match in re.finditer(pattern, text, re.IGNORECASE)]


CONTEXT_OWNER = r"(?:my|our|his|her|their|the|an?|some|mein\w*|unser\w*|ein\w*|den|die|das|dem|mon|ma|mes|notre|nos|une?|le|la|les|mi|mis|nuestr\w*|una?|el|los|las)"
# What tells why somebody asks, or of whom, and does not change the question; a clause with a word of CONTEXT_CHANGES is none.
CONTEXT_CLAUSES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:\b(?:(?:i|we) )?(?:just )?(?:need|want|asking|ask|brauche?n?|besoin|necesito)(?: (?:it|this|that|them|das|es|lo))? )?\b(?:for|fur|pour|para) {CONTEXT_OWNER}(?: [a-z][a-z'-]*){{1,4}}(?= ?(?:[,.;:!?)\n]|\Z))",
        r"\b(?:because|cause|since (?=i\b|we\b|my\b)|so (?:that )?(?:i|we) can|weil|denn|damit (?:ich|wir)|parce que|car (?:je|il|elle|nous|c'est)|porque|ya que|para que)\b[^.?!;\n]*",
        r"\b(?:my|our|his|her|mein\w*|unser\w*|mon|ma|mes|notre|mi|nuestr[oa])(?: [a-z]+){1,2}(?: (?:in|from|aus|de|du|of) [a-z]+)? (?:(?:keeps?|kept) (?:saying|telling \w+)|says?|said|told (?:me|us)|claims?|thinks?|is|was|weighs?|measures?|reads?|shows?|drinks?|eats?|uses?|needs?|takes?|burns?|earns?|trinkt|frisst|isst|braucht|verbraucht|boit|mange|consomme|utilise|bebe|come|consume|gasta|necesita|meint|sagt(?: er| sie)?|wiegt|misst|ist|zeigt|dit|pese|mesure|fait|est|dice|pesa|mide|marca|es)\b",
        r"\A\W*(?:hey|hi|hello|yo|moin|hallo|servus|guten (?:tag|morgen|abend)|bonjour|bonsoir|salut|hola|buenas|buenos dias|good (?:morning|evening))\b(?: (?:there|all|zusammen|guys|everyone))?",
        r"\b(?:thanks?(?: (?:you|in advance|a lot))?|thx|cheers|danke(?: schon| im voraus)?|merci(?: d'avance| beaucoup)?|gracias)\b",
        r"\A\W*(?:(?:i|we) (?:need|want|would like)(?: to know)?|(?:can|could) you (?:please )?(?:tell|give) me|(?:tell|give) me|ich (?:brauche|mochte|will)(?: wissen)?|j'ai besoin de|je (?:veux|voudrais)(?: savoir)?|necesito|quiero(?: saber)?)\b",
        r"(?:(?<=[.!?] )|(?<=\n)|\A)(?:i|we|my|our|he|she|they|ich|wir|mein\w*|je|nous|mon|ma|yo|mi)\b[^.?!\n]*(?=[.!\n]|\Z)",
    )
)
CONTEXT_CHANGES = re.compile(
    r"\d|\b(?:not|[a-z]+n't|dont|doesnt|without|except\w*|exclud\w*|includ\w*|ignor\w*|only|each|every|both|half|double|twice|instead|rather|than|but|more|less|fewer|[a-z]{3,}est|most|least|first|last|next|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|days?|weeks?|months?|years?|hours?|minutes?|nights?|weekends?|holidays?|people|persons?|round\w*|nearest|exact\w*|want|mean|prefer|wondering|wonder|"
    r"nicht|kein\w*|ohne|ausser|nur|jede\w*|doppelt\w*|halb\w*|statt|als|mehr|weniger|zwei|drei|vier|funf|tage?n?|wochen?|monate?n?|jahre?n?|stunden?|personen|leute|will|mochte|"
    r"pas|sans|sauf|seulement|chaque|double|moitie|plus|moins|deux|trois|quatre|cinq|jours?|semaines?|mois|ans?|heures?|personnes|veux|voudrais|"
    r"sin|salvo|excepto|solo|cada|doble|mitad|menos|dos|tres|cuatro|cinco|dias?|semanas?|meses|anos?|horas?|personas|quiero|how|what|which|when|wie|was|welche\w*|wann|combien|quel\w*|quand|cuant\w*|que|cual\w*|cuando)\b",
    re.IGNORECASE,
)


OWN_QUESTION = re.compile(  # "is that far for a beginner?": what it is for belongs to this question
    r"(?:\A|[.?!;\n,]|\band) ?(?:is|are|was|do|does|would|will|can|could|should|ist|sind|est-ce|es|son) (?:that|it|this|they|you|i|das|es|du|ich|que|eso|esto)\b[^.?!;\n]*\Z",
    re.IGNORECASE,
)


def context_spans(text: str) -> list[list[int]]:
    """Return the places of clauses that only tell why or of whom somebody asks: "for my mum", "because it is due"."""
    flat = re.sub(r"[\r\t\v\f\0]", " ", fold(text))
    spans = []
    for place, pattern in enumerate(CONTEXT_CLAUSES):
        for match in pattern.finditer(flat):
            is_of_own_question = place == 0 and OWN_QUESTION.search(flat, 0, match.start()) is not None
            if place in (4, 5) or not (CONTEXT_CHANGES.search(match.group()) or is_of_own_question):
                spans.append(list(match.span()))
    return spans


class Mapped:
    """A rewritten text, with the place of each of its characters in the original."""

    def __init__(self, text: str, places: list[tuple[int, int]] | None = None) -> None:
        """Take a text; without places it is the original."""
        self.text = text
        self.places = [(at, at + 1) for at in range(len(text))] if places is None else places

    def sub(self, pattern: "str | re.Pattern[str]", replacement: Replacement, flags: int = re.IGNORECASE) -> "Mapped":
        """Return the text with all matches replaced; groups of a template as in ``re.sub``."""
        compiled = re.compile(pattern, flags) if isinstance(pattern, str) else pattern
        parts: list[str] = []
        places: list[tuple[int, int]] = []
        end = 0
        for match in compiled.finditer(self.text):
            made = match.expand(replacement) if isinstance(replacement, str) else replacement(match)
            parts += [self.text[end : match.start()], made]
            places += self.places[end : match.start()]
            places += self.kept(match, made)
            end = match.end()
        return Mapped("".join([*parts, self.text[end:]]), places + self.places[end:])

    def kept(self, match: "re.Match[str]", made: str) -> list[tuple[int, int]]:
        """Return the places of a replacement: those of the match where it is as long, else all of the match for each."""
        if len(made) == match.end() - match.start():
            return self.places[match.start() : match.end()]
        return [tuple(self.span(match.start(), match.end()))] * len(made)  # type: ignore[list-item]  # a pair

    def span(self, start: int, end: int) -> list[int]:
        """Return the place of a part in the original; an empty part is at the end of the text before it."""
        if start >= end:
            at = self.places[start - 1][1] if start else 0
            return [at, at]
        inside = self.places[start:end]
        return [min(place[0] for place in inside), max(place[1] for place in inside)]

    def spans(self, pattern: str) -> list[list[int]]:
        """Return the places of all matches of a pattern in the original."""
        return [self.span(*match.span()) for match in re.finditer(pattern, self.text, re.IGNORECASE)]

    def translated(self, table: Mapping[str, str]) -> "Mapped":
        """Return the text with whole words and phrases replaced; a phrase is folded and may be a pattern of words."""
        if not table:
            return self
        phrases = sorted(table, key=len, reverse=True)
        pattern = "|".join(f"(?P<p{at}>{phrase})" for at, phrase in enumerate(phrases))
        return self.sub(
            rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])",
            lambda match: match.expand(table[phrases[int((match.lastgroup or "p0")[1:])]]),
        )


def flattened(text: str) -> Mapped:
    """Return a message folded and on one line; its length stays the same."""
    return Mapped(re.sub(r"[\s\0]", " ", fold(text)))


def pairs(listed: str) -> dict[str, str]:
    """Return a table that is written as ``phrase = replacement; …``."""
    rows = (row.split(" = ") for row in listed.replace("\n", " ").split(";") if row.strip())
    return {phrase.strip(): replacement.strip() for phrase, replacement in rows}


GROUPS = r"[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?(?!\d|[.,]\d)|"  # 2,50,000 as in India
GROUPS += r"\d{1,3}(?:[ '\u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d|[.,]\d)"
GROUPS += r"|\d{1,3}(?:\.\d{3})+(?:,\d+)?(?!\d|[.,]\d)|\d+(?:[.,]\d+)?|(?<![\d.])[.,]\d+"


LARGE_NUMBERS = dict.fromkeys(["k", "thousand", "tausend", "mille", "mil"], 1_000)
LARGE_NUMBERS |= dict.fromkeys(["million", "millions", "millionen", "millones", "mio"], 1_000_000)
BEHIND_FIGURE = rf"(?: ?(?:{'|'.join(LARGE_NUMBERS)})\b)"
SCALED = re.compile(rf"(.*\d) ?({'|'.join(LARGE_NUMBERS)})", re.IGNORECASE)


def decimal_of(text: str, language: str) -> Decimal:
    """Return a number with thousands and decimals as the language writes them.

    A lone comma before three digits parts thousands in English only, a lone point before three digits in German and Spanish only.
    A word behind it scales it: "60k", "1.5 million".
    """
    scaled = SCALED.fullmatch(text)
    if scaled is not None:
        return decimal_of(scaled[1], language) * LARGE_NUMBERS[scaled[2].lower()]
    digits = re.sub(r"[ '’\u00a0\u202f]", "", text)
    if "," in digits and "." in digits:
        cut = max(digits.rfind(","), digits.rfind("."))
        return Decimal(re.sub(r"[.,]", "", digits[:cut]) + "." + digits[cut + 1 :])
    for sign, languages in ((",", ("en",)), (".", ("de", "es"))):
        grouped = re.fullmatch(rf"[1-9]\d{{0,2}}\{sign}\d{{3}}", digits) is not None
        if digits.count(sign) > 1 or (grouped and language in languages):
            return Decimal(digits.replace(sign, ""))
    return Decimal(digits.replace(",", "."))


def localized(number: str, language: str) -> str:
    """Return a number that is written as in English the way another language writes it."""
    if language == "en":
        return number
    group = "\u202f" if language == "fr" else "."
    return number.replace(",", "\0").replace(".", ",").replace("\0", group)


def small_numbers() -> dict[str, dict[str, int]]:
    """Return the words of the numbers 0 to 99 in the four languages, folded."""
    ones = {
        "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen",
        "de": "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn "
        "achtzehn neunzehn",
        "fr": "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
        "dix-neuf",
        "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete "
        "dieciocho diecinueve",
    }
    tens = {
        "en": "twenty thirty forty fifty sixty seventy eighty ninety",
        "de": "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
        "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
        "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    }
    joined = {"en": "{ten}-{one}", "de": "{one}und{ten}", "fr": "{ten}-{one}", "es": "{ten} y {one}"}
    made: dict[str, dict[str, int]] = {}
    for language, listed in ones.items():
        words = listed.split()
        numbers = {word: value for value, word in enumerate(words)}
        for place, ten in enumerate(tens[language].split(), 2):
            numbers[ten] = place * 10
            for value, word in enumerate(words[1:10], 1):
                one = "ein" if (language, value) == ("de", 1) else word
                numbers[joined[language].replace("{ten}", ten.rstrip("s")).replace("{one}", one)] = place * 10 + value
        made[language] = numbers
    made["en"] |= {word.replace("-", " "): value for word, value in made["en"].items() if "-" in word}
    made["de"] |= {"dreißig": 30, "ein hundert": 100, "hundert": 100, "tausend": 1000, "dutzend": 12}
    made["fr"] |= {"vingt et un": 21, "trente et un": 31, "quarante et un": 41, "cent": 100, "mille": 1000}
    made["es"] |= {"veintiuno": 21, "veintidos": 22, "veintitres": 23, "veinticuatro": 24, "veinticinco": 25}
    made["es"] |= {"veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29, "cien": 100, "mil": 1000}
    made["en"] |= {"a hundred": 100, "one hundred": 100, "a thousand": 1000, "one thousand": 1000, "a dozen": 12}
    return made


SMALL_NUMBERS = small_numbers()
SMALL_PATTERNS = {
    language: "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    for language, words in SMALL_NUMBERS.items()
}


def with_digits(mapped: Mapped, language: str) -> Mapped:
    """Return a folded text in which number words are digits; a lone ``one`` of French and Spanish is an article and stays."""
    words = SMALL_NUMBERS[language]
    made = mapped.sub(
        rf"(?<![\w-])(?<!cada )(?<!which )(?<!this )(?<!that )(?<!every )(?<!another )(?<!welches )(?:{SMALL_PATTERNS[language]})(?![\w-])",
        lambda match: match.group() if match.group().lower() == "un" else str(words[match.group().lower()]),
    )
    if language == "en":
        made = made.sub(r"\b(\d+) hundred(?: and)? (\d{1,2})\b", lambda match: str(int(match[1]) * 100 + int(match[2])))
        made = made.sub(r"\b(\d{1,4}) hundred\b", lambda match: str(int(match[1]) * 100))
    return made


OTHERS_UNREAD = {
    "en": "Other files were not read: {names}.",
    "de": "Andere Dateien wurden nicht gelesen: {names}.",
    "fr": "D'autres fichiers n'ont pas été lus : {names}.",
    "es": "No se leyeron otros archivos: {names}.",
}


def others_unread(names: list[str], language: str) -> str:
    """Return the sentence about files of a message that the answer is not about; "" without any."""
    return f"\n\n{fill_in(OTHERS_UNREAD[language], names=', '.join(names))}" if names else ""


def file_text(read: Callable[..., object], path: str, most: int) -> str:
    """Return a file's text in the parts that the host gives, at most so many characters. Raises RuntimeError as the host does."""
    parts: list[str] = []
    offset = 0
    while offset < most and (part := str(read(path, offset))):
        parts.append(part)
        offset += len(part)
    return "".join(parts).lstrip("\ufeff")[:most]
