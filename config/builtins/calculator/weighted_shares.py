"""A sum that people share of whom some pay double or half: "three of us share 234.50, but I pay double"."""

import re
from typing import NamedTuple

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.calculator.told_rewrites import NOT_PAYING
from config.builtins.wording import fill_in

WHO_SHARES = (
    r"(?:of us|of them|flatmates?|roommates?|housemates?|people|persons?|friends|mates|families|couples|colleagues|students|kids|children|adults|guests|ways|parts|siblings|brothers|sisters|members|"
    r"leute|personen|freunde|mitbewohner\w*|familien|kollegen|kinder|erwachsene|geschwister|wir|personnes|amis|colocataires?|collegues|enfants|adultes|familles|personas|amigos|companeros|ninos|adultos|familias|hermanos)"
)
SHARING = re.compile(
    r"\b(?:shar(?:e[sd]?|ing)|split\w*|divid\w*|bill|rent|pay|teil\w*|aufteil\w*|rechnung|miete|partag\w*|addition|facture|loyer|repart\w*|dividi\w*|comparti\w*|cuenta|alquiler)\b"
)
PAYS = r"(?:pays?|paying|owes?|counts?|counting|takes?|gets?|covers?|eats?(?: for)?|zahl\w*|bezahl\w*|zahlen|nehm\w*|nimmt|bekomm\w*|ubernehm\w*|paie\w*|paye\w*|prend\w*|compte\w*|pag\w*|cuenta\w*|cubr\w*)"
WEIGHTS = (
    ("2", r"(?:double|twice|doppelt\w*|das doppelte|le double|2 fois (?:plus|la part|autant)|el doble|2 times)"),
    ("3", r"(?:triple|thrice|3 times|dreifach\w*|das dreifache|le triple|3 fois (?:plus|autant)|el triple)"),
    ("1 / 2", r"(?:half|die halfte|halb\w*|la moitie|(?:la )?mitad|moitie)"),
)
WEIGHTED = re.compile(
    rf"\b{PAYS}(?: (?:me|mir|only|just|nur|seulement|solo|for|fur|pour|a|as|als))* (?:{'|'.join(f'(?P<w{place}>{words})' for place, (_, words) in enumerate(WEIGHTS))})\b"
    r"(?! (?:of|the bill|von|de|del) (?:the|it|that|der|la|le|el)?)"
)
HOW_MANY_WEIGHTED = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,2}})(?: of (?:us|them|which|those))? (?:(?:are|is|sind|ist|sont|son|being) )?(?:[a-z]+ )?(?:{WHO_SHARES}|who|that|die|qui|que)?[^.?!;,\d]{{0,20}}\Z"
)
GROUP_COUNT = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,3}}) (?:[a-z]+ )?{WHO_SHARES}\b|\b(?:we are|we're|wir sind|nous sommes|somos|on est|between|among|zwischen|unter|entre)(?: the)? (?P<n2>\d{{1,3}})\b"
)
KIDS = r"(?:kids?|children|child|kinder\w*|enfants?|ninos?|students?|schuler\w*|pensioners?|rentner\w*)"
TWO_GROUPS = re.compile(
    rf"(?<![\w.,])(?P<full>\d{{1,3}}) (?!{KIDS}\b)(?P<name>[a-z]+) (?:and|und|et|y|plus|\+) (?P<part>\d{{1,3}}) (?P<kind>{KIDS})\b"
)
WHO_PAYS_ASKED = re.compile(r"\b(?:who|what|how much|wer|was|wie ?viel|qui|combien|quel\w*|quien|cuanto|que)\b")
NOTES = {
    "en": "The first is the share that counts {weight}, the second that of each of the others.",
    "de": "Zuerst der Anteil, der {weight} zählt, dann der von jedem anderen.",
    "fr": "D'abord la part qui compte {weight}, puis celle de chacun des autres.",
    "es": "Primero la parte que cuenta {weight}, luego la de cada uno de los demás.",
}
WEIGHT_NAMES = {
    "en": {"2": "double", "3": "three times", "1 / 2": "half"},
    "de": {"2": "doppelt", "3": "dreifach", "1 / 2": "halb"},
    "fr": {"2": "double", "3": "triple", "1 / 2": "pour moitié"},
    "es": {"2": "el doble", "3": "el triple", "1 / 2": "la mitad"},
}


class Sharers(NamedTuple):
    """How many people share, how many of them have the other weight, and the numbers that say so."""

    whole: int
    weighted: int
    read: list[Amount]


def weighted_shares(text: str, language: str) -> Problem:
    """Return what each pays of a sum where some of those who share it count double or half; none for other messages."""
    match = WEIGHTED.search(text)
    if match is None or not (SHARING.search(text) and WHO_PAYS_ASKED.search(text)):
        return Problem("")
    weight = next(size for place, (size, _) in enumerate(WEIGHTS) if match[f"w{place}"])
    amounts = [one for one in amounts_of(text) if not match.start() <= one.start < match.end()]
    sharers = sharers_of(text, amounts, match)
    rest = [one for one in amounts if sharers and one not in sharers.read]
    if sharers is None or len(rest) != 1 or rest[0].share or not 0 < sharers.weighted < sharers.whole:
        return Problem("")
    if weight == "1 / 2" and sharers.weighted == 1 and not ONLY_HALF.search(match.group()):
        return Problem("")  # "I pay half" may be half of all
    full = sharers.whole - sharers.weighted
    each = f"{rest[0].text} / ({full} + {sharers.weighted} * {weight})"
    note = fill_in(NOTES[language], weight=WEIGHT_NAMES[language][weight])
    words = (WEIGHTED, GROUP_COUNT, TWO_GROUPS, SHARING, WHO_PAYS_ASKED, EACH_SHARER, UNUSED_REASON)
    return Problem(f"{each} * {weight} ; {each}", words, note)


ONLY_HALF = re.compile(r"\b(?:only|just|nur|seulement|solo)\b")
EACH_SHARER = re.compile(
    r"\b(?:each(?: of (?:us|them|the (?:others|other)))?|everyone|everybody|per person|jede[rnms]?(?: (?:einzelne|andere)n?)?|pro (?:person|kopf)|chacune?|par personne|cada un[oa]|por persona)\b"
)
UNUSED_REASON = re.compile(r"\b(?:because|since|as|weil|da|denn|parce qu[e']|car|porque|ya que)\b[^.?!;\d]*")


WITHOUT_MONEY = re.compile(
    rf"\b(?:{NOT_PAYING}|(?:has|have|had|got) no (?:money|cash)|(?:is|are) (?:broke|skint)|forgot (?:his|her|their) (?:wallet|purse|money)|(?:hat|haben) (?:gerade )?kein geld|hat (?:seine?n?|ihre?n?) (?:geld|portemonnaie|geldbeutel|brieftasche) vergessen"
    r"|n'(?:a|ont) pas d'argent|a oublie son portefeuille|no (?:tiene|tienen|lleva) dinero|olvido (?:su|la) cartera)\b",
    re.IGNORECASE,
)
THE_OTHERS_PAY = re.compile(
    r"\b(?:other|others|anderen|autres|otros|otras)(?: (?P<n>\d{1,2}))?\b|\b(?P<n2>\d{1,2}) (?:others?|anderen?|autres|otr[oa]s)\b"
)


def shares_without_one(text: str) -> Problem:
    """Return what each of those pays who share a sum, where some of them have no money; none for other messages."""
    match = WITHOUT_MONEY.search(text)
    is_shared = SHARING.search(text) is not None or EACH_SHARER.search(text) is not None
    if match is None or not (is_shared and WHO_PAYS_ASKED.search(text)):
        return Problem("")
    amounts = amounts_of(text)
    sharers = sharers_of(text, amounts, match)
    if sharers is None or not 0 < sharers.weighted < sharers.whole:
        return Problem("")
    left = sharers.whole - sharers.weighted
    others = THE_OTHERS_PAY.search(text, match.end())
    told = (others["n"] or others["n2"]) if others else None
    read = [*sharers.read, *(one for one in amounts if told and one.start in (others.start("n"), others.start("n2")))]  # type: ignore[union-attr]  # told by it
    rest = [one for one in amounts if one not in read]
    if len(rest) != 1 or rest[0].share or (told is not None and int(told) != left):
        return Problem("")
    return Problem(
        f"{rest[0].text} / {left}",
        (WITHOUT_MONEY, THE_OTHERS_PAY, GROUP_COUNT, SHARING, WHO_PAYS_ASKED, EACH_SHARER, UNUSED_REASON),
    )


def sharers_of(text: str, amounts: list[Amount], match: "re.Match[str]") -> Sharers | None:
    """Return who shares; None where that is not told."""
    groups = TWO_GROUPS.search(text)
    if groups is not None and re.search(
        rf"\b{groups['kind'].rstrip('s')}\w*\b[^.?!;\d]*\Z", text[groups.end("part") : match.start()]
    ):
        inside = [one for one in amounts if groups.start() <= one.start < groups.end()]
        full, part = int(groups["full"]), int(groups["part"])
        return Sharers(full + part, part, inside)
    counted = GROUP_COUNT.search(text)
    if counted is None:
        return None
    name = "n" if counted["n"] else "n2"
    read = [one for one in amounts if one.start == counted.start(name)]
    some = HOW_MANY_WEIGHTED.search(text[: match.start()])
    if some is not None and (some.start("n") == counted.start(name) or int(some["n"]) >= int(counted[name])):
        some = None
    read += [one for one in amounts if some and one.start == some.start("n")]
    return Sharers(int(counted[name]), int(some["n"]) if some else 1, read)
