"""Addresses with spaces around their @ or their dots: "ann @ example.com", "ann@ mail . example"; what such a one asks."""

import re

from config.builtins.wording import fold

NO_NAME_HERE = (  # "meet me @ example.com", "we are @ example.com"
    r"(?:with|in|why|for|from|to|of|wrong|mistake|would|can|could|does|mit|warum|wieso|für|von|zu|avec|pourquoi|dans|pour|con|por|que|qué|para|en|me|us|them|him|her|it|you|we|they|i|is|are|am|was|were|be|meet|find|found|reach|see|work|works|working|at|or|and|an?|the|my|our|his|its|their|your|"
    r"check|validate|verify|test|try|use|about|pr[uü]fe?|v[eé]rifie[rz]?|comprueba|e-?mails?|mails?|address|mich|uns|sie|ihn|ist|sind|bin|und|oder|moi|nous|vous|suis|est|sont|et|ou|y|o|es|soy|estoy|somos)"
)
HOST_SPACED = r"[\w-]{1,63}(?: ?\. ?[\w-]{1,63}){0,4}?(?:\.| \. ?| ?\. )[A-Za-z]{2,12}"
HOST = r"[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,12}"
SPACED_SIGN = re.compile(
    rf"(?<![^\s<>,;\"'“„«(:])(?!{NO_NAME_HERE} )(?:[\w+-]{{1,40}} \. ?)?[\w.+-]{{1,64}}(?: {{1,3}}@ {{0,3}}| {{0,3}}@ {{1,3}}){HOST_SPACED}(?![\w@-])"
    rf"|(?<![^\s<>,;\"'“„«(:])[\w.+-]{{1,64}}@[\w-]{{1,63}} \. ?(?-i:[a-z]{{2,12}})(?![\w@-])"
    rf"|(?<![^\s<>,;\"'“„«(:])(?!{NO_NAME_HERE} )[\w+-]{{1,40}} \. [\w.+-]{{1,64}}@{HOST}(?![\w@-])",
    re.IGNORECASE,
)
FORM_WISHED = re.compile(
    r"\b(?:what(?:'?s| is) (?:the|his|her|their|that|this) (?:e-?mail |mail )?address (?:when |if )?(?:written (?:properly|correctly|out|right|normally)|in (?:its |the )?(?:proper|right|correct|normal|usual) form)|wie (?:schreibt man|lautet) die (?:e-?mail-?|mail-?)?adresse (?:richtig|korrekt)(?: geschrieben)?|what (?:should|would|must) (?:it|this|that|the (?:e-?mail |mail )?address) (?:be|look like)|how (?:should|must|would) (?:it|this|that) be (?:written|spelled|spelt)|how (?:is|do (?:i|you)) (?:it|this|that) (?:written|spelled|write|spell)"
    r"|(?:write|type|spell|put|give|show|turn|correct) (?:me )?(?:it|this|that|(?:the|this|that) (?:e-?mail )?address)(?: (?:out|down|again|for me|into))*(?: (?:properly|correctly|right|normally|the right way|with (?:a |the )?(?:real |normal )?@|(?:like|as|the way|how) it (?:should|must|ought to|has to|is supposed to) (?:be|look)(?: like)?|in (?:the |its )?(?:right|correct|proper|normal|usual|real) (?:form|way)))"
    r"|(?:schreib\w*|setz\w*|mach\w*) (?:mir )?(?:sie|es|das|(?:die|diese) adresse)(?: (?:mal|bitte|mir|doch))*(?: (?:richtig|korrekt|ordentlich|normal|mit (?:dem |einem )?@|so,? wie (?:sie|es) (?:sein|aussehen) (?:soll\w*|muss)))(?: (?:hin|aus|auf))?"
    r"|(?:ecri\w*|met[sz]?|mettez)(?:-(?:la|le|moi))*(?: (?:cette|l')? ?adresse)?(?: (?:correctement|comme il faut|proprement|normalement|avec (?:un )?(?:vrai )?@))"
    r"|(?:escrib\w*|pon\w*)(?: (?:esta|la) direccion)?(?: (?:bien|correctamente|como debe (?:ser|escribirse)|con (?:una )?arroba|con @))"
    r"|wie (?:muss|musste|soll|sollte|schreibt man|schreibe ich|ware|lautet|heisst) (?:es|sie|das|die(?: adresse)?|er)(?: (?:richtig|korrekt))?(?: (?:heissen|lauten|sein|aussehen|geschrieben werden))?"
    r"|comment (?:ca |il faut |faut-il |doit-on |l'|on )?(?:l'?)?(?:s'ecrit|ecrire|ecrit-on|doit-elle etre ecrite)(?: correctement)?|como (?:se escribe|deberia (?:ser|escribirse|quedar)|debe (?:ser|escribirse)|es)(?: correctamente)?)\b",
    re.IGNORECASE,
)
WROTE = re.compile(
    r"\b(?:(?:wrote|writes|typed|gave|gives|sent|has written|put down|entered|geschrieben|schrieb|angegeben|eingegeben|a ecrit|a donne|escribio|ha escrito|dio)\b(?: (?:his|her|their|it|me|us|mir|uns|nous|nos|sa|su))?(?: (?:e-?mail|mail|address|adresse|correo|courriel|direccion))?(?: as)?)",
    re.IGNORECASE,
)

_GAPS = r"(?:white ?spaces?|spaces?|blanks?|gaps?|leerzeichen|leerstellen?|espaces?|blancs?|espacios?|huecos?)"
SPACES_OUT = re.compile(  # "get rid of the stray spaces", "ohne die Leerzeichen", "quita los espacios"
    rf"\b(?:get(?:ting)? rid of|remov\w*|delet\w*|drop\w*|strip\w*|trim\w*|cut|tak(?:e|ing)(?: out)?|kill|lose|clear|clean\w*|fix|close(?: up)?|entfern\w*|losch\w*|streich\w*|nimm|mach\w*"
    rf"|supprim\w*|enlev\w*|retir\w*|ot(?:e|er|ez)|vire[rz]?|quit[ae]\w*|elimin\w*|borr\w*|sac[ao]\w*)(?: (?:out|up|away|off|the|these|those|all|any|of|those|stray|extra|odd|silly|unwanted|needless|useless|superfluous|wrong|surplus|random|die|der|alle|uberflussigen?|falschen?|unnotigen?|bitte|mir|les|des|tous|toutes|los|las|todos))*? ?{_GAPS}"
    rf"(?: (?:out|away|gone|off|raus|weg|inutiles?|superflus?|sobrantes?|de mas|de trop|sueltos?))*|\b{_GAPS} (?:(?:shall|should|must|have to|need to|please|bitte|mussen?|sollen?) )*(?:out|away|gone|off|removed|deleted|go|entfern\w*|losch\w*|raus\w*|weg\w*)\b",
    re.IGNORECASE,
)


def without_spaces(question: str, addresses: list[str]) -> tuple[list[str], list[list[int]]]:
    """Return addresses without spaces where a folded question wants them removed, and the places of that wish."""
    places = [list(match.span()) for match in SPACES_OUT.finditer(question)]
    return [re.sub(r"\s+", "", one) for one in addresses] if places else addresses, places


def spaced_signs(text: str) -> list[str]:
    """Return the addresses of a text that have a space beside their @ or beside a dot."""
    return list(dict.fromkeys(match.group() for match in SPACED_SIGN.finditer(text)))


def is_spaced_sign(address: str) -> bool:
    """Return whether an address has a space beside its @ or a dot."""
    return SPACED_SIGN.fullmatch(address) is not None


def wished_form(question: str, text: str, *, has_spelled: bool = False) -> list[list[int]]:
    """Return the places where a message tells who wrote an address and asks how it is written.

    ``has_spelled``: an address of it has words for its signs.
    """
    if not (spaced_signs(text) or has_spelled) or (asked := FORM_WISHED.search(fold(question))) is None:
        return []
    return [list(asked.span()), *(list(match.span()) for match in WROTE.finditer(question))]
