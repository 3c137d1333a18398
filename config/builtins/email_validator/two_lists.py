"""Two lists of addresses in one message: who is only in one of them, who is in both."""

import re
from typing import NamedTuple

from config.builtins.wording import cell, fill_in, fold

LIST_HEAD = re.compile(r"(?:\A|\n|(?<=[.;!?,] ))[ \t]*(?:[-*] )?(?P<label>(?![^\n:]*@)[^\n:@.;,?!]{1,40}?)[ \t]*:")
HEAD_LINE = re.compile(r"(?:\A|\n)[ \t]*(?P<label>[^\n:@?.]{2,40}?)[ \t]*(?=\n[^\n@]*@)")
INLINE_HEAD = re.compile(r"(?<=\s)(?P<label>(?:[A-Z][\w-]{0,24}|[Ll]ist[ea]?)(?: (?:\d|[A-Za-z]))?) ?:(?=\s)")
IN_BOTH = re.compile(
    r"\b(?:in|on|to|at)? ?(?:both|common|overlap\w*|twice|each of (?:them|the two)|beide[nrm]?|gemeinsam\w*|sowohl|les deux|communs?|communes?|ambas?|ambos|comun(?:es)?|en las dos|en los dos)\b",
    re.IGNORECASE,
)
LACKS = re.compile(
    r"\b(?:not|no|[a-z]+n'?t|never|without|missing (?:from|in|on)|absent from|except|minus|nicht|kein\w*|noch nicht|ohne|fehl(?:t|en) (?:in|auf|bei)|ne|n'[a-z]+|pas|sans|manquent? (?:dans|sur|a)|sin|faltan? en|nunca)\b",
    re.IGNORECASE,
)
ONLY_IN = re.compile(
    r"\b(?:only|just|nur|seulement|uniquement|solo|unicamente)(?: (?:in|on|auf|dans|sur|en|the|der|dem|la|le))*\b",
    re.IGNORECASE,
)
STILL_TO_DO = re.compile(  # "who still has to pay?" asks for those of the first list that the second lacks
    r"\b(?:still (?:has|have|needs?|must|owes?|to|missing)|yet to|outstanding|left to|(?:muss|mussen) noch|(?:stehen|steht) noch aus|fehl(?:t|en)(?: noch)?|(?:doit|doivent) encore|reste(?:nt)? a|(?:tienen?|deben?|falta[n]?) (?:todavia|aun|por)|(?:todavia|aun) (?:tienen?|deben?))\b",
    re.IGNORECASE,
)
COMPARES = re.compile(
    r"\b(?:differ\w*|compare\w*|missing|changed|new|gone|left out|unterschied\w*|vergleich\w*|fehl\w*|neu\w*|compar\w*|manqu\w*|nouve\w*|diferenci\w*|falta\w*|nuev[oa]s?)\b",
    re.IGNORECASE,
)
PLACE_NAMES = (
    r"first|1st|one|a|erste[nrsm]?|1|premiere?|primer[oa]?|old|before|alt\w*|ancien\w*|antigu[oa]|viej[oa]",
    r"second|2nd|two|b|other|zweite[nrsm]?|2|andere[nrsm]?|deuxieme|seconde?|autre|segund[oa]|otr[oa]|new|after|neu\w*|nouve\w*|nuev[oa]",
)
HEAD_STEM = 4  # letters by which a word and the head of a list are the same: "answered", "answer"
TWO_TEXTS = {
    "en": {"only": "**{n}** in “{first}” but not in “{second}”: {names}", "both": "**{n}** in both lists: {names}", "none": "none"},
    "de": {"only": "**{n}** in „{first}“, aber nicht in „{second}“: {names}", "both": "**{n}** in beiden Listen: {names}", "none": "keine"},
    "fr": {"only": "**{n}** dans « {first} » mais pas dans « {second} » : {names}", "both": "**{n}** dans les deux listes : {names}", "none": "aucune"},
    "es": {"only": "**{n}** en «{first}» pero no en «{second}»: {names}", "both": "**{n}** en ambas listas: {names}", "none": "ninguna"},
}  # fmt: skip
NEW_IN = re.compile(
    r"\b(?:new|newly|added|joined|came|neu\w*|hinzu\w*|dazu\w*|nouve\w*|ajoute\w*|nuev[oa]s?|anadid[oa]s?)\b",
    re.IGNORECASE,
)
JOINS_LISTS = re.compile(
    r"\b(?:merg\w*|combin\w*|join\w*|unite|put together|zusammen\w*|vereinig\w*|fusionn\w*|reuni\w*|junta\w*|fusiona\w*)\b|\b(?:duplicat\w*|doppelt\w*|doublons?|duplicad\w*)\b",
    re.IGNORECASE,
)
ADDRESS_IN_LIST = re.compile(r"[^\s<>,;:()\"|]+@[^\s<>,;:()\"|]+")


WHO_LEFT = re.compile(
    r"\b(?:who(?:'s| has| is)?|people|members|which(?: \w+)?|wer|qui|quien(?:es)?)\b[^.?\n]{0,20}?\b(?:left|gone|dropped (?:out|off)|quit|unsubscribed|cancelled|no longer|not any ?more|weg|gegangen|weggefallen|ausgetreten|abgemeldet|(?:est|sont) partis?|se desinscri\w+|se (?:ha|han) ido|se fue(?:ron)?|se dio de baja|se dieron de baja)\b|\b(?:and|und|et|y) (?:who )?(?:left|dropped (?:out|off))\b",
    re.IGNORECASE,
)
WHO_JOINED = re.compile(
    r"\b(?:who(?:'s| has| is)?|people|members|which(?: \w+)?|wer|qui|quien(?:es)?)\b[^.?\n]{0,20}?\b(?:joined|new|came|signed up|subscribed|dazugekommen|neu|beigetreten|hinzugekommen|nouveaux?|arrives?|rejoint|nuev[oa]s?|se (?:ha|han) (?:unido|apuntado)|se unio|se unieron)\b|\b(?:and|und|et|y) (?:who )?(?:joined|came in)\b",
    re.IGNORECASE,
)
LATER_HEAD = re.compile(
    r"\b(?:new|now|today|this|current|after|later|neu\w*|jetzt|heute|aktuell\w*|nachher|nouve\w*|maintenant|actuel\w*|apres|nuev[oa]|ahora|actual|despues)\b",
    re.IGNORECASE,
)


class LabelledList(NamedTuple):
    """A list of a message: its head, the place among the lists, its addresses."""

    label: str
    place: int
    addresses: list[str]


class TwoLists(NamedTuple):
    """Two lists with the rest of the message, folded, in which they are asked about."""

    lists: tuple[LabelledList, LabelledList]
    question: str


def two_lists_of(text: str) -> TwoLists | None:
    """Return the two lists of a message and what is asked beside them; None where it has not two."""
    for pattern in (LIST_HEAD, HEAD_LINE, INLINE_HEAD):
        every = [one for one in pattern.finditer(text) if "?" not in one["label"]]
        ends = [*(one.start() for one in every[1:]), len(text)]
        heads = [one for one, end in zip(every, ends, strict=False) if ADDRESS_IN_LIST.search(text, one.end(), end)]
        if len(heads) != 2:
            continue
        last = [match.end() for match in ADDRESS_IN_LIST.finditer(text, heads[1].end())][-1]
        parts = (text[heads[0].end() : heads[1].start()], text[heads[1].end() :])
        lists = [LabelledList(head["label"].strip(), at, listed_once(part)) for at, (head, part) in enumerate(zip(heads, parts, strict=True))]  # fmt: skip
        return TwoLists((lists[0], lists[1]), fold(f"{text[: heads[0].start()]} {text[last:]}"))
    return None


def listed_once(part: str) -> list[str]:
    """Return the addresses of a part of a message, each once whatever its case."""
    found: dict[str, str] = {}
    for match in ADDRESS_IN_LIST.finditer(part):
        one = match.group().strip(".!?'")
        found.setdefault(one.lower(), one)
    return list(found.values())


def named_list(lists: TwoLists, words: str) -> LabelledList | None:
    """Return the list that a part of a question names, by its head or by its place; None for none or both."""
    tokens = [match.group() for match in re.finditer(r"[^\W_]+", words)]
    found = [one for one in lists.lists if any(same_head(word, one.label) for word in tokens)]
    if not found:
        found = [one for one in lists.lists if any(re.fullmatch(PLACE_NAMES[one.place], word, re.IGNORECASE) for word in tokens[:6])]  # fmt: skip
    return found[0] if len(found) == 1 else None


def same_head(word: str, label: str) -> bool:
    """Return whether a word of a question is one of the head of a list, but for its ending."""
    for part in re.findall(r"[^\W_]+", fold(label).lower()):
        stem = max(HEAD_STEM, min(len(word), len(part)) - 2)
        if word.lower() == part and part not in ("list", "liste", "lista"):
            return True
        if len(word) >= stem <= len(part) and word[:stem].lower() == part[:stem] and not part.startswith("list"):
            return True
    return False


def compared_lists(text: str, language: str) -> str:
    """Return who is only in one of two lists, or in both, as a message asks; "" for other messages."""
    lists = two_lists_of(text)
    if lists is None:
        return ""
    said, question = TWO_TEXTS[language], lists.question
    if moved := moved_text(lists, said):
        return moved
    if JOINS_LISTS.search(question):
        return ""
    lacks, only, both = LACKS.search(question), ONLY_IN.search(question), IN_BOTH.search(question)
    if both and not lacks and not only:
        return common_text(lists, said)
    out = list_left_out(lists)
    if out is None and STILL_TO_DO.search(question) and is_inside(lists.lists[1], lists.lists[0]):
        out = lists.lists[1]
    if out is not None:
        return only_text(lists.lists[1 - out.place], out, said)
    if not (lacks or both or COMPARES.search(question)):
        return ""
    first, second = lists.lists
    return "\n".join([only_text(first, second, said), only_text(second, first, said), common_text(lists, said)])


def moved_text(lists: TwoLists, said: dict[str, str]) -> str:
    """Return who is in the earlier list only, in the later one only, or both, as a question who left and who joined asks."""
    left, joined = WHO_LEFT.search(lists.question), WHO_JOINED.search(lists.question)
    later = [one for one in lists.lists if LATER_HEAD.search(fold(one.label))]
    if len(later) != 1 or not (left or joined):
        return ""
    earlier = lists.lists[1 - later[0].place]
    gone, new = only_text(earlier, later[0], said), only_text(later[0], earlier, said)
    return "\n\n".join([gone] * bool(left) + [new] * bool(joined))


def is_inside(inner: LabelledList, outer: LabelledList) -> bool:
    """Return whether each address of a list is in another one."""
    return {one.lower() for one in inner.addresses} <= {one.lower() for one in outer.addresses}


def list_left_out(lists: TwoLists) -> LabelledList | None:
    """Return the list whose addresses a question leaves out: the one behind "not", or the other of one behind "only" or "new"."""
    question = lists.question
    lacks, only, new = (pattern.search(question) for pattern in (LACKS, ONLY_IN, NEW_IN))
    if lacks is not None:
        return named_list(lists, question[lacks.end() :]) or first_named_before(lists, question[: lacks.start()])
    kept = named_list(lists, question[only.end() :] if only else question) if only or new else None
    return lists.lists[1 - kept.place] if kept is not None else None


def first_named_before(lists: TwoLists, words: str) -> LabelledList | None:
    """Return the list that is no member of a question with one list before its "not": the other one is left out."""
    kept = named_list(lists, words)
    return lists.lists[1 - kept.place] if kept is not None else None


def only_text(first: LabelledList, second: LabelledList, said: dict[str, str]) -> str:
    """Return the sentence with the addresses of one list that another does not have."""
    others = {one.lower() for one in second.addresses}
    kept = [one for one in first.addresses if one.lower() not in others]
    return fill_in(said["only"], n=len(kept), first=cell(first.label[:40]), second=cell(second.label[:40]), names=named_addresses(kept, said))  # fmt: skip


def common_text(lists: TwoLists, said: dict[str, str]) -> str:
    """Return the sentence with the addresses that both lists have."""
    others = {one.lower() for one in lists.lists[1].addresses}
    kept = [one for one in lists.lists[0].addresses if one.lower() in others]
    return fill_in(said["both"], n=len(kept), names=named_addresses(kept, said))


def named_addresses(addresses: list[str], said: dict[str, str]) -> str:
    """Return addresses as one text, at most 100 of them."""
    more = f", … (+{len(addresses) - 100})" if len(addresses) > 100 else ""
    return ", ".join(cell(one[:100]) for one in addresses[:100]) + more or said["none"]
