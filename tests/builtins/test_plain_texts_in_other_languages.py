"""Plain questions on texts and addresses in German, French and Spanish, each checked by counting here."""

import re

import pytest

from tests.builtins.asking import DrawingHost, handler, payload
from tests.builtins.plain_sentences import cases, figures

TEXTS = {
    "de": "Der Hund schläft im Garten. Die Katze sitzt auf dem Dach, und niemand stört sie!",
    "fr": "Le chien dort dans le jardin. La chatte est assise sur le toit, et personne ne la dérange !",
    "es": "El perro duerme en el jardín. La gata está sentada en el tejado, y nadie la molesta.",
}
ON_TEXTS = {
    "words": {
        "de": """
wie viele Wörter: {x}
Wörter zählen: {x}
zähle die Wörter: {x}
wie viele Wörter hat dieser Text? {x}
Wortanzahl: {x}
wie viele Wörter sind in "{x}"
""",
        "fr": """
combien de mots : {x}
nombre de mots : {x}
compte les mots : {x}
combien de mots dans ce texte : {x}
combien de mots a ce texte ? {x}
""",
        "es": """
cuántas palabras: {x}
número de palabras: {x}
cuenta las palabras: {x}
¿cuántas palabras tiene este texto? {x}
cuántas palabras hay en: {x}
""",
    },
    "characters": {
        "de": """
wie viele Zeichen: {x}
Anzahl Zeichen: {x}
wie viele Zeichen hat dieser Text: {x}
Zeichen zählen: {x}
""",
        "fr": """
combien de caractères : {x}
nombre de caractères : {x}
compte les caractères : {x}
""",
        "es": """
cuántos caracteres: {x}
número de caracteres: {x}
cuenta los caracteres: {x}
""",
    },
    "sentences": {
        "de": """
wie viele Sätze: {x}
Anzahl der Sätze: {x}
zähle die Sätze in: {x}
""",
        "fr": """
combien de phrases : {x}
nombre de phrases : {x}
""",
        "es": """
cuántas frases: {x}
cuántas oraciones hay en: {x}
""",
    },
    "longest": {
        "de": """
längstes Wort: {x}
was ist das längste Wort in: {x}
welches Wort ist am längsten: {x}
""",
        "fr": """
mot le plus long : {x}
quel est le mot le plus long : {x}
""",
        "es": """
palabra más larga: {x}
cuál es la palabra más larga: {x}
""",
    },
}
ON_ADDRESSES = {
    "de": """
ist {e} gültig?
ist {e} eine gültige E-Mail-Adresse
prüfe {e}
stimmt {e}?
ist die Adresse {e} richtig
kann ich {e} als Mailadresse nehmen
geht {e} als E-Mail?
{e} gültig?
bitte {e} prüfen
""",
    "fr": """
est-ce que {e} est valide ?
{e} est une adresse valide ?
vérifie {e}
l'adresse {e} est-elle correcte ?
{e} valide ?
peux-tu vérifier {e}
""",
    "es": """
¿es válido {e}?
es {e} un correo válido
comprueba {e}
¿{e} es una dirección correcta?
{e} válido?
puedes comprobar {e}
""",
}
VALID = {"de": "eine gültige Adresse", "fr": "est une adresse valide", "es": "es una dirección válida"}
INVALID = {"de": "keine gültige Adresse", "fr": "n'est pas une adresse valide", "es": "no es una dirección válida"}


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(ON_TEXTS))
def test_a_plain_question_is_answered_with_what_the_text_has(kind: str, language: str, sentence: str) -> None:
    text = TEXTS[language]
    words = re.findall(r"\w+", text)
    right = {"words": len(words), "characters": len(text), "sentences": 2}
    answer = handler("text_statistics")(payload(sentence.format(x=text)), DrawingHost())["answer"]
    said = answer.split("\n\n|")[0]
    is_right = max(words, key=len) in said if kind == "longest" else float(right[kind]) in figures(said)
    assert is_right, (sentence, answer)


@pytest.mark.parametrize(("kind", "language", "sentence"), cases({"form": ON_ADDRESSES}))
def test_a_plain_question_is_answered_with_the_form_of_the_address(kind: str, language: str, sentence: str) -> None:
    for address in ("ann@example.com", "max.muster@web.de", "ann@@example.com", "ann@example", "ann..b@example.com"):
        answer = handler("email_validator")(payload(sentence.format(e=address)), DrawingHost())["answer"]
        is_valid = address in ("ann@example.com", "max.muster@web.de")
        assert (VALID if is_valid else INVALID)[language] in answer, (sentence, address, answer)
