"""Whether two addresses that are written differently reach one mailbox: the dots of Gmail, and what stands behind a plus."""

import re

from config.builtins.wording import cell, fill_in

GMAIL_DOMAINS = frozenset(("gmail.com", "googlemail.com"))
# providers that say in their own help that they deliver name+tag@ to name@
PLUS_DOMAINS = frozenset(
    ("outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com", "mac.com", "fastmail.com", "protonmail.com", "proton.me", "pm.me")
)  # fmt: skip
REACHES = re.compile(
    r"\b(?:reach\w*|arriv\w*|ends? up|land[se]?|landing|go(?:es)? to|gets? to|comes? to|deliver\w*|same|identical|ankomm\w*|kommt|kommen|landet|landen|geht|gehen|gleich\w*|dieselbe\w*|identisch|parvien\w*|meme|identiques?|llega\w*|misma|mismo|iguales?)\b",
    re.IGNORECASE,
)
REACHED_WORDS = re.compile(
    r"\b(?:both|two|these|mail|messages?|mails?|mailbox|inbox|person|account|still|go(?:es)?|also|actually|beide[ns]?|postfach|konto|person|post|boite(?: mail)?|compte|personne|buzon|cuenta|persona|bandeja|correos?)\b",
    re.IGNORECASE,
)
SAME_MAILBOX_TEXTS = {
    "en": {
        "gmail": "**Yes**: Gmail ignores dots before the @ and all from a plus sign on, so both reach the mailbox **{name}**.",
        "plus": "**Yes**: {domain} delivers what stands behind a plus sign to the same mailbox, **{name}**.",
        "perhaps": "That depends on {domain}: they are two different addresses, but many servers deliver what stands behind a plus sign to the mailbox before it, here {name}. Only the operator of {domain} knows whether this one does.",
    },
    "de": {
        "gmail": "**Ja**: Gmail übergeht Punkte vor dem @ und alles ab einem Pluszeichen, also erreichen beide das Postfach **{name}**.",
        "plus": "**Ja**: {domain} stellt, was hinter einem Pluszeichen steht, demselben Postfach zu, **{name}**.",
        "perhaps": "Das hängt von {domain} ab: Es sind zwei verschiedene Adressen, aber viele Server stellen, was hinter einem Pluszeichen steht, dem Postfach davor zu, hier {name}. Ob dieser es tut, weiß nur, wer {domain} betreibt.",
    },
    "fr": {
        "gmail": "**Oui** : Gmail ignore les points avant @ et tout ce qui suit un signe plus ; les deux arrivent donc dans la boîte **{name}**.",
        "plus": "**Oui** : {domain} remet ce qui suit un signe plus à la même boîte, **{name}**.",
        "perhaps": "Cela dépend de {domain} : ce sont deux adresses différentes, mais beaucoup de serveurs remettent ce qui suit un signe plus à la boîte qui le précède, ici {name}. Seul l'exploitant de {domain} sait si celui-ci le fait.",
    },
    "es": {
        "gmail": "**Sí**: Gmail no tiene en cuenta los puntos antes de la @ ni lo que sigue a un signo más, así que ambas llegan al buzón **{name}**.",
        "plus": "**Sí**: {domain} entrega lo que sigue a un signo más en el mismo buzón, **{name}**.",
        "perhaps": "Depende de {domain}: son dos direcciones distintas, pero muchos servidores entregan lo que sigue a un signo más en el buzón de antes, aquí {name}. Solo quien administra {domain} sabe si este lo hace.",
    },
}


def without_tag(address: str) -> tuple[str, str]:
    """Return the part before the @ without what stands behind a plus, and the domain, both in small letters."""
    local, _, domain = address.lower().rpartition("@")
    return local.partition("+")[0], "gmail.com" if domain in GMAIL_DOMAINS else domain


def mailbox_answer(question: str, addresses: list[str], language: str) -> tuple[str, list[list[int]]] | None:
    """Return whether two addresses reach one mailbox, and the places of a folded question that ask it; None for others.

    Addresses that are the same but for their case, or that have nothing in common, are for others to answer.
    """
    match = REACHES.search(question)
    if match is None or len(addresses) != 2 or addresses[0].lower() == addresses[1].lower():
        return None
    (first, domain), (second, other) = map(without_tag, addresses)
    if domain in GMAIL_DOMAINS:
        first, second = first.replace(".", ""), second.replace(".", "")
    if (first, domain) != (second, other) or not first:
        return None
    way = "gmail" if domain in GMAIL_DOMAINS else "plus" if domain in PLUS_DOMAINS else "perhaps"
    name = cell(f"{first}@{domain}"[:100])
    said = fill_in(SAME_MAILBOX_TEXTS[language][way], name=name, domain=cell(domain[:100]))
    spans = [list(found.span()) for pattern in (REACHES, REACHED_WORDS) for found in pattern.finditer(question)]
    return said, spans
