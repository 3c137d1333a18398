"""Answers what is asked about a text: counts, its words and letters, reading time, limits, readability."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.text_statistics.brief_orders import sum_of_numbers
from config.builtins.text_statistics.compared_texts import left_out_behind, longer_text, overused_word, places_before
from config.builtins.text_statistics.counted_parts import (
    CountedPart,
    blank_spans,
    counted_part,
    folded_line,
    unread_constraints,
    whole_word_remarks,
)
from config.builtins.text_statistics.document_values import value_of_key
from config.builtins.text_statistics.finding import BACK, STARTS_ASKING, Found, text_in
from config.builtins.text_statistics.measures import (
    COMMON,
    LEAST_WORDS,
    READING_WPM,
    SPEAKING_WPM,
    WORD,
    measured,
    sentences_of,
)
from config.builtins.text_statistics.mixed_wishes import (
    KEEPS_REPEATS,
    LongNumbers,
    each_letter,
    ends_before_remark,
    long_numbers,
    order_before_count,
)
from config.builtins.text_statistics.picked_parts import PickedPart, picked_part
from config.builtins.text_statistics.punctuation_signs import signs_in
from config.builtins.text_statistics.questions import EMPTY_SAID, EXCLUDED_WORDS, Question, questions
from config.builtins.text_statistics.replies import LABELS, LEVELS, TEXTS
from config.builtins.text_statistics.resumed_counts import resumed_count
from config.builtins.text_statistics.spoken_counts import ONLY_ITSELF, in_usual_words
from config.builtins.text_statistics.table_texts import is_table_to_compute
from config.builtins.text_statistics.talk_texts import items_answer, items_sentence, rest_of_change, text_of_talk
from config.builtins.text_statistics.text_bounds import Bounds, bounded, bounds_note, limit_note
from config.builtins.text_statistics.text_changes import (
    COUNTING,
    IS_JSON,
    SPACING,
    TextChange,
    changed_text,
    steps_of,
    text_places,
    wished_change,
)
from config.builtins.text_statistics.text_differences import differences_answer
from config.builtins.text_statistics.told_claims import claim_verdict
from config.builtins.text_statistics.told_word_counts import ToldWords, is_other_work, told_words
from config.builtins.text_statistics.unread_text import unread_of_question
from config.builtins.text_statistics.word_neighbours import letters_over_words, neighbour_answer, only_that_word
from config.builtins.text_statistics.word_questions import WordAnswer, word_answer
from config.builtins.text_statistics.word_relations import compared_answer
from config.builtins.text_statistics.word_shares import word_share
from config.builtins.text_statistics.worded_lines import CHOOSES_LINES, lines_answer
from config.builtins.wording import (
    blanked,
    cell,
    clean,
    code_block,
    file_text,
    fill_in,
    fold,
    found_spans,
    language_of,
    localized,
    merged,
    nothing,
    spoken_language,
)

MOST_FILE = 8 * 2**20  # characters of a file that are read: as much as it may hold; the answer says when there are more
WORDS_A_PAGE = 500
LIMITS = {"tweet": 280, "sms": 160, "text message": 160, "meta description": 160}
Answer = tuple[str, str, object]  # the sentence, what it is about, its value


LEADING_ARROW = re.compile(r"\A([^:\n\"“„«]{4,80}?\w) ?(?:->|=>|→|—>)(?=[ \n])")  # "count the words -> …"


ASKING_LEAD = re.compile(r"\A[^:\n\"“„«]{6,80}(?=[:\n])")


ASKING_TAIL = re.compile(r"(?<=[\"”»]) *[^\"“”„«»\n]{6,80}\Z")


QUOTED_BIT = re.compile(r"(?<!\w)['\"“„«‘‚][^'\"“”„«»‘’\n]{3,300}['\"“”»’](?!\w)")


def asked_language(message: str, payload: dict[str, Any]) -> str:
    """Return the language of the question before or behind a text, which may be in another one; of the whole where that tells none."""
    asking = ASKING_LEAD.match(message) or ASKING_TAIL.search(message)
    around = QUOTED_BIT.sub(" ", message) if asking is None else message
    found = language_of(asking.group(), "") if asking else language_of(around, "") if around != message else ""
    return found if found in ("en", "de", "fr", "es") else spoken_language(message, payload)


def handle(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(text=True, items=True), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message, a count that is asked in other words as one in the usual ones."""
    message = clean(payload.get("text", ""))
    if (aside := lead_or_sign_remark(message)) is not None:
        made = answer_to_plain({**payload, "text": blanked(message, *aside)}, ctx)
        return {**made, "used": merged([*made["used"], list(aside)], len(message))}
    usual = None if payload.get("files") else in_usual_words(message)
    if usual is None:
        return handled(payload, message, ctx)
    made = handled({**payload, "text": usual.text}, usual.text, ctx)
    if made["status"] != "SUCCESS":
        return handled(payload, message, ctx)
    used = [usual.span(start, min(end, len(usual.text))) for start, end in made["used"] if start < len(usual.text)]
    if (remark := ONLY_ITSELF.search(message)) is not None and not ONLY_ITSELF.search(usual.text):
        used.append(list(remark.span()))
    return {**made, "used": merged(used, len(message))}


def handled(payload: dict[str, Any], message: str, ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Answer one message; a sentence that only names the meant words, or the key of a value, is no text."""
    if (moved := left_out_behind(message)) is not None:
        made = message_answer({**payload, "text": moved[0]}, ctx)
        return {**made, "used": merged(places_before(made["used"], moved[1], moved[2]), len(message))}
    if (valued := value_of_key(message)) is not None:
        made = message_answer({**payload, "text": valued.message}, ctx)
        if made["status"] == "SUCCESS":
            return {**made, "used": merged([*made["used"], *valued.spans], len(message))}
    only = only_that_word(message)
    if only is None:
        return message_answer(payload, ctx)
    made = message_answer({**payload, "text": message[: only[0]].ljust(len(message))}, ctx)
    return {**made, "used": merged([*made["used"], list(only)], len(message))}


PURPOSE_AHEAD = re.compile(  # "For the shop's web page: which of my sentences is the longest?"
    r"\A\W*(?:(?:it'?s|this is|das ist|c'est|es) )?(?:for|fur|pour|para) (?:an?|the|my|our|his|her|their|das|den|die|eine?n?|mein\w*|unser\w*|une?|la|le|mon|ma|notre|una?|el|mi|nuestr[oa])\b[^:?.!\d\n\"“„«]{2,50}: ?"
    r"(?=(?:how|which|what|count|is|does|wie|welche\w*|zahle?|hat|ist|combien|quel\w*|compte[rz]?|cuant[oa]s|cual|cuenta)\b[^:\n]{5,120}[?.:!])",
    re.IGNORECASE,
)
SIGN_REMARK = re.compile(  # "mind that “Mr.” is no full stop"
    r",? ?(?:and |und |et |y )?(?:please )?(?:\(|\b)(?:mind(?: you)?|note|careful|remember|keep in mind|bear in mind|beachte|denk dran|achtung|attention|ojo)?,? ?(?:that |dass |que )?"
    r"(?:the (?:dot|full stop|point) (?:in|of|after|behind) )?[\"'“„«](?P<short>[A-Za-z][\w.]{0,8}\.)[\"'”“»] (?:is|does|doesn't|isn't|do|ist|zahlt|est|n'est|es|no es|is not|does not)(?: not| no| nicht| kein| pas)?"
    r"(?: (?:an?|the|un|une|el|das|count as an?|end (?:an?|the)|end of an?|ending (?:an?|the)|as an?))* ?(?:full stop|sentence(?: end)?|period|end(?: of (?:a|the) sentence)?|satzende|punkt|point|fin(?: de phrase)?|punto|sentence)\b\)?",
    re.IGNORECASE,
)


def lead_or_sign_remark(message: str) -> tuple[int, int] | None:
    """Return the place of a purpose in front of a question, or of a remark on an abbreviation that ends no sentence."""
    flat = fold(message)
    lead = PURPOSE_AHEAD.match(flat)
    remark = SIGN_REMARK.search(flat)
    if remark is not None and (":" not in flat[remark.end() :] and "\n" not in flat[remark.end() :]):
        remark = None
    found = lead or remark
    return found.span() if found is not None else None


def message_answer(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Answer one message that holds a text or names a file, or speaks of the one before."""
    message = LEADING_ARROW.sub(lambda arrow: f"{arrow[1]}:".ljust(len(arrow.group())), clean(payload.get("text", "")))
    language = asked_language(message, payload)
    if not payload.get("files") and (direct := named_answer(message, language)) is not None:
        return direct_answer(direct, message)
    if not payload.get("files") and (told := told_words(message)) is not None:
        return time_of_words(told, message, language)
    if not payload.get("files") and (is_other_work(message) or is_table_to_compute(message)):
        return nothing(f"{TEXTS[language]['missing']} {TEXTS[language]['help']}", message)
    turns = [
        {**turn, "text": clean(turn.get("text", ""))}
        for turn in payload.get("history", [])
        if clean(turn.get("text", "")).strip()
    ]
    if (counted_again := count_of_other(message, turns, payload, language)) is not None:
        return counted_again
    follows = any(questions(turn["text"], "en", str)[0] for turn in turns[-2:] if turn.get("role") == "user")
    files = list(payload.get("files", []))
    made = None if files else made_of_text(payload, message, turns, language)
    if made is not None:
        return made
    if NEEDS_MODEL.search(fold(message)[:LONGEST_ORDER]):
        return nothing(f"{MODEL_TEXTS[language]} {TEXTS[language]['help']}", message)
    found = text_in(without_excluded_quotes(message), follows=follows)
    if files and (found is None or found.end - found.start == len(message)):
        return of_file(message, files, ctx, language)
    found = None if found is not None and ends_before_remark(message, found.start) else found
    items = items_answer(message, lambda: found or (earlier_of(turns, message, ctx) if turns else None), language)
    return items or of_bounded_text(message, found, turns, ctx, language)


def of_bounded_text(
    message: str,
    found: Found | None,
    turns: list[dict[str, Any]],
    ctx: Any,  # noqa: ANN401 - as above
    language: str,
) -> dict[str, Any]:
    """Answer a question about a text without what stands around it in the message."""
    if found is None:
        return of_text(message, found, turns, ctx, language)
    bounds = bounded(message, found)
    asked = blanked(blanked(message, bounds.found.end, found.end), *(bounds.task or (0, 0)))
    return with_bounds(of_text(asked, bounds.found, turns, ctx, language), message, bounds, language)


def with_bounds(made: dict[str, Any], message: str, bounds: Bounds, language: str) -> dict[str, Any]:
    """Return an answer on a text with what was taken off around it: from where it is counted, and the limit that is told."""
    notes = [limit_note(made["answer"], message, bounds, language), bounds_note(bounds, language)]
    told = " ".join(note for note in notes if note)
    if made["status"] != "SUCCESS" or not told:
        return made
    head, gap, rest = made["answer"].partition("\n")
    used = merged([*made["used"], list(bounds.task)], len(message)) if bounds.task else made["used"]
    return {**made, "answer": f"{head} {told}{gap}{rest}", "used": used}


def made_of_text(
    payload: dict[str, Any], message: str, turns: list[dict[str, Any]], language: str
) -> dict[str, Any] | None:
    """Return the answer with a part of a text, or with the text in another form and perhaps its count; None for others."""
    if (numbers := long_numbers(message)) is not None:
        return numbers_answer(numbers, message, language)
    if (picked := picked_part(message, text_places(message))) is not None:
        return picked_answer(picked, message, language)
    if (ordered := change_behind(message)) is not None:
        return with_change(answer_to_plain({**payload, "text": message[: ordered.place[0]]}, None), ordered, message)
    place = None if rest_of_change(message)[0] else order_before_count(message)
    return order_and_count(payload, message, place) if place else change_answer(message, turns, language)


def named_answer(message: str, language: str) -> WordAnswer | None:
    """Return the answer to a question that names its words, its lists or which lines of a text it wants."""
    return (
        longer_text(message, language)
        or overused_word(message, language)
        or each_letter(message)
        or word_share(message, language)
        or letters_over_words(message, language)
        or word_answer(message, language)
        or neighbour_answer(message, language)
        or compared_answer(message, language)
        or differences_answer(message, language)
        or lines_answer(message, language)
    )


def count_of_other(
    message: str, turns: list[dict[str, Any]], payload: dict[str, Any], language: str
) -> dict[str, Any] | None:
    """Return the answer to "and acid?" behind a question about how often a word occurs; None for other messages."""
    said = [turn["text"] for turn in turns if turn.get("role") == "user"]
    again = resumed_count(message, said, language) if said and not payload.get("files") else ""
    answer = answer_to_plain({**payload, "text": again, "history": []}, None) if again else nothing("", message)
    is_counted = answer["status"] == "SUCCESS" and not answer.get("general")
    return {**answer, "used": [[0, len(message)]]} if is_counted else None


LONGEST_ORDER = 60  # characters at the start of a message, where its verb is
NEEDS_MODEL = re.compile(
    r"\A\W*(?:(?:hi|hello|hey|hallo|bonjour|salut|hola|please|pls|can you|could you|would you|i (?:want|need) you to|bitte|kannst du|konntest du|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|(?:tu|vous) (?:peux|pouvez|pourrais|pourriez)|est-ce que (?:tu|vous) (?:peux|pouvez)|puedes|podrias|me|mir|das|diesen text|nous|nos)[,!.]? ){0,4}"
    r"(?:translate|summari[sz]e|paraphrase|rephrase|rewrite|ubersetz\w*|fass\w* [^?.!]*zusammen|umformulier\w*|tradui\w*|resume[rz]?|reformule[rz]?|traduc\w*|traduzca|resum\w+|reformula\w*)\b",
    re.IGNORECASE,
)
MODEL_TEXTS = {
    "en": "I cannot translate, summarise or rewrite a text: that needs a language model.",
    "de": "Übersetzen, zusammenfassen oder umformulieren kann ich nicht: dazu braucht es ein Sprachmodell.",
    "fr": "Je ne peux pas traduire, résumer ni reformuler un texte : il faut un modèle de langage.",
    "es": "No puedo traducir, resumir ni reformular un texto: hace falta un modelo de lenguaje.",
}


FIGURE_LINE = re.compile(r"[^\n]{0,60}?[-−]?[$€£]?\d[\d.,]*[ \t]?(?:[$€£%]|eur|usd)?", re.IGNORECASE)
LEAST_FIGURES = 3  # lines that make a list of amounts, which nobody wants the words of


def holds_figures(text: str) -> bool:
    """Return whether most lines of a text end with a figure."""
    lines = [line.strip()[:100] for line in text.splitlines() if line.strip()]
    count = sum(FIGURE_LINE.fullmatch(line) is not None for line in lines)
    return count >= LEAST_FIGURES and 2 * count > len(lines)


def of_text(
    message: str,
    found: Found | None,
    turns: list[dict[str, Any]],
    ctx: Any,  # noqa: ANN401 - as above
    language: str,
) -> dict[str, Any]:
    """Answer a question about the text that a message holds, or about an earlier one."""
    said = TEXTS[language]
    part, asked, spans = asked_of(message, found, language)
    if found is None and (asked or BACK.search(fold(message))):
        found = earlier_of(turns, message, ctx) if turns else None
        part, asked, spans = asked_of(message, found, language)
    if found is None and not turns and re.search(r"\bthis (?:sentence|question)\b", message, re.IGNORECASE):
        found, part = Found(message, 0, len(message)), None
    if found is None:
        return without_text(message, asked, spans, language)
    question = hidden(message, found)
    if not WORD.search(found.text):
        return nothing(f"{said['missing']} {said['help']}", message)
    if is_unread(message, question, found, asked) or chooses_lines(message, question, asked):
        return nothing(f"{said['unknown']} {said['help']}", message, [[found.start, found.end]])
    unread = changing_words(folded_line(question), asked, spans)
    if unread:
        return constraints_declined(unread, message, spans, language)
    made = answered_part(found, part, asked or [Question("words")], spans, message, language)
    if asked and made["status"] == "SUCCESS":
        made["answer"] = unread_notice(question, spans, language) + made["answer"]
    return {**made, "general": not asked}


def chooses_lines(message: str, question: str, asked: list[Question]) -> bool:
    """Return whether a message asks about some lines of a text; those that are not empty are all that are counted anyway."""
    are_empty = re.search(rf"\b{EMPTY_SAID}\b", fold(question), re.IGNORECASE) is not None
    are_lines = bool(asked) and {one.name for one in asked} <= {"lines", "empty_lines"}
    return CHOOSES_LINES.match(fold(message)) is not None and not (are_empty and are_lines)


TIMES_ASKED = re.compile(r"\b(?:how many times|how often|wie oft|combien de fois|cuantas veces)\b", re.IGNORECASE)
TIMES_READ = frozenset(["word", "letter", "sign", "common", "common_letter", "once", "repeated"])


def changing_words(question: str, asked: list[Question], spans: list[list[int]]) -> list[str]:
    """Return the words of a folded question that change what is asked and were not read; none where nothing was read at all."""
    if not asked:
        return []
    counts_times = any(one.name in TIMES_READ for one in asked)
    unread = unread_constraints(question, spans, counts_times=counts_times)
    return unread if counts_times else [*unread, *TIMES_ASKED.findall(question)]


def constraints_declined(unread: list[str], message: str, spans: list[list[int]], language: str) -> dict[str, Any]:
    """Return no count, and the words that would change it and were not understood."""
    listed = ", ".join(f"“{cell(one)}”" for one in dict.fromkeys(unread))
    return nothing(f"{fill_in(UNREAD_CONSTRAINTS[language], words=listed)} {TEXTS[language]['help']}", message, spans)


UNREAD_CONSTRAINTS = {
    "en": "I did not understand {words}, which may change the count, so I give none.",
    "de": "Ich habe {words} nicht verstanden; das kann die Zählung ändern, darum nenne ich keine.",
    "fr": "Je n'ai pas compris {words}, ce qui peut changer le compte ; je n'en donne donc pas.",
    "es": "No he entendido {words}, que puede cambiar la cuenta; por eso no doy ninguna.",
}
LEFT_OUT_TEXTS = {
    "en": "Counted without what you left out:",
    "de": "Ohne das, was nicht zählen soll:",
    "fr": "Sans ce que vous excluez :",
    "es": "Sin lo que no cuenta:",
}


LONGEST_GAP = 2_000  # characters of a text whose place a question keeps in full
GAP_KEPT = 40


def asked_of(
    message: str, found: Found | None, language: str
) -> tuple[CountedPart | None, list[Question], list[list[int]]]:
    """Return the part of a text that a message asks about, what it asks, and where it says so.

    The place of a long text is shortened first: there is nothing to read in it.
    """
    start, end = (found.start, found.end) if found is not None else (0, 0)
    gap = end - start - GAP_KEPT if end - start > LONGEST_GAP else 0
    cut = start + GAP_KEPT
    asking = hidden(message, found)
    asking = asking[:cut] + asking[cut + gap :]
    question = folded_line(asking)
    remarks = whole_word_remarks(question)
    question = blank_spans(question, remarks)
    part = counted_part(question, found.text, language) if found is not None else None
    told = [*remarks, *(part.spans if part is not None else [])]
    asked, spans = questions(asking if gap else message, language, lambda _: blank_spans(asking, told))
    if part is not None and part.pieces and {one.name for one in asked} <= {f"{part.unit}s"}:
        part = None  # "£2 per line. How many lines?"
    if found is not None and IS_WORD.match(fold(message)) and len(WORD.findall(found.text)) == 1:
        asked = [as_limit(one) for one in asked]
    return part, asked, [[at + gap if at > cut else at for at in span] for span in (*spans, *told)]


def is_unread(message: str, question: str, found: Found, asked: list[Question]) -> bool:
    """Return whether a message asks something of a text in which no question was found."""
    is_whole = found.start == 0 and found.end == len(message)
    return not asked and (
        is_unanswerable(message, question)
        or holds_figures(found.text)
        or begins_with_order(message, found)
        or (is_whole and STARTS_ASKING.match(fold(message)) is not None)
    )


def answered_part(
    found: Found, part: CountedPart | None, asked: list[Question], spans: list[list[int]], message: str, language: str
) -> dict[str, Any]:
    """Return the answer about the part of a text that is asked about; about all of it where none is named."""
    if part is None:
        return answered(found, WORD.findall(found.text), asked, spans, message, language)
    if part.pieces:
        return each_answered(found, part, asked, spans, message, language)
    if not WORD.search(part.text):
        return nothing(NO_PART[language], message, [*spans, [found.start, found.end]])
    made = answered(found._replace(text=part.text), WORD.findall(part.text), asked, spans, message, language)
    if part.is_whole:
        return made
    shown = cell(part.text.strip()[:200]) + ("…" if len(part.text.strip()) > 200 else "")
    lead = f"{LEFT_OUT_TEXTS[language]} “{shown}”" if part.left else f"“{shown}”"
    return {**made, "answer": f"{lead}\n\n{made['answer']}"}


EACH_ADDED = frozenset(
    ["words", "characters", "letters", "vowels", "consonants", "syllables", "letter", "word", "sign"]
)


def each_answered(
    found: Found, part: CountedPart, asked: list[Question], spans: list[list[int]], message: str, language: str
) -> dict[str, Any]:
    """Return the answer about each piece of a text, or the mean of these answers."""
    made = answered(found._replace(text=part.text), WORD.findall(part.text), asked, spans, message, language)
    pieces = [(piece, words) for piece in part.pieces if (words := WORD.findall(piece))]
    answers = [
        [reply(one, piece, words, measured(piece, words), language) for one in asked if one.name != "claim"]
        for piece, words in pieces
    ]
    table = "\n\n| | |" + made["answer"].partition("\n\n| | |")[2]
    if part.is_mean:
        values = [row[0][2] for row in answers if isinstance(row[0][2], int)]
        label = LABELS[language].get(asked[0].name, asked[0].name)
        if len(values) < len(answers) or not values:
            return nothing(TEXTS[language]["unknown"], message, spans)
        mean = localized(f"{sum(values) / len(values):.2f}".rstrip("0").rstrip("."), language)
        told = f"Ø {label}: **{mean}** ({' + '.join(map(str, values[:30]))} = {sum(values)}; {sum(values)} / {len(values)})."
        return {**made, "answer": told + table}
    lines = [
        f"- “{cell(piece[:60])}{'…' if len(piece) > 60 else ''}”: {' '.join(sentence for sentence, _, _ in row)}"
        for (piece, _), row in zip(pieces, answers, strict=True)
    ]
    values = [row[0][2] for row in answers if len(row) == 1 and isinstance(row[0][2], int)]
    is_plain = len(values) == len(answers) > 1 and asked[0].name in EACH_ADDED
    total = [f"- Σ **{sum(values):,}**"] if is_plain else []
    return {**made, "answer": "\n".join([*lines, *total]) + table}


ASKS_SOMETHING = re.compile(
    r"\?|\b(?:how|what|which|count|wie|was|combien|quel\w*|cu[aá]nt\w*|qu[eé])\b", re.IGNORECASE
)


DOCUMENT = re.compile(r"[{\[]\s*\"[^\"\n]{1,80}\"\s*:|\[\s*\{\s*\"")
CELL_ENDS = (re.compile(r",(?=\S)"), re.compile(r";(?=\S)"), re.compile(r"\t"), re.compile(r"\|"))
QUOTED_CELL = re.compile(r"\"[^\"\n]*\"")


def is_data(message: str) -> bool:
    """Return whether a message holds a document or a table: its words alone are not what somebody wants to know."""
    lines = [QUOTED_CELL.sub("x", line) for line in message.splitlines()[:200]]
    counts = [tuple(len(sign.findall(line)) for sign in CELL_ENDS) for line in lines]
    is_table = any(any(first) and first == second for first, second in pairwise(counts))
    return is_table or DOCUMENT.search(message) is not None


FIRST_LINE_ORDERS = re.compile(
    r"\W*(?:(?:please|pls|can you|could you|would you|bitte|kannst du|konntest du|peux-tu|pouvez-vous|puedes|me puedes)\b"
    r"|(?:get|give|make|turn|find|fix|put|pull|extract|show|list|remove|delete|rewrite|write|convert|change|translate|summari[sz]e|explain|check|help|tell|clean|format|split|merge|compare|sort|mach|mache|gib|zeig\w*|schreib\w*|finde|entfern\w*|sortier\w*|ordne|verbesser\w*|korrigier\w*|fais|mets|donne\w*|corrige|enleve|trie|haz|pon|quita|ordena|saca|dame)\b)",
    re.IGNORECASE,
)
FIRST_LINE_ASKS = re.compile(
    r"\b(?:what|which|who|how|where|is|are|does|welche\w*|was|wer|wie|ist|sind|quel\w*|qui|est|combien|que|cual\w*|quien\w*|cuant\w*)\b[^?]*\?\s*\Z",
    re.IGNORECASE,
)
MOST_ORDER_WORDS = 16
LEAST_LEAD_WORDS = 4


def begins_with_order(message: str, found: Found) -> bool:
    """Return whether the first line of a text of several is an order or a question, which nothing was read of."""
    first, line_break, rest = message.strip().partition("\n")
    if not (line_break and rest.strip()) or found.start > message.find(first) or len(first.split()) > MOST_ORDER_WORDS:
        return False
    folded = fold(first)
    is_lead = folded.endswith(":") and len(first.split()) > LEAST_LEAD_WORDS  # "my list has some twice, sort that out:"
    return is_lead or FIRST_LINE_ORDERS.match(folded) is not None or FIRST_LINE_ASKS.search(folded) is not None


def is_unanswerable(message: str, question: str) -> bool:
    """Return whether a message in which no question was found asks something, or is about a document or a table."""
    return is_data(message) or bool(re.search(r"\w{3}", question) and ASKS_SOMETHING.search(question))


def without_excluded_quotes(message: str) -> str:
    """Return a message without the quotes of a word that is not to be counted: it is not the text."""
    excluded = EXCLUDED_WORDS.search(fold(message))
    if excluded is None:
        return message
    start, end = excluded.span("words")
    return message[:start] + re.sub(r"[\"'“”„«»‘’]", " ", message[start:end]) + message[end:]


UNREAD_TEXTS = {
    "en": "I did not use: {words}.",
    "de": "Nicht verwendet habe ich: {words}.",
    "fr": "Je n'ai pas utilisé : {words}.",
    "es": "No he usado: {words}.",
}
IS_WORD = re.compile(r"\W*(?:is|are|does|has|have|ist|hat|est|a|es|tiene)\b", re.IGNORECASE)


def as_limit(one: Question) -> Question:
    """Return "is 'word' longer than 15 letters" as a limit of that word; other questions as they are."""
    if one.name not in ("longer", "shorter"):
        return one
    return Question("limit", n=one.n, way="over" if one.name == "longer" else "under", unit="letter")


def direct_answer(answer: WordAnswer, message: str) -> dict[str, Any]:
    """Return the answer about words that the question itself names."""
    value = answer.value if isinstance(answer.value, (int, bool)) else str(answer.value)[:100]
    return {
        "answer": answer.sentence,
        "output": {"words": 1, "asked": [{"what": answer.what, "value": value}]},
        "confidence": 0.96,
        "status": "SUCCESS",
        "used": merged(answer.spans, len(message)),
    }


def last_text(turns: list[dict[str, Any]], message: str) -> str:
    """Return the text of an earlier turn, "" without one."""
    found = text_of_talk(turns, message) if turns else None
    return found.text if found else ""


LISTED_CHANGES = frozenset(("sorted", "by_length", "lines_reversed", "without_repeated_lines", "without_blank_lines"))


def change_answer(message: str, turns: list[dict[str, Any]], language: str) -> dict[str, Any] | None:
    """Return the answer with a text in another form, and with how many entries it has then where that is asked, too."""
    rest, order = rest_of_change(message)
    change = wished_change(order, lambda: last_text(turns, message))
    if rest and (change is None or not {one.name for one in change.steps} & LISTED_CHANGES):
        rest, change = [], wished_change(message, lambda: last_text(turns, message))
    if change is None:
        return None
    if IS_JSON.search(change.text) and any(one.name in SPACING for one in change.steps):
        return nothing(TEXTS[language]["help"], message)  # its texts would lose their spaces
    if not rest:
        return changed_answer(change, message, language)
    made = changed_answer(change._replace(spans=[*change.spans, rest]), message, language)
    return {**made, "answer": f"{made['answer']}\n\n{items_sentence(changed_text(change), language)}"}


def changed_answer(change: TextChange, message: str, language: str) -> dict[str, Any]:
    """Return the answer with a text in another form."""
    question = hidden(message, Found(change.text, *change.place)) if change.place[1] else message
    used = [*change.spans, *found_spans(CHANGE_WORDS, question)]
    if not any(one.name == "without_repeated_lines" for one in change.steps):
        used += [list(match.span()) for match in KEEPS_REPEATS.finditer(fold(question))]
    text = changed_text(change)
    made = made_text(change.name, text, change.text, merged(used, len(message)))
    is_same = text.strip() == change.text.strip()
    lead = f"{SAME_TEXTS[language]}\n\n" if is_same else ""
    return {**made, "answer": unread_notice(question, used, language) + lead + made["answer"]}


SAME_TEXTS = {
    "en": "That changes nothing here: the text stays as it is.",
    "de": "Das ändert hier nichts: Der Text bleibt, wie er ist.",
    "fr": "Cela ne change rien ici : le texte reste tel quel.",
    "es": "Eso no cambia nada aquí: el texto queda como está.",
}


ORDER_BEHIND = re.compile(  # "how many words has … and can you also write it in capitals"
    r"(?:,? (?:and|und|et|y)|[;.?!,]) (?:(?:can|could) you |kannst du |peux-tu |puedes |please |bitte |also |then |auch |dann )*"
    r"(?P<order>(?:write|make|put|turn|convert|show|give|print|set|change|schreib\w*|mach\w*|mets?|ecris|[eé]cris|met[sz]?|escribe\w*|pon\w*)(?: me)? (?:it|this|that|the (?:text|sentence|words)|es|das|den text|-?le|lo|el texto)\b[^\"“„«:\n]*)\Z",
    re.IGNORECASE,
)


def change_behind(message: str) -> TextChange | None:
    """Return the order to write a text in another form that stands behind a question about it; None for other messages."""
    match = ORDER_BEHIND.search(message)
    if match is None or not COUNTING.search(fold(message[: match.start()])):
        return None
    found, steps = text_in(message[: match.start()]), steps_of(fold(match["order"]))
    if found is None or not steps:
        return None
    return TextChange(steps, message[found.start : found.end], (match.start(), match.end()), [list(match.span())])


def order_and_count(payload: dict[str, Any], message: str, place: tuple[int, int]) -> dict[str, Any]:
    """Return the answer to an order for another form of a text and to a question about it behind the order."""
    asking = blanked(message, *place)
    counted = answer_to_plain({**payload, "text": asking}, None)
    found = text_in(asking)
    if counted["status"] != "SUCCESS" or found is None:
        return counted
    steps = steps_of(fold(message[slice(*place)]))
    change = TextChange(steps, message[found.start : found.end], (found.start, found.end), [list(place)])
    return with_change(counted, change, message)


def with_change(counted: dict[str, Any], change: TextChange, message: str) -> dict[str, Any]:
    """Return the answer to a question about a text with the text in another form below it."""
    text = made_text(
        change.name, changed_text(change), change.text, merged([*counted["used"], *change.spans], len(message))
    )
    output = counted.get("output") or text["output"]
    return {**counted, "answer": f"{text['answer']}\n\n{counted['answer']}", "output": output, "used": text["used"]}


def numbers_answer(numbers: LongNumbers, message: str, language: str) -> dict[str, Any]:
    """Return the answer with the runs of digits that are wanted; it says so where the text has none."""
    if not numbers.pieces:
        return nothing(NO_PART[language], message, [[0, len(message)]])
    used = merged(numbers.spans, len(message))
    return made_text("numbers", "\n".join(numbers.pieces), message[slice(*numbers.text)], used)


def picked_answer(picked: PickedPart, message: str, language: str) -> dict[str, Any]:
    """Return the answer with a part of a text; it says so where the text has none."""
    if not picked.pieces and picked.way != "count":
        return nothing(NO_PART[language], message, [[0, len(message)]])
    start, end = picked.text
    asked = len(message[:start].rstrip(" \n:"))  # a colon between them parts the question from the text
    used = [span for span in ([0, asked], [asked, end], [end, len(message)]) if span[0] < span[1]]
    made = made_text(picked.name, "\n".join(picked.pieces), message[start:end], used)
    if picked.way == "sum":
        made["answer"] = f"{sum_of_numbers(picked.pieces, language)}\n\n{made['answer']}"
    if picked.way == "count":
        made["answer"] = f"**{len(picked.pieces)}**" + (f"\n\n{made['answer']}" if picked.pieces else "")
    lead = f"{OUT_TEXTS[language]}\n\n" if picked.way == "out" else ""
    return {**made, "answer": lead + made["answer"]}


def made_text(name: str, text: str, source: str, used: list[list[int]]) -> dict[str, Any]:
    """Return the answer with a text that was made from another one, and how many characters it has beyond those shown."""
    short = text if len(text) <= LONGEST_CHANGED else f"{text[:LONGEST_CHANGED]}…"
    left_out = f"\n\n… (+{len(text) - LONGEST_CHANGED:,})" if short != text else ""
    return {
        "answer": code_block(short, "") + left_out,
        "output": {"words": max(1, len(WORD.findall(source))), "asked": [{"what": name, "value": short}]},
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": used,
    }


def unread_notice(question: str, used: list[list[int]], language: str) -> str:
    """Return which words of a question were not read, as a paragraph before the answer; "" for none."""
    unread = unread_of_question(question, used)
    listed = ", ".join(f"“{cell(word)}”" for word in unread[:6])
    return f"{fill_in(UNREAD_TEXTS[language], words=listed)}\n\n" if unread else ""


OUT_TEXTS = {
    "en": "These are in the text:",
    "de": "Das steht im Text:",
    "fr": "Voici ce que contient le texte :",
    "es": "Esto hay en el texto:",
}
NO_PART = {
    "en": "The text has no such part.",
    "de": "Der Text hat keinen solchen Teil.",
    "fr": "Le texte n'a pas de telle partie.",
    "es": "El texto no tiene esa parte.",
}
LONGEST_CHANGED = 20_000
CHANGE_WORDS = (
    r"\b(?:(?:my|this|our|her|his|their|these|meine?|diese|unsere?|ma|mes|ces|cette|mi|mis|estos|esta)(?: \w+)? (?:list|names|words|items|lines|liste|namen|noms|lista|nombres)|everywhere|throughout|[uü]berall|partout|namen|liste|\w+liste|noms|nombres|lista|eintrage|entries|names|items|theres|clean(?: (?:it|this|that))?(?: up)?|bring\w*|ponme|ponlo|instead|now|then|sort|order|jetzt|dann|need|want|give|gimme|name|faut|nombre|para|pour|einen?|lautet|eintr[aä]ge|[eé]l[eé]ments?|elementos|für|version|variable|identifier|for me|brauche|gib|necesito|quiero|dame|maintenant|sortiere?|trie|ahora|ordena|write|make|turn|convert|change|put|rewrite|transform|give|show|print|spell|it|this|that|text|sentence|all|following|into|to|in|words?|lines?|list|letters?|please|"
    r"schreib\w*|mach\w*|wandle|wandel|um|das|den|satz|wort|worter|text|diesen|folgenden|[eé]cri[st]\w*|mets|mettre|texte|phrase|mots?|ce|cette|escrib\w*|pon|convierte|frase|texto|palabras?|esta?)\b"
)


def hidden(message: str, found: Found | None) -> str:
    """Return a message with spaces in the place of the text it is about."""
    return message if found is None else blanked(message, found.start, found.end)


def earlier_of(turns: list[dict[str, Any]], message: str, ctx: Any) -> Found | None:  # noqa: ANN401 - as above
    """Return the text of an earlier turn, or of its file."""
    for turn in reversed(turns):
        if turn.get("role") == "user" and turn.get("files"):
            try:
                return Found(clean(file_text(ctx.files.read, turn["files"][0], MOST_FILE)))
            except RuntimeError:
                return None
        if turn.get("role") == "user" and text_in(turn["text"]):
            break
    return text_of_talk(turns, message)


def of_file(message: str, files: list[str], ctx: Any, language: str) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Answer a question about the files of a message, one after the other."""
    asked, spans = questions(message, language, str)
    spans += [[at.start(), at.end()] for name in files for at in re.finditer(re.escape(name), message)]
    spans += [
        [at.start(), at.end()]
        for at in re.finditer(r"\b(?:this|the|attached|file|datei|fichier|archivo)\b", message, re.IGNORECASE)
    ]
    answers = []
    for name in files[:5]:
        try:
            text = clean(file_text(ctx.files.read, name, MOST_FILE))
        except RuntimeError as error:  # the host's refusal
            answers.append(nothing(str(error), message, spans))
            continue
        words = WORD.findall(text)
        made = answered(Found(text), words, asked or [Question("words")], spans, message, language) if words else None
        answers.append(made or nothing(f"{name}: {TEXTS[language]['empty']}", message, spans))
        if len(files) > 1:
            answers[-1]["answer"] = f"{name}: {answers[-1]['answer']}"
    best = next((one for one in answers if one["status"] == "SUCCESS"), answers[0])
    cut = len(files) - len(answers)
    more = f"\n\n{fill_in(TEXTS[language]['files'], n=cut)}" if cut > 0 else ""
    return {**best, "answer": "\n\n".join(one["answer"] for one in answers) + more}


PACE_TOLD = re.compile(
    r"\d{1,4} ?(?:(?:words|worter[n]?|mots|palabras) ?)?(?:(?:per|an?|each|every|in an?|pro|in der|par|a la|por|al|/) ?min(?:ute|uto)?\b|wpm)",
    re.IGNORECASE,
)
IS_SPOKEN = re.compile(
    r"\b(?:talk|speech|speak|say|present\w*|lecture|aloud|vortrag|rede|spreche\w*|vorlesen|discours|expose|parle|charla|discurso|hablo|voz alta)\b",
    re.IGNORECASE,
)
TIME_TO_FILL = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,4}(?:[.,]\d{1,2})?)[- ]?(?P<unit>minutes?|mins?|minuten|minutos|hours?|stunden?|heures?|horas?|seconds?|secs?|sekunden?|secondes?|segundos?)(?!\w)",
    re.IGNORECASE,
)
ASKS_WORDS = re.compile(
    r"\b(?:how many words|wie ?viele worter|combien de mots|cuantas palabras|number of words)\b", re.IGNORECASE
)
TIME_LABELS = {
    "en": "Words for {time} at {pace} a minute: **{n}**.",
    "de": "Wörter für {time} bei {pace} pro Minute: **{n}**.",
    "fr": "Mots pour {time} à {pace} par minute : **{n}**.",
    "es": "Palabras para {time} a {pace} por minuto: **{n}**.",
}


def words_for_time(message: str, asked: list[Question], spans: list[list[int]], language: str) -> dict[str, Any] | None:
    """Return how many words fill a time at a pace, where a message asks that without a text."""
    folded = fold(message)
    time, words = TIME_TO_FILL.search(folded), ASKS_WORDS.search(folded)
    if time is None or words is None or not any(one.name in ("per_minute", "speaking", "reading") for one in asked):
        return None
    pace = next((one.n for one in asked if one.name == "per_minute" and one.n), 0)
    is_read = not pace and any(one.name == "reading" for one in asked)
    pace = pace or (READING_WPM if is_read else SPEAKING_WPM)
    scale = {"m": 60, "h": 3600, "s": 1}[
        "h" if time["unit"][:2].lower() in ("ho", "st", "he") else time["unit"][:1].lower()
    ]
    seconds = round(float(time["n"].replace(",", ".")) * scale)
    count = round(seconds * pace / 60)
    number = localized(f"{count:,}", language)
    return {
        "answer": fill_in(TIME_LABELS[language], time=duration(seconds), pace=pace, n=number),
        "output": {"words": max(1, count), "asked": [{"what": "words", "value": count}]},
        "confidence": 0.9,
        "status": "SUCCESS",
        "used": merged([*spans, list(time.span()), list(words.span())], len(message)),
    }


def time_of_words(told: ToldWords, message: str, language: str) -> dict[str, Any]:
    """Return how long a told number of words takes to be said, or to be read in silence."""
    count = min(told.words, 10**8)
    output: dict[str, Any] = {"words": count, "reading_seconds": round(count / READING_WPM * 60)}
    output["speaking_seconds"] = round(count / SPEAKING_WPM * 60)
    return {
        "answer": fact(output, "speaking" if told.is_spoken else "reading", language),
        "output": output | {"asked": []},
        "confidence": 0.9,
        "status": "SUCCESS",
        "used": merged(told.spans, len(message)),
        "definite": True,
    }


def without_text(message: str, asked: list[Question], spans: list[list[int]], language: str) -> dict[str, Any]:
    """Answer how long a number of words takes, which needs no text; say what is missing otherwise."""
    said = TEXTS[language]
    if (planned := words_for_time(message, asked, spans, language)) is not None:
        return planned
    folded = PACE_TOLD.sub(lambda pace: " " * len(pace.group()), fold(message))
    number = re.search(r"(\d[\d,. ]*\d|\d+)[- ]?(?:words|worter|mots|palabras|word)\b", folded, re.IGNORECASE)
    timed = [one for one in asked if one.name in ("reading", "speaking", "pages", "per_minute")]
    if number is None or not timed:
        return nothing(f"{said['missing']} {said['help']}", message, spans)
    count = min(int(re.sub(r"\D", "", number.group(1))), 10**8)
    pace = next((one.n for one in asked if one.name == "per_minute" and one.n), 0)
    output = {"words": count, "reading_seconds": round(count / (pace or READING_WPM) * 60)}
    output["speaking_seconds"] = round(count / (pace or SPEAKING_WPM) * 60)
    sentences = [fact(output, one.name, language) for one in timed if one.name != "per_minute"] or [
        fact(output, "speaking" if IS_SPOKEN.search(folded) else "reading", language)
    ]
    used = merged([*spans, list(number.span())], len(message))
    return {
        "answer": " ".join(sentences),
        "output": output | {"asked": []},
        "confidence": 0.9,
        "status": "SUCCESS",
        "used": used,
    }


def answered(
    found: Found, words: list[str], asked: list[Question], spans: list[list[int]], message: str, language: str
) -> dict[str, Any]:
    """Return the whole answer: what was asked, and a table of the usual figures."""
    output = measured(found.text, words)
    pace = next((one.n for one in asked if one.name == "per_minute" and one.n), 0)
    if pace:
        output["reading_seconds"] = output["speaking_seconds"] = max(1, round(len(words) / pace * 60))
    answers = [
        reply(one, found.text, words, output, language) for one in asked if one.name not in ("per_minute", "claim")
    ]
    answers = answers or [reply(Question("reading"), found.text, words, output, language)]
    answers += claims_judged(asked, answers, language)
    output["asked"] = [{"what": what, "value": value} for _, what, value in answers]
    first = " ".join(sentence for sentence, _, _ in answers)
    rows = [(LABELS[language][name], cell(figure(output, name, language))) for name in
            ("characters", "words", "sentences", "paragraphs", "reading", "common", "readability")]  # fmt: skip
    cut = f"\n\n{fill_in(TEXTS[language]['cut'], n=MOST_FILE)}" if len(found.text) >= MOST_FILE else ""
    table = "\n\n| | |\n|---|---|\n" + "\n".join(f"| {name} | {value} |" for name, value in rows)
    lead = found_spans(r"\b(?:hier|here|ici|aqu[ií])\b(?=[ :\n]*(?:[:\n]|\Z))", hidden(message, found))
    used = merged([*spans, *lead, [found.start, found.end]], len(message))
    return {"answer": first + table + cut, "output": output, "confidence": 0.96, "status": "SUCCESS", "used": used}


def reply(one: Question, text: str, words: list[str], output: dict[str, Any], language: str) -> Answer:
    """Return the answer to one question as (sentence, what, value)."""
    if one.name == "words" and one.but:
        count = sum(word.casefold() not in one.but for word in words)
        but = ", ".join(cell(word) for word in one.but)
        return f"{LABELS[language]['words']}: **{count:,}** (≠ {but}).", "words", count
    special: Callable[[], Answer] | None = {
        "letter": lambda: occurrences(one, text, language),
        "word": lambda: occurrences(one, text, language),
        "sign": lambda: signs(one, text),
        "limit": lambda: limited(one, output, language),
        "remaining": lambda: remaining(one, output, language),
        "tweet": lambda: limited(
            Question("limit", n=LIMITS[one.needle.lower()], unit="character", way=one.way), output, language
        ),
        "palindrome": lambda: palindrome(text, language),
        "common": lambda: frequent(one, words, output, language),
        "common_letter": lambda: letters(text, language),
        "everything": lambda: (fact(output, "words", language), "words", output["words"]),
    }.get(one.name)
    if special is not None:
        return special()
    listed = picked(one, words)
    if listed is not None:
        return list_answer(one, listed, language)
    if one.name in ("longest_sentence", "shortest_sentence"):
        pick = max if one.name.startswith("longest") else min
        chosen = pick(sentences_of(text.strip()), key=lambda sentence: len(WORD.findall(sentence))).strip()
        return (
            f"{LABELS[language][one.name]}: “{chosen[:500]}” (**{len(WORD.findall(chosen))}**).",
            one.name,
            chosen[:500],
        )
    return fact(output, one.name, language), one.name, output.get(KEYS.get(one.name, one.name))


def claims_judged(asked: list[Question], answers: list[Answer], language: str) -> list[Answer]:
    """Return whether the count that is asked for is as somebody says; nothing where nobody does."""
    values = [value for _, _, value in answers if isinstance(value, int) and not isinstance(value, bool)]
    claims = [one for one in asked if one.name == "claim"]
    if len(values) != 1:
        return []
    return [(claim_verdict(one.n, values[0], language), "claim", one.n == values[0]) for one in claims]


KEYS = {"reading": "reading_seconds", "speaking": "speaking_seconds", "unique": "unique_words"}
KEYS |= {"average_word": "average_word_length", "average_sentence": "average_sentence_length"}


def occurrences(one: Question, text: str, language: str) -> Answer:
    """Return how often a letter or a word is in a text, whatever the case."""
    count = times_in(one.needle.casefold(), text.casefold(), is_letter=one.name == "letter")
    if one.more:
        counts = [(word, times_in(word.casefold(), text.casefold(), is_letter=False)) for word in one.more]
        every = [(one.needle, count), *counts]
        sentence = " ".join(
            fill_in(TEXTS[language]["occurs"], needle=cell(word), n=f"{number:,}") for word, number in every
        )
        return sentence, one.name, sum(number for _, number in every)
    verdict = f"{TEXTS[language]['yes' if count else 'no']} " if one.way else ""
    return verdict + fill_in(TEXTS[language]["occurs"], needle=cell(one.needle), n=f"{count:,}"), one.name, count


def times_in(needle: str, body: str, *, is_letter: bool) -> int:
    """Return how often a letter is in a text, or a word by itself; both in small letters."""
    if is_letter:
        return body.count(needle) if not needle.isascii() else fold(body).count(needle)
    return len(re.findall(rf"(?<!\w){re.escape(needle)}(?!\w)", body))


def signs(one: Question, text: str) -> Answer:
    """Return how often a sign is in a text."""
    count = signs_in(one.unit, one.needle, text)
    name = one.needle[:1].upper() + one.needle[1:] if one.unit else f"“{one.needle}”"
    return f"{cell(name)}: **{count:,}**.", "sign", count


def limited(one: Question, output: dict[str, Any], language: str) -> Answer:
    """Return whether a text keeps a limit, and by how much."""
    key = f"{one.unit}s"
    count, least = (
        output[key],
        re.match(
            r"over|more|exceed|above|longer|at least|too long|zu lang|trop long|demasiado|(?:me|se) pas|supera|depasse|uberschreit",
            one.way.lower(),
        )
        is not None,
    )
    strict = re.match(r"under|below|less|fewer|shorter", one.way.lower()) is not None
    above = count >= one.n if one.way.lower() == "at least" or strict else count > one.n
    yes = above if least else not above
    words = {
        "n": f"{count:,}",
        "limit": f"{one.n:,}",
        "unit": LABELS[language][key],
        "apart": f"{abs(count - one.n):,}",
    }
    sentence = (
        TEXTS[language]["yes" if yes else "no"]
        + " "
        + fill_in(TEXTS[language]["over" if count > one.n else "equal" if count == one.n else "within"], **words)
    )
    return sentence, "limit", yes


def remaining(one: Question, output: dict[str, Any], language: str) -> Answer:
    """Return how far a text is from a number of words or characters."""
    key = f"{one.unit}s"
    words = {
        "n": f"{output[key]:,}",
        "limit": f"{one.n:,}",
        "unit": LABELS[language][key],
        "apart": f"{abs(output[key] - one.n):,}",
    }
    return (
        fill_in(TEXTS[language]["over" if output[key] > one.n else "within"], **words),
        "remaining",
        one.n - output[key],
    )


def palindrome(text: str, language: str) -> Answer:
    """Return whether a text reads the same from behind, letters and digits only."""
    letters_only = [letter for letter in fold(text).casefold() if letter.isalnum()]
    yes = letters_only == letters_only[::-1]
    return (
        fill_in(TEXTS[language]["palindrome" if yes else "no palindrome"], text=cell(text.strip()[:80])),
        "palindrome",
        yes,
    )


def frequent(one: Question, words: list[str], output: dict[str, Any], language: str) -> Answer:
    """Return the most frequent words, the usual ones such as articles apart."""
    if one.but or one.way:
        counts = Counter(word.casefold() for word in words if word.casefold() not in one.but)
        common = counts.most_common(one.n or (30 if one.way else 5))
        listed = ", ".join(f"“{cell(word[:50])}” (**{count}**)" for word, count in common)
        return f"{listed}.", "common", [{"word": word[:100], "count": count} for word, count in common]
    pairs_: list[dict[str, Any]] = output["most_common"][: one.n or 5]
    if one.n > len(pairs_):
        counts = Counter(word.casefold() for word in words)
        pairs_ = [{"word": w[:100], "count": n} for w, n in counts.most_common(one.n + len(COMMON)) if w not in COMMON][
            : min(one.n, 100)
        ]
    if not pairs_:
        return TEXTS[language]["none stands out"], "common", []
    listed = ", ".join(f"“{cell(each['word'][:50])}” (**{each['count']}**)" for each in pairs_)
    overall = Counter(word.casefold() for word in words).most_common(1)[0]
    more = (
        f" {fill_in(MOST_OF_ALL[language], word=cell(overall[0][:50]), n=overall[1])}"
        if overall[1] > pairs_[0]["count"]
        else ""
    )
    usual = f"{LABELS[language]['common']}: {listed}."
    return f"{more.strip()} {usual}" if one.unit and more else f"{usual}{more}", "common", pairs_


MOST_OF_ALL = {  # where articles and the like are more frequent than the words that tell something
    "en": "Counting articles and the like, too: “{word}” (**{n}**).",
    "de": "Mit Artikeln und Ähnlichem: „{word}“ (**{n}**).",
    "fr": "Avec les articles et autres : « {word} » (**{n}**).",
    "es": "Con artículos y similares: «{word}» (**{n}**).",
}


def letters(text: str, language: str) -> Answer:
    """Return the most frequent letters."""
    counts = Counter(letter.casefold() for letter in text if letter.isalpha()).most_common(5)
    listed = ", ".join(f"“{letter}” (**{count}**)" for letter, count in counts)
    return (
        f"{LABELS[language]['common_letter']}: {listed}.",
        "common_letter",
        [{"letter": a, "count": n} for a, n in counts],
    )


def picked(one: Question, words: list[str]) -> list[str] | None:
    """Return the words that a question asks for; None for a question about something else."""
    needle = one.needle.casefold()
    tests: dict[str, Callable[[str], bool]] = {
        "lacking": lambda word: needle not in (word if not needle.isascii() else fold(word)).casefold(),
        "capitalized": lambda word: word[:1].isupper(),
        "vowel_start": lambda word: fold(word[:1]).lower() in tuple("aeiou"),
        "consonant_start": lambda word: word[:1].isalpha() and fold(word[:1]).lower() not in "aeiou",
        "starting": lambda word: word.casefold().startswith(needle),
        "ending": lambda word: word.casefold().endswith(needle),
        "containing": lambda word: needle in word.casefold(),
        "longer": lambda word: len(word) > one.n,
        "shorter": lambda word: len(word) < one.n,
        "sized": lambda word: len(word) == one.n,
    }
    if one.name in tests:
        return [word for word in words if tests[one.name](word)]
    counts = Counter(word.casefold() for word in words)
    if one.name in ("once", "repeated"):
        return [word for word, count in counts.items() if (count == 1) is (one.name == "once")]
    if one.name not in ("longest", "shortest"):
        return None
    different = list(dict.fromkeys(words))
    ordered = sorted(different, key=len, reverse=one.name == "longest")
    return ordered[: one.n] if one.n else [word for word in different if len(word) == len(ordered[0])]


def list_answer(one: Question, listed: list[str], language: str) -> Answer:
    """Return words as an answer: how many, and which (the first 30)."""
    label = fill_in(LABELS[language][one.name], needle=cell(one.needle), n=one.n)
    shown = ", ".join(cell(word[:100]) for word in dict.fromkeys(listed[:30])) or "–"
    if one.name in ("longest", "shortest"):
        size = fill_in(LABELS[language]["size"], n=len(listed[0]) if listed else 0)
        return f"{label}: **{shown}** ({size}).", one.name, [word[:100] for word in listed[:30]]
    return f"{label}: **{len(listed):,}** ({shown}{', …' if len(listed) > 30 else ''}).", one.name, len(listed)


def fact(output: dict[str, Any], name: str, language: str) -> str:
    """Return one figure as a sentence."""
    number, _, more = figure(output, name, language).partition(" (")
    label = LABELS[language][name]
    return f"{label[:1].upper()}{label[1:]}: **{number}**" + (f" ({more}." if more else ".")


def figure(output: dict[str, Any], name: str, language: str) -> str:
    """Return one figure in words."""
    said = TEXTS[language]
    if name in ("reading", "speaking"):
        return duration(output[f"{name}_seconds"])
    if name == "pages":
        return (
            localized(f"{output['words'] / WORDS_A_PAGE:.1f}", language)
            + f" ({WORDS_A_PAGE} {LABELS[language]['a page']})"
        )
    if name == "characters":
        return (
            localized(f"{output[name]:,}", language)
            + f" ({localized(format(output['characters_without_spaces'], ','), language)} {said['bare']})"
        )
    if name == "lines" and output.get("empty_lines"):
        lines = output["lines"] + output["empty_lines"]
        return localized(f"{output['lines']:,}", language) + f" ({fill_in(WITH_EMPTY_LINES[language], n=f'{lines:,}')})"
    if name == "words" and "unique_words" in output:
        return localized(f"{output[name]:,}", language) + (
            f" ({output['unique_words']:,} {said['different']})" if output[name] > 1 else ""
        )
    if name == "common":
        return ", ".join(f"{each['word'][:30]} {each['count']}" for each in output["most_common"][:5]) or "–"
    if name == "readability":
        return scores(output["readability"], language)
    return localized(f"{output[KEYS.get(name, name)]:,}", language)


WITH_EMPTY_LINES = {
    "en": "**{n}** with the empty ones",
    "de": "**{n}** mit den leeren",
    "fr": "**{n}** avec les lignes vides",
    "es": "**{n}** con las vacías",
}


def duration(seconds: int) -> str:
    """Return seconds in words."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return (f"{hours} h " if hours else "") + (f"{minutes} min {rest} s" if minutes or hours else f"{rest} s")


def scores(found: dict[str, Any] | None, language: str) -> str:
    """Return the readability scores in words."""
    if found is None:
        return fill_in(TEXTS[language]["no score"], n=LEAST_WORDS)
    level = LEVELS[language].get(found["level"], found["level"])
    return fill_in(
        TEXTS[language]["score"], ease=found["flesch_reading_ease"], level=level, grade=found["flesch_kincaid_grade"]
    )
