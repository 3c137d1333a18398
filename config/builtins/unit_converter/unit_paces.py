"""Speeds and paces: a pace is the time for a way and the inverse of a speed, so each turns into the other."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import FREE, UNITS, Unit, meanings, named, row, told_rows
from config.builtins.wording import Mapped

PACE_WORD = re.compile(
    r"\b(?:pace|allure|ritmo|tempo|min(?:utes?|uten|utos)? (?:per|par|por|pro)|pro (?:km|kilomet\w+|meile))\b",
    re.IGNORECASE,
)
PACE_TOO = re.compile(  # "in km/h and as a pace"
    r"(?:\b(?:and|und|et|y|plus)\b|[,&+])(?: (?:also|auch|aussi|tambien|what|which|welche[sr]?|quelle|que|is|ist|est|the|der|das|l'|la|el|an?|une?|un|ein|as|als|en|como|comme|in))* (?:pace|allure|ritmo|tempo|min(?:utes?|uten|utos)?)\b",
    re.IGNORECASE,
)
SPEED_WORD = re.compile(
    r"\b(?:speed|how fast|fast|schnell|geschwindigkeit|vitesse|vite|velocidad|rapido|tempo(?= in km/h))\b",
    re.IGNORECASE,
)
PACES = {"pace_km": Decimal(1000), "pace_mi": Decimal("1609.344")}  # metres that a pace is for
TINY = Decimal("0.000001")  # what the factors of the speeds are rounded to
BY_MILE = ("mph", "ft/s")


def speed_or_pace(
    amounts: Sequence[tuple[Decimal, str, str]], rest: str, mapped: Mapped, language: str
) -> dict[str, Any] | None:
    """Return a speed as a pace, or a pace as a speed, where a message asks for that; None for other messages."""
    if len(amounts) != 1:
        return None
    value, name, _ = amounts[0]
    source = meanings(name)[0]
    goals = [unit for match in FREE.finditer(rest) for unit in meanings(match.group())[:1]]
    if value <= 0 or source.dimension not in ("speed", "pace"):
        return None
    if source.dimension == "speed":
        wanted = paces_wanted(goals, mapped.text, source)
        metres = value * source.factor
        rows = [pace_row(value, source, UNITS[one], PACES[one] / metres, language) for one in wanted]
        speeds = [unit for unit in dict.fromkeys(goals) if unit.dimension == "speed" and unit != source]
        if rows:  # "in km/h, and also as minutes per km"
            rows = [row(value, source, unit, "", language) for unit in speeds] + rows
    else:
        speeds = [unit for unit in goals if unit.dimension == "speed"]
        if not speeds and (any(unit.dimension == "pace" for unit in goals) or not SPEED_WORD.search(mapped.text)):
            return None
        speeds = speeds or [UNITS["km/h" if source.id == "pace_km" else "mph"]]
        metres = PACES[source.id] / (value * 60)
        rows = [speed_row(value, source, unit, metres / unit.factor, language) for unit in speeds]
    if not rows:
        return None
    lines = "\n".join(f"- {one['text']}" for one in rows) if len(rows) > 1 else f"**{rows[0]['text']}**"
    return told_rows(lines, rows, "pace" if source.dimension == "speed" else "speed", [], 0.95)


def paces_wanted(goals: Sequence[Unit], text: str, source: Unit) -> list[str]:
    """Return which paces are wanted of a speed: those that are named, else that of the speed's own way where a pace is asked for."""
    found = list(dict.fromkeys(unit.id for unit in goals if unit.dimension == "pace"))
    if found:
        return found
    is_speed = any(unit.dimension == "speed" for unit in goals)
    if not PACE_WORD.search(text) or (is_speed and not PACE_TOO.search(text)):
        return []
    lengths = {unit.id for unit in goals if unit.dimension == "length"}
    if "mi" in lengths or "km" in lengths:
        return [one for one, length in (("pace_km", "km"), ("pace_mi", "mi")) if length in lengths]
    return ["pace_mi" if source.id in BY_MILE else "pace_km"]


def pace_row(value: Decimal, source: Unit, target: Unit, seconds: Decimal, language: str) -> dict[str, Any]:
    """Return a speed as a pace, as data and as a sentence."""
    whole = round(seconds)
    way = "km" if target.id == "pace_km" else "mile"
    sign = "=" if abs(whole - seconds) < TINY else "≈"
    text = f"{named(value, source, language)} {sign} {whole // 60}:{whole % 60:02d} min/{way}"
    return {
        "value": float(value),
        "from": source.id,
        "to": target.id,
        "result": float(f"{seconds / 60:.12g}"),
        "text": text,
    }


def speed_row(value: Decimal, source: Unit, target: Unit, result: Decimal, language: str) -> dict[str, Any]:
    """Return a pace as a speed, as data and as a sentence."""
    whole = round(value * 60)
    way = "km" if source.id == "pace_km" else "mile"
    rounded = round(result, 4)
    sign = "=" if abs(rounded - result) < TINY else "≈"
    text = f"{whole // 60}:{whole % 60:02d} min/{way} {sign} {named(rounded, target, language)}"
    return {"value": float(value), "from": source.id, "to": target.id, "result": float(f"{result:.12g}"), "text": text}
