"""Sentences for people that are stored or bound in English and translated where they are shown or sent. Pure.

`make messages` takes the first argument of each call into the catalogue ``sentences``, which is also the list of the
templates that `kingdom.core.stored_sentences` recognizes. So a template is a literal in the call.
"""


def sentence(template: str, **values: object) -> str:
    """Return the English sentence of a template with ``%(name)s`` places.

    A value called ``sentence`` is a sentence itself and translated too, other values are shown as they are.
    """
    return template % values


def sentence_template(template: str) -> str:
    """Return the template itself, which is filled elsewhere, or whose English is composed of parts."""
    return template
