"""What is plainly wrong with an address in a document, beside the question for the document: "is this json ok and is the mail ok"."""

import re
from typing import Any

from config.builtins.json_formatter.address_checks import address_checks, is_only_address_check
from config.builtins.wording import fill_in, found_spans

WRITTEN_ADDRESS = re.compile(r"[\"'](?P<address>[^\"'\n]{0,254}@[^\"'\n]{0,254})[\"']")
FORM_FAULTS = (  # a pattern of an address that is wrong, and the name of the fault
    (r"\s", "space"),
    (r".*@.*@", "signs"),
    (r"\A@|@\Z", "half"),
    (r"[^@]*\.\.[^@]*@", "before"),
    (r".*@.*\.\.", "domain"),
    (r"\A\.|[^@]*\.@", "edge"),
    (r".*@\.|.*\.\Z", "domain_edge"),
    (r".*@[^.]+\Z", "dotless"),
    (r".*@(?:.*\.)?-|.*@[^@]*-(?:\.|\Z)", "hyphen"),
    (r".*@.*[^\w.-]", "sign"),
)
FORM_TEXTS = {
    "en": {"good": "**{address}** is well formed; for slips in the domain ask **email_validator**.", "bad": "**{address}** is **not valid**: {fault}.", "space": "there is a space in it", "signs": "there is more than one @", "half": "one side of the @ is empty", "before": "there are two dots in a row before the @", "domain": "there are two dots in a row in the domain", "edge": "the part before the @ starts or ends with a dot", "domain_edge": "the domain starts or ends with a dot", "dotless": "the domain has no dot", "hyphen": "a part of the domain starts or ends with a hyphen", "sign": "the domain has a sign that is not allowed there"},
    "de": {"good": "**{address}** ist richtig gebildet; nach Tippfehlern in der Domain fragen Sie **email_validator**.", "bad": "**{address}** ist **nicht gültig**: {fault}.", "space": "darin steht ein Leerzeichen", "signs": "darin steht mehr als ein @", "half": "eine Seite des @ ist leer", "before": "vor dem @ stehen zwei Punkte hintereinander", "domain": "in der Domain stehen zwei Punkte hintereinander", "edge": "der Teil vor dem @ beginnt oder endet mit einem Punkt", "domain_edge": "die Domain beginnt oder endet mit einem Punkt", "dotless": "die Domain hat keinen Punkt", "hyphen": "ein Teil der Domain beginnt oder endet mit einem Bindestrich", "sign": "in der Domain steht ein Zeichen, das dort nicht erlaubt ist"},
    "fr": {"good": "**{address}** est bien formée ; pour une faute de frappe dans le domaine, demandez à **email_validator**.", "bad": "**{address}** n'est **pas valide** : {fault}.", "space": "elle contient une espace", "signs": "il y a plus d'un @", "half": "un côté du @ est vide", "before": "il y a deux points de suite avant @", "domain": "il y a deux points de suite dans le domaine", "edge": "la partie avant @ commence ou finit par un point", "domain_edge": "le domaine commence ou finit par un point", "dotless": "le domaine n'a pas de point", "hyphen": "une partie du domaine commence ou finit par un tiret", "sign": "le domaine a un signe qui n'y est pas permis"},
    "es": {"good": "**{address}** está bien formada; para erratas del dominio pregunte a **email_validator**.", "bad": "**{address}** **no es válida**: {fault}.", "space": "contiene un espacio", "signs": "hay más de una @", "half": "un lado de la @ está vacío", "before": "hay dos puntos seguidos antes de la @", "domain": "hay dos puntos seguidos en el dominio", "edge": "la parte antes de la @ empieza o termina con un punto", "domain_edge": "el dominio empieza o termina con un punto", "dotless": "el dominio no tiene punto", "hyphen": "una parte del dominio empieza o termina con un guion", "sign": "el dominio tiene un signo que allí no se permite"},
}  # fmt: skip
MOST_ADDRESSES_TOLD = 5


def with_address_forms(made: dict[str, Any], words: str, document: str, language: str) -> dict[str, Any]:
    """Return the answer on a document with the form of its addresses behind it, where the words ask for both."""
    asked = address_checks(words, document)
    found = [match["address"] for match in WRITTEN_ADDRESS.finditer(document)]
    if made["status"] != "SUCCESS" or not asked or not 0 < len(found) <= MOST_ADDRESSES_TOLD or is_only_address_check(words, document):  # fmt: skip
        return made
    told = [form_of_address(one, language) for one in dict.fromkeys(found)]
    looked = [words[start:end].strip() for start, end in asked]
    answer = "\n\n".join([made["answer"], *told])
    return {**made, "answer": answer, "looked": [*made.get("looked", []), *looked], "specific": True, "general": False}


def form_of_address(address: str, language: str) -> str:
    """Return the sentence on the form of one address."""
    said = FORM_TEXTS[language]
    fault = next((name for pattern, name in FORM_FAULTS if found_spans(pattern, address)), "")
    return fill_in(said["bad"], address=address, fault=said[fault]) if fault else fill_in(said["good"], address=address)
