"""Computes the contrast of two colours after WCAG 2.2 (1.4.3, 1.4.6, 1.4.11), and suggests a colour that passes."""

import re
from typing import Any

from config.recipes.common import declares_used, found_in, nothing, solved, table

Rgb = tuple[int, int, int]
MOST = 50  # pairs of one message
COLOURS = """
black=000000 white=ffffff red=ff0000 green=008000 blue=0000ff yellow=ffff00 orange=ffa500 purple=800080 gray=808080 grey=808080
silver=c0c0c0 maroon=800000 olive=808000 lime=00ff00 aqua=00ffff cyan=00ffff teal=008080 navy=000080 fuchsia=ff00ff magenta=ff00ff
pink=ffc0cb brown=a52a2a gold=ffd700 beige=f5f5dc ivory=fffff0 indigo=4b0082 violet=ee82ee crimson=dc143c coral=ff7f50
salmon=fa8072 tomato=ff6347 khaki=f0e68c lavender=e6e6fa turquoise=40e0d0 tan=d2b48c skyblue=87ceeb steelblue=4682b4
royalblue=4169e1 darkblue=00008b darkgreen=006400 darkred=8b0000 darkgray=a9a9a9 darkgrey=a9a9a9 lightgray=d3d3d3 lightgrey=d3d3d3
lightblue=add8e6 lightgreen=90ee90 dimgray=696969 dimgrey=696969 slategray=708090 whitesmoke=f5f5f5 rebeccapurple=663399
schwarz=000000 weiß=ffffff weiss=ffffff rot=ff0000 grün=008000 blau=0000ff gelb=ffff00 grau=808080 negro=000000 blanco=ffffff
rojo=ff0000 verde=008000 azul=0000ff amarillo=ffff00 gris=808080
"""
NAMES = dict(pair.split("=") for pair in COLOURS.split())
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}(?![0-9a-z])|rgba?\(\s*\d{1,3}%?\s*[, ]\s*\d{1,3}%?\s*[, ]\s*\d{1,3}%?\s*(?:[,/]\s*[\d.]+%?\s*)?\)"
    r"|(?<![\w#])(?:[0-9a-f]{6})(?!\w)|(?<![\w#-])(?:" + "|".join(sorted(NAMES, key=len, reverse=True)) + r")(?![\w-])",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"contrast|kontrast|contraste|wcag|readab|legib|accessib|lesbar|colou?r|farbe|\baaa?\b|#|rgb|text|background|\bon\b",
    re.IGNORECASE,
)
BACK_FIRST = re.compile(r"(background|hintergrund|fondo)\W+(?:colou?r\W+)?(?:is |of |ist |es |in )?$", re.IGNORECASE)
LEVELS = (
    ("aa_normal", "AA, normal text"),
    ("aa_large", "AA, large text"),
    ("aaa_normal", "AAA, normal text"),
    ("aaa_large", "AAA, large text"),
    ("ui_components", "AA, controls and graphics"),
)
HELP = "I compute the contrast of two colours, and need both, e.g. #777777 on white, or rgb(0, 90, 0) on #ffe."


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with one or several pairs of colours."""
    pairs = found_in(payload, pairs_in)
    if not pairs:
        return nothing(HELP)
    results = [judged(*pair) for pair in pairs[:MOST]]
    left_out = len(pairs) - len(results)
    return solved(sentence(results, left_out), {"pairs": results, "left_out": left_out})


def pairs_in(text: str) -> list[tuple[str, str]]:
    """Return pairs of (text colour, background), as they are written; one colour alone is no pair."""
    if not ABOUT.search(text):
        return []
    found = [match for match in COLOUR.finditer(text) if parsed(match.group()) is not None]
    pairs, end = [], 0
    for first, second in zip(found[::2], found[1::2], strict=False):
        swapped = BACK_FIRST.search(text[end : first.start()]) is not None
        pairs.append((second.group(), first.group()) if swapped else (first.group(), second.group()))
        end = second.end()  # from the start each time would take time with the square of the length
    return pairs


def parsed(text: str) -> tuple[Rgb, float] | None:
    """Return a colour's red, green and blue (0 to 255) and its opacity (0 to 1); None for what is no colour."""
    text = text.lower()
    text = f"#{NAMES[text]}" if text in NAMES else text
    if text.startswith("rgb"):
        return from_rgb(re.findall(r"[\d.]+%?", text))
    digits = text.removeprefix("#")
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return None
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return (red, green, blue), int(digits[6:8] or "ff", 16) / 255


def from_rgb(parts: list[str]) -> tuple[Rgb, float] | None:
    """Return what ``rgb(…)`` says."""
    levels = [round(float(part[:-1]) * 2.55) if part.endswith("%") else float(part) for part in parts[:3]]
    alpha = 1.0
    if len(parts) > 3:
        alpha = float(parts[3][:-1]) / 100 if parts[3].endswith("%") else float(parts[3])
    if len(levels) < 3 or max(levels) > 255 or not 0 <= alpha <= 1:
        return None
    return (int(levels[0]), int(levels[1]), int(levels[2])), alpha


def luminance(colour: Rgb) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2, definition of relative luminance)."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (level / 255 for level in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Rgb, second: Rgb) -> float:
    """Return the contrast ratio, 1 to 21."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def blended(colour: tuple[Rgb, float], under: Rgb) -> Rgb:
    """Return a see-through colour as it looks on another."""
    top, alpha = colour
    red, green, blue = (round(alpha * over + (1 - alpha) * below) for over, below in zip(top, under, strict=True))
    return red, green, blue


def judged(text: str, background: str) -> dict[str, Any]:
    """Return the ratio of a pair and which levels it meets; levels compare with the exact ratio, never with the rounded one."""
    under = blended(parsed(background) or ((255, 255, 255), 1.0), (255, 255, 255))
    over = blended(parsed(text) or ((0, 0, 0), 1.0), under)
    ratio = contrast(over, under)
    return {
        "text": named(over),
        "background": named(under),
        "ratio": int(ratio * 100) / 100,  # cut, not rounded: 4.499 does not pass 4.5
        "aa_normal": ratio >= 4.5,
        "aa_large": ratio >= 3,
        "aaa_normal": ratio >= 7,
        "aaa_large": ratio >= 4.5,
        "ui_components": ratio >= 3,
        "suggestion": "" if ratio >= 4.5 else nearest(over, under),
    }


def nearest(colour: Rgb, under: Rgb) -> str:
    """Return the text colour nearest to this one that has 4.5 : 1, on the way to black or to white."""
    for step in range(1, 101):
        for goal in (0, 255):
            red, green, blue = (round(level + (goal - level) * step / 100) for level in colour)
            if contrast((red, green, blue), under) >= 4.5:
                return named((red, green, blue))
    return ""


def named(colour: Rgb) -> str:
    """Return a colour as #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def sentence(results: list[dict[str, Any]], left_out: int) -> str:
    """Return the answer in words."""
    words = [f"{one['text']} on {one['background']}: {one['ratio']} : 1" for one in results]
    if len(results) == 1:
        one = results[0]
        lines = [f"**{words[0]}**"]
        lines += [f"- {name}: {'pass' if one[key] else 'fail'}" for key, name in LEVELS]
        if one["suggestion"]:
            lines.append(f"\nWith {one['suggestion']} as text colour it would pass AA for normal text.")
        return "\n".join(lines)
    rows = [
        [
            one["text"],
            one["background"],
            str(one["ratio"]),
            level(one["aa_normal"], one["aaa_normal"]),
            level(one["aa_large"], one["aaa_large"]),
        ]
        for one in results
    ]
    more = f"\n\n{left_out} more were left out." if left_out else ""
    return table(["text", "background", "ratio", "normal text", "large text"], rows) + more


def level(double: bool, triple: bool) -> str:
    """Return the highest level met."""
    return "AAA" if triple else "AA" if double else "fail"
