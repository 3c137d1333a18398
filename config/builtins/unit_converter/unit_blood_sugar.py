"""Blood sugar: milligrams in a decilitre as millimoles in a litre, and back, by the molar mass of glucose."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import told_rows
from config.builtins.wording import decimal_of, fill_in, fold, localized, merged, nothing

GLUCOSE_MASS = Decimal("18.0156")  # mg/dl for 1 mmol/l: 180.156 g/mol, in a tenth of a litre
SUGAR_WORDS = re.compile(
    r"\b(?:gluco\w*|glyc[ae]mi\w*|glicemi\w*|glucemi\w*|blood sugars?|sugars?|zucker\w*|\w*zucker|diabet\w*|bz|hypo\w*|insulin\w*|fasting|nuchtern\w*|azucar|sucre)\b",
    re.IGNORECASE,
)
OTHER_SUBSTANCES = re.compile(
    r"\b(?:cholest\w*|ldl|hdl|triglycerid\w*|kreatinin|creatinin\w*|urea|harnstoff|uric|calcium|potassium|bilirubin|keton\w*|hba1c|iron|lactate)\b",
    re.IGNORECASE,
)
FIGURE_OF_BLOOD = r"(?<![\w.,])(?P<n>\d{1,3}(?:[.,]\d{1,2})?)"
MG_NAME = r"(?:mg ?/ ?dl|mg ?%|mg (?:per|pro|par|por) (?:dl|decilit(?:er|re)|deziliter|decilitro))"
MMOL_NAME = r"(?:mmol(?:s|es)? ?/ ?l|mmols?(?: (?:per|pro|par|por) (?:l|lit(?:er|re)|litro))?|millimol(?:es?|s)?(?: (?:per|pro|par|por) (?:l|lit(?:er|re)|litro))?)"
MG_TOLD = re.compile(rf"{FIGURE_OF_BLOOD} ?{MG_NAME}(?!\w)", re.IGNORECASE)
MMOL_TOLD = re.compile(rf"{FIGURE_OF_BLOOD} ?{MMOL_NAME}(?!\w)", re.IGNORECASE)
MG_NAMED, MMOL_NAMED = (re.compile(rf"(?<!\w){name}(?!\w)", re.IGNORECASE) for name in (MG_NAME, MMOL_NAME))
SUGAR_TEXTS = {
    "en": "**{value} {unit} ≈ {result} {goal}** of glucose (1 mmol/l = 18.0156 mg/dl).",
    "de": "**{value} {unit} ≈ {result} {goal}** Glukose (1 mmol/l = 18,0156 mg/dl).",
    "fr": "**{value} {unit} ≈ {result} {goal}** de glucose (1 mmol/l = 18,0156 mg/dl).",
    "es": "**{value} {unit} ≈ {result} {goal}** de glucosa (1 mmol/l = 18,0156 mg/dl).",
}
SUBSTANCE_TEXTS = {
    "en": "How many mmol/l a mg/dl is depends on the substance: I know it for blood sugar (glucose) only.",
    "de": "Wie viel mmol/l ein mg/dl ist, hängt vom Stoff ab: Ich weiß es nur für Blutzucker (Glukose).",
    "fr": "Combien de mmol/l fait un mg/dl dépend de la substance : je ne le sais que pour la glycémie (glucose).",
    "es": "Cuántos mmol/l es un mg/dl depende de la sustancia: solo lo sé para la glucemia (glucosa).",
}


def blood_sugar(message: str, language: str) -> dict[str, Any] | None:
    """Return a told blood sugar in the other unit, or that it depends on the substance; None for other messages."""
    text = fold(message)
    in_mg, in_mmol = list(MG_TOLD.finditer(text)), list(MMOL_TOLD.finditer(text))
    if len(in_mg) + len(in_mmol) != 1:
        return None
    told, goal = (in_mg[0], MMOL_NAMED) if in_mg else (in_mmol[0], MG_NAMED)
    rest = text[: told.start()] + " " * len(told.group()) + text[told.end() :]
    wanted = goal.search(rest)
    if wanted is None or re.search(r"\d", rest):
        return None
    if SUGAR_WORDS.search(text) is None or OTHER_SUBSTANCES.search(text):
        return nothing(SUBSTANCE_TEXTS[language], message)
    value = decimal_of(told["n"], language)
    names = ("mg/dl", "mmol/l") if in_mg else ("mmol/l", "mg/dl")
    result = round(value / GLUCOSE_MASS, 1) if in_mg else Decimal(round(value * GLUCOSE_MASS))
    words = {"value": localized(f"{value.normalize():f}", language), "result": localized(f"{result:f}", language)}
    answer = fill_in(SUGAR_TEXTS[language], **words, unit=names[0], goal=names[1])
    row = {"value": float(value), "from": names[0], "to": names[1], "result": float(result)}
    made = told_rows(answer, [{**row, "text": answer.replace("**", "")}], "concentration", [], 0.95)
    spans = [list(one.span()) for one in (told, wanted)] + [list(one.span()) for one in SUGAR_WORDS.finditer(text)]
    return {**made, "definite": True, "used": merged(spans, len(message))}
