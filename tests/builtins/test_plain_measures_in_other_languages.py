"""Plain questions on measures in German, French and Spanish, each checked against its factor."""

import random

import pytest

from tests.builtins.asking import DrawingHost, handler, payload
from tests.builtins.plain_sentences import figures
from tests.rounds import rounds

SENTENCES = {
    "de": """
{x} {u} in {v}
wie viel {v} sind {x} {u}?
wie viele {v} sind {x} {u}
wieviel sind {x} {u} in {v}
was sind {x} {u} in {v}
rechne {x} {u} in {v} um
{x} {u} in {v} umrechnen bitte
wandle {x} {u} in {v} um
kannst du {x} {u} in {v} umrechnen
{x} {u} = wie viel {v}
ich habe {x} {u}, wie viele {v} sind das
wie viel ist {x} {u} in {v}
{x} {u} nach {v}
bitte {x} {u} in {v}
wieviele {v} ergeben {x} {u}
was ergeben {x} {u} in {v}?
umrechnung {x} {u} {v}
{x} {u} entsprechen wie viel {v}
wie viele {v} entsprechen {x} {u}
sag mir {x} {u} in {v}
""",
    "fr": """
{x} {u} en {v}
combien de {v} font {x} {u} ?
{x} {u} ça fait combien de {v}
convertis {x} {u} en {v}
convertir {x} {u} en {v}
combien font {x} {u} en {v}
{x} {u} en {v} svp
peux-tu convertir {x} {u} en {v}
c'est combien {x} {u} en {v}
ça fait combien {x} {u} en {v}
{x} {u} égale combien de {v}
combien y a-t-il de {v} dans {x} {u}
{x} {u} = ? {v}
donne-moi {x} {u} en {v}
""",
    "es": """
{x} {u} en {v}
¿cuántos {v} son {x} {u}?
cuanto son {x} {u} en {v}
convierte {x} {u} a {v}
convertir {x} {u} a {v}
pasar {x} {u} a {v}
{x} {u} a {v}
¿a cuántos {v} equivalen {x} {u}?
{x} {u} cuántos {v} son
puedes convertir {x} {u} a {v}
dime {x} {u} en {v}
cuántos {v} hay en {x} {u}
""",
}
PAIRS = {
    "de": """
Meilen > km
km > Meilen
Fuß > Meter
Zoll > cm
cm > Zoll
Unzen > Gramm
Liter > Gallonen
Stunden > Minuten
Tage > Stunden
Wochen > Tage
Knoten > km/h
""",
    "fr": """
miles > km
km > miles
pieds > mètres
pouces > cm
onces > grammes
litres > gallons
heures > minutes
jours > heures
semaines > jours
""",
    "es": """
millas > km
km > millas
pies > metros
pulgadas > cm
onzas > gramos
litros > galones
horas > minutos
semanas > días
""",
}
FACTORS = {
    "Meilen": 1609.344,
    "km": 1000,
    "Fuß": 0.3048,
    "Zoll": 0.0254,
    "cm": 0.01,
    "Meter": 1,
    "Unzen": 0.028349523125,
    "Gramm": 0.001,
    "Liter": 1,
    "Gallonen": 3.785411784,
    "Stunden": 3600,
    "Minuten": 60,
    "Tage": 86400,
    "Wochen": 604800,
    "Knoten": 0.5144444,
    "km/h": 0.2777777777777778,
    "miles": 1609.344,
    "pieds": 0.3048,
    "pouces": 0.0254,
    "mètres": 1,
    "onces": 0.028349523125,
    "grammes": 0.001,
    "litres": 1,
    "gallons": 3.785411784,
    "heures": 3600,
    "minutes": 60,
    "jours": 86400,
    "semaines": 604800,
    "millas": 1609.344,
    "pies": 0.3048,
    "pulgadas": 0.0254,
    "metros": 1,
    "onzas": 0.028349523125,
    "gramos": 0.001,
    "litros": 1,
    "galones": 3.785411784,
    "horas": 3600,
    "minutos": 60,
    "días": 86400,
    "semanas": 604800,
}
CASES = [(language, sentence) for language, lines in SENTENCES.items() for sentence in lines.strip().splitlines()]


@pytest.mark.parametrize(("language", "sentence"), CASES)
def test_a_plain_question_is_answered_with_the_converted_amount(language: str, sentence: str) -> None:
    chance = random.Random(sentence)
    pairs = [pair.split(" > ") for pair in PAIRS[language].strip().splitlines()]
    for given, wanted in chance.sample(pairs, rounds(2, len(pairs))):
        amount = chance.choice(("5", "12", "2,5", "120"))
        message = sentence.format(x=amount, u=given, v=wanted)
        right = float(amount.replace(",", ".")) * FACTORS[given] / FACTORS[wanted]
        answer = handler("unit_converter")(payload(message), DrawingHost())["answer"]
        assert any(figure == pytest.approx(right, rel=1e-3) for figure in figures(answer)), (message, right, answer)
