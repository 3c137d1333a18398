"""Checks, formats and converts JSON and YAML, and shows the place of an error.

Numbers are kept as they were written: nothing goes through floating point. YAML is read with PyYAML (YAML 1.1) where the sandbox has it.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.json_formatter.absent_keys import entries_without_key
from config.builtins.json_formatter.address_checks import is_only_address_check, without_address_checks
from config.builtins.json_formatter.address_forms import with_address_forms
from config.builtins.json_formatter.arrow_paths import with_dotted_paths
from config.builtins.json_formatter.asked_sentences import POINTS_AT_DOCUMENT, is_told_surely, story_of, without_spans
from config.builtins.json_formatter.asked_words import ALONE, DOCUMENT_WORDS, LISTED, is_plain
from config.builtins.json_formatter.branches import branch_value, unescaped_text
from config.builtins.json_formatter.changing import changed, items, type_of
from config.builtins.json_formatter.cleaning import as_string, cleaned, unescaped
from config.builtins.json_formatter.columns import Entries, tables_of
from config.builtins.json_formatter.deep_values import Collected, all_values
from config.builtins.json_formatter.derived import derived
from config.builtins.json_formatter.entry_conditions import WORD
from config.builtins.json_formatter.entry_relations import SORTED_ASKED, relation_answer
from config.builtins.json_formatter.entry_texts import ENTRY_TEXTS
from config.builtins.json_formatter.fault_texts import fault_in
from config.builtins.json_formatter.json_facts import json_fact
from config.builtins.json_formatter.key_places import key_place, paths_of
from config.builtins.json_formatter.key_words import with_words_of_keys
from config.builtins.json_formatter.keyed_lists import asks_of_lists, keyed_answer
from config.builtins.json_formatter.list_totals import list_totals
from config.builtins.json_formatter.looking import COUNTS, KEYS, count_of_level, looked_up
from config.builtins.json_formatter.met_exclusions import FORM_WORK, without_met
from config.builtins.json_formatter.nested_keys import (
    key_mentions,
    names_other_value,
    nested_value,
    wanted_values,
    wants_named_key,
)
from config.builtins.json_formatter.nested_totals import nested_totals
from config.builtins.json_formatter.nth_entries import entry_at, path_named, with_place_told
from config.builtins.json_formatter.open_quotes import fault_of_quote, open_quote_before
from config.builtins.json_formatter.plain_asking import with_plain_asking
from config.builtins.json_formatter.plain_asks import CLOSING, names_path, plain_answer, saved_type
from config.builtins.json_formatter.question_pairs import question_pair, speaks_of_them
from config.builtins.json_formatter.questions import is_follow_up, question_of
from config.builtins.json_formatter.repairing import DECIMAL_COMMA, repaired
from config.builtins.json_formatter.repeated_keys import counted_value
from config.builtins.json_formatter.replies import (
    RowsAnswer,
    entries_answer,
    names_entries,
    unanswered,
    unread_note,
    words_asked,
)
from config.builtins.json_formatter.rows import keys_listed, sorted_rows
from config.builtins.json_formatter.rows_as_json import TO_JSON, pasted_rows
from config.builtins.json_formatter.spoken_values import QUESTION_WORD, named_value
from config.builtins.json_formatter.stay_ends import stay_end
from config.builtins.json_formatter.told_faults import is_complained_of, told_spans
from config.builtins.json_formatter.two_documents import (
    PAIR_TEXTS,
    Placed,
    documents_in,
    is_lines,
    together,
    words_around,
)
from config.builtins.json_formatter.values import DEEPEST, NUMBER, Fault, Literal, compact, pretty, quoted, yaml_text
from config.builtins.json_formatter.wished_form import (
    LAID_OUT,
    form_spans,
    sort_spans,
    sort_words,
    sorts_outer_only,
    without_complaints,
)
from config.builtins.json_formatter.yaml_reading import read_yaml
from config.builtins.wording import (
    CannotError,
    blanked,
    clean,
    code_block,
    earlier_texts,
    file_text,
    fill_in,
    fold,
    found_spans,
    merged,
    nothing,
    others_unread,
    spoken_language,
)

FIX = re.compile(
    r"\b(?:(?:want|need|like|trying|try) to (?:just )?(?:load|read|open|import|parse|use) (?:it|this|that|them|my|the)\b|(?:JSON)?DecodeError|SyntaxError|Expecting(?= (?:value|property|[',:]))|nicht (?:laden|lesen|offnen|parsen)|Unterminated string|Extra data|Invalid (?:control|\\\\escape)|unexpected (?:token|end of|character|string|non-whitespace)|"
    r"fix\w*|repair\w*|mend|correct (?:it|this|that|the|my|them)|clean (?:it|this|that) up|make (?:it|this|that|them)?(?: into| a| an| to)*(?: valid| real| proper| correct| working| strict| clean)|"
    r"(?:to|into|as|in|get|produce|need|want)(?: a)? (?:real|valid|proper|correct|strict|clean|standard) json|(?:real|valid|proper|strict) json (?:please|pls|out of)|make (?:it|this) (?:work|parse)|"
    r"close (?:it|this|that|them|the|all|my|off|brackets?)|(?:complete|finish) (?:it|this|the|my)|(?:cut|broken) off|(?:got )?truncated|(?:something|anything|brackets?|braces?)(?: is| are|'s)? missing(?: at the end)?|missing (?:\w+ ){1,2}at the end|(?:fehlt|manque|falta)\b[^.\n]{0,20}\b(?:ende|fin|final)|python (?:dict\w*|repr|print\w*|literal)|json5 (?:to|into) json|"
    r"(?:remove|strip|delete|drop|without|get rid of|take out)(?: \w+){0,2} (?:comments?|trailing commas?|single quotes|extra commas?)|"
    r"reparier\w*|korrigier\w*|behebe\w*|schlie(?:ss|ß)e?\w*|vervollstandig\w*|(?:mach\w*|wandle|bring\w*)\b[^.\n]*\b(?:gultig\w*|korrekt\w*|richtig\w*|echt\w*)|(?:kommentare?|kommas?)\b[^.\n]*\b(?:raus|weg|entfern\w*|losch\w*)|(?:entfern\w*|losch\w*|ohne)(?: \w+)? kommentare?|"
    r"repar[ae]\w*|corrige\w*|corrig\w*|rends?\b[^.\n]*\bvalides?|ferme[rz]?\b|(?:supprime\w*|enleve\w*|sans)(?: \w+)? commentaires?|"
    r"arregl\w*|(?:haz\w*|convierte\w*)\b[^.\n]*\bvalid[oa]|cierra\w*|cerrar|(?:quita\w*|elimina\w*|sin)(?: \w+)? comentarios?)\b",
    re.IGNORECASE,
)
WORDS_OF = {
    "forma": "format",
    "hubsc": "format",
    "minim": "minify",
    "verkl": "minify",
    "minif": "minify",
    "sorti": "sort",
    "trie ": "sort",
}
WORDS_OF |= {
    "trier": "sort",
    "kompa": "minify",
    "orden": "sort",
    "gulti": "valid",
    "korre": "valid",
    "pruf": "check",
    "prufe": "check",
    "valid": "valid",
    "correc": "valid",
}
WORDS_OF |= {"leerz": "spaces", "espac": "spaces", "compr": "check", "verif": "check"}
ENGLISH = re.compile(r"\b(?:formatier\w*|formater|formatea\w*|hubsch\w*|minimier\w*|minimiz\w*|verklein\w*|minifie\w*|sortier\w*|trier|ordena\w*|gultig\w*|"
                     r"korrekt\w*|prufe\w*|valide|valido|kompakt\w*|compactes?|compact[ae]\w*|leerzeichen|espaces|espacios|comprueb\w*|verifi\w*)\b")  # fmt: skip
SPOKEN_TAIL = re.compile(  # behind the last value of an open document, on the same line: "… "ward":"B2" - what did I forget"
    r"(?:(?<=[\"\d}\]])|(?<=true)|(?<=false)|(?<=null)) *(?: [-–—]+|[;.,]| ) ?(?=\(?¿?(?:so |and |but |und |also |et |y |hmm |ok )?"
    r"(?:what|where|why|how|which|who|is|isn'?t|are|did|does|do|can|could|would|please|pls|fix|repair|correct|close|complete|tell|help|i|"
    r"was|wo|warum|wieso|wie|welche\w*|ist|kann|bitte|reparier\w*|korrigier\w*|schlie\w*|que|quoi|qu'\w+|ou|où|pourquoi|comment|est-ce|peux|corrige\w*|répare\w*|qué|donde|dónde|por qué|cómo|falta|arregla\w*|puedes)\b)"
    r"[^{}\[\]\":]*\Z",
    re.IGNORECASE,
)
SPOKEN_END = re.compile(r"\n(?=[^\n]*[A-Za-z]{2,} [A-Za-z]{2,})[^\n{}\[\]\":]*\Z")
ERROR_SAID = (  # by another program
    r"\b(?:[\w.]+ )?(?:(?:says|said|gives(?: me)?|shows|complains|throws|reports|sagt|meldet|dit|affiche|dice|da) :?)? ?[\"'`“]?(?:[\w.]*(?:DecodeError|SyntaxError)\b:? ?)?"
    r"(?:Expecting (?:value|property name|'[,:]')[^\n(,]*|Unterminated string[^\n(,]*|Extra data[^\n(,]*|Invalid (?:control|\\\\?escape)[^\n(,]*|Unexpected (?:token|end of|character|string|non-whitespace)[^\n(,]*)(?:\(char \d+\))?"
)
WORDS_USED = (
    r"\b(?:turn(?= (?:this|that|it|these|them|the)\b)|(?:that |which )?i can (?:open|use|load|import) (?:it )?in (?:excel|a spreadsheet|google sheets|numbers)|(?:for|in) excel|format\w*|pretty|beautif\w*|indent\w*|sort\w*|keys?|print|tidy|convert|valid\w*|check\w*|lint|correct|wrong|errors?|broken|parse|json|ya?ml|csv|minif\w*|kompakt\w*|compact\w*|"
    r"minimi\w*|as (?:short|small|compact|tight) as possible|compress|one line|single line|(?:auf|in) eine[rn]? (?:einzige[rn]? )?zeile|sur une (?:seule )?ligne|en una (?:sola )?l[ií]nea|(?:no|without|strip|drop|remove|ohne|sans|sin) (?:(?:the|all|any|extra|unnecessary|die|alle|les|los) )*(?:white ?)?(?:spaces?|blanks?|leerzeichen|espaces|espacios)|shrink|squeeze|squash|put|onto|on|everything|all|zusammenquetschen|(?:\d+|two|four|eight)[ -](?:spaces?|leerzeichen|espaces|espacios)|fix|repair|what|is|how many|count|get|value|of|this|to|into|as|in|"
    r"g[uü]ltig\w*|v[aá]lid\w*|pr[uü]f\w*|h[uü]bsch\w*|einr[uü]ck\w*|einger[uü]ckt|sch[oö]n|lesbar\w*|[uü]bersichtlich\w*|indente\w*|joli\w*|proprement|mis en forme|lisible|bonit[oa]|sangr\w*|legible|readable|nice(?:ly)?|neat(?:ly)?|bitte|please|r[eé]par\w*|korrig\w*|corrig\w*|arregl\w*|combien|cu[aá]nt\w*|wie ?viele|table|tabelle|length|number|entries|items|elements|forgot\w*|missing|quotes?|quotation marks?|commas?|brackets?|braces?|colons?|anf[uü]hrungszeichen|kommas?|klammern?|guillemets?|virgules?|comillas?|comas?)\b"
)
MOST_SHOWN = 20  # faults of one answer
MOST_FILE = 8 * 2**20  # characters: as much as a file may hold
SAID = {
    "en": {
        "none": 'I see no document here. I check and format JSON and YAML; paste some, e.g. {"a": 1}.', "valid": "Valid {format},", "yes": "Yes, this is valid {format}",
        "no": "This is not valid {format}", "minify": "made small", "pretty": "formatted", "validate": "formatted", "sorted": ", keys sorted", "line": "line",
        "column": "column", "more": "{n} more:", "offer": "Say \"fix it\" for a repaired version.", "repaired": "Repaired; please check that it says what was meant:",
    },
    "de": {
        "none": 'Ich sehe hier kein Dokument. Ich prüfe und formatiere JSON und YAML; bitte eines einfügen, z. B. {"a": 1}.', "valid": "Gültiges {format},",
        "yes": "Ja, das ist gültiges {format}", "no": "Das ist kein gültiges {format}", "minify": "verkleinert", "pretty": "formatiert", "validate": "formatiert",
        "sorted": ", Schlüssel sortiert", "line": "Zeile", "column": "Spalte", "more": "{n} weitere:", "offer": "Mit „repariere es“ kommt eine reparierte Fassung.",
        "repaired": "Repariert; bitte prüfen, ob es so gemeint war:",
    },
    "fr": {
        "none": 'Je ne vois pas de document ici. Je vérifie et formate JSON et YAML ; collez-en un, p. ex. {"a": 1}.', "valid": "{format} valide,",
        "yes": "Oui, c'est du {format} valide", "no": "Ce n'est pas du {format} valide", "minify": "minifié", "pretty": "formaté", "validate": "formaté",
        "sorted": ", clés triées", "line": "ligne", "column": "colonne", "more": "{n} de plus :", "offer": "Dites « corrige-le » pour une version réparée.",
        "repaired": "Réparé ; vérifiez que c'est bien ce qui était voulu :",
    },
    "es": {
        "none": 'Compruebo y formateo JSON y YAML, y no veo aquí ningún documento. Pegue uno, p. ej. {"a": 1}.', "valid": "{format} válido,",
        "yes": "Sí, es {format} válido", "no": "Esto no es {format} válido", "minify": "reducido", "pretty": "formateado", "validate": "formateado",
        "sorted": ", claves ordenadas", "line": "línea", "column": "columna", "more": "{n} más:", "offer": "Diga «arréglalo» para una versión reparada.",
        "repaired": "Reparado; compruebe que dice lo que se quería:",
    },
}  # fmt: skip
LONGEST_FOLLOW_UP = 300  # characters of a message that goes on with an earlier one
MOST_TURNS = 10  # earlier messages that are looked at
LONGEST_RESULT = 20_000  # characters; the sandbox's answer has room for two of them
BACK = re.compile(r"\b(it|that|this|again|now|yaml|json|minif|sort|pretty|indent|valid)", re.IGNORECASE)
GOES_ON = re.compile(r"\A\W*(?:and|und|et|y|what about|how about)\b", re.IGNORECASE)
TOLD = {"json": "JSON", "yaml": "YAML"}
ORIGIN = re.compile(  # where a document comes from, and a product that is denied: no key is meant
    r"\b(?:in|from|of|by|aus|von|de|desde) (?:the|this|that|our|my|an?|der|dieser?|cette|esta|la|l)?[ '’]?(?:[\w-]+ ){0,2}(?:api|endpoint|response|payload|webhook|backend|antwort|reponse|réponse|respuesta)\b|\bnot (?:times|multiplied by|x) \w+",
    re.IGNORECASE,
)
FENCE = re.compile(r"```[ \t]*(\w*)[^`\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
TAIL = re.compile(
    r"\n(?:please |now )?(?:to|as|into|convert|check|is|validate|format|sort|make) [^\n:]*\s*\Z", re.IGNORECASE
)
DOCUMENT_START = re.compile(r"(?<!\w)\[|\{")  # "items[0]" is a path
YAML_LINE = re.compile(
    r"^(?!(?:json|ya?ml|this|below|following) *: *$)[ \t]*(?:- +)?(?:[\w.$/-]+|\"[^\"\n]*\"|'[^'\n]*'):(?: |$)|^[ \t]*- \S|^---[ \t]*$",
    re.MULTILINE,
)
YAML_ROW = re.compile(
    r"[ \t]*(?:- +)?(?:[\w.$/-]+(?: [\w.$/-]+){0,3}):(?: |$)"
)  # a key of several words, once we are in YAML


# What went wrong, by "the reader's message, the two characters before the place, what stands there", each on a line of its own.
ERRORS = (
    (
        r"^Unterminated string",
        "a text is not closed",
        'A double quote is missing, or one inside the text needs a backslash (\\").',
    ),
    (r"^Invalid control", "there is a line break or tab inside a text", "Write \\n or \\t, or close the quote before."),
    (r"^Invalid \\", "a backslash starts an unknown sequence", "Write \\\\ for a backslash."),
    (r"^Extra data", "there is something after the end of the document", "One document holds one value."),
    (r"\n$", "the document ends too early", "A closing bracket or quote is missing at the end."),
    (r",\n[}\]]", "there is a comma before the closing bracket", "Remove the trailing comma."),
    (r"\n'", "single quotes are used", 'JSON wants double quotes: "name".'),
    (r"\n[“”„‘’]", "curly quotes are used", 'Write straight double quotes: ".'),
    (r"\n(//|/\*|#)", "there is a comment", "JSON has no comments; remove it."),
    (r"\n(True|False|None|undefined)\b", "a word of another language is used", "JSON writes true, false and null."),
    (r"(^|\n|[^\d.\n])0\n\d", "a number starts with 0", "Remove the leading zero, or write it as a text."),
    (r"^Expecting property name.*\n\d,\n\d{1,9}\s*(?:[,}]|\Z)", *DECIMAL_COMMA),
    (r"^Expecting property name.*\n.*\n[\w$]", "a key has no quotes", "Put the key in double quotes."),
    (r"^Expecting ',' delimiter", "a comma or a closing bracket is missing", "Put a comma between two entries."),
    (r"^Expecting ':' delimiter", "a colon is missing after a key", "Write a colon between the key and its value."),
    (r"^Expecting (?:value|property).*\n.*\n,", "there is a comma too many", "Remove the comma."),
    (r"\n.*\n[-+]?[.\d]", "a number is written in a way JSON does not know", "No leading +, . or 0."),
    (r"", "a value is missing or not known to JSON", ""),
)


class Wanted(NamedTuple):
    """What to do with the document: ``minify``, ``pretty`` or ``validate``, into which format, with which indent and order of keys."""

    operation: str
    target: str
    indent: int
    sort: bool
    is_outer_only: bool = False  # of the keys that are sorted


class Spoken(NamedTuple):
    """The words around a document, their language, and what was asked of it before, oldest first."""

    words: str
    language: str
    before: Sequence[str]


FORM_REMARK = re.compile(  # behind a question: "My webshop spits it out as one line: {…"
    r"(?<=\?) (?:(?:my|our|the|this) [a-z -]{2,25}|it) (?:spits?|sends?|gives?|outputs?|prints?|returns?|delivers?|puts?|dumps?|exports?) (?:it|this|that|everything|them)(?: out| back)? (?:as|in|on) (?:one|a single|one single|one long) (?:line|row|string)(?P<end> ?[:.])(?= ?\s*[\[{])",
    re.IGNORECASE,
)


def handle(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(lines=True, items=True), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message, its question in plain words."""
    text, places = with_plain_asking(clean(payload.get("text", "")))
    made = message_answered({**payload, "text": text}, ctx)
    return {**made, "used": merged([*made["used"], *places], len(text))} if places else made


def message_answered(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Answer one message; how a document comes, told behind a question, is no wish for a form."""
    message = clean(payload.get("text", ""))
    text = FORM_REMARK.sub(lambda match: match["end"].rjust(len(match.group())), message)
    made = answer_on_document({**payload, "text": text}, text, ctx)
    remarks = found_spans(FORM_REMARK.pattern, message) if text != message else []
    return {**made, "used": merged([*made["used"], *remarks], len(message))} if remarks else made


def answer_on_document(payload: dict[str, Any], text: str, ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Answer one message that holds a document or names a file, or speaks of the one before."""
    if len(placed := documents_in(text)) > 1 and (several := several_answer(text, placed, payload)) is not None:
        return several
    words, document, marked = split(text)
    spoken = re.sub(ERROR_SAID, " ", words) if document else words
    language = spoken_language((spoken if document and re.search(r"[^\W\d_]{3}", spoken) else text)[:200], payload)
    told, written_words = address_declined(words, document, text, language), words
    words = without_pointers(without_address_checks(words, document), document)
    start = text.find(document) if document else -1
    spans = [[start, start + len(document)]] if start >= 0 else []
    if not document and payload.get("files"):
        words, document, marked = of_file(payload["files"][0], text, ctx)
        spans += found_spans(re.escape(str(payload["files"][0])), text)
    words, meant = with_words_of_keys(words, document)
    words, met = without_met(words, document) if document else (words, [])
    words, arrows = with_dotted_paths(words, document)
    before: list[str] = []
    if (told := told or without_document(text, document, language, payload)) is not None:
        return told
    if not document and len(text) < LONGEST_FOLLOW_UP and speaks_of_earlier(text):
        document, marked, before = earlier_document(payload)
    if not document:
        return nothing(SAID[language]["none"], text)
    source = marked or (
        "json" if document.lstrip("\ufeff \n\t")[:1] in '{["' or NUMBER.fullmatch(document.strip()) else "yaml"
    )
    try:
        made = with_address_forms(
            answered(document, source, Spoken(words, language, before)), written_words, document, language
        )
    except CannotError as error:
        return nothing(str(error), text, spans)
    around = without_address_checks(text if start < 0 else blanked(text, start, start + len(document)), document)
    spans += found_spans(WORDS_USED, without_open_half(around, words, made.get("looked", []))) + idle_places(around)
    for looked in [*made.pop("looked", []), *met, *arrows, *meant]:
        spans += found_spans(as_words(looked), text) if looked else []
    others = others_unread(list(payload.get("files", []))[1:] if start < 0 else [], language)
    is_asked = made.pop("specific", False) or is_specific(words)
    is_definite = start >= 0 and not made.get("general", False) and is_asked
    return {**made, "answer": made["answer"] + others, "used": merged(spans, len(text)), "definite": is_definite}


NO_ADDRESS_CHECK = {
    "en": "Whether an e-mail address is valid, I do not check: ask the specialist **email_validator** about the address alone.",
    "de": "Ob eine E-Mail-Adresse gültig ist, prüfe ich nicht: Fragen Sie den Spezialisten **email_validator** nach der Adresse allein.",
    "fr": "Je ne vérifie pas si une adresse e-mail est valide : demandez au spécialiste **email_validator** pour l'adresse seule.",
    "es": "No compruebo si una dirección de correo es válida: pregunte al especialista **email_validator** por la dirección sola.",
}


def idle_places(around: str) -> list[list[int]]:
    """Return the places around a document that an answer carries out or that only point at it."""
    patterns = (FIX, CLOSING, POINTS_AT_DOCUMENT, POINTS_INSIDE, ADDS_UP)
    return [span for pattern in patterns for span in found_spans(pattern.pattern, around)] + error_spans(around)


def address_declined(words: str, document: str, text: str, language: str) -> dict[str, Any] | None:
    """Return where the address of a document is checked, for a message that asks only that; None for others."""
    return nothing(NO_ADDRESS_CHECK[language], text) if is_only_address_check(words, document) else None


def without_document(text: str, document: str, language: str, payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return what JSON allows, or pasted rows as JSON, for a message without a document; None for others."""
    if not is_of_no_document(document):
        return None
    if (about := about_json(text, language)) is not None:
        return about
    pasted = None if payload.get("files") else pasted_rows(text)
    if pasted is None:
        return None
    around = blanked(text, *pasted.place)
    asked = wanted(around, "json")._replace(target="json", sort=False)
    head = f"{fill_in(ROWS_TOLD[language], n=len(pasted.value))}\n\n"
    spans = [list(pasted.place), *found_spans(WORDS_USED, around), *found_spans(TO_JSON.pattern, around)]
    made = document_answer(pasted.value, "json", asked, [], head)
    return {**made, "used": merged(spans, len(text)), "definite": True}


def as_words(said: str) -> str:
    """Return the pattern of a part of a message that is no part of a longer word: "is" is not in "waiting"."""
    before = r"(?<!\w)" if said[:1].isalnum() else ""
    behind = r"(?!\w)" if said[-1:].isalnum() else ""
    return f"{before}{re.escape(said)}{behind}"


def without_open_half(around: str, words: str, looked: list[str]) -> str:
    """Return a message without that of its two questions of which nothing is used, so that it is told as not used."""
    pair = question_pair(words)
    for half in pair or ():
        place = around.find(half.strip())
        if place >= 0 and looked and not any(one and one in half for one in looked):
            around = blanked(around, place, place + len(half.strip()))
    return around


def without_pointers(words: str, document: str) -> str:
    """Return the words around a document without those that only say where it is from, or how the answer shall look."""
    for pattern in (ORIGIN, POINTS_AT_DOCUMENT):
        words = pattern.sub(
            lambda match: match.group() if names_key(match.group(), document) else " " * len(match.group()), words
        )
    words = ADDS_UP.sub(lambda match: "sum".ljust(len(match.group())), words)
    words = POINTS_INSIDE.sub(lambda match: " " * len(match.group()), words)
    return CLOSING.sub(lambda match: " " * len(match.group()), words)


ROWS_TOLD = {
    "en": "{n} rows as JSON:",
    "de": "{n} Zeilen als JSON:",
    "fr": "{n} lignes en JSON :",
    "es": "{n} filas como JSON:",
}
ADDS_UP = re.compile(
    r"\b(?:(?:add|sum)(?:s|ed)?(?: all)? up to|come to|amount to)(?=\W*(?:\Z|[?.!:\n]))", re.IGNORECASE
)
POINTS_INSIDE = re.compile(  # "what are the skus in there"
    r"(?<=[^\W\d_] )(?:(?:are |is |sind |sont |hay )?(?:in|inside) (?:there|it|here)|(?:sind |ist )?(?:da drin|darin)|(?:il y a )?(?:la-dedans|la dedans|dedans)|(?:hay )?(?:ahi dentro|aqui dentro))(?=\W*(?:\Z|[?.!\n]))",
    re.IGNORECASE,
)


def error_spans(text: str) -> list[list[int]]:
    """Return the places of an error message of another program, without the colons that end its parts."""
    spans = []
    for start, end in found_spans(ERROR_SAID, text):
        spans += [[start + one.start(), start + one.end()] for one in re.finditer(r"[^:]+", text[start:end])]
    return spans


def names_key(said: str, document: str) -> bool:
    """Return whether the last word of a phrase such as "in the api response" is a key of the document."""
    last = re.findall(r"[\w-]+", said)[-1]
    return (
        not said.lower().startswith("not ")
        and re.search(rf"[\"']?\b{re.escape(last)}\b[\"']?\s*:", document, re.IGNORECASE) is not None
    )


LINES_SAID = re.compile(  # "these are json lines from our sensor"
    r"(?:\b(?:these|this|here|those|it'?s|das|hier|dies|c'est|ce sont|voici|esto|estas?|son|aqui)\b(?: (?:are|is|sind|ist|sont|est|son|es|tienes|some|my|our|the|du|des|unsere?|nos|unas?|las|los))*? )?"
    r"\b(?:json[- ]?lines?|ndjson|jsonl|json[- ]?zeilen|lignes? (?:de )?json|lineas? (?:de )?json|newline[- ](?:delimited|separated) json)\b(?: (?:format|file|log|datei|fichier|archivo))?"
    r"(?: (?:from|of|out of|aus|von|de|du|del|desde)(?: (?:the|our|my|a|an|unser\w*|dem|der|mein\w*|notre|nos|la|le|mon|ma|el|nuestr\w*|mi|un|une?a?))? [\w-]+)?",
    re.IGNORECASE,
)


LINES_VALID = {
    "en": "**Yes**: these are {n} lines, and each of them is valid JSON.",
    "de": "**Ja**: das sind {n} Zeilen, und jede ist gültiges JSON.",
    "fr": "**Oui** : ce sont {n} lignes, et chacune est du JSON valide.",
    "es": "**Sí**: son {n} líneas, y cada una es JSON válido.",
}


def several_answer(text: str, placed: list[Placed], payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer to a message with several whole documents: merged, compared, or a question over lines of objects; None for others."""
    words = words_around(text, placed)
    language = spoken_language(words[:200], payload)
    values, asked = [one.value for one in placed], wanted(words, "json")
    try:
        measure(values)
        if (both := together(values, words, language)) is not None:
            made = document_answer(both.made[0], "json", asked, [], f"{both.sentence}\n\n") if both.made else success(both.sentence, report("json", asked))  # fmt: skip
            return {**made, "used": pieces_around(text, placed), "definite": True}
        if not is_lines(text, placed) or (asked.operation == "validate" and not names_entries(tables_of(values), words, language)):  # fmt: skip
            if is_lines(text, placed) and LINES_SAID.search(words):
                made = success(fill_in(LINES_VALID[language], n=len(values)), report("json", asked))
                return {**made, "used": pieces_around(text, placed), "definite": True}
            is_asked = QUESTION_WORD.search(fold(words)) is not None and DOCUMENT_WORDS.search(fold(words)) is None
            return nothing(fill_in(PAIR_TEXTS[language]["several"], n=len(placed)), text) if is_asked else None
        introduced = [match.group() for match in LINES_SAID.finditer(words)]
        words = words_asked(values, LINES_SAID.sub(lambda match: " " * len(match.group()), words), language)
        if (found := entries_answer(tables_of(values), words, language)) is None:
            asks = QUESTION_WORD.search(fold(words)) is not None and DOCUMENT_WORDS.search(fold(words)) is None
            return nothing(NOT_UNDERSTOOD[language], text, [[one.start, one.end] for one in placed]) if asks else None
        answer = rows_answer(found, report("json", asked), words)
    except CannotError as error:
        return nothing(str(error), text)
    answer["answer"] = f"{fill_in(PAIR_TEXTS[language]['lines'], n=len(values))} {answer['answer']}"
    spans = [[one.start, one.end] for one in placed]
    answer.pop("specific")
    for looked in [*answer.pop("looked"), *introduced]:
        spans += found_spans(as_words(looked), text) if looked else []
    return {**answer, "used": merged(spans, len(text)), "definite": is_specific(words)}


def pieces_around(text: str, placed: list[Placed]) -> list[list[int]]:
    """Return the places of documents and of the words around them, each by itself: a question is read, not data."""
    ends = [(0, 0), *((one.start, one.end) for one in placed), (len(text), len(text))]
    gaps = [(before[1], after[0]) for before, after in pairwise(ends)]
    words = [[start + len(text[start:end]) - len(text[start:end].lstrip()), start + len(text[start:end].rstrip())] for start, end in gaps]  # fmt: skip
    return merged([*words, *([one.start, one.end] for one in placed)], len(text))


def speaks_of_earlier(text: str) -> bool:
    """Return whether a message without a document can be about an earlier one."""
    folded = fold(text)
    patterns = (GOES_ON, BACK, FIX, KEYS, COUNTS, QUESTION_WORD)
    return any(pattern.search(folded) for pattern in patterns) or is_follow_up(folded)


def earlier_document(payload: dict[str, Any]) -> tuple[str, str, list[str]]:
    """Return the last document of the talk, its format where it is marked, and what was asked of it since, oldest first."""
    asked: list[str] = []
    for said in reversed(earlier_texts(payload)[-MOST_TURNS:]):
        words, document, marked = split(said)
        asked.append(words[:LONGEST_FOLLOW_UP])
        if document:
            return document, marked, asked[::-1]
    return "", "", []


def is_specific(words: str) -> bool:
    """Return whether the words around a document ask a question, or for a repair."""
    return QUESTION_WORD.search(fold(words)) is not None or FIX.search(fold(words)) is not None


BRACKET_ALONE = re.compile(r"[{\[](?:[\"'`”“)}\]]|,? (?:or|and|oder|und|ou|et|o|y)\b|[.?,] )")
SCALAR_WRITTEN = r"(?<![\w.])(?:-?\d{1,20}(?:\.\d{1,20})?(?!\d)|true|false|null|[\"'“`][^\"'”`\n]{0,40}[\"'”`])"
SCALAR_ASKED = re.compile(
    rf"\b(?:just|only|bare|plain|nur|bloss|allein|juste|seulement|solo|simplemente) (?:an? |the |das |ein |le |el )?(?:word |number |string |text |value |wort |zahl |mot |nombre |palabra |numero )?{SCALAR_WRITTEN}|{SCALAR_WRITTEN}(?: \w+)? (?:on its own|by itself|alone|allein\w*|fur sich|tout seul|seul|por si solo|solo)\b"
    r"|\b(?:is|are|ist|est|es) (?:the |die |le |el )?(?:word |string |number |text |zahl |nombre |numero )?"
    + SCALAR_WRITTEN
    + r",? (?:really |already |actually |schon |deja |ya )?(?:an? |ein |un |du )?(?:valid|legal|correct|gultig\w*|valide|valido)\b"
    r"|\b(?:single|bare|lone|plain|just an?|only an?|einzeln\w*|blosse?\w*|seul\w*|simple|solo|sol[oa]|un simple) (?:number|string|text|value|word|boolean|zahl|wert|text|nombre|valeur|texte|chaine|numero|valor|texto|cadena)\b"
    r"|\b(?:number|string|boolean|zahl|nombre|numero)\b[^.?!]{0,30}\b(?:on its own|by itself|alone|at the top level|allein\w*|tout seul|por si solo)",
    re.IGNORECASE,
)
SCALAR_TEXTS = {
    "en": "**Yes**: any JSON value may stand alone, a number, a text, true, false and null as well (RFC 8259). Only the older RFC 4627 wanted an object or a list.",
    "de": "**Ja**: jeder JSON-Wert darf allein stehen, auch eine Zahl, ein Text, true, false und null (RFC 8259). Nur der ältere RFC 4627 verlangte ein Objekt oder eine Liste.",
    "fr": "**Oui** : toute valeur JSON peut être seule, aussi un nombre, un texte, true, false et null (RFC 8259). Seul l'ancien RFC 4627 voulait un objet ou une liste.",
    "es": "**Sí**: cualquier valor JSON puede ir solo, también un número, un texto, true, false y null (RFC 8259). Solo el antiguo RFC 4627 pedía un objeto o una lista.",
}


def is_of_no_document(document: str) -> bool:
    """Return whether a message has no document, or brackets of its sentence only: "must it start with { or ["."""
    if not document:
        return True
    is_whole = document_end(document, 0) > 0 or re.search(r"[\"']\s*:\s*\S", document) is not None
    return BRACKET_ALONE.match(document) is not None and not is_whole


def about_json(text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to whether a single value is a JSON document, or what else JSON allows; None for other messages."""
    folded = fold(text)
    asks = re.search(
        r"\b(?:valid\w*|allowed|legal|ok|gultig\w*|erlaubt|valides?|permitid\w*|valid[oa])\b", folded, re.IGNORECASE
    )
    is_json = re.search(r"\bjson\b", folded, re.IGNORECASE) is not None
    said = SCALAR_TEXTS[language] if SCALAR_ASKED.search(folded) and asks and is_json else json_fact(text, language)
    return success(said, report("json", wanted("", "json"))) | {"used": [[0, len(text)]]} if said else None


def of_file(name: str, text: str, ctx: Any) -> tuple[str, str, str]:  # noqa: ANN401 - as above
    """Return (the question, the text of a file, its format by its name); no document when it cannot be read."""
    try:
        document = clean(file_text(ctx.files.read, name, MOST_FILE))
    except RuntimeError:
        return text, "", ""
    ending = name.rpartition(".")[2].lower()
    return text, document, {"json": "json", "yaml": "yaml", "yml": "yaml"}.get(ending, "")


def split(text: str) -> tuple[str, str, str]:
    """Return (the words around the document, the document, its format where the message marks it)."""
    fence = FENCE.search(text)
    if fence and fence.group(2).strip():
        marks = {"json": "json", "yaml": "yaml", "yml": "yaml"}
        return (
            f"{text[: fence.start()]} {text[fence.end() :]}",
            fence.group(2).rstrip(),
            marks.get(fence.group(1).lower(), ""),
        )
    start, line = DOCUMENT_START.search(text), YAML_LINE.search(text)
    first = line is not None and "\n" in text.strip() and (start is None or line.start() < start.start())
    if line is not None and first and yaml_lines(text[line.start() :]):
        tail = TAIL.search(text)
        end = tail.start() if tail else len(text)
        return f"{text[: line.start()]} {text[end:]}", text[line.start() : end].rstrip(), ""
    if start is None:
        return text, "", ""
    if (whole := document_end(text, start.start())) > 0:
        return f"{text[: start.start()]} {text[whole:]}", text[start.start() : whole], ""
    opening, end = start.group(), max(text.rfind("]"), text.rfind("}")) + 1
    if end <= start.start() or text.count(opening) > text.count({"[": "]", "{": "}"}[opening]):
        spoken = SPOKEN_END.search(text) or SPOKEN_TAIL.search(text)
        end = spoken.start() if spoken and spoken.start() > start.start() else len(text)
    return f"{text[: start.start()]} {text[end:]}", text[start.start() : end], ""


def document_end(text: str, start: int) -> int:
    """Return where a valid JSON document that begins at a place ends, when no other one follows it; 0 else."""
    try:
        _, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return 0
    return 0 if DOCUMENT_START.search(text, end) or re.match(r"\s*[,:}\]]", text[end:]) else end


def yaml_lines(text: str) -> bool:
    """Say whether a text looks like YAML rather than like a sentence with a colon: two lines of it, or one that is all."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = sum((YAML_LINE.match(line) or YAML_ROW.match(line)) is not None for line in lines)
    spoken = (
        re.match(r"\s*[\w ]+:\s*[\[{]", text) is not None
    )  # perhaps words before a JSON document, as in "check this: {…"
    return found >= (max(2, len(lines)) if spoken else min(2, len(lines)))


def in_english(words: str) -> str:
    """Return folded words with those for what is done to a document in English."""
    return ENGLISH.sub(lambda match: WORDS_OF.get(match.group()[:5], match.group()), fold(words).lower())


def wanted(words: str, source: str) -> Wanted:
    """Return what the words ask for."""
    said = in_english(words)
    target = source
    if re.search(
        r"\b(to|into|in|as|2|nach|zu|als|en|a|au|al) +(valid +|pretty +|minified +|format +|formato +)?ya?ml\b|json *(to|2|->|→) *ya?ml",
        said,
    ):
        target = "yaml"
    elif re.search(
        r"\b(to|into|in|as|2|nach|zu|als|en|a|au|al) +(valid +|pretty +|minified +|compact +|format +|formato +)?json\b|ya?ml *(to|2|->|→) *json",
        said,
    ):
        target = "json"
    elif source == "json" and re.search(r"\bya?ml\b", said) and not re.search(r"\bjson\b|\bor\b|\bvalid\b", said):
        target = "yaml"
    indent = re.search(
        r"\b(\d|two|four|eight) *[- ]?(?:spaces?|indent)|indent\w*(?: +\w+)? +(?:of +|by +|= *)?(\d)", said
    )
    number = (
        {"two": 2, "four": 4, "eight": 8}.get(indent.group(1) or "", 0) or int(indent.group(1) or indent.group(2))
        if indent
        else 2
    )
    small = re.search(
        r"\b(sur une (?:seule )?ligne|(?:auf|in) eine[rn]? zeile|en una (?:sola )?linea|minif\w*|minimi[sz]e|compact|as (?:short|small|compact|tight) as possible|compress|one line|single line|(?:no|without|strip|drop|remove|ohne|sans|sin) (?:(?:the|all|any|extra|unnecessary|die|alle|les|los) )*(white ?)?(?:spaces?|blanks?|leerzeichen|espaces|espacios)|shrink|squeeze|squash|zusammenquetschen|zusammendrucken)\b",
        in_english(without_complaints(words)),
    )
    checks = re.search(r"\b(valid\w*|check|lint|correct|wrong|error|broken|ok|parse)\b", said)
    formats = re.search(r"\b(format\w*|pretty|beautif\w*|indent\w*|sort\w*|print|tidy|convert)\b", said)
    operation = (
        "minify"
        if small and target == "json"
        else "validate"
        if checks and not formats and target == source
        else "pretty"
    )
    return Wanted(
        operation,
        target,
        max(1, min(number, 8)),
        re.search(r"\bsort|\balphabetic|\border(ed)? (the )?keys|\btrie[rzs]? (?:moi |toutes )*les cles\b", said)
        is not None,
        sorts_outer_only(words),
    )


def checked_where_complained(asked: Wanted, source: str, words: str) -> Wanted:
    """Return a wish for a check instead of a layout where a program is said to complain of a document."""
    is_open = asked.operation == "pretty" and asked.target == source and not FORM_WORK.search(fold(words))
    return asked._replace(operation="validate") if is_open and is_complained_of(fold(words)) else asked


def answered(document: str, source: str, spoken: Spoken) -> dict[str, Any]:
    """Return the whole answer. Raises CannotError where a document is too large or the sandbox lacks YAML."""
    words, language = spoken.words, spoken.language
    bare = without_spans(words, [one for one in story_of(words) if is_told_surely(words, one)])
    asked = checked_where_complained(wanted(words if is_plain_text(bare) else bare, source), source, words)
    warnings: list[str] = []
    found = read_json_or_escaped(document, warnings) if source == "json" else read_yaml(document, warnings)
    if isinstance(found, Fault):
        told = told_spans(fold(words))
        looked = {"looked": pieces(words, told), "specific": bool(told)}
        made = faulty(document, source, asked, found, words, language) | looked
        return with_part_of_repaired(made, document, source, asked, spoken)
    warnings = [fault_in(language, warning) for warning in warnings]
    measure(found[0])
    if (new := reworked(found[0], source, asked, warnings, spoken)) is not None:
        return new
    if (counted := repeated_answer(document, source, asked, spoken)) is not None:
        return with_validity(counted, source, asked, words, language)
    halved = spoken._replace(words=without_form_half(words))
    part = None if lays_out(found[0], words) else with_path_too(found[0], source, asked, warnings, halved)
    if part is not None:
        part = with_validity(with_count_of_all(part, words, language), source, asked, words, language)
        return with_warnings(with_layout(part, found[0], asked, words), warnings)
    checks = asked.operation == "validate" or FIX.search(fold(words)) is not None
    shows = not checks and asked.target == source and not lays_out(found[0], words)
    if is_unread(found[0], asked, (words, bare), language, shows=shows):
        raise CannotError(NOT_UNDERSTOOD[language])
    head = verdict(found[0], source, asked, language, checks=checks)
    depths, forms = sort_spans(words) if asked.sort else [], form_spans(words) if asked.operation == "pretty" else []
    orders = sort_words(words) if asked.sort else []
    looked = {
        "looked": pieces(words, [*told_spans(fold(words)), *depths, *orders, *forms]),
        "specific": bool(depths) or asked.operation == "minify",
    }
    made = document_answer(found[0], source, asked, warnings, head, shown=not checks)
    return made | looked | {"general": not depths and asked.operation != "minify"}


def reworked(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    spoken: Spoken,
) -> dict[str, Any] | None:
    """Return the answer with a document that is cleaned, changed or sorted; None where nothing of that is asked for."""
    words = spoken.words
    if (clean_one := cleaned_answer(value, source, asked, warnings, words)) is not None:
        return clean_one
    if (change := changed(value, words)) is not None:
        further = FURTHER_WISH.search(fold(words))
        head, looked = f"{change[1]}\n\n", {"looked": [words[: further.start() if further else None].strip()]}
        return document_answer(change[0], source, asked, warnings, head) | looked
    if not SORTED_ASKED.match(fold(words)) and (order := sorted_rows(value, words, spoken.language)) is not None:
        order = with_place_told(order, words, spoken.language)
        head, looked = f"{order.sentence}\n\n", {"looked": pieces(words, order.spans)}
        return document_answer(order.value, source, asked._replace(sort=False), warnings, head) | looked
    return None


def repeated_answer(document: str, source: str, asked: Wanted, spoken: Spoken) -> dict[str, Any] | None:
    """Return which value of a key that is there twice counts, where a message asks for that."""
    repeated = keys_there_twice(document) if source == "json" else []
    said, spans = counted_value(repeated, spoken.words, spoken.language)
    if not said:
        return None
    return success(said, report(source, asked)) | {"looked": pieces(spoken.words, spans), "specific": True}


def keys_there_twice(document: str) -> list[tuple[str, Any]]:
    """Return the keys that are there more than once in one object, each with its last value."""
    found: list[tuple[str, Any]] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        found.extend((key, made[key]) for key, count in Counter(key for key, _ in items).items() if count > 1)
        return made

    with suppress(ValueError, RecursionError):
        json.loads(document, parse_float=Literal, parse_int=Literal, object_pairs_hook=pairs)
    return found


def with_warnings(part: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    """Return an answer about a part of a document with its warnings: a key that is there twice may change any figure."""
    told = [one for one in warnings if one not in part["answer"]]
    return {**part, "answer": "\n\n".join([part["answer"], *told])} if told else part


COUNTS_OF_ALL = re.compile(  # "how many users are there and how many of them are admins"
    r"\b(?:how many|wie ?viele|combien d[e']|cuant[oa]s) ?[^\W\d_]+(?: [^\W\d_]+){0,4}? ?[,;?]? (?:and|und|et|y) (?:how many|wie ?viele|combien|cuant[oa]s) (?:of (?:them|these|those)|davon|d'entre (?:eux|elles)|de (?:ellos|ellas|esos|esas))\b",
    re.IGNORECASE,
)
OF_ALL_TOLD = re.compile(r"\*\*\d+\*\* (?:of|von|sur|de) (?P<all>\d+) ")


def with_count_of_all(made: dict[str, Any], words: str, language: str) -> dict[str, Any]:
    """Return an answer with the number of all entries in front, where a message asks for that and for some of them."""
    told = OF_ALL_TOLD.match(made["answer"].removeprefix("Auf "))
    if told is None or COUNTS_OF_ALL.search(" ".join(fold(words).split())) is None:
        return made
    return {**made, "answer": f"{fill_in(ENTRY_TEXTS[language]['count'], n=told['all'])} {made['answer']}"}


VALIDITY_ASKED = re.compile(  # beside another question: "is this valid, and which keys does it have"
    r"\A\W*(?:valid|gultig|valide|valido)(?: (?:json|yaml))?\W*\?"
    r"|\A\W*(?:(?:please|pls|can you|could you|bitte) )*(?:check|validate|lint|verify|prufe?|verifie[rz]?|valide[rz]?|comprueba|valida)\b(?: (?:this|that|it|the|my|das|dieses?|ce|cet|le|este|esto|el))?(?: (?:json|yaml|document|file|dokument|documento?))?,? {1,3}(?:and|then|und|dann|et|puis|y|luego)\b"
    r"|\b(?:is|are|ist|sind|est|est-(?:ce|il)|es|son)\b[^?.!;]{0,40}?\b(?:valid|gultig\w*|valide\w*|valid[oa]|korrekt\w*|well-?formed|correct[eo]?|(?:ok(?:ay)?|fine|good|proper|in ordnung)(?= json|[?.!]|\s+(?:and|und|et|y)\b))\b(?: (?:json|yaml))?|\b(?:json|yaml) (?:est-il )?(?:valide?|valido|gultig|korrekt)\b",
    re.IGNORECASE,
)


def with_validity(part: dict[str, Any], source: str, asked: Wanted, words: str, language: str) -> dict[str, Any]:
    """Return the answer about a part of a document that can be read, which says so where a question asks for that, too."""
    match = VALIDITY_ASKED.search(fold(words))
    if match is None or asked.operation != "validate" or part["status"] != "SUCCESS":
        return part
    head = f"{fill_in(SAID[language]['yes'], format=TOLD[source])}."
    told = [] if part["answer"].startswith(head) else [head]
    looked = [*part.get("looked", []), *pieces(words, [match.span()])]
    return {**part, "answer": "\n\n".join([*told, part["answer"]]), "looked": looked}


LAYOUT_TOO = re.compile(  # beside another question: "format this and tell me the average price"
    r"\A\W*(?:(?:please|pls|can you|could you|bitte) )*(?:format|pretty[- ]?print|beautify|prettify|indent|tidy(?: up)?|minify|formatiere?|minimiere?|formate[rz]?|minifie[rz]?|formatea|minifica)\b(?: (?:this|that|it|the|my|das|dieses?|ce|le|este|esto|el))?(?: (?:json|document|dokument|documento))?,? (?:and|then|und|dann|et|puis|y|luego)\b"
    r"|\b(?:and|then|und|dann|et|puis|y|luego) (?:please |bitte )?(?:format|pretty[- ]?print|beautify|prettify|indent|tidy up|minify|formatiere?|minimiere?|formate[rz]?|minifie[rz]?|formatea|minifica)\b(?: (?:this|that|it|the|my|das|es|dieses?|ce|le|este|esto|el))?(?: (?:json|document|dokument|documento))?\W*\Z",
    re.IGNORECASE,
)


FORM_HALF = re.compile(r"[^?]*\b(?:and|then|und|dann|et|puis|y|luego)\b *\Z", re.IGNORECASE)


def without_form_half(words: str) -> str:
    """Return words with spaces in the place of an order to check or to lay out the document that stands beside a question."""
    for pattern in (VALIDITY_ASKED, LAYOUT_TOO):
        match = pattern.search(fold(words))
        is_order = match is not None and (pattern is LAYOUT_TOO or FORM_HALF.fullmatch(fold(match.group())))
        if match is not None and is_order and re.search(r"[^\W\d_]{2}", blanked(words, *match.span())):
            words = blanked(words, *match.span())
    return words


REPAIRED_PART = {
    "en": "In the document as I would repair it:",
    "de": "Im Dokument, so wie ich es reparieren würde:",
    "fr": "Dans le document tel que je le réparerais :",
    "es": "En el documento tal como yo lo repararía:",
}


def with_part_of_repaired(
    made: dict[str, Any], document: str, source: str, asked: Wanted, spoken: Spoken
) -> dict[str, Any]:
    """Return what is wrong with a document, and from its repaired form the answer to another question of the message."""
    match = VALIDITY_ASKED.search(fold(spoken.words))
    rest = blanked(spoken.words, *match.span()) if match else ""
    if source != "json" or QUESTION_WORD.search(fold(rest)) is None or ONLY_FAULTS.search(fold(rest)):
        return made
    part = None
    with suppress(CannotError):
        value = repaired(document)[0]
        part = part_or_values(value, source, asked, [], spoken._replace(words=rest))
    if part is None or part["status"] != "SUCCESS" or not tells_something(part):
        return made
    answer = f"{made['answer']}\n\n{REPAIRED_PART[spoken.language]} {part['answer']}"
    looked = [*made["looked"], *pieces(spoken.words, [match.span()] if match else []), *part.get("looked", [])]
    return {**made, "answer": answer, "looked": looked}


ONLY_FAULTS = re.compile(
    r"\b(?:why|wrong|where|error|fault|broken|missing|warum|wieso|falsch|fehler|fehlt|wo|pourquoi|erreur|faux|manque|ou|por que|error|mal|falta|donde|how (?:do|can|to))\b",
    re.IGNORECASE,
)


def with_layout(part: dict[str, Any], value: Any, asked: Wanted, words: str) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """Return the answer about a part of a document, with the whole document behind it where it shall be laid out, too."""
    match = LAYOUT_TOO.search(fold(words))
    if match is None or part["status"] != "SUCCESS" or "```" in part["answer"]:
        return part
    form = "minify" if re.search("minif|minimi", match.group(), re.IGNORECASE) else "pretty"
    text = written(value, asked._replace(operation=form, target="json"))
    if len(text) > LONGEST_RESULT:
        return part
    looked = [*part.get("looked", []), *pieces(words, [match.span()])]
    return {**part, "answer": f"{part['answer']}\n\n{code_block(text, 'json')}", "looked": looked}


def lays_out(value: Any, words: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a message only wants a document laid out over lines, and names no key of it."""
    names = {name for name, _ in items(value) if len(name) > 1}
    return LAID_OUT.search(fold(words)) is not None and not key_mentions(names, fold(words))


PATH_TOO = re.compile(  # behind a question for a value: "and the path to it"
    r"\W*\b(?:and|plus|also|und|et|y) (?:also |auch |aussi |tambien )?(?:(?:what|which|was|welche\w*|quel\w*|cual)(?: is|'?s| ist| est| es) )?(?:(?:its|the|tell me the|give me the|der|den|le|son|la|el|su) )?(?:json ?)?(?:path|pfad|chemin|ruta)"
    r"(?: (?:to|of|for|zu|dazu|dahin|dorthin|vers|de|hacia|a)\b)?(?: (?:it|that|this|there|ihm|ihr|ca|cela|eso|ella?))?\W*\Z",
    re.IGNORECASE,
)
PATH_TEXTS = {"en": "Its path is `{path}`.", "de": "Der Pfad ist `{path}`.", "fr": "Le chemin est `{path}`.", "es": "La ruta es `{path}`."}  # fmt: skip


def with_path_too(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    spoken: Spoken,
) -> dict[str, Any] | None:
    """Return the answer about a part of the document, with its path where a question wants that beside the value."""
    wish = PATH_TOO.search(fold(spoken.words))
    bare = spoken._replace(words=spoken.words[: wish.start()]) if wish else spoken
    part = part_or_values(value, source, asked, warnings, bare if wish and wish.start() else spoken)
    result = part["output"]["result"] if wish and wish.start() and part is not None else None
    if wish is None or part is None or not result:
        return part
    with suppress(ValueError):
        found = json.loads(result)
        found = found[0] if isinstance(found, list) and len(found) == 1 else found
        paths = list(paths_of(value, str(found))) if isinstance(found, str | int) else []
        if len(paths) == 1:
            said = fill_in(PATH_TEXTS[spoken.language], path=paths[0])
            looked = [*part["looked"], spoken.words[wish.start() :].strip(" ,?!.;\n")]
            return {**part, "answer": f"{part['answer']}\n\n{said}", "looked": looked}
    return part_or_values(value, source, asked, warnings, spoken)


def part_or_values(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    spoken: Spoken,
) -> dict[str, Any] | None:
    """Return the answer about a part of the document, or with all values of a key that no list of entries has together.

    Raises CannotError for a question about entries that is not understood.
    """
    collected = None if names_path(value, spoken.words) else all_values(value, spoken.words)
    if collected is None:
        return part_answer(value, source, asked, warnings, spoken)
    made = None
    if not collected.is_spread and len(collected.key) > SHORTEST_KEY:
        with suppress(CannotError):
            made = part_answer(value, source, asked, warnings, spoken)
    return made or collected_answer(collected, report(source, asked, warnings=warnings), spoken.words)


SHORTEST_KEY = 2  # letters of a key, such as id, whose values alone are all that is asked for


def collected_answer(found: Collected, output: dict[str, Any], words: str) -> dict[str, Any]:
    """Return the answer that lists all values of a key."""
    made = success(
        f"`{found.key}` ({found.number}):\n\n{code_block(found.text, 'json')}",
        output | {"result": found.text[:LONGEST_RESULT]},
    )
    return made | {"looked": [words.strip()], "specific": True}


ASKS_IN_VAIN = re.compile(  # a number, or a part that shall be left out: the whole document is no answer
    r"\b(?:how many|number of (?!spaces|leerzeichen)|wie ?viele[nr]?|combien|cuant[oa]s|except|excluding|all but|other than|ausser|sauf|excepto|salvo|missing|fehlen|fehlt|manque(?:nt)?|faltan?"
    r"|longest|shortest|highest|lowest|largest|smallest|langste[rnsm]?|kurzeste[rnsm]?|plus (?:long|court)\w*|mas (?:larg|cort)\w*)\b",
    re.IGNORECASE,
)
FURTHER_WISH = re.compile(  # behind a change: it is not answered, too
    r"[,;.]? (?:(?:and|then|und|dann|et|puis|y|luego|despues) ){1,2}(?:also )?(?:tell|say|how|what|which|who|count|sag|nenne|wie|was|welche|zahl|dis|combien|quel|compte|dime|cuant|cual|cuenta)\w*\b",
    re.IGNORECASE,
)
NOT_UNDERSTOOD = {
    "en": "I do not understand what you want to know of this document. Ask for example how many entries have a value, or for the values of a key.",
    "de": "Ich verstehe nicht, was Sie von diesem Dokument wissen wollen. Fragen Sie zum Beispiel, wie viele Einträge einen Wert haben, oder nach den Werten eines Schlüssels.",
    "fr": "Je ne comprends pas ce que vous voulez savoir de ce document. Demandez par exemple combien d'entrées ont une valeur, ou les valeurs d'une clé.",
    "es": "No entiendo qué quiere saber de este documento. Pregunte por ejemplo cuántas entradas tienen un valor, o por los valores de una clave.",
}


def asks_of_entries(value: Any, words: str, language: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether words ask about what is in a document, which its formatted text would not answer."""
    folded = fold(words)
    is_of_nothing = all(is_plain(match.group()) for match in WORD.finditer(folded))  # "what is this?"
    if is_of_nothing or DOCUMENT_WORDS.search(folded) is not None:
        return False
    if any(pattern.search(folded) for pattern in (QUESTION_WORD, ALONE, LISTED)) or wants_named_key(value, folded):
        return True
    return speaks_of_keys(tables_of(value), words, language)


def is_plain_text(words: str) -> bool:
    """Return whether words say nothing of a document or its entries."""
    return all(is_plain(match.group()) for match in WORD.finditer(fold(words)))


def is_unread(value: Any, asked: Wanted, texts: tuple[str, str], language: str, *, shows: bool) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a question was put that neither the verdict on a document nor its formatted text answers.

    ``texts`` are the words around a document, with and without what somebody holds the answer to be.
    """
    words, bare = texts
    if asked.operation == "validate":
        return checks_entries(value, words, language)
    if bare != words and is_plain_text(bare) and "?" in bare:
        return True
    return shows and (asks_of_entries(value, bare, language) or ASKS_IN_VAIN.search(fold(words)) is not None)


def checks_entries(value: Any, words: str, language: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a check is asked of a key, not of the form of the document: "check the phone, is it there for all"."""
    rest = re.sub(r"\b(?:check|pruf|verif|comprueb)\w*", " ", fold(words), flags=re.IGNORECASE)
    is_of_form = wanted(rest, "json").operation == "validate" or DOCUMENT_WORDS.search(rest) is not None
    return not is_of_form and speaks_of_keys(tables_of(value), rest, language)


def read_json_or_escaped(document: str, warnings: list[str]) -> tuple[Any] | Fault:
    """Return the value of a document, or of the one inside a JSON string; else why it cannot be read."""
    found = read_json(document, warnings)
    inner = unescaped(document) if isinstance(found, Fault) else ""
    plain = read_json(inner, warnings) if inner else found
    return plain if isinstance(plain, tuple) else found


def cleaned_answer(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    words: str,
) -> dict[str, Any] | None:
    """Return the answer with the cleaned document, or all of it as one string; None when neither is asked for."""
    wants_string = saved_type(value, words, "en") is None and unescaped_text(value, words, "en") is None
    wants_string = wants_string and not wants_named_key(value, fold(words))
    if wants_string and (string := as_string(value, words)) is not None:
        text = string[0][:LONGEST_RESULT]
        said = success(
            f"As one string:\n\n{code_block(text, 'json')}{beyond(string[0])}",
            report(source, asked, result=text, warnings=warnings),
        )
        return said | {"looked": [words[slice(*string[1])]]}
    if (clean_one := cleaned(value, words) or derived(value, words)) is None:
        return None
    looked = {"looked": pieces(words, [clean_one[2]])}
    return document_answer(clean_one[0], source, asked, warnings, f"{clean_one[1]}\n\n") | looked


def beyond(text: str) -> str:
    """Return how many characters more a result has than are shown, "" when all are."""
    return f"\n\n… (+{len(text) - LONGEST_RESULT:,})" if len(text) > LONGEST_RESULT else ""


def pieces(words: str, spans: list[tuple[int, int]]) -> list[str]:
    """Return the parts of the words that an answer is made from, those of two sentences apart."""
    parts = (part for start, end in spans for part in re.split(r"(?<=[?!]) ", words[start:end]))
    return [piece for part in parts if (piece := part.strip())]


def part_answer(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    spoken: Spoken,
) -> dict[str, Any] | None:
    """Return the answer to a question about a part of the document, None for others."""
    words = words_asked(value, spoken.words, spoken.language)
    spoken = spoken._replace(words=words)
    if (both := pair_answer(value, source, asked, warnings, spoken)) is not None:
        return both
    is_at_path = names_path(value, words)
    if not is_at_path and (nested := value_in_words(value, words, spoken.language)) is not None:
        return rows_answer(nested, report(source, asked, warnings=warnings), words)
    if (plain := plain_answer(value, words, spoken.language)) is not None:
        output = report(source, asked, result=plain[1][:LONGEST_RESULT] or None, warnings=warnings)
        made = success(plain[0] + told_part(plain[1], plain[0]), output)
        return made | {"looked": pieces(words, apart(words, [plain[2]])), "specific": True}
    if (kind := type_of(value, words)) is not None:
        return success(kind[0], report(source, asked, warnings=warnings)) | {"looked": [words[slice(*kind[1])]]}
    tables = tables_of(value) if re.search(r"[^\W\d_]{2}", words) and not asks_of_lists(value, words) else []
    placed = (
        list_totals(value, words, spoken.language)
        or nested_totals(value, words, spoken.language)
        or count_of_level(value, fold(words))
        or path_named(value, words, spoken.language)
        or entry_of_list(value, words, spoken.language)
    )
    found = None if placed else entries_answer(tables, words, spoken.language, spoken.before)
    looked = placed if placed or found else key_place(value, words) or only_value_asked(value, words)
    if found is None and looked is None:
        is_open = asked.operation != "validate" and asked.target == source
        is_question = is_open and (is_specific(words) or speaks_of_keys(tables, words, spoken.language))
        found = spoken_answer(tables, value, spoken, is_question=is_question)
    if found is not None:
        return rows_answer(found, report(source, asked, warnings=warnings), words)
    if looked is None:
        return None
    sentence, part, (start, end) = looked
    output = report(source, asked, result=part[:LONGEST_RESULT] or None, warnings=warnings)
    return success(sentence + told_part(part, sentence), output) | {"looked": pieces(words, [(start, end)])}


def entry_of_list(value: Any, words: str, language: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return the entry at a place of a list; None for other questions, and where a document has several lists and none is named."""
    if asks_of_lists(value, words):
        return None
    return of_two_places(words, lambda said: entry_at(value, said, language))


Looked = tuple[str, str, tuple[int, int]]


def of_two_places(words: str, look: Callable[[str], Looked | None]) -> Looked | None:
    """Return what is looked up, at each of two places where a question names two: "the first and the last user"."""
    if (both := TWO_PLACES.search(fold(words))) is None:
        return look(words)
    halves = (blanked(words, both.end("one"), both.end()), blanked(words, both.start(), both.start("other")))
    first, second = (look(" ".join(half.split())) for half in halves)
    if first is None or second is None:
        return None
    told = [f"{sentence}{told_part(part, sentence)}" for sentence, part, _ in (first, second)]
    return "\n\n".join(told), "", (0, len(words))


TWO_PLACES = re.compile(  # "the first and the last user"
    r"\b(?P<one>first|last|second|third|erste\w*|letzte\w*|zweite\w*|dritte\w*|premiere?|derniere?|deuxieme|primer[oa]?|ultim[oa]|segund[oa]),? (?:and|und|et|y) (?:the |der |die |das |den |le |la |el )?(?P<other>first|last|second|third|erste\w*|letzte\w*|zweite\w*|dritte\w*|premiere?|derniere?|deuxieme|primer[oa]?|ultim[oa]|segund[oa])\b",
    re.IGNORECASE,
)


def only_value_asked(value: Any, words: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return what a question looks up in a document; None for one value where it names another one, too."""
    looked = of_two_places(words, lambda said: looked_up(value, said))
    is_value = looked is not None and looked[0].startswith("`") and looked[0].endswith("` is:")
    return None if looked is not None and is_value and names_other_value(value, words, looked[2]) else looked


RELATES = re.compile(r"\b(?:differ\w*|gap|spread|range|distance|unterschied|differenz|abstand|spanne|ecart|diferencia|more|fewer|less|most|mehr|weniger|plus|moins|mas|menos|how much|what margin|what amount|wie ?viel|um wieviel|de combien|por cuanto|sorted|order\w*|sortiert|geordnet|triee?s?|classee?s?|ordenad[oa]s?|each|every|per|by|je\w*|pro|nach|chaque|par|cada|por)\b", re.IGNORECASE)  # fmt: skip


def value_in_words(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the value of a key that a question names with its branch, or whose text it wants plain; None for others."""
    return (
        stay_end(value, words, language)
        or keyed_answer(value, words, language)
        or entries_without_key(tables_of(value), words, language)
        or relation_answer(tables_of(value) if RELATES.search(fold(words)) else [], words, language)
        or unescaped_text(value, words, language)
        or branch_value(value, words, language)
        or nested_value(value, words, language)
        or wanted_values(value, words, language)
    )


SHORT_VALUE = re.compile(r"\"[^\"\\*`\n]{1,80}\"|-?\d[\d.eE+-]{0,30}|true|false|null")


def told_part(part: str, sentence: str) -> str:
    """Return a part of a document as it goes on from its sentence: a short value in the line, anything else as a block."""
    if not part or "**" in sentence:
        return ""
    short = SHORT_VALUE.fullmatch(part) if sentence.endswith(":") else None
    return f" **{part}**" if short else f"\n\n{code_block(part[:LONGEST_RESULT], '')}{beyond(part)}"


def pair_answer(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    spoken: Spoken,
) -> dict[str, Any] | None:
    """Return the answers to two questions of one message, one after the other; None where either has none of its own."""
    pair = question_pair(spoken.words)
    if pair is None:
        return None
    read = question_of(tables_of(value), pair[0], spoken.language)
    if read is not None and read.wish.conditions and speaks_of_them(pair[1]):
        return None
    try:
        answers = [part_answer(value, source, asked, warnings, spoken._replace(words=part)) for part in pair]
    except CannotError:
        return None
    made = [one for one in answers if one is not None and tells_something(one)]
    if len(made) != len(pair):
        return None
    joined = success("\n\n".join(one["answer"] for one in made), made[0]["output"])
    return joined | {"looked": [*pair, *(piece for one in made for piece in one["looked"])], "specific": True}


def tells_something(made: dict[str, Any]) -> bool:
    """Return whether an answer holds what was asked for: a figure, a part of the document, its keys."""
    return "**" in made["answer"] or bool(made["output"]["result"]) or made["answer"].startswith("Keys (")


def speaks_of_keys(tables: Sequence[Entries], words: str, language: str) -> bool:
    """Return whether words name keys of the entries and no work on the document: "names of users tagged b"."""
    read = question_of(tables, words, language)
    return read is not None and bool(read.seen) and not read.is_about_document


def spoken_answer(tables: Sequence[Entries], value: Any, spoken: Spoken, *, is_question: bool) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the values of keys that are named, one value in plain words, or what a question names and nothing has."""
    words, language = spoken.words, spoken.language
    if (listed := keys_listed(tables, words, language)) is not None:
        return listed
    if (named := named_value(value, words, language)) is not None:
        return named._replace(sentence=unread_note(tables, value, words, language) + named.sentence)
    return unanswered(tables, value, words, language) if is_question else None


def rows_answer(found: RowsAnswer, output: dict[str, Any], words: str) -> dict[str, Any]:
    """Return an answer about entries. Raises CannotError for one that only says what is not there."""
    if found.is_refusal:
        raise CannotError(found.sentence)
    made = success(found.sentence, output | {"result": found.part[:LONGEST_RESULT] or None})
    return made | {"looked": pieces(words, apart(words, found.spans)), "specific": True}


def apart(words: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places of a question; each word by itself where it is all of the words, as the document stands between them."""
    return [match.span() for match in WORD.finditer(words)] if spans == [(0, len(words))] else spans


def verdict(value: Any, source: str, asked: Wanted, language: str, *, checks: bool) -> str:  # noqa: ANN401 - any JSON value
    """Return what is said before a valid document: that it is one, and what was done with it."""
    said = SAID[language]
    if checks:
        what = described(value) if language == "en" else ""
        return f"{fill_in(said['yes'], format=TOLD[source])}{': ' + what if what else ''}."
    did = said[asked.operation]
    did = f"{did} → {TOLD[asked.target]}" if asked.target != source else did
    order = said["sorted"] if asked.sort else ""
    return f"{fill_in(said['valid'], format=TOLD[source])} {did}{order}:\n\n"


def document_answer(
    value: Any,  # noqa: ANN401 - any JSON value
    source: str,
    asked: Wanted,
    warnings: list[str],
    head: str,
    *,
    shown: bool = True,
) -> dict[str, Any]:
    """Return the document as it is asked for, behind a sentence about it; only the sentence without ``shown``."""
    result = written(sorted_keys(value, is_deep=not asked.is_outer_only) if asked.sort else value, asked)
    output = report(source, asked, result=result, warnings=warnings)
    notes = "".join(f"\n\n{warning}" for warning in warnings)
    if len(result) > LONGEST_RESULT:
        output["result"] = None
        return success(
            f"{head.rstrip(':.' + chr(10))}. {len(result):,} characters are too long for one answer.{notes}", output
        )
    return success(f"{head}{code_block(result, asked.target) if shown else ''}{notes}", output)


def report(source: str, asked: Wanted, **found: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """Return the answer as data: what was done, and the result or the error."""
    done = {
        "valid": found.get("error") is None,
        "format": source,
        "operation": asked.operation,
        "result_format": asked.target,
    }
    return {**done, "result": None, "error": None, "warnings": [], **found}


def success(answer: str, output: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with a result."""
    return {"answer": answer, "output": output, "confidence": 0.98, "status": "SUCCESS"}


def other_faults(document: str, fault: Fault, faults: Sequence[Fault]) -> list[Fault]:
    """Return the faults but the one that the reader of the document found, too: the nearest with nothing but a sign between."""
    lines = [0, *(match.end() for match in re.finditer(r"\n", document))]
    place = place_in(lines, fault)
    near = sorted(faults, key=lambda one: (abs(place_in(lines, one) - place), one.message != fault.message))
    first = near[0] if near else None
    if first is None:
        return []
    low, high = sorted((place_in(lines, first), place))
    is_same = low == high or (high - low == 1 and same_kind(first, fault)) or (first.message == fault.message and not document[low:high].strip())  # fmt: skip
    return [one for one in faults if not (is_same and one is first)]


def same_kind(one: Fault, other: Fault) -> bool:
    """Return whether two faults have the same message, or both are about how a number is written."""
    return one.message == other.message or ("a number" in one.message and "a number" in other.message)


def place_in(lines: Sequence[int], fault: Fault) -> int:
    """Return where a fault is in a document, by the places where its lines begin."""
    return lines[min(fault.line, len(lines)) - 1] + fault.column - 1


def faulty(document: str, source: str, asked: Wanted, fault: Fault, words: str, language: str) -> dict[str, Any]:
    """Return the answer for a document that cannot be read: all faults with the line of the first, and the repair when it is asked for."""
    lines = document.splitlines() or [""]
    line = lines[min(fault.line, len(lines)) - 1]
    start = max(0, fault.column - 60)
    shown = line[start : fault.column + 40].replace("\t", " ")
    pointer = " " * max(0, fault.column - 1 - start) + "^"
    error = {"line": fault.line, "column": fault.column, "message": fault.message, "hint": fault.hint, "shown": shown}
    value, faults = repaired(document) if source == "json" else (None, [])
    others = other_faults(document, fault, faults)[:MOST_SHOWN]
    errors = [
        {"line": one.line, "column": one.column, "message": one.message, "hint": one.hint} for one in [fault, *others]
    ]
    output = report(source, asked, error=error) | {"errors": errors}
    said = SAID[language]
    if source == "json" and FIX.search(fold(words)):
        text = written(
            value, asked._replace(operation="minify" if asked.operation == "minify" else "pretty", target="json")
        )
        output["result"] = text if len(text) <= LONGEST_RESULT else None
        changes = "\n".join(f"- {line_of(one, language)}" for one in faults[:MOST_SHOWN])
        changes += f"\n- … (+{len(faults) - MOST_SHOWN:,})" if len(faults) > MOST_SHOWN else ""
        return success(
            f"{said['repaired']}\n\n{code_block(text[:LONGEST_RESULT], 'json')}{beyond(text)}\n\n{changes}", output
        )
    message, hint = fault_in(language, fault.message), f" {fault_in(language, fault.hint)}" if fault.hint else ""
    place = code_block(f"{shown}\n{pointer}", "")
    where = f"{said['line']} {fault.line}, {said['column']} {fault.column}"
    more = (
        "\n\n"
        + fill_in(said["more"], n=len(others))
        + "\n"
        + "\n".join(f"- {line_of(one, language)}" for one in others)
        if others
        else ""
    )
    offer = f"\n\n{said['offer']}" if source == "json" else ""
    return success(
        f"{fill_in(said['no'], format=TOLD[source])}: {message}, {where}.{hint}\n\n{place}{more}{offer}", output
    )


def line_of(fault: Fault, language: str) -> str:
    """Return a fault in one line."""
    said = SAID[language]
    message, hint = fault_in(language, fault.message), fault_in(language, fault.hint)
    return f"{said['line']} {fault.line}, {said['column']} {fault.column}: {message}. {hint}".rstrip()


def read_json(document: str, warnings: list[str]) -> tuple[Any] | Fault:
    """Return the value in a tuple, or why it cannot be read. A key that is there twice is legal, and warned of."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) != len(items):
            twice = Counter(key for key, _ in items).most_common(1)[0][0]
            kept = compact(made[twice])[:80]
            warnings.append(
                f"The key {quoted(twice[:80])} is there twice in one object; most programs keep the last one: {kept}."
            )
        return made

    def constant(name: str) -> Any:  # noqa: ANN401 - the library's signature
        raise ValueError(name)

    text = document.lstrip("\ufeff")
    try:
        found = json.loads(
            text, parse_float=Literal, parse_int=Literal, parse_constant=constant, object_pairs_hook=pairs
        )
    except json.JSONDecodeError as error:
        if (quote := open_quote_before(text, error.pos)) is not None:
            line, begin = text.count("\n", 0, quote[1]) + 1, text.rfind("\n", 0, quote[1])
            return Fault(line, quote[1] - begin, *fault_of_quote(text, *quote))
        return Fault(error.lineno, error.colno, *explained(text, error))
    except ValueError as error:
        at = max(0, text.find(str(error)))
        return Fault(
            text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), f"JSON has no {error}", "Use null, or a text."
        )
    except RecursionError:
        raise CannotError("This document is nested too deeply for me.") from None
    return (found,)


def explained(text: str, error: json.JSONDecodeError) -> tuple[str, str]:
    """Return (what is wrong in plain words, what may help) for an error of the JSON reader."""
    rest = text[error.pos : error.pos + 20].partition("\n")[0]
    situation = f"{error.msg}\n{text[: error.pos].rstrip()[-2:]}\n{rest}"
    return next((said, hint) for pattern, said, hint in ERRORS if re.search(pattern, situation))


def measure(value: Any, depth: int = 0) -> None:  # noqa: ANN401 - any JSON value
    """Raise CannotError for a document that is too deep."""
    if depth > DEEPEST:
        raise CannotError(f"This document is nested more than {DEEPEST} levels deep; I stop there.")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        measure(inner, depth + 1)


def sorted_keys(value: Any, *, is_deep: bool) -> Any:  # noqa: ANN401 - any JSON value
    """Return a value with the keys of all its objects in order; of the outermost ones alone unless ``is_deep``."""
    if isinstance(value, dict):
        return {key: sorted_keys(value[key], is_deep=True) if is_deep else value[key] for key in sorted(value)}
    return [sorted_keys(item, is_deep=is_deep) for item in value] if isinstance(value, list) else value


def written(value: Any, asked: Wanted) -> str:  # noqa: ANN401 - any JSON value
    """Return the document in the format, form and indent that are asked for."""
    if asked.target == "json":
        return compact(value) if asked.operation == "minify" else pretty(value, " " * asked.indent, "")
    return "\n".join(yaml_text(value, " " * asked.indent, ""))


def described(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return what a value is, in words."""
    if isinstance(value, dict):
        return f"an object with {len(value)} {'key' if len(value) == 1 else 'keys'}"
    if isinstance(value, list):
        return f"a list of {len(value)} {'entry' if len(value) == 1 else 'entries'}"
    kinds = {Literal: "a number", str: "a text", bool: "true or false", type(None): "null"}
    return kinds[type(value)]
