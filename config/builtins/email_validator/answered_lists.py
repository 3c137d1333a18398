"""Who of the addresses named first is still missing among those named in a later sentence: invited, answered."""

import re

from config.builtins.email_validator.lists import ListAnswer
from config.builtins.email_validator.two_lists import ADDRESS_IN_LIST, listed_once
from config.builtins.wording import cell, fill_in, fold

MISSING_ASKED = re.compile(
    r"\b(?:who|whom|which|what|how many|wer|wen|wem|welche\w*|wie viele|von wem|bei wem|qui|quel\w*|lesquel\w*|combien|a quien(?:es)?|quien(?:es)?|cual(?:es)?|cuant[oa]s|de quien)\b[^?]{0,60}?"
    r"\b(?:(?:still |yet )?(?:(?:have|has|had|need|do|must|should|got)(?: \w+){0,2}?(?: still)? to|must|should|to) (?:\w+ )?(?:chase|remind|nudge|ping|poke|write to|email|mail|call|ask|answer|reply|respond|pay|sign|confirm|rsvp)(?: \w+)?|(?:is|are|am i|do i|still|'s)(?: \w+){0,2} (?:missing|outstanding|left|open|lack\w*|waiting for)(?! (?:an?|the|its|some|any|one)\b)|missing(?! (?:an?|the|its|some|any|in|something)\b)|outstanding|(?:not|never|[a-z]+n'?t|nothing)(?: \w+){0,2}? (?:answer\w*|repl(?:y|ied)|respond\w*|sign\w*|pa(?:y|id)|confirm\w*|back|written|wrote|react\w*|come)|silent|no (?:answer|reply|response) from|(?:owes?|waiting)"
    r"|fehl(?:t|en)(?! (?:ein|der|das|die|hier ein|da ein)\w*\b)|(?:noch )?(?:nicht|nichts|keine\w*)(?: \w+){0,2}? (?:geantwortet|gemeldet|zugesagt|bezahlt|geschrieben|reagiert|bestatigt|antwort\w*|unterschrieben)|(?:muss|soll|mussen)(?: ich| wir)? (?:noch |also |dann )*(?:erinner\w*|nachhak\w*|anschreib\w*|mahn\w*|antwort\w*|nachfass\w*)|(?:steht|stehen) noch aus|aus(?:stehend)?"
    r"|manque(?:nt)?(?! (?:un|une|le|la|l'))|(?:n'a|n'ont|ne)(?: \w+){0,2}? (?:pas|rien|encore)(?: encore)?(?: \w+)? ?(?:repondu|paye|confirme|signe|repond\w*)|(?:dois-je|doit-on|faut-il|je dois)(?: \w+){0,2} (?:relancer|rappeler|contacter|ecrire)|relancer"
    r"|falta[n]?(?! (?:un|una|el|la)\b)|no (?:ha|han|me ha|me han)(?: \w+)? (?:contestado|respondido|pagado|confirmado|firmado)|(?:tengo que|debo|hay que|me queda por|me falta)(?: \w+)? (?:recordar\w*|insistir\w*|escribir\w*|avisar\w*|perseguir|llamar))\b",
    re.IGNORECASE,
)
DONE_ASKED = re.compile(
    r"\b(?:who|which(?: ones)?|wer|welche\w*|qui|quien(?:es)?|cual(?:es)?)\b[^?]{0,20}\b(?:has|have|did|hat|haben|a|ont|ha|han)?(?: \w+)? ?(?:answered|replied|responded|paid|signed|confirmed|geantwortet|zugesagt|bezahlt|repondu|paye|confirme|contestado|respondido|pagado|confirmado)\b",
    re.IGNORECASE,
)
DENIED_PART = re.compile(
    r"\b(?:no|not|never|nothing|none|[a-z]+n'?t|without|missing|silent|nicht|nichts|keine\w*|fehl\w*|pas|rien|aucune?|ne|n'(?:a|ont)|manqu\w*|nada|ningun\w*|sin|falta[n]?)\b",
    re.IGNORECASE,
)
SENTENCE_OF_LIST = re.compile(r"(?<=[.;!?])\s+|\n+|,? (?:but|aber|mais|pero)\b", re.IGNORECASE)
ANSWERED_TEXTS = {
    "en": {"left": "**{n}** of {total} still to come: {names}", "done": "**{n}** of {total} are the others: {names}", "none": "nobody, all {total} are named again", "more": "Not on the first list: {names}."},
    "de": {"left": "**{n}** von {total} fehlen noch: {names}", "done": "**{n}** von {total} sind die anderen: {names}", "none": "niemand, alle {total} sind wieder genannt", "more": "Nicht auf der ersten Liste: {names}."},
    "fr": {"left": "**{n}** sur {total} manquent encore : {names}", "done": "**{n}** sur {total} sont les autres : {names}", "none": "personne, les {total} sont nommés de nouveau", "more": "Pas sur la première liste : {names}."},
    "es": {"left": "**{n}** de {total} faltan todavía: {names}", "done": "**{n}** de {total} son los demás: {names}", "none": "nadie, los {total} se nombran otra vez", "more": "No están en la primera lista: {names}."},
}  # fmt: skip


def still_missing(text: str, language: str) -> ListAnswer | None:
    """Return who of a first list of addresses is not among those told later, as a message asks; None for others."""
    pieces = [one for one in SENTENCE_OF_LIST.split(text) if one.strip()]
    listed = [(listed_once(one), one) for one in pieces if ADDRESS_IN_LIST.search(one)]
    asked = next((one for one in pieces if "@" not in one and missing_or_done(one)), "")
    if not asked or len(listed) < 2:
        return None
    first, later = listed[0][0], [one for names, _ in listed[1:] for one in names]
    known, told = {one.lower() for one in first}, {one.lower() for one in later}
    if len(first) < 2 or not known & told:
        return None
    denied = {DENIED_PART.search(fold(ADDRESS_IN_LIST.sub(" ", part))) is not None for _, part in listed[1:]}
    kind = missing_or_done(asked)
    if len(denied) > 1 or (kind == "done" and denied == {False}):
        return None
    said, is_told = ANSWERED_TEXTS[language], kind == "missing" and denied == {True}
    left = [one for one in first if (one.lower() in told) is is_told]
    names = ", ".join(cell(one[:100]) for one in left[:100]) or fill_in(said["none"], total=len(first))
    more = [one for one in later if one.lower() not in known]
    note = "\n\n" + fill_in(said["more"], names=", ".join(cell(one[:100]) for one in more[:100])) if more else ""
    shown = fill_in(said["left" if kind == "missing" else "done"], n=len(left), total=len(first), names=names)
    return ListAnswer(shown + note, [[0, len(text)]])


def missing_or_done(sentence: str) -> str:
    """Return whether a sentence asks who is missing or who is done; "" for neither."""
    plain = fold(sentence)
    return "missing" if MISSING_ASKED.search(plain) else "done" if DONE_ASKED.search(plain) else ""
