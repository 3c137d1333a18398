"""Questions about what Kingdom itself is made of and an example of what it answers, in four languages, as plain data.

Written in the form of ``small_talk_phrases``.
"""

from collections.abc import Mapping, Sequence

_AI = (
    "chatgpt|chat gpt|gpt|claude|gemini|copilot|openai|llama|mistral|deepseek|ai|llm|language model|large language"
    " model|ai model|ai language model|neural network|neural net|artificial intelligence|machine learning model"
)
_BRAND = "chatgpt|chat gpt|gpt|claude|gemini|copilot|openai|llama|mistral|deepseek"
_TAIL = (
    "( in disguise| with another name| with a different name| with a new name| under another name| by another name"
    "| underneath| under the hood| inside| here| then| or what| or something| or so| or similar"
    "| or something like that| or something similar| or not|)"
)
_ELSE = (
    "( or is it something else| or is this something else| or are you something else| or something else| or different|)"
)
_KI = "ki|ki modell|sprachmodell|grosses sprachmodell|llm|kunstliche intelligenz|neuronales netz|ai"
_IA = "ia|modele de langage|grand modele de langage|modele d ia|llm|intelligence artificielle|reseau de neurones"
_IA_ES = "ia|modelo de lenguaje|modelo de ia|modelo de idioma|llm|inteligencia artificial|red neuronal"

# By language (ISO 639-1): "is a language model at work here?"
MODEL_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        f"are you (better|smarter|cleverer|faster|worse|as good|as smart) (than|as) ({_BRAND}|google|siri|alexa)",
        f"are you (the same|same|the same thing|the same program) (as|like) ({_BRAND}){_ELSE}{_TAIL}",
        f"are you ({_BRAND}){_ELSE}{_TAIL}",
        f"are you (a|an|the|just|just a|just an|some|some kind of|some sort of|like|based on|built on|running on|)"
        f" ({_AI}){_TAIL}",
        f"is (this|it|that|this thing|this app|this site|kingdom|this here) (a|an|the|just|just a|just an|some|some"
        f" kind of|some sort of|like|based on|built on|running on|powered by|) ({_AI}){_TAIL}",
        f"(is there|is|does|do you have|have you got|is there really) (a|an|any|some|) ({_AI}) (sit|sitting|work"
        "|working|run|running|hide|hiding|hidden|stand|lurk|lurking|live|at work|involved|) (behind|inside|in|under"
        "|underneath|powering|running|) (this|it|you|all this|all of this|this thing|this app|this site|here|there"
        "|the scenes|the hood|the curtain|kingdom|)",
        f"(do|does) (you|this|it|this thing|this app|kingdom) (use|run on|rely on|work with|need|call|ask|have|talk to)"
        f" (a|an|any|some|) ({_AI}){_TAIL}",
        f"are you (powered|driven|run|built|made|backed) (by|on|with|from) (a|an|any|some|) ({_AI}){_TAIL}",
        f"or (are you|is it|is this|) (just|) (a|an|the|some|some kind of|) ({_AI}){_TAIL}",
        "or (are you|is it|is this|) (just|) (a|an|some|) (real|actual|living|) (person|human|human being|bot|robot"
        "|machine|computer|program)( here| now| or what|)",
        "(what|whats|who|whos|what is|who is|what exactly is|is there anything|is there a person|is there a human|is"
        " there someone|is there somebody|is anybody|is someone) (behind|sitting behind) (this|you|it|all this|all of"
        " this|this thing|this app|this chat|here|that)",
        "(what|which) (model|llm|language model|ai|ai model|large language model) (are you|is this|is it|is behind"
        " this|is behind you|do you use|do you run on|powers this|powers you|are you using|are you based on|is this"
        " based on|is used here|runs here)",
    ),
    "de": (
        f"(bist|ist|sind) (du|das|das hier|dies|sie) (ein|eine|das|so ein|so eine|nur ein|nur eine|so was wie|sowas wie"
        f"|so etwas wie|sowas ahnliches wie|wie|) ({_BRAND}|{_KI})( oder was| oder so| oder ahnliches| oder so was"
        "| oder sowas| oder so etwas| oder was ahnliches| oder etwas ahnliches| oder wie| oder nicht|)",
        f"(steckt|ist|lauft|arbeitet|sitzt|gibt es|hangt) (da|hier|hinter dir|dahinter|) (ein|eine|irgendein"
        f"|irgendeine|) ({_BRAND}|{_KI}) (dahinter|drin|dran|am werk|hinter dir|im hintergrund|hier|)",
        f"(steckt|ist|lauft) (dahinter|hinter dir|da) (ein|eine|irgendein|irgendeine|) ({_BRAND}|{_KI})",
        f"oder (bist du|ist das|) (ein|eine|nur ein|nur eine|) ({_BRAND}|{_KI}|mensch|echter mensch|echte person|bot"
        "|roboter|maschine|programm|computer)( oder was|)",
        "(was|wer) (ist|steckt|sitzt) (da|eigentlich|hier|) (dahinter|hinter dir|hinter dem ganzen)",
        f"(nutzt|verwendest|benutzt|brauchst|hast|nutzen|verwenden|brauchen) (du|sie) (ein|eine|irgendein|irgendeine|)"
        f" ({_BRAND}|{_KI})( dafur| dazu|)",
        "(welches|was fur ein|welche) (modell|sprachmodell|ki modell|ki) (bist du|steckt dahinter|nutzt du|verwendest"
        " du|lauft hier|benutzt du|ist das)",
    ),
    "fr": (
        f"(es tu|etes vous|tu es|vous etes|est ce|c est|t es) (un|une|le|la|juste une|juste un|) ({_BRAND}|{_IA})"
        "( ou quoi| ou pas| ou autre| ou quelque chose comme ca| ou un truc comme ca| ou quelque chose du genre|)",
        f"(y a t il|il y a|est ce qu il y a|y a) (un|une|) ({_BRAND}|{_IA}) (derriere|dedans|la dedans|derriere tout ca"
        "|derriere toi|derriere ca|ici|)",
        f"ou (es tu|tu es|est ce|c est|) (un|une|juste un|juste une|) ({_BRAND}|{_IA}|vraie personne|humain|robot|bot"
        "|machine|programme|personne)( ou quoi|)",
        "(qui|qu est ce qui|qui est ce qui|il y a quelqu un) (est|se cache|se trouve|) derriere( ca| tout ca| toi| cela"
        "| ce chat|)",
        f"(utilises tu|tu utilises|utilisez vous|vous utilisez|as tu besoin d|est ce que tu utilises) (un|une|)"
        f" ({_BRAND}|{_IA})",
        "(quel|c est quel|quelle) (modele|modele de langage|ia) (es tu|utilises tu|tu utilises|est utilise ici|y a t il"
        " derriere)",
    ),
    "es": (
        f"(eres|es|es esto|esto es|es usted) (un|una|el|la|solo una|) ({_BRAND}|{_IA_ES})( o que| o no| o algo asi"
        "| o algo|)",
        f"(hay|tienes|hay aqui) (un|una|algun|alguna|) ({_BRAND}|{_IA_ES}) (detras|dentro|detras de esto|detras de ti"
        "|aqui|por detras|)",
        f"o (eres|es|) (un|una|solo un|solo una|) ({_BRAND}|{_IA_ES}|persona|persona real|humano|robot|bot|maquina"
        "|programa)( o que|)",
        "(quien|que) (hay|esta) detras( de esto| de ti| de todo esto|)",
        f"(usas|utilizas|necesitas|usa|utiliza) (un|una|algun|alguna|) ({_BRAND}|{_IA_ES})",
        "(que|cual) (modelo|modelo de lenguaje|ia) (eres|usas|utilizas|hay detras|es esto)",
    ),
}
# "does it work without the internet?"
INTERNET_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        "(do|does|will) (you|i|we|this|it|this thing|this app|kingdom) (need|require|use|have|want) (the|an|any|some|)"
        " (internet|web|wifi|wi fi|internet connection|internet access|online connection|connection"
        "|network)( for this| to work"
        "| to use this| at all| access|)",
        "(are|is) (you|this|it|this thing|this app|kingdom) (connected to the internet|connected to the web|online"
        "|offline|connected|working offline|on the internet)",
        "(do|does|can|will|would) (you|this|it|this thing|this app|kingdom) (work|run|function|still work|answer|be"
        " used) (offline|without internet|without the internet|without a connection|without an internet connection"
        "|without wifi|with no internet)",
        "(would|will|do|does|can|could) (you|this|it|kingdom) (still|) (work|run|function|answer) (if|when|even if"
        "|while) (our|my|the) (office|home|company|)"
        " (internet line|internet connection|internet|wifi|network|connection|line) (goes down|is down"
        "|goes off|is off|fails|breaks|drops|is gone|dies|is out|goes out)",
        "(or|) (do|does) (you|it|this) need to be (connected to the internet|connected to something"
        "|connected to anything|connected|online|on the internet)",
        "(do|does) (you|this|it) (go|get) (online|on the internet|to the internet)",
        "(can|could) i use (you|this|it) (offline|without internet|without the internet|without wifi)",
    ),
    "de": (
        "(brauchst|benotigst|nutzt|hast) du (dafur|dazu|fur das|) (das|ein|eine|einen|) (internet|netz|wlan"
        "|internetverbindung|internetzugang|verbindung ins internet|verbindung zum internet)( dafur| dazu|)",
        "(braucht|benotigt|brauche|benotige) (man|das|es|ich|das hier) (dafur|dazu|hier|) (das|ein|eine|einen|)"
        " (internet|netz|wlan|internetverbindung|internetzugang)( dafur| dazu| hier|)",
        "(funktionierst|lauft|gehst|arbeitest|geht|laufst|funktioniert|klappt|antwortest) (du|das|es|das hier|) (auch|)"
        " (offline|ohne internet|ohne netz|ohne wlan|ohne internetverbindung)",
        "(bist|ist) (du|das|das hier) (online|offline|mit dem internet verbunden|im internet)",
        "(muss|musst) (du|ich) (online|im internet) sein",
    ),
    "fr": (
        "(as tu|avez vous|tu as|vous avez|est ce que tu as) besoin (d|de l|d une) (internet|connexion|connexion"
        " internet|acces internet)",
        "(faut il|il faut|ai je besoin d) (internet|une connexion|une connexion internet|etre connecte)( pour ca|)",
        "(tu|ca|vous|cela|est ce que ca|est ce que tu) (marches|marche|fonctionnes|fonctionne|fonctionnez) (hors ligne"
        "|sans internet|sans connexion|sans wifi|sans connexion internet)",
        "(es tu|etes vous|tu es) (connecte|connecte a internet|en ligne|hors ligne)",
    ),
    "es": (
        "(necesitas|necesita|requieres|requiere|usas|usa|necesito|hace falta|se necesita) (el|una|) (internet|conexion"
        "|conexion a internet|wifi|red)( para esto| para funcionar| para usarte| para usarlo|)",
        "(funcionas|funciona|trabajas|trabaja|sirve|puedes funcionar) (esto|) (sin internet|sin conexion|sin wifi"
        "|offline|sin conexion a internet)",
        "(estas|esta|esta esto) (conectado|conectado a internet|en linea|online|sin conexion)",
    ),
}
_OF_QUESTION = (
    "( of a question| of a question you understand| of a question you can answer| of a question i can ask| of what you"
    " can do| of what you do| of what you understand| of something you can do| of something i can ask| of something you"
    " understand| of a message| of a message you understand| of a request| of a task| of what i can ask| of what to ask"
    "| of what i can write| question| message| request| query| of how to use you|)"
)
# "show me one example of a question that you understand"
EXAMPLE_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        f"(show|give|tell|write|show me|give me|tell me|can you give me|can you show me|could you give me|i need|i want"
        f"|i would like|let me see) (one|an|a|another|just one|a single|a good|any|a quick|one single) example"
        f"{_OF_QUESTION}",
        f"(an|one|just one|another) example{_OF_QUESTION}",
        f"(what is|whats|what would be) (an|one|a good|a typical) example{_OF_QUESTION}",
        "(what|which) (question|questions|sort of question|kind of question|kinds of questions|sort of questions|kind"
        " of questions|messages|requests) (do|can|would) you (understand|answer|take|handle|get)",
        "(show|give|tell) me (a|one|any) (question|message|request|sentence|sample question|sample|typical question)"
        " (you understand|you can answer|you can handle|i can ask|i could ask|that works|that you understand|)",
    ),
    "de": (
        "(zeig|zeige|nenn|nenne|gib|sag|schreib|hast du|kannst du) (mir|) (ein|ein einziges|nur ein|irgendein|mal ein)"
        " (beispiel|beispiel geben|beispiel nennen|beispiel zeigen)( fur eine frage| einer frage| fur eine frage die du"
        " verstehst| fur eine anfrage| fur eine nachricht| was du kannst| dafur|)",
        "(zeig|zeige|nenn|nenne|gib|sag) (mir|) eine (frage|beispielfrage|anfrage) (die du verstehst|die du beantworten"
        " kannst|die geht|)",
        "(welche|was fur) (fragen|anfragen|nachrichten) (verstehst|beantwortest|kannst) du( beantworten| verstehen|)",
        "ein beispiel",
    ),
    "fr": (
        "(montre|donne|montrez|donnez|cite|peux tu me donner|pouvez vous me donner|tu peux me donner) (moi"
        "|) (un|un seul"
        "|juste un) exemple( de question| d une question| de question que tu comprends| d une question que tu comprends"
        "| de ce que tu sais faire| de ce que je peux demander| de demande|)",
        "(quelles|quel genre de|quel type de) questions (comprends tu|tu comprends|peux tu traiter|comprenez vous)",
        "un exemple",
    ),
    "es": (
        "(muestrame|dame|ensename|dime|muestra|puedes darme|me das|ponme) (un|un solo|solo un) ejemplo( de pregunta| de"
        " una pregunta| de pregunta que entiendes| de una pregunta que entiendes| de una pregunta que entiendas| de lo"
        " que puedes hacer| de lo que puedo preguntar|)",
        "(que|que tipo de|cuales) preguntas (entiendes|puedes responder|comprendes)",
        "un ejemplo",
    ),
}
