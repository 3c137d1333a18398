"""Checks IBANs: country, length, the form of the national part, and the check digits (ISO 13616, ISO 7064 mod 97-10).

Only the number itself is judged: nothing is looked up, so a valid IBAN may still belong to no account.
"""

import re
from typing import Any

from config.recipes.common import counted, declares_used, found_in, nothing, solved, table
from config.recipes.iban_checker.countries import COUNTRIES

MOST = 100  # IBANs of one message
LONGEST_IBAN = 34
TOO_LONG = 45  # characters from which a run of groups is no attempt at an IBAN any more
START = re.compile(r"(?:IBAN[:=#.]?)?([A-Za-z]{2}[0-9]{2}[A-Za-z0-9]*)", re.IGNORECASE)
HELP = "I check the form and the check digits of IBANs, and see none here. Send me one or more, e.g. DE89 3704 0044 0532 0130 00."


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about one or several IBANs."""
    found = found_in(payload, ibans)
    if not found:
        return nothing(HELP)
    checked = [judged(iban) for iban in found[:MOST]]
    valid = sum(one["valid"] for one in checked)
    output = {
        "ibans": checked,
        "valid_count": valid,
        "invalid_count": len(checked) - valid,
        "left_out": len(found) - len(checked),
    }
    return solved(sentence(output), output)


def ibans(text: str) -> list[str]:
    """Return what was meant as an IBAN, without its spaces, each once, in order."""
    told_so = re.search(r"\biban", text, re.IGNORECASE) is not None
    found: dict[str, None] = {}
    for line in re.split(r"[\n,;|]+", text):
        words = [re.sub(r"[.\-–/]", "", word.strip("\"'`()[]<>?!:*“”")) for word in line.split()]
        place = 0
        while place < len(words):
            iban, used = joined(words[place:])
            if len(iban) >= (5 if told_so else 12):
                found[iban] = None
            place += max(1, used)
    return list(found)


def joined(words: list[str]) -> tuple[str, int]:
    """Return the IBAN that begins at the first word, and over how many words it goes; an empty text when none does."""
    start = START.fullmatch(words[0]) if words else None
    if start is None:
        return "", 0
    iban, used = start.group(1).upper(), 1
    length = COUNTRIES.get(iban[:2], ("", LONGEST_IBAN, ""))[1]
    for word in words[1:]:
        group = re.fullmatch(r"[A-Za-z0-9]{1,4}|\d{1,30}", word) is not None and (
            word.isupper() or any(c.isdigit() for c in word)
        )
        begins = START.fullmatch(word) is not None and word[:2].upper() in COUNTRIES and len(iban) >= length
        if not group or begins or len(iban) + len(word) > TOO_LONG or (len(iban) >= length and not word.isdigit()):
            break
        iban, used = iban + word.upper(), used + 1
    return iban, used


def judged(iban: str) -> dict[str, Any]:
    """Return the judgement of one IBAN."""
    country, length, form = COUNTRIES.get(iban[:2], ("", 0, ""))
    reasons = []
    if not country:
        reasons.append(f"{iban[:2]} is no country that uses IBANs")
    elif len(iban) != length:
        difference = f"{counted(abs(len(iban) - length), 'character')} too {'long' if len(iban) > length else 'short'}"
        reasons.append(f"an IBAN of {country} has {length} characters, this one has {len(iban)}: {difference}")
    elif not fits(iban[4:], form):
        reasons.append(f"the part after the check digits does not have the form of {country} ({spelled(form)})")
    right = remainder(iban) == 1 and iban[2:4] not in ("00", "01", "99")
    if country and len(iban) == length and not right:
        reasons.append(f"the check digits {iban[2:4]} are wrong: there is a slip somewhere in the number")
    return {
        "iban": iban,
        "formatted": " ".join(iban[at : at + 4] for at in range(0, len(iban), 4)),
        "valid": not reasons,
        "country": country,
        "check_digits": iban[2:4],
        "check_digits_right": right,
        "reasons": reasons,
        "suggestions": swapped(iban, form) if country and len(iban) == length and not right else [],
    }


def remainder(iban: str) -> int:
    """Return the number modulo 97, with the first four characters moved to the end and letters as 10 to 35."""
    moved = iban[4:] + iban[:4]
    return int("".join(str(int(letter, 36)) for letter in moved)) % 97


def fits(part: str, form: str) -> bool:
    """Say whether a national part has its country's form, such as ``4a14n``: n digits, a capitals, c either."""
    classes = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Z0-9]"}
    pattern = "".join(f"{classes[kind]}{{{count}}}" for count, kind in re.findall(r"(\d+)([nac])", form))
    return re.fullmatch(pattern, part) is not None


def spelled(form: str) -> str:
    """Return a form in words."""
    names = {"n": "digit", "a": "letter", "c": "letters or digit"}
    return ", ".join(counted(int(count), names[kind]) for count, kind in re.findall(r"(\d+)([nac])", form))


def swapped(iban: str, form: str) -> list[str]:
    """Return the IBANs that two neighbours in another order would make valid; nothing when there are more than two."""
    made = []
    for at in range(4, len(iban) - 1):
        if iban[at] != iban[at + 1]:
            other = iban[:at] + iban[at + 1] + iban[at] + iban[at + 2 :]
            if remainder(other) == 1 and fits(other[4:], form):
                made.append(other)
    return made if len(made) <= 2 else []


def sentence(output: dict[str, Any]) -> str:
    """Return the answer in words."""
    checked = output["ibans"]
    if len(checked) == 1:
        one = checked[0]
        if one["valid"]:
            return f"**{one['formatted']}** is a valid IBAN of {one['country']}. I checked its form only, not whether the account exists."
        meant = (
            f" Did you mean {' or '.join(one['suggestions'])} (two neighbours swapped)?" if one["suggestions"] else ""
        )
        return f"**{one['formatted']}** is not a valid IBAN: {'; '.join(one['reasons'])}.{meant}"
    rows = [
        [one["formatted"], one["country"], "valid" if one["valid"] else "; ".join(one["reasons"])] for one in checked
    ]
    more = f"\n\n{output['left_out']} more were left out: I check {MOST} at once." if output["left_out"] else ""
    head = f"{output['valid_count']} of {len(checked)} are valid. I checked their form only, not whether the accounts exist."
    return f"{head}\n\n{table(['IBAN', 'country', 'verdict'], rows)}{more}"
