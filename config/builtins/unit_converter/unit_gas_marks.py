"""A gas mark without a scale: "oven gas mark 6, what temp" has the round degrees that ovens and books show."""

import re

from config.builtins.unit_converter.unit_consumption import Consumed
from config.builtins.unit_converter.unit_fan_ovens import FAN_DENIED, FAN_OVEN
from config.builtins.wording import fill_in

MARK_TOLD = re.compile(r"\b(?:gas(?: ?mark)?s?|gas ?stufe)\.? ?(?P<n>1/4|1/2|[1-9]|10)(?!\d|[.,/]\d)", re.IGNORECASE)
HEAT_ASKED = re.compile(
    r"\b(?:what|which|how|welche\w*|wie|quelle|combien|que|cual|cuant\w*)\b[^?.!]{0,40}?\b(?:temp\w*|heat|hot|degrees|setting|grad|hitze|hei(?:ss|ß)|chaleur|chaud|degres|grados|caliente)\b"
    r"|\bin (?:an? |my |the )?(?:electric|fan|elektro\w*|normal)\b|\ben (?:un )?(?:four electrique|horno electrico)\b"
    r"|\b(?:temp|temperature?|temperatur) ?(?:\?|\Z)",
    re.IGNORECASE,
)
MARK_SCALE_NAMED = re.compile(r"\b(?:celsius|centigrade|fahrenheit|[cf])\b|°", re.IGNORECASE)
MARK_HEAT = {
    "1/4": (110, 225), "1/2": (130, 250), "1": (140, 275), "2": (150, 300), "3": (170, 325), "4": (180, 350),
    "5": (190, 375), "6": (200, 400), "7": (220, 425), "8": (230, 450), "9": (240, 475),
}  # fmt: skip
MARK_TEXTS = {
    "en": "Gas mark {mark} is about **{celsius} °C** (**{fahrenheit} °F**), with a fan about {fan} °C.",
    "de": "Gas Stufe {mark} sind etwa **{celsius} °C** (**{fahrenheit} °F**), mit Umluft etwa {fan} °C.",
    "fr": "Le gas mark {mark} vaut environ **{celsius} °C** (**{fahrenheit} °F**), à chaleur tournante environ {fan} °C.",
    "es": "La marca de gas {mark} son unos **{celsius} °C** (**{fahrenheit} °F**), con ventilador unos {fan} °C.",
}
BRITISH_MARK = re.compile(r"\bgas ?marks?\b|\bgas(?= \d)|\bgas ?stufe\b", re.IGNORECASE)
FAN_LOWER = 20  # degrees Celsius


FRENCH_THERMOSTAT = re.compile(r"\b(?:thermostat|th)\.? ?(?P<n>[1-9]|10)(?!\d|[.,/:]\d)", re.IGNORECASE)
THERMOSTAT_TEXT = "Thermostat {mark} vaut environ **{celsius} °C**."
DEGREES_OF_STEP = 30  # of a French oven


def thermostat_heat(text: str, language: str) -> Consumed | None:
    """Return the degrees of a French oven's thermostat where its heat is asked for; None for other messages."""
    told = list(FRENCH_THERMOSTAT.finditer(text)) if language == "fr" else []
    if len(told) != 1 or not HEAT_ASKED.search(text):
        return None
    heat = int(told[0]["n"]) * DEGREES_OF_STEP
    sentence = fill_in(THERMOSTAT_TEXT, mark=told[0]["n"], celsius=heat)
    return Consumed(sentence, float(heat), "C", "temperature", told)


def gas_mark_heat(text: str, language: str) -> Consumed | None:
    """Return the usual degrees of a gas mark where a message asks for its heat and names no scale; None for others."""
    marks = list(MARK_TOLD.finditer(text))
    if len(marks) != 1 or not HEAT_ASKED.search(text) or MARK_SCALE_NAMED.search(text) or not BRITISH_MARK.search(text):
        return None
    heat = MARK_HEAT.get(marks[0]["n"])
    if heat is None or (FAN_OVEN.search(text) and not FAN_DENIED.search(text)):
        return None
    words = {"mark": marks[0]["n"], "celsius": heat[0], "fahrenheit": heat[1], "fan": heat[0] - FAN_LOWER}
    return Consumed(fill_in(MARK_TEXTS[language], **words), float(heat[0]), "C", "temperature", marks)
