"""Questions on a measure of a table in everyday words, as those that name its column: "how heavy is the rug", "who paid most"."""

import re
from collections.abc import Callable

from config.builtins.csv_statistics.columns import Column, FoundText, compile_caseless, measured_places
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import Mapped, fold

MOST_VALUES = 200  # of a column whose values a question may name
LONGEST_VALUE = 60  # characters
MEASURE_COLUMNS = {
    "weight": r"weight|gewicht|poids|peso|mass|masse|masa|kgs?|g|grams?|gramm|lbs?",
    "length": r"length|lange|longueur|longitud|largo",
    "height": r"height|hohe|grosse|groesse|hauteur|taille|altura|alto",
    "price": r"price|cost|costs|preis|kosten|prix|cout|precio|coste|costo|eur|euros?|usd|gbp|chf",
    "age": r"age|alter|edad",
}
COUNT_COLUMN = re.compile(
    r"(?<![a-z])(?:qty|quantity|count|number|amount|menge|anzahl|stuck|quantite|cantidad|pieces|units)(?![a-z])"
)
ARTICLE_OF_ROW = r"(?:(?:the|my|our|der|die|das|dem|den|le|la|les|el|los|las) |l['’])?"
ASKED_OF_ROW = {  # by language: the measure and what asks for that of one row; V stands for the row
    "en": {
        "weight": "how heavy is V; (?:how much|what) (?:does|do|did) V weigh; how much V weighs?; what V weighs?; V,? how heavy",
        "length": "how long is V; how long V is; V,? how long; what length (?:has|does) V(?: have)?",
        "height": "how (?:tall|high) is V; how (?:tall|high) V is; V,? how (?:tall|high); what height (?:has|does) V(?: have)?",
        "price": "how (?:expensive|dear|pricey) is V; (?:how much|what) (?:does|do|did) V cost; how much V costs?; what V costs?; V,? how much; how much is V",
        "age": "how old is V; how old V is; V,? how old; what age (?:is|has) V",
    },
    "de": {
        "weight": "wie schwer ist V; (?:wie ?viel|was) (?:wiegt|wiegen) V; V,? wie schwer",
        "length": "wie lang ist V",
        "height": "wie (?:hoch|groß|gross) ist V",
        "price": "wie teuer ist V; (?:wie ?viel|was) (?:kostet|kosten|kostete) V",
        "age": "wie alt ist V; welches alter hat V",
    },
    "fr": {
        "weight": "combien pèsent? V; combien pèse V; quel est le poids d[eu]s? ?V",
        "length": "quelle (?:est la )?longueur (?:a|fait|d[eu]) ?V",
        "height": "combien mesure(?:nt)? V; quelle (?:est la )?(?:hauteur|taille) (?:a|fait|d[eu]) ?V",
        "price": "combien coûte(?:nt)? V; à combien est V; quel est le prix d[eu]s? ?V",
        "age": "quel âge (?:a|ont) V",
    },
    "es": {
        "weight": "cuánto pesan? V; cuál es el peso del? V",
        "length": "qué longitud tienen? V",
        "height": "cuánto miden? V; qué altura tienen? V",
        "price": "cuánto (?:cuestan?|valen?) V; cuál es el precio del? V; a cuánto está V",
        "age": "cuántos años tienen? V; qué edad tienen? V; cuál es la edad de V",
    },
}
VALUE_SAID = {
    "en": "value of {column} where {label} = {value}",
    "de": "wie hoch ist {column} von {value}",
    "fr": "quel est {column} de {value}",
    "es": "cuál es {column} de {value}",
}
LETTER_SAID = "what is the {column} of {label} {value}"  # a letter by itself may be a word
NO_SECOND_ROW = r"(?! ?(?:,|&|\+|and|or|plus|und|oder|et|ou|y|o)(?!\w))"
ALL_SAID = {
    "en": r"(?:everything|all of (?:it|them|these|this)|it all|(?:the )?whole lot|all (?:the )?LABELs|they(?: all)?|these)(?: (?:together|combined|altogether|in (?:total|all)))*",
    "de": r"(?:das alles|alles|alle|sie(?: alle)?)(?: (?:zusammen|insgesamt))*",
    "fr": r"(?:(?:le )?tout|tous?(?: ensemble)?|l'ensemble)(?: (?:ensemble|au total|en tout))*",
    "es": r"(?:todo(?: esto)?|todos?|el conjunto)(?: (?:junto|juntos|en total))*",
}
SUM_OF_ALL_SAID = {
    "en": "what is the sum of {column}",
    "de": "wie hoch ist die Summe von {column}",
    "fr": "quelle est la somme de {column}",
    "es": "cuál es la suma de {column}",
}
END_ASKED = {  # "what weighs the most?", of the rows of a table
    "en": r"(?:what|which(?: one| LABEL)?|who) (?:weighs?|costs?) (?:the )?(?P<end>most|least|fewest)",
    "de": r"(?:was|welche[rs]?(?: LABEL)?) (?:wiegt|kostet) am (?P<end>meisten|wenigsten)",
    "fr": r"(?:qu'est-ce qui|lequel|laquelle|quel(?:le)? LABEL) (?:pèse|coûte) le (?P<end>plus|moins)",
    "es": r"(?:qué(?: LABEL)?|cuál) (?:pesa|cuesta) (?P<end>más|menos)",
}
END_SAID = {
    "en": "which {label} has the {way} {column}",
    "de": "welcher {label} hat {way} {column}",
    "fr": "quel {label} a {way} {column}",
    "es": "qué {label} tiene {way} {column}",
}
WAYS = {
    "en": ("highest", "lowest"),
    "de": ("den höchsten Wert von", "den niedrigsten Wert von"),
    "fr": ("la plus grande valeur de", "la plus petite valeur de"),
    "es": ("el mayor valor de", "el menor valor de"),
}
LEAST = ("least", "fewest", "wenigsten", "moins", "menos")
PERSON_NAME = re.compile(
    r"(?:paid|bought|sold|done|made|spent|bezahlt|gekauft|paye|pagado)[ _-](?:by|von|par|por)|persons?|people|payer|buyer|who|wer|member|client|customer|kundin|kunde|seller|employee|player|user|friend|guest|colleague|mitglied|kind|kid|child|personne|qui|membre|persona|quien|miembro|cliente|name|nom|nombre"
)
WHO_DID_MOST = {  # "who spent the most in total?"
    "en": r"who (?:has |have |had )?(?:[a-z]{3,10}) (?:the )?(?P<end>most|least)(?: money)?(?: (?:in total|altogether|overall|of all|in all|all in all|all together))*(?=\W*(?:\Z|[?.!\n]))",
    "de": r"wer hat (?:insgesamt )?am (?P<end>meisten|wenigsten) (?:bezahlt|ausgegeben|gezahlt|gekauft|verkauft|eingenommen|gespendet|gegeben)(?=\W*(?:\Z|[?.!\n]))",
    "fr": r"qui a (?:payé|dépensé|acheté|vendu|donné) (?:au total )?le (?P<end>plus|moins)(?: (?:au total|en tout))?(?=\W*(?:\Z|[?.!\n]))",
    "es": r"quién (?:pagó|gastó|compró|vendió|dio|ha (?:pagado|gastado|comprado)) (?:en total )?(?P<end>más|menos)(?: en total)?(?=\W*(?:\Z|[?.!\n]))",
}
PERSON_SAID = {
    "en": ("which {label} has the highest sum of {column}", "which {label} has the lowest sum of {column}"),
    "de": ("welche {label} hat die höchste Summe von {column}", "welche {label} hat die niedrigste Summe von {column}"),
    "fr": ("quelle {label} a la plus grande somme de {column}", "quelle {label} a la plus petite somme de {column}"),
    "es": ("qué {label} tiene la mayor suma de {column}", "qué {label} tiene la menor suma de {column}"),
}
TIMES_DONE = r"\bhow many times (?:did|does|has|have) (?P<value>VALUES) [a-z]{3,10}(?=\W*(?:\Z|[?.!\n]))"
MEASURE_VERBS = {"weight": re.compile("weigh|wiegt|pes|pès"), "price": re.compile("cost|kostet|coût|cuesta")}


IN_TIME = {"is": " (?:is|was|are) ", "ist": " (?:ist|war|sind) "}
Replacing = Callable[[FoundText], str]


def asked_only(table: Table, replacement: Replacing, made: Mapped) -> Replacing:
    """Return a replacement that leaves the cells of a table alone."""

    def of_question(match: FoundText) -> str:
        start, end = made.span(*match.span())
        return replacement(match) if table.question[start:end].strip() else match.group()

    return of_question


def plain_name(column: Column) -> str:
    """Return a column's name folded, its words apart."""
    return re.sub(r"[_\W]+", " ", fold(column.name)).strip().lower()


def column_of(columns: list[Column], measure: str) -> Column | None:
    """Return the one column of numbers that a measure names; None for none or several."""
    pattern = re.compile(rf"(?<![a-z])(?:{MEASURE_COLUMNS[measure]})(?![a-z])")
    found = [columns[at] for at in measured_places(columns) if pattern.search(plain_name(columns[at]))]
    return found[0] if len(found) == 1 else None


def label_of(table: Table) -> Column | None:
    """Return the first column of texts, whose values are all different."""
    for column in table.columns:
        if column.values() is None:
            texts = [text.strip() for text in column.texts or ()]
            return column if 1 < len(texts) == table.rows <= MOST_VALUES else None
    return None


def alternatives(texts: "list[str] | dict[str, int]") -> str:
    """Return a pattern for one of several values; one of a single letter as it is written."""
    listed = sorted((text.strip() for text in texts if 0 < len(text.strip()) <= LONGEST_VALUE), key=len, reverse=True)
    return "|".join(rf"(?-i:{re.escape(text)})" if len(text) == 1 else re.escape(text) for text in listed) or r"(?!)"


def with_measures_named(made: Mapped, table: Table) -> Mapped:
    """Return a message whose question names the column of the measure that it asks of one row, or of all."""
    label = label_of(table)
    if label is None:
        return made
    values = rf"{ARTICLE_OF_ROW}(?:{re.escape(label.name)} )?(?P<value>{alternatives(label.texts or {})})"
    for language, measures in ASKED_OF_ROW.items():
        for measure, asked in measures.items():
            column = column_of(table.columns, measure)
            if column is None:
                continue
            words = {"column": column.name, "label": label.name}
            for form in asked.split("; "):
                made = with_form(made, table, in_either_form(form), values, language, words)
    return made


def with_form(made: Mapped, table: Table, form: str, values: str, language: str, words: dict[str, str]) -> Mapped:
    """Return a message with one form of question replaced, for one row or for all of them."""
    head, _, behind = form.partition("V")
    edges = (r"(?<![\w-])", r"(?![\w-])")

    def of_row(match: FoundText) -> str:
        said = VALUE_SAID[language] if len(match["value"]) > 1 or language != "en" else LETTER_SAID
        return with_words(said, {**words, "value": match["value"]})

    pattern = compile_caseless(f"{edges[0]}{head}{values}{behind}{edges[1]}{NO_SECOND_ROW}")
    made = made.sub(pattern, asked_only(table, of_row, made))
    if COUNT_COLUMN.search(" ".join(map(plain_name, table.columns))):  # a price is not the cost of all of them
        return made
    everything = ALL_SAID[language].replace("LABEL", re.escape(words["label"]))
    pattern = compile_caseless(f"{edges[0]}{head}{everything}{behind}(?: together| altogether| in total)?{edges[1]}")  # fmt: skip
    return made.sub(pattern, asked_only(table, lambda _: with_words(SUM_OF_ALL_SAID[language], words), made))


def in_either_form(asked: str) -> str:
    """Return a pattern of words with or without their accents, in the present or the past, for one or several."""
    asked = re.sub(r"ß", "(?:ß|ss)", asked)
    asked = re.sub(r"(?<=[a-z]) (is|ist) ", lambda match: IN_TIME[match[1]], asked)
    return re.sub(r"[áâàéèêíóöûñ]", lambda match: f"[{match[0]}{fold(match[0])}]", asked)


def with_words(said: str, words: dict[str, str]) -> str:
    """Return a text with its words filled in."""
    for key, word in words.items():
        said = said.replace(f"{{{key}}}", word)
    return said


def with_ends_named(made: Mapped, table: Table) -> Mapped:
    """Return a message that names the column by which it asks for one end: "what weighs the most", "who paid the most"."""
    label = label_of(table)
    for language in END_ASKED:
        if label is None:
            break
        pattern = compile_caseless(rf"\b{in_either_form(END_ASKED[language]).replace('LABEL', re.escape(label.name))}(?!\w)")  # fmt: skip
        match = pattern.search(made.text)
        measure = next(
            (name for name, verb in MEASURE_VERBS.items() if match and verb.search(match.group().lower())), ""
        )
        column = column_of(table.columns, measure) if measure else None
        if match is None or column is None:
            continue
        way = WAYS[language][fold(match["end"]).lower() in LEAST]
        said = with_words(END_SAID[language], {"label": label.name, "column": column.name, "way": way})
        made = made.sub(pattern, asked_only(table, lambda _, said=said: said, made))  # type: ignore[misc]
    return with_persons_summed(made, table)


def persons_of(table: Table) -> Column | None:
    """Return the one column of persons of whom some have several rows, or that stands behind the rows' own names."""
    found = [one for one in table.columns if one.values() is None and PERSON_NAME.fullmatch(fold(one.name).strip().lower())]  # fmt: skip
    if len(found) != 1:
        return None
    texts = found[0].texts or ()
    return found[0] if 1 < len(texts) < table.rows or (found[0] is not table.columns[0] and len(texts) > 1) else None


def with_persons_summed(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks for the person with the highest sum, where each row names who paid."""
    person, places = persons_of(table), measured_places(table.columns)
    if person is None:
        return made
    values = alternatives(person.texts or {})
    pattern = compile_caseless(TIMES_DONE.replace("VALUES", values))
    made = made.sub(
        pattern, asked_only(table, lambda match: f"number of rows where {person.name} = {match['value']}", made)
    )
    if len(places) != 1:
        return made
    words = {"label": person.name, "column": table.columns[places[0]].name}
    for language, asked in WHO_DID_MOST.items():
        pattern = compile_caseless(rf"\b{in_either_form(asked)}")

        def of_person(match: FoundText, language: str = language) -> str:
            return with_words(PERSON_SAID[language][fold(match["end"]).lower() in LEAST], words)

        made = made.sub(pattern, asked_only(table, of_person, made))
    return made
