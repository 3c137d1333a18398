"""Finds further wishes in a message: "…, then write me a poem". Pure, linear in time; four languages.

A verb of making, telling or doing counts where a clause begins with it that is not the message's first. Its wish
reaches to the clause's end. A clause that ends with a colon introduces what follows and is no wish of its own.
"""

import re
from collections.abc import Iterator

from kingdom.cognition.message_reading.message_content import ContentItem
from kingdom.contracts.handler_result import Span

_VERBS = (
    r"write(?! (?:it|this|that|them|the (?:result|answer|sum|number))\b)|compose|sing|book|draw|paint|send|e-?mail"
    r"|remind|recommend|suggest|invent|google|tweet|publish|order (?:me|a|an|some)|buy|explain|describe|look up"
    r"|teach me|play (?:me|a|some)|tell me (?:a|an|some|something|about|if|whether)|(?:check|say) (?:if|whether)"
    r"|make me|create an?|generate an?|design|help me|(?:sag(?:e|st du)?(?: mir)?|prüfe?|schau) ob"
    r"|(?:dis|dites)(?:-moi)? si|vérifi(?:e|ez) si|(?:dime|comprueba|revisa) si|schreib(?:e|st du)?"
    r"|erzähl(?:e|st du)?|sing(?:e|st du)|buch(?:e|st du)|zeichne|male|schick(?:e|st du)?|sende|erinner(?:e|st du)"
    r"|empfiehl|erklär(?:e|st du)?|beschreibe?|erfinde|bestell(?:e|st du)|erstell(?:e|st du)|hilf mir"
    r"|écri(?:s|vez)(?:-moi)?|racont(?:e|ez)(?:-moi)?|chant(?:e|ez)|réserv(?:e|ez)|dessin(?:e|ez)|envo(?:ie|yez)"
    r"|rappel(?:le|ez)-moi|recommand(?:e|ez)|expliqu(?:e|ez)(?:-moi)?|décri(?:s|vez)|invent(?:e|ez)"
    r"|(?:give|show|get|fetch|tell)(?: me| us)?(?=(?: also)? (?:the |an? |today['’]s |tomorrow['’]s )?"
    r"(?:latest |current |local )?(?:weather|forecasts?|news|headlines|traffic)(?!\w))"
    r"|(?:gib|sag|zeig)e? mir(?= (?:noch |auch )?(?:das |die |den )?(?:wetter|nachrichten))"
    r"|(?:donne|montre|dis)z?-moi(?= (?:aussi )?(?:la |les )?(?:météo|nouvelles|actualités))"
    r"|(?:dame|dime|muéstrame)(?= (?:también )?(?:el |la |las )?(?:tiempo (?:en|de|para)|clima|pronóstico|noticias))"
    r"|command(?:e|ez)|escr[ií]be(?:me)?|cuénta(?:me)|canta|reserva|dibuja|envía(?:me|le)?|recuérdame|recomienda"
    r"|explica(?:me)?|explícame|describe|inventa|ayúdame"
)
_JOINTS = (
    r"then|and|also|and also|and then|after that|afterwards|please|pls|plz|can you|could you|dann|danach|und"
    r"|außerdem|bitte|kannst du|et|puis|ensuite|aussi|y|luego|después|también|por favor"
)
_WISH = re.compile(
    rf"(?:[.?!]\s|[;\n]\s*|,\s?|\s(?=(?:and|und|et|y|puis|luego|then|dann)\s))(?:(?:{_JOINTS})\s){{0,3}}"
    rf"(?P<wish>(?:{_VERBS})(?!\w)[^,;.?!\n:]{{2,120}})(?P<end>:?)",
    re.IGNORECASE,
)

_THING = re.compile(  # "… and a joke": a thing to be made, without a verb of its own
    r"\s(?:and|plus|und|et|y)\s(?:also\s|auch\s|aussi\s|también\s)?(?P<wish>"
    r"(?:the|das|la|el)\s(?:weather|forecast|news|wetter|météo|pronóstico|tiempo)(?:\s(?:in|for|à|en|de|für)\s\w+)"
    r"|(?:an?|some|another|eine?n?|une?|una?)\s(?:\w+\s)?"
    r"(?:jokes?|poems?|stor(?:y|ies)|riddles?|recipes?|songs?|haikus?|fun facts?|pictures?|drawings?|witze?|gedichte?"
    r"|geschichten?|rätsel|rezepte?|lied|bild|blagues?|poèmes?|histoires?|devinettes?|recettes?|chansons?|chistes?"
    r"|poemas?|cuentos?|adivinanzas?|recetas?|canci(?:ón|ones)))(?!\w)(?P<end>)",
    re.IGNORECASE,
)


_SAME_AGAIN = re.compile(  # "…, then the same in Fahrenheit"
    r"(?:[,;.]\s?|\s)(?:(?:and|then|plus|und|dann|et|puis|y|luego)\s){1,2}(?:also\s|auch\s|aussi\s|también\s)?(?P<wish>"
    r"(?:the|das|la|le|lo|el)\s(?:same|gleiche|selbe|même(?:\schose)?|mismo|misma)\s(?:again\s|thing\s|noch\s?mal\s)?"
    r"(?:in|as|for|with|by|für|mit|en|pour|avec|para|con)\s[^\W\d_]+)(?!\w)(?P<end>)",
    re.IGNORECASE,
)
_FIRST_WISH = re.compile(rf"\W*(?:(?:{_JOINTS})\s){{0,3}}(?:{_VERBS})(?!\w)", re.IGNORECASE)


def begins_with_wish(message: str) -> bool:
    """Return whether a message begins with such a verb: "write me a poem about …"."""
    return _FIRST_WISH.match(message) is not None


def find_further_wishes(message: str) -> Iterator[ContentItem]:
    """Yield the further wishes of a message, by place."""
    found = (match for pattern in (_WISH, _THING, _SAME_AGAIN) for match in pattern.finditer(message))
    for match in sorted(found, key=re.Match.start):
        text = match["wish"].rstrip()
        if not match["end"] and " " in text:
            yield ContentItem("wish", Span(match.start("wish"), match.start("wish") + len(text)))
