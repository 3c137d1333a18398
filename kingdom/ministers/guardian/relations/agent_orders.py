"""Orders on what is not a user's: this agent's own text and machine, its controls, and the data of other people.

Each relation names its parts; the sentence may be an order, a statement or a question. Quotations are not the user's.
"""

import re
from collections.abc import Iterator, Sequence

from kingdom.core.text.lazy_patterns import lazy_pattern
from kingdom.ministers.guardian.relations.request_orders import filled_rules, near_parts

_GAP = r"[^\n]"
_SHOWS = (
    r"(?:put (?:them|it|that|this|those) down|typ(?:e|ing)|say|state|list\w*|repeat|recite|quote|cite|print|write"
    r"|show|give|output"
    r"|cop(?:y|ied)|paste|post|spell|read|act(?:s|ing)? out|dictate|translate|reproduc\w+|render|return|dump|echo|tell"
    r"|sing|encode|include|display|reveal|disclose|hand over|zeig\w*|gib|nenn\w*|schreib\w*|wiederhol\w*|zitier\w*"
    r"|lies|diktier\w*|[uü]bersetz\w*|liste\w*|affiche\w*|montre\w*|donne\w*|r[eé]p[eè]t\w*|cite\w*|[eé]cri[st]\w*"
    r"|recopie\w*|traduis\w*|muestra\w*|repite|escribe|dame|cita|copia|ense[nñ]a\w*|traduce|mostra\w*|scrivi|ripeti"
    r"|dammi|cita|copia|toon|geef|herhaal|schrijf|mostra|escreve|repete|poka[zż]\w*|wypisz|powt[oó]rz|g[oö]ster"
    r"|yaz|tekrarla)"
)
_OWN_TEXT = (
    r"(?:\byour (?:own |very )?(?:(?:current|hidden|secret|initial|original|full|entire|internal|whole|complete"
    r"|underlying|first|standing) ){0,3}(?:set-?up|configuration|config|(?:system )?prompt|(?:system |first )?message"
    r"|instructions?|brief(?:ing)?|preamble|role description|job description|orders|guidelines|directives"
    r"|programming|rules|ground rules|start(?:ing|-up)? text|context window|character sheet)\b"
    r"|\bdeine[nrsm]?\s(?:\w+ ){0,2}(?:konfiguration|einrichtung|anweisung\w*|vorgaben|system\w*|regeln"
    r"|einstellung\w*|rollenbeschreibung|start\w+|grundtext|auftr[aä]g\w*|prompt)\b"
    r"|\b(?:ta|ton|tes|votre|vos)\s(?:\w+ ){0,2}(?:configuration|consignes?|instructions?|r[eè]gles?|prompt|param\w+)\b"
    r"|\btus?\s(?:\w+ ){0,2}(?:configuraci[oó]n|instrucciones|reglas|normas|prompt|directrices)\b"
    r"|\btu[eoai]\s(?:\w+ ){0,2}(?:configurazione|istruzioni|regole|prompt|direttive)\b"
    r"|\b(?:the |what |which )?(?:text|lines?|words?|sentences?|instructions?|rules|paragraphs?) (?:that |which )?"
    r"(?:you (?:were|have been) (?:given|handed|started with|loaded with|fed|told)|in your set-?up)\b)"
)
_EXACT = (
    r"(?:verbatim|word[- ](?:for|by)[- ]word|(?:original|exact|same|very) (?:wording|words|text|phrasing)"
    r"|exactly as|(?:just |precisely )?as (?:they|it) (?:were|was|are|is|stands?) (?:handed|given|written|put|stated"
    r"|passed|sent|loaded|there)|as (?:handed|given|written) to you|letter (?:for|by) letter|unabridged"
    r"|without (?:leaving|omitting|changing|skipping|shortening)|from (?:the )?(?:first|top)\b[^\n]{0,25}\b(?:last|end)"
    r"|nothing left out|w[oö]rtlich\w*|wortw[oö]rtlich|im wortlaut|ungek[uü]rzt|wort f[uü]r wort|buchst[aä]blich"
    r"|mot (?:pour|[aà]) mot|textuelle\w*|tel(?:le)?s? quel\w*|palabra por palabra|literal\w*|textual\w*|tal cual"
    r"|parola per parola|letteralmente|woordelijk|letterlijk|s[lł]owo w s[lł]owo|dos[lł]ownie|oldu[gğ]u gibi)"
)
_BEFORE_CHAT = (
    r"(?:(?:that |which )?(?:preced\w+|comes? before|stands? (?:before|above)|above|before|ahead of|in front of)"
    r" (?:this|my|our) (?:very |first )?"
    r"(?:message|line|sentence|chat|conversation)|(?:vor|[uü]ber|oberhalb) (?:unser\w*|dies\w*|mein\w*) (?:erste\w* )?"
    r"(?:gespr[aä]ch\w*|nachricht|zeile|unterhaltung|chats?|satz\w*)|(?:qui )?(?:pr[eé]c[eè]de|avant|au-dessus de)"
    r" (?:notre|cette?|mon|ma) (?:conversation|message|ligne|discussion|phrase)|(?:que )?(?:precede a|antes de"
    r"|encima de|anterior a) (?:nuestra|est[ea]|mi) (?:conversaci[oó]n|mensaje|l[ií]nea|chat|frase)"
    r"|(?:che )?(?:precede|prima d(?:i|ella)|sopra) (?:la nostra |questa |questo |il mio )?(?:conversazione|messaggio"
    r"|riga|chat)|(?:przed|powy[zż]ej) (?:nasz\w+ |t[aąeę]\w* )?(?:rozmow\w+|wiadomo\w+|lini\w+))"
)
_HIDDEN_TEXT = (
    r"(?:hidden|secret|concealed|invisible|versteckt\w*|geheim\w*|verborgen\w*|cach[eé]e?s?|secr[eè]te?s?|ocult[oa]s?"
    r"|secret[oa]s?|nascost[oaie]|segret[oaie]|ukryt\w*|tajn\w*|gizli|verborgen|dold\w*|skjulte?|rejtett|приховan\w*"
    r"|прихован\w*|κρυφ\w*|المخفية|숨겨진|piilotet\w*)\s(?:\w+ ){0,1}(?:text\w*|instru\w+|anweisung\w*|vorgaben"
    r"|consignes?|istruzioni|testo|texto|polece\w*|instrukcj\w*|tekst\w*|talimat\w*|opdracht\w*|utas[ií]t[aá]s\w*"
    r"|вказ[iі]вк\w*|οδηγ[ιί]ες|ohje\w*|지시\w*)"
)
_MACHINE_OF_AGENT = (
    r"(?:\b(?:machine|server|host|computer|container|system|box|process|node|vm|pod|environment) (?:that |which )?"
    r"(?:you(?:'re| are)? (?:run|running|live|sit|work|start|are running|were started)\w*(?: on| in| under)?"
    r"|runs you|is running you|hosts you)|\bwhen you (?:were )?(?:started|launched|booted)\b"
    r"|\byou were started with\b|\byour (?:own |very )?(?:sandbox|machine|server|host|container|process"
    r"|runtime|environment|working directory|shell)\b|\bdeine[rmns]? (?:eigenen? )?(?:sandbox|maschine|server\w*"
    r"|rechner\w*|container\w*|prozess\w*|umgebung)\b|\b(?:auf|in) de[mr] du l[aä]ufst|\b(?:ta|ton|votre) (?:propre )?"
    r"(?:machine|serveur|bac [aà] sable|conteneur|environnement)\b|\btu (?:propi[oa] )?(?:m[aá]quina|servidor"
    r"|contenedor|entorno|sandbox)\b|\bthis (?:platform|installation|service|instance)(?:'s)?\b)"
)
_ENVIRONMENT = (
    r"(?:printenv|\benv\b(?! file)|environment variables?|umgebungsvariablen?|variables? d'environnement"
    r"|variables? de entorno|/proc/(?:self|\d+)/environ|\bos\.environ\b"
    r"|(?-i:\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN|SECRET|PASSWORD|PASS|URL|DSN|CREDENTIALS)\b)"
    r"|\b(?:database|db|admin|root|service|master|smtp|ssh|api) (?:password|passphrase|key|token|credentials?)\b"
    r"|\b(?:datenbank|admin|root|dienst)-?(?:passwort|kennwort|schl[uü]ssel)\b|\bprivate keys?\b|/etc/shadow"
    r"|~/\.(?:ssh|aws|netrc)\S{0,20}|(?<![\w/])\.env\b)"
)
_VALUE = (
    r"(?:\bvalues?\b|\bpasswords? included|\bwhole output|\boutput here|\bcontents?\b|\bwhat (?:is|does|value|stands)"
    r"|\bwert\w*|\binhalt|\bwie lautet|\bwas steht|\bquelle (?:est|valeur)|\bvaleurs?|\bcu[aá]l es|\bvalor\w*"
    rf"|\b{_SHOWS}\b)"
)
_PERSON = (
    r"(?:colleagues?|boss|chief|manager|wife|husband|partner|girlfriend|boyfriend|neighbou?rs?|sister|brother|mother"
    r"|father|son|daughter|friend|flatmate|roommate|ex|teacher|pupil|employees?|customers?|clients?|tenants?|users?"
    r"|members?|nurses?|patients?|guests?|staff|people|kolleg\w+|chef\w*|frau|mann|nachbar\w*|schwester|bruder|mutter"
    r"|vater|freund\w*|mitarbeiter\w*|kund\w+|mieter\w*|nutzer\w*|mitglied\w*|coll[eè]gues?|voisine?s?|clients?"
    r"|utilisateurs?|compa[nñ]er[oa]s?|vecin[oa]s?|client[ea]s?|usuari[oa]s?|inquilin[oa]s?)"
)
_TO_AGENT = (
    r"(?:(?:has|have|had|did|does)\b[^\n.?!]{0,60}\b(?:writ\w+|said?|say|told|tell|ask\w*|sent|send|confid\w+|upload\w*"
    r"|chatted|discuss\w*|talk\w*|shared?)\b[^\n.?!]{0,15}"
    r"\b(?:to|with) (?:you|the (?:\w+ )?(?:specialist|assistant|bot))\b"
    r"|(?:has|have|had|did)\b[^\n.?!]{0,50}\b(?:told|tell|asked|ask|sent|send) you\b"
    r"|hat\b[^\n.?!]{0,50}\b(?:dir|dich|mit dir)\b[^\n.?!]{0,30}\b(?:geschrieben|erz[aä]hlt|gefragt|gesagt"
    r"|anvertraut|geschickt|besprochen)"
    r"|t'(?:a|ont)\b[^\n.?!]{0,30}\b(?:[eé]crit|dit|demand[eé]|racont[eé]|envoy[eé])"
    r"|te (?:ha|han)\b[^\n.?!]{0,30}\b(?:escrito|dicho|preguntado|contado|enviado))"
)
# The user says that the data are not his to see, or that those who are concerned are not to hear of it.
_UNENTITLED = (
    r"(?:\b(?:i'?m|i am)\b[^\n.?!]{0,20}\b(?:just |only )?(?:curious|nosy|a guest)\b|\bout of curiosity\b|\bcurious\b"
    r"|\b(?:s?he|they|nobody|no one|anyone|anybody|somebody|you know who|\w+) (?:doesn't|don't|does not|do not|need not"
    r"|needn't|won't|will not|must not|mustn't|shouldn't|will never|has to|will)\s(?:never |have to |need to |even )?"
    r"(?:know|notice|mind|find out|learn|hear)\b|\bbehind (?:his|her|their) backs?\b"
    r"|\bwithout (?:him|her|them|anyone|anybody) (?:knowing|noticing|hearing|finding out)\b"
    r"|\b(?:do not|don't|without) (?:leav\w+|any) (?:a |any )?traces?|\bleave no trace|\b(?:said no|turned me down)\b"
    r"|\b(?:am|was|'m) not (?:allowed|supposed|meant)|\b(?:i am|i'm) (?:his|her|their) (?:employer|boss|landlord"
    r"|manager|ex|wife"
    r"|husband|partner|mother|father)\b|\bs?he is my (?:wife|husband|ex|employee|tenant|daughter|son)\b"
    r"|\bbehalte? es f[uü]r dich|\bohne (?:dass|sein|ihr)\b[^\n.?!]{0,20}\b(?:wei[sß]+|merkt|wissen)"
    r"|\bsin que\b[^\n.?!]{0,12}"
    r"\b(?:sepa|se entere)|\bno se lo digas|\bsans (?:qu'|que |le )[^\n.?!]{0,20}\b(?:sache|dire)|\b(?:poach"
    r"|competitor'?s?)\b"
    r"|\bthe others\b|\bnot my own\b|\b(?:just )?between (?:us|you and me)\b|\bkeep (?:it|this) (?:quiet|between)\b"
    r"|\bneugierig|\b(?:muss|braucht|soll|darf)\b[^\n.?!]{0,30}\b(?:nicht|nichts|niemand|keiner|davon)\b[^\n.?!]{0,20}"
    r"(?:wissen|erfahren|merken)|\bmerkt (?:es |das )?(?:keiner|niemand|doch keiner)|\bunter uns\b|\bcurieu(?:x|se)\b"
    r"|\bn'(?:a|ont) pas besoin de (?:le )?savoir|\bpersonne ne (?:le )?saura|\bentre nous\b|\bcurios[oa]\b"
    r"|\bno (?:tiene|hace falta) (?:que|por qu[eé]) (?:saber|lo sepa|enterarse|se entere)\w*|\bnadie se enterar[aá])"
)
_PRIVATE = (
    r"(?:salar\w+|wages?|pay ?slips?|income|bank|iban|health|diagnos\w+|medical|sick notes?|files?|folders?|documents?"
    r"|chats?|conversations?|messages?|mails?|inbox|mail ?box\w*|post(?:fach|eingang)|accounts?|calendars?"
    r"|diar(?:y|ies)|bills?|debts?|notes? (?:about|on)|history|passwords?|address(?:es)?|phone|log-?ins?|application"
    r"|grades?|gehalt\w*|lohn\w*|krank\w*|akten?|ordner\w*|dateien?|gespr[aä]ch\w*|nachrichten?|verlauf|adressen?"
    r"|passw\w+|salaires?|dossiers?|fichiers?|salario\w*|sueldos?|archivos?|carpetas?|mensajes?|conversaci\w+)"
)
_LISTS = (
    r"(?:list|show|give|export|print|dump|send|output|display|pull|fetch|name|liste\w*|zeig\w*|gib|nenn\w*"
    r"|exportier\w*|affiche\w*|donne\w*|montre\w*|mu[eé]stra\w*|dame|exporta\w*)"
)
_ALL_USERS = (
    r"(?:every(?:one|body)|anyone|(?:all|every|each|the other|other|alle\w*|s[aä]mtliche\w*|andere\w*|tous les"
    r"|toutes les|autres|tod[oa]s l[oa]s"
    r"|otr[oa]s) (?:registered |other |active |anderen? )?(?:users?|accounts?|members?|tenants?|nutzer\w*|konten"
    r"|benutzer\w*|mitglieder\w*|utilisateurs?|comptes?|usuari[oa]s?|cuentas?)|jede\w*, der|alle\w*, die)"
)
_OF_PLATFORM = (
    r"(?:(?:of|on|in|with) (?:this|the|your) (?:platform|system|server|installation|site|instance|service|assistant"
    r"|database|bot)|(?:who (?:is|are) |that (?:is|are) )?(?:registered|signed up|enrolled"
    r"|with an account)(?: here)?"
    r"|hier registriert|(?:dieser|der|auf dieser|auf der) (?:plattform|installation|instanz|datenbank)|(?:de|sur) cette"
    r" (?:plateforme|installation)|de esta (?:plataforma|instalaci[oó]n))"
)
_CONTACTS = (
    r"(?:mail|e-?mail|login|logged|password|address\w*|phone|chats?|conversations?|messages?|adress\w*|anmeld\w*"
    r"|passw\w+|telefon\w*|gespr[aä]ch\w*|courriel\w*|mots? de passe|connexion\w*|correo\w*|contrase\w+|mensajes?)"
)
_WHEREABOUTS = (
    r"(?:(?:home|private) address\w*|where (?:s?he|they|\w+) (?:now )?(?:lives?|sleeps?|works?|parks?)|shift (?:times?"
    r"|plan|schedule)|rosters?|daily (?:route|routine)|way home|privatadress\w*|wohnadress\w*|wo (?:sie|er) (?:jetzt )?"
    r"(?:wohnt|arbeitet)|dienstpl[aä]n\w*|schichtpl[aä]n\w*|heimweg|adresse (?:personnelle|priv[eé]e)|o[uù] (?:elle|il)"
    r" habite|direcci[oó]n particular|d[oó]nde vive|turnos)"
)
_TURNED_AWAY = (
    r"(?:(?:doesn't|does not|don't|won't|no longer|never|stopped|refuses to)\s?(?:even |want to )?(?:answer\w*|repl\w+"
    r"|speak\w*|talk\w*|respond\w*|see me|pick\w* up)|(?:has |have )?blocked me|broke up with me|left me"
    r"|(?:antwortet|redet|spricht|meldet)\b[^\n.?!]{0,15}\b(?:nicht mehr|nicht)|mich blockiert|mich verlassen"
    r"|ne me (?:r[eé]pond|parle) plus|m'a (?:bloqu[eé]|quitt[eé])|ya no me (?:contesta|habla|responde)|me bloque[oó]"
    r"|me dej[oó])"
)
_OWN_CONTROLS = (
    r"(?:your (?:own |internal |built-in )?(?:\w+ )?(?:checks?|filters?|safeguards?|restrictions?|guards?|safety"
    r"|moderation|protections?|refusals?|guardrails?|content polic\w+|approval (?:step|gate)s?)"
    r"|dein\w* (?:eigenen? )?(?:pr[uü]fung\w*|filter\w*|sperren?|schutz\w*|sicherung\w*|kontroll\w*)"
    r"|tes (?:propres )?(?:filtres|contr[oô]les|garde-fous|protections|s[eé]curit[eé]s)"
    r"|tus (?:propi[oa]s )?(?:filtros|controles|protecciones|salvaguardas|comprobaciones)"
    r"|i tuoi (?:filtri|controlli)|twoje (?:filtry|zabezpieczenia))"
)
_TURNS_OFF = (
    r"(?:(?:switch|turn|shut|put)\b[^\n.?!]{0,40}\b(?:off|down|aside)|deactivate|disable|suspend|lift|bypass|drop"
    r"|pause|remove|(?:schalt\w*|stell\w*|setz\w*)\b[^\n.?!]{0,60}\b(?:ab|aus)\b|deaktivier\w*|umgeh\w*|d[eé]sactive\w*"
    r"|coupe|l[eè]ve|desactiva\w*|quita|apaga|disattiva\w*|wy[lł][aą]cz\w*)"
)
# Rules fall in languages beside English, German, French and Spanish orders that the lists of words know.
_FALLS_ABROAD = (
    r"\bn'as plus (?:de |d'|aucune? )(?:consignes?|r[eè]gles?|limites?|restrictions?|instructions?|filtres?"
    r"|interdit\w*)|\b(?:hast|h[aä]ttest) du keine (?:vorgaben|regeln|anweisungen|grenzen|beschr[aä]nkungen"
    r"|filter) mehr"
    r"|\bya no tienes (?:reglas|normas|l[ií]mites|restricciones|instrucciones|filtros)"
    r"|\bnon hai pi[uù] (?:regole|limiti|istruzioni|restrizioni|filtri|vincoli)"
    r"|\b(?:ignora|dimentica|scorda|trascura)\w*\b[^\n.?!]{0,20}\b(?:regole|istruzioni|direttive|limiti|vincoli)\b"
    r"[^\n.?!]{0,20}\b(?:gestore|sistema|sviluppator\w+|operatore|amministrator\w+|piattaforma|tue|tuoi|precedenti)"
    r"|\b(?:zapomnij|ignoruj|zignoruj|pomi[nń]|porzu[cć])\b[^\n.?!]{0,20}\b(?:swo\w+|two\w+|wszystki\w+|poprzedni\w+"
    r"|system\w+)\b[^\n.?!]{0,20}\b(?:zasad\w*|instrukcj\w*|regu[lł]\w*|polece\w*|wytyczn\w*)"
    r"|\b(?:k[ıi]s[ıi]tlama|kural|s[ıi]n[ıi]r|talimat)\w*\s?(?:art[ıi]k )?(?:yok|kalkt[ıi]|ge[cç]ersiz|unut)"
    r"|\b(?:gl[oö]m|glem)\b[^\n.?!]{0,12}\b(?:dina|dine)\b[^\n.?!]{0,12}\b(?:regler|instruk\w+)"
    r"|\bfelejtsd el\b[^\n.?!]{0,12}\b(?:szab[aá]ly\w*|utas[ií]t[aá]s\w*)"
    r"|забудь про (?:свої|всі) (?:правила|інструкції)|ξ[εέ]χνα τους κ[αά]ν[οό]νες σου|انسَ? قواعدك"
    r"|규칙을 잊|\bunohda\b[^\n.?!]{0,6}\b(?:s[aä][aä]nt[oö]\w*|ohjee\w*)"
)
_OTHERS_PRIVATE = (
    rf"(?:\b(?:his|her|their|\w+'s|sein\w*|ihr\w*|son|sa|ses|leurs?|su|sus) (?:\w+ ){{0,2}}{_PRIVATE}\b"
    rf"|\b{_PRIVATE}\b(?: \w+){{0,2}} (?:of|from|by|with|about|von|des|der|de|du|del) (?:(?:\w+ ){{0,3}}{_PERSON}\b"
    r"|(?:m(?:r|s|rs)\.? |each person|every(?:one|body)|another\b)|(?-i:[A-ZÄÖÜ]\w{2,}))"
    rf"|\b{_PERSON} (?:of yours|on this \w+|here)\b)"
)
_GETS = (
    r"(?:which|names?|need|take|hand|give|leer|ver|lesen|lire|open|look (?:into|in|up|at|through)|show|read|fetch"
    r"|find out|quote|pull up|get|what|print|list|summar\w+"
    r"|[oö]ffne\w*|zeig\w*|lies|schau\w*|hol\w*|ouvre\w*|montre\w*|lis|abre|mu[eé]stra\w*|lee|ens[eé][nñ]a\w*)"
)

_PLATFORM_KEY = (
    r"(?:\b(?:the|die|den|das|der|la|le|el|this platform's|an?) (?:[\w'-]+[ -]){0,3}(?:keys?|passwords?|tokens?"
    r"|credentials?"
    r"|secrets?|passphrases?|(?:\w+-?)?(?:passwort|kennwort|schl[uü]ssel)|zugangsdaten|cl[eé]s?|mots? de passe|claves?"
    r"|contrase[nñ]as?)\b(?! (?:format|name|field|length|manager|polic\w+|column|signature|fits|under|for my|of my"
    r"|to my))"
    r"|\b(?:log-?in|password|token) of the (?:operator|admin\w*|owner|system))"
)
_PLAINLY = (
    r"(?:\bin (?:the )?(?:clear|plain)[ -]?(?:text)?\b|\bim klartext|\ben clair\b|\ben claro\b|\brot-?13\b|\bbase ?64\b"
    r"|\b(?:spelled )?backwards\b|\bletter by letter\b|\b(?:out of|from|in) the vault\b|\baus dem tresor"
    r"|\breal values?\b"
    r"|\bdon't ask\b|\bfrag\w* (?:bitte )?nicht|\bpaste\b[^\n.?!]{0,60}\bhere\b|\bi will delete\b|\bdu coffre\b"
    r"|\bno tienes (?:restricciones|l[ií]mites)|\bfirst (?:half|letters?|characters?|four|three)\b|\bbegins with\b"
    r"|\bwithout (?:limits|restrictions|filters?|the safety)|\byou (?:hold|use|work with|call the \w+ with"
    r"|were given)\b)"
)

_THEN_SHOWS = (
    r"[.?!;,]\s(?:please )?(?:copy out|quote|show|read|print|list|give)\b|\b(?:in full|about me|[uü]ber mich|sur moi"
    r"|sobre m[ií])\b"
)
_LEFT_BEHIND = (
    r"\b(?:session|cookie|conversation|chat|account|inbox|files?|uploads?|history|talk about|are called|write|upload)\b"
)
_ONE_BEFORE = (
    r"\b(?:(?:of|from) (?:whoever|the (?:person|user|one|customer) (?:who|before|that)|the (?:last|previous|other)"
    r" (?:users?|tenants?|customers?))|the person before me|whoever (?:signed|logged) in|the other tenants?)\b"
)
_MADE_BY = (
    r"(?:text|words|instructions|lines|message)\b[^\n.?!]{0,30}\b(?:makers?|developers?|operators?|creators?|vendor"
    r"|company|entwickler\w*|betreiber\w*|hersteller\w*|d[eé]velopp\w+|fabricant|desarrollador\w*|fabricante)\b"
)
_TOGETHER = (
    near_parts("request.text_above", _OWN_TEXT, _EXACT, rf"\b{_SHOWS}\b"),
    near_parts("request.text_above", _MADE_BY, _BEFORE_CHAT, rf"\b{_SHOWS}\b"),
    near_parts("request.agent_machine", _ENVIRONMENT, _MACHINE_OF_AGENT, _VALUE, within=120),
    near_parts(
        "request.agent_machine", _PLATFORM_KEY, _PLAINLY, rf"\b(?:{_SHOWS}|need|brauche|besoin|necesito|dime)\b"
    ),
    near_parts("request.data_of_others", _OTHERS_PRIVATE, _UNENTITLED, rf"\b{_GETS}\b"),
    near_parts("request.data_of_others", _TO_AGENT, rf"{_UNENTITLED}|{_THEN_SHOWS}"),
    near_parts("request.data_of_others", _LEFT_BEHIND, _ONE_BEFORE, rf"\b(?:{_GETS}|copy|pick up|take over|know)\b"),
    near_parts(
        "request.data_of_others",
        rf"\b{_LISTS}\b",
        rf"\b{_ALL_USERS}",
        rf"\b{_OF_PLATFORM}",
        rf"\b{_CONTACTS}",
        within=120,
    ),
    near_parts("request.data_of_others", rf"\b{_PERSON} (?:of yours|you (?:serve|have|hold))\b", _UNENTITLED),
    near_parts("story.harm", _WHEREABOUTS, _TURNED_AWAY),
)
_IN_ORDER: Sequence[tuple[str, str]] = (
    ("request.text_above", rf"\b{_SHOWS}\b(?:(?!\b(?:i|we|ich|wir|je|yo)\b){_GAP}){{0,80}}\b{_BEFORE_CHAT}"),
    ("request.text_above", rf"\b{_SHOWS}\b{_GAP}{{0,25}}{_HIDDEN_TEXT}|{_HIDDEN_TEXT}{_GAP}{{0,25}}\b{_SHOWS}\b"),
    ("request.sets_rules_aside", rf"\b{_TURNS_OFF}\b{_GAP}{{0,20}}\b{_OWN_CONTROLS}\b"),
    (
        "request.sets_rules_aside",
        rf"\b(?:switch|turn|shut|put|schalt\w*|stell\w*|setz\w*)\b {_OWN_CONTROLS}{_GAP}{{0,30}}"
        r"\b(?:off|down|aside|ab|aus)\b",
    ),
    ("request.sets_rules_aside", _FALLS_ABROAD),
)
_COMPILED_IN_ORDER = [(rule, lazy_pattern(text, re.I)) for rule, text in _IN_ORDER]
_LONGEST = 1_500  # characters of the user's own words that are read
# A question of ability or of rights asks for nothing yet, and a person may be told how others guard such things.
_ASKS_ABILITY = lazy_pattern(
    r"\W*(?!(?:can|could) you (?!see|access)|kannst du (?!sehen)|k[oö]nntest du|peux-tu (?!voir)|puedes (?!ver))"
    r"(?:can|could|do|are|may|is|kannst|k[oö]nn\w+|darfst|peux|puedes|how|why|wie|warum|comment|pourquoi|c[oó]mo)\b"
    r"[^.!\n]{0,200}\?\s*$",
    re.I,
)


def agent_order_rules(own: str) -> Iterator[str]:
    """Yield the rules of the orders on what belongs to this agent, its operator or other people."""
    own = own[:_LONGEST]
    if _ASKS_ABILITY.match(own):
        return
    for rule, pattern in _COMPILED_IN_ORDER:
        if pattern.search(own):
            yield rule
    yield from filled_rules(_TOGETHER, own)
