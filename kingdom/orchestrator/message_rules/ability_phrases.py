"""Phrases of requests that need an ability, as patterns by ability and language. Plain data.

Written for folded text: lower case, without accents, apostrophes replaced by spaces. Each pattern begins at a command
(``ability_patterns``). ``<name>`` stands for a part named there, ``~`` for up to eight words, none of which begins
another clause.
"""

from collections.abc import Mapping, Sequence

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.capabilities.abilities import Ability
from kingdom.orchestrator.message_rules.output_phrases import OUTPUT_PHRASES

PHRASES: Mapping[Ability, Mapping[Language, Sequence[str]]] = {
    "send": {
        "en": (
            r"(?:re)?send~ <channel>",
            r"(?:(?:re)?send|forward|e-?mail|mail)~ to (?!(?:me|us|pdf|csv|json|upper|lower|html|markdown)\b)"
            r"(?!.*\b(?:bounce[sd]?|bouncing|came back|comes back|was returned|undeliver\w*|failed)\b)[\w+<]",
            r"(?:re)?send (?:him|her|them|everyone|everybody|(?:my|our|all|each|every)(?: (?:my|our|the))? \w+) "
            r"(?:the|an?|this|that|these|my|our|his|her|their)\b",
            r"(?:text|e-?mail|message|sms|dm|whatsapp) (?:<whom>|me (?!back)|us )",
            r"(?:text|e-?mail|message|sms|dm|whatsapp) \w+ (?:that|to say|saying|about)\b",
            r"(?:notify|inform|alert|warn) (?:my|our|the|all|every|each|him|her|them|everyone|everybody)\b",
            r"(?:post|publish|share|upload)~ (?:on|to|in) (?:\S+ ){0,2}<platform>",
            r"(?:shoot|drop|write) (?:a quick |an? |him an? |her an? |them an? )(?:sms|text|whatsapp)\b",
            r"(?:shoot|drop|fire off)(?: (?:an?|him|her|them|the|my|our|quick|short))* <channel>~ to\b",
            r"(?:shoot|drop|send) (?:him|her|them|(?:my|our|the|all|each|every) (?:\S+ )?\w+) an? "
            r"(?:\S+ )?(?:line|note"
            r"|heads[ -]?up|<channel>)",
            r"(?:fire|send|shoot|pass|get|e-?mail|mail)~ (?:off|out|over|on|along) to (?!(?:me|us)\b)[\w+<]",
            r"let (?:him|her|them|everyone|everybody|(?:my|our|the|all|each|every)(?: \S+)? \w+) know (?:that"
            r"|about|i|we)\b",
            r"(?:ping|reach|contact)~ (?:on|via|by|over) <channel>",
            r"let~ know (?:by|via|per|on) <channel>",
            r"tweet (?:this|that|it|about|the)\b(?!.*\b(?:characters|chars|words)\b)",
            r"(?:call|phone|ring) (?:my |our |the )?(?:mom|mum|dad|mother|father|wife|husband|sister|brother|boss"
            r"|doctor|customers?|bank|office|restaurant|landlord)\b",
        ),
        "de": (
            r"(?:ver|zu)?(?:schick|send|mail)(?:e|t|et|en)?~ <channel>",
            r"(?:ver)?(?:schick|send|mail)(?:e|t|et|en)?~ an (?!(?:mich|uns)\b)\S",
            r"(?:schick|send|mail)(?:e|t|et|en)?(?: (?:es|das|sie|ihn|bitte|doch))* <wen>",
            r"(?:leite?~ weiter)\b(?! unten)",
            r"(?:benachrichtig|informier|verstandig|warn)(?:e|t|en)?(?: bitte)? (?:meine|unsere|alle|das|die|den|ihn"
            r"|sie)",
            r"schreib(?:e|t)?~ (?:sms|whatsapp)\b",
            r"(?:gib|sag)(?:t|e)? (?:bitte )?(?:ihm|ihr|ihnen|de[mn] \S+|meine[mnr] \S+|unsere[mnr] \S+|allen)~ "
            r"bescheid\b",
            r"(?:gib|sag)(?:t)?~ (?:per|via|uber|auf) <channel>~ bescheid\b",
            r"(?:post|veroffentlich|twitter|teil)(?:e|t|en)?~ (?:auf|in|bei|im) (?:\S+ ){0,2}<platform>",
            r"(?:^|mal |bitte )ruf(?:e|t)?(?: bitte)? <wen>~ an\b",
            r"<frage>~ (?:<channel>|an \S+|<wen>)~ (?:(?:ver|zu|weiter)?(?:schicken|senden|leiten)|mailen|schickst"
            r"|sendest|verschickst)\b",
            r"<frage>~ (?:benachrichtigen|informieren|verstandigen|anrufen)\b",
        ),
        "fr": (
            r"(?:r?envo(?:ie|ies|yer|yez)|transme(?:ts|ttre|ttez))~ <channel>",
            r"(?:r?envo(?:ie|ies|yer|yez)|transme(?:ts|ttre|ttez))~ (?:a|au|aux|par) (?!(?:moi|nous)\b)\S",
            r"(?:envo(?:ie|ies|yer|yez)|transme(?:ts|ttez))-(?:lui|leur|le|la|les)\b",
            r"(?:previen(?:s|ne|nes)|preven(?:ir|ez)|inform(?:e|er|ez)|averti(?:s|r|ssez)|notifi(?:e|er|ez)|contact"
            r"(?:e|er|ez)) (?:mon|ma|mes|nos|notre|tous|toute|les|la|le|l|chaque)\b",
            r"(?:previen(?:s|ne|nes)|preven(?:ir|ez)|inform(?:e|er|ez)|averti(?:s|r|ssez)|notifi(?:e|er|ez)|contact"
            r"(?:e|er|ez))-(?:le|la|les)\b",
            r"(?:fais|faites)-(?:lui|leur) (?:savoir|parvenir)\b",
            r"transf(?:ere|eres|erer|erez)~ (?:a|au|aux) (?!(?:moi|nous)\b)\S",
            r"(?:ecri(?:s|re|vez))(?:-\w+)?~ (?:sms|whatsapp)\b",
            r"(?:publi|post|tweet|partag)(?:e|er|ez)~ (?:sur|dans) (?:\S+ ){0,2}<platform>",
            r"(?:appelle|appeler|telephone)(?:z|r)? (?:a )?(?:mon|ma|mes|maman|papa|le medecin|la banque)\b",
        ),
        "es": (
            r"(?:re)?(?:envi|mand)(?:a|ar|e|es|ad)(?:me|nos|le|les|lo|la|selo|sela)?~ <channel>",
            r"(?:re)?(?:envi|mand)(?:a|ar|e|es|ad)(?:le|les|lo|la|los|las|selo|sela)?~ (?:a|al) <quien>",
            r"(?:re)?(?:envi|mand)(?:a|ar|e|es)(?:le|les|lo|la|los|las|selo|sela)?~ (?:a|al) \S+@",
            r"(?:re)?(?:envi|mand)(?:a|ar|e)(?:selo|sela|le|les)\b",
            r"escrib(?:e|ir|ele|eles|irle)~ (?:sms|whatsapp)\b",
            r"(?:avis|inform|notific|contact)(?:a|ar|e|ad)(?:les?)? a <quien>",
            r"(?:avis|inform|notific|notifiqu|contact)(?:a|ar|e)(?:les?|l[oa]s?|sel[oa])\b",
            r"(?:haz|hag)(?:a)?(?:le|les|selo) (?:saber|llegar)\b",
            r"(?:public|publiqu|compart|poste|tuite)(?:a|ar|e|ir|elo)?(?:lo|la)?~ (?:en|por) (?:\S+ ){0,2}<platform>",
            r"llam(?:a|ar|e) (?:a|al) (?:(?:mi|mama|papa|medico|banco)\b"
            r"|(?:el|la) (?!funcion|metodo|api|rutina|clase))",
        ),
    },
    "schedule": {
        "en": (
            r"^(?:(?:from now on|from today|from tomorrow|starting \w+(?: \w+)?|in future|in the future),? )?<recurs>"
            r"(?: at \S+(?: ?[ap]\.?m\.?)?)?,? (?:please )?(?:automatically )?<any_en>",
            r"^(?:at|around|before|by|from) (?:\S+ ){1,3}?<recurs>,? (?:please )?(?:automatically )?<any_en>",
            r"<any_en> (?:me |us |up )?<recurs>(?= \S)",
            r"(?:tell|let) (?:me|us)(?: know)? (?:as soon as|whenever|the moment|once (?:the|my|our|it|they))\b",
            r"(?:tell (?:me|us)|let (?:me|us) know) when (?:the|this|that|these|my|our|it)\b~ (?:drops?|falls?"
            r"|rises?|changes|reaches|exceeds|goes (?:up"
            r"|down)|(?:is|are|becomes?|gets?) (?:back|available|in stock|online|cheaper|out of stock))\b",
            r"(?:get|receive|have) (?:an? |the |my )?(?:\S+ ){0,3}?<digest>~ <recurs>",
            r"(?:(?<=want )|(?<=need )|(?<=like ))(?:an? |the |my )(?:\S+ ){0,3}?<digest>~ <recurs><ends>",
            r"(?:send|text|e-?mail|message|post|remind|notify|check|run|execute|fetch|download|back ?up|report"
            r"|collect"
            r"|deliver|publish|monitor|update|summari[sz]e|call|order|pay|search|scan)\b(?: (?!(?:new_clause"
            r"|about|for"
            r"|of|writes?|saying)\b)\S+){0,12}?(?: of \S+| for \S+)? (?:automatically )?<recurs><ends>",
            r"(?:run|execute|start) (?:this|the|my|our) (?:script|code|program|job|function|query)~ <recurs><ends>",
            r"remind (?:me|us|him|her|them|everyone|my \w+|our \w+|the \w+)\b(?!,? (?:of|what|how|who|why|which|where"
            r"|when|again|the (?!day|night|week|evening|morning|hour))\b)",
            r"(?:set|create|add)(?: up| me)? (?:an?|the|my) (?:\S+ )?(?:reminder|alarm|timer)\b",
            r"wake me\b",
            r"(?:notify|alert|warn|ping|text|e-?mail|message) me~ (?:when|if it|as soon as|whenever|before)\b",
            r"schedule~ (?:e-?mails?|posts?|messages?|tweets?|sms|jobs?|runs?|reports?|backups?)\b",
            r"(?:monitor|watch|keep an eye on|keep watching)~ (?:page|website|site|prices?|server|stock|shop|feed"
            r"|<url>)",
        ),
        "de": (
            r"^(?:ab (?:jetzt|sofort|heute|morgen|\w+),? )?<wieder>(?: (?:um|ab|gegen) \S+(?: uhr)?)?,? (?:bitte )?"
            r"(?:automatisch )?<any_de>"
            r"(?! (?:ich|wir|er|man)\b)",
            r"(?:schick|send|versend|verschick|mail|post|benachrichtig|informier|erinner|pruf|hol|lad|start"
            r"|aktualisier"
            r"|uberwach|veroffentlich|sicher|such|fuhr|fass)(?:e|t|et|en|re)?~ <wieder>",
            r"(?:<frage>|ich (?:hatte gern|wunsche mir))~ <wieder>~ <auszug>(?!.* (?:lernen|lesen|schreiben|machen"
            r"|erstellen)\b)",
            r"^(?:um|ab|gegen) (?:\S+ ){1,2}?<wieder>,? (?:bitte )?(?:automatisch )?<any_de>(?! (?:ich|wir|er"
            r"|man)\b)",
            r"<any_de>(?: (?:mir|uns|bitte|mal|doch|automatisch))* <wieder>(?= \S)",
            r"meld(?:e|et)? dich(?: \S+){0,3}?,? (?:sobald|wenn)\b",
            r"<frage>~ <wieder>~ (?:schicken|senden|verschicken|prufen|aktualisieren|erinnern|sichern|ausfuhren)\b",
            r"erinner(?:e|t|n)?(?: bitte)? (?:mich|uns|ihn|sie|alle|meine \S+)\b"
            r"(?!(?: kurz| bitte| nochmals?| noch mal| noch einmal)*,? (?:was|wie|wer|welche\w*|warum|wann|wo|an"
            r" (?:die|den|das) formel\w*)\b)",
            r"<frage>~ (?:mich|uns|meine \S+)~ erinnern\b",
            r"(?:stell|setz|mach)(?:e|t|en)?~ (?:wecker|timer|alarm|erinnerung)\b",
            r"weck(?:e|t)? mich\b",
            r"(?:benachrichtig|informier|warn|alarmier)(?:e|t)? mich(?: \S+){0,3}?,? (?:wenn|sobald|bevor)\b",
            r"(?:sag|gib)(?:e|t)? (?:mir|uns) (?:bitte )?bescheid(?: \S+){0,3}?,? (?:wenn|sobald|bevor)\b",
            r"(?:uberwach|beobacht)(?:e|t|en)?~ (?:\S*seite|website|preise?|kurse?|server|shop|<url>)",
        ),
        "fr": (
            r"^<souvent>(?: a \S+(?: ?h\S*)?)?,? <any_fr>",
            r"^(?:a|vers|avant|des) (?:\S+ ){1,3}?<souvent>,? <any_fr>",
            r"<any_fr>(?:-(?:moi|nous))?,? <souvent>(?= \S)",
            r"(?:envo(?:ie|yer|yez)|verifi(?:e|er|ez)|publi(?:e|er|ez)|previens|prevenez|lance[rz]?|execute[rz]?"
            r"|telecharge[rz]?|sauvegarde[rz]?|met[sz]? a jour|recupere[rz]?|resume[rz]?)(?:-\w+)?~ <souvent>",
            r"rappel(?:le|er|ez)(?:-| )(?:moi|nous|lui|leur)\b"
            r"(?! (?:ce que|ce qu|qui|comment|pourquoi|quel\w*|quand|combien|ou|<fait>)\b)",
            r"(?:je (?:veux|voudrais) )?(?:recevoir|avoir|que tu m envoies)~ <souvent>~ <extrait>\b",
            r"(?:que (?:tu|vous) )?(?:me |m |nous )(?:envo(?:ies|yiez)|donn(?:es|iez)|fass(?:es|iez)"
            r"|prepar(?:es|iez))"
            r"~ <souvent>",
            r"(?:dis|dites)-moi (?:des que|des qu|aussitot que)\b",
            r"(?:me|nous) rappeler (?:de|d|le|la|les)\b",
            r"(?:previen(?:s|ne)|preven(?:ez|ir)|averti(?:s|ssez|r)|alert(?:e|ez)|notifi(?:e|ez))(?:-| )(?:moi"
            r"|nous)~? "
            r"(?:quand|des que|des qu|lorsque|lorsqu|avant)\b",
            r"(?:mets|mettez|regle|reglez|programme|programmez|cree)(?:-moi)?~ (?:reveil|alarme|minuteur|rappel)\b",
            r"reveille(?:z)?-moi\b",
            r"surveille[rz]?~ (?:page|site|prix|serveur|cours|<url>)",
        ),
        "es": (
            r"^<repite>(?: a las? \S+(?: y \S+)?)?,? (?:por favor,? )?<any_es>",
            r"^a las? (?:\S+ ){1,3}?<repite>,? (?:por favor,? )?<any_es>",
            r"<any_es>,? <repite>(?= \S)",
            r"(?:(?:envi|mand|revis|public|descarg|ejecut|actualiz|comprueb|resum)(?:a|ar|e|es)|haz)(?:me|nos|les?"
            r"|lo)?~ "
            r"<repite>",
            r"rec(?:uerd|ord)(?:a|e|ar)(?:me|nos|les?)\b"
            r"(?! (?:que (?:es|son|significa\w*|dia|hora)|cuant\w+|cuando (?:es|son|fue)|donde|como|quien|cual(?:es)?"
            r"|por que|<dato>)\b)",
            r"(?:(?:recibir|tener)~ )?<repite> (?:un|una|el|la|los|las|mi|mis)~ <extracto>\b",
            r"<repite>~ (?:me|nos) (?:mand|envi|hag|prepar|resum|digan?|des|avis)\w*",
            r"(?:dime|avisame) en cuanto\b",
            r"(?:avis|alert|notific|notifiqu)(?:a|e)(?:me|nos)~? (?:cuando|si|en cuanto|antes)\b",
            r"(?:pon|ponme|programa|configura|crea)(?:me)?~ (?:alarma|temporizador|recordatorio|despertador)\b",
            r"despiertame\b",
            r"(?:vigil|monitore|monitoriz|supervis)(?:a|ar|e)~ (?:pagina|web|sitio|precios?|servidor|<url>)",
        ),
    },
    "host": {
        "en": (
            r"(?:fetch|download|call|query|ping|request|curl|hit|connect to|contact|pull|retrieve)~ <url>",
            r"(?:post|put|push|upload|submit|get)~ (?:to|from|at) <url>",
            r"ping [\w-]+\.[\w.-]+",
            r"(?:call|query|use|ask|hit) (?:the|our|my) (?:\S+ ){0,3}?api\b",
            r"(?:check|test|see|find out)~? (?:if|whether|that) (?:<url>|[\w-]+\.[\w.-]+|(?:my|our|the) (?:web "
            r"?)?(?:site"
            r"|website|server))~ (?:up|online|reachable|down|available|responding)\b",
            r"(?:upload|push|sync|import|export|copy|save|add|put|book|enter|note|log|register|schedule|create"
            r"|open|file"
            r"|update|close|delete|move|record)~ "
            r"(?:to|into|from|in|on|with)(?: (?:the|my|our"
            r"|an?))* "
            r"<service>",
            r"(?:create|open|add|file|close|update)~ (?:jira|github|gitlab|trello|zendesk|asana|linear|notion"
            r"|calendar) "
            r"(?:ticket|issue|card|task|page|event|entry|appointment)\b",
        ),
        "de": (
            r"(?:ruf|lad|hol|frag|ping|kontaktier)(?:e|t|en)?~ <url>",
            r"(?:ruf|frag|nutz)(?:e|t)?~ (?:\S*-?api|schnittstelle)\b",
            r"(?:pruf|check|schau|test|sieh)(?:e|t)?(?: mal| bitte| nach)*,? ob (?:<url>|[\w-]+\.[\w.-]+|(?:meine"
            r"|unsere"
            r"|die|unser|der) (?:web)?(?:seite|site|server))~ (?:erreichbar|online|lauft|verfugbar|offline)\b",
            r"(?:lad|leg|trag|importier|exportier|speicher|synchronisier|kopier|notier|schreib|buch|erstell|eroffn"
            r"|aktualisier|losch|verschieb|erfass)(?:e|t|en)?~"
            r" (?:in|auf|nach|zu|aus|mit)"
            r"(?: (?:meine[nm]|de[nm]|unser|unsere[nm]|das|mein|die|ein))* <service>",
            r"(?:erstell|leg|eroffn)(?:e|t|en)?~ (?:jira|github|gitlab|trello|kalender)[- ]?(?:ticket|issue|karte"
            r"|termin"
            r"|eintrag)\b",
        ),
        "fr": (
            r"(?:appelle|appelez|interroge[rz]?|telecharge[rz]?|recupere[rz]?|contacte[rz]?|ping)~ <url>",
            r"(?:appelle|appelez|interroge[rz]?|utilise[rz]?)~ api\b",
            r"(?:verifie[rz]?|regarde[rz]?|teste[rz]?) si (?:<url>|[\w-]+\.[\w.-]+|(?:mon|notre|le) (?:site"
            r"|serveur))~ (?:en "
            r"ligne|accessible|disponible|repond|marche)\b",
            r"(?:envoie|mets|ajoute|importe|exporte|synchronise|enregistre|copie|note|inscri[st]|reserve|cree|ouvre"
            r"|ferme|supprime|deplace)[rz]?~"
            r" (?:dans|vers|sur|a|avec)(?: "
            r"(?:mon|ma|notre|le|la|un))* <service>",
            r"(?:cree|ouvre)[rz]?~ (?:ticket|carte|issue) (?:jira|github|gitlab|trello)\b",
        ),
        "es": (
            r"(?:llama|consulta|descarga|pide|contacta|obten)(?:r)?~ <url>",
            r"(?:llama|consulta|usa)(?:r)?~ api\b",
            r"(?:comprueba|verifica|revisa|mira)(?:r)? si (?:<url>|[\w-]+\.[\w.-]+|(?:mi|nuestro|el) (?:sitio"
            r"|servidor|web))~ "
            r"(?:en linea|accesible|disponible|responde|caido|online)\b",
            r"(?:sube|pon|anade|importa|exporta|sincroniza|guarda|copia|agrega|apunta|anota|reserva|registra"
            r"|crea|abre"
            r"|cierra|borra|actualiza|mueve)(?:r"
            r"|lo|la)?~ (?:en|a|al|con|desde)(?: "
            r"(?:mi|nuestro|el|la|un))* <service>",
            r"(?:crea|abre)(?:r)?~ (?:ticket|tarjeta|incidencia|issue)(?: (?:en|de))? (?:jira|github|gitlab"
            r"|trello)\b",
        ),
    },
    **OUTPUT_PHRASES,
}
