"""A group of addresses named by what it belongs to: "the school domain", "work addresses"; no domain is spelled out."""

import re
from collections import Counter
from collections.abc import Callable

from config.builtins.email_validator.lists import ListAnswer, domain_of
from config.builtins.wording import cell, fill_in, found_spans

GROUP_WORDS: tuple[tuple[str, str], ...] = (  # what a group is called, and the parts of a domain that fit it
    (r"school|schul\w*|ecole|lycee|colegio|escuela|instituto", r"sch|schools?|\w*schule?n?|edu|k12|ac|ecole\w*|lycee\w*|\w*gym(?:nasium)?|escuela\w*|colegio\w*|\w*school|ies\w*"),
    (r"uni(?:versity|versitat\w*)?|college|campus|hochschul\w*|fac|universite|universidad", r"edu|ac|uni\w*|univ\w*|[tf][uh]|\w*hochschule|college|stud(?:ent)?s?"),
    (r"work|company|business|corporate|office|firm|firmen?|arbeits?|dienst\w*|geschafts?|professionnel\w*|travail|entreprise|societe|boite|trabajo|empresa|oficina|corporativ\w*|profesional\w*", ""),
    (r"private|personal|privat\w*|privee?s?|personnel\w*|privad\w*|particular\w*", ""),
    (r"club|verein\w*|team|church|kirchen?|choir|chor|family|familien?|association|equipe|famille|asociacion|equipo|familia", ""),
)  # fmt: skip
GROUP_NAMED = "|".join(f"(?P<g{place}>{names})" for place, (names, _) in enumerate(GROUP_WORDS))
GROUP_ADDRESS = r"(?:e-?mail ?|mail ?)?(?:address\w*|adress\w*|accounts?|konten?|konto|e-?mails?|mails?|correos?|direcciones|courriels?|cuentas?)"
GROUP_DOMAIN = r"(?:e-?mail ?|mail ?)?(?:domain|domane|domaine|dominio|server)\b"
OF_GROUP = (
    r"(?:de l'|de la |del |de |du |d'|der |des |vom )(?:(?:my|our|mon|notre|ma|mi|nuestr[oa]|meiner?|unserer?) )?"
)
NAMED_GROUP = re.compile(
    rf"\b(?:(?:the|our|my|an?|his|her|their|der|die|den|dem|unsere\w*|meine\w*|eine\w*) )?(?:{GROUP_NAMED})(?:'s|s)?[- ]?(?:{GROUP_DOMAIN}|{GROUP_ADDRESS}\b)"
    rf"|\b(?:(?:the|le|el|un|une|una|der|die|las?|los?|les) )?(?:{GROUP_DOMAIN}|{GROUP_ADDRESS}) (?:(?:of |from |at )(?:the |our |my )?|{OF_GROUP})?(?:{GROUP_NAMED.replace('(?P<g', '(?P<h')})\b",
    re.IGNORECASE,
)
CHOOSES = re.compile(
    r"\b(?:how many|number of|count|which|who|only|just|list|show|anyone|everyone|wie viele|welche\w*|wer|nur|zahle?|nenn\w*|zeig\w*|combien|quel(?:le)?s?|lesquel(?:le)?s|qui|seulement|uniquement|compte\w*|liste|cuant[oa]s|cual(?:es)?|quien(?:es)?|solo|solamente|cuenta|lista)\b(?! (?:different |other )?(?:domain|provider|doman|domaine|dominio))",
    re.IGNORECASE,
)
POINTED_AT = re.compile(
    r"\b(?:these|those|this|that|following|all|diese\w*|folgende\w*|alle|ces|cette|toutes|tous|est[aeo]s?|esta|tod[oa]s)(?: \w+)? *\Z",
    re.IGNORECASE,
)  # "how many of these school addresses": a group that all belong to
GROUP_TEXTS = {
    "en": {"at": "**{n}** at {domain}: {listed} ({n}/{total})", "off": "**{n}** not at {domain}: {listed} ({n}/{total})", "near": "Not counted, because the domain is spelled otherwise: {listed}.", "ask": "Which domain is meant by “{group}”? No address names it. The domains are: {domains}.", "none": "nobody"},
    "de": {"at": "**{n}** bei {domain}: {listed} ({n}/{total})", "off": "**{n}** nicht bei {domain}: {listed} ({n}/{total})", "near": "Nicht mitgezählt, da die Domain anders geschrieben ist: {listed}.", "ask": "Welche Domain ist mit „{group}“ gemeint? Keine Adresse nennt sie. Die Domains sind: {domains}.", "none": "niemand"},
    "fr": {"at": "**{n}** chez {domain} : {listed} ({n}/{total})", "off": "**{n}** pas chez {domain} : {listed} ({n}/{total})", "near": "Non compté, car le domaine est écrit autrement : {listed}.", "ask": "Quel domaine est « {group} » ? Aucune adresse ne le dit. Les domaines sont : {domains}.", "none": "personne"},
    "es": {"at": "**{n}** en {domain}: {listed} ({n}/{total})", "off": "**{n}** fuera de {domain}: {listed} ({n}/{total})", "near": "No contado, porque el dominio se escribe de otra forma: {listed}.", "ask": "¿Qué dominio es «{group}»? Ninguna dirección lo dice. Los dominios son: {domains}.", "none": "nadie"},
}  # fmt: skip
MOST_SLIPS = 2  # letters by which a domain is another one misspelled


def group_asked(question: str) -> "tuple[re.Match[str], int] | None":
    """Return where a question chooses addresses by a group, and which kind of group; None for others."""
    for match in NAMED_GROUP.finditer(question):
        before = question[: match.start()]
        if not CHOOSES.search(before) or POINTED_AT.search(before):
            continue
        kind = next(int(name[1:]) for name, value in match.groupdict().items() if value)
        return match, kind
    return None


def group_answer(
    question: str,
    every: list[str],
    language: str,
    providers: frozenset[str],
    distance: Callable[[str, str], int],
    *,
    is_denied: bool,
) -> ListAnswer | None:
    """Return the addresses at the domain that fits a named group, or the question which domain it is; None for others."""
    asked = group_asked(question) if len(every) > 1 else None
    if asked is None:
        return None
    match, kind = asked
    said = GROUP_TEXTS[language]
    spans = [list(match.span()), *found_spans(CHOOSES.pattern, question)]
    counts = Counter(domain_of(one) for one in every if "@" in one)
    domain = domain_of_group(match, kind, counts, providers, distance)
    if not domain:
        domains = ", ".join(f"{cell(name[:100])} ({count})" for name, count in counts.most_common(20))
        return ListAnswer(fill_in(said["ask"], group=cell(match.group().strip()), domains=domains), spans)
    kept = [one for one in every if (domain_of(one) == domain) is not is_denied]
    listed = ", ".join(cell(one[:100]) for one in kept[:100]) or said["none"]
    told = fill_in(said["off" if is_denied else "at"], n=len(kept), domain=cell(domain), listed=listed, total=len(every))  # fmt: skip
    slips = [one for one in every if 0 < distance(domain_of(one), domain) <= MOST_SLIPS]
    if slips and not is_denied:
        told += "\n\n" + fill_in(said["near"], listed=", ".join(cell(one[:100]) for one in slips[:20]))
    return ListAnswer(told, spans)


def domain_of_group(
    match: "re.Match[str]",
    kind: int,
    counts: "Counter[str]",
    providers: frozenset[str],
    distance: Callable[[str, str], int],
) -> str:
    """Return the domain that most addresses share of those whose name fits a group, slips apart; "" where it is not certain."""
    word = next(value for value in match.groupdict().values() if value).lower()
    own = [name for name in counts if name not in providers]
    fits = GROUP_WORDS[kind][1]
    named = [one for one in own if (fits and fits_group(one, fits)) or (len(word) > 3 and word in one)]
    if not named and kind == 2:  # a company has a domain of its own: the only one that is no provider's
        named = own
    named.sort(key=lambda one: -counts[one])
    if not named or (len(named) > 1 and counts[named[0]] == counts[named[1]]):
        return ""
    others = [one for one in named[1:] if distance(one, named[0]) > MOST_SLIPS]
    return "" if others else named[0]


def fits_group(domain: str, fits: str) -> bool:
    """Return whether a part of a domain is a name of a group."""
    return any(re.fullmatch(fits, part) for part in re.split(r"[.-]", domain))
