"""The words of rules in plain words, in English, German, French and Spanish, without accents and capitals. Pure."""

import re
from collections.abc import Mapping

FAILS = (
    r"fails?|failed|failing|failures?|errors?|fehler|echecs?|fallos?|"
    r"fehlschlagt|fehlschlagen|fehlgeschlagen|schlagt fehl|scheitert|scheitern|echoue|"
    r"echouent|falla|fallan|fracasa"
)
TOOL = r"tool calls?|tools?|werkzeugaufrufe?|werkzeuge?|outils?|herramientas?"
AGENT = r"agents?|specialists?|agenten?|spezialisten?|spezialist|agentes?|especialistas?|specialistes?|nodes?|knoten"
WORKFLOW = r"workflows?|plans?|plane?|abl(?:auf|aufe|aufs)|flux(?: de travail)?|flujos?(?: de trabajo)?"
RUN = rf"runs?|sessions?|laufe?|sitzung(?:en)?|executions?|ejecucion(?:es)?|sesion(?:es)?|{WORKFLOW}"
SENT = (
    r"sent|sends?|sending|posts?|posted|posting|gesendet|geschickt|sendet|schickt|versendet|verschickt|envoye|"
    r"envoie|envia|envian|enviado|"
    r"envie"
)
# A role has a _ in it, or stands in quotes: other words behind "specialist" are no name.
ROLE = r"(?:(?P<role>[a-z0-9]+(?:_[a-z0-9]+)+)|[\"“„'](?P<quoted>[a-z0-9_]+)[\"”“'])"
COSTS = r"costs?|spends?|kostet|kosten|coute|coutent|cuesta|cuestan"
MORE = r"more than|over|above|mehr als|uber|plus de|plus que|mas de|mas que"
TIMES = r"times|mal|fois|veces"
# Numbers in words that a count or a time may have, by their digits.
NUMBERS: Mapping[str, str] = {
    "1": r"once|einmal",
    "2": r"two|zwei|deux|dos",
    "3": r"three|drei|trois|tres",
    "4": r"four|vier|quatre|cuatro",
    "5": r"five|funf|cinq|cinco",
    "6": r"six|sechs|seis",
    "7": r"seven|sieben|sept|siete",
    "8": r"eight|acht|huit|ocho",
    "9": r"nine|neun|neuf|nueve",
    "10": r"ten|zehn|dix|diez",
}
ONE = r"an?|one|einer?|einem|une?|una"
REQUESTS = r"(?:every |each |all )?(?:requests?|calls?|anfragen?|aufrufe?|requetes?|appels?|peticiones?|llamadas?)"
REFUSED = r"refused|denied|rejected|abgelehnt|verweigert|refusee?s?|rechazad[oa]s?|denegad[oa]s?"
DELEGATION = r"delegations?|delegationen|delegacion(?:es)?"
EVERYTHING = r"everything|anything|alles|all runs"
DAILY = r"daily|day's|my|our|taglichen?|tages|meines"
HAPPENS = r"happens|occurs|is attempted|passiert|versucht wird"
BUDGET = r"budgets?|presupuestos?"
NEARLY = r"nearly|almost|fast|beinahe|presque|casi"
USED = r"used(?: up)?|gone|consumed|spent|aufgebraucht|verbraucht|epuise|utilise|agotado|gastado|usado"
LONGER = r"longer than|more than|langer als|mehr als|plus (?:longtemps )?(?:que|de)|mas de"
TAKES = r"takes?|taking|lasts?|runs?|dauert|dauern|braucht|lauft|dure|prend|tarda|dura"
WITHIN = r"in|within|innerhalb von|innerhalb|binnen|en|dans|dentro de"
UNITS: Mapping[str, str] = {
    "s": r"seconds?|secs?|s|sekunden?|secondes?|segundos?",
    "min": r"minutes?|mins?|minuten?|minutos?",
    "h": r"hours?|hrs?|h|stunden?|heures?|horas?",
    "d": r"days?|d|tage?n?|jours?|dias?",
}
TOOLS: Mapping[str, str] = {
    "archon.exec.python": r"(?:(?:run|runs|running|use|uses|using|execute|executes|executing|"
    r"executer) )?python(?:[ -](?:code|scripts?|programs?))?"
    r"(?: is)?"
    r"(?: (?:run|used|executed|ausgefuhrt|lauft))?|"
    r"(?:run|runs|running|execute|executes) (?:python )?code|python code|code execution|running code|"
    r"(?:das )?ausfuhren von (?:python|code)|python(?:-| )?code(?: ausfuhren| ausgefuhrt)?|python ausfuhren|"
    r"codeausfuhrung|execution de code|ejecucion de codigo",
    "archon.web.search": r"(?:(?:run|use|uses|using) )?(?:the )?web search(?:es)?(?: tool)?|search(?:es|"
    r"ing)? the (?:web|internet)|"
    r"im (?:web|internet) suchen|suche im (?:web|internet)|"
    r"websuchen?|recherches? web|busquedas? web",
    "archon.fs.delete": r"delet(?:e|es|ing) (?:anything|something)|(?:etwas|irgendetwas) (?:loscht|loschen)|"
    r"(?:loscht|loschen|geloscht)(?: von)? (?:eine |keine )?dateien?|delete tool|delet(?:e|es|"
    r"ing|ed) something|"
    r"(?:removes?|removing|erases?|erasing) (?:an? |any )?files?|delet(?:e|es|ing) (?:an? |any )?files?|"
    r"files are deleted|file is deleted|"
    r"(?:file )?deletions?|datei(?:en)? (?:geloscht|loschen|loscht)|supprime[rs]? (?:un |des )?fichiers?|"
    r"dateien geloscht werden|suppressions?|fichiers? supprimes?|eliminar archivos|archivos? eliminados?",
    "archon.fs.write": r"writ(?:e|es|ing) (?:an? |any )?files?|(?:is )?written to disk|"
    r"files are written|file is written|datei(?:en)? (?:geschrieben|schreiben|schreibt)|"
    r"ecrire des fichiers|escribir archivos",
    "archon.fs.edit": r"edit(?:s|ing)? (?:an? |any )?files?",
    "archon.http.request": r"http requests?|http[- ]anfragen?|requetes? http|peticiones? http",
}
IDENTITIES: Mapping[str, str] = {
    "research": r"researchers?|research|recherche(?:agenten)?|investigacion",
    "analyze": r"analy[sz]e|analysis|analysts?|analysten|analyse|analisis|analista",
    "coder": r"programmierer|coder|coding|coders?|programmier|programming|codeur|programador(?:es)?",
    "master": r"master",
    "writer": r"writers?|writing|schreib(?:er)?|redacteurs?|redaction|escritor(?:es)?|redactor(?:es)?",
}
STATUS: Mapping[str, str] = {
    "SpecialistSuspended": r"(?:is |wird |est |es )?(?:suspended|suspendiert|gesperrt|suspendue?|suspendid[oa])",
    "SpecialistPromoted": r"(?:is |wird |est |es )?(?:promoted|verified|befordert|verifiziert|promue?|verifiee?|"
    r"promovid[oa])",
    "SpecialistDeprecated": r"(?:is |wird |est |es )?(?:deprecated|veraltet|ausgemustert|obsoletes?|obsolet[oa])",
    "SpecialistDemoted": r"(?:is |wird |est |es )?(?:demoted|herabgestuft|retrogradee?|degradad[oa])",
    "SpecialistRestored": r"(?:is |wird |est |es )?(?:restored|wiederhergestellt|restauree?|restaurad[oa])",
}
FILLERS = frozenset(
    re.split(
        r"\s+",
        "a an the any every each if when whenever before after for of from to by it its is are be been being anything "
        "something all that this in on with and me then ein eine einen einem einer der die das den dem des wenn sobald "
        "bevor ehe fur von an es etwas irgendetwas alle jede jeder jedes wird werden ist sind dann un une le la les l "
        "des du de d si quand lorsque lorsqu avant que qu quelque chose soit est sont pour tout tous toute toutes el "
        "los las una uno cuando antes se algo sea es para todo todos toda todas por a au aux al del jedem jeden "
        "specialist spezialist as soon er sie they you i we ich wir whose deren dessen vor uses used using "
        "anyone anybody someone somebody jemand "
        "new gets becomes becoming files file whenever every time wird "
        "please bitte has may can want wants wanted ever hat haben an agents agent agenten agente agentes ou",
    )
)
