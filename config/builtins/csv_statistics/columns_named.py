"""Words of four languages for the usual columns of tables, and for months and days as a table writes them.

"Preis" means a column "price", and "March" the rows of a table with "Mar".
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from config.builtins.csv_statistics.columns import Column, FoundText, compile_caseless, words_in
from config.builtins.wording import Mapped, fold

# Each line holds words for one thing; the first letters of a word in small letters and without accents.
COLUMN_WORDS = tuple(
    frozenset(line.split())
    for line in """product products produkt produkte produkts produit produits producto productos item items article articles artikel articulo articulos
price prices preis preise prix precio precios
quantity quantities qty menge mengen anzahl stuckzahl quantite quantites cantidad cantidades units pieces
city cities town stadt stadte ort ville villes ciudad ciudades
country countries land lander pays pais paises
name names namen nom noms nombre nombres
date dates datum day days tag tage jour jours fecha fechas dia dias
month months monat monate mois mes meses
year years jahr jahre annee annees an ans ano anos
amount amounts betrag betrage montant montants importe importes sum summe
sales umsatz umsatze revenue turnover erlos ventes ventas ingresos verkaufe
customer customers client clients kunde kunden kundin cliente clientes
age ages alter edad edades
salary salaries gehalt gehalter lohn wage wages salaire salaires sueldo sueldos salario salarios pay
department departments dept abteilung abteilungen departement departements service departamento departamentos
category categories kategorie kategorien categorie categoria categorias type typ
cost costs kosten cout couts coste costes costo costos
profit gewinn benefice beneficio beneficios ganancia
points punkte punkten puntos score scores
grade grades mark marks note noten notes nota notas
team teams mannschaft mannschaften verein equipe equipes equipo equipos
student students pupil pupils schuler schulerin eleve eleves etudiant alumno alumnos estudiante
employee employees mitarbeiter mitarbeiterin angestellte employe employes empleado empleados staff worker
order orders bestellung bestellungen auftrag commande commandes pedido pedidos
stock lager bestand lagerbestand inventory existencias
weight gewicht poids peso
height hohe grosse taille altura estatura
temperature temperatures temp temperatur temperaturen temperatura temperaturas
hours hour stunden stunde heures horas hrs overtime uberstunden
rain rainfall regen niederschlag pluie lluvia
population people inhabitants einwohner bevolkerung habitants poblacion habitantes
won wins win victories siege gewonnen victoires victorias gagnes ganados
lost losses loss defeats niederlagen verloren defaites derrotas perdidos
played games matches spiele partien partidos
email emails e-mail e-mails mail mails adresse correo correos courriel
phone phones telefon telephone telefono
region regions gebiet regiones
expenses expense spending ausgaben depenses gastos
distance entfernung strecke distancia km
time zeit dauer duration temps tiempo duracion""".splitlines()
)
WORD_OF_COLUMN = compile_caseless(r"(?<!\w)[a-z][a-z-]{1,}(?!\w)")


def same_column(word: str, name: str) -> bool:
    """Say whether a word of a question and the name of a column, both folded, are words for the same thing."""
    parts = set(re.findall(r"[a-z]+", name.lower()))
    return any(word.lower() in group and parts & group for group in COLUMN_WORDS)


def kind_of(word: str) -> int:
    """Return the place of a word's group in the words for columns."""
    return next((place for place, group in enumerate(COLUMN_WORDS) if fold(word).lower() in group), -1)


def kind_of_name(name: str) -> int:
    """Return the place of the group of a column's name."""
    return next((kind for part in re.findall(r"[a-z]+", fold(name).lower()) if (kind := kind_of(part)) >= 0), -1)


class Mention(NamedTuple):
    """A column that a question names, and where in the rewritten question."""

    column: int
    start: int
    end: int


def mentioned(text: str, columns: list[Column]) -> list[Mention]:
    """Return the columns that a text names, with or without a plural, underscores as spaces; in order."""
    found: list[Mention] = []
    names = sorted(
        ((name, place) for place, column in enumerate(columns) for name in names_of(column.name)),
        key=lambda one: -len(one[0]),
    )
    for name, place in names:
        if not name:
            continue
        stem = (
            re.escape(name[:-1] if name.endswith("y") and len(name) > 3 else name)
            .replace("_", "[ _]")
            .replace(r"\ ", "[ _]")
        )
        ending = "(?:y|ies)" if name.endswith("y") and len(name) > 3 else "(?:e?s|n|en)?"
        for match in re.finditer(rf"(?<!\w){stem}{ending}(?!\w)", text, re.IGNORECASE):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Mention(place, *match.span()))
    found += people_mentioned(text, names, found)
    found += shortened_names(text, names, found)
    found += columns_by_place(text, columns, found)
    found += columns_by_word(text, names, found)
    found += columns_by_head_noun(text, names, found)
    return sorted(found, key=lambda one: one.start)


def shortened_names(text: str, names: list[tuple[str, int]], found: list[Mention]) -> list[Mention]:
    """Return the columns named with another ending: "department" for dept."""
    made = list[Mention]()
    for match in re.finditer(r"[^\W\d_]{4,}", text):
        word = fold(match.group()).lower()
        short = {place for name, place in names if len(name) >= 3 and len(word) >= 5 and shortens(name, word)}
        places = short or {place for name, place in names if same_stem(name, word)}
        taken = any(
            one.column in places or (one.start < match.end() and match.start() < one.end) for one in [*found, *made]
        )
        if len(places) == 1 and not taken:
            made.append(Mention(min(places), *match.span()))
    return made


UNIT_OF_NAME = re.compile(
    r"[ _]*[(\[]?(?<![a-z])(?:pcm|pw|per month|per week|rs|inr|aud|cad|km2|km/h|kmh|km|cm|mm|m2|m|kg|g|lbs?|ml|l|eur|euro|usd|gbp|chf|€|\$|£|pct|percent|%|c|f|°c|°f|min|mins|minutes|sec|secs|s|h|hrs|hours|years?|per year|kwh|mwh|kw|m3|sqm|ha|mb|gb|tb|ms|k)[)\]]?\Z"
)


BRACKET_OF_NAME = re.compile(r"\s*(?:\([^()]{1,20}\)|\[[^\[\]]{1,20}\]|/ ?[a-z]{1,6})\s*\Z")  # a unit, in most tables
NUMBER_OF_NAME = re.compile(r"(?<=[a-z])()[ _](?:no\.?|nr\.?|num\.?|#)\Z")
HEAD_NOUN = re.compile(r"(?:\A|[ _-])([^\W\d_]{3,})\Z")


def names_of(name: str) -> list[str]:
    """Return the names of a column, folded: as it is written, and without a unit at its end."""
    folded = fold(name).casefold()
    bare = UNIT_OF_NAME.sub("", BRACKET_OF_NAME.sub("", folded))
    number = NUMBER_OF_NAME.sub(r"\1 number", bare)
    return [folded, *(name for name in dict.fromkeys((bare, number)) if name != folded and len(name) > 2)]


def columns_by_head_noun(text: str, names: list[tuple[str, int]], found: list[Mention]) -> list[Mention]:
    """Return the columns named by their last word: "amt" for "Invoice Amount"."""
    heads = [(match[1], place) for name, place in names if (match := HEAD_NOUN.search(name))]
    made = list[Mention]()
    for match in re.finditer(r"(?<![\w-])[^\W\d_]{3,}(?![\w-])", text):
        word = fold(match.group()).lower()
        singular = word.removesuffix("s")
        places = {
            place for head, place in heads if head in (word, singular) or shortens(head, word) or shortens(word, head)
        }
        taken = word in NO_COLUMN or any(
            one.column in places or (one.start < match.end() and match.start() < one.end) for one in [*found, *made]
        )
        if len(places) == 1 and not taken:
            made.append(Mention(min(places), *match.span()))
    return made


NO_COLUMN = words_in("per for and the are not how")  # "per" is no short form of "persons"
ENDINGS = frozenset(("", "e", "ed", "es", "s", "er", "ers", "ing", "ings", "t", "te", "ten", "en"))


def same_stem(name: str, word: str) -> bool:
    """Say whether a word and a column's name differ in their ending only: "rated" and "rating"."""
    start = next(
        (at for at, (one, other) in enumerate(zip(name, word, strict=False)) if one != other), min(len(name), len(word))
    )
    return start >= 3 and name.isalpha() and name[start:] in ENDINGS and word[start:] in ENDINGS


PLACED_WORDS = "letzte last derniere ultima,first 1st erste premiere primera,second 2nd zweite deuxieme segunda,third 3rd dritte troisieme tercera,fourth 4th vierte quatrieme cuarta,fifth 5th funfte cinquieme quinta"
PLACES_OF_COLUMNS = {word: at for at, said in enumerate(PLACED_WORDS.split(","), -1) for word in said.split()}
COLUMN_PLACE = re.compile(
    rf"\b(?P<nth>{'|'.join(PLACES_OF_COLUMNS)})[rnms]? (?:column|col|spalte|colonne|columna)\b|\b(?:column|col|spalte|colonne|columna) (?:no\.? ?|nr\.? ?|number )?(?:(?P<number>\d{{1,2}})|(?P<letter>[A-H]))\b"
)


def columns_by_place(text: str, columns: list[Column], found: list[Mention]) -> list[Mention]:
    """Return the columns that a question names by their place: "the second column", "column 3"."""
    made = list[Mention]()
    for match in COLUMN_PLACE.finditer(text):
        if match["nth"]:
            place = PLACES_OF_COLUMNS[match["nth"]]
        else:
            place = int(match["number"]) - 1 if match["number"] else ord(match["letter"]) - ord("A")
        place += len(columns) if place < 0 else 0
        if 0 <= place < len(columns) and not any(one.column == place for one in found):
            made.append(Mention(place, *match.span()))
    return made


def columns_by_word(text: str, names: list[tuple[str, int]], found: list[Mention]) -> list[Mention]:
    """Return the columns that are not named as they are written, but by another word or in another language."""
    made = list[Mention]()
    for match in WORD_OF_COLUMN.finditer(text):
        taken = any(one.start < match.end() and match.start() < one.end for one in [*found, *made])
        meant = list({place for name, place in names if same_column(match.group(), name)}) if not taken else []
        if len(meant) == 1 and not any(one.column == meant[0] for one in [*found, *made]):
            made.append(Mention(meant[0], *match.span()))
    return made


PEOPLE = compile_caseless(
    r"\b(?:customer|client|person|people|leute|gens|gente|employee|student|pupil|player|member|personne|persona|colleague|kollege|collegue|kunde|kundin|mitarbeiter|schuler|spieler|person|client|eleve|employe|joueur|cliente|empleado|alumno|jugador)(?:in|e?s|n|en)?\b"
)
NAME_COLUMNS = frozenset({"name", "names", "nom", "nombre", "full name", "fullname", "vorname"})


def people_mentioned(text: str, names: list[tuple[str, int]], found: list[Mention]) -> list[Mention]:
    """Return the column of names for "which customer", in a table that has none called so."""
    columns = [place for name, place in names if name in NAME_COLUMNS]
    match = PEOPLE.search(text)
    taken = match is None or any(one.start < match.end() and match.start() < one.end for one in found)
    if taken or len(columns) != 1 or any(one.column == columns[0] for one in found):
        return []
    return [Mention(columns[0], *match.span())] if match else []


def shortens(name: str, word: str) -> bool:
    """Say whether a column's name is a short form of a word: "dept" of "department", "qty" of "quantity"."""
    letters = iter(word)
    return (
        name.isalpha()
        and len(name) < len(word)
        and name[:1] == word[:1]
        and name[1] in word[1:3]
        and all(letter in letters for letter in name)
    )


LONG_NAMES = (
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday",
    "januar februar marz april mai juni juli august september oktober november dezember "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre "
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
    "lunes martes miercoles jueves viernes sabado domingo",
)
MONTHS = 12  # lower numbers of names are months
SHORTEST_NAME = 3  # letters; "Mo" and "Di" are words of too many languages


def numbers_of_names() -> dict[str, frozenset[int]]:
    """Return which months (0 to 11) and days (12 to 18) a name, full or cut to three or four letters, may mean."""
    found: dict[str, set[int]] = {}
    for listed in LONG_NAMES:
        for place, name in enumerate(listed.split()):
            for length in (SHORTEST_NAME, 4, len(name)):
                found.setdefault(name[:length], set()).add(place)
    return {name: frozenset(places) for name, places in found.items()}


NUMBERS_OF_NAMES = numbers_of_names()
LONGEST_TIME = max(map(len, NUMBERS_OF_NAMES))
ENGLISH_MONTHS = [name[:SHORTEST_NAME] for name in LONG_NAMES[0].split()[:12]]
# In a question full names and the short English months only: "die", "mit" and "sam" are other words.
TIME_NAME = compile_caseless(rf"\b(?:{'|'.join([*' '.join(LONG_NAMES).split(), *ENGLISH_MONTHS])})\b\.?")


def with_table_names(made: Mapped, values: Iterable[str]) -> Mapped:
    """Return a question in which a month or day that the table has under another name stands as in the table."""
    short = (value for value in values if len(value) <= LONGEST_TIME)  # of up to 200,000
    known = {fold(value).casefold(): value for value in short if fold(value).casefold() in NUMBERS_OF_NAMES}
    kinds = {number < 12 for name in known for number in NUMBERS_OF_NAMES[name] if len(NUMBERS_OF_NAMES[name]) == 1}

    def as_known(match: FoundText) -> str:
        name = match.group().rstrip(".").lower()
        same = [
            value
            for folded, value in known.items()
            if {number for number in NUMBERS_OF_NAMES[folded] & NUMBERS_OF_NAMES[name] if (number < 12) in kinds}
        ]
        return same[0] if name not in known and len(same) == 1 else match.group()

    return made.sub(TIME_NAME, as_known) if known else made
