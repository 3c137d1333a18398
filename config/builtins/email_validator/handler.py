"""Checks the form of e-mail addresses: RFC 5321 and 5322 as far as mail in use goes, RFC 6531 and 5891 for other scripts.

Only the form is judged: nothing is looked up and no mail is sent, so a well-formed address may still reach nobody.
"""

import ipaddress
import json
import re
import unicodedata
from collections import Counter
from typing import Any, NamedTuple

from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.email_validator.address_facts import address_fact, places_of_fact
from config.builtins.email_validator.address_lengths import address_length
from config.builtins.email_validator.answered_lists import still_missing
from config.builtins.email_validator.asked_forms import (
    AS_WRITTEN,
    asked_whole,
    display_names,
    frame_of_list,
    pieces_of_text,
    quoted_whole,
    refused_whole,
    sign_behind,
    spaced_as_told,
    text_taken_from,
    told_around,
    told_faults,
    told_repeats,
)
from config.builtins.email_validator.beyond_form import (
    MAILBOX_ASKED,
    NOT_FORM,
    OTHER_CAUSE,
    cause_text,
    places_of_reason,
    sending_refused,
    unknown_mailbox,
)
from config.builtins.email_validator.embedded_addresses import (
    counted_with_repeats,
    start_of_searched_text,
    without_listed_domains,
    without_markup,
    without_slashes,
)
from config.builtins.email_validator.list_members import list_member
from config.builtins.email_validator.lists import (
    TASKS_OF_DOMAINS,
    TASKS_OF_VALID,
    ListAnswer,
    cleaned_list,
    domain_of,
    list_answer,
    listed_lines,
    place_of_task,
    task_named,
)
from config.builtins.email_validator.named_groups import group_answer
from config.builtins.email_validator.reason_texts import in_ascii, reason_in
from config.builtins.email_validator.spaced_signs import SPACED_SIGN, is_spaced_sign, spaced_signs, wished_form
from config.builtins.email_validator.two_lists import compared_lists
from config.builtins.email_validator.usable_addresses import (
    ONLY_VALID_WANTED,
    UNKNOWN_CHOICE,
    USABLE_ASKED,
    is_unread_choice,
    wants_only_valid,
)
from config.builtins.wording import (
    blanked,
    cell,
    clean,
    earlier_texts,
    file_text,
    fill_in,
    fold,
    found_spans,
    merged,
    nothing,
    spoken_language,
)

MOST_ADDRESSES = 100  # that are shown; all are counted
LONGEST_SHOWN = 320  # characters of an address that are repeated
MOST_BYTES = 40_000  # of the whole answer, so that it stays below the sandbox's own bound

ATEXT = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]")
QUOTED = re.compile(r'"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"')
SLIP_TLD = {
    "con": "com",
    "cmo": "com",
    "ocm": "com",
    "comm": "com",
    "coom": "com",
    "vom": "com",
    "xom": "com",
    "cpm": "com",
    "cim": "com",
}
SLIP_TLD |= {"ogr": "org", "orgg": "org", "nte": "net", "ner": "net", "nett": "net", "eud": "edu"}
PROVIDERS = [
    *(
        "gmail.com",
        "googlemail.com",
        "yahoo.com",
        "hotmail.com",
        "outlook.com",
        "icloud.com",
        "aol.com",
        "live.com",
        "msn.com",
        "mail.com",
    ),
    *(
        "protonmail.com",
        "proton.me",
        "gmx.de",
        "gmx.net",
        "gmx.com",
        "web.de",
        "ymail.com",
        "email.com",
        "t-online.de",
        "yandex.com",
    ),
    *(
        "yandex.ru",
        "comcast.net",
        "btinternet.com",
        "fastmail.com",
        "zoho.com",
        "rocketmail.com",
        "libero.it",
        "orange.fr",
        "free.fr",
    ),
    *("wanadoo.fr", "qq.com", "mail.ru", "me.com", "mac.com", "hey.com", "aim.com"),
]
RESERVED = {"test", "example", "invalid", "localhost", "local", "internal", "onion"}
DOCUMENT_AROUND = re.compile(r"[{\[](?=[^\n]*[\"'][\w .-]+[\"']\s*:|\s*\n)[^`]*[}\]]")
OF_JSON = re.compile(r"\b(?:json|ya?ml)\b", re.IGNORECASE)
ABOUT_ADDRESS = re.compile(r"\b(?:e-?mails?|mails?|\w*address\w*|\w*adress\w*|courriels?|correos?|direccion\w*|domains?)\b|@", re.IGNORECASE)  # fmt: skip
CANDIDATE = re.compile(
    r'"(?:[^"\\\n]|\\.){0,200}"@[^\s<>,;]+'  # "quoted part"@domain
    r'|(?<![^\s<>,;"()])[^\s<>,;"()]*@(?:(?<=@)[\w-]{1,63},(?=(?:com?|org|net|info|biz|eu|de|at|ch|es|it|nl|be|uk|us|io|fr|example|test|invalid)\b(?!\S{0,80}@))|[^\s<>,;"()]|,(?=(?:com|org|net|edu|de|uk|io|fr)\b(?!\S{0,80}@)))*'  # the comma of ann@example,com
)
# ann(at)example.com, ann at example dot com: bare words only with both, since "at" alone is a word of any sentence.
SPELLED = re.compile(
    r"(?<![\w@.+-])(?P<local>[\w.+-]{1,64}(?: (?:dot|punkt|point|punto|underscore|unterstrich|tiret bas|guion bajo|dash|hyphen|minus|bindestrich|tiret|guion|plus) [\w.+-]{1,40}){0,4})(?: ?[(\[{<] ?(?:at|@|ät|arroba|arobase) ?[)\]}>] ?(?P<domain>[\w-]{1,63}(?:(?:\.| ?[(\[{<] ?(?:dot|punkt|point|punto) ?[)\]}>] ?| dot | punkt | point | punto )[\w-]{1,63}){1,8})"
    r"| (?:at|ät|arroba|arobase|chez) (?P<words>[\w-]{1,63}(?:(?: dot | punkt | point | punto )[\w-]{1,63}){1,8}))",
    re.IGNORECASE,
)
# words of somebody whose address is not taken
FAILS = (
    r"\b(?:rejects?|rejected|refuses?|refused|bounc(?:e[sd]?|ing)|(?:does ?n.t|does not|won.t|will not|not) (?:accept|work|go through)\w*|accepts?|"
    r"abgelehnt|lehnt|akzeptiert|unzustellbar|refuse|rejette|rechaza\w*|acepta\w*)\b"
)
ABOUT_FORM = re.compile(
    rf"{FAILS}|\b(?:(?:fine|ok(?:ay)?|good|right|usable|possible) as (?:an? |the |my )?(?:e-?mail ?|mail ?)?(?:address|adress)|valid\w*|invalid|wrong|correct\w*|typos?|mistakes?|gultig\w*|ungultig\w*|falsch|richtig|faux|incorrect\w*|(?:bien|correctamente|richtig|korrekt) (?:escrit[oa]s?|ecrite?s?|geschrieben)|(?:spelled|spelt|written|typed) (?:right|correctly|ok(?:ay)?)|stimm(?:t|en)"
    r"|(?:is|does|looks?|are|do) (?:that|this|it|they|these|those)(?: looks?| seem| one)? (?:all )?(?:right|ok(?:ay)?|good|fine)|(?:c'est|est-ce|ca) (?:juste|bon|correct|bien)|esta (?:bien|correcto)"
    r"|(?:is|are|ist|est|es) (?:the |my |this |die |l'|la |el )?(?:[a-z-]+ )?(?:e-?mail|mail|address|adresse|correo|courriel)(?: (?:address|adresse))?(?: (?:in|on) (?:it|this|there|here))? (?:ok(?:ay)?|fine|good|bien|bonne?|gut))\b",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"\b(e-?mails?|mail|address(es)?|valid|invalid|check|(?:e-?)?mail-?adress\w*|adress(?:en?|es)|courriels?|correos?|direcci[oó]n(?:es)?|g[uü]ltig\w*|valides?|v[aá]lid[oa]s?)\b",
    re.IGNORECASE,
)
GERMAN_NOUN = re.compile(r"\b(?:e-?)?mail-?adressen?\b|\bg[uü]ltige?\b", re.IGNORECASE)  # "geht das als Mailadresse"
FILE_ENDINGS = frozenset(
    [
        "csv",
        "txt",
        "pdf",
        "xlsx",
        "xls",
        "json",
        "docx",
        "doc",
        "md",
        "yaml",
        "yml",
        "png",
        "jpg",
        "jpeg",
        "zip",
        "html",
        "xml",
        "log",
        "py",
    ]
)
BACK = re.compile(r"\b(why|sure|again|explain|really|those|them|that|it|which|fix|correct)\b", re.IGNORECASE)

# an address that a space cuts in two: the name before it has no dot, what follows is a host and no sentence
SPACED = re.compile(r"(?<!\S)[\w.+-]{1,64}@[\w-]{1,63} (?:[\w-]{1,63}\.){1,5}(?!\w*@)[A-Za-z]{2,10}(?![\w@.-]*@)(?!\w)")


WORD_BEFORE = re.compile(r":\s*(?P<whole>[\w.+-]{1,64} [\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})\W*\Z")
# "tom wilson@gmail.com valid?": a word that belongs to no question, right before an address that is asked about
NO_NAME = (
    r"(?:would|will|could|if|whether|ob|dass|que|si|is|are|does|do|was|the|this|that|an?|e-?mails?|mails?|address\w*|adress\w*|correo|courriel|direcci\w+|my|our|his|her|your|their|hi|hello|hey|"
    r"like|such|say|e\.g|wie|comme|como|please|pls|check\w*|validate|verify|test|try|and|or|for|of|with|from|to|at|about|just|only|also|can|could|you|i|it|has|have|use|user|customer|client|"
    r"contact|account|login|name|valid|correct|ok|um|an|zu|bei|auf|als|mal|doch|hier|per|chez|avec|sur|con|en|ist|sind|die|der|das|und|oder|von|mit|f[uü]r|bitte|pr[uü]fe?|stimmt|klappt|passt|geht|lautet|hei[sß]t|works?|meine?|unsere?|est|sont|le|la|les|et|"
    r"ou|de|pour|mon|ma|v[eé]rifie[rz]?|es|son|el|los|y|o|para|mi|su|verifica|comprueba)"
)
NAME_BEFORE = re.compile(
    r"(?:\A\W*|[?!:;] +|(?<!\w)(?:is|are|does|check|validate|verify|about|ist|stimmt|est|es)(?: (?:the|this|that|my|die|diese|meine|l'|la|cette|esta|mi) ?(?:e-?mail[ -]?)?(?:address|adresse|direcci[oó]n|mail|email|correo))? +)"
    rf"(?P<whole>(?!{NO_NAME} )[\w.+-]{{2,64}} [\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,8}})"
    r"(?=\W*\Z|[\s,:;?¿-]+(?:is |ist |est |es |looks? |this |that |it |das |so |die |a |an |eine? |une? |una? |really |est[- ]ce que |c'est |[cç]a |est[aá] |eso |esto |does |is that |bien |then |denn )*(?:valid\w*|invalid\w*|ok(?:ay)?|correct\w*|right|good|fine|"
    r"real|legit\w*|legal|allowed|possible|works?|g[uü]ltig\w*|richtig|korrekt|geht|passt|stimmt|v[aá]lid\w*|valables?|marche|va|bien|bon(?:ne)?|vale|sirve|funciona)\b)",
    re.IGNORECASE,
)
SPACED_TEXTS = {
    "en": "If **{whole}** is meant as one address, it is not valid: there is a space in it.\n\n",
    "de": "Falls **{whole}** eine einzige Adresse sein soll, ist sie nicht gültig: darin steht ein Leerzeichen.\n\n",
    "fr": "Si **{whole}** est une seule adresse, elle n'est pas valide : elle contient une espace.\n\n",
    "es": "Si **{whole}** es una sola dirección, no es válida: contiene un espacio.\n\n",
}


COMMA_INSIDE = re.compile(
    r"(?<![^\s<\"'(:])(?P<whole>[a-z0-9][\w.+-]{0,40},[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})"
)
COMMA_TEXTS = {
    "en": "If **{whole}** is meant as one address, it is not valid: there is a comma in it.\n\n",
    "de": "Falls **{whole}** eine einzige Adresse sein soll, ist sie nicht gültig: darin steht ein Komma.\n\n",
    "fr": "Si **{whole}** est une seule adresse, elle n'est pas valide : elle contient une virgule.\n\n",
    "es": "Si **{whole}** es una sola dirección, no es válida: contiene una coma.\n\n",
}


def spaced_note(text: str, found: list[str], language: str) -> str:
    """Return what is said of a single word before the only address behind a colon, "" for any other message."""
    whole = WORD_BEFORE.search(text) or NAME_BEFORE.search(text) or refused_whole(text)
    comma = COMMA_INSIDE.search(text) if len(found) == 1 else None
    if comma is not None:
        return fill_in(COMMA_TEXTS[language], whole=comma["whole"])
    return (
        fill_in(SPACED_TEXTS[language], whole=whole["whole"])
        if whole and len(found) == 1 and not spaced_as_told(text)
        else ""
    )


def handle(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message about addresses, and how many characters the one of it has."""
    text = clean(payload.get("text", ""))
    found = [] if payload.get("files") or len(text) > LONGEST_ASKED else candidates(with_plain_signs(text))
    language = language_said(text, payload)
    length, places = address_length(without_addresses(text, found), found, language)
    if not length and (member := list_member(text, found, language)) is not None:
        made = judged_message(payload, ctx)
        return {**made, "answer": member[0], "used": merged([*made["used"], member[1]], len(text)), "definite": True}
    if not length:
        return judged_message(payload, ctx)
    bare = text
    for start, end in places:
        bare = blanked(bare, start, end)
    made = judged_message({**payload, "text": bare}, ctx, language)
    if made["status"] != "SUCCESS":
        return judged_message(payload, ctx)
    return {**made, "answer": made["answer"] + length, "used": merged([*made["used"], *places], len(text))}


LONGEST_ASKED = 1_000  # characters of a message that asks for the length of an address


def judged_message(payload: dict[str, Any], ctx: Any, language: str = "") -> dict[str, Any]:  # noqa: ANN401 - as above
    """Return the answer to one message about one or several addresses, of the message, its file or a turn before."""
    text = clean(payload.get("text", ""))
    language = language or language_said(text, payload)
    said, text = SAID[language], with_plain_signs(text)
    files = list(payload.get("files", []))
    spans = [span for name in files for span in found_spans(re.escape(name), text)]
    spans += [*found_spans(WORDS_USED, text), *found_spans(OTHERS.pattern, text)]
    everything, found = addresses_of(text, files, payload, ctx, spans)
    if not found or is_of_document(text) or sending_refused(text, language):
        return without_verdict(text, language, spans, is_fact=not found)
    found = sorted([*found, *beside_others(everything, found)], key=lambda one: place_of_item(everything, one))
    spans += [[at.start(), at.end()] for one in found[:150] for at in re.finditer(re.escape(one), text)]
    valid = sum(not checked(address)[0] for address in found)
    made = fitted([judged(address) for address in found[:MOST_ADDRESSES]], len(found), valid, said)
    question = asked_question(text, found)
    for name in files:  # the end of a file's name is no domain that is asked about
        question = question.replace(fold(name), " " * len(name))
    spans += named_places(text, question, found)
    every = occurrences(everything, found)
    whole = whole_list_answer(question, everything, every, found, language, has_files=bool(files))
    taken_from = [] if files else text_taken_from(text)
    if whole is not None:
        used = merged([*spans_of_whole(spans, whole, question), *taken_from, *told_repeats(question)], len(text))
        return {**made, "answer": whole.text, "used": used, "definite": whole.is_definite}
    lists = usable_list(question, found, language) or listing(question, everything, found, language)
    lists = lists + slips_told(question, every, language) if lists else one_list(found) if taken_from else ""
    lists += made["answer"] + cause_text(question, language, is_valid=valid == len(found))
    made["answer"] = with_mailbox(
        question, spaced_note(text, found, language) + sign_behind(text, found, language) + lists, language
    )
    wished = wished_form(question, text, has_spelled=any(map(written_out, found)))
    made["answer"] = written_note(found, language, is_wished=bool(wished)) + made["answer"]
    faults = [*told_faults(text, question, found), *wished, *(places_of_fact(question) if len(found) == 1 else [])]
    spans += [*places_of_form(text, question, found), *taken_from, *faults]
    is_definite = not files and (
        bool(taken_from) or asks_about_form(question, found) or (len(found) == 1 and bool(faults))
    )
    return {**made, "used": merged(spans, len(text)), "definite": is_definite}


def written_note(found: list[str], language: str, *, is_wished: bool) -> str:
    """Return how the only address is written with its signs, where that is wished and they stand as words; "" otherwise."""
    written = written_out(found[0]) if is_wished and len(found) == 1 else ""
    return fill_in(WRITTEN_TEXTS[language], address=cell(written[:100])) if written and not checked(written)[0] else ""


def spans_of_whole(spans: list[list[int]], whole: "WholeListAnswer", question: str) -> list[list[int]]:
    """Return the places that an answer about a whole list used; what a list shall be, only where the task read it."""
    orders = {tuple(span) for span in found_spans(ORDER_WORDS, question)}
    kept = [span for span in spans if tuple(span) not in orders]
    return [*spans_outside(kept, whole.outside), *whole.spans]


def places_of_form(text: str, question: str, found: list[str]) -> list[list[int]]:
    """Return the places of a message that ask about the form of its addresses, or tell that they are refused."""
    spans = [list(match.span()) for pattern in ASKED_OF_FORM for match in pattern.finditer(question)]
    return [*spans, *document_places(text, question, found), *places_of_reason(question), *found_spans(FAILS, text)]


def document_places(text: str, question: str, found: list[str]) -> list[list[int]]:
    """Return the place of the JSON document that holds all addresses whose form is asked about; none for other messages."""
    match = DOCUMENT_AROUND.search(text)
    outside = blanked(question, *match.span()) if match is not None else ""
    if match is None or not ABOUT_FORM.search(outside) or OF_JSON.search(outside):
        return []
    return [list(match.span())] if all(one in match.group() for one in found) else []


def is_of_document(text: str) -> bool:
    """Return whether a message asks about a JSON document with an address in it, and says nothing of addresses."""
    match = DOCUMENT_AROUND.search(text)
    outside = fold(blanked(text, *match.span())) if match is not None else ""
    return match is not None and OF_JSON.search(outside) is not None and ABOUT_ADDRESS.search(outside) is None


LOCAL_SIGN = re.compile(r"[\w][._+\d-][^@]*@")  # of a name that is no word


def with_plain_signs(text: str) -> str:
    """Return a message without the @ of a domain that is asked about, and without slashes between its items."""
    spaced = [
        match.span() for match in SPACED_SIGN.finditer(text) if LOCAL_SIGN.search(match.group())
    ]  # "is ann.lee @example.org right": no domain alone
    text = ASKED_DOMAIN.sub(
        lambda match: (
            match.group() if any(start < match.end() <= end for start, end in spaced) else f"{match['asked']} "
        ),
        text,
    )
    return text if ABOUT_FORM.search(fold(text)) else without_slashes(text)


def asked_question(text: str, found: list[str]) -> str:
    """Return a message, folded, without its addresses, the domains of a text that is searched, and words that add nothing."""
    question = without_listed_domains(without_addresses(text, found), text)
    return ADDS_NOTHING.sub(lambda match: " " * len(match.group()), question)


def without_verdict(text: str, language: str, spans: list[list[int]], *, is_fact: bool) -> dict[str, Any]:
    """Return the answer that judges no address: what addresses may hold, that no mail is sent, or that there is none."""
    fact = address_fact(text, language) if is_fact else ""
    if fact:
        return {**fitted([], 0, 0, SAID[language]), "answer": fact, "used": [[0, len(text)]]}
    of_document = "" if is_fact else DOCUMENT_TEXTS[language] if is_of_document(text) else ""
    return nothing(of_document or sending_refused(text, language) or SAID[language]["none"], text, spans)


WRITTEN_TEXTS = {
    "en": "Written with its signs it is **{address}**, which is a valid address.\n\n",
    "de": "Mit seinen Zeichen geschrieben ist es **{address}**, eine gültige Adresse.\n\n",
    "fr": "Écrite avec ses signes, c'est **{address}**, une adresse valide.\n\n",
    "es": "Escrita con sus signos es **{address}**, una dirección válida.\n\n",
}
DOCUMENT_TEXTS = {
    "en": "I check addresses only, and this asks about the document around one: **json_formatter** checks that.",
    "de": "Ich prüfe nur Adressen, und hier geht es um das Dokument darum herum: das prüft **json_formatter**.",
    "fr": "Je ne vérifie que des adresses, et la question porte sur le document autour : **json_formatter** le vérifie.",
    "es": "Solo compruebo direcciones, y esto trata del documento que la rodea: eso lo comprueba **json_formatter**.",
}


BROKEN_OUT = re.compile(
    r"\b(?:drop\w*|remov\w*|without|delet\w*|leav\w* out|throw\w* out|skip\w*|ohne|entfern\w*|losch\w*|sans|supprim\w*|enlev\w*|sin|quit[ae]\w*|elimina\w*)(?: (?:all|any|the|those|alle|die|den|les|toutes|las|los|todas|todos))* (?:(?:addresses|adressen|adresses|direcciones|ones|e-?mails?)(?: (?:that are|die))? )?(?:invalid|broken|wrong|bad|faulty|malformed|ungultig\w*|falsch\w*|kaputt\w*|fehlerhaft\w*|invalides?|fausses|incorrectes?|invalid[oa]s?|incorrect[oa]s?)\b(?: (?:ones|addresses|adressen))?",
    re.IGNORECASE,
)


VALID_KEPT = re.compile(  # the list that is wanted has the valid ones alone
    r"\b(?:valid|good|working|gultige|valides|validas) (?:ones |addresses |adressen )?(?:only|nur|seulement|solo)\b|"
    r"\b(?:(?:only|just|nur|seulement|uniquement|solo|solamente) (?:the |those |die |les |las |los )?|(?:the|die|les|las|los) |(?:keep|nimm|garde[rz]?|deja) (?:only |just |the |nur |die |les |las )*)(?:valid|good|correct|working|proper|gultigen?|richtigen?|korrekten?|valides?|bonnes?|correctes?|valid[oa]s?|correct[oa]s?)(?: (?:ones?|addresses|e-?mails?|adressen|adresses|direcciones))?\b"
    r"|\b(?:(?:seulement|uniquement|juste|que|solo|solamente|unicamente|nada mas) )?(?:les|celles|las|los|solo|solamente|seulement|uniquement|que) (?:(?:adresses|direcciones|correos|courriels|e-?mails?|mails?|ones|qui sont|que son|que sean|que estan)(?: (?:e-?mail|mail|de correo|electronic[oa]s))? )(?:valides?|bonnes?|correctes?|justes|valid[oa]s?|correct[oa]s?|buen[oa]s?|bien)\b",
    re.IGNORECASE,
)
BROKEN_TOO = re.compile(  # "remove duplicates and invalid ones"
    r"(?<=[a-z])(?:,? (?:and|und|et|y|or)|,) (?:(?:all|any|the|alle|die|les|las|los) )*(?:invalid|broken|faulty|malformed|bad|ungultige\w*|kaputte\w*|fehlerhafte\w*|invalides?|incorrectes?|invalid[oa]s|incorrect[oa]s)(?: (?:ones|addresses|e-?mails?|adressen|adresses|direcciones))?\b(?= ?(?:[:.?!\n]|\Z))",
    re.IGNORECASE,
)
FAULTS_ASKED = re.compile(  # beside another task: "sort these and tell me if any is broken"
    r"(?:\b(?:tell|say|let me know|show|mark|flag|check|point out|sag\w*|zeig\w*|markier\w*|pruf\w*|dis|signale\w*|indique\w*|verifie\w*|di|dime|indica\w*|marca\w*|comprueba\w*)(?: \w+){0,2}? )?\b(?:if|whether|which|what|any|are there|is there|ob|welche\w*|si|lesquelles|quelles|s'il y a|cual\w*|hay|alguna?)\b[^?:\n.;]{0,40}\b(?:broken|invalid|wrong|faulty|malformed|bad|dodgy|iffy|not valid|typos?|mistakes?|kaputt\w*|ungultig\w*|falsch\w*|fehlerhaft\w*|fehler|faux|fausses?|invalides?|incorrectes?|erreurs?|invalid[oa]s?|incorrect[oa]s?|mal|rotas?|errores?)\b(?: (?:ones?|sind|ist|est|sont|is|are|escritas?))?",
    re.IGNORECASE,
)


def faults_told(question: str, every: list[str], language: str) -> str:
    """Return which addresses of a list are not well formed, and why, below the answer to another task; "" where they are left out."""
    if BROKEN_OUT.search(question) or BROKEN_TOO.search(question):
        return ""
    said, broken = SAID[language], [one for one in dict.fromkeys(every) if checked(one)[0]]
    listed_ones = [f"{cell(one[:100])} ({reasons_said(checked(one)[0], said)})" for one in broken]
    return f"\n\n**{said['bad']} ({len(broken)})**: {listed(listed_ones) or said['nobody']}."


SIGN_ASKED = re.compile(  # "which ones have a plus in it"
    r"\b(?:which|what|who|how many|list|show|welche\w*|wie viele|quel(?:le)?s|combien|cual(?:es)?|cuant[oa]s)\b[^?:\n@]{0,30}\b(?:have|has|contain\w*|with|include\w*|enthalten|haben|mit|contiennent|ont|avec|contienen|tienen|con)\b (?:an? |any |ein(?:en?)? |une? |una? )?"
    r"(?:(?P<plus>plus(?: ?signs?|zeichen)?|signe plus|signo mas)|(?P<dot>dots?|punkt\w*|points?|puntos?)|(?P<digit>numbers?|digits?|zahl\w*|ziffer\w*|chiffres?|numeros?)|(?P<dash>hyphens?|dash(?:es)?|bindestrich\w*|tirets?|guion(?:es)?)|(?P<low>underscores?|unterstrich\w*))\b(?! mark)(?: (?:in|before|in front of|vor|avant|dans|en|antes)\b[^:?\n]{0,25})?",
    re.IGNORECASE,
)
SIGNS_OF_NAME = {"plus": r"\+", "dot": r"\.", "digit": r"\d", "dash": "-", "low": "_"}


def with_sign(question: str, every: list[str]) -> ListAnswer | None:
    """Return which addresses have a sign in front of the @, and how many; None for other questions."""
    match = SIGN_ASKED.search(question) if len(every) > 1 else None
    if match is None:
        return None
    is_of_domain = (
        re.search(r"domain|dom[ae]i?n|\b(?:after|behind|hinter|nach|apres|despues)\b", match.group()) is not None
    )
    side = 2 if is_of_domain else 0
    kept = [one for one in every if re.search(SIGNS_OF_NAME[str(match.lastgroup)], one.rpartition("@")[side])]
    listed = f": {', '.join(cell(one[:100]) for one in kept[:50])}" if kept else ""
    return ListAnswer(f"**{len(kept)}**{listed} ({len(kept)}/{len(every)})", [list(match.span())])


def asked_of_list(question: str, every: list[str], found: list[str], language: str) -> ListAnswer | None:
    """Return what a question asks of a list as a whole, or of the addresses of it at the domains that it names; None for others."""
    is_part = PARTS_ASKED.search(question) is not None and not places_of_fact(
        question
    )  # also asked of a single address
    kept = of_domains(question, every) if len(every) > 1 and task_named(question) not in TASKS_OF_DOMAINS else every
    kept = kept or every
    if (signed := with_sign(question, every)) is not None:
        return signed
    if (group := of_group(question, every, language)) is not None:
        return group
    broken = BROKEN_OUT.search(question) or BROKEN_TOO.search(question)
    if broken is not None and len(every) > 1:
        kept = [one for one in kept if not checked(one)[0]]
        plain = ListAnswer(listed_lines(kept), [])
        cleared = list_answer(blanked(question, *broken.span()), kept, language) or plain
        return cleared._replace(spans=[*cleared.spans, list(broken.span())])
    valid = VALID_KEPT.search(question) if len(every) > 1 and task_named(question) in TASKS_OF_VALID else None
    if valid is not None:
        kept, question = [one for one in kept if not checked(one)[0]], blanked(question, *valid.span())
    asked = list_answer(question, kept, language) if len(every) > 1 or is_part else None
    if asked is not None and valid is not None:
        return asked._replace(spans=[*asked.spans, list(valid.span())])
    return asked or cleaned_list(question, every or found, language)


def of_group(question: str, every: list[str], language: str) -> ListAnswer | None:
    """Return the addresses of a group that a question names by no domain ("the school domain"); None for other questions."""
    if ABOUT_FORM.search(question) or task_named(question) or at_named(question, every) is not None:
        return None
    return group_answer(
        question,
        every,
        language,
        frozenset(PROVIDERS),
        distance,
        is_denied=OTHERS.search(question) is not None and TAKES_OUT.search(question) is None,
    )


class WholeListAnswer(NamedTuple):
    """An answer about a list as a whole; ``outside`` is the question whose second half is not read, "" for none."""

    text: str
    spans: list[list[int]]
    outside: str
    is_definite: bool


def whole_list_answer(
    question: str, everything: str, every: list[str], found: list[str], language: str, *, has_files: bool
) -> WholeListAnswer | None:
    """Return the answer about two lists, or about one as a whole with the check that is wanted beside it; None for others."""
    compared = "" if has_files else compared_lists(everything, language)
    if compared:
        return WholeListAnswer(compared, pieces_of_text(everything, 0), "", True)
    missing = None if has_files else still_missing(everything, language)
    if missing is not None:
        return WholeListAnswer(missing.text, missing.spans, "", True)
    asked = asked_of_list(question, every, found, language)
    if asked is None:
        return None
    faults = FAULTS_ASKED.search(question)
    broken = faults_told(question, every, language) if faults else ""
    answer = slips_told(question, every, language) + asked.text + broken
    if faults is not None and broken:
        return WholeListAnswer(answer, [*asked.spans, list(faults.span())], "", False)
    return WholeListAnswer(answer, spans_outside(asked.spans, question), question, False)


SECOND_ASKED = re.compile(
    r"(?:,|\band|\bund|\bet|\by|[?.;]) +(?:also +|auch +)?(?=(?:how many|which|who|what|is|are|does|wie viele|welche\w*|wer|combien|quel\w*|qui|cuant[oa]s|cual\w*|quien\w*)\b)(?P<half>[^:?\n]*)",
    re.IGNORECASE,
)


def spans_outside(spans: list[list[int]], question: str) -> list[list[int]]:
    """Return the places that an answer is made from but for those in a second question, where the task stands in the first."""
    second = SECOND_ASKED.search(question)
    first = place_of_task(question)
    if second is None or first < 0 or first >= second.start() or place_of_task(second["half"]) == 0:
        return spans
    low, high = second.span("half")
    return [[start, end] for start, end in spans if end <= low or start >= high]


def with_mailbox(question: str, answer: str, language: str) -> str:
    """Return an answer with what is not known of a mailbox that is asked about: first, where nothing else is asked."""
    note = unknown_mailbox(question, language)
    if not note:
        return answer
    is_first = NOT_FORM.search(question) is not None or ABOUT_FORM.search(question) is None
    return f"{note}\n\n{answer}" if is_first else f"{answer}\n\n{note}"


def language_said(text: str, payload: dict[str, Any]) -> str:
    """Return the language of a message; a German noun tells it where nothing else does."""
    language = spoken_language(text[:400], payload)
    if language == "de" and FRENCH_MARK.search(text) and not GERMAN_WORD.search(text):
        return "fr"  # "adresse ok ?"
    return "de" if language == "en" and GERMAN_NOUN.search(text) else language


FRENCH_MARK = re.compile(r"\w \?")
GERMAN_WORD = re.compile(
    r"\b(?:ist|sind|die|der|das|den|dem|diese\w*|so|stimmt|richtig|und|oder|ich|du|sie|mit|es|geht|passt|korrekt|bitte|was|wie|hier|[\w-]*mail-?adresse\w*|\w*g[uü]ltig\w*)\b",
    re.IGNORECASE,
)
ADDS_NOTHING = re.compile(r"\b(?:really|actually|truly|wirklich|tatsachlich|vraiment|realmente)\b", re.IGNORECASE)
ASKED_DOMAIN = re.compile(  # "how many are really @gmail.com?" asks about a domain
    r"(?P<asked>\b(?:how many|which|who|any|all|only|wie viele|welche|wer|combien|quels?|quelles?|cu[aá]nt[oa]s|qu[eé])\b[^@\n?:]{0,40}[ \"'(])@(?=(?:[\w-]{1,63}\.){1,4}[a-zA-Z]{2,24}\b)",
    re.IGNORECASE,
)


def one_list(found: list[str]) -> str:
    """Return addresses as a line of the answer, with their number."""
    return f"**{len(found)}**: {listed([cell(one[:100]) for one in found])}\n\n"


def asks_about_form(question: str, found: list[str]) -> bool:
    """Return whether a question is about the form of addresses, or whether one with "(at)" can be used as it is written."""
    is_spelled = all(written_out(one) for one in found)
    return ABOUT_FORM.search(question) is not None or (is_spelled and AS_WRITTEN.search(question) is not None)


def addresses_of(
    text: str,
    files: list[str],
    payload: dict[str, Any],
    ctx: Any,  # noqa: ANN401 - what the sandbox gives
    spans: list[list[int]],
) -> tuple[str, list[str]]:
    """Return the text that holds the addresses a message is about, and these: its own, its files' or an earlier turn's.

    ``spans`` gets the place where a message names one of an earlier list.
    """
    everything, found = text, candidates(text)
    if not found and files:
        everything = of_files(files, ctx)
        found = candidates(everything)
    named = NUMBER_NAMED.search(fold(text))
    if not found and len(text) < LONGEST_FOLLOW_UP and (BACK.search(text) or LISTS.search(fold(text)) or named):
        earlier = earlier_texts(payload)
        spans += [list(named.span())] if named else []
        everything, found = next(((old, these) for old in reversed(earlier) if (these := candidates(old))), ("", []))
        found = of_place(text, found)
        everything = found[0] if len(found) == 1 else everything
    if not found and ABOUT.search(text):
        found = without_at(text)
    return everything, found


LONGEST_FOLLOW_UP = 200  # characters
PARTS_ASKED = re.compile(
    r"\b(?:local[- ]?parts?|user ?names?|benutzernamen?|noms? d'utilisateur|nombres? de usuario|(?:before|in front of|vor dem|avant l'|antes de la) (?:the )?(?:@|at\b|arroba|arobase|klammeraffen))",
    re.IGNORECASE,
)
HIDDEN = re.compile(r"\b(?:hidden|buried|mess|jumble|versteck\w*|cach[eé]e?s?|escondid[oa]s?)\b", re.IGNORECASE)
DISPLAY_NAME = r"[\"“][^\"”\n]{1,60}[\"”](?=\s*<)"
EXTRACTED = re.compile(
    r"\b(?:extract|find|pull|get|list|all|every|extrahier\w*|zieh\w*|hol\w*|finde|extrai\w*|trouve\w*|saca|extrae\w*|busca)\b",
    re.IGNORECASE,
)


def named_places(text: str, question: str, found: list[str]) -> list[list[int]]:
    """Return the places of the names beside addresses, of domains that are asked about, and of a text to take them from."""
    spans = [*found_spans(DISPLAY_NAME, text), *frame_of_list(text, found)]
    spans += told_around(text, question, found, is_broken=bool(checked(found[0])[0]))
    numbers = found_spans(r"(?<!\S)\d{1,3}[.)](?=\s)", text)
    spans += numbers if len(numbers) > 1 else []  # they number the items of a list
    domains = {one.rpartition("@")[2].lower() for one in found}
    domains |= {name for domain in domains if (name := domain.partition(".")[0]) not in NO_PROVIDER}
    spans += [
        [at.start(), at.end()]
        for name in domains
        if name
        for at in re.finditer(rf"(?<![\w.@-]){re.escape(name)}(?![\w-])", question, re.IGNORECASE)
    ]
    spans += found_spans(ENDING.pattern, question)
    lead = re.search(r"[:\n]", text)
    if lead is not None and EXTRACTED.search(fold(text[: lead.start()])) and "@" not in text[: lead.start()]:
        spans += pieces_of_text(text, lead.end())
    elif HIDDEN.search(question) and (start := start_of_searched_text(question, text)) >= 0:
        spans += pieces_of_text(text, start)
    return spans


NUMBER_NAMED = re.compile(
    r"(?:\b(?:number|no\.?|nr\.?|nummer|numero|entry|item|line|zeile|ligne|linea)|#) ?(?P<place>\d{1,3})\b|\b(?:the|die|la|el|le) (?P<word>first|second|third|fourth|fifth|last|erste|zweite|dritte|letzte|premiere|deuxieme|troisieme|derniere|primera|segunda|tercera|ultima)\b(?: one)?",
    re.IGNORECASE,
)
PLACE_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": 0, "erste": 1, "zweite": 2, "dritte": 3,
               "letzte": 0, "premiere": 1, "deuxieme": 2, "troisieme": 3, "derniere": 0, "primera": 1, "segunda": 2, "tercera": 3,
               "ultima": 0}  # fmt: skip


def of_place(text: str, found: list[str]) -> list[str]:
    """Return the address of an earlier list that a message names by its place; all of them when it names none."""
    match = NUMBER_NAMED.search(fold(text))
    if match is None or not found:
        return found
    place = int(match["place"]) if match["place"] else PLACE_WORDS[match["word"].lower()]
    return [found[place - 1]] if place <= len(found) else found


def without_addresses(text: str, found: list[str]) -> str:
    """Return a message, folded, with spaces in the place of its addresses and of the names before them."""
    question = fold(text)
    for start, end in display_names(text):
        question = blanked(question, start, end)
    for one in sorted(found[:150], key=len, reverse=True):
        for at in re.finditer(re.escape(fold(one)), question):
            question = blanked(question, *at.span())
    return CANDIDATE.sub(lambda at: " " * len(at.group()) if len(at.group()) > 2 else at.group(), question)


def place_of_item(text: str, item: str) -> int:
    """Return where an item stands in a text by itself, not as the end of another one."""
    match = re.search(rf"(?<![^\s<>,;(]){re.escape(item)}", text)
    return match.start() if match else text.find(item)


OTHER_SIGN = re.compile(r"[#§&*$%~^|!]")
LISTED_ITEM = re.compile(
    r"(?:(?<=[,;\n])|(?<=, )|(?<=; )|(?<=: )|(?<=\? )|(?<=\d[.)] )|(?<=\s- )|(?<= / )|\A)[ \t]*(?:(?:\d{1,3}[.)]|[-*•])[ \t]+)?(?P<item>[\w.+-]+(?:[#§&*$%~^|!][\w.-]+)?\.[A-Za-z]{2,10})[ \t]*[.?!]?(?=[,;\n]|\Z|[ \t]+(?:\d{1,3}[.)]|-|/)[ \t])"
)
CUT_ITEM = re.compile(rf"(?:(?<=[,;\n])|\A)[ \t]*(?P<item>(?!{NO_NAME} )[a-z][\w.+-]{{0,40}} [\w-]{{1,63}}\.[a-z]{{2,10}})[ \t]*(?=[,;\n]|\Z)")  # fmt: skip
NUMBERED_WORD = re.compile(r"^[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]+(?P<item>[\w.+-]{2,64})[ \t]*$", re.MULTILINE)


def beside_others(text: str, found: list[str]) -> list[str]:
    """Return the items of a list of addresses that have no @: ``ann.example.com``, ``ann#example.com``.

    Beside a single address only one with another sign in its place: a domain alone may be asked about.
    """
    items = dict.fromkeys(match["item"] for match in LISTED_ITEM.finditer(text))
    for pattern in (NUMBERED_WORD, CUT_ITEM):  # "bob", "zoe web.de"
        items |= dict.fromkeys(match["item"] for match in pattern.finditer(text) if len(found) > 1)
    items = {one: None for one in items if one not in found and not one.lower().startswith("www.")}
    return [one for one in items if len(found) > 1 or OTHER_SIGN.search(one)]


LISTS = re.compile(
    r"\b(?P<domains>domains?|domanen?|domaines?|dominios?|providers?)\b|\b(?P<twice>duplicat\w*|doubles?|dupes?|twice|doppelt\w*|en double|doublons?|duplicad\w*|repeated|unique)\b"
    r"|\b(?P<bad>(?:which|what|list|only|show|how many)\b[^?:]*\b(?:invalid|wrong|broken|incorrect|bad|turn(?:ed)? down|reject\w*|refused?|(?:not|cannot|can not|[a-z]+n'?t)(?: be)? (?:valid|right|correct|proper(?:ly)?|real|genuine|good|ok(?:ay)?|usable|work(?:ing)?|well[ -]?formed))|ungultig\w*|invalides?|invalid[oa]s|(?:welche\w*|wie viele|was)\b[^?:]*\b(?:falsch\w*|fehlerhaft\w*|kaputt\w*|stimm(?:t|en) (?:da |hier |so )?nicht|nicht (?:gultig\w*|richtig\w*|korrekt\w*|ok|in ordnung|stimmen|gehen|funktionieren))|(?:quel\w*|lesquel\w*|combien)\b[^?:]*\b(?:faux|fausses?|erronee?s?|incorrectes?|mauvaises?|pas (?:valides?|correctes?|bonnes?|justes?))|(?:cual\w*|que|cuant[oa]s)\b[^?:]*\b(?:mal|incorrect[oa]s?|erronea?s?|no (?:son|es|estan|sean) (?:valid[oa]s?|correct[oa]s?|bien)))\b"
    r"|\b(?P<good>(?:which|list|only|show|how many)\b[^?:]*\b(?:valid|correct|fine|good|usable|work(?:ing)?|ok(?:ay)?)\b|(?:wie viele|welche)\b[^?:]*\b(?:gultig\w*|korrekt\w*)|(?:combien|quelles?)\b[^?:]*\b(?:valides?|correctes?)|(?:cuant[oa]s|cuales)\b[^?:]*\b(?:valid[oa]s|correct[oa]s))|\b(?P<all>extract|count(?! as\b)|zahle?|compte[rz]?|cuenta|which (?:of|ones)|welche von|lesquelles|cuales de|find all|pull out|how many(?! (?:more |full |whole )?(?:days|weeks|months|years|hours|minutes|seconds|nights|words|characters|letters|inches|feet|cm|km|miles|metres|meters|kg|pounds|ounces|grams|litres|liters)\b)|(?:only|just|nur|seulement|juste|solo|solamente)(?= (?:the|those|die|les?|las?|los|el)? ?[\w.-]+ (?:ones?|addresses|adressen|adresses|direcciones|accounts?|konten|mails?|e-?mails?)\b)|(?:the|only|just) [\w.-]+ ones|extrahier\w*|wie viele|extrai\w*|combien|cuant[oa]s|extrae\w*)\b",
    re.IGNORECASE,
)
NO_PROVIDER = frozenset(("mail", "email", "e-mail", "www", "web", "example", "address", "domain", "test", "the", "my", "me", "our", "company", "office", "info", "free", "live"))  # fmt: skip
PROVIDER_NAMES = frozenset(known.partition(".")[0] for known in PROVIDERS) - NO_PROVIDER  # asked about by name
ENDING = re.compile(r"(?<![\w.])\.([a-z]{2,10})\b", re.IGNORECASE)  # "how many .de addresses"
DOMAINS_COUNTED = re.compile(
    r"\b(?:how many|wie viele|combien de|cuantos) (?:different |verschiedene |differents? |distintos )?(?P<domains>domains?|domanen|domaines?|dominios?|providers?|anbieter)\b",
    re.IGNORECASE,
)
ASKED_OF_FORM = (USABLE_ASKED, ONLY_VALID_WANTED, LISTS, DOMAINS_COUNTED, MAILBOX_ASKED, NOT_FORM, OTHER_CAUSE)
WORDS_USED = (
    r"\b(?:e-?mails?|mails?|mailto|(?:e-?)?mail-?adress\w*|geht|address(?:es)?|adress\w*|correos?|direcci\w*|courriels?|valid\w*|invalid\w*|g[uü]ltig\w*|ung[uü]ltig\w*|v[aá]lid\w*|check|verify|correct|right|wrong|"
    r"(?:tell me|let me know|check|say) (?:if|whether)|sag mir,? ob|dis-moi si|dime si|broken|format|syntax|typo|which|what|is|are|these|those|domains?|from|duplicat\w*|twice|extract|how many(?! (?:more |full |whole )?(?:days|weeks|months|years|hours|minutes|seconds|nights|words|characters|letters|inches|feet|cm|km|miles|metres|meters|kg|pounds|ounces|grams|litres|liters)\b)|list|only|find|allowed|why|does|look|good|unique|"
    r"welche\w*|ist|sind|est|es|son|quel\w*|cu[aá]l\w*|(?:bien|correctamente) escrit\w+|bien [eé]crite?s?|(?:richtig|korrekt) geschrieben|(?:spelled|spelt|written|typed) (?:right|correctly)|stimm(?:t|en)|est[aá]n?|there|ones?|ends?|ending|enden|it|this|that|the|of|or|and)\b"
)
ORDER_WORDS = r"\b(?:duplicat\w*|twice|unique|doppelt\w*)\b"  # of WORDS_USED: what a list shall be or not be
MOST_FILE = 8 * 2**20  # characters: as much as a file may hold
LISTED = 100  # of one list of an answer


def of_files(files: list[str], ctx: Any) -> str:  # noqa: ANN401 - as above
    """Return the texts of files that can be read, one after the other."""
    texts = []
    for name in files:
        try:
            texts.append(clean(file_text(ctx.files.read, name, MOST_FILE)))
        except RuntimeError:  # the host refuses: the file is a picture, or was deleted
            continue
    return "\n".join(texts)


ONLY_THOSE = re.compile(
    r"\b(?:only|just|which|who|whose|list|show|nur|welche[rsn]?|wer|wessen|zeig\w*|seulement|uniquement|juste|quels?|quelles?|lesquel\w*|qui|montre\w*|solo|solamente|cual(?:es)?|quien(?:es)?|muestra\w*)\b",
    re.IGNORECASE,
)


def kept_of(question: str, found: list[str]) -> str:
    """Return the addresses that "all but yahoo" or "only gmail" leave, "" where nothing is left out."""
    kept = of_domains(question, found)
    is_choice = OTHERS.search(question) is not None or ONLY_THOSE.search(question) is not None
    return one_list(kept).replace("**:", f"**/{len(found)}:", 1) if is_choice and 0 < len(kept) < len(found) else ""


def usable_list(question: str, found: list[str], language: str) -> str:
    """Return the addresses that are well formed where a question is for those that can be used, or the others; "" for others."""
    usable = USABLE_ASKED.search(question) if len(found) > 1 else None
    if usable is None and not wants_only_valid(question, found):
        return ""
    is_denied = usable is not None and any(usable.groupdict().values())
    wanted = [cell(one[:100]) for one in of_domains(question, found) or found if bool(checked(one)[0]) is is_denied]
    return f"**{SAID[language]['bad' if is_denied else 'good']} ({len(wanted)})**: {listed(wanted) or SAID[language]['nobody']}.\n\n"


def listing(question: str, text: str, found: list[str], language: str) -> str:
    """Return the answer to a question about all addresses: domains, duplicates, which are invalid, how many; "" for none."""
    match, said = LISTS.search(question), SAID[language]
    if match is None:
        return both_halves(question, found, language) or kept_of(question, found)
    match = DOMAINS_COUNTED.search(question) or match
    every, found = found, of_domains(question, found) or (found if match["domains"] else [])
    if match["domains"] and not (len(found) < len(every) and DOMAIN_NAMED.search(question)):
        counts = Counter(domain for address in found if (domain := address.rpartition("@")[2].lower()))
        if len(found) == 1:
            return f"{said['domain']}: **{cell(next(iter(counts))[:100])}**.\n\n"
        return f"{said['domains']}: {listed([f'{cell(name[:100])} ({count})' for name, count in counts.most_common()])}.\n\n"
    raws = [match for match in CANDIDATE.finditer(text) if "mailto:" not in match.group().lower()]
    occurrences = [one for raw in raws if (one := address_at(raw)) in every]
    counted = counted_with_repeats(question, occurrences, found, language) if match["all"] else ""
    if counted:
        return counted
    if match["twice"]:
        counts = Counter(trimmed(each.group()).lower() for each in CANDIDATE.finditer(text))
        twice = listed([f"{cell(one[:100])} ({count})" for one, count in counts.items() if count > 1])
        return f"{said['twice']}: {twice or said['nobody']}.\n\n"
    if match["bad"] or match["good"]:
        wanted = [cell(one[:100]) for one in found or every if bool(checked(one)[0]) is bool(match["bad"])]
        label = said["bad" if match["bad"] else "good"]
        return f"**{label} ({len(wanted)})**: {listed(wanted) or said['nobody']}.\n\n"
    if len(by_name := addresses_by_name(question, every)) > 1 and not OTHERS.search(question):
        return "".join(
            f"**{cell(name)}: {len(one)}** ({listed([cell(each[:100]) for each in one]) or said['nobody']})\n\n"
            for name, one in by_name.items()
        )
    of_all = f" ({len(found)}/{len(every)})" if len(found) < len(every) else ""
    told = f"{UNKNOWN_CHOICE[language]}\n\n" if not of_all and is_unread_choice(match.group(), found) else ""
    told = told or f"**{len(found)}**: {listed([cell(one[:100]) for one in found]) or said['nobody']}{of_all}\n\n"
    return both_halves(question, every, language) or told


REST_ASKED = re.compile(  # "how many are gmail and how many not"
    r"(?:,|/|&|\b(?:and|or|vs|versus|und|oder|et|ou|y|o)\b)\W*(?:(?:how many|which(?: ones)?|who|are|is|do|does|the|wie viele|welche|sind|die|der|combien|lesquel(?:le)?s|ne|sont|le|l'|les|cuant[oa]s|cuales|son|el|l[oa]s|en)\W+)*(?:not(?: (?:gmail|it|so))?|aren't|isn't|others?|(?:something|anything) else|elsewhere|rest|nicht|andere[rns]?|anderswo|pas|autres?|ailleurs|reste|no(?: (?:lo|son))?|otr[oa]s?|resto)\b"
    r"(?:\W|\b(?:that|are|is|ones?|address(?:es)?|accounts?|e-?mails?|of|them|these|there|in|this|list|please|pls|sind|davon|bitte|le sont|sont|son|addressen|adressen|adresses|direcciones|correos)\b)*\Z",
    re.IGNORECASE,
)
REST_TEXTS = {"en": "not {name}", "de": "nicht {name}", "fr": "pas {name}", "es": "no {name}"}


def both_halves(question: str, every: list[str], language: str) -> str:
    """Return the addresses at the one domain that a question names and all others, where it asks for both; "" for others."""
    rest = REST_ASKED.search(question)
    named = addresses_by_name(question, every)
    if rest is None or len(named) != 1 or OTHERS.search(question[: rest.start()]):
        return ""
    ((name, those),) = named.items()
    if name not in words_beside(question[: rest.start()]):
        return ""
    halves = ((name, those), (fill_in(REST_TEXTS[language], name=name), [one for one in every if one not in those]))
    return "".join(
        f"**{cell(label)}: {len(kept)}** ({listed([cell(one[:100]) for one in kept]) or SAID[language]['nobody']})\n\n"
        for label, kept in halves
    )


DOMAIN_NAMED = re.compile(r"\b(?:domain|domane|domaine|dominio|provider|anbieter) (?:of |von |de |is |namens |called )?[\"'`@]?[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)  # fmt: skip


def listed(entries: list[str]) -> str:
    """Return the first entries of a list, and how many more there are."""
    return ", ".join(entries[:LISTED]) + (f", … (+{len(entries) - LISTED:,})" if len(entries) > LISTED else "")


def of_domains(question: str, found: list[str]) -> list[str]:
    """Return the addresses at the domains or providers that a question names, all when it names none; without those behind "not"."""
    denial = OTHERS.search(question)
    kept = at_named(question, found)
    if denial is None or kept is None or takes_others_out(question, found):
        return found if kept is None else kept
    before, behind = at_named(question[: denial.start()], found), at_named(question[denial.start() :], found)
    out = kept if before is None or behind is None else behind
    return [one for one in (before if behind is not None and before is not None else found) if one not in out]


TAKES_OUT = re.compile(  # "throw out everybody not from our school"
    r"\b(?:(?:remov|delet|drop|kick|throw|toss|weed|strip|cross|strik|cut|get rid of|entfern|losch|w[ie]rf|schmei|streich|supprim|enlev|retir|quit[ae]|elimina|borra|descart)\w*|(?:tak\w*|leav\w*|sort\w*)(?: \w+)? (?:out|off|away))\b(?P<between>[^.?!:;\n]{0,50}?),? ?"
    r"\b(?P<denial>not|aren'?t|isn'?t|doesn'?t|don'?t|but|bis auf|except|without|other than|outside|nicht|kein\w*|ausser|ohne|pas|sauf|sans|excepto|sin|no|menos|apart from|besides)\b",
    re.IGNORECASE,
)


def takes_others_out(question: str, found: list[str]) -> bool:
    """Return whether a question takes out those that are not at a domain: the ones at that domain stay."""
    match = TAKES_OUT.search(question)
    if match is None or re.search(r"\b(?:not|never|nicht|ne|no)\W+\Z", question[: match.start()], re.IGNORECASE):
        return False
    behind = question[match.end() :]
    return at_named(match["between"], found) is None and at_named(behind, found) is not None


def at_named(question: str, found: list[str]) -> list[str] | None:
    """Return the addresses at the domains, providers or endings that a part of a question names, None where it names none."""
    words = set(words_beside(question))
    endings = {f".{ending.lower()}" for ending in ENDING.findall(question)}
    named = {word for word in words if "." in word and not word[0].isdigit()} | (words & PROVIDER_NAMES)
    wanted = []
    for one in found:
        domain = domain_of(one)
        if domain in words or provider_of(domain) in words or f".{domain.rpartition('.')[2]}" in endings:
            wanted.append(one)
    return wanted if wanted or named or endings else None


ONLY_DOMAINS = {
    "gmail": "gmail.com",
    "googlemail": "gmail.com",
    "icloud": "icloud.com",
}  # others have one in each country


def provider_of(domain: str) -> str:
    """Return the name of a domain by which its provider is asked about; "" for a slip of another domain or a name of no provider."""
    name = "gmail" if domain == "googlemail.com" else domain.partition(".")[0]
    return (
        ""
        if len(name) < 2 or name in NO_PROVIDER or (domain != "googlemail.com" and near(domain) in PROVIDERS)
        else name
    )


SLIP_TEXTS = {
    "en": "Not counted, because it looks like a slip: {listed}.\n\n",
    "de": "Nicht mitgezählt, da wohl ein Tippfehler: {listed}.\n\n",
    "fr": "Non compté, car cela ressemble à une faute de frappe : {listed}.\n\n",
    "es": "No contado, porque parece una errata: {listed}.\n\n",
}


def slips_told(question: str, found: list[str], language: str) -> str:
    """Return a sentence on the addresses at what looks like a slip of a domain that a question asks about; "" for none."""
    words = words_beside(question)
    if task_named(question) in TASKS_OF_DOMAINS or OTHERS.search(question):
        return ""
    slips = [one for one in found if (known := near(domain_of(one))) and {known, provider_of(known)} & set(words)]
    slips = [one for one in slips if domain_of(one) not in words]
    return fill_in(SLIP_TEXTS[language], listed=listed([cell(one[:100]) for one in slips])) if slips else ""


PROGRAM_SAID = re.compile(  # where a list is from or goes to: no provider is asked about
    r"\b(?:into|in to|line of|field of|(?:copied|pasted|exported|came|taken)(?: \w+){0,4}? (?:from|out of|in)|import\w* (?:it |them |this )?(?:to|in)|using|paste \w+ in) (?:my |the |our |mein\w* |mon |mi )?(?:outlook|gmail|yahoo|hotmail|icloud)\b(?![.]| (?:ones?|addresses|accounts?|users?|adressen|adresses|direcciones|konten))",
    re.IGNORECASE,
)


COMPOUND_ADDRESS = re.compile(
    r"-(?=(?:e-?mail|mail|ad+ress|account|kont[eo]|user|nutzer)\w*)", re.IGNORECASE
)  # "Gmail-Adressen"


def words_beside(question: str) -> list[str]:
    """Return the words of a question, domains as one word, without those of addresses and of the program that they are for."""
    return re.findall(
        r"[\w-]+(?:\.[\w-]+)*", COMPOUND_ADDRESS.sub(" ", PROGRAM_SAID.sub(" ", CANDIDATE.sub(" ", question))).lower()
    )


def addresses_by_name(question: str, found: list[str]) -> dict[str, list[str]]:
    """Return the addresses at each domain or provider that a question names, in its order."""
    domains = {one: domain_of(one) for one in found}
    names = {provider_of(domain) for domain in domains.values()} - {""}
    named = [
        word
        for word in dict.fromkeys(words_beside(question))
        if word in PROVIDER_NAMES or word in names or word in domains.values()
    ]
    return {word: [one for one in found if word in (domains[one], provider_of(domains[one]))] for word in named}


OTHERS = re.compile(  # "how many are not gmail addresses"
    r"\b(?:not|aren't|arent|isn't|no|(?:all|every(?:thing|one|body)|alle|alles|tous|toutes|tod[oa]s) (?:but|bis auf)|(?:remov\w*|delet\w*|drop\w*|kick\w*|tak\w*|throw\w*|w[ie]rf\w*|schmei\w*|entfern\w*|losch\w*|supprim\w*|enlev\w*|quit[ae]\w*|elimina\w*|borra\w*)(?= (?:\w+ ){0,4}(?:from|at|of|with|on|out|von|bei|mit|aus|de|chez|avec|con)\b)|except|without|other than|outside|nicht|kein\w*|ausser|außer|ohne|pas|sauf|sans|excepto|sin|no son|ignor\w*(?! (?:the )?case)|exclud\w*|leav\w+ out|skip\w*|besides|apart from|ausgenommen|abgesehen von|hormis|a part|excluy\w*|menos)\b(?! (?:valid|well|correct|proper|right|real|genuine|ok|okay|good|allowed|gultig|korrekt|richtig|valides?|valid[oa]s|correct))",
    re.IGNORECASE,
)


SAID = {
    "en": {"language": "en", "none": "I see no e-mail address here. I check the form of addresses; send me one or more, e.g. ann@example.org.", "count": "of {n} addresses are well formed.",
           "yes": "{address} is a valid address", "no": "{address} is not a valid address", "form": "I check the form only, not who reads it.",
           "slip": "{address} is well formed, but looks like a slip.", "meant": "Did you mean {what}?", "or": "or",
           "domain": "Domain", "domains": "Domains", "twice": "More than once", "nobody": "none", "bad": "Invalid", "good": "Well formed"},
    "de": {"language": "de", "none": "Ich sehe hier keine E-Mail-Adresse. Ich prüfe deren Form; bitte eine oder mehrere schicken, z. B. ann@example.org.", "count": "von {n} Adressen sind wohlgeformt.",
           "yes": "{address} ist eine gültige Adresse", "no": "{address} ist keine gültige Adresse", "form": "Ich prüfe nur die Form, nicht, wer sie liest.",
           "slip": "{address} ist wohlgeformt, sieht aber nach einem Tippfehler aus.", "meant": "Meinten Sie {what}?", "or": "oder",
           "domain": "Domain", "domains": "Domains", "twice": "Mehrfach", "nobody": "keine", "bad": "Ungültig", "good": "Wohlgeformt"},
    "fr": {"language": "fr", "none": "Je ne vois pas d'adresse ici. Je vérifie la forme des adresses e-mail ; envoyez-en une ou plusieurs, p. ex. ann@example.org.", "count": "adresses sur {n} sont bien formées.",
           "yes": "{address} est une adresse valide", "no": "{address} n'est pas une adresse valide", "form": "Je vérifie seulement la forme, pas qui la lit.",
           "slip": "{address} est bien formée, mais ressemble à une faute de frappe.", "meant": "Vouliez-vous dire {what} ?", "or": "ou",
           "domain": "Domaine", "domains": "Domaines", "twice": "Plusieurs fois", "nobody": "aucune", "bad": "Invalides", "good": "Bien formées"},
    "es": {"language": "es", "none": "Compruebo la forma de direcciones de correo, y no veo ninguna aquí. Envíe una o varias, p. ej. ann@example.org.", "count": "de {n} direcciones están bien formadas.",
           "yes": "{address} es una dirección válida", "no": "{address} no es una dirección válida", "form": "Solo compruebo la forma, no quién la lee.",
           "slip": "{address} está bien formada, pero parece una errata.", "meant": "¿Quiso decir {what}?", "or": "o",
           "domain": "Dominio", "domains": "Dominios", "twice": "Más de una vez", "nobody": "ninguna", "bad": "No válidas", "good": "Bien formadas"},
}  # fmt: skip


def fitted(judgements: list[dict[str, Any]], count: int, valid: int, said: dict[str, str]) -> dict[str, Any]:
    """Return the whole answer on ``count`` addresses, with fewer of them shown where it would be too long."""
    kept = judgements
    while True:
        output = {
            "addresses": kept,
            "valid_count": valid,
            "invalid_count": count - valid,
            "left_out": count - len(kept),
        }
        answer = {
            "answer": sentence(kept, count, valid, said),
            "output": output,
            "confidence": 0.97,
            "status": "SUCCESS",
        }
        if len(json.dumps(answer)) <= MOST_BYTES or len(kept) == 1:
            return answer
        kept = kept[: max(1, len(kept) // 2)]


def candidates(text: str) -> list[str]:
    """Return what was meant as an address, each once, in order."""
    found: dict[str, None] = {}
    spaced = [*(match.group() for match in SPACED.finditer(text)), *spaced_items(text), *quoted_whole(text)]
    spaced += [*asked_whole(text), *spaced_as_told(text)]
    signs = spaced_signs(text)
    spaced = [*signs, *(one for one in spaced if not any(one in other for other in signs))]
    found |= dict.fromkeys(spaced)
    for match in CANDIDATE.finditer(text):
        address = address_at(match)
        if any(one.startswith(f"{address} ") or one.endswith(f" {address}") for one in spaced):
            continue
        if re.match(r"(?:l['’])?@", address) and not re.search(r"@[^@]+\.[^@]+", address):
            continue  # a mention such as @ann, or a lone @
        found[address] = None
    found |= {
        match.group(): None
        for match in SPELLED.finditer(text)
        if match["local"].lower() not in ("is", "me", "it", "them", "address", "mail")
    }
    return sorted(found, key=text.find)


def occurrences(text: str, found: list[str]) -> list[str]:
    """Return the addresses of a text that were found, in its order, repeated ones too."""
    places = [(one.start(), address) for one in CANDIDATE.finditer(text) if (address := address_at(one)) in found]
    spaced = [one for one in found if is_spaced_sign(one)]
    places += [(at.start(), one) for one in spaced for at in re.finditer(re.escape(one), text)]
    return [address for _, address in sorted(places)]


ITEM_ENDS = (
    re.compile(r"\n"),
    re.compile(r"[,;\n]"),
    re.compile(r"[/|](?=\s)|\n"),
    re.compile(r"(?:\A|(?<=\s))\d{1,3}[.)](?=\s)|\n"),
)
BROKEN_ITEM = re.compile(r"(?P<first>[a-z0-9._+-]+(?:@[\w.-]*)?) (?P<second>[\w.+-]*@?[\w.-]+)")


def spaced_items(text: str) -> list[str]:
    """Return the items of a list of addresses that a space cuts in two: the others are addresses alone.

    A word with a capital in front of an address is a name.
    """
    for pattern in ITEM_ENDS:
        items = [re.split(r"[:?] ", item)[-1].strip(" \t.") for item in pattern.split(text)]
        bare = [item for item in items if re.fullmatch(r"[^\s@]+@[^\s@]*|@[^\s@]+", item)]
        broken = [item for item in items if item.count("@") == 1 and BROKEN_ITEM.fullmatch(item)]
        if len(bare) > 1 and broken:
            return broken
    return []


def written_out(address: str) -> str:
    """Return an address with its signs in place of their words; "" for one that has no such words."""
    match = SPELLED.fullmatch(address)
    if match is None:
        return ""
    domain = re.sub(r"\W*\b(?:dot|punkt|point|punto)\b\W*", ".", match["domain"] or match["words"], flags=re.IGNORECASE)
    local = fold(match["local"]) if " " in match["local"] else match["local"]
    for sign, words in SIGN_WORDS.items():
        local = re.sub(rf" (?:{words}) ", sign, local, flags=re.IGNORECASE)
    return f"{local}@{domain}"


SIGN_WORDS = {
    ".": "dot|punkt|point|punto",
    "_": "underscore|unterstrich|tiret bas|guion bajo",
    "-": "dash|hyphen|minus|bindestrich|tiret|guion",
    "+": "plus",
}


DOT_OF_ITEM = re.compile(r"[ \t]*[;,|]")


def address_at(match: "re.Match[str]") -> str:
    """Return a candidate without the signs of its sentence; a dot in front of the sign between two items is its own."""
    address, behind = trimmed(match.group()), match.string[match.end() :]
    is_own = match.group().endswith(f"{address}.") and DOT_OF_ITEM.match(behind) is not None
    return f"{address}." if is_own and "@" in address else address


def trimmed(raw: str) -> str:
    """Return a candidate without what belongs to the sentence around it."""
    address = without_markup(raw.strip("`*“”„‘’")).lstrip("'([{:=¿¡")
    closing = "" if re.search(r"@\[[^\]]*\]$", address) else "]}"
    return address.rstrip(".?!:'`*" + closing)


def without_at(text: str) -> list[str]:
    """Return what looks like an address but for its @, such as ``ann.example.com``."""
    words = (trimmed(word) for word in re.split(r"[\s<>,;\"()]+", text))
    return [
        word
        for word in words
        if re.fullmatch(r"[\w.+-]+(?:[#§&*$%~^|!][\w.-]+)?\.[A-Za-z]{2,}", word)
        and word.rpartition(".")[2].lower() not in FILE_ENDINGS
    ]


def judged(address: str) -> dict[str, Any]:
    """Return the judgement of one address as a mapping."""
    reasons, notes, local, domain = checked(address)
    suggestions = [] if "[" in domain else suggested(address, bool(reasons))
    return {
        "address": address[:LONGEST_SHOWN],
        "valid": not reasons,
        "local": local[:LONGEST_SHOWN],
        "domain": domain[:LONGEST_SHOWN],
        "ascii_domain": (ascii_domain(domain) or "")[:LONGEST_SHOWN],
        "reasons": reasons,
        "notes": notes,
        "suggestions": suggestions,
    }


def checked(address: str) -> tuple[list[str], list[str], str, str]:
    """Return (reasons against it, notes, local part, domain)."""
    if written_out(address):
        return ["the @ is written as a word"], [], "", ""
    if SPACED.fullmatch(address) or is_spaced_sign(address):
        local, _, domain = address.partition("@")
        return ["there is a space in it"], [], local, domain
    quoted = QUOTED.match(address)
    cut = quoted.end() if quoted and address[quoted.end() : quoted.end() + 1] == "@" else address.rfind("@")
    if "@" not in address:
        return ["there is no @ in it"], [], "", ""
    local, domain = address[:cut], address[cut + 1 :]
    reasons, notes = check_local(local)
    plain = in_ascii(local) if notes and not local.isascii() else ""
    if plain:
        notes = [*notes, f"many servers refuse it; {plain}@{domain} is the form that all take, if the mailbox has it"]
    if domain.startswith("["):
        more, said = check_literal(domain)
    else:
        more, said = check_domain(domain)
    if len(address.encode()) > 254:
        more = [*more, f"it is {len(address.encode())} bytes long, at most 254 are allowed"]
    return reasons + more, notes + said, local, domain


def check_local(local: str) -> tuple[list[str], list[str]]:
    """Return (reasons, notes) for the part before the @."""
    if not local:
        return ["there is nothing before the @"], []
    reasons = (
        [f"the part before the @ is {len(local.encode())} bytes long, at most 64 are allowed"]
        if len(local.encode()) > 64
        else []
    )
    if local.startswith('"'):
        good = QUOTED.fullmatch(local) is not None
        return (
            (reasons, ["quotes are allowed, but many systems refuse them"])
            if good
            else ([*reasons, "the quotes do not close"], [])
        )
    if "@" in local:
        return [*reasons, "there is more than one @"], []
    if local.startswith(".") or local.endswith("."):
        reasons.append("the part before the @ starts or ends with a dot")
    if ".." in local:
        reasons.append("there are two dots in a row before the @")
    bad = sorted({letter for letter in local if letter != "." and letter.isascii() and not ATEXT.match(letter)})
    foreign = sorted({letter for letter in local if not letter.isascii() and unicodedata.category(letter)[0] in "CZ"})
    if bad or foreign:
        reasons.append(f"{named([*bad, *foreign])} may not stand before the @")
    symbols = "".join(
        dict.fromkeys(letter for letter in local if ord(letter) > 127 and unicodedata.category(letter)[0] == "S")
    )
    if symbols:
        reasons.append(
            f"a symbol such as {symbols[:8]} is no part of an ordinary address: only servers that know SMTPUTF8 take it, and the large providers give none"
        )
    return reasons, ([] if local.isascii() else ["letters outside ASCII need mail servers that know SMTPUTF8"])


NO_ENDING = r"(?!xn--)(?=[a-z0-9-]*[0-9-])[a-z0-9][a-z0-9-]*"  # endings have letters alone, but for encoded ones


def fault_of_ending(ending: str) -> str:
    """Return what is wrong with the last part of a domain, "" for nothing."""
    if ending.isdigit():
        return f"a domain does not end with a number ({ending[:20]})"
    if len(ending) == 1 and ending.isascii():
        return f"no domain ends with a single letter ({ending})"
    if re.fullmatch(NO_ENDING, ending, re.IGNORECASE):
        return f"no domain ends with “{ending[:40]}”: an ending such as .com or .de is missing behind it"
    return ""


def check_domain(domain: str) -> tuple[list[str], list[str]]:
    """Return (reasons, notes) for a domain name."""
    if not domain:
        return ["there is nothing after the @"], []
    if re.fullmatch(r"\d{1,3}(\.\d{1,3}){3}", domain):
        return [f"a bare IP address is no domain; it would be written [{domain}]"], []
    labels = re.split(r"[.。．｡]", domain)
    reasons = [fault for label in labels for fault in check_label(label)]
    if len(labels) < 2:
        reasons.append(f"the domain {domain[:70]} has no dot, so it is no place on the internet")
    elif (fault := fault_of_ending(labels[-1])) != "":
        reasons.append(fault)
    if len(ascii_domain(domain) or domain) > 253:
        reasons.append("the domain is longer than 253 characters")
    notes = (
        [] if domain.isascii() else [f"the domain is sent as {ascii_domain(domain)}"] if ascii_domain(domain) else []
    )
    ending = labels[-1].lower()
    if not reasons and (ending in RESERVED or re.search(r"(^|\.)example\.(com|net|org)$", domain.lower())):
        notes.append("the domain is reserved, so no mail arrives there")
    return list(dict.fromkeys(reasons)), notes


def check_label(label: str) -> list[str]:
    """Return what is wrong with one part of a domain name."""
    if not label:
        return ["there is a dot too many in the domain"]
    faults = []
    if "_" in label:
        faults.append(
            f"the domain has an underscore ({label[:63]}); only letters, digits and hyphens are allowed there"
        )
    if label.startswith("-") or label.endswith("-"):
        faults.append(f"a part of the domain starts or ends with a hyphen ({label[:63]})")
    bad = sorted({letter for letter in label if letter not in "-_" and not label_letter(letter)})
    if bad:
        faults.append(f"{named(bad)} may not stand in a domain")
    coded = ascii_label(label)
    if coded is None:
        faults.append(f"{label[:63]} is no valid form of an international name")
    elif len(coded) > 63:
        faults.append(f"a part of the domain is {len(coded)} characters long, at most 63 are allowed")
    return faults


def label_letter(letter: str) -> bool:
    """Say whether a character may stand in a domain label, in any script."""
    if letter.isascii():
        return letter.isalnum()
    return unicodedata.category(letter) in {"Ll", "Lu", "Lo", "Lm", "Mn", "Mc", "Nd"}


def ascii_label(label: str) -> str | None:
    """Return a label as it travels (``xn--…`` for other scripts), None when it has no such form."""
    lowered = unicodedata.normalize("NFC", label.lower())
    try:
        if not lowered.isascii():
            return "xn--" + lowered.encode("punycode").decode("ascii")
        if lowered.startswith("xn--"):
            return lowered if not lowered[4:].encode().decode("punycode").isascii() else None
    except UnicodeError:
        return None
    return None if lowered[2:4] == "--" else lowered


def ascii_domain(domain: str) -> str | None:
    """Return the domain as it travels, None when it has no such form."""
    coded = [ascii_label(label) for label in re.split(r"[.。．｡]", domain)]
    return None if None in coded else ".".join(label or "" for label in coded)


def check_literal(domain: str) -> tuple[list[str], list[str]]:
    """Return (reasons, notes) for an address in brackets."""
    match = re.fullmatch(r"\[(IPv6:)?([^\[\]]*)\]", domain, re.IGNORECASE)
    try:
        (ipaddress.IPv6Address if match and match.group(1) else ipaddress.IPv4Address)(match.group(2) if match else "")
    except ValueError:
        return ["what is in the brackets is no IP address ([192.0.2.1] and [IPv6:2001:db8::1] are the forms)"], []
    return [], ["an IP address in brackets is allowed, but hardly any system accepts it"]


def suggested(address: str, invalid: bool) -> list[str]:
    """Return up to two well-formed addresses that were perhaps meant."""
    address = (written_out(address) or address).replace(" ", "")
    local, _, domain = address.replace(",", ".").partition("@") if invalid else address.partition("@")
    domain = domain.replace("@", "") if invalid else domain
    if invalid:
        local = re.sub(r"\.{2,}", ".", local).strip(".")
        domain = re.sub(r"\.{2,}", ".", domain).strip(".-")
    shapes = [domain]
    if "_" in domain:
        shapes = [domain.replace("_", ""), domain.replace("_", "-")]
    made = [f"{local}@{near(shape) or shape}" for shape in shapes]
    return [
        one for one in dict.fromkeys(made) if (one != address or invalid) and len(one) <= 254 and not checked(one)[0]
    ][:2]


def near(domain: str) -> str | None:
    """Return the well-known domain that this one is a slip of, None when it is none."""
    lowered = domain.lower()
    if lowered in PROVIDERS or len(lowered) > 60:
        return None
    name, _, ending = lowered.rpartition(".")
    if not name:
        names = (known for known in PROVIDERS if lowered in (known.partition(".")[0], known.replace(".", "")))
        return next((known for known in names if len(lowered) > 3), None)  # "gmail", "gmailcom"
    ending = SLIP_TLD.get(ending, ending)
    if name in ONLY_DOMAINS:
        return ONLY_DOMAINS[name]
    for known in PROVIDERS:
        target, _, top = known.rpartition(".")
        allowed = 2 if len(target) >= 8 else 1
        if abs(len(name) - len(target)) > allowed or top != ending or len(target) < 5 or "." in name:
            continue
        if distance(name, target) <= allowed:
            return known
    return f"{name}.{ending}" if lowered != f"{name}.{ending}" else None


def distance(left: str, right: str) -> int:
    """Return the number of slips (wrong, missing, extra or swapped letters) between two words."""
    rows = [list(range(len(right) + 1))]
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def named(letters: list[str]) -> str:
    """Return characters in words."""
    names = {" ": "a space", "\t": "a tab", ",": "a comma"}
    return ", ".join(
        names.get(letter, letter if letter.isprintable() else f"U+{ord(letter):04X}") for letter in letters[:8]
    )


def sentence(judgements: list[dict[str, Any]], count: int, valid: int, said: dict[str, str]) -> str:
    """Return the answer for people."""
    if count == 1:
        return one_sentence(judgements[0], said)
    rows = ["| address | valid | why |", "|---|---|---|"]
    for one in judgements:
        rows.append(f"| {cell(one['address'])} | {'yes' if one['valid'] else '**no**'} | {cell(why(one, said))} |")
    left_out = count - len(judgements)
    more = (
        f" The first {len(judgements)} are shown; {left_out:,} more were checked and are left out." if left_out else ""
    )
    return f"{valid:,} {fill_in(said['count'], n=f'{count:,}')}{more}\n\n" + "\n".join(rows)


def one_sentence(one: dict[str, Any], said: dict[str, str]) -> str:
    """Return the answer for one address."""
    address, meant = f"**{one['address']}**", meaning(one, said)
    if not one["valid"]:
        return f"{fill_in(said['no'], address=address)}: {reasons_said(one['reasons'], said)}.{meant}"
    notes = reasons_said(one["notes"], said)
    if meant:
        return f"{fill_in(said['slip'], address=address)}{meant}"
    valid = fill_in(said["yes"], address=address)
    return f"{valid}; {notes}." if notes else f"{valid}. {said['form']}"


def reasons_said(reasons: list[str], said: dict[str, str]) -> str:
    """Return reasons or notes as one text in the language of an answer."""
    return "; ".join(reason_in(one, said["language"]) for one in reasons)


def why(one: dict[str, Any], said: dict[str, str]) -> str:
    """Return the reasons or notes, and what was perhaps meant, for a table."""
    return (
        (reasons_said(one["reasons"] or one["notes"], said) + "." + meaning(one, said)).lstrip(". ")
        if one["reasons"] or one["notes"] or one["suggestions"]
        else ""
    )


def meaning(one: dict[str, Any], said: dict[str, str]) -> str:
    """Return the question after what was perhaps meant, with a space before it; empty without suggestions."""
    what = f" {said['or']} ".join(one["suggestions"])
    return f" {fill_in(said['meant'], what=what)}" if what else ""
