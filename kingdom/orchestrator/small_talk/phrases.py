"""Phrases of small talk in four languages, as plain data.

Written without accents, apostrophes and punctuation, in lower case. ``(a|b|)`` stands for one of the alternatives.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from kingdom.orchestrator.small_talk.farewell_phrases import FAREWELL_PHRASES
from kingdom.orchestrator.small_talk.language_phrases import LANGUAGE_PHRASES
from kingdom.orchestrator.small_talk.learning_phrases import GROWTH_PHRASES, RANGE_PHRASES
from kingdom.orchestrator.small_talk.privacy_phrases import PRIVACY_PHRASES
from kingdom.orchestrator.small_talk.self_phrases import EXAMPLE_PHRASES, INTERNET_PHRASES, MODEL_PHRASES

Language = Literal["en", "de", "fr", "es"]
Topic = Literal[
    "growth", "privacy", "model", "internet", "languages", "cost", "memory", "accuracy", "example", "capabilities",
    "insult", "thanks", "farewell", "mood", "greeting",
]  # fmt: skip

FILLERS: Sequence[str] = (
    "(or what|or something|or so|oder was|oder so|ou quoi|o que)",
    "(ahh|ahhh|aha|ooh|ohh|yay|yes yes|yep|yeah|right|alright|all right|nice)",
    "(ok|okay|oh|ah|wow|haha|lol|well|so|now|then|just|again|please|pls|king|kingdom|dear|everyone|all|sorry|and|but"
    "|um|or|hmm|jaja|mdr)",
    "(for|with) (your|the|this|that|all the|all your|all this|everything) (help|answer|time|work|support|)",
    "(mate|man|dude|buddy|pal|friend|guys|bro|folks|sir|madam|team)",
    "(also|bitte|mal|ach|naja|und|aber|oder|jetzt|noch|nochmal|denn|eigentlich|schon|halt)",
    "(fur alles|fuer alles|konig|koenig)",
    "(here|in here|into here|into this chat|in this chat|in the chat|into this|into it|into you)",
    "(my|our) (son|daughter|boss|husband|wife|friend|colleague|brother|sister|it guy|it department|company) (installed"
    "|set up|showed|gave|recommended) (this|it|you|me this|me you) (for me|to me|for us|here|)",
    "(i|we|) (just|) (installed|set up|found) (this|it|you)( today| now|)",
    "(my|our) (colleague|boss|friend|coworker|manager) (said|says|told me|suggested) (to|i should) (try|test)"
    " (you|this|it)( out|)",
    "(mein|meine) (kollege|kollegin|chef|chefin) (sagt|sagte|meint) ich soll (dich|das) (mal |)(ausprobieren|testen)",
    "(get|gets|be|being|ever|is it|going to be|automatically|somewhere|anywhere|somehow|irgendwo)",
    "(wird|werden|geht|gehen|kommt|kommen|landet|landen|bleibt|bleiben|gelangt|verlasst|verlassen) (das|dies|alles"
    "|etwas|irgendetwas|irgendwas|es)( hier|)",
    "(wird|werden) (mein text|meine texte|meine daten|die daten|der text)( hier|)",
    "(est ce que|ca|cela|ici|hier|aqui)",
    "(s il vous plait|sil vous plait|s il te plait|sil te plait|svp|stp|alors|bon|et|ou|mais|roi|pour tout|pour votre"
    " aide|pour ton aide|monsieur|madame)",
    "(por favor|bueno|pues|vale|y|o|pero|rey|por todo|por tu ayuda|por su ayuda|por la ayuda|senor)",
)

# By language, then by topic. A phrase of two languages belongs to the first.
PHRASES: Mapping[Language, Mapping[Topic, Sequence[str]]] = {
    "en": {
        "growth": GROWTH_PHRASES["en"],
        "privacy": PRIVACY_PHRASES["en"],
        "model": MODEL_PHRASES["en"],
        "internet": INTERNET_PHRASES["en"],
        "languages": LANGUAGE_PHRASES["en"],
        "example": EXAMPLE_PHRASES["en"],
        "capabilities": (
            *RANGE_PHRASES["en"],
            "what (all|else|exactly|kinds of things|kind of things|sort of things|things|) (can|could) you (do|offer"
            "|help with|help me with|answer|handle|do for me|do here|do exactly|actually do)",
            "what do you (do|offer|know|support|know how to do)",
            "what (cant|cannot|can not|dont|wont|couldnt) you (do|answer|help with|)",
            "what can you not (do|answer|help with)",
            "(tell me |)what (are you|youre|you are) (not able to do|not capable of|bad at|not good at|good at)",
            "(what|and what|) (are|) your (limits|limitations|weaknesses|strengths)",
            "(id|i would) (just|) like to know what you can (do|help me with)",
            "what is it( that|) (you|u) (can|could|do|actually can|can actually) (do|offer|help with)( for me|)",
            "what are you( able to do| capable of| good at| good for| for| here for|)",
            "what can i (do|ask|ask you|type|write|say|use you for|use this for|do with this|do here|ask here)( here|)",
            "(what is|whats) (this|this app|this place|this site|this thing|kingdom|your name|your job|your purpose)",
            "how (do|can|should) i (use|work with) (this|you|it|this app|this thing|this site|kingdom)",
            "how (does this|does it|does this app|does this work|does kingdom|do you) work",
            "(how|where|with what|what) (do|can|should|would) (i|we) (start|begin|get started)( with| here| best|)",
            "what (can|do) you (do |)and what (cant you|cannot you|can you not|dont you|isnt possible|not)( do|)",
            "(who|what) (are|r) (you|u)( exactly| really| actually|)",
            "(tell me|) (who you are|what you can do|what you do|about yourself|something about yourself)",
            "(introduce yourself|in plain words|in simple words)",
            "do (you|i) need (an|a|the|) (api key|key|account|model|gpu)( for this| to work| to use this|)",
            "(who|what company) (made|built|created|makes|wrote|owns|runs|developed) (you|this|it|kingdom)",
            "(am i|are we) (talking|speaking|chatting|writing) (to|with) (a|an|the|some|) (bot|robot|human|human being"
            "|real person|real human|person|machine|computer)( here| now| or what|)",
            "are you (a bot|a robot|human|a human|real|a real person|a person)( in disguise| underneath|)",
            "is (this|it) (a bot|a robot|a human|a person)( in disguise| underneath| under the hood|)",
            "help( me| me out|)",
            "i need( some| your|) help",
            "(can|could|will) you help( me| me out|)",
            "(show me|show|list|tell me|what are|give me) (your|the|all|all the|all your|some|a few|) (capabilities"
            "|skills|features|functions|commands|specialists|abilities|options|examples)",
            "(which|what) (specialists|agents|tools|skills|features) (are there|do you have|exist|are available)",
            "(menu|commands|capabilities|getting started|get started|instructions)",
        ),
        "greeting": (
            "(hello|hallo|helo|hi|hii|hey|heya|heyo|hey hey|hi hi|hiya|howdy|yo|sup|greetings)( there| again| bot|"
            " friend| world|)",
            "good (morning|afternoon|evening|day)( to you| there|)",
            "(morning|mornin|evening|afternoon|gday)( all| there|)",
            "(anybody there|anybody here|anyone there|anyone here|first time here|my first time here)",
            "(i am|im|) new (here|to this)",
            "how are (you|u|ya|things|you all)( doing|)( today|)",
            "(how is|hows) (it going|everything|everything going|life|your day)( today|)",
            "(what is up|whats up|nice to meet you)",
            "(is anybody|is anyone|is somebody|are you) (there|here)",
        ),
        "thanks": (
            "(thanks|thank you|thank u|thankyou|thx|ty|tysm|cheers|ta)( in advance| a lot| so much| very much| a"
            " bunch| a million|)",
            "(that was|this was|wow|) (quick|fast|super fast|really quick|really fast|so quick|so fast|easy)",
            "(many thanks|much appreciated|i appreciate it|i appreciate that)",
            "(that|this|it|you|that has|you have|youve|that really|) (just|really|) (saved|saves|save) me (half an|an"
            "|a whole|a good|so much|a lot of|lots of|loads of|some|a few|a bunch of|) (hour|hours|time|day|work"
            "|trouble|minutes)",
            "(that was|this was|that is|thats|this is|it was|you were|you are|youre|very|really|so|) (very|really|so"
            "|super|) (helpful|great|perfect|awesome|nice|cool|excellent|amazing|wonderful|fantastic|brilliant|superb"
            "|lovely|useful)",
            "(great|good|nice|excellent|brilliant) (job|work|answer|bot|stuff|one)",
            "(that|this|it|you|you just|you really) (saved|just saved|really saved|has saved|have saved) (my|the|our)"
            " (day|morning|afternoon|evening|night|week|weekend|life|bacon|skin|neck|exam|homework|project|job)",
            "(that|this|it|you|you just) (saved|just saved) me( a lot of time| a ton of time| hours| so much time|)",
            "(you are|youre) (a|an|such a|my) (star|legend|lifesaver|life saver|hero|genius|gem|angel|champ)",
            "(youve|you have|this has) been (a|an|so|very|really|such a|) (great|helpful|amazing|wonderful|star|useful"
            "|huge help|great help)",
            "(just|exactly|precisely) what i (needed|wanted|was looking for)",
            "(perfect|spot on|lovely|brilliant|superb|sweet|phew|cool|great|awesome|amazing|nice)",
            "i (love|like|adore) you( so much| too|)",
            "(well done|love it|i love it|i love this|exactly what i needed|it works|that works|works great)",
            "(you are|youre) the best",
            "(you|that|this|it) (rescued|really rescued|just rescued) me",
            "(you are a|youre a|what a|such a|) (life saver|lifesaver|huge help|big help|great help|real help|star)",
            "(that|this|it|which|you|that really|it really) (helped|worked|helps|works)( a lot| me| a ton|)",
            "(that|this|it) (did it|did the trick|fixed it|solved it|is what i needed|was what i needed)",
        ),
        "farewell": FAREWELL_PHRASES["en"],
        "insult": (
            "(you are|youre|you|this is|that is|thats) (so|such a|really|just|a|an|a complete|) (stupid|dumb|useless"
            "|idiot|moron|idiotic|worthless|crap|garbage|rubbish|trash|bullshit|terrible|awful|pathetic|shit|bad|joke"
            "|annoying|liar|loser|asshole|nonsense)( bot| machine| thing| app|)",
            "(stupid|dumb|useless|bad|terrible|worst|shitty|crappy)( bot| machine| thing| program| app| king| answer|"
            " ai)",
            "(stupid|idiot|moron|asshole|bastard|shit|damn|damn it|crap|bullshit|nonsense|rubbish|wtf|stfu|fuck)",
            "(you suck|this sucks|it sucks|shut up|go to hell|get lost|drop dead|screw you|piss off)",
            "fuck (you|off|this|it)",
            "(you are|youre|that is|thats|that was|this is|this was|it is|its|it was|) wrong( again|)",
            "(nothing|it|this|that) (works|ever works|does not work|doesnt work|never works|is broken)( here|)",
            "what the (fuck|hell)( is this| is that| is wrong with you|)",
            "i hate (you|this|it|this app|this thing)",
            "(no |)(that is|thats|this is|) not what i (asked|meant|wanted|said|asked for|asked you)",
            "you (got|get|keep getting) (it|that|this|everything) (all |)wrong( again|)",
        ),
    },
    "de": {
        "growth": GROWTH_PHRASES["de"],
        "privacy": PRIVACY_PHRASES["de"],
        "model": MODEL_PHRASES["de"],
        "internet": INTERNET_PHRASES["de"],
        "languages": LANGUAGE_PHRASES["de"],
        "example": EXAMPLE_PHRASES["de"],
        "capabilities": (
            *RANGE_PHRASES["de"],
            "(wer|welche firma) (hat|) (dich|das hier|kingdom) (gemacht|gebaut|entwickelt|programmiert|erschaffen)",
            "was (kannst|konntest|koenntest) du( eigentlich|)( alles| sonst| genau| eigentlich| so|)( noch|)( machen|"
            " tun| fur mich tun| fuer mich tun| anbieten| beantworten|)",
            "was (kannst|konnen) (du|sie) (nicht|alles nicht)( machen| tun|)",
            "was (kannst|konnen) (du|sie) (alles |) und was( alles| kannst du| konnen sie| geht|) nicht( alles|)",
            "(wo|womit|wie) (fange|fang|beginne|starte|soll) ich( am besten|) (an|anfangen|beginnen|los|)",
            "was (geht|klappt) (hier|bei dir|mit dir|)( nicht|)",
            "was (konnen|koennen) sie( alles|)( machen| tun| fur mich tun|)",
            "was (machst|tust|bist) du( so| hier| eigentlich| genau|)",
            "(womit|wobei|wie) (kannst|konntest|koenntest) du( mir|) helfen",
            "(womit|wobei|wie) (konnen|koennen) sie( mir|) helfen",
            "(kannst|konntest|koenntest) du mir( bitte|) helfen",
            "(konnen|koennen) sie mir( bitte|) helfen",
            "wer (bist du|sind sie)( eigentlich| genau|)",
            "(oder|) wer steckt (da|) dahinter",
            "wie (heisst du|heissen sie|ist dein name|funktioniert das|funktioniert das hier|funktionierst du)",
            "wie (benutze|verwende|bediene|nutze) ich (das|dich|es|das hier)",
            "was (kann|konnte|soll) ich (hier|dich|sie)( hier|)( machen| tun| fragen| schreiben|)",
            "was ist das( hier|)",
            "(hilfe|hilf mir|ich brauche hilfe|ich brauche deine hilfe)",
            "(bist du|sind sie) (ein bot|ein roboter|ein mensch|echt|ein echter mensch|eine maschine|eine echte person)"
            "( oder ein bot| oder ein programm| oder ein roboter| oder ein mensch| oder eine maschine|)",
            "(zeig|zeige|nenn|nenne)( mir|) (beispiele|deine fahigkeiten|deine faehigkeiten|alle spezialisten)",
            "(stell|stelle) dich( bitte|) vor",
            "welche (spezialisten|funktionen) (gibt es|hast du)",
        ),
        "greeting": (
            "(hallo|servus|moin|moin moin|gruss gott|gruess gott|gruezi|grussdich|hallochen)( zusammen| du| nochmal|)",
            "guten (morgen|tag|abend|mittag)( zusammen| allerseits| euch| an alle| miteinander| leute| ihnen|)",
            "wie (gehts|geht es|geht s)( dir| ihnen|)( heute|)",
            "(ist jemand|bist du) da",
        ),
        "thanks": (
            "(danke|dankeschon|dankeschoen|danke schon|danke schoen|danke dir|danke ihnen)( sehr| vielmals|)",
            "(vielen|besten|herzlichen|lieben|tausend) dank( dir|)",
            "ich danke (dir|ihnen)( sehr|)",
            "(das ist|das war|) (sehr|echt|wirklich|) (super|toll|klasse|prima|hilfreich|perfekt|genial|spitze|gut"
            " gemacht)",
            "(gute arbeit|danke im voraus|gut gemacht|das hat geholfen|das hilft mir|du bist super|du bist toll)",
            "(das|du|damit|du hast|das hat|du hast damit) (hat|hast|) (mir|) (den|meinen) (tag|abend|nachmittag)"
            " gerettet",
            "(das hat|du hast) mir (sehr|echt|wirklich|total|) (geholfen|viel zeit gespart|weitergeholfen)",
            "(das|es|alles|) (hat|) (super|gut|prima|toll|wunderbar|bestens|) (geklappt|funktioniert)",
            "(du hast|sie haben|das hat|damit hast du) (mich|mir) (echt|wirklich|total|sehr|) (gerettet"
            "|das leben gerettet"
            "|sehr geholfen|den hals gerettet|den tag gerettet)",
            "(du bist|sie sind) (meine|die|eine|echt meine|meine echte) (rettung|grosse hilfe)",
            "(perfekt|super|klasse|spitze|genau was ich brauchte|genau das brauchte ich|du bist ein schatz)",
        ),
        "farewell": FAREWELL_PHRASES["de"],
        "insult": (
            "(du bist|sie sind|das ist|was fur ein|so ein) (so|echt|wirklich|ja|nur|) (ein|eine|) (dumm|blod|bloed"
            "|doof|nutzlos|idiot|depp|trottel|scheisse|mist|mull|quatsch|unsinn|schlecht|versager|dreck|lacherlich"
            "|arschloch|schwachsinn)",
            "(idiot|depp|trottel|scheisse|mist|arschloch|blodsinn|schwachsinn|verdammt|dummkopf|so ein mist)",
            "(halt die klappe|halts maul|halt s maul|leck mich|fick dich|verpiss dich|du nervst|ich hasse dich)",
            "(dummer|bloder|bloeder|nutzloser) (bot|roboter|computer)",
        ),
    },
    "fr": {
        "growth": GROWTH_PHRASES["fr"],
        "privacy": PRIVACY_PHRASES["fr"],
        "model": MODEL_PHRASES["fr"],
        "internet": INTERNET_PHRASES["fr"],
        "languages": LANGUAGE_PHRASES["fr"],
        "example": EXAMPLE_PHRASES["fr"],
        "capabilities": (
            "(par ou|comment) (commencer|je commence|dois je commencer|est ce que je commence|on commence)( ici|)",
            *RANGE_PHRASES["fr"],
            "qui (t a|t as|vous a|a) (cree|fait|concu|developpe|programme|fabrique)( kingdom| ca|)",
            "(que|qu est ce que|quest ce que) (tu peux|vous pouvez|peux tu|pouvez vous|sais tu|tu sais|vous savez)"
            " faire( pour moi|)",
            "tu peux faire quoi",
            "(que|qu est ce que) (tu ne|tu|ne) (peux|sais|peux tu|sais tu) pas faire",
            "(que|comment) (peux tu|pouvez vous) (m|) (aider|aider a faire)",
            "(peux tu|pouvez vous|tu peux|vous pouvez) m aider",
            "(qui es tu|qui etes vous|tu es qui|vous etes qui|c est quoi|cest quoi|tu es quoi)( ici| ce site|"
            " exactement|)",
            "comment (ca marche|ca fonctionne|tu marches|t appelles tu|tu t appelles|vous appelez vous)",
            "comment (utiliser|ca s utilise) (ca|ce site|cette application|)",
            "(aide|aide moi|aidez moi|a l aide|au secours|j ai besoin d aide|jai besoin daide)",
            "(es tu|etes vous|tu es|vous etes) (un robot|un bot|un humain|humain|reel|une machine|une personne"
            "|une vraie personne|une personne reelle)( ou un robot| ou un bot| ou une machine| ou un humain"
            "| ou une vraie personne|)",
            "que puis je (faire|demander|te demander|vous demander)( ici|)",
            "(montre|donne|montrez|donnez)( moi|) (des|quelques|tes|vos|) (exemples|capacites|fonctions)",
            "quels specialistes (as tu|y a t il|sont disponibles)",
            "presente toi",
        ),
        "greeting": (
            "(bonjour|bonsoir|salut|coucou)( a tous| toi| a toi|)",
            "(comment|) (ca va|vas tu|allez vous|tu vas)( bien| aujourd hui|)",
            "(il y a quelqu un|tu es la|quelqu un est la)",
            "je (decouvre|teste|essaie|debute|commence|viens de decouvrir|viens d arriver|suis nouveau|suis nouvelle)"
            "( juste|)( l outil| cet outil| le site| ce site| l application| kingdom| ca| ici| sur ce site|)",
        ),
        "thanks": (
            "(merci|mercii|je te remercie|je vous remercie)( beaucoup| bien| infiniment| mille fois| d avance|)",
            "(un grand merci|mille mercis|mille merci)",
            "(tu m as|vous m avez|t as|ca m a|cela m a) (vraiment|bien|beaucoup|) (sauve|sauvee|sauve la vie"
            "|sauve la mise"
            "|aide|depanne)( la vie| la mise| la journee|)",
            "(tu me|vous me) (sauves|sauvez)( la vie| la mise|)",
            "(tu es|vous etes|t es) (un ange|genial|geniale|super|au top|formidable)",
            "(c est|c etait|cest|) (tres|vraiment|) (parfait|genial|formidable|utile|excellent|tres bien|bien fait)",
            "(bon travail|bravo|bien joue|ca marche|super merci|ca m a aide|ca a marche)",
        ),
        "farewell": FAREWELL_PHRASES["fr"],
        "insult": (
            "(tu es|t es|vous etes|c est|cest) (vraiment|trop|tellement|) (un|une|de la|) (stupide|bete|nul|nulle"
            "|idiot|con|conne|inutile|debile|imbecile|merde|n importe quoi)",
            "(stupide|imbecile|connard|merde|putain|ta gueule|ferme la|va te faire foutre|n importe quoi|tu m enerves)",
            "je (te|vous) deteste",
        ),
    },
    "es": {
        "growth": GROWTH_PHRASES["es"],
        "privacy": PRIVACY_PHRASES["es"],
        "model": MODEL_PHRASES["es"],
        "internet": INTERNET_PHRASES["es"],
        "languages": LANGUAGE_PHRASES["es"],
        "example": EXAMPLE_PHRASES["es"],
        "capabilities": (
            "(como|por donde) (empiezo|comienzo|empezar|comenzar|se empieza|puedo empezar)( aqui|)",
            *RANGE_PHRASES["es"],
            "quien (te|os|) (ha |)(hizo|hecho|creo|creado|desarrollo|desarrollado|programo|construyo)( kingdom| esto|)",
            "que (puedes|sabes|podrias|puede|haces) (hacer|hacer por mi|hacer tu|ofrecer|)",
            "que (cosas|mas) (puedes|sabes) hacer",
            "que (cosas|) no (puedes|sabes|haces)( hacer|)",
            "(en que|como) (me puedes|puedes|me puede|puede) (ayudar|ayudarme)",
            "(puedes|puede|podrias|me puedes) (ayudarme|ayudar)",
            "(quien|que) (eres|es usted)( tu| exactamente|)",
            "como (funciona|funcionas|funciona esto|te llamas|se llama|se usa|se usa esto|puedo usar esto|uso esto)",
            "que (es esto|puedo hacer aqui|puedo preguntar|puedo preguntarte|puedo hacer)",
            "(ayuda|ayudame|necesito ayuda|necesito tu ayuda|auxilio|presentate)",
            "(eres|es usted) (un robot|un bot|humano|una persona|una persona real|real|una maquina)( o un robot"
            "| o un bot| o una persona| o una maquina|)",
            "(muestrame|dame|ensename) (ejemplos|unos ejemplos|algunos ejemplos|tus funciones|tus capacidades)",
            "que especialistas (hay|tienes)",
        ),
        "greeting": (
            "(hola|buenas|muy buenas|saludos)( a todos| amigo| otra vez|)",
            "(buenos dias|buen dia|buenas tardes|buenas noches|hay alguien ahi|estas ahi)",
            "(como estas|como esta|que tal|como te va|que tal estas|como va)( hoy| todo|)",
        ),
        "thanks": (
            "(gracias|te lo agradezco|se lo agradezco)( mil| muchas|)",
            "(esta|es|fue|) (muy|) (genial|perfecto|estupendo|excelente|fantastico|util|muy util|bien hecho)",
            "(me|nos) (salvaste|has salvado|salvas|ayudaste|has ayudado|ayudo|sirvio|has sacado de un apuro"
            "|sacaste de un"
            " apuro)( mucho| muchisimo| la vida| el dia| la tarde| la manana| bastante|)",
            "(eres|es usted) (un angel|un sol|genial|un genio|un crack|el mejor|la mejor|lo maximo"
            "|una maravilla|un tesoro)",
            "(justo|exactamente) lo que (necesitaba|buscaba|queria)",
            "(buen trabajo|gracias de antemano|muchas gracias|mil gracias|muchisimas gracias)",
        ),
        "farewell": FAREWELL_PHRASES["es"],
        "insult": (
            "(eres|es|esto es|que) (muy|tan|un|una|) (estupido|tonto|inutil|idiota|imbecil|basura|mierda|malo|pesimo)",
            "(estupido|tonto|imbecil|mierda|callate|cabron|vete a la mierda|que asco|vete al diablo|te odio)",
        ),
    },
}
