"""A list of names with a number each in a sentence or in lines, as a table: "Ann 12, Bob 15, Carl 9"."""

import re

from config.builtins.wording import Mapped, fold

LEAST_PAIRS = 3
PAIR_AMOUNT = r"(?:[€$£] ?)?(?P<{n}>-?\d{{1,9}}(?:[.,]\d{{1,4}})?)(?: ?[€$£])?(?![\w%°:/.,-]*\d)(?! ?(?!(?:from|by|and|und|et|y|please|in|who|which|what|how)\b)[^\W\d_])"
PAIR_NAME = r"[^\W\d_a-zäöüßàâçéèêëîïôûùñáíóú][\w'’-]{0,20}(?: [^\W\d_a-zäöüßàâçéèêëîïôûùñáíóú][\w'’-]{0,20})?"
PAIR = rf"(?P<name>{PAIR_NAME})(?: ?[:=] ?| (?:- |has |had |hat |a |tiene )?){PAIR_AMOUNT.format(n='amount')}"
PLAIN_PAIR = re.sub(r"\?P<\w+>", "?:", PAIR)
PAIRS_IN_LINE = re.compile(rf"(?<![\w:.-]){PLAIN_PAIR}(?:(?: ?[,;] ?| )(?:(?:and|und|et|y) )?{PLAIN_PAIR}){{{LEAST_PAIRS - 1},60}}")  # fmt: skip
LINE_NAME = r"[^\W\d_][\w '’-]{0,30}?"
LINE_PAIR = rf"[-*• ]*(?P<name>{LINE_NAME})(?: ?[:=] ?| - ?| )(?:[€$£] ?)?(?P<amount>-?\d{{1,9}}(?:[.,]\d{{1,4}})?)(?: ?[€$£])?[ ,;]*"
PLAIN_LINE_PAIR = re.sub(r"\?P<\w+>", "?:", LINE_PAIR)
PAIRS_IN_LINES = re.compile(rf"^(?:{PLAIN_LINE_PAIR}(?:\n|\Z)){{{LEAST_PAIRS},200}}", re.MULTILINE)
DATED = (
    "jan feb mar apr may jun jul aug sep oct nov dec mai okt dez mon tue wed thu fri sat sun die mit don fre sam son"
)
NO_NAMES_OF_PAIRS = "q kw week chapter page section line table room step item question level version no nr kapitel seite zeile am pm at on in from to of the a is and or i we you add then plus minus times"
HEAD_BEFORE = re.compile(r"(?:^|[.!?\n] ?)(?P<head>[^\W\d_]{3,20}) ?:\s*\Z")
LONGEST_LISTED = 3_000  # characters of a message


def with_pairs_as_table(text: str) -> Mapped | None:
    """Return a message whose one list of names and numbers stands as a table; None without such a list."""
    if len(text) > LONGEST_LISTED or "{" in text or "|" in text or "\t" in text:
        return None
    in_lines = [*PAIRS_IN_LINES.finditer(text)]
    found = in_lines or [*PAIRS_IN_LINE.finditer(text)]
    if len(found) != 1:
        return None
    pairs = [*re.finditer(LINE_PAIR + r"(?:\n|\Z)" if in_lines else PAIR, found[0].group())]
    names, amounts = [match["name"].strip() for match in pairs], [match["amount"] for match in pairs]
    is_plain = len({fold(name).lower() for name in names}) == len(names) >= LEAST_PAIRS
    folded = {fold(name).lower() for name in names}
    if (
        not is_plain
        or folded & {*NO_NAMES_OF_PAIRS.split()}
        or len({name[:3] for name in folded} & {*DATED.split()}) > 1
    ):
        return None
    head = HEAD_BEFORE.search(text[: found[0].start()])
    title = head["head"] if head is not None else "value"
    rows = "\n".join(f"{name};{amount}" for name, amount in zip(names, amounts, strict=True))
    made, start, end = Mapped(text), *found[0].span()
    place = f"\n\nname;{title}\n{rows}\n\n"
    spots = [*made.places[:start], *[(start, end)] * len(place), *made.places[end:]]
    rest = text[end:]
    return Mapped(text[:start] + place + re.sub(r"\A *[.,:;?!-]", lambda match: " " * len(match.group()), rest), spots)
