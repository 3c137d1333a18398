"""Questions about JSON itself, without a document: what it allows and what it does not."""

import re

from config.builtins.wording import fold

ALLOWED_ASKED = re.compile(
    r"\b(?:allow\w*|legal|permit\w*|valid\w*|possible|support\w*|accept\w*|ok(?:ay)?|can (?:i|you|we|json|a|keys?|there|one)|may (?:i|we|json|a)|does json|do json|is it|are there|must|have to|need|erlaub\w*|gultig\w*|moglich|zulassig|darf|kann|muss|gibt es|unterstutzt|permis\w*|autoris\w*|valides?|possibles?|peut|faut|doit|permit\w*|valid[oa]s?|posibles?|puede\w*|debe\w*|hay|admite|acepta)\b",
    re.IGNORECASE,
)
FACTS: tuple[tuple[str, dict[str, str]], ...] = (
    (
        r"comments?|kommentare?n?|commentaires?|comentarios?",
        {
            "en": "**No**: JSON has no comments, neither `//` nor `/* */` nor `#` (RFC 8259). JSON5 and JSONC, which some editors read, have them.",
            "de": "**Nein**: JSON kennt keine Kommentare, weder `//` noch `/* */` noch `#` (RFC 8259). JSON5 und JSONC, die manche Editoren lesen, haben sie.",
            "fr": "**Non** : JSON n'a pas de commentaires, ni `//` ni `/* */` ni `#` (RFC 8259). JSON5 et JSONC, que lisent certains éditeurs, en ont.",
            "es": "**No**: JSON no tiene comentarios, ni `//` ni `/* */` ni `#` (RFC 8259). JSON5 y JSONC, que leen algunos editores, sí los tienen.",
        },
    ),
    (
        r"(?:trailing|final|last|extra|dangling) commas?|commas? (?:after|at the end|behind)|kommas? (?:am ende|nach|hinter)|(?:letzte[ns]?|abschliessende[ns]?|nachgestellte[ns]?) kommas?|virgules? (?:finales?|en trop|a la fin|apres)|comas? (?:final(?:es)?|al final|despues)",
        {
            "en": "**No**: there must be no comma before a closing `}` or `]` (RFC 8259).",
            "de": "**Nein**: vor einer schließenden `}` oder `]` darf kein Komma stehen (RFC 8259).",
            "fr": "**Non** : il ne doit pas y avoir de virgule avant un `}` ou `]` fermant (RFC 8259).",
            "es": "**No**: no puede haber una coma antes de `}` o `]` (RFC 8259).",
        },
    ),
    (
        r"single quot\w*|apostrophes?|einfache\w* (?:anfuhrungszeichen|hochkommas?|quotes)|hochkommas?|guillemets simples|apostrophes|comillas simples",
        {
            "en": '**No**: texts and keys stand in double quotes, `"name"`; single quotes are not JSON (RFC 8259).',
            "de": '**Nein**: Texte und Schlüssel stehen in doppelten Anführungszeichen, `"name"`; einfache sind kein JSON (RFC 8259).',
            "fr": '**Non** : textes et clés sont entre guillemets doubles, `"name"` ; les simples ne sont pas du JSON (RFC 8259).',
            "es": '**No**: textos y claves van entre comillas dobles, `"name"`; las simples no son JSON (RFC 8259).',
        },
    ),
    (
        r"(?:leave out|omit|skip|without|no|unquoted|drop)(?: the)? (?:quot\w*|keys)|(?:keys?|names?)(?: \w+){0,4} (?:quot\w*|unquoted|numbers?)|(?:schlussel|namen?)(?: \w+){0,4} (?:anfuhrungszeichen|zahl(?:en)?)|cles?(?: \w+){0,4} (?:guillemets|nombres?)|claves?(?: \w+){0,4} (?:comillas|numeros?)",
        {
            "en": 'Keys must be texts in double quotes: `{"1": true}`, neither `{1: true}` nor `{a: true}` (RFC 8259).',
            "de": 'Schlüssel müssen Texte in doppelten Anführungszeichen sein: `{"1": true}`, weder `{1: true}` noch `{a: true}` (RFC 8259).',
            "fr": 'Les clés doivent être des textes entre guillemets doubles : `{"1": true}`, ni `{1: true}` ni `{a: true}` (RFC 8259).',
            "es": 'Las claves deben ser textos entre comillas dobles: `{"1": true}`, ni `{1: true}` ni `{a: true}` (RFC 8259).',
        },
    ),
    (
        r"nan|infinity|unendlich|infini|infinito|undefined",
        {
            "en": "**No**: JSON has no `NaN`, `Infinity` or `undefined`; write `null` or a text (RFC 8259).",
            "de": "**Nein**: JSON kennt weder `NaN` noch `Infinity` noch `undefined`; dafür steht `null` oder ein Text (RFC 8259).",
            "fr": "**Non** : JSON n'a ni `NaN` ni `Infinity` ni `undefined` ; écrivez `null` ou un texte (RFC 8259).",
            "es": "**No**: JSON no tiene `NaN`, `Infinity` ni `undefined`; escriba `null` o un texto (RFC 8259).",
        },
    ),
    (
        r"leading zero(?:e?s)?|fuhrende\w* nulle?n?|zeros? (?:en tete|au debut|non significatifs?)|ceros? (?:a la izquierda|inicial(?:es)?|delante)",
        {
            "en": '**No**: a number must not begin with a 0 before other digits; `007` has to be `7` or the text `"007"` (RFC 8259).',
            "de": '**Nein**: eine Zahl darf nicht mit einer 0 vor weiteren Ziffern beginnen; statt `007` steht `7` oder der Text `"007"` (RFC 8259).',
            "fr": '**Non** : un nombre ne commence pas par un 0 suivi d\'autres chiffres ; `007` devient `7` ou le texte `"007"` (RFC 8259).',
            "es": '**No**: un número no empieza por un 0 seguido de otras cifras; `007` debe ser `7` o el texto `"007"` (RFC 8259).',
        },
    ),
    (
        r"dates?|datumstyp|datum|datumsangaben|fechas?",
        {
            "en": 'JSON has no type for dates: they are written as texts, mostly in the form of ISO 8601, `"2026-11-29"`.',
            "de": 'JSON hat keinen Typ für Daten: sie stehen als Text da, meist nach ISO 8601, `"2026-11-29"`.',
            "fr": "JSON n'a pas de type pour les dates : elles s'écrivent comme textes, le plus souvent selon ISO 8601, `\"2026-11-29\"`.",
            "es": 'JSON no tiene un tipo para fechas: se escriben como textos, casi siempre según ISO 8601, `"2026-11-29"`.',
        },
    ),
)
COMPILED_FACTS = tuple((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), texts) for pattern, texts in FACTS)
LONGEST_FACT_QUESTION = 200  # characters


def json_fact(text: str, language: str) -> str:
    """Return the answer to one question of what JSON allows, "" for other messages and for two such questions at once."""
    folded = fold(text)
    if len(text) > LONGEST_FACT_QUESTION or not re.search(r"\bjson\b", folded, re.IGNORECASE):
        return ""
    found = [texts for pattern, texts in COMPILED_FACTS if pattern.search(folded)]
    return found[0][language] if len(found) == 1 and ALLOWED_ASKED.search(folded) else ""
