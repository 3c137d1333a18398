"""The word beside another one in a text, and the letters of several words that a question names."""

import re

from config.builtins.text_statistics.finding import POINTING
from config.builtins.text_statistics.measures import WORD
from config.builtins.text_statistics.picked_parts import PICK_NTH, PICK_NTHS, pick_number
from config.builtins.text_statistics.text_changes import text_places
from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.wording import cell, fill_in, fold

NEIGHBOUR_TEXTS = {
    "en": {"before": "Right before “{word}”{which}: {found}.", "after": "Right after “{word}”{which}: {found}.", "which": " (no. {n} of {total})", "none": "no word", "gone": "“{word}” is not in the text as a word.", "few": "“{word}” is in the text only {total} times.", "letter": "“{letter}”: {sizes}. Together: **{total}** (upper and lower case alike).", "unit": "{sizes}. Together: **{total}**."},
    "de": {"before": "Direkt vor „{word}“{which}: {found}.", "after": "Direkt nach „{word}“{which}: {found}.", "which": " (Nr. {n} von {total})", "none": "kein Wort", "gone": "„{word}“ steht nicht als Wort im Text.", "few": "„{word}“ steht nur {total}-mal im Text.", "letter": "„{letter}“: {sizes}. Zusammen: **{total}** (Groß- und Kleinschreibung gleich).", "unit": "{sizes}. Zusammen: **{total}**."},
    "fr": {"before": "Juste avant « {word} »{which} : {found}.", "after": "Juste après « {word} »{which} : {found}.", "which": " (n° {n} sur {total})", "none": "aucun mot", "gone": "« {word} » n'est pas un mot du texte.", "few": "« {word} » n'est que {total} fois dans le texte.", "letter": "« {letter} » : {sizes}. Ensemble : **{total}** (majuscules et minuscules confondues).", "unit": "{sizes}. Ensemble : **{total}**."},
    "es": {"before": "Justo antes de «{word}»{which}: {found}.", "after": "Justo después de «{word}»{which}: {found}.", "which": " (n.º {n} de {total})", "none": "ninguna palabra", "gone": "«{word}» no está en el texto como palabra.", "few": "«{word}» está solo {total} veces en el texto.", "letter": "«{letter}»: {sizes}. Juntas: **{total}** (sin distinguir mayúsculas).", "unit": "{sizes}. Juntas: **{total}**."},
}  # fmt: skip
BESIDE_WAYS = {
    "before": r"before|precedes|preceding|preceded|comes ahead of|in front of|vor|vorm|avant|precede|devant|antes (?:de|del)|delante (?:de|del)|precede al?",
    "after": r"after|follows|following|behind|nach|hinter|folgt auf|folgt|apres|suit|derriere|despues (?:de|del)|detras (?:de|del)|tras|sigue al?",
}
BESIDE_NOUN = r"(?:(?:the|das|dem|le|la|el|ein) ){0,2}?(?:(?:word|wort|mot|palabra) )?"
BESIDE_VERB = r"(?:(?:is|are|that|comes|come|stands|appears|goes|sits|occurs|there|the|one|word|do you find|ist|steht|kommt|est|vient|se trouve|figure|arrive|qui|es|la|que|va|viene|esta|aparece|hay|right|directly|immediately|just|straight|always|direkt|genau|unmittelbar|gleich|juste|directement|immediatement|justo|inmediatamente|directamente) ){0,6}"
BESIDE = re.compile(
    rf"\W*(?:(?:please|hi|hey|bitte|tell me|sag mir|dis-moi|dime),? )?(?:what|which|welches|was fur ein|quel|quelle|que|cual)(?: is| est| es)?(?: the| le| la)? ?(?:word|wort|mot|palabra)? {BESIDE_VERB}(?P<way>{'|'.join(BESIDE_WAYS.values())}) "
    rf"(?:(?:the|dem|der|den|das|le|la|l'|el|each|every) ?)?(?:{PICK_NTH} )?(?:(?:time|occurrence|instance|word|wort|mot|palabra|vorkommen|occurrence)(?: of| von| de)? )?{BESIDE_NOUN}[\"'“„«»‘]? ?(?P<word>[^\W_][\w-]*(?:'\w+)?) ?[\"'”“«»’]?(?: (?P<last>ultim[oa]|dernier))?"
    r"(?: (?:steht|kommt|vient|est|occurs|appears|there))?(?: (?:in|here|this|the|following|sentence|text|line|phrase|hier|im|in diesem|folgenden|satz|dans|ce|cette|texte|ici|en|esta|este|frase|texto|aqui)){0,4}[ ?:.,!]*",
    re.IGNORECASE,
)
BEHIND_QUESTION = re.compile(r"\A[^?\n]{1,200}\?\s*(?P<text>\S.+)\Z", re.DOTALL)


def neighbour_answer(message: str, language: str) -> WordAnswer | None:
    """Return the word that stands before or after another one in a text; None for other messages."""
    behind = BEHIND_QUESTION.search(message)
    for place in [*text_places(message), *([behind] if behind is not None else [])]:
        start, end = place.span("text")
        question = f"{message[:start].rstrip()} {message[end:]}"
        match = BESIDE.fullmatch(fold(question)) if len(question) < 250 else None
        if match is not None and WORD.search(message[start:end]):
            sentence, value = beside_word(match, question, message[start:end], NEIGHBOUR_TEXTS[language])
            asked = len(message[:start].rstrip(" \n:"))
            return WordAnswer(
                sentence, "word", value, [span for span in ([0, asked], [start, end]) if span[0] < span[1]]
            )
    return None


def beside_word(match: "re.Match[str]", question: str, text: str, said: dict[str, str]) -> tuple[str, str]:
    """Return the sentence about the words beside another one, and these words."""
    word = question[slice(*match.span("word"))]
    way = next(name for name, pattern in BESIDE_WAYS.items() if re.fullmatch(pattern, match["way"], re.IGNORECASE))
    words = WORD.findall(text)
    places = [place for place, one in enumerate(words) if one.casefold() == word.casefold()]
    if not places:
        return fill_in(said["gone"], word=cell(word)), ""
    ordinal = match["nth"] or ("last" if match["last"] else "")
    nth = pick_number(ordinal.lower(), PICK_NTHS) if ordinal else 0
    if abs(nth) > len(places):
        return fill_in(said["few"], word=cell(word), total=len(places)), ""
    chosen = [places[nth - 1 if nth > 0 else nth]] if nth else places
    step = -1 if way == "before" else 1
    beside = [words[place + step] if 0 <= place + step < len(words) else said["none"] for place in chosen]
    number = places.index(chosen[0]) + 1
    which = fill_in(said["which"], n=number, total=len(places)) if nth and len(places) > 1 else ""
    found = ", ".join(f"**{cell(one)}**" for one in beside[:20])
    return fill_in(said[way], word=cell(word), which=which, found=found), ", ".join(beside[:20])


NAMED_WORD = r"(?:[\"'“„«»‘] ?[^\W\d_][\w-]*(?: [\w-]+){0,3} ?[\"'”“«»’]|[^\W\d_][\w-]+)"
NAMED_WORDS = rf"(?P<words>{NAMED_WORD}(?:, ?{NAMED_WORD}){{0,9}},? (?:and|und|et|y|e|&|\+|plus) {NAMED_WORD})"
LETTER_NAMED = r"[\"'“„«»‘]?(?P<letter>[^\W\d_])(?:[\"'”“«»’]?s\b)?[\"'”“«»’]?"
HOW_MANY_NAMED = r"(?:how (?:many times|often|many)|count|number of|wie (?:oft|viele)|combien(?: de fois)?(?: de)?|cuantas veces|cuant[oa]s)"
TOGETHER = r"(?P<joined>(?: (?:taken )?(?:together|combined|altogether|in total|in all|each|both|put together|zusammen(?:genommen)?|insgesamt|zusammen|jeweils|ensemble|au total|en tout|reunis|confondus|chacun|juntas|juntos|en total|en conjunto|sumadas)){0,2})"
LETTER_FILLER = r"(?:(?:does|do|is|are|the|kommt|kommen|gibt es|stecken|steckt|sind|ist|hat|der|den|die|das|y a-t-il|il y a|apparait|se trouve|la|le|les|hay|aparece|aparecen|las|el|letters?|buchstaben?|lettres?|letras?|characters?|there|turns?|appears?|occurs?|shows?|comes?|up|used|haben|ont|tienen|have|has|in total) ){0,6}"
LETTERS_OVER = re.compile(
    rf"\W*(?:(?:please|hi|hey|so|and|bitte),? )?{HOW_MANY_NAMED} {LETTER_FILLER}(?:d')?{LETTER_NAMED} {LETTER_FILLER}(?:in|im|dans|en|inside|across|do|does|haben|ont|tienen|have|entre) (?P<noun>(?:(?:the|den|les|las|both) )?(?:words|wortern|worter|mots|palabras|names) )?{NAMED_WORDS}(?: (?:have|has|haben|contain|got|vor|drin))?{TOGETHER}[ ?.!]*",
    re.IGNORECASE,
)
UNITS_OVER = {
    "letters": r"letters?|buchstaben|lettres|letras",
    "vowels": r"vowels?|vokale|voyelles|vocales",
    "consonants": r"consonants?|konsonanten|consonnes|consonantes",
}
UNIT_OVER = re.compile(
    rf"\W*(?:(?:please|hi|hey|so|and|bitte),? )?{HOW_MANY_NAMED} (?:de )?(?P<unit>{'|'.join(UNITS_OVER.values())}) {LETTER_FILLER}(?:in |im |dans |en |y a-t-il dans |ont |tienen |haben )?(?P<noun>(?:(?:the|den|die|les|las|both) )?(?:words|wortern|worter|mots|palabras|names) )?{NAMED_WORDS}(?: (?:have|has|haben|contain|got))?{TOGETHER}[ ?.!]*",
    re.IGNORECASE,
)
UNIT_TESTS = {
    "letters": str.isalpha,
    "vowels": lambda sign: fold(sign).lower() in tuple("aeiou"),
    "consonants": lambda sign: sign.isalpha() and fold(sign).lower() not in "aeiou",
}


def letters_over_words(message: str, language: str) -> WordAnswer | None:
    """Return how often a letter is in several words that a question names, or how many letters they have; None for other messages."""
    folded = fold(message)
    match = LETTERS_OVER.fullmatch(folded) or UNIT_OVER.fullmatch(folded)
    if match is None:
        return None
    start, end = match.span("words")
    words = [one.strip("\"'“”„«»‘’ ") for one in re.split(r",|\s(?:and|und|et|y|e|&|\+|plus)\s", message[start:end])]
    words = [one for one in words if one]
    is_sure = match["joined"] or match["noun"] or re.match(r"[\"'“„«»‘]", match["words"])
    if not is_sure or any(POINTING.fullmatch(one) for one in words):
        return None
    said, letter = NEIGHBOUR_TEXTS[language], match.groupdict().get("letter")
    if letter:
        letter = message[slice(*match.span("letter"))]
        counts = [letters_in(letter, word) for word in words]
    else:
        unit = next(name for name, pattern in UNITS_OVER.items() if re.fullmatch(pattern, match["unit"], re.IGNORECASE))
        counts = [sum(map(UNIT_TESTS[unit], word)) for word in words]
    sizes = ", ".join(f"{cell(word)} **{count}**" for word, count in zip(words, counts, strict=True))
    sentence = fill_in(said["letter" if letter else "unit"], letter=cell(letter or ""), sizes=sizes, total=sum(counts))
    return WordAnswer(sentence, "letter" if letter else "letters", sum(counts), [[0, len(message)]])


def letters_in(letter: str, word: str) -> int:
    """Return how often a letter is in a word, whatever its case; a plain one also where it has an accent."""
    body = word if not letter.isascii() else fold(word)
    return body.casefold().count(letter.casefold())


ONLY_THAT_WORD = re.compile(  # "Only those two words." behind a question that names them
    r"(?<=[?.!:,)])\s*\(?(?:(?:just|only|nur|bloss|seulement|juste|uniquement|rien que|solo|solamente|unicamente|bitte|please|nothing but) ){1,3}(?:(?:the|that|those|this|these|das|dieses|diese[ns]?|die|den|le|ce|ces|cet|la|cette|esa|esta|esas|estas|el|las|2|two|three|zwei|beiden|drei|deux|dos|tres|one|single|eine) ){0,3}(?:words?|wort|worter|mots?|palabras?|names?|ones?)(?: (?:please|bitte|alone|allein|svp|por favor|itself))?[ .!)]*\Z",
    re.IGNORECASE,
)


def only_that_word(message: str) -> tuple[int, int] | None:
    """Return the place of a last sentence that says that only the named words are meant; None without one."""
    match = ONLY_THAT_WORD.search(fold(message))
    return match.span() if match is not None else None
