"""Questions about what can be added, whether that is all and what it is for, in four languages.

Written in the form of ``phrases``.
"""

from collections.abc import Mapping, Sequence

_NEW = (
    "( new things| new stuff| new skills| new tricks| something new| anything new| anything else| something else"
    "| other things| other stuff| more| more things|)"
)
_NEUES = "( neues| etwas neues| was neues| neue sachen| neue dinge| noch mehr| mehr| andere sachen| dazu|)"
_DOMAINS = (
    "(sums|maths|math|numbers|arithmetic|calculations|dates|units|conversions|sums and dates|dates and sums|units and"
    " dates|maths and dates|tables|counting)"
)
_RECHNEN = "(rechnen|mathe|rechnungen|zahlen|rechnen und daten|umrechnen)"
_CALCULS = "(calculs|calculer|maths|chiffres|comptes)"
_CUENTAS = "(cuentas|calculos|sumas|numeros|matematicas)"

# By language (ISO 639-1): "can you learn new things?"
GROWTH_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        "how (do|can|could|would|should) i (add|create|make|get|build|train|teach|request|have) (a|an|my|my own"
        "|another|a new|new|own|more|custom|a custom) (specialist|specialists)",
        "(how can|how do|can|could) i add (a|an|my|my own|another|a new) (helper|expert)",
        f"how (do|can) i teach (you|it|kingdom){_NEW}",
        "how (are|do) (new specialists|specialists) (made|created|added|trained|get made|get created)",
        "(can|could|may) i (add|create|make|build|train|teach|request) (a|an|my|my own|another|a new|new|own"
        "|more) (specialist|specialists)",
        f"(can|do|could|will) you (learn|pick up|ever learn|also learn){_NEW}( too| as well| over time|)",
        f"(can|could) you (teach yourself|train yourself|be taught|be trained)( to do|){_NEW}( too| as well|)",
        "(can|could) (more|anything|anything else|something else|other things|new things|more skills|new skills) be"
        " (added|taught|learned|learnt)( to you| to it| later|)( too|)",
        "(can|could|may) i teach you( something| things| new things| something new| new skills| new stuff| more)",
        "(do|can|will) you (get|become) (better|smarter|cleverer)( over time| with time| with use|)",
    ),
    "de": (
        "wie (kann ich|konnte ich|erstelle ich|mache ich|bekomme ich) (einen|eigene|neue|einen neuen|einen"
        " eigenen) (spezialisten|spezialist)( erstellen| anlegen| hinzufugen| machen| bekommen| trainieren|)",
        f"(kannst|konntest) du( auch| noch| auch noch|){_NEUES} (lernen|dazulernen)",
        f"lernst du( auch| noch|){_NEUES}",
        f"kann (ich|man) dir( auch| noch|){_NEUES} beibringen",
    ),
    "fr": (
        "comment (creer|ajouter|faire|entrainer|obtenir) (un|mon|mon propre|un nouveau|de nouveaux) (specialiste"
        "|specialistes)",
        "(peux tu|pouvez vous|tu peux|vous pouvez|sais tu|est ce que tu peux)( aussi|) apprendre( de nouvelles choses"
        "| autre chose| des choses nouvelles| d autres choses| quelque chose de nouveau|)( aussi|)",
        "(puis je|peut on|je peux|on peut) (t|te|vous) apprendre (quelque chose|de nouvelles choses|autre chose)",
    ),
    "es": (
        "como (puedo crear|creo|anado|puedo anadir|hago|puedo hacer|entreno) (un|mi|mi propio|un nuevo|nuevos)"
        " (especialista|especialistas)",
        "(puedes|podrias|sabes)( tambien|) aprender( cosas nuevas| algo nuevo| mas cosas| otras cosas| mas"
        "|)( tambien|)",
        "(puedo|se puede|podria) ensenarte (algo|algo nuevo|cosas nuevas|otras cosas|mas cosas)",
    ),
}
# "do you only do sums?", "is that all?": asked after what else there is.
RANGE_PHRASES: Mapping[str, Sequence[str]] = {
    "en": (
        f"(do|can) you (only|just) (do|know|handle|understand|answer) {_DOMAINS}",
        "is (that|this|it) (all|everything|the only thing)( that|) (you|it|this) (can do|do|does|can|know"
        "|can help with)",
        "what (is|s|) (it|this|that) (good|) for",
        "whats (it|this|that) (good|) for",
        "what (does|can|could|will) (it|this|this thing|this app|that thing) (do|do for me)",
        "what (do|can|could|should) (i|we) do with (it|this|this thing|that thing)",
        "(how old are you|when were you made|when were you born|when were you built)",
        "do you have (feelings|a name|hobbies|a body|friends)",
        "can (i|we) (talk|speak|write|chat) (to|with) a (real|) (human|person|human being)( here|)",
        "(can you hear me|i dont understand|i do not understand|i dont get it)",
        "i dont know what to (do|write|type|ask)( here|)",
        "i have no idea (what to do|what to write|what to ask|what to type|how this works|what this is)( here|)",
        "(can|do) you do (anything|something) (else|other than sums|besides sums|other than maths"
        "|besides maths)( too|)",
    ),
    "de": (
        f"(kannst|machst) du( eigentlich|) (nur|bloss|auch anderes als|noch was anderes als|mehr als) {_RECHNEN}",
        "(wofur|wozu|zu was|fur was) (ist|dient|taugt) (das|es|das hier|das ding)( gut| da| denn| eigentlich|)",
        "was (kann|macht|soll) (das|es|das ding|das programm|man damit|man hier)( alles|)( machen| tun|)",
        "ich (verstehe|kapiere|versteh) (das|es|gar|) (nicht|nichts)",
        "ist das (alles|alles was du kannst|schon alles)",
        "(kannst|machst) du( auch|) (noch|) (was|etwas) (anderes|mehr)",
    ),
    "fr": (
        "(a quoi ca sert|a quoi cela sert|ca sert a quoi|qu est ce que ca fait|a quoi sert ce truc|a quoi sert ceci)",
        "(je ne comprends pas|je ne comprends rien|je comprends rien|je comprends pas)",
        f"(tu sais|sais tu|tu peux|peux tu|tu fais) (faire|)( seulement| juste| que| uniquement|)( des| les| de|)"
        f" {_CALCULS}",
        f"(tu sais|sais tu|tu peux|peux tu|vous savez) faire autre chose( que des| que les| que de|) {_CALCULS}",
        "(tu sais|sais tu|tu peux|peux tu|vous savez|vous pouvez) faire (quoi|quoi d autre|autre chose)",
        "(c est|est ce) tout( ce que tu sais faire| ce que tu peux faire|)",
    ),
    "es": (
        f"(solo|solamente|unicamente) (haces|sabes hacer|sabes|puedes hacer) {_CUENTAS}",
        f"(haces|sabes hacer|puedes hacer) (algo mas|otra cosa|otras cosas|mas cosas)( aparte de| que"
        f"| ademas de|) {_CUENTAS}",
        "(haces|sabes hacer|puedes hacer) (algo mas|otra cosa|otras cosas|mas cosas)",
        "para que (sirve|es|vale)( esto| eso| este programa|)",
        "(que hace esto|que puede hacer esto|no entiendo|no entiendo nada)",
        "(eso es|es eso) todo( lo que sabes hacer| lo que puedes hacer| lo que haces|)",
    ),
}
