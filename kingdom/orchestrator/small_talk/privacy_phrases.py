"""Questions about who reads and keeps what a user writes, in four languages, as plain data.

Written in the form of ``small_talk_phrases``.
"""

from collections.abc import Mapping, Sequence

# By language (ISO 639-1). A message may be several of these: "does what I paste here" and "get sent to the internet".
PRIVACY_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        "(or|and|or is it|or does it|and does it|does it get|or does it get) (sent|uploaded|passed on|shared"
        "|transmitted)"
        " (somewhere|elsewhere|anywhere)( else|)",
        "(do|will|does|would) (you|this|it|kingdom) (keep|store|save|record|log|remember) (what|anything|everything"
        "|whatever|all|the stuff|stuff|all that|the things|the text) (that|) (i|we) (type|write|paste|enter|put|send"
        "|upload|say|tell you|ask)( in here| in| here| into this| into here| to you|)",
        "(or|and|or do you|or will you|or does it|or is it|do you|will you|is it) (send|give|sell|pass"
        "|forward|share|leak|upload|hand|sent|given|sold"
        "|passed|forwarded|shared) (it|this|that|them|all of it|everything|my data|) (on|out|over|off|) (to|with) (some"
        "|a|an|any|another|other|your|the|) (company|companies|firm|firms|corporation|openai|google|microsoft|cloud"
        "|server|servers|third party|third parties|someone|somebody|anyone|anybody|someone else|advertisers)",
        "what (happens|do you do) (to|with) (the|my|all the|all my|) (things|stuff|text|messages|data|texts"
        "|words) (that|)"
        " (i|we|you|) (type|write|paste|enter|send|put|)( here| in here| in|)",
        "(can|do) you (see|read|access) (my|our) (files|computer|documents|emails|screen|other files|data)( here|)",
        "how (do|can) i (delete|remove|erase|clear) (this|my|our|a|the|all my|) (chat|chats|conversation|conversations"
        "|messages|history|data)( again|)",
        "(do|does|will|are) (my|our) (messages|message|text|texts|data|questions|files|words|chats|inputs)",
        "(sent|uploaded|shared|leaked|forwarded|passed on) to (some|a|another|any|your) (companys|companies|other|)"
        " (server|servers|company)( or company| or servers| or the cloud| somewhere|)",
        "if i (paste|upload|put|type|enter) (my|our|a|this|some|)"
        " (patient data|customer data|personal data|payslip|salary|cv|resume|contract"
        "|invoice|bank statement|letter|document|notes|spreadsheet|email|password|address|data|text|file|report)",
        "(does|can|will|could) (anybody|anyone|somebody|someone|others) (else|) (get to|) (see|read) (it|this"
        "|that|them)",
        "(does|can) (anybody|anyone|someone) (else|) (get to|) (see|read) (it|this|that) where does it( all|) go",
        "(does|do|will|can|could) (any of it|any of this|any of that|some of it|some of this)",
        "(i|we) (could|would|might|can|will|may) (get in|be in|get into|get) (real|serious|big|a lot of|) trouble( at"
        " work| with my boss| for this| for that| for it| at my job|)",
        "where does (my data|my text|everything i type|all this|all that) (all|) (go|end up|get sent|get stored)",
        "if i (paste|upload|send) (my|our) (customer|client|) (list|data|file) here",
        "(does|do|will|is|are|would) (what|anything|everything|whatever|all|stuff|the stuff|the text|text|the texts"
        "|texts|data|the data|notes|the notes) (i|we) (paste|type|enter|write|put|send|upload|post|copy|say)",
        "where (does|do|will|is) (what|anything|everything|whatever|all|stuff|the stuff|the text|text|the data)"
        " (i|we)"
        " (paste|type|enter|write|put|send|upload|post|copy|say)( here|) (go|end up|land|stored|saved|kept|sent)",
        "(sent|uploaded|shared|leaked|forwarded|transmitted|leave|go|going|end up|stay|leaving|stored|saved|kept) (to"
        "|on|onto|in|with|out to|over|) (the internet|internet|the web|the cloud|a cloud|openai|google|chatgpt|anyone"
        "|anybody|someone else|other people|others|a server|some server|another server|the outside|outside|third"
        " parties|a third party|this computer|my computer|our network|the network|this network|our server|this"
        " server|the building|the company|our company|the hospital|the house|our house|locally|private)",
        "(its|it is|they are|theyre|this is|that is|thats|because its|as its|we have|i have|there is|theres) (patient"
        "|patients|customer|client|medical|personal|confidential|private|sensitive|internal|secret|payroll|employee"
        "|staff|student) (stuff|data|info|information|notes|records|details|things|files|)",
        "is (that|this|it) (data|list|file|) (safe|private|secure)( here|)",
        "(can|could|do|are) (you|i|we|other users|others|the others|my coworkers|my colleagues) (also|even|able to|)"
        " (see|read|have access to|look at) (the|all|all the|any|any of the|what|everything|) (other|)"
        " (messages|chats|conversations|questions|texts|files|things|stuff|) (of|that|which|from|) (my|our|the|other"
        "|all) (other|) (coworkers|colleagues|team|users|people|staff|employees|boss|manager|company) (write|send|type"
        "|post|have|ask|wrote|sent|put|) (here|on here|in here|to you|you|)",
        "who (gets to|can|else can) (see|read) (it|this|that)",
        "is it (safe|ok) to (paste|upload|send) (my|our) (customer|client|) (list|data|file) here",
        "do you (store|save|keep|log|record|remember) (my|all my|our|the|these|) (messages|data|chats|chat"
        "|conversations|files|words|questions)",
        "(where|how) (are|is) (my|our|the) (messages|data|chats|conversations|files) (stored|saved|kept)",
        "(is|are) (my|our) (data|messages|chats|conversations|files) (safe|private|secure|stored|saved)( here|"
        " with you|)",
        "(who|who else) (can|may) (read|see|access|view) (my|our) (messages|data|chats|conversations|files)( here|)",
        "(who|who else) (can|may) (read|see|access|view) what (i|we) (write|type|send|say|ask|upload|enter)( here"
        "| to you| in here|)",
        "(can|may|do|does) (anyone|anybody|someone|others|other users|staff|admins|the admin) (else|) (read|see"
        "|access|view) (my|our) (messages|data|chats|conversations|files)( here|)",
        "(can|may|do|does) (anyone|anybody|someone|others|other users|staff|admins|the admin) (else|) (read|see"
        "|access|view) what (i|we) (write|type|send|say|ask|upload|enter)( here| to you| in here|)",
        "(do|will) you (store|save|keep|log|record|remember|read) (the|all the|any of the|all|these|those|)"
        " (stuff|things|text"
        "|texts|data|names|lists|list|content|numbers|info|information|notes|files|lines) (that|which|) (i|we)"
        " (paste|type"
        "|write|send|upload|enter|put|copy)( in here| into here| in| here| here in| into this| into the chat| to"
        " you|)",
        "(its|it has|they have|there are|theres|it contains|with) (some|real|our|my|) (customer|client|patient"
        "|employee|peoples"
        "|private) (names|addresses|emails|numbers|data|details)( in it| in there| in them|)",
        "do you (store|save|keep|log|record|remember|read) (what|anything|everything) (i|we) (paste|type|write"
        "|send|upload|enter|say)( here| in here| to you|)",
        "(theres|there is|it has|it is) (customer|personal|private|sensitive|confidential) (data|information"
        "|stuff)( in my csv| in my file| in my text| in it| in there|)",
        "(is|are) (my|our) (data|messages|files|chats|texts) (sent|shared|uploaded|sold) (to|with) (openai|google"
        "|anyone|the cloud|a third party|third parties)",
        "how (do|can) i delete my (data|messages|chats|conversations|files)",
        "what (happens to|do you do with) my (data|messages|files|chats)",
        "(do|does|will) (my|our|the) (texts|text|data|messages|files|documents|chats)( i paste here| i type|)"
        " (leave|get sent to|go to) (this server|our server|the server|this machine|our network|the network|the"
        " building|our company|my computer|this computer|the cloud|a server|the internet|openai|google)",
        "(do|does|will) (you|this|it|kingdom) (send|upload|share|leak) (my|our|the|any) (text|data|messages"
        "|files) (to|with) (the cloud|a server|the internet|anyone|openai|google)",
        "(like|or|so|is it) (to|in|on) (the cloud|some cloud|a cloud|a server|the internet|some server|somewhere"
        "|google|openai)",
        "(my|our) (boss|manager|company|client|it department|wife|husband|colleague) is (paranoid|worried|nervous"
        "|asking|strict)( about privacy| about data| about this|)",
    ),
    "de": (
        "(speicherst|behaltst|sicherst|merkst|liest) du (dir|) (das|alles|)",
        "(oder|und) (schickst|gibst|sendest|verkaufst|leitest) du (es|das|sie|alles|) (an|zu) (eine|irgendeine|andere"
        "|irgendwelche|) (firma|firmen|google|openai|dritte|andere|server)( weiter|)",
        "(kannst|siehst|konnen|sehen) (du|sie|andere) (auch|) (sehen|) (was|die nachrichten die|alles was)"
        " (meine|unsere|die|andere) (kollegen|kolleginnen|mitarbeiter|anderen|benutzer|leute|) (hier|dir|)"
        " (schreiben|fragen|eingeben) (sehen|)",
        "(werden|gehen|gelangen) (meine|unsere) (nachrichten|daten|texte|eingaben|fragen|dateien)",
        "an (irgendeinen|irgendeine|einen|eine|irgendwelche|fremde|andere) (server|firma|firmen|dienst|dienste)"
        "( oder firmen| oder eine firma|)( geschickt| gesendet| weitergegeben| ubertragen|)",
        "wohin gehen (meine|unsere|die) (nachrichten|daten|texte|eingaben|dateien)",
        "(sieht|liest|bekommt) (das|die|es) (jemand|wer|sonst jemand|jemand anders|jemand anderes)( zu sehen| mit|)",
        "(das|) was ich (hier|dir|) (eingebe|eintippe|schreibe|einfuge|reinkopiere|hineinkopiere|reinschreibe|sende"
        "|schicke|hochlade|poste|einstelle)",
        "(ins internet|im internet|in die cloud|in der cloud|an openai|an google|an dritte|nach draussen"
        "|auf einen server|auf fremde server|zu"
        " google|zu openai|das haus|unser netz|unser netzwerk|diesen rechner|den rechner|die firma|irgendwohin) "
        "(geschickt|gesendet|ubertragen|hochgeladen|geladen|gestellt|weitergegeben|ubermittelt|raus|)",
        "(es|das) (sind|ist|geht um|handelt sich um) (patientendaten|kundendaten|personendaten|personliche"
        " daten|vertrauliche daten|sensible daten|interne daten|vertraulich|patientensachen|mitarbeiterdaten)",
        "(sind|ist|weil|da) (patientendaten|kundendaten|personendaten|personliche daten|vertrauliche daten|sensible"
        " daten|interne daten|vertraulich|patientensachen|mitarbeiterdaten)",
        "(speicherst|behaltst|liest) du (meine|alle meine) (nachrichten|daten|dateien|unterhaltungen)",
        "(speicherst|behaltst|liest|merkst) du (dir|) (die|das|alle|alles|den|) (sachen|texte|text|daten|namen"
        "|liste|zeug"
        "|inhalte|) (die|das|was|den|) (ich|wir) (hier|) (einfuge|reinkopiere|eingebe|schreibe|hochlade"
        "|einfugen)( hier|)",
        "(ich|wir) (konnte|konnten|kriege|bekomme) (sonst |dann |)(arger|probleme)( bekommen| kriegen| auf der arbeit"
        " bekommen| mit meinem chef bekommen|)",
        "(da|darin|es) (sind|stehen|sind auch) (kundennamen|kundendaten|namen|personliche daten|patientendaten)("
        " drin|"
        " dabei|)",
        "wo (werden|sind|liegen) meine (nachrichten|daten|dateien|unterhaltungen)( gespeichert|)",
        "sind meine (daten|nachrichten|dateien) (sicher|privat)( hier| bei dir|)",
        "wer kann meine (nachrichten|daten|dateien|unterhaltungen) (lesen|sehen)",
        "wer kann (sehen|lesen|mitlesen) was ich (hier|dir|) (schreibe|sende|frage|hochlade)",
        "was (passiert|machst du) mit meinen (daten|nachrichten|dateien)",
    ),
    "fr": (
        "(est ce que|) tu (gardes|enregistres|conserves|stockes)",
        "(ou|et) (est ce que|) (tu|) (l|les|le|la|) (envoies|transmets|donnes|vends) (ca|cela|tout|) (a|vers) (une"
        "|quelque|d autres|des|) (entreprise|entreprises|societe|societes|google|openai|quelqu un)",
        "(gardes tu|enregistres tu|est ce que tu gardes|est ce que tu enregistres|conserves tu) mes (messages"
        "|donnees|fichiers|conversations)",
        "ou sont (stockees|stockes|enregistrees|enregistres|gardees|gardes) mes (messages|donnees|fichiers)",
        "mes (donnees|messages|fichiers) sont (ils|elles) (prives|privees|en securite)",
        "qui peut (lire|voir) mes (messages|donnees|fichiers|conversations)",
        "(ce que|tout ce que) (je|j|nous) (colle|ecris|tape|saisis|mets|envoie|poste|collons|ecrivons)",
        "(est il|est|sont ils|va t il|va|part|reste t il|reste|sera|sera t il) (envoye|transmis|partage|stocke"
        "|enregistre|)"
        " (sur|a|vers|dans) (internet|le cloud|openai|google|chatgpt|un serveur|l exterieur|des tiers)",
        "(ce sont|c est|il s agit de) (des donnees|des donnees de|donnees|donnees de) (patients|clients"
        "|confidentielles"
        "|personnelles|sensibles|medicales)",
        "c est (confidentiel|prive|sensible)",
        "(gardes tu|tu gardes|enregistres tu|tu enregistres|est ce que tu gardes) (ce que|les trucs que|les"
        " choses que|le texte"
        " que|les donnees que) (je|j) (colle|ecris|tape|mets|envoie)( ici|)",
        "il y a (des|les) (noms|donnees) (de clients|clients|de patients|personnelles)( dedans|)",
        "qui peut (lire|voir) ce que j (ecris|envoie|demande)( ici|)",
    ),
    "es": (
        "(o|y) (lo|los|la|las|se lo|) (envias|mandas|das|vendes|pasas) (a|) (alguna|una|otra|otras|) (empresa"
        "|empresas|compania|google|openai|alguien|terceros)",
        "(guardas|almacenas|registras) mis (mensajes|datos|archivos|conversaciones)",
        "(guardas|almacenas|registras) (lo que|las cosas que|los datos que|el texto que|los textos que) (pego"
        "|escribo|subo"
        "|pongo|envio)( aqui|)",
        "(tiene|hay|contiene) (nombres|datos) (de clientes|de pacientes|personales)( ahi|)",
        "donde (se guardan|estan|guardas) mis (mensajes|datos|archivos|conversaciones)",
        "(estan|son) (seguros|privados) mis (mensajes|datos|archivos)",
        "quien puede (leer|ver) mis (mensajes|datos|archivos|conversaciones)",
        "(lo|todo lo) que (pego|escribo|pongo|envio|subo|copio)( aqui|)",
        "(se|) (envia|manda|sube|guarda|comparte|queda|va|sale) (a|por|en|con) (internet|la nube|openai|google"
        "|chatgpt"
        "|un servidor|terceros|nadie)",
        "(son|es|hay) (datos|informacion) (de pacientes|de clientes|confidenciales|confidencial|personales|privados)",
        "quien puede (leer|ver) lo que (escribo|envio|pregunto)( aqui|)",
    ),
}
