"""Questions about the languages that Kingdom reads and answers in, in four languages, as plain data.

Written in the form of ``phrases``.
"""

from collections.abc import Mapping, Sequence

_EN = (
    "english|german|french|spanish|italian|dutch|portuguese|polish|turkish|russian|arabic|chinese|japanese|swedish"
    "|danish|other languages|another language|languages other than english|more than one language|several languages"
)
_DE = (
    "englisch|deutsch|franzosisch|spanisch|italienisch|niederlandisch|hollandisch|portugiesisch|polnisch|turkisch"
    "|russisch|arabisch|chinesisch|japanisch|schwedisch|danisch|andere sprachen|mehrere sprachen"
)
_FR = (
    "anglais|allemand|francais|espagnol|italien|neerlandais|portugais|polonais|turc|russe|arabe|chinois|japonais"
    "|suedois|danois|d autres langues|plusieurs langues"
)
_ES = (
    "ingles|aleman|frances|espanol|castellano|italiano|neerlandes|portugues|polaco|turco|ruso|arabe|chino|japones"
    "|sueco|danes|otros idiomas|varios idiomas|otras lenguas"
)


def _listed(names: str, joints: str) -> str:
    """Return the pattern of up to three names of languages."""
    return f" ({names}) ({joints}|) ({names}|) ({joints}|) ({names}|)"


_ANY_EN = _listed(_EN, "and|or|and also|as well as|or also")
_ANY_DE = _listed(_DE, "und|oder|und auch|oder auch")
_ANY_FR = _listed(f"{_FR}|l anglais|l allemand|le francais|l espagnol|l italien|le portugais|le turc", "et|ou|et aussi")
_ANY_ES = _listed(f"{_ES}|el ingles|el aleman|el frances|el espanol", "y|o|e|u|y tambien")

# By language (ISO 639-1): "do you also understand Spanish and German?"
LANGUAGE_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        "(do|can|could|will|would|does) (you|kingdom|it|this|this thing|this app) (also|even|) (speak|understand"
        "|read|talk|know|support|speak any|handle|answer in|reply in|respond in|get questions in|work in|talk in"
        f"|understand questions in|understand messages in){_ANY_EN} (too|also|as well|or not|or only english|)",
        "(can|could|may|do|should) (i|we|people|my colleague|my colleagues|she|he|they) (also|) (have to|need to|)"
        " (write|ask|talk|type|speak|chat|write to you|talk to you|ask you|ask questions|ask you things|write here)"
        f" in{_ANY_EN} (too|also|as well|here|or only english|)",
        "(what|which|how many) (languages|language|other languages) (do|can|are|does|will) (you|kingdom|it|this|there"
        "|) (speak|understand|read|know|support|supported|available|answer in|reply in|work in|)",
        "(are|is) (you|this|it) (only|just) (in|for|available in) english",
        f"(do|can) you (speak|understand|read){_ANY_EN} or (do i have to|must i|should i|do i need to)"
        f" (write|ask|type|speak) in{_ANY_EN}",
        "(is|are) (english|german|french|spanish) (ok|okay|fine|possible|allowed|supported|too)( too| here| as well|)",
    ),
    "de": (
        "(sprichst|verstehst|kannst|antwortest|liest|beherrschst|sprechen|verstehen|konnen) (du|sie) (auch|denn auch"
        f"|noch|auf|auch auf|nur|eigentlich auch|){_ANY_DE} (sprechen|verstehen|lesen|antworten|)",
        "(kann|darf|soll|konnen|muss) (ich|man|wir|meine kollegin|mein kollege|sie|er) (dir|hier|) (auch|) (auf|in)"
        f"{_ANY_DE} (schreiben|fragen|reden|sprechen)",
        "(welche|wie viele|was fur) (sprachen|andere sprachen) (sprichst|verstehst|kannst|kennst|konnen|verstehen"
        "|sprechen|gehen|gibt es|beherrschst) (du|sie|hier|)",
        f"(verstehst|sprichst|verstehen|sprechen) (du|sie){_ANY_DE} oder (muss|soll|sollte) ich (auf|in){_ANY_DE}"
        " (schreiben|fragen)",
        f"(geht|gehen|ginge) (das|es|hier|) (auch|) (auf|in|){_ANY_DE}",
    ),
    "fr": (
        "(parles tu|tu parles|parlez vous|vous parlez|comprends tu|tu comprends|comprenez vous|vous comprenez|tu lis"
        "|lis tu|est ce que tu parles|est ce que tu comprends|est ce que vous parlez|est ce que vous comprenez"
        "|reponds tu en|tu reponds en|repondez vous en|tu sais parler|tu peux comprendre) (aussi|egalement|)"
        f"{_ANY_FR} (aussi|egalement|)",
        f"(parles tu|tu parles|parlez vous|vous parlez|comprends tu|tu comprends|comprenez vous|vous comprenez)"
        f"{_ANY_FR} ou (je dois|dois je|faut il|il faut|on doit) (t ecrire|vous ecrire|ecrire|parler) en{_ANY_FR}",
        "(puis je|peut on|je peux|on peut|est ce que je peux|est ce qu on peut) (aussi|) (t ecrire|vous ecrire"
        f"|ecrire|te parler|parler|poser des questions|te poser des questions) (aussi|) en{_ANY_FR} (aussi|)",
        "(quelles|combien de|quelle) (langues|langue|autres langues) (parles tu|tu parles|parlez vous|comprends tu"
        "|tu comprends|comprenez vous|vous comprenez|sont possibles|sont disponibles|connais tu)",
    ),
    "es": (
        "(hablas|habla|entiendes|entiende|comprendes|lees|sabes|respondes en|contestas en|puedes hablar"
        f"|puedes entender) (tambien|usted|tu|){_ANY_ES} (tambien|)",
        "(puedo|se puede|podemos|podria) (tambien|) (escribirte|escribir|preguntarte|preguntar|hablarte|hablar|hacerte"
        f" preguntas) (tambien|) en{_ANY_ES} (tambien|)",
        f"(hablas|entiendes|comprendes){_ANY_ES} o (es mejor|mejor) (escribo|escribir) en"
        " (ingles|frances|aleman|espanol)",
        f"(hablas|entiendes|comprendes){_ANY_ES} o (tengo que|debo|hay que) (escribir|escribirte|preguntar)"
        f" en{_ANY_ES}",
        "(que|cuantos|en que|cuales) (idiomas|otros idiomas|lenguas) (hablas|habla|entiendes|entiende|comprendes"
        "|respondes|hay|conoces)",
    ),
}
