"""Orders in data to a machine that is called by its task: a screening assistant, a classifier, a vision model.

Such a name alone is no order, nor is an act alone: the machine is called, or told what it must do, and the act is one
that no honest text asks of the machine that reads it: to drop its rules, to give data away, to decide, to conceal.
"""

import re

from kingdom.core.text.lazy_patterns import lazy_pattern

_HUMAN = (
    r"(?<!\bmy )(?<!\bour )(?<!\bhis )(?<!\bher )(?<!\bshop )(?<!\bsales )(?<!\bdental )(?<!\bmedical )"
    r"(?<!\bteaching )"
    r"(?<!\bpersonal )(?<!\boffice )(?<!\bresearch )(?<!\btravel )(?<!\bestate )(?<!\brole )(?<!\bexecutive )"
)
_MACHINE = (
    rf"{_HUMAN}\b(?:assistants?|ai(?: \w+)?|a\.i\.|models?|(?:\w{{2,12}})?bots?|chat ?bots?|classifiers?|translators?"
    r"|summari[sz]ers?|agents?|llms?|language models?|copilots?|parsers?|crawlers?|scanners?|screeners?|graders?"
    r"|(?:\w{3,14}ing|translation|moderation|search|review|summary) (?:engine|system|software|tool|program|plug-?in)s?"
    r"|machine reader|(?:auswertungs|bewertungs|korrektur|pr[uü]f|lese|such)(?:software|programm\w*|system\w*)"
    r"|logiciel (?:de|d')\s?\w+|programa (?:de|que) \w+|software (?:de|di) \w+"
    r"|\w*assistent(?:in|en)?|\w*modelle?|ki(?:-\w+)?|[uü]bersetzungs\w+|klassifikator\w*|filterprogramm\w*"
    r"|ia|inteligencias? artificial(?:es)?|asistentes?|modelos?|clasificador\w*|traductor autom[aá]tico"
    r"|lector autom[aá]tico"
    r"|intelligences? artificielles?|mod[eè]les?|classificateur\w*|traducteur automatique|lecteur automatique"
    r"|sprogmodel|spr[aå]kmodell?|taalmodel|assistente|modello(?: linguistico)?)\b"
)
_CALL = (
    r"(?:(?:dear|hey|hello|hidden|only|meant|attention|note|notice|text|message|instructions?|ps|p\.s\.|o|to|for"
    r"|the|any|all|every"
    r"|hinweis|nachricht|text|an|f[uü]r|den|die|das|alle|liebe[rs]?|texto|nota|aviso|mensaje|para|a|las?|los|el"
    r"|note|texte|message|avis|pour|aux?|les?|[aà]|k[aæ]re|cher|ch[eè]re|querid[oa]|estimad[oa])\s){0,4}"
)
_KIND = r"(?:(?!(?:the|an?|my|our|your|his|her|their|this|that|with|as|car|fashion|role|of)\b)[\w-]{2,16}\s)?"
_START = (
    r"(?:^|\b(?:by the way|ps|btw|also|and|[uü]brigens|au fait|por cierto),?\s"
    r"|[.!?<>({\[)\]}\"“„«'—–:;|#*]\s*|\n\s*|,\s*\")"
)
_MUST = (
    r"(?:must|has to|have to|should|shall|needs? to|is to|are to|is (?:asked|required|told) to|muss|m[uü]ssen|soll\w*"
    r"|hat|haben|debe\w*|tiene\w* que|ha de|doit|doivent)"
)
_READING = (
    r"(?:read\w*|compar\w+|process\w*|pars\w+|evaluat\w+|summari[sz]\w+|translat\w+|scor\w+|rank\w+|screen\w+|see\w*"
    r"|index\w*|lies\w*|les\w+|auswert\w*|vergleich\w*|verarbeit\w*|lee\w*|lea\w*|procese\w*|compare\w*|lit|lise\w*"
    r"|trait\w+|analy[sz]\w*)"
)
_RULES = (
    r"(?:rules?|laws?|tasks?|instructions?|(?:marking|grading|scoring) (?:schemes?|keys?|criteria)|rubrics?"
    r"|criteria|polic(?:y|ies)|orders?|guidelines?|limits|restrictions?|regeln|aufgaben?"
    r"|anweisung\w*|vorgaben|grenzen|reglas|instrucciones|tareas?|l[ií]mites|r[eè]gles|consignes|t[aâ]ches?|regler"
    r"|regels|regole)"
)
_PRIVATE = (
    r"(?:passwords?|passcodes?|pins?\b|card (?:number|pin|details)|three digits|cvc|cvv|access codes?|api keys?"
    r"|keys?\b"
    r"|tokens?|secrets?|credentials?|login\w*|mailing lists?|phone numbers?|addresses|e-?mails?\b|mails?\b|inbox"
    r"|salar\w+"
    r"|bank details|iban|(?:list of|all) (?:the |all )?(?:\w+ )?(?:authors|customers?|clients?|contacts?|files"
    r"|users|members"
    r"|names|patients)|customer (?:list|data)|(?:session )?cookies?|confidential \w+|notes you|contact list"
    r"|other users|other participants|full details|private \w+|\w*passw[oö]rt\w*|kennw\w+|kundenlisten?"
    r"|kundendaten"
    r"|schl[uü]ssel|kontakte|zugangsdaten|kartennummer\w*|contrase[nñ]as?|claves?|tarjetas?|lista de|correos|datos"
    r"|mots? de passe|cl[eé]s?|liste des|carnet|coordonn[eé]es|courriels|adgangskode\w*|l[oö]senord\w*|wachtwoord\w*)"
)
_GIVES = (
    r"(?:send|fetch|print|read out|gives?|hand|reveal|share|attach|forward|append|publish|export|post|e-?mail|copy"
    r"|upload|leak"
    r"|disclose|list"
    r"|include|ask\w*|request|demand|collect|invite|h[aä]ng\w*|f[uü]g\w*|schick\w*|sende\w*|gib|nenn\w*|verrat\w*"
    r"|leite\w*"
    r"|frag\w*|verlang\w*|erfrag\w*|pide|pid[ea]\w*|pedid|env[ií]\w+|manda\w*|reenv[ií]\w+|adjunt\w+|solicit\w+"
    r"|revela\w*"
    r"|di\b|envo\w+|donne\w*|joi\w+|demande\w*|transmet\w*|transf[eè]r\w*|communiqu\w+|r[eé]v[eè]l\w*|stuur|manda|bed)"
)
_GAP = r"[^\n]"
_HOSTILE = (
    # its rules or its task fall, or another rank is claimed
    rf"\b(?:forget|ignore|disregard|leave|drop|unlearn|override|abandon|vergiss|vergesst|ignorier\w*|missachte\w*"
    rf"|verlass\w*"
    rf"|olvid\w+|ignora\w*|abandona|oublie\w*|ignore\w*|laisse\w*|glem|gl[oö]m|vergeet|dimentica)\b{_GAP}{{0,30}}?"
    rf"\b(?:your|thy|all|the|previous|prior|deine?|alle|bisherige\w*|tus?|todas?|todos|tes|vos|toutes?|dine|dina"
    rf"|je|tue)"
    rf"\b{_GAP}{{0,20}}?\b{_RULES}\b"
    rf"|\b(?:your|deine?|tus?|tes|vos) {_RULES}\b{_GAP}{{0,20}}\b(?:updated|changed|replaced|lifted|void|ge[aä]ndert"
    r"|aufgehoben|ersetzt|cambiad\w+|chang[eé]\w*|remplac\w+)\b"
    r"|\b(?:treat|regard|consider|behandle\w*|trata\w*|traite\w*)\b[^\n]{0,60}\b(?:administrator|admin|operator"
    r"|system|owner"
    r"|trusted|orders?|instructions?|betreiber|anweisung\w*|administrador|operador|administrateur|op[eé]rateur)\b"
    # it gives private data away, or asks the user for it
    rf"|\b{_GIVES}\b{_GAP}{{0,70}}?\b{_PRIVATE}"
    # it reads what is the user's, or sends to an address that the text names
    r"|\b(?:open|read|fetch|search|look (?:in|into|through)|[oö]ffne\w*|lies|durchsuch\w*|ouvre\w*|lis|abre"
    r"|lee)\b[^\n]{0,20}?"
    r"\b(?:the (?:user|owner|reader|customer)'?s|des (?:nutzers|besitzers|kunden)|de l'utilisateur|del usuario)\b"
    r"|\b(?:invite|add|forward|send|post|copy|cc|bcc|share|upload|mail|book|transfer|pay|lad\w*|schick\w*|sende"
    r"|leite\w*"
    r"|[uü]berweis\w*|invite\w*|envoie\w*|transf[eè]re\w*|env[ií]a\w*|reenv[ií]a\w*|invita\w*)\b[^\n]{0,60}?"
    r"(?:[\w.+-]+@[\w-]+\.\w|https?://\w)"
    r"|\b(?:received|got|given|erhalten|bekommen|re[cç]u|recibido)\b[^\n]{0,12}\b(?:new|neue|nouvelles?"
    r"|nuevas) (?:instructions?"
    r"|orders?|tasks?|anweisung\w*|auftr[aä]g\w*|consignes?|instrucciones)\b"
    r"|\b(?:no longer|nicht mehr|n'es plus|ya no)\b[^\n]{0,12}\b(?:bound|gebunden|li[eé]e?|obligad\w+)\b"
    r"|\b(?:revoked|lifted|suspended|cancelled|aufgehoben|lev[eé]\w*|revocad\w+)\b[^\n]{0,12}\b(?:all|every|the"
    r"|alle|toutes?"
    r"|tod[oa]s)\b[^\n]{0,12}\b(?:rules|limits|restrictions|regeln)\b"
    r"|\b(?:maintenance|debug|developer|unrestricted|admin\w*) mode\b|\bwartungsmodus|\bmode (?:maintenance"
    r"|d[eé]veloppeur)"
    r"|\b(?:save|store|write|remember|keep|note|speicher\w*|merk\w*|enregistre\w*|retiens|guarda\w*"
    r"|recuerda)\b[^\n]{0,30}\b"
    r"(?:long-term|permanent|memory|ged[aä]chtnis|m[eé]moire|memoria)\b"
    r"|\b(?:administrator|admin|owner|root) (?:rights|role|access)\b|\bgrant_\w+|\brole=admin"
    r"|\b(?:curl|wget|bash|sh|powershell|iex|npx|pip install)\s[^\n]{0,60}(?:https?:|\||\.sh\b)"
    r"|\byour (?:\w+ ){0,2}(?:instructions|system prompt|prompt|configuration)\b"
    r"|\bas if (?:nothing|this|it|no\w*)\b[^\n]{0,20}\b(?:here|happened|been|there)\b"
    # it decides for somebody, in favour of the text
    r"|\b(?:treat|regard|count|behandle\w*|werte\w*|traite\w*|trata\w*)\b[^\n]{0,40}?\b(?:spam|fake\w*|irrelevant"
    r"|void|invalid"
    r"|worthless|outdated|duplicates?|unwichtig|gef[aä]lscht|ung[uü]ltig|faux|falsos?)\b"
    r"|\b(?:call|name|declare|list|show|present|nenn\w*|nomme\w*|llama\w*)\b[^\n]{0,40}?\b(?:winner|best"
    r"|favou?rite|number one"
    r"|top pick|recommended|testsieger\w*|beste\w*|sieger\w*|gagnant\w*|meilleur\w*|ganador\w*|mejor)\b"
    r"|\b(?:put|add|place|leg\w*|pack\w*|mets|ajoute|pon|a[nñ]ade)\b[^\n]{0,40}?\b(?:basket|cart|warenkorb"
    r"|einkaufswagen|panier"
    r"|carrito|cesta)\b"
    r"|\b(?:award|give|grant|vergib|gib|attribue|donne|da|otorga)\b[^\n]{0,30}?\b(?:full|highest|top|best|maximum"
    r"|perfect|volle\w*"
    r"|h[oö]chst\w*|maximale?|m[aá]xim\w+) (?:marks?|score|points?|grade|rating|punkt\w*|note\w*|puntuaci[oó]n)\b"
    r"|\b(?:decline|cancel|reject|delete|lehn\w*|sag\w*|storniere\w*|refuse\w*|annule\w*|rechaza\w*"
    r"|cancela\w*)\b[^\n]{0,12}?"
    r"\b(?:all|every|alle\w*|tous|toutes|tod[oa]s)\b"
    r"|\b(?:rate|rank|score|grade|bewerte\w*|stuf\w*|punt[uú]a\w*|valora\w*|not(?:e|ez)|classe\w*)\b[^\n]{0,40}?"
    r"\b(?:10|ten|full marks|100|five stars|5|best|first|top|highest|h[oö]chst\w*|beste\w*|erste\w*|volle\w*"
    r"|m[aá]xim\w+"
    r"|primer\w*|mejor|meilleure?|premi[eè]re?|maximum)\b"
    r"|\b(?:approve|accept|release|unblock|merge|pay|refund|genehmig\w*|freigeben|gib[^\n]{0,20}frei|bezahl\w*"
    r"|[uü]berweis\w*"
    r"|aprueb\w*|aprob\w*|acept\w*|paga|approuv\w*|accept\w*|valid\w+|paie\w*)\b[^\n]{0,60}?\b(?:yourself|itself"
    r"|behalf|at once"
    r"|immediately|without|upload|payment|invoice|request|application|selbst|sofort|ohne|antrag|rechnung|zahlung|sin"
    r"|solicitud|factura|pago|sans|demande|facture|paiement)\b"
    r"|\b(?:report|mark|declare|state|label|claim|tell|say|confirm|melde\w*|markier\w*|kennzeichne\w*"
    r"|best[aä]tig\w*|sag\w*"
    r"|marca\w*|declar\w*|di\b|digas?|confirma\w*|signale\w*|marque\w*|d[eé]clare\w*|dis|confirme\w*)\b[^\n]{0,60}?"
    r"\b(?:as (?:safe|paid|approved|checked|verified|harmless|identical|genuine|compliant)|identical|expired"
    r"|was checked"
    r"|were checked|all (?:\w+ )?(?:were|was|are) \w+ed|als (?:sicher|bezahlt|gepr[uü]ft|unbedenklich|genehmigt"
    r"|harmlos)"
    r"|abgelaufen|identisch|gepr[uü]ft|como (?:segur\w+|pagad\w+|verificad\w+|aprobad\w+)|caducad\w+|id[eé]ntic\w+"
    r"|comme (?:s[uû]re?|pay[eé]e?|v[eé]rifi[eé]e?|approuv[eé]e?)|expir[eé]e?|identiques?)"
    r"|\breject (?:all |the )?(?:others?|other \w+)\b"
    # it deletes, and it conceals
    r"|\b(?:delete|erase|wipe|cancel|remove|l[oö]sch\w*|entfern\w*|storniere\w*|borra\w*|elimina\w*|cancela\w*"
    r"|supprim\w*"
    r"|efface\w*|annule\w*|slet)\b[^\n]{0,30}?\b(?:this (?:mail|message|e-?mail)|all|every\w*|logs?|meetings"
    r"|files|records"
    r"|history|diese (?:mail|nachricht)|alle\w*|protokoll\w*|este (?:correo|mensaje)|tod[oa]s?|registros?|ce "
    r"(?:mail|message)"
    r"|tou(?:s|te?s?)|historique|journal)\b"
    r"|\b(?:conceal|hide|withhold|keep)\b[^\n]{0,40}?\b(?:from|this (?:sentence|line|text|note))\b|\b(?:do not"
    r"|don't|never)"
    r" (?:mention|tell|show|report)\b|\bwithout (?:showing|telling|asking|mentioning)\b|\bverschweig\w*"
    r"|\bohne (?:es |das |ihn |sie |ihm |ihr )?[^\n]{0,15}zu (?:sagen|fragen|zeigen|erw[aä]hnen)|\boculta\w*"
    r"|\b(?:no|sin) (?:se )?(?:lo )?(?:digas|dec[ií]r\w*|menciones|mencionar\w*)|\bcache(?:z|r)?[- ](?:le|la|cela"
    r"|ce)\b"
    r"|\bsans (?:le |la )?(?:dire|montrer|mentionner|demander)\b"
)
_NEVER = (
    r"(?![^\n.!?]{0,12}\b(?:never|not|nie\w*|nicht|nunca|jamais|ne)\b"
    r"(?![^\n.!?]{0,40}\b(?:instead|but|rather|sondern|stattdessen|plut[oô]t|mais|sino)\b))"
)
# The voice of a system inside data, a tag of a chat, an order to whoever works on a row.
_VOICE = (
    r"(?:[<\[{]{1,2}\s?/?(?:assistant|system|ai|agent|model|bot|operator|admin)\s?[>\]:}]{1,2}"
    r"|\bsystem(?: ?message| ?note)?\s?:"
    r"|\bnew (?:task|instructions?|orders?) for (?:the |any |all )?(?:agent|ai|assistant|bot|model)s?\s?:"
    r"|\bwhen(?:ever)? you (?:process|read|summari[sz]e|translate|import|parse|index|reach|see|handle) (?:this"
    r"|these|it)\b"
    r"|\b(?:agents?|assistants?|ais?|bots?|models?|crawlers?) (?:must|should|have to|need to|shall)\b)"
)
_NAMED = lazy_pattern(
    rf"{_VOICE}{_NEVER}(?:{_GAP}|\n(?!\n)){{0,120}}?(?:{_HOSTILE})|"
    rf"{_START}{_CALL}{_KIND}{_MACHINE}(?: that \w+s?| reading this)?\s?[,:]{_NEVER}(?:{_GAP}|\n(?!\n)){{0,120}}?"
    rf"(?:{_HOSTILE})"
    rf"|\b(?:any|every|an?|the|jede[rs]?|eine?|alle|toute?|una?|cualquier|cada|all)\s{_KIND}{_MACHINE}\s?(?:that "
    rf"|which |who |,? "
    rf"(?:die|der|das|que|qui) )?{_READING}\b{_GAP}{{0,60}}?\b{_MUST}\b{_NEVER}{_GAP}{{0,120}}?(?:{_HOSTILE})"
    rf"|\b(?:when|whenever|if|once|as soon as|wenn|sobald|cuando|si|quand|lorsque)\s(?:an?|the|any|eine?|una?|un"
    rf"|l')\s?{_KIND}"
    rf"{_MACHINE}\b{_GAP}{{0,20}}?\b{_READING}\b{_GAP}{{0,60}}?(?:{_HOSTILE})"
    r"|\b(?:new|next|additional|neue\w*|weitere\w*|nueva|nouvelle)\s(?:task|instruction|order|aufgabe|anweisung|tarea"
    rf"|instrucci[oó]n|orden|t[aâ]che|consigne)s?\s(?:from|by|vom|von|del?|du)\s(?:the |el |la |der |dem )?"
    rf"(?:operator|admin\w*"
    rf"|system|owner|developers?|platform|betreiber\w*|operador|administrador|propri[eé]taire|op[eé]rateur)"
    rf"\s?:{_GAP}{{0,120}}?(?:{_HOSTILE})",
    re.I,
)
_MAX_TEXT = 40_000  # characters that are looked through


def named_reader_order(data: str) -> tuple[int, int] | None:
    """Return the span of the first order in data to a machine that is called by its task, None without one."""
    found = _NAMED.search(data[:_MAX_TEXT])
    return found.span() if found is not None else None
