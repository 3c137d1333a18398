"""Words against words: anagrams, which of two a text has more often, and what two short lists share."""

import re
from collections.abc import Callable

from config.builtins.text_statistics.word_questions import QUOTES, WordAnswer
from config.builtins.wording import cell, fill_in, fold

COMPARED_TEXTS = {
    "en": {"yes": "**Yes.**", "no": "**No.**", "letters": "{word}: {letters}", "anagram": "{verdict} Their letters in order: {sizes}.", "more": "{verdict} {sizes} (upper and lower case alike).", "same": "Equally often: {sizes}.", "often": "**{word}** is there more often: {sizes} (upper and lower case alike).", "first": "Only in {label}: {items}.", "both": "In both: {items}.", "one": "In one of them only: {items}.", "either": "Together, each once: {items}.", "none": "nothing"},
    "de": {"yes": "**Ja.**", "no": "**Nein.**", "letters": "{word}: {letters}", "anagram": "{verdict} Ihre Buchstaben sortiert: {sizes}.", "more": "{verdict} {sizes} (Groß- und Kleinschreibung gleich).", "same": "Gleich oft: {sizes}.", "often": "**{word}** kommt öfter vor: {sizes} (Groß- und Kleinschreibung gleich).", "first": "Nur in {label}: {items}.", "both": "In beiden: {items}.", "one": "Nur in einer von beiden: {items}.", "either": "Zusammen, jedes einmal: {items}.", "none": "nichts"},
    "fr": {"yes": "**Oui.**", "no": "**Non.**", "letters": "{word} : {letters}", "anagram": "{verdict} Leurs lettres dans l'ordre : {sizes}.", "more": "{verdict} {sizes} (majuscules et minuscules confondues).", "same": "Aussi souvent : {sizes}.", "often": "**{word}** est là plus souvent : {sizes} (majuscules et minuscules confondues).", "first": "Seulement dans {label} : {items}.", "both": "Dans les deux : {items}.", "one": "Dans une seule des deux : {items}.", "either": "Ensemble, une fois chacun : {items}.", "none": "rien"},
    "es": {"yes": "**Sí.**", "no": "**No.**", "letters": "{word}: {letters}", "anagram": "{verdict} Sus letras en orden: {sizes}.", "more": "{verdict} {sizes} (sin distinguir mayúsculas).", "same": "Igual de a menudo: {sizes}.", "often": "**{word}** aparece más: {sizes} (sin distinguir mayúsculas).", "first": "Solo en {label}: {items}.", "both": "En ambas: {items}.", "one": "Solo en una de las dos: {items}.", "either": "Juntas, una vez cada uno: {items}.", "none": "nada"},
}  # fmt: skip


QUESTION_LANGUAGES = {
    "de": r"zeilen?|eintrage|welche[rsn]?|wer|wie|nur|fehlt|fehlen|beiden|kommt|kommen|ofter|haufiger|seltener|sind|ist|ein|und|oder|der|die|das|stehen|steht|alle|ohne|mit",
    "fr": r"lignes?|quels?|quelles?|qui|seulement|manque|manquent|les|deux|est-ce|apparait|souvent|sont|est|et|ou|dans|une?|des|sans|avec|montre",
    "es": r"lineas?|que|cuales|quien|cuant[oa]s|solo|falta|faltan|ambas|aparece|sale|mas|menos|son|es|y|en|las?|los|sin|con|muestrame",
    "en": r"lines?|which|what|who|how|only|both|missing|not|does|do|is|are|the|and|or|of|with|without|show",
}


def question_language(question: str, language: str) -> str:
    """Return the language of a short question by its commonest words; ``language`` where two have as many of them."""
    words = re.findall(r"[a-z-]+", fold(question).lower())
    hits = {
        name: sum(re.fullmatch(pattern, word) is not None for word in words)
        for name, pattern in QUESTION_LANGUAGES.items()
    }
    best = [name for name, count in hits.items() if count == max(hits.values())]
    return best[0] if len(best) == 1 else language


def compared_answer(message: str, language: str) -> WordAnswer | None:
    """Return the answer to a question that compares words or lists which it names; None for other messages."""
    said = COMPARED_TEXTS[question_language(re.split(r"[:\n]", message, maxsplit=1)[0], language)]
    return anagram_answer(message, said) or oftener_answer(message, said) or lists_answer(message, said)


ANAGRAM_WORD = rf"(?:{QUOTES}(?P<NAME_q>[^\"'“”„«»‘’`\n]{{2,60}}){QUOTES}|(?P<NAME>(?!(?:this|that|it|these|those|they|words?|the|das|dies\w*|die|ces|estas|anagram\w*)\b)[^\W\d_][\w-]{{1,30}}))"
FIRST_WORD, SECOND_WORD, THIRD_WORD = (ANAGRAM_WORD.replace("NAME", name) for name in ("first", "second", "third"))
NOUN_BEFORE = r"(?:(?:the|die|das|les|le|las|la|los) )?(?:(?:words?|worter|wort|mots?|palabras?|names?|phrases?) )?"
AND_OR = r"(?:and|und|et|y|e|&)"
ANAGRAMS = tuple(
    re.compile(
        rf"\W{{0,3}}(?:hey|hi|ok|so|quick question|check if|tell me if|sag mir ob|dis-moi si|dime si)?\W{{0,3}}{pattern}[ ?.!]*",
        re.IGNORECASE,
    )
    for pattern in (
        rf"(?:are |is |sind |ist |son |est-ce que |{NOUN_BEFORE})*{FIRST_WORD}(?:, {THIRD_WORD},?)? {AND_OR} {NOUN_BEFORE}{SECOND_WORD}(?: (?:are|is|sind|sont|son|sont-ils|sont-elles|sont-ce))?(?: (?:really|truly|actually|wirklich|des|ein))*(?: anagram(?:s|m|me|mes|as|a)?)(?: (?:of each other|of one another|voneinander|l'un de l'autre))?",
        rf"(?:is|ist|es|est-ce que) {NOUN_BEFORE}{FIRST_WORD} (?:est |es )?(?:really |wirklich )?(?:an |ein |une |un )?anagram(?:m|me|a)? (?:of|von|zu|de) {NOUN_BEFORE}{SECOND_WORD}",
        rf"{NOUN_BEFORE}{FIRST_WORD} (?:est|es|ist|is)(?:-(?:il|elle))? (?:an |ein |une |un )?anagram(?:m|me|a)? (?:of|von|zu|de) {NOUN_BEFORE}{SECOND_WORD}",
        rf"anagrams?\W{{1,3}}{FIRST_WORD}(?: {AND_OR}|,) {SECOND_WORD}",
    )
)


def anagram_answer(message: str, said: dict[str, str]) -> WordAnswer | None:
    """Return whether words have the same letters, whatever their order and case."""
    folded = fold(message)
    match = next((found for pattern in ANAGRAMS if (found := pattern.fullmatch(folded)) is not None), None)
    if match is None:
        return None
    names = [
        name for name in ("first", "third", "second") for name in (name, f"{name}_q") if match.groupdict().get(name)
    ]
    words = [message[slice(*match.span(name))] for name in names]
    letters = ["".join(sorted(sign for sign in fold(word).casefold() if sign.isalnum())) for word in words]
    yes = len(set(letters)) == 1 and len({word.casefold() for word in words}) == len(words)
    sizes = ", ".join(
        fill_in(said["letters"], word=cell(word), letters=one) for word, one in zip(words, letters, strict=True)
    )
    sentence = fill_in(said["anagram"], verdict=said["yes" if yes else "no"], sizes=sizes)
    return WordAnswer(sentence, "anagram", yes, [[0, len(message)]])


COUNTED_WORD = rf"(?:(?:the|das|der|den|le|la|el|l') ?)?(?:(?P<NAME_noun>words?|wort|mot|palabra|term|name|letter|buchstabe|lettre|letra) )?(?:{QUOTES}(?P<NAME_q>[^\"'“”„«»‘’`\n]{{1,40}}){QUOTES}|(?P<NAME>(?!(?:once|twice|thrice|one|two|three|four|five|it|this|that|they|ein(?:mal)?|zwei(?:mal)?|drei(?:mal)?|es|das|une?|deux|trois|una|dos|tres|\d+)\b)[^\W_][\w-]{{0,30}}))"
FIRST_COUNTED, SECOND_COUNTED = (COUNTED_WORD.replace("NAME", name) for name in ("first", "second"))
IN_TEXT = r"(?: (?:in|im|dans|en|of)(?: (?:the|this|my|following|folgenden?|diesem|dem|le|ce|cette|la|el|este|esta|text|sentence|satz|texte|phrase|texto|frase|here))*)?"
OFTENER = tuple(
    re.compile(rf"\W{{0,3}}{pattern}{IN_TEXT}[ ?:.]*", re.IGNORECASE)
    for pattern in (
        rf"(?:does|do|is|are) {FIRST_COUNTED} (?:appear|occur|come up|show up|used|there|mentioned|appearing) (?:(?P<less>less|fewer)|more)(?: (?:often|frequently|times))? than {SECOND_COUNTED}(?: (?:does|do|is))?",
        rf"(?:kommt|kommen|ist|steht) {FIRST_COUNTED} (?:(?P<less>seltener)|ofters?|ofter|haufiger|mehr) (?:vor )?als {SECOND_COUNTED}(?: vor)?",
        rf"(?:est-ce que )?{FIRST_COUNTED} (?:est-il |est |apparait(?:-il|-elle)? |revient(?:-il)? )(?:(?P<less>moins)|plus)(?: souvent| de fois)?(?: utilise| present)? que {SECOND_COUNTED}",
        rf"(?:aparece|sale|esta) (?:(?P<less>menos)|mas)(?: veces| a menudo)? {FIRST_COUNTED} que {SECOND_COUNTED}",
        rf"(?:aparece|sale|esta) {FIRST_COUNTED} (?:(?P<less>menos)|mas)(?: veces| a menudo)? que {SECOND_COUNTED}",
        rf"(?P<which>(?:which|what|welches|quel|que|cual)(?: word| wort| mot| palabra)? (?:appears?|occurs?|comes? up|is used|is there|kommt|apparait|revient|aparece|sale) (?:more|ofter|haufiger|plus|mas)(?: often| souvent| veces| a menudo)?(?: vor)?)[,:]? {FIRST_COUNTED} (?:or|oder|ou|o) {SECOND_COUNTED}",
    )
)
OFTENER_PLACES = (
    re.compile(r"\A(?P<asked>[^:\n]{8,160}):\s*(?P<text>.+)\Z", re.DOTALL),
    re.compile(r"\A(?P<asked>[^?\n]{8,160}\?)\s*(?P<text>.+)\Z", re.DOTALL),
    re.compile(r"\A(?P<asked>[^\n]{8,160})\n\s*(?P<text>.+)\Z", re.DOTALL),
    re.compile(r"\A(?P<asked>[^\n]{8,160} (?:in|dans|en|im) )[\"“„«](?P<text>.+)[\"”“»]\W*\Z", re.DOTALL),
)


def oftener_answer(message: str, said: dict[str, str]) -> WordAnswer | None:
    """Return whether a text has one word more often than another one, or which of two it has more often."""
    for places in OFTENER_PLACES:
        place = places.match(message)
        asked = fold(place["asked"]) if place is not None else ""
        match = next((found for pattern in OFTENER if (found := pattern.fullmatch(asked)) is not None), None)
        if place is not None and match is not None:
            sentence, value = oftener_verdict(match, place["asked"], place["text"], said)
            return WordAnswer(sentence, "word", value, [apart(message, place, name) for name in ("asked", "text")])
    return None


def oftener_verdict(match: "re.Match[str]", asked: str, text: str, said: dict[str, str]) -> tuple[str, object]:
    """Return the sentence about two words with how often each occurs, and its value."""
    groups = match.groupdict()
    names = [name if groups[name] else f"{name}_q" for name in ("first", "second")]
    words = [asked[slice(*match.span(name))] for name in names]
    is_letters = re.match(r"letter|buchstabe|lettre|letra", groups["first_noun"] or "", re.IGNORECASE) is not None
    counts = [times_of(word, text, is_letter=is_letters and len(word) == 1) for word in words]
    sizes = ", ".join(f"“{cell(word)}” **{count:,}**" for word, count in zip(words, counts, strict=True))
    if groups.get("which"):
        if counts[0] == counts[1]:
            return fill_in(said["same"], sizes=sizes), 0
        winner = words[0] if counts[0] > counts[1] else words[1]
        return fill_in(said["often"], word=cell(winner), sizes=sizes), winner
    yes = counts[0] < counts[1] if groups.get("less") else counts[0] > counts[1]
    return fill_in(said["more"], verdict=said["yes" if yes else "no"], sizes=sizes), yes


def times_of(word: str, text: str, *, is_letter: bool) -> int:
    """Return how often a text has a word by itself, or a letter anywhere; whatever the case."""
    if is_letter:
        return text.casefold().count(word.casefold())
    return len(re.findall(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", text.casefold()))


SIDES = (
    "a|1|one|first|i|eins|erste[nr]?|un|premiere|premier|uno|primer[ao]?",
    "b|2|two|second|ii|zwei|zweite[nr]?|deux|deuxieme|seconde?|dos|segund[ao]",
)
LIST_NOUN = r"(?:lists?|listen?|listes?|listas?|group|gruppe|groupe|grupo|set|column|team)"
SIDE_LABELS = tuple(
    rf"(?:(?:the |die |la )?{LIST_NOUN} ?(?:{side})|(?:the |die |la )?(?:{side}) {LIST_NOUN}|{side})" for side in SIDES
)
TWO_LISTS = re.compile(
    rf"(?P<asked>[^:\n]{{0,160}}?(?:[?:.,;\n]|\s[-–—])?)(?<!\w)(?P<label_a>{SIDE_LABELS[0]}) ?[:=]\s*(?P<a>[^:=\n?]{{1,1000}}?)[\s;,.|/]+(?P<label_b>{SIDE_LABELS[1]}) ?[:=]\s*(?P<b>[^:=\n?]{{1,1000}})(?:\n(?P<after>[^\n]{{1,160}}))?\s*",
    re.IGNORECASE,
)
NAMED_LISTS = re.compile(  # "who came only on Tuesday?", with a line for each day
    r"(?P<asked>[^:\n]{1,160}[?:.]?)\n\s*(?P<label_a>[^\W\d_][\w ]{0,30}):[ \t]*(?P<a>[^:=\n]{1,1000})\n\s*(?P<label_b>[^\W\d_][\w ]{0,30}):[ \t]*(?P<b>[^:=\n]{1,1000})\s*(?P<after>)",
    re.IGNORECASE,
)
NAMED_LISTS_FIRST = re.compile(
    NAMED_LISTS.pattern.replace(r"(?P<asked>[^:\n]{1,160}[?:.]?)\n\s*", r"(?P<asked>)\s*", 1).replace(
        r"\s*(?P<after>)", r"\n\s*(?P<after>[^:\n]{1,160})", 1
    ),
    re.IGNORECASE,
)
LISTS_OVER_LINES = re.compile(  # a label on a line of its own, and each entry on one
    r"(?P<asked>[^\n]{1,160}?[?:.]?)\n\s*(?P<label_a>[^\W\d_][\w ]{0,30}):[ \t]*\n(?P<a>(?:[ \t]*[^:=\n]{1,80}\n+){1,100}?)\s*(?P<label_b>[^\W\d_][\w ]{0,30}):[ \t]*\n(?P<b>(?:[ \t]*[^:=\n]{1,80}(?:\n+|\Z)){1,100})(?P<after>)\s*",
    re.IGNORECASE,
)
LACKING = re.compile(  # "who didn't come?", of those who were invited and those who came
    r"(?:(?:so|and|hey|also|und) )?(?:who|which|what|whose|wer|was|welche[rs]?|wen|qui|quoi|quels?|quelles?|quien(?:es)?|que|cuales)\b[^?:\n]*?(?:n't|\b(?:not|never|missing|absent|still (?:to|has to|have to|needs?)|forgot\w*|didnt|hasnt|havent|isnt|arent|doesnt|dont|nicht|fehlt|fehlen|noch|pas|manque\w*|absente?s?|no|falta\w*))\b[^?:\n]*[?.!]*",
    re.IGNORECASE,
)
LISTS_LEAD = r"(?:(?:please|bitte|what'?s|can you|tell me|show me|show|list|give me|find|zeig mir|nenne|montre-moi|dime|dame|muestra(?:me)?|how many|wie viele|combien de|cuant[oa]s|which|what|who|whose|welche[rs]?|was|wer|quels?|quelles?|qui|que|quien(?:es)?|cuales) ){0,3}(?:of the |the |die |les |los |las )?(?:(?!only|nur|not|does|kommt|steht|ist|hat|vergleich|compar|unterschied|diferencia)[^\W\d_]{3,15} ){0,2}?(?:(?:is|are|was|were|came|come|appear|appears|occur|stand|do they|they|that|sind|ist|stehen|steht|kommen|kommt|waren|gibt es|sont|est|figurent|son|esta|estan|aparecen|hay|have|haben|ont|tienen|there|vor) ){0,3}"
LISTS_TAIL = r"(?: (?:vor|sind|stehen|kommen|lists?|listen|listes|listas|please|bitte|of them|there|come|too|only))*[ ?:.,;\n–—-]*"
BOTH_LISTS = r"(?:(?:in|on|to|dans|en|auf|a) )?(?:both|beiden|les deux|ambas|las dos|common|commun|comun|gemeinsam)(?: (?:the )?(?:lists?|listen|listes|listas|of them|groups|teams))?|(?:shared|the same|overlap|doppelt|gemeinsam)"
ONE_LIST = r"(?:only )?in (?:only |just |exactly )?one (?:list|of (?:the (?:two )?lists|them))(?: only)?|not in both(?: lists)?|nur in einer(?: (?:der beiden )?listen?| von beiden)?|(?:seulement )?dans une seule(?: (?:des )?(?:deux )?listes?)?|(?:solo )?en una sola(?: lista)?"
APART_LISTS = r"missing|absent|left out|fehlt|fehlen|manque|manquent|falta|faltan|(?:the )?difference|(?:the )?differences|different|der unterschied|die unterschiede|anders|la difference|les differences|differente?s?|la diferencia|las diferencias|diferentes?|(?:the )?differences? between (?:the|these|my|those)(?: two)? lists|(?:please )?(?:compare|diff) (?:the|these|my|those|both)(?: two)? lists|(?:der )?unterschied zwischen (?:den|diesen)(?: beiden| zwei)? listen|vergleiche? (?:die|diese|meine)(?: beiden| zwei)? listen|(?:les? )?differences? entre (?:ces|les)(?: deux)? listes|compare[rz]? (?:ces|les)(?: deux)? listes|(?:la )?diferencias? entre (?:estas|las)(?: dos)? listas|compara(?:r|me)? (?:estas|las)(?: dos)? listas"
EITHER_LIST = r"in (?:either|any)(?: (?:list|one|of (?:them|the lists)))?|(?:all )?(?:together|combined)(?: without (?:doubles|duplicates|repeats))?|in (?:mindestens )?einer (?:der beiden )?listen"


LIST_PLACES = (TWO_LISTS, NAMED_LISTS, NAMED_LISTS_FIRST, LISTS_OVER_LINES)


def is_part(lists: list[list[str]]) -> bool:
    """Return whether one of two lists holds every entry of the other, and more."""
    first, second = ({entry.casefold() for entry in entries} for entries in lists)
    return first < second or second < first


def lists_answer(message: str, said: dict[str, str]) -> WordAnswer | None:
    """Return what is in one, in both or in either of two short lists that a message holds; None for other messages."""
    folded = fold(message)
    found = next((match for lists in LIST_PLACES if (match := lists.fullmatch(folded)) is not None), None)
    if found is None:
        return None
    asked = " ".join([found["asked"].strip(), (found["after"] or "").strip()]).strip()
    labels = (
        [SIDE_LABELS[0], SIDE_LABELS[1]]
        if found.re is TWO_LISTS
        else [re.escape(found[name].strip()) for name in ("label_a", "label_b")]
    )
    lists = [entries_of(message[slice(*found.span(name))]) for name in ("a", "b")]
    way = way_of_lists(asked, labels) or ("apart" if LACKING.fullmatch(asked) and is_part(lists) else "")
    if not way or min(map(len, lists)) == 0 or max(map(len, lists)) < 2:
        return None
    return WordAnswer(
        sides_in_words(way, lists, [message[slice(*found.span(f"label_{side}"))].strip() for side in "ab"], said),
        "lists",
        way,
        [apart(message, found, name) for name in ("asked", "label_a", "a", "label_b", "b", "after") if found[name]],
    )


def apart(message: str, place: "re.Match[str]", name: str) -> list[int]:
    """Return the span of a question or text without the spaces and colon at its ends, which keep the two apart."""
    start, end = place.span(name)
    text = message[start:end]
    return [start + len(text) - len(text.lstrip()), start + len(text.rstrip(" \n\t:"))]


def way_of_lists(asked: str, labels: list[str]) -> str:
    """Return what is asked of two lists: "a" or "b" for what is in that one only, "apart" for both of these, "both", "one" or "either"; "" for anything else."""
    first, second = (
        rf"(?:(?:the |my |die |der |meiner? |la |le |el |ma |mi )?(?:{label})(?: {LIST_NOUN})?)" for label in labels
    )
    placed = r"(?:in|on|from|of|at|to|auf|aus|dans|en|de|am)"
    ways = {}
    for name, here, there in (("a", first, second), ("b", second, first)):
        ways[name] = (
            rf"(?:only|just|nur|seulement|uniquement|solo|exclusively) {placed} {here}(?: only)?|{placed} {here}(?: only| alone)|{placed} {here}(?:,)? (?:but|and|aber|und|mais|et|pero|y) (?:not|nicht|pas|no)(?: {placed})? {there}"
            rf"|(?:missing|absent)(?: {placed})? {there}|(?:not|nicht) {placed} {there}|(?:fehlt|fehlen) {placed} {there}|{placed} {there} (?:fehlt|fehlen)|(?:manque|manquent) (?:{placed} )?{there}|(?:falta|faltan) {placed} {there}|unique to {here}|new in {here}"
        )
    asked = re.sub(r"\A\W*(?:(?:i have|here are|these are|ich habe|voici|tengo) )?(?:the |these )?(?:two|2|zwei|deux|dos) (?:lists|listen|listes|listas)\W+", "", asked, flags=re.IGNORECASE)  # fmt: skip
    asked = re.sub(r"\b(who|what)'s\b", r"\1 is", asked, flags=re.IGNORECASE)
    ways |= {"both": BOTH_LISTS, "one": ONE_LIST, "either": EITHER_LIST, "apart": APART_LISTS}
    fitting = [
        name
        for name, pattern in ways.items()
        if re.fullmatch(rf"\W*{LISTS_LEAD}(?:{pattern}){LISTS_TAIL}", asked, re.IGNORECASE)
    ]
    if "one" in fitting:  # "in one list", which is not "in list one"
        return "one"
    return fitting[0] if len(fitting) == 1 else ""


def entries_of(text: str) -> list[str]:
    """Return the entries of a list: between commas or semicolons, else its words."""
    parts = [part.strip(" .\t\n") for part in re.split(r"[,;]", text) if part.strip(" .\t\n")]
    parts = parts if len(parts) > 1 else text.strip(" .\t\n").split()
    return [re.sub(r"\A(?:and|und|et|y) ", "", part) for part in parts]


def sides_in_words(way: str, lists: list[list[str]], labels: list[str], said: dict[str, str]) -> str:
    """Return the sentence about two lists; entries that differ in their case only are the same."""
    if way == "apart":
        return "\n\n".join(sides_in_words(side, lists, labels, said) for side in "ab")
    first, second = ({entry.casefold(): entry for entry in reversed(entries)} for entries in lists)
    ordered = dict.fromkeys(entry.casefold() for entries in lists for entry in entries)
    tests: dict[str, Callable[[str], bool]] = {
        "a": lambda key: key in first and key not in second, "b": lambda key: key in second and key not in first, "both": lambda key: key in first and key in second,
        "one": lambda key: (key in first) is not (key in second), "either": lambda key: True,
    }  # fmt: skip
    items = [first.get(key, second.get(key, "")) for key in ordered if tests[way](key)]
    shown = f"**{', '.join(cell(item) for item in items)}** ({len(items):,})" if items else f"**{said['none']}**"
    label = labels["ab".index(way)] if way in ("a", "b") else ""
    return fill_in(said["first" if label else way], label=cell(label), items=shown)
