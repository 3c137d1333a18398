"""Words with which a message goes on with the talk before it, in four languages, as patterns."""

import re

_INTERJECTIONS = (
    r"(?:(?:ok(?:ay)?|alright|thanks?(?: you)?|thx|great|cool|nice|perfect|good|hmm?|so|well|now|yes|yeah|oh|ah"
    r"|gut|super|prima|danke|jetzt|ja|merci|bon|bien|parfait|maintenant|gracias|vale|genial|perfecto|ahora)"
    r"\b[\s,.!]*)*"
)
CONTINUES = re.compile(
    rf"^\s*{_INTERJECTIONS}[¿¡]?(no|nope|sorry|actually|i (meant?|said)|and|also|plus|but|or|again|once more"
    r"|(the )?same|ditto|instead|what about|how about|what if|make (it|that|them)|another|more|less|shorter|longer"
    r"|nein|und|oder|auch|aber|nochmal|noch einmal|dasselbe|das gleiche|stattdessen|ich meinte?|was ist mit"
    r"|wie (ist|sieht) es mit|non|et|ou|mais|aussi|encore|pareil|(la )?même chose|plutôt|je voulais dire"
    r"|y|o|pero|también|otra vez|lo mismo|quería decir"
    r"|(now|then|only|just|jetzt|dann|nur|maintenant|seulement|ahora|solo)"
    r" (give|show|list|sort|make|only|just|the|in|as|with|without|for|gib|zeig|sortier|mach|die|das|in|als|mit|ohne"
    r"|für|donne|montre|trie|fais|les?|la|en|avec|sans|pour|dame|muestra|ordena|haz|los?|las?|con|sin|para)"
    r"|what( is|'?s) wrong with|was stimmt mit)\b",
    re.IGNORECASE,
)
REFERS_BACK = re.compile(
    r"\b(it|its|that|this|these|those|them|the (first|second|third|last|previous|above|same|other) (one)?)\b"
    r"|(\b(number|no\.?|nr\.?|nummer|numéro|número)|#) ?\d",
    re.IGNORECASE,
)
