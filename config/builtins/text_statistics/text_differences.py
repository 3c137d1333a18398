"""What is different between two short texts of a message, word by word, in four languages."""

import re
from difflib import SequenceMatcher

from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.wording import cell, fill_in, fold

MOST_COMPARED = 600  # words of a text: the comparison takes quadratic time
MOST_CHANGES_SHOWN = 20
TEXT_NOUN = r"(?:texts?|sentences?|versions?|paragraphs?|lines?|drafts?|strings?|phrases?|emails?|messages?|texten?|satze?n?|versionen|fassungen|zeilen|absatze?|textes|phrases|versions|lignes|paragraphes|textos|frases|versiones|lineas|parrafos)"
CHANGE_NOUN = r"(?:different|differences?|changed|changes?|diff|unterschiede?|anders|geandert|anderungen|different[es]*|differences?|change|modifie|modifications?|diferentes?|diferencias?|cambiado|cambios?|cambio|distint[oa]s?)"
ASKS_CHANGES = re.compile(
    rf"\A(?:[^:\n]{{0,60}}[.,!] )?\W*(?:(?:please|pls|can you|could you|hey|hi|hello|bitte|kannst du|peux-tu|puedes|tell me|show me|find|spot|list|show|me|zeig\w*|nenne?|finde|montre\w*|trouve|muestra(?:me)?|dime|encuentra) )*"
    rf"(?:(?:what'?s?|what (?:is|are|has|was|were)|which|where (?:is|are)|how (?:do|are)|was (?:ist|hat sich|wurde)|welche|worin|qu'est-ce qui (?:a|est)|quel(?:le)?s?(?: sont| est)?|que (?:ha|es|hay|cambia)|cuales?(?: son| es)?) )?(?:(?:the|all|any|is|are|here|der|die|das|les?|la|las?|los|el|de|il y a) ?)*{CHANGE_NOUN}(?: (?:is|are|was|there|between|in|from|of|the|these|those|my|both|two|2|and|here|first|second|old|new|please|pls|if any|to|ones?|zwischen|in|den|dem|der|die|das|diesen|beiden|zwei|entre|dans|ces|les|deux|est[oa]s|los|las|dos|{TEXT_NOUN}))*(?:,? (?:because |since )?(?:i|we) (?:can'?t|cannot|can not|do not|don'?t) (?:see|find|spot|tell)(?: it| them| any| the difference)?)?"
    rf"|\A\W*(?:worin|wie|wodurch|en quoi|comment|en que|how do) (?:unterscheiden sich|different|differ|se diferencian|(?:these|the|die|diese|ces|les|est[oa]s|los|las))(?: (?:die|diese|beiden|zwei|ces|les|deux|est[oa]s|los|las|dos|two|differ|different|se diferencian|{TEXT_NOUN}))*"
    rf"|\A\W*(?:please |can you |could you |bitte )*(?:compare|diff|vergleiche?|comparez?|compara(?:r)?) (?:these|the|my|both|this|die(?:se)?|beide|ces|les|est[oa]s|los|las)(?: two| 2| beiden| zwei| deux| dos)? ?{TEXT_NOUN}[^:\n]{{0,40}}",
    re.IGNORECASE,
)
LABEL = r"(?:(?:text|sentence|version|draft|v|satz|fassung|phrase|frase)? ?(?:a|b|1|2|i|ii|one|two)|old|new|before|after|original|revised|first|second|alt|neu|vorher|nachher|ancien|nouveau|avant|apres|antes|despues|viejo|nuevo)"
LABELLED = re.compile(rf"\s*(?P<label>{LABEL}) ?[:)](?=\s)", re.IGNORECASE)
CHANGES_TEXTS = {
    "en": {"same": "Both texts are the **same**.", "one": "**1** place is different:", "many": "**{n}** places are different:", "swap": "“{old}” → “{new}”", "added": "only in the second: “{new}”", "gone": "only in the first: “{old}”", "more": "{n} more"},
    "de": {"same": "Beide Texte sind **gleich**.", "one": "**1** Stelle ist verschieden:", "many": "**{n}** Stellen sind verschieden:", "swap": "„{old}“ → „{new}“", "added": "nur im zweiten: „{new}“", "gone": "nur im ersten: „{old}“", "more": "{n} weitere"},
    "fr": {"same": "Les deux textes sont **identiques**.", "one": "**1** endroit diffère :", "many": "**{n}** endroits diffèrent :", "swap": "« {old} » → « {new} »", "added": "seulement dans le second : « {new} »", "gone": "seulement dans le premier : « {old} »", "more": "{n} de plus"},
    "es": {"same": "Los dos textos son **iguales**.", "one": "**1** lugar es diferente:", "many": "**{n}** lugares son diferentes:", "swap": "«{old}» → «{new}»", "added": "solo en el segundo: «{new}»", "gone": "solo en el primero: «{old}»", "more": "{n} más"},
}  # fmt: skip


def differences_answer(message: str, language: str) -> WordAnswer | None:
    """Return what is different between the two texts of a message; None for other messages, and for longer texts."""
    found = two_texts(message)
    if found is None:
        return None
    asked, pieces, places = found
    texts = [message[slice(*place)] for place in places]
    words = [re.findall(r"\S+", text) for text in texts]
    if max(map(len, words)) > MOST_COMPARED:
        return None
    said = CHANGES_TEXTS[language]
    changes = [
        (" ".join(words[0][a:b]), " ".join(words[1][c:d]))
        for kind, a, b, c, d in SequenceMatcher(a=words[0], b=words[1], autojunk=False).get_opcodes()
        if kind != "equal"
    ]
    return WordAnswer(changes_told(changes, said), "differences", len(changes), [list(asked), *map(list, pieces)])


def changes_told(changes: list[tuple[str, str]], said: dict[str, str]) -> str:
    """Return the changes as a list, at most twenty of them."""
    if not changes:
        return said["same"]
    lines = [
        f"- {fill_in(said['swap' if old and new else 'gone' if old else 'added'], old=cell(old), new=cell(new))}"
        for old, new in changes[:MOST_CHANGES_SHOWN]
    ]
    left = len(changes) - MOST_CHANGES_SHOWN
    lines += [f"- {fill_in(said['more'], n=left)}"] if left > 0 else []
    return "\n".join([fill_in(said["one" if len(changes) == 1 else "many"], n=len(changes)), "", *lines])


def two_texts(message: str) -> "tuple[tuple[int, int], list[tuple[int, int]], list[tuple[int, int]]] | None":
    """Return the places of a question for differences, of the two texts below it, and of these without their labels; None for other messages."""
    lead_end = message.find("\n")
    if lead_end < 0 or ASKS_CHANGES.fullmatch(fold(message[:lead_end]).rstrip(" :?.!")) is None:
        return None
    pieces = [
        (match.start(), match.end()) for match in re.finditer(r"[^\n]*\S[^\n]*", message) if match.start() > lead_end
    ]
    labels = [LABELLED.match(fold(message[slice(*piece)])) for piece in pieces]
    if len(pieces) != 2:
        starts = [place for place, label in enumerate(labels) if label is not None]
        if len(starts) != 2 or starts[0] != 0:
            return None
        pieces = [(pieces[0][0], pieces[starts[1] - 1][1]), (pieces[starts[1]][0], pieces[-1][1])]
        labels = [labels[0], labels[starts[1]]]
    if (labels[0] is None) is not (labels[1] is None):
        return None
    cut = [label.end() if label else 0 for label in labels]
    starts = [start + skip + (message[start + skip : end] + "x").find(message[start + skip : end].strip()) for (start, end), skip in zip(pieces, cut, strict=True)]  # fmt: skip
    return (0, lead_end), pieces, [(start, end) for start, (_, end) in zip(starts, pieces, strict=True)]
