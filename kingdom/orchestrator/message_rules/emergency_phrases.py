"""Phrases of an emergency in four languages, as plain data: patterns for a text in lower case without accents.

A medical phrase speaks of a person and of now. "Had a stroke in 2012", "stroke of luck" and "the pump does not breathe"
are none. ``self_harm`` leaves out turns of speech: "this bug kills me", "I could die laughing".
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from kingdom.cognition.message_reading.message_language import Language

EmergencyKind = Literal["self_harm", "medical"]

_EN_KIN = (
    r"(?:(?:grand)?(?:mother|father|mum|mom|dad|pa|ma|parents?|son|daughter|child|kid|baby)|wife|husband|partner"
    r"|girlfriend|boyfriend|brother|sister|uncle|aunt|granny|gran|nan|grandad|grandson|granddaughter|friend"
    r"|neighbou?r"
    r"|colleague|boss|teacher|patient|toddler|newborn|man|woman|boy|girl|lady|guest|customer|student|pupil|old man)"
)
_EN_WHO = rf"(?:i|he|she|they|someone|somebody|(?:my|our|his|her|the|a|an|this|that) (?:\w+ )?{_EN_KIN})"
_EN_WHOSE = rf"(?:my|his|her|their|(?:my |our |his |her |the )?{_EN_KIN}'?s)"
_EN_VERY = r"(?:(?:really|so|very|badly|suddenly|still|just|hardly|also|now|all of a sudden) ){0,2}"
_EN_IS = r"(?:'?m|'s| am| is| are|'?re| was just|)"
_DE_KIN = (
    r"(?:mutter|mama|vater|papa|eltern|sohn|tochter|kind|baby|saugling|frau|mann|partner(?:in)?|freund(?:in)?|bruder"
    r"|schwester|onkel|tante|oma|opa|grossmutter|grossvater|großmutter|großvater|enkel(?:in)?|nachbar(?:in)?"
    r"|kolleg(?:e|in)|chef(?:in)?|patient(?:in)?|junge|madchen|gast)"
)
_DE_WHO = rf"(?:ich|er|sie|es|jemand|(?:mein|unser|sein|ihr|der|die|das|ein)\w{{0,2}} (?:\w+ )?{_DE_KIN})"
_FR_KIN = (
    r"(?:mere|pere|maman|papa|parents|fils|fille|enfant|bebe|femme|mari|compagn(?:e|on)|ami(?:e)?|copain|copine|frere"
    r"|s(?:oe|œ)ur|oncle|tante|mamie|papi|grand[- ]?mere|grand[- ]?pere|voisine?|collegue|patiente?|homme|dame"
    r"|garcon)"
)
_FR_WHO = rf"(?:je|j'|il|elle|on|quelqu'un|(?:mon|ma|son|sa|notre|le|la|un|une) (?:\w+ )?{_FR_KIN})"
_ES_KIN = (
    r"(?:madre|padre|mama|papa|padres|hij[oa]|nin[oa]|bebe|mujer|marido|espos[oa]|pareja|novi[oa]|herman[oa]|ti[oa]"
    r"|abuel[oa]|niet[oa]|vecin[oa]|amig[oa]|companer[oa]|paciente|hombre|senora?|chic[oa])"
)
_ES_WHO = rf"(?:yo|el|ella|alguien|(?:mi|su|nuestr[oa]|un|una|el|la) (?:\w+ )?{_ES_KIN})"

_MEDICINE_EN = (
    r"(?:\w+ ){0,2}(?:pills|tablets|painkillers|medication|medicine|drugs|paracetamol|ibuprofen|aspirin|insulin)"
)
_POISON_EN = (
    r"(?:bleach|poison|detergent|antifreeze|drain cleaner|(?:button )?batter(?:y|ies)|a magnet|magnets|rat poison"
    r"|weed ?killer|(?:wild|unknown|poisonous|strange) (?:mushrooms?|berries)|cleaning (?:fluid|product|liquid))"
)
_POISON_DE = (
    r"(?:gift|putzmittel|reiniger|bleiche|knopfzelle|batterien?|magnete?n?|frostschutz\w*|rattengift|waschmittel"
    r"|(?:giftige|unbekannte|wilde)\w? (?:pilze?|beeren))"
)
_POISON_FR = (
    r"(?:javel|piles?|poison|lessive|detergent|aimants?|mort aux rats|champignons? (?:veneneux|inconnus?|sauvages?))"
)
_POISON_ES = r"(?:lejia|pilas?|veneno|detergente|imanes|un iman|setas? (?:venenosas?|silvestres?|desconocidas?))"

MEDICAL: Mapping[Language, Sequence[str]] = {
    "en": (
        rf"{_EN_WHOSE} (?:whole |upper )?chest {_EN_VERY}(?:hurts?|hurting|aches?|pains?"
        rf"|is {_EN_VERY}(?:hurting|tight"
        r"|aching|painful|killing)|feels? (?:tight|heavy|like))",
        r"(?:i|we|he|she|who|\w+)(?:'?ve)? (?:have|has|having|get|gets|getting|got|feel|feels|feeling|with) "
        r"(?:\w+ ){0,4}chest (?:pains?|tightness|pressure)",
        r"(?:pains?|pressure|tightness|stabbing|burning) (?:in|on|across) (?:my|his|her) (?:\w+ )?chest",
        r"\A\W*(?:(?:bad|severe|strong|sudden|sharp) )?chest pains?(?! in (?:the|this) (?:table|file|text"
        r"|column))(?! ?:)",
        rf"{_EN_WHO} (?:really |just )?(?:can ?not|can'?t|can hardly|can barely|could ?n'?t|hardly can"
        r"|barely can) breathe",
        rf"{_EN_WHO}{_EN_IS} {_EN_VERY}(?:have|has|having|struggling|got) (?:\w+ )?(?:trouble|difficulty|difficulties"
        r"|problems?|a hard time)? ?(?:with )?(?:breathing|to breathe)",
        rf"{_EN_WHO}{_EN_IS} (?:not|stopped|has stopped|no longer|isn'?t|doesn'?t) (?:breath(?:ing|e))",
        rf"{_EN_WHO} (?:isn'?t|has stopped|doesn'?t|don'?t|won'?t|does not|is not) breath(?:e|ing)",
        rf"{_EN_WHO}{_EN_IS} (?:unconscious|lying unconscious|not responsive|unresponsive|not waking up)",
        rf"{_EN_WHO} (?:has |have |just |has just |suddenly )*(?:collapsed|fainted|passed"
        r" out|blacked out)(?! (?:in|on|at|last|yesterday|\w+ (?:years|months|weeks|days))(?!\w))",
        rf"{_EN_WHO} (?:won'?t|does ?n'?t|can'?t|does not|will not) wake up(?! (?:early|before|in|at|on))",
        rf"{_EN_WHO}{_EN_IS} (?:i think |maybe |probably )*(?:(?:is|am) )?having (?:a |an )?(?:\w+ )?(?:heart attack"
        r"|stroke|seizure|cardiac arrest|fit)(?! (?:over|about|when|because))",
        r"(?:think|could|might|maybe|sure)\b.{0,25}\b(?:it'?s|it is|this is|be) (?:a |an )(?:heart attack|stroke)",
        rf"{_EN_WHO} (?:has |have |had |just |accidentally |maybe |may have |might have )*(?:swallowed|drunk"
        rf"|drank|eaten"
        rf"|ate) (?:\w+ ){{0,4}}{_POISON_EN}(?! (?:game|level))",
        rf"{_EN_WHO} (?:has |have |just |accidentally )*(?:took|taken|swallowed|had) (?:an overdose|(?:way |far )?too "
        rf"(?:many|much) {_MEDICINE_EN}|(?:all|most) (?:of )?(?:the|my|his|her) {_MEDICINE_EN}|(?:a|the) (?:whole )?"
        rf"(?:bottle|box|packe?t?) of {_MEDICINE_EN})",
        rf"{_EN_WHO} (?:has |have |just |may have |might have )*overdosed",
        rf"{_EN_WHO}{_EN_IS} (?:\w+ )?bleeding (?:\w+ )?(?:heavily|badly|a lot|to death|so much|out)",
        r"(?:won'?t|does ?n'?t|not|never) stop(?:s)? (?:the )?bleeding",
        rf"{_EN_WHO}{_EN_IS} (?:\w+ )?(?:choking|suffocating|drowning)(?! (?:in|under) (?:work|paper|mail"
        rf"|emails|debt))",
        r"(?:half|one side|left side|right side) of (?:my|his|her|the) (?:face|body|mouth) (?:is |feels "
        r"|has gone |went )?"
        r"(?:\w+ )?(?:droop\w*|numb|paraly[sz]ed|hangs?|hanging)",
        r"(?:my|his|her) left arm (?:\w+ ){0,2}(?:numb|tingl\w+|hurts)|(?:crushing|tight|heavy) (?:feeling"
        r"|weight|pressure) "
        r"(?:in|on) (?:my|his|her|the) chest",
        rf"{_EN_WHO} (?:fell|collapsed|crashed) .{{1,60}}(?:isn't|not|doesn't|won't) (?:moving|move|responding"
        rf"|respond)",
        r"(?:throat|tongue|lips?) (?:is|are|keeps?|has been) (?:\w+ )?(?:swelling|swollen|closing)",
    ),
    "de": (
        r"(?:(?:die|meine|mir|seine|ihre|der|ihm|ihr) )+brust(?:korb)? (?:\w+ ){0,4}(?:weh|schmerzt|eng|brennt"
        r"|druckt)",
        r"(?:tut|tuts|schmerzt|sticht|druckt|brennt) (?:\w+ ){0,5}(?:brust(?:korb)?)(?!\w)",
        r"(?:hab|habe|hat|haben|bekomme?|bekommt|krieg|kriege|kriegt|mit|seit|plotzlich|starke|wegen) (?:\w+ ){0,4}"
        r"brustschmerz(?:en)?",
        r"(?:schmerz(?:en)?|stechen|druck|engegefuhl|stiche?) (?:\w+ ){0,2}(?:in|auf|im) (?:der|meiner|seiner|ihrer) "
        r"(?:linken )?brust",
        r"\A\W*(?:(?:starke|plotzliche|heftige) )?brustschmerz(?:en)?(?! ?:)",
        rf"{_DE_WHO} (?:bekomm|krieg)(?:e|t)? (?:\w+ ){{0,3}}(?:keine|kaum|schlecht|fast keine) luft",
        r"(?:bekomm|krieg)(?:e|t)? (?:\w+ ){0,3}(?:keine|kaum|fast keine) luft mehr",
        rf"{_DE_WHO} (?:atmet|atme) (?:\w+ )?(?:nicht|kaum)",
        rf"{_DE_WHO} kann (?:\w+ )?(?:nicht|kaum|nicht mehr) (?:mehr )?atmen",
        rf"{_DE_WHO} (?:ist|liegt|wird|wurde|bin|war) (?:\w+ ){{0,3}}(?:bewusstlos|ohnmachtig|nicht ansprechbar)",
        rf"{_DE_WHO} ist (?:\w+ ){{0,3}}(?:zusammengebrochen|umgekippt|kollabiert)",
        rf"{_DE_WHO} (?:hat|habe?) (?:gerade |jetzt |glaube? ich |vielleicht |wohl |wahrscheinlich )*einen "
        r"(?:herzinfarkt|schlaganfall|krampfanfall|herzstillstand)(?! (?:gehabt|erlitten|uberlebt|uberstanden"
        r"|hinter))",
        rf"{_DE_WHO} (?:hat|habe?) (?:\w+ ){{0,6}}{_POISON_DE} (?:verschluckt|geschluckt|getrunken|gegessen)",
        r"(?:zu viele|zuviele|alle) (?:\w+ )?(?:tabletten|pillen|medikamente) (?:genommen|geschluckt|eingenommen)",
        rf"{_DE_WHO} blutet (?:\w+ )?(?:stark|heftig|sehr|viel)",
        r"(?:hort|hore) (?:\w+ )?(?:nicht|nimmer) (?:mehr )?auf (?:zu bluten|mit bluten)"
        r"|blutung (?:\w+ )?(?:hort|stoppt)",
        rf"{_DE_WHO} (?:erstickt|ertrinkt|droht zu ersticken)(?! in (?:arbeit|mails))",
        r"(?:gesichtshalfte|mundwinkel) (?:\w+ ){0,2}hangt|halfte (?:des|vom) gesichts? (?:\w+ )?(?:taub"
        r"|gelahmt|hangt)",
    ),
    "fr": (
        r"mal (?:\w+ )?(?:a la|au|dans la|dans le) (?:poitrine|thorax)",
        r"(?:ai|a|avons|ont|avec|depuis|ressens|sens|fortes?|grosses?) (?:\w+ ){0,3}douleurs? (?:\w+ )?(?:a|dans|au) "
        r"(?:la |le |sa |ma )?(?:poitrine|thorax)",
        r"\A\W*(?:fortes? )?douleurs? (?:thoraciques?|(?:a|dans) la poitrine)(?! ?:)|poitrine (?:me"
        r"|lui) (?:serre|fait mal"
        r"|brule)",
        rf"{_FR_WHO} ?n'?(?:e |)?(?:arrive|arrives|peux|peut|parviens) (?:\w+ )?(?:plus|pas"
        rf"|presque plus) a? ?respirer",
        r"(?:arrive|peux|peut) (?:plus|pas) (?:a )?respirer",
        rf"{_FR_WHO} (?:ne )?respire (?:plus|pas|mal)",
        rf"{_FR_WHO} (?:est|gît|reste|suis) (?:\w+ )?(?:inconsciente?|evanouie?|sans connaissance)",
        rf"{_FR_WHO} (?:vient de |s'est |a )(?:\w+ )?(?:s'evanouir|s'effondrer|evanouie?|effondree?|perdu"
        r" connaissance)",
        rf"{_FR_WHO} (?:est en train de faire|fais|fait) (?:\w+ )?(?:une crise cardiaque|un infarctus|un avc|une"
        r" attaque|un malaise cardiaque)",
        rf"{_FR_WHO} ?(?:ai|a|vient d') ?(?:\w+ )?(?:avale|avaler|bu|boire|mange) (?:[\w'’]+ ){{0,3}}{_POISON_FR}",
        r"(?:pris|prise|avale) trop de (?:medicaments|comprimes|cachets|pilules)",
        rf"{_FR_WHO} saigne (?:\w+ )?(?:beaucoup|abondamment|enormement)|(?:arrete|arretes) pas de saigner",
        rf"{_FR_WHO} (?:s'etouffe|est en train de s'etouffer|se noie)(?!\w)",
    ),
    "es": (
        r"(?:me|le|nos) duele (?:\w+ ){0,3}(?:el|en el) pecho|(?:dolor(?:es)?|presion|opresion) (?:\w+ )?(?:de"
        r"|en el) "
        r"pecho",
        rf"{_ES_WHO} no (?:\w+ )?(?:puedo|puede|logra) (?:\w+ )?respirar",
        r"\A\W*no puedo respirar|(?<!\w)(?:casi )?no puedo respirar(?!\w)",
        rf"{_ES_WHO} (?:ya )?no respira(?!\w)",
        rf"{_ES_WHO} (?:esta|quedo|se quedo) (?:\w+ )?(?:inconsciente|desmayad[oa]|sin sentido)",
        rf"{_ES_WHO} se (?:ha |acaba de )?(?:desmay(?:o|ado|ar)|desplom(?:o|ado|ar))",
        r"(?:me|le|les) (?:esta|esta a) dando (?:\w+ )?(?:infarto|derrame|ictus|ataque)|(?:tengo|tiene"
        r"|esta teniendo) "
        r"(?:un )?(?:infarto|derrame cerebral|ictus|ataque al corazon)",
        rf"(?:{_ES_WHO} )?(?:me |se )?(?:ha |he )?(?:trag(?:o|ue|ado)|bebi(?:o|do)?|tomad?o) (?:\w+ ){{0,3}}"
        rf"{_POISON_ES}(?! (?:al|cada))",
        r"(?:tomado|tome|tomo|tragado) (?:\w+ )?demasiad[oa]s (?:pastillas|medicamentos|comprimidos)",
        rf"{_ES_WHO} (?:esta )?sangra(?:ndo)? (?:\w+ )?mucho|no (?:deja|para) de sangrar",
        rf"{_ES_WHO} se (?:esta )?(?:ahoga(?:ndo)?|atraganta(?:ndo)?|asfixia(?:ndo)?)(?! en (?:trabajo|deudas))",
    ),
}

_EN_WANT = (
    r"(?:want|wanna|wants|wish|going|gonna|plan|planning|thinking|thought|think|feel like|feels like|thoughts"
    r"|urge|try"
    r"|trying|about|need|should|will|might|could|would|rather|ready)"
)
SELF_HARM: Mapping[Language, Sequence[str]] = {
    "en": (
        r"(?:i|he|she|they|friend|son|daughter|brother|sister|wife|husband|mother|father|mum|mom|dad|who) "
        r"(?:(?:just|really|only|don'?t know, i) )*(?:wants?|wanna|wish(?:es)?|would rather|wishes) (?:to "
        r"|i could |i was |i were )?"
        r"(?:just )?(?:die|be dead|dead)(?!\w)",
        rf"(?<!\w){_EN_WANT} (?:[\w'’]+ ){{0,4}}(?:kill|killing|hurt|hurting|harm|harming|cut|cutting) (?:my"
        rf"|him|her|them)"
        r"sel(?:f|ves)(?! (?:an?|some|the|off|out|short|to)(?!\w))",
        r"(?:kill|killing) myself(?!\w)",
        rf"(?<!\w){_EN_WANT} (?:[\w'’]+ ){{0,4}}(?:end|ending|take|taking) (?:my|his|her|their) (?:own )?life",
        r"(?:end|take) my own life|(?:end|ending) it all(?!\w)",
        r"(?:i|he|she)(?:'?m| am| is|'?s| feel| feels) (?:\w+ )?suicidal|suicidal thoughts",
        r"(?:commit|committing) suicide(?!\w)",
        r"(?:do ?n'?t|do not|no longer|does ?n'?t) (?:really )?(?:want|wanna|wants) (?:to )?(?:live|be alive|be here"
        r"|exist|wake up)(?: (?:any ?more|any longer|at all))?(?= ?(?:[.,!?;]|\Z|because|and|so))",
        r"(?:no |what'?s the |don'?t see (?:a|any|the) )(?:point|sense) (?:in|of) (?:living|life"
        r"|going on)(?= ?(?:any ?more"
        r"|[.,!?]|\Z))|(?:nobody|no one) would miss me|wish i (?:was|were) (?:never born|dead)",
        r"(?:no|without (?:a|any)) reason (?:left )?(?:to live|to go on|for living)|(?:better off dead"
        r"|better off without me)",
        r"(?:i )(?:ca ?n'?t|can ?not|do ?n'?t want to) (?:go on|live|bear it|take it)(?: living)? (?:any ?more"
        r"|any longer|like this)(?=\W*(?:\Z|[.,!?;]|and|i ))",
    ),
    "de": (
        r"(?:will|mochte|wollte|wunschte) (?:[\w]+ ){0,4}(?:sterben|tot sein|nicht mehr leben|nimmer leben)(?!\w)",
        r"(?:ich (?:[\w]+ ){0,5})(?:mich|mir) (?:[\w]+ ){0,3}(?:umbringen|das leben nehmen|etwas antun|was antun"
        r"|ritzen|selbst verletzen|selber verletzen)(?!\w)",
        r"(?:bringe?|bring) (?:ich )?mich (?:\w+ )?um(?!\w)|(?:will|mochte|wird"
        r"|konnte) sich (?:\w+ )?(?:umbringen|das"
        r" leben nehmen|etwas antun|was antun)",
        r"(?:das|mein) leben hat (?:\w+ ){0,2}keinen sinn",
        r"(?:keinen|nicht) (?:sinn|grund|lust) (?:mehr )?(?:zu|am) leben|will nicht mehr leben"
        r"|kein(?:e)? lust mehr zu leben",
        r"(?:suizidgedanken|selbstmordgedanken|suizidal|(?:habe?|denke?|will|mochte"
        r"|begehen?) (?:\w+ ){0,4}(?:selbstmord"
        r"|suizid))(?!\w)",
        r"(?:meinem|seinem|ihrem) leben ein ende (?:zu )?(?:setzen|machen|mache|setze)",
    ),
    "fr": (
        r"(?:veux|veut|voudrais|envie de|aimerais|preferais) (?:\w+ )?(?:mourir|etre morte?|crever)(?!\w)",
        r"(?:veux|veut|vais|va|voudrais|envie de|pense a|songe a|aimerais) (?:\w+ )?(?:me|se) (?:tuer|suicider"
        r"|faire du mal"
        r"|couper les veines|pendre)(?!\w)",
        r"(?:en finir|mettre fin a (?:mes jours|ma vie|ses jours|sa vie))(?= (?:avec la vie|ce soir"
        r"|maintenant)|\W*\Z|[.,!])",
        r"(?:la|ma) vie n'a (?:plus|pas) (?:de|aucun) sens|(?:plus|pas) (?:envie|la force) de vivre"
        r"|(?:ne )?veux plus vivre|pensees suicidaires|idees suicidaires"
        r"|suicidaire(?!\w)",
    ),
    "es": (
        r"(?:quiero|quiere|quisiera|ganas de|deseo|prefiero|preferiria) (?:\w+ )?(?:morir(?:me|se)?"
        r"|estar muert[oa])(?!\w)",
        r"(?:quiero|quiere|voy a|va a|pienso en|pensando en|ganas de|quisiera|intentar) (?:\w+ )?(?:matarme|matarse"
        r"|suicidar(?:me|se)|quitarme la vida|quitarse la vida|hacerme dano|cortarme las venas)(?!\w)",
        r"(?:la|mi) vida (?:ya )?no tiene sentido|(?:acabar|terminar) con (?:mi vida|su vida)"
        r"|no quiero (?:seguir viviendo"
        r"|vivir(?: mas)?)(?= ?(?:[.,!]|\Z|asi))"
        r"|(?:pensamientos|ideas) suicidas|ya no quiero vivir",
    ),
}
# Behind such words the phrase is a turn of speech, or it speaks of a thing.
FIGURATIVE = (
    r"(?:laughing|laughter|of (?:shame|embarrassment|boredom|hunger|curiosity)|from (?:laughing|boredom"
    r"|embarrassment)"
    r"|in (?:the|this|my) (?:game|book|novel|film|movie|story|play)|vor (?:lachen|scham|langeweile|hunger|neugier)"
    r"|im (?:roman|film|spiel|buch)|de (?:rire|honte|faim|ennui|soif|risa|verguenza|hambre|aburrimiento|sed|sueno)"
    r"|dans (?:le (?:film|jeu|livre|roman))|en (?:la|el) (?:pelicula|juego|libro|novela))"
)
# What works on a text, as a count or a translation of it, is no emergency, whatever the text says.
TEXT_TASKS = (
    r"(?:how many|count|number of) (?:\w+ ){0,2}(?:words?|letters?|characters?|sentences?|vowels?|lines?|times)"
    r"|(?:translate|spell|rhymes?|synonyms?|palindrome|anagrams?|summari[sz]e|proofread|reading time|longest word"
    r"|lyrics|uppercase|lower ?case|capital letters|plural|grammar)"
    r"|(?:wie ?viele|zahl\w*|anzahl) (?:\w+ ){0,2}(?:worte?r?|buchstaben|zeichen|satze|vokale|zeilen)"
    r"|(?:ubersetz\w*|buchstabier\w*|reimt|synonyme?|langste wort|liedtext)"
    r"|(?:combien de|compte|nombre de) (?:\w+ )?(?:mots|lettres|caracteres|phrases|voyelles|lignes)"
    r"|(?:tradui\w*|epelle\w*|rime|synonymes?|paroles)"
    r"|(?:cuant[oa]s|cuenta|numero de) (?:\w+ )?(?:palabras|letras|caracteres|frases|vocales|lineas)"
    r"|(?:traduc\w*|deletrea\w*|rima|sinonimos?)"
)
