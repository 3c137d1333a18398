"""Which addresses of a list can be used: "which of these can I send it to", and a choice whose words say nothing of form."""

import re

USABLE_ASKED = re.compile(  # "which of these can I send the newsletter to"
    r"\b(?:(?:which|what|who(?:m)?)(?: (?:one|ones|of (?:these|those|them)(?: \w+)?|addresses|e-?mails?|mails?|people))*(?: (?:can|could|may|should) (?:i|we)(?P<en>(?: ?n[o']t))?| (?:can|could)(?P<cant>n'?t|not) (?:i|we))(?: (?:safely|really|actually|still|then))* (?:send|write|use|mail|e-?mail|reach|contact|invite|reply|keep|put|add)\b"
    r"|(?:(?:an )?welche\w*|wem|wen)(?: (?:davon|von (?:diesen|denen)|adressen?|leuten?))* (?:kann|konnen|darf|soll) (?:ich|wir|man)\b[^?:\n]{0,60}?(?P<de>\b(?:nicht|keine?n?)\b[^?:\n]{0,30})?\b(?:schicken|senden|schreiben|verwenden|nutzen|anschreiben|erreichen|einladen|mailen|nehmen|gebrauchen)\b"
    r"|(?:auxquelles|a (?:qui|lesquelles|quelles adresses)|lesquelles|quelles adresses)\b[^?:\n]{0,20}?(?:puis-je|peut-on|je (?P<ne>ne )?peux|on peut)\b[^?:\n]{0,40}?\b(?:envoyer|ecrire|utiliser|inviter)\b"
    r"|(?:a (?:cuales|quien(?:es)?|que direcciones)|cuales)\b[^?:\n]{0,20}?(?P<es>\bno )?(?:puedo|podemos|se puede)\b[^?:\n]{0,40}?\b(?:enviar|escribir|mandar|usar|invitar)\b)",
    re.IGNORECASE,
)
ADDRESS_WORD = r"(?:addresses|adressen|adresses|direcciones|correos|courriels|e-?mails?|mails?|ones?)"
WELL_FORMED = r"(?:valid|correct|gultigen?|korrekten?|valides?|correctes?|valid[oa]s?|correct[oa]s?)"
ONLY_VALID_WANTED = re.compile(  # "pull out only the valid addresses", "seulement les adresses valides"
    r"\b(?:only|just|nur|lediglich|seulement|uniquement|juste|solo|solamente|unicamente) (?:me |mir |moi )?(?:the |those |die |les |celles |las |los )?(?:e-?mail )?"
    rf"(?:{WELL_FORMED} {ADDRESS_WORD}|{ADDRESS_WORD}(?: (?:e-?mail|de correo|electronic[oa]s))?,? (?:(?:that|which|who|die|qui|que) (?:are |sind |sont |son |sean )?)?{WELL_FORMED}|die {WELL_FORMED}|les valides|[ld][oa]s valid[oa]s)\b"
    rf"|\b(?:die|les|las|los) (?:{WELL_FORMED} {ADDRESS_WORD}|{ADDRESS_WORD} {WELL_FORMED}) (?:nur|seulement|uniquement|solamente|unicamente|nada mas)\b",
    re.IGNORECASE,
)
NUMBER_WANTED = re.compile(r"\b(?:how many|count|wie ?viele|anzahl|combien|cuant[oa]s)\b", re.IGNORECASE)
CHOICE_ASKED = re.compile(
    r"which (?:of|ones)|welche von|lesquelles|cuales de", re.IGNORECASE
)  # fmt: skip
UNKNOWN_CHOICE = {
    "en": "Which of them you mean I cannot tell from these words; this is how each of them is written:",
    "de": "Welche davon gemeint sind, kann ich diesen Worten nicht entnehmen; so ist jede geschrieben:",
    "fr": "Lesquelles sont visées, ces mots ne me le disent pas ; voici comment chacune est écrite :",
    "es": "Cuáles son las buscadas no lo dicen estas palabras; así está escrita cada una:",
}


def wants_only_valid(question: str, found: list[str]) -> bool:
    """Return whether a question wants the well-formed ones of several addresses, and no number of them."""
    return len(found) > 1 and ONLY_VALID_WANTED.search(question) is not None and not NUMBER_WANTED.search(question)


def is_unread_choice(asked: str, found: list[str]) -> bool:
    """Return whether a question chooses among addresses by something that the words of form say nothing of."""
    return len(found) > 1 and CHOICE_ASKED.fullmatch(asked) is not None
