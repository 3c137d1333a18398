"""What a person reads about files that were not read, in four languages. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from kingdom.cognition.message_reading.message_language import Language


@dataclass(frozen=True, kw_only=True)
class FileNotice:
    """The sentences of one language. ``reasons`` are by the problem of a file; ``{}`` stand for names and numbers."""

    unread: str
    cut: str
    sheets: str
    reasons: Mapping[str, str]


FILE_NOTICES: Mapping[Language, FileNotice] = {
    "en": FileNotice(
        unread="I did not read {}.",
        cut="Of {} I read the first {} of {} characters.",
        sheets="Of {} I read the first of {} sheets.",
        reasons={
            "picture": "a picture",
            "archive": "an archive",
            "format": "not a format that I know",
            "no_text": "it has no text",
            "unreadable": "its text could not be read",
            "too_large": "it is too large",
            "secret": "it seems to hold a secret, such as a password",
            "missing": "it is not there any more",
        },
    ),
    "de": FileNotice(
        unread="Nicht gelesen habe ich: {}.",
        cut="Von {} habe ich die ersten {} von {} Zeichen gelesen.",
        sheets="Von {} habe ich das erste von {} Blättern gelesen.",
        reasons={
            "picture": "ein Bild",
            "archive": "ein Archiv",
            "format": "kein Format, das ich kenne",
            "no_text": "ohne Text",
            "unreadable": "der Text war nicht lesbar",
            "too_large": "zu groß",
            "secret": "enthält anscheinend ein Geheimnis, etwa ein Passwort",
            "missing": "nicht mehr vorhanden",
        },
    ),
    "fr": FileNotice(
        unread="Je n'ai pas lu {}.",
        cut="De {}, j'ai lu les {} premiers caractères sur {}.",
        sheets="De {}, j'ai lu la première de {} feuilles.",
        reasons={
            "picture": "une image",
            "archive": "une archive",
            "format": "un format que je ne connais pas",
            "no_text": "sans texte",
            "unreadable": "le texte n'a pas pu être lu",
            "too_large": "trop grand",
            "secret": "semble contenir un secret, par exemple un mot de passe",
            "missing": "n'existe plus",
        },
    ),
    "es": FileNotice(
        unread="No he leído {}.",
        cut="De {} he leído los primeros {} de {} caracteres.",
        sheets="De {} he leído la primera de {} hojas.",
        reasons={
            "picture": "una imagen",
            "archive": "un archivo comprimido",
            "format": "un formato que no conozco",
            "no_text": "no tiene texto",
            "unreadable": "no se pudo leer el texto",
            "too_large": "demasiado grande",
            "secret": "parece contener un secreto, por ejemplo una contraseña",
            "missing": "ya no existe",
        },
    ),
}
