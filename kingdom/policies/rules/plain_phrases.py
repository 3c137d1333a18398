"""The words of rules in plain words, in English, German, French and Spanish, without accents and capitals. Pure."""

import re
from collections.abc import Mapping

SUSPEND = (
    r"stop|pause|suspend|halt|stoppe|halte (?:mir )?an|halte|pausiere|unterbrich|arrete|suspends|mets en pause|"
    r"deten|detener|para|pausa|suspende"
)
ASK = (
    r"ask(?: me)?(?: first)?|request (?:an )?approval|frag(?:e)?(?: mich)?|demande(?:[- ]moi)?|"
    r"pregunta(?:me)?|pide(?:me)? permiso"
)
BLOCK = (
    r"block|forbid|deny|refuse|prohibit|never allow|do not allow|don't allow|blockiere|sperre|verbiete|"
    r"bloque|interdis|refuse|bloquea|prohibe"
)
NOTIFY = (
    r"tell me|notify me|warn me|inform me|let me know|sag mir(?: bescheid)?|benachrichtige mich|melde(?: mir)?|"
    r"informiere mich|warne mich|dis[- ]moi|previens[- ]moi|avertis[- ]moi|informe[- ]moi|avisame|notificame|dime|"
    r"informame|avisa(?:me)?"
)
ACTIONS: Mapping[str, str] = {"RequestApproval": ASK, "Block": BLOCK, "Notify": NOTIFY, "Suspend": SUSPEND}
FAILS = (
    r"fails?|failed|failing|fehlschlagt|fehlschlagen|fehlgeschlagen|schlagt fehl|scheitert|scheitern|echoue|"
    r"echouent|falla|fallan|fracasa"
)
TOOL = r"tools?|tool calls?|werkzeuge?|werkzeugaufrufe?|outils?|herramientas?"
AGENT = r"agents?|specialists?|agenten?|spezialisten?|spezialist|agentes?|especialistas?|specialistes?|nodes?|knoten"
WORKFLOW = r"workflows?|plans?|plane?|ablaufe?|flux(?: de travail)?|flujos?(?: de trabajo)?"
RUN = rf"runs?|sessions?|laufe?|sitzung(?:en)?|executions?|ejecucion(?:es)?|sesion(?:es)?|{WORKFLOW}"
SENT = (
    r"sent|sends?|posted|gesendet|geschickt|sendet|schickt|versendet|verschickt|envoye|envoie|envia|envian|enviado|"
    r"envie"
)
COSTS = r"costs?|kostet|kosten|coute|coutent|cuesta|cuestan"
MORE = r"more than|over|above|mehr als|uber|plus de|plus que|mas de|mas que"
TIMES = r"times|mal|fois|veces"
WITHIN = r"in|within|innerhalb von|innerhalb|binnen|en|dans|dentro de"
UNITS: Mapping[str, str] = {
    "s": r"seconds?|secs?|s|sekunden?|secondes?|segundos?",
    "min": r"minutes?|mins?|minuten?|minutos?",
    "h": r"hours?|hrs?|h|stunden?|heures?|horas?",
    "d": r"days?|d|tage?n?|jours?|dias?",
}
TOOLS: Mapping[str, str] = {
    "archon.exec.python": r"python|code execution|running code|codeausfuhrung|execution de code|ejecucion de codigo",
    "archon.web.search": r"web search(?:es)?|searching the web|websuchen?|recherches? web|busquedas? web",
    "archon.fs.delete": r"deleting files|files are deleted|file is deleted|deletions?|dateien? (?:geloscht|loschen)|"
    r"dateien geloscht werden|suppressions?|fichiers? supprimes?|eliminar archivos|archivos? eliminados?",
    "archon.fs.write": r"writing files|files are written|file is written|dateien? (?:geschrieben|schreiben)|"
    r"ecrire des fichiers|escribir archivos",
    "archon.http.request": r"http requests?|http[- ]anfragen?|requetes? http|peticiones? http",
}
IDENTITIES: Mapping[str, str] = {
    "research": r"research|recherche|investigacion",
    "analyze": r"analy[sz]e|analysis|analyst|analyse|analisis|analista",
    "coder": r"coder|coding|coders?|programmier|programming|codeur|programador(?:es)?",
    "writer": r"writer|writing|schreib|redacteur|redaction|escritor(?:es)?|redactor(?:es)?",
}
STATUS: Mapping[str, str] = {
    "SpecialistSuspended": r"(?:is |wird |est |es )?(?:suspended|suspendiert|gesperrt|suspendue?|suspendid[oa])",
    "SpecialistPromoted": r"(?:is |wird |est |es )?(?:promoted|verified|befordert|verifiziert|promue?|verifiee?|"
    r"promovid[oa])",
}
FILLERS = frozenset(
    re.split(
        r"\s+",
        "a an the any every each if when whenever before after for of from to by it its is are be been being anything "
        "something all that this in on with and me then ein eine einen einem einer der die das den dem des wenn sobald "
        "bevor ehe fur von an es etwas irgendetwas alle jede jeder jedes wird werden ist sind dann un une le la les l "
        "des du de d si quand lorsque lorsqu avant que qu quelque chose soit est sont pour tout tous toute toutes el "
        "los las una uno cuando antes se algo sea es para todo todos toda todas por a au aux al del jedem jeden "
        "please bitte agents agent agenten agente agentes ou",
    )
)
