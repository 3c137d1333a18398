"""What is wrong with an address, or to be known of it, in German, French and Spanish; the data keep the English sentence."""

import re

from config.builtins.wording import fold

REASONS_IN: tuple[tuple[str, dict[str, str]], ...] = (
    (r"the @ is written as a word", {"de": "das @ ist als Wort geschrieben", "fr": "le @ est écrit en toutes lettres", "es": "la @ está escrita con letras"}),
    (r"there is a space in it", {"de": "darin steht ein Leerzeichen", "fr": "elle contient une espace", "es": "contiene un espacio"}),
    (r"there is no @ in it", {"de": "darin fehlt das @", "fr": "il n'y a pas de @", "es": "falta la @"}),
    (r"it is (\d+) bytes long, at most 254 are allowed", {"de": r"sie ist \1 Bytes lang, höchstens 254 sind erlaubt", "fr": r"elle fait \1 octets, 254 au plus sont permis", "es": r"tiene \1 bytes, como máximo se permiten 254"}),
    (r"there is nothing before the @", {"de": "vor dem @ steht nichts", "fr": "il n'y a rien avant @", "es": "no hay nada antes de la @"}),
    (r"there is nothing after the @", {"de": "nach dem @ steht nichts", "fr": "il n'y a rien après @", "es": "no hay nada después de la @"}),
    (r"the part before the @ is (\d+) bytes long, at most 64 are allowed", {"de": r"der Teil vor dem @ ist \1 Bytes lang, höchstens 64 sind erlaubt", "fr": r"la partie avant @ fait \1 octets, 64 au plus sont permis", "es": r"la parte antes de la @ tiene \1 bytes, como máximo se permiten 64"}),
    (r"quotes are allowed, but many systems refuse them", {"de": "Anführungszeichen sind erlaubt, viele Systeme lehnen sie aber ab", "fr": "les guillemets sont permis, mais beaucoup de systèmes les refusent", "es": "las comillas están permitidas, pero muchos sistemas las rechazan"}),
    (r"the quotes do not close", {"de": "die Anführungszeichen sind nicht geschlossen", "fr": "les guillemets ne sont pas fermés", "es": "las comillas no se cierran"}),
    (r"there is more than one @", {"de": "darin steht mehr als ein @", "fr": "il y a plus d'un @", "es": "hay más de una @"}),
    (r"the part before the @ starts or ends with a dot", {"de": "der Teil vor dem @ beginnt oder endet mit einem Punkt", "fr": "la partie avant @ commence ou finit par un point", "es": "la parte antes de la @ empieza o termina con un punto"}),
    (r"there are two dots in a row before the @", {"de": "vor dem @ stehen zwei Punkte hintereinander", "fr": "il y a deux points de suite avant @", "es": "hay dos puntos seguidos antes de la @"}),
    (r"a symbol such as (.+) is no part of an ordinary address: only servers that know SMTPUTF8 take it, and the large providers give none", {"de": r"ein Zeichen wie \1 gehört nicht in eine gewöhnliche Adresse: nur Server mit SMTPUTF8 nehmen es an, und die großen Anbieter vergeben keine solche", "fr": r"un signe comme \1 n'a pas sa place dans une adresse ordinaire : seuls des serveurs SMTPUTF8 l'acceptent, et les grands fournisseurs n'en donnent pas", "es": r"un signo como \1 no cabe en una dirección normal: solo lo aceptan servidores con SMTPUTF8, y los grandes proveedores no dan ninguna así"}),
    (r"(.+) may not stand before the @", {"de": r"\1 darf nicht vor dem @ stehen", "fr": r"\1 ne peut pas être avant @", "es": r"\1 no puede ir antes de la @"}),
    (r"letters outside ASCII need mail servers that know SMTPUTF8", {"de": "Buchstaben außerhalb von ASCII brauchen Mailserver mit SMTPUTF8", "fr": "les lettres hors ASCII demandent des serveurs qui connaissent SMTPUTF8", "es": "las letras fuera de ASCII necesitan servidores con SMTPUTF8"}),
    (r"many servers refuse it; (.+) is the form that all take, if the mailbox has it", {"de": r"viele Server lehnen sie ab; \1 ist die Form, die alle annehmen, falls das Postfach sie hat", "fr": r"beaucoup de serveurs la refusent ; \1 est la forme que tous acceptent, si la boîte l'a", "es": r"muchos servidores la rechazan; \1 es la forma que todos aceptan, si el buzón la tiene"}),
    (r"a bare IP address is no domain; it would be written (.+)", {"de": r"eine bloße IP-Adresse ist keine Domain; man schreibt sie \1", "fr": r"une adresse IP nue n'est pas un domaine ; elle s'écrit \1", "es": r"una dirección IP suelta no es un dominio; se escribe \1"}),
    (r"the domain (.+) has no dot, so it is no place on the internet", {"de": r"die Domain \1 hat keinen Punkt und ist daher kein Ort im Internet", "fr": r"le domaine \1 n'a pas de point et n'existe donc pas sur internet", "es": r"el dominio \1 no tiene punto y por eso no es un sitio de internet"}),
    (r"a domain does not end with a number \((.+)\)", {"de": r"eine Domain endet nicht mit einer Zahl (\1)", "fr": r"un domaine ne finit pas par un nombre (\1)", "es": r"un dominio no termina en un número (\1)"}),
    (r"no domain ends with a single letter \((.+)\)", {"de": r"keine Domain endet mit einem einzelnen Buchstaben (\1)", "fr": r"aucun domaine ne finit par une seule lettre (\1)", "es": r"ningún dominio termina en una sola letra (\1)"}),
    (r"no domain ends with “(.+)”: an ending such as \.com or \.de is missing behind it", {"de": r"keine Domain endet mit „\1“: dahinter fehlt eine Endung wie .com oder .de", "fr": r"aucun domaine ne finit par « \1 » : il manque derrière une fin comme .com ou .de", "es": r"ningún dominio termina en «\1»: falta detrás una terminación como .com o .de"}),
    (r"the domain is longer than 253 characters", {"de": "die Domain ist länger als 253 Zeichen", "fr": "le domaine a plus de 253 caractères", "es": "el dominio tiene más de 253 caracteres"}),
    (r"the domain is sent as (.+)", {"de": r"die Domain wird als \1 übertragen", "fr": r"le domaine est transmis comme \1", "es": r"el dominio se transmite como \1"}),
    (r"the domain is reserved, so no mail arrives there", {"de": "die Domain ist reserviert, dort kommt keine Mail an", "fr": "le domaine est réservé, aucun courriel n'y arrive", "es": "el dominio está reservado y allí no llega correo"}),
    (r"there is a dot too many in the domain", {"de": "in der Domain ist ein Punkt zu viel", "fr": "il y a un point de trop dans le domaine", "es": "sobra un punto en el dominio"}),
    (r"the domain has an underscore \((.+)\); only letters, digits and hyphens are allowed there", {"de": r"die Domain hat einen Unterstrich (\1); dort sind nur Buchstaben, Ziffern und Bindestriche erlaubt", "fr": r"le domaine a un tiret bas (\1) ; seuls lettres, chiffres et tirets y sont permis", "es": r"el dominio tiene un guion bajo (\1); allí solo se permiten letras, cifras y guiones"}),
    (r"a part of the domain starts or ends with a hyphen \((.+)\)", {"de": r"ein Teil der Domain beginnt oder endet mit einem Bindestrich (\1)", "fr": r"une partie du domaine commence ou finit par un tiret (\1)", "es": r"una parte del dominio empieza o termina con un guion (\1)"}),
    (r"(.+) may not stand in a domain", {"de": r"\1 darf nicht in einer Domain stehen", "fr": r"\1 ne peut pas être dans un domaine", "es": r"\1 no puede ir en un dominio"}),
    (r"(.+) is no valid form of an international name", {"de": r"\1 ist keine gültige Form eines internationalen Namens", "fr": r"\1 n'est pas une forme valide d'un nom international", "es": r"\1 no es una forma válida de un nombre internacional"}),
    (r"a part of the domain is (\d+) characters long, at most 63 are allowed", {"de": r"ein Teil der Domain ist \1 Zeichen lang, höchstens 63 sind erlaubt", "fr": r"une partie du domaine fait \1 caractères, 63 au plus sont permis", "es": r"una parte del dominio tiene \1 caracteres, como máximo se permiten 63"}),
    (r"what is in the brackets is no IP address \((.+) are the forms\)", {"de": r"in den Klammern steht keine IP-Adresse (die Formen sind \1)", "fr": r"ce qui est entre crochets n'est pas une adresse IP (les formes sont \1)", "es": r"lo que hay entre corchetes no es una dirección IP (las formas son \1)"}),
    (r"an IP address in brackets is allowed, but hardly any system accepts it", {"de": "eine IP-Adresse in Klammern ist erlaubt, aber kaum ein System nimmt sie an", "fr": "une adresse IP entre crochets est permise, mais presque aucun système ne l'accepte", "es": "una dirección IP entre corchetes está permitida, pero casi ningún sistema la acepta"}),
)  # fmt: skip
COMPILED_REASONS = tuple((re.compile(english), texts) for english, texts in REASONS_IN)
SIGNS_IN = {
    "de": {"a space": "ein Leerzeichen", "a tab": "ein Tabulator", "a comma": "ein Komma"},
    "fr": {"a space": "une espace", "a tab": "une tabulation", "a comma": "une virgule"},
    "es": {"a space": "un espacio", "a tab": "una tabulación", "a comma": "una coma"},
}
LETTERS_IN_ASCII = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "ß": "ss",
    "æ": "ae",
    "ø": "oe",
    "å": "aa",
    "œ": "oe",
    "ł": "l",
    "đ": "d",
}


def reason_in(reason: str, language: str) -> str:
    """Return a reason or a note in a language; the English sentence where there is no other."""
    if language == "en":
        return reason
    for pattern, texts in COMPILED_REASONS:
        match = pattern.fullmatch(reason)
        if match is not None:
            said = match.expand(texts[language])
            for english, sign in SIGNS_IN[language].items():
                said = re.sub(rf"\b{english}\b", sign, said)
            return said
    return reason


def in_ascii(local: str) -> str:
    """Return the part before the @ with letters of ASCII alone: "müller" as "mueller"; "" where that cannot be said."""
    made = "".join(LETTERS_IN_ASCII.get(letter, LETTERS_IN_ASCII.get(letter.lower(), letter)) for letter in local)
    bare = fold(made)
    return bare if bare.isascii() else ""
