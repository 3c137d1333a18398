"""What is asked of a list of addresses as a whole: its domains, its different ones, its parts, its order."""

import re
from collections import Counter
from typing import NamedTuple

from config.builtins.email_validator.same_mailboxes import mailbox_answer
from config.builtins.email_validator.spaced_signs import without_spaces
from config.builtins.wording import cell, code_block, fill_in

DOMAIN_NOUN = r"(?:domains?|domanen?|domaines?|dominios?|providers?|anbieter|fournisseurs?|proveedor(?:es)?|hosts?|companies|firmen)"
OFTEN = r"(?:most(?: often| frequently)?|least(?: often)?|more often|am (?:haufigsten|meisten|oftesten)|haufigste\w*|le plus(?: souvent)?|le moins(?: souvent)?|mas(?: veces)?|menos(?: veces)?)"
AT_SIGN = r"(?:@|at\b|at[- ]sign|klammeraffen|arobase|arroba)"
TASKS: tuple[tuple[str, str], ...] = (
    ("most_domain", rf"\b(?:most|least) (?:common|frequent|used|popular) {DOMAIN_NOUN}|\bhaufigste\w* {DOMAIN_NOUN}|\b{DOMAIN_NOUN}\b[^?:\n]{{0,40}}\b{OFTEN}\b|\b{DOMAIN_NOUN} (?:la |le )?(?:plus|mas) (?:frequente?|comun|utilise)"),
    ("locals", rf"\b(?:(?:only|just) )?(?:the )?(?:bits?|parts?|names?|stuff|text|half|everything|anything|what(?: is|'s|s)?|was|alles|teil|namen?|la partie|les parties|partie|parte|lo que (?:hay|esta))? ?(?:that )?(?:is |are |comes? |steht )?(?:before|in front of|left of|vor|avant|antes de) (?:the |dem |den |l'|le |la |del )?{AT_SIGN}|\blocal[- ]?parts?\b|\buser ?names?\b|\bbenutzernamen\b|\bnoms? d'utilisateur\b|\bnombres? de usuario\b"),
    ("domains_only", rf"\b(?:after|behind|right of|nach|hinter|apres|despues de) (?:the |dem |den |l'|le |la |del )?{AT_SIGN}"),
    ("grouped", rf"\b(?:group(?:ed)?|gruppier\w*|regroup\w*|agrup\w*|split|sorted into)\b[^?:\n]{{0,30}}\b(?:by|per|nach|par|por) {DOMAIN_NOUN}|\b(?:how many|count|number of|wie viele|zahle|anzahl|combien|compte|cuant[oa]s|cuenta|cuentan?)\b[^?:\n]{{0,40}}\b(?:per|each|every|by|which|what|pro|je|jede[nrsm]?|welche[nrsm]?|par|chaque|quel(?:le)?s?|por(?: cada)?|cada|que|cual) (?:e-?mail[- ]?|mail[- ]?)?{DOMAIN_NOUN}(?! (?:has|have|is|are|hat|haben|ist|a|ont|est|tiene|tienen|es)\b)|\b(?:who|which \w+) (?:uses?|has|have|is (?:at|with)) (?:which|what) {DOMAIN_NOUN}"),
    ("deduplicated", r"\b(?:no ?one|nobody|none|nothing|not|never|keine[rn]?|niemand\w*|nichts?|nie|personne|aucune?|rien|pas|nadie|ningun[oa]?|nada|no)(?: (?:address|adresse|direccion|correo|e-?mail|mail|of (?:them|these)|davon|shall be|should be|may be|is|be|there|in there|listed|ist|soll|darf|vorkommen|est|doit etre|debe|aparecer)){0,3} (?:twice|more than once|doubled?|doppelt|zweimal|mehrfach|en double|deux fois|plusieurs fois|dos veces|mas de una vez|repetid[oa])\b|\b(?:remove|delete|drop|without|no|strip|entfern\w*|losch\w*|ohne|supprim\w*|enlev\w*|sans|elimin\w*|quit[ae]\w*|sin|take out|leave out|throw out)\b[^?:\n]{0,20}\b(?:duplicates?|dupes?|repeats|repeated|doubles?|twins|doppelte\w*|dubletten|doublons?|duplicad\w*|repetid\w*|mehrfach\w*)|\b(?:duplicates?|dupes?|doubles?|twins|repeats|repeated(?: ones| addresses| e-?mails?)?|(?:doppelte?|mehrfach)\w*(?: \w+)?|dubletten|doublons?|adresses? en double|duplicad\w*(?: \w+)?|repetid\w*(?: \w+)?)(?: (?:please|pls|bitte|svp|por favor|must|go))* (?:out|away|gone|off|removed|deleted|raus|weg|entfern\w*|losch\w*|streich\w*|rauswerfen|dehors|fuera)\b|\b(?:each|every)(?: (?:one|address|e-?mail|mail|person|name|contact|member|singer|player|guest|body))? (?:only |just |exactly )?once\b|\b(?:everyone|everybody|each person|every person|all of them) (?:in (?:there |it )?)?(?:only |just |exactly )?once\b|\b(?:only|just|keep|list) (?:one of each|one each)\b|\bjede[nrs]?(?: \w+)? (?:nur|bloss|genau) (?:einmal|1 ?x|1 mal)\b|\bchaque (?:adresse|e-?mail|mail|courriel|personne|nom|contact|membre) (?:une seule|une) fois\b|\bchacune? (?:une seule|qu'une|une) fois\b|\bcada (?:direccion|correo|e-?mail|una|uno|persona|nombre|contacto|miembro) (?:una sola|una|solo una) vez\b|\bde-?dup\w*|\b(?:unique|distinct|different) (?:list|ones|addresses|e-?mails)\b(?! are)"),
    ("distinct", rf"\b(?:how many|number of|count|wie ?viele|anzahl|combien|cuant[oa]s)\b[^?:\n]{{0,40}}\b(?:different|distinct|unique|separate|individual|really|actually|verschiedene\w*|unterschiedlich\w*|differente?s?|distint[oa]s?|unic[oa]s)\b(?! {DOMAIN_NOUN})"),
    ("joined", r"\b(?:comma|semicolon|semi-colon|komma|semikolon|strichpunkt|virgules?|points?-virgules?|comas?|punto y coma|puntos y comas)s?(?:[- ]?(?:separated|delimited|getrennte?n?))?\b|\b(?:on|in|into) (?:a |one )?(?:single )?line\b|\b(?:with|mit|avec|con|by|durch|par|por) (?:an? |einem |un )?[\"'`]?[;,][\"'`]?(?: (?:in ?)?(?:between|dazwischen|entre)(?: (?:them|each|elles|ellas))?)?(?= |\Z)"),
    ("sorted", r"\b(?:sort(?!ez\b|ir\b|ons\b)\w*|order(?:ed)?|alphabeti\w+|(?:a ?(?:-|–|to|bis|a la|a) ?z|z ?(?:-|–|to|bis|a la|a) ?a)(?! la)|trie[rz]?|classe[rz]?|ordena\w*|alphabetisch|alfabetic\w*)\b"),
    ("lines", r"\b(?:one|each|every one)(?: address| e-?mail| mail| of them)? ?(?:per|a|to a|on (?:a|each|its own)(?: new| separate)?|in (?:a|each|its own)) (?:new |separate )?(?:line|row)\b|\bline by line\b|\b(?:on|in) (?:separate|their own|single) (?:lines|rows)\b|\b(?:bare|plain|naked|clean|pure) (?:e-?mail )?addresses\b|\b(?:just|only|simply) (?:list|give me|show(?: me)?|name|write(?: down)?|want|need)(?: (?:all|out|up|the|these|those|their|of)){0,3} (?:e-?mail )?addresses\b(?! (?:that|which|who|with|at|from|of|in|on|ending|but|without|not)\b)|\b(?:liste|nenne|zeig|schreib)(?: mir)? (?:bitte )?(?:nur|einfach)(?: alle| die)* (?:e-?mail-?|mail-?)?adressen\b(?! (?:von|mit|bei|die|aus|ohne))|\b(?:nur|einfach) die (?:e-?mail-?|mail-?)?adressen (?:auflisten|nennen|zeigen|listen)\b|\b(?:juste|seulement) (?:la liste des|les) (?:adresses|e-?mails|courriels)\b(?! (?:de|qui|avec|sans|chez))|\b(?:solo|solamente) (?:la lista de(?: las)?|las) (?:direcciones|correos)\b(?! (?:de|que|con|sin))|\b(?:eine?|je eine?|jede)(?: \w+)? (?:pro|je|auf einer|in einer)(?: eigenen)? zeile\b|\bzeilenweise\b|\b(?:reine|blosse|nackte)n? (?:e-?mail-?)?adressen\b|\b(?:une?|chacune?)(?: \w+)? par ligne\b|\bligne par ligne\b|\bun[oa]?(?: \w+)? (?:por|en cada) linea\b|\blinea por linea\b"),
    ("lower", r"\b(?:lower[- ]?case|small letters|kleinbuchstaben|kleinschreib\w*|minuscules?|minusculas?)\b"),
)  # fmt: skip
COMPILED_TASKS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in TASKS)
BY_DOMAIN = re.compile(rf"\b(?:by|per|nach|par|por|after)\b(?: \w+){{0,2}} {DOMAIN_NOUN}\b", re.IGNORECASE)
BY_LOCAL = re.compile(
    r"\b(?:sort\w*|order\w*|alphabet\w*|trie[rz]?|class\w*|orden\w*)\b[^?:\n]{0,20}\b(?:by|nach|par|por)\b",
    re.IGNORECASE,
)
BY_END = re.compile(  # "sort by what comes after the @": the addresses are listed, not their ends
    rf"\b(?:sort\w*|order\w*|alphabet\w*|arrange\w*|trie[rz]?|class\w*|orden\w*|anordnen)\b[^?:\n]{{0,40}}\b(?:by|nach|par|selon|por|segun)\b[^?:\n@]{{0,40}}\b(?:after|behind|right of|nach|hinter|apres|despues de) (?:the |dem |den |l'|le |la |del )?{AT_SIGN}(?: sortieren)?"
    rf"|\bnach (?:dem|der) (?:teil|endung|namen?)[^?:\n@]{{0,20}}\b(?:nach|hinter) (?:dem |den )?{AT_SIGN}[^?:\n]{{0,12}}\b(?:sortier\w*|ordn\w*)",
    re.IGNORECASE,
)
FALLING_LIST = re.compile(
    r"\b(?:desc\w*|reverse\w*|z (?:first|zuerst|d'abord|primero)|z ?(?:-|–|to|bis|a la|a) ?a|absteigend|decroissant|descendente)\b",
    re.IGNORECASE,
)
LEAST = re.compile(r"\b(?:least|moins|menos)\b", re.IGNORECASE)
TASK_WORDS = (
    r"\b(?:only|just|want|these|of|by|in|for|list|them|all|people|persons?|really|shows? up|appears?|occurs?|comes? up|is used|used|kommt|vor|apparait|revient|aparece|the|bit|part|alphabetical\w*|alphabetically|order|nur|alle|nach|par|por|seulement|solo|"
    r"bitte|please|before|after|domains?|case|ignor\w*|count(?:ing)?)\b"
)
LIST_TEXTS = {
    "en": {"most_domain": "**{name}** is there most often ({count} of {total}).", "least_domain": "**{name}** is there least often ({count} of {total}).", "tie": "**{name}** are there equally often ({count} each, of {total}).", "distinct": "**{count}** different addresses of {total}, whatever the case: {listed}.", "deduplicated": "**{count}** of {total} addresses are left, whatever the case:"},
    "de": {"most_domain": "**{name}** kommt am häufigsten vor ({count} von {total}).", "least_domain": "**{name}** kommt am seltensten vor ({count} von {total}).", "tie": "**{name}** kommen gleich oft vor (je {count}, von {total}).", "distinct": "**{count}** verschiedene Adressen von {total}, Groß- und Kleinschreibung gleich: {listed}.", "deduplicated": "**{count}** von {total} Adressen bleiben, Groß- und Kleinschreibung gleich:"},
    "fr": {"most_domain": "**{name}** apparaît le plus souvent ({count} sur {total}).", "least_domain": "**{name}** apparaît le moins souvent ({count} sur {total}).", "tie": "**{name}** apparaissent aussi souvent ({count} fois chacun, sur {total}).", "distinct": "**{count}** adresses différentes sur {total}, majuscules et minuscules confondues : {listed}.", "deduplicated": "Il reste **{count}** adresses sur {total}, majuscules et minuscules confondues :"},
    "es": {"most_domain": "**{name}** aparece más veces ({count} de {total}).", "least_domain": "**{name}** aparece menos veces ({count} de {total}).", "tie": "**{name}** aparecen igual de veces ({count} cada uno, de {total}).", "distinct": "**{count}** direcciones distintas de {total}, sin distinguir mayúsculas: {listed}.", "deduplicated": "Quedan **{count}** de {total} direcciones, sin distinguir mayúsculas:"},
}  # fmt: skip


SAME_ADDRESS = re.compile(
    r"\b(?:same|identical|equal|gleich\w*|dieselbe\w*|identisch|meme|identiques?|misma|iguales?|mismo)\b", re.IGNORECASE
)
SAME_TEXTS = {
    "en": ("**Yes**: both are {first}.", "**Yes**, for practically every server: they differ only in upper and lower case. The domain is the same by the standard; the part before the @ might differ in theory.", "**No**: {first} and {second} are different addresses."),
    "de": ("**Ja**: beide sind {first}.", "**Ja**, bei praktisch jedem Server: sie unterscheiden sich nur in Groß- und Kleinschreibung. Die Domain ist nach der Norm dieselbe; der Teil vor dem @ könnte theoretisch verschieden sein.", "**Nein**: {first} und {second} sind verschiedene Adressen."),
    "fr": ("**Oui** : les deux sont {first}.", "**Oui**, pour presque tous les serveurs : seules les majuscules diffèrent. Le domaine est le même selon la norme ; la partie avant @ pourrait différer en théorie.", "**Non** : {first} et {second} sont deux adresses différentes."),
    "es": ("**Sí**: ambas son {first}.", "**Sí**, en casi todos los servidores: solo cambian las mayúsculas. El dominio es el mismo según la norma; la parte antes de @ podría diferir en teoría.", "**No**: {first} y {second} son direcciones distintas."),
}  # fmt: skip


DIFFERENCE_ASKED = re.compile(
    r"\b(?:(?:make|makes|is there|matter\w*)(?: it)?(?: (?:any|a|the))? ?(?:difference)?|(?:any|a) difference|(?:macht|gibt) (?:das |es |da )?(?:einen|irgendeinen|keinen)? ?unterschied|unterschied|ist (?:das|es) egal|(?:une|de) difference|(?:una|alguna) diferencia|importa)\b(?=.*\b(?:or|instead|rather|than|and|if|when|oder|statt|und|wenn|ou|au lieu|et|si|o|en vez|y)\b)",
    re.IGNORECASE | re.DOTALL,
)
DIFFERENCE_TEXTS = {
    "en": ("**No difference**: both are {first}.", "**No difference** for practically every server: they differ only in upper and lower case, so both reach the same mailbox. The domain is the same by the standard; the part before the @ might differ in theory.", "**Yes**: {first} and {second} are different addresses."),
    "de": ("**Kein Unterschied**: beide sind {first}.", "**Kein Unterschied** bei praktisch jedem Server: sie unterscheiden sich nur in Groß- und Kleinschreibung, beide erreichen dasselbe Postfach. Die Domain ist nach der Norm dieselbe; der Teil vor dem @ könnte theoretisch verschieden sein.", "**Ja**: {first} und {second} sind verschiedene Adressen."),
    "fr": ("**Aucune différence** : les deux sont {first}.", "**Aucune différence** pour presque tous les serveurs : seules les majuscules diffèrent, les deux arrivent dans la même boîte. Le domaine est le même selon la norme ; la partie avant @ pourrait différer en théorie.", "**Oui** : {first} et {second} sont deux adresses différentes."),
    "es": ("**Ninguna diferencia**: ambas son {first}.", "**Ninguna diferencia** en casi todos los servidores: solo cambian las mayúsculas y ambas llegan al mismo buzón. El dominio es el mismo según la norma; la parte antes de @ podría diferir en teoría.", "**Sí**: {first} y {second} son direcciones distintas."),
}  # fmt: skip


def same_answer(question: str, addresses: list[str], language: str) -> "ListAnswer | None":
    """Return whether two addresses are the same one; None for other questions."""
    mailbox = mailbox_answer(question, addresses, language)
    if mailbox is not None:
        return ListAnswer(mailbox[0], [*mailbox[1], *question_spans(question)])
    match, differs = SAME_ADDRESS.search(question), DIFFERENCE_ASKED.search(question)
    if (match or differs) is None or len(addresses) != 2:
        return None
    first, second = addresses
    kind = 0 if first == second else 1 if first.lower() == second.lower() else 2
    if match is None and kind == 2:
        return None  # "is there a difference between them" may ask about anything of two addresses
    texts = SAME_TEXTS[language] if match else DIFFERENCE_TEXTS[language]
    said = fill_in(texts[kind], first=cell(first[:100]), second=cell(second[:100]))
    return ListAnswer(said, [*(list(one.span()) for one in (match, differs) if one), *question_spans(question)])


class ListAnswer(NamedTuple):
    """The answer about a list: its text, and the places of the question that it is read from."""

    text: str
    spans: list[list[int]]


TASKS_OF_VALID = ("joined", "sorted", "lines", "lower", "deduplicated", "locals", "domains_only", "grouped")
TASKS_OF_DOMAINS = ("most_domain", "grouped", "domains_only")  # their domains are not what addresses are chosen by


def task_named(question: str) -> str:
    """Return the name of the first task that a question sets, "" for none."""
    return next((name for name, pattern in COMPILED_TASKS if pattern.search(question)), "")


def place_of_task(question: str) -> int:
    """Return where a question sets the task that is answered, -1 for none."""
    return next((found.start() for _, pattern in COMPILED_TASKS if (found := pattern.search(question))), -1)


DOMAINS_LISTED = re.compile(  # "only the domains, without duplicates"
    rf"\b(?:list|show|give|extract|get|only|just|pull|take|want|need|nur|liste|zeig\w*|gib|nenn\w*|seulement|juste|donne[rz]?|extrais|solo|dame|saca|muestra|extrae)(?: (?:me|us|only|just|the|all|out|their|different|unique|alle|die|mir|nur|moi|les|seulement|los|todos|solo|distintos))* {DOMAIN_NOUN}\b",
    re.IGNORECASE,
)


DOMAINS_FIRST = re.compile(  # "domains in this list, each once": the domains are what is listed
    rf"\A\W*(?:(?:please|pls|the|all|email|mail|different|unique|distinct|bitte|die|alle|s'il te plait|les|tous les|por favor|los|todos los)\W+)*(?:(?:email|mail|e-mail)[ -])?{DOMAIN_NOUN}\b",
    re.IGNORECASE,
)


def domains_listed(question: str) -> "re.Match[str] | None":
    """Return where a question asks for the domains themselves, each once: "domains in this list"."""
    return DOMAINS_LISTED.search(question) or DOMAINS_FIRST.search(question)


def list_answer(question: str, addresses: list[str], language: str) -> ListAnswer | None:
    """Return what a folded question, blank where its addresses are, asks of a whole list; None for other questions.

    ``addresses`` are all that were found, repeated ones, too. Spaces inside them go where the question says so.
    """
    joined, places = without_spaces(question, addresses)
    answer = task_answer(question, joined, language)
    if answer is not None:
        return answer._replace(spans=[*answer.spans, *places])
    if not places or joined == addresses:
        return None
    return ListAnswer(listed_lines(joined), [*places, *question_spans(question)])


def task_answer(question: str, addresses: list[str], language: str) -> ListAnswer | None:
    """Return what a question asks of a whole list as it is; None for other questions."""
    if (same := same_answer(question, addresses, language)) is not None:
        return same
    task = next(((name, match) for name, pattern in COMPILED_TASKS if (match := pattern.search(question))), None)
    if task is None or not addresses:
        return None
    name, match = task
    listed = domains_listed(question) if name == "deduplicated" else None
    if listed is not None:
        domains = list(dict.fromkeys(map(domain_of, addresses)))
        return ListAnswer(listed_lines(domains), [list(match.span()), list(listed.span()), *question_spans(question)])
    if name == "locals" and BY_LOCAL.search(question):
        name = "sorted"  # by what is before the @ anyhow
    if name == "domains_only" and (by_end := BY_END.search(question)) is not None:
        listed_by = listed_lines(sorted(addresses, key=lambda one: (domain_of(one), one.lower()),
                                        reverse=FALLING_LIST.search(question) is not None))  # fmt: skip
        return ListAnswer(listed_by, [list(by_end.span()), *question_spans(question)])
    if name == "domains_only" and (shared := SAME_ADDRESS.search(question)) is not None:
        spans = [list(match.span()), list(shared.span()), *question_spans(question)]
        return ListAnswer(answer_of("grouped", question, addresses, LIST_TEXTS[language]), spans)
    steps = [
        (step, found)
        for step, pattern in COMPILED_TASKS
        if step in STEPS_OF_LIST and (found := pattern.search(question))
    ]
    is_joined = any(step == "joined" and pattern.search(question) for step, pattern in COMPILED_TASKS)
    is_lines = name == "lines" and bool(steps)
    if is_lines or (len(steps) + is_joined > 1 and name in (*STEPS_OF_LIST, "joined")):
        places = [
            list(found.span())
            for step, pattern in COMPILED_TASKS
            if step in (*STEPS_OF_LIST, "joined", "lines")
            for found in pattern.finditer(question)
        ]
        return ListAnswer(stepped_list([step for step, _ in steps], question, addresses, LIST_TEXTS[language]),
                          [*places, *question_spans(question)])  # fmt: skip
    pattern = dict(COMPILED_TASKS)[task[0]]
    spans = [*(list(found.span()) for found in pattern.finditer(question)), *question_spans(question)]
    return ListAnswer(answer_of(name, question, addresses, LIST_TEXTS[language]), spans)


CLEANED = re.compile(
    r"\b(?:clean(?: \w+){0,3}? up|clean(?:ed|ing)?|clean up|tidy(?: \w+){0,3}?(?: up)?|neaten|normali[sz]e\w*|standardi[sz]e\w*|bereinig\w*|sauber\w*|aufraum\w*|raum\w*(?: \w+){0,3} auf|normalisier\w*|nettoie\w*|nettoyer|normalise\w*|limpi\w*|normaliz\w*|arregla\w*)\b(?! (?:mailbox|inbox))",
    re.IGNORECASE,
)
CLEANED_TEXTS = {
    "en": "The domain is in small letters now, which is the same to every server; the part before the @ is as it was.",
    "de": "Die Domain ist jetzt kleingeschrieben, was für jeden Server dasselbe ist; der Teil vor dem @ ist unverändert.",
    "fr": "Le domaine est maintenant en minuscules, ce qui revient au même pour tout serveur ; la partie avant @ n'a pas changé.",
    "es": "El dominio está ahora en minúsculas, lo que es igual para cualquier servidor; la parte antes de @ no ha cambiado.",
}


def cleaned_list(question: str, addresses: list[str], language: str) -> "ListAnswer | None":
    """Return addresses with their domains in small letters; None where one has no @ or a space, which is no matter of form."""
    if CLEANED.search(question) is None or any(one.count("@") != 1 or " " in one for one in addresses):
        return None
    made = [f"{one.partition('@')[0]}@{domain_of(one)}" for one in addresses]
    note = f"\n\n{CLEANED_TEXTS[language]}" if made != addresses else ""
    return ListAnswer(listed_lines(made) + note, question_spans(question))


STEPS_OF_LIST = ("deduplicated", "lower", "sorted")


PURPOSE_TOLD = re.compile(  # "so i can paste it in outlook"; a list on one line has no extra spaces
    r"\b(?:so (?:that )?(?:i|we) can|for|to|damit ich|zum|um|pour(?: les)?|para) (?:(?:sie|es|das) )?(?:copy(?:ing)?|past(?:e|ing)|put(?:ting)?|drop|use|einfugen|kopieren|coller|pegar(?:l[oa]s)?)(?: (?:it|them|this|that|all|kann))*(?: (?:in|into|to|dans|en) (?:(?:the|my|an?|mon|mi) )?(?:e-?mail|mail|outlook|gmail|thunderbird|bcc|cc|to|excel|word)(?: (?:program|field|line|client))?)?(?=\W|\Z)"
    r"|\b(?:in|fur) outlook einfugen\b|\b(?:no|without|ohne) (?:any )?(?:extra|needless|unnecessary|uberflussige) (?:spaces|blanks|leerzeichen)\b",
    re.IGNORECASE,
)


def question_spans(question: str) -> list[list[int]]:
    """Return the places of the words of a question about a list that say nothing by themselves."""
    return [
        list(found.span())
        for pattern in (re.compile(TASK_WORDS, re.IGNORECASE), BY_DOMAIN, FALLING_LIST, CLEANED, PURPOSE_TOLD)
        for found in pattern.finditer(question)
    ]


def stepped_list(steps: list[str], question: str, addresses: list[str], said: dict[str, str]) -> str:
    """Return a list after several steps: each address once, in small letters, in order, on one line."""
    made = [one.lower() for one in addresses] if "lower" in steps else list(addresses)
    made = without_repeated(made) if "deduplicated" in steps else made
    if "sorted" in steps:
        made = in_order(question, made)
    is_joined = any(name == "joined" and pattern.search(question) for name, pattern in COMPILED_TASKS)
    shown = joined_list(question, made) if is_joined else listed_lines(made)
    if "deduplicated" not in steps:
        return shown
    return f"{fill_in(said['deduplicated'], count=f'{len(made):,}', total=f'{len(addresses):,}')}\n\n{shown}"


def answer_of(name: str, question: str, addresses: list[str], said: dict[str, str]) -> str:
    """Return the answer to one task."""
    if name == "most_domain":
        return most_domain(addresses, said, least=LEAST.search(question) is not None)
    different = without_repeated(addresses)
    words = {"count": f"{len(different):,}", "total": f"{len(addresses):,}"}
    if name == "distinct":
        return fill_in(said[name], **words, listed=", ".join(cell(one[:100]) for one in different[:50]))
    if name == "deduplicated":
        return f"{fill_in(said[name], **words)}\n\n{listed_lines(different)}"
    if name == "grouped":
        counts = Counter(domain_of(one) for one in addresses)
        return "\n".join(
            f"- **{cell(domain[:100])}** ({count}): {', '.join(cell(one[:100]) for one in addresses if domain_of(one) == domain)}"
            for domain, count in counts.most_common(50)
        )
    if name in ("locals", "domains_only"):
        parts = [one.rpartition("@")[0 if name == "locals" else 2] for one in addresses]
        return listed_lines(parts_in_order(question, parts))
    if name == "joined":
        return joined_list(question, addresses)
    if name in ("lower", "lines"):
        return listed_lines([one.lower() if name == "lower" else one for one in addresses])
    return listed_lines(in_order(question, addresses))


def parts_in_order(question: str, parts: list[str]) -> list[str]:
    """Return parts of addresses, in the order of the alphabet where a question wants them sorted."""
    if not any(name == "sorted" and pattern.search(question) for name, pattern in COMPILED_TASKS):
        return parts
    return sorted(parts, key=str.lower, reverse=FALLING_LIST.search(question) is not None)


def joined_list(question: str, addresses: list[str]) -> str:
    """Return addresses on one line, with the sign between them that a question names."""
    is_semicolon = re.search(
        r"(?:with|mit|avec|con|by|durch|par|por) (?:an? |einem |un )?[\"'`]?;|semi|strichpunkt|points?-virgule|punto y coma|puntos y comas",
        question,
        re.IGNORECASE,
    )
    return code_block(("; " if is_semicolon else ", ").join(addresses[:500]), "")


def in_order(question: str, addresses: list[str]) -> list[str]:
    """Return addresses in the order of the alphabet, by domain where a question says so, the last one first likewise."""
    by_domain = BY_DOMAIN.search(re.sub(r"\b(?:not|nicht|pas|no) (?:by|nach|par|por)\b", " ", question)) is not None
    return sorted(
        addresses,
        key=lambda one: (domain_of(one) if by_domain else "", one.lower()),
        reverse=FALLING_LIST.search(question) is not None,
    )


def without_repeated(addresses: list[str]) -> list[str]:
    """Return the first form of each address, whatever its case, in the order of the list."""
    first_forms: dict[str, str] = {}
    for one in addresses:
        first_forms.setdefault(one.lower(), one)
    return list(first_forms.values())


def domain_of(address: str) -> str:
    """Return the domain of an address in small letters."""
    return address.rpartition("@")[2].lower()


def most_domain(addresses: list[str], said: dict[str, str], *, least: bool) -> str:
    """Return which domain is there most or least often, and how often each is."""
    counts = Counter(domain_of(one) for one in addresses)
    end = min(counts.values()) if least else max(counts.values())
    names = [domain for domain, count in counts.items() if count == end]
    key = "tie" if len(names) > 1 else "least_domain" if least else "most_domain"
    first = fill_in(said[key], name=", ".join(cell(one[:100]) for one in names[:20]), count=end, total=len(addresses))
    others = ", ".join(f"{cell(domain[:100])} ({count})" for domain, count in counts.most_common(50))
    return f"{first}\n\n{others}"


def listed_lines(texts: list[str]) -> str:
    """Return texts as lines of a code block, at most 500."""
    more = f"\n… +{len(texts) - 500}" if len(texts) > 500 else ""
    return code_block("\n".join(text[:320] for text in texts[:500]) + more, "")
