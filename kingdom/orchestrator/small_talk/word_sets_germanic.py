"""Word sets of questions about Kingdom in English and German, as plain data. Words stand without accents."""

from collections.abc import Sequence

from kingdom.orchestrator.small_talk.word_sets import WordSet, words_of

_EN_INVENTING_OPENINGS = words_of("what do does will would are how so and or but if when")
_EN_INVENTING_WORDS = words_of(
    "you yourself kingdom it things stuff something anything answer answers facts numbers results them",
    "when if dont don doesnt t know understand cant cannot can not just simply ever sometimes do does happens",
    "then or say so tell me that an a the is are there no",
)
_EN_COST_WORDS = words_of(
    "how much without first extra hidden later log point stay stays forever credit create catch wait",
    "sometime somewhere somehow day before cost costs pay free money",
    "per each every question questions message messages answer answers me my us month",
)
_DE_COST_WORDS = words_of(
    "irgendwo irgendwann irgendwas irgendwie spater vorher zuerst erst einmal dauerhaft immer braucht",
    "brauche nutzen nutzung benutzen haken wo extra gibt kosten kostet dafur dazu verwenden anlegen",
    "kostenlos bezahlen geld",
)
_EN_MEMORY_WORDS = words_of(
    "mistake mistakes error errors wrong result results answer answers mine said say told tell wrote write typed",
    "asked ask yesterday before last time week day month chat chats conversation conversations talk talked talks",
    "earlier previous next session each other again past gave give given made make making feedback correction",
    "corrections once after later name am us spoke own question questions someone tells today",
)
EN_WORD_SETS: Sequence[WordSet] = (
    WordSet(
        "model",
        openings=words_of("is are am what whats who whos do does so wait hey hi hello or and"),
        keys=words_of(
            "ai human person robot bot machine chatgpt gpt claude gemini llm algorithm talking speaking",
            "chatting real people",
        ),
        markers=words_of("you here behind talking speaking chatting reading read answering"),
        others=words_of(
            "actual real inside sitting reads read reading rules answer answering else someone somebody now",
            "just model",
        ),
    ),
    WordSet(
        "farewell",
        openings=frozenset(),
        keys=words_of("bye goodbye cya ciao questions"),
        markers=words_of("thanks thank cheers thx ty ta"),
        others=words_of(
            "great help good lovely nice have more further today alright helpful was that thats all see ya a",
            "lot much very again for your day one rest enjoy stuff brilliant perfect me done night evening",
            "weekend",
        ),
    ),
    WordSet(
        "thanks",
        openings=frozenset(),
        keys=words_of("help helpful lifesaver"),
        markers=words_of("great huge big such very thanks thank"),
        others=words_of("of been much a lot"),
    ),
    WordSet(
        "thanks",
        openings=frozenset(),
        keys=words_of("helped helpful helps saved"),
        markers=words_of("thanks thank thx cheers ty great much lot really"),
        others=words_of("so today a very again big super yesterday been lots loads right this week morning everything"),
    ),
    WordSet(  # "can you remember what I said yesterday"
        "memory",
        openings=words_of("can do does did will would how so and if what but then have why"),
        keys=words_of("remember remembers forget forgets forgotten memory"),
        markers=words_of("you your"),
        others=_EN_MEMORY_WORDS,
    ),
    WordSet(  # "do you learn from your mistakes?"; "can you learn that" asks for a new specialist
        "memory",
        openings=words_of("can do does did will would are how so and if what but then have why"),
        keys=words_of("learn learns learning learnt learned"),
        markers=words_of("from"),
        others=_EN_MEMORY_WORDS | words_of("you your"),
    ),
    WordSet(  # "you gave me a wrong result yesterday", "your answer is wrong, how can I correct it"
        "memory",
        openings=words_of("you your yesterday hey no sorry earlier but"),
        keys=words_of("wrong incorrect mistake mistakes error errors false"),
        markers=words_of("you your"),
        others=_EN_MEMORY_WORDS | words_of("correct fix report change completely totally clearly"),
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("cost costs costing pay paying paid price pricing charge charges charged fee fees money"),
        markers=words_of(
            "here you your kingdom app site tool service chat anything use using something question message"
        ),
        others=_EN_COST_WORDS,
    ),
    WordSet(  # "do I have to pay for this", "must I pay for it"
        "cost",
        openings=words_of("do must will should and"),
        keys=words_of("pay charged"),
        markers=words_of("this it"),
        others=words_of("pay charged must"),
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("free subscription premium trial licence license"),
        markers=words_of("this here you your use using kingdom app site tool service chat forever"),
        others=_EN_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("sign signup signing register registration registering account login subscribe card"),
        markers=words_of("need must first using before without"),
        others=_EN_COST_WORDS,
    ),
    WordSet(
        "accuracy",
        openings=words_of("is are do does how can could should may will would so and or but what"),
        keys=words_of(
            "accurate accuracy exact precise precision reliable reliably trust trustworthy rely depend",
            "mistake mistakes error errors wrong correct hallucinate dependable",
        ),
        markers=words_of("your you yours kingdom yourself"),
        others=words_of(
            "numbers put return tax homework work report reliable much calculations with a about all always",
            "answer answers any anything at be blindly calculate calculated calculation calculating compute",
            "conversions computing ever far figures for get gets give happen i in invoice bill bills invoices",
            "it like make makes makeup many math maths me my of often on or our really result results right",
            "say sometimes sums taxes tell that the them there they things this to totally up usually we what",
            "when",
        ),
    ),
    WordSet(
        "accuracy",
        openings=words_of("how are do does is can so and or but usually"),
        keys=words_of("sure certain confident guess guessing guesses"),
        markers=words_of("answer answers result results usually normally often always typically sometimes figures"),
        others=words_of("about with in or numbers if when just make things say tell be"),
    ),
    WordSet(  # "what do you do when you don't know something, just make it up?"
        "accuracy",
        openings=_EN_INVENTING_OPENINGS,
        keys=words_of("make makes making made"),
        markers=words_of("up"),
        others=_EN_INVENTING_WORDS,
    ),
    WordSet(
        "accuracy",
        openings=_EN_INVENTING_OPENINGS,
        keys=words_of("invent invents inventing bluff bluffing pretend pretending fabricate"),
        markers=words_of("you kingdom"),
        others=_EN_INVENTING_WORDS,
    ),
    WordSet(
        "mood",
        openings=frozenset(),
        keys=words_of(
            "tired exhausted knackered bored happy sad stressed sick ill hungry sleepy busy awful terrible",
            "rough tough crazy overwhelmed hungover grumpy excited lonely worn beat shattered",
        ),
        markers=words_of("mine i im ive my me today day week morning night evening monday"),
        others=words_of(
            "hello evening morning how are doing going yours mine your days hows a after all am and an at bad",
            "been bit but from feel feeling for had haha hahaha has have here in its it just kids lately lol",
            "long little me not of off out really right so some still the this to totally too very was what",
            "work with friday tuesday wednesday thursday saturday sunday now ugh phew pretty quite well",
            "honestly job shift",
        ),
    ),
)
_DE_MEMORY_WORDS = words_of(
    "fehler fehlern gestern gesagt geschrieben gefragt unser unsere unserem letztes letzte letzten gesprach",
    "unterhaltung vorher woche namen ergebnis falsches falsche falsch antwort antworten gegeben gemacht merken",
    "vorhin einmal mal gerechnet heute erzahlt",
)
DE_WORD_SETS: Sequence[WordSet] = (
    WordSet(
        "thanks",
        openings=frozenset(),
        keys=words_of("geholfen weitergeholfen hilfreich gerettet geholfen"),
        markers=words_of("danke dank dankeschon echt sehr super total wirklich"),
        others=words_of("heute ganz toll viel vielen lieben mal wieder damit haben ihnen echt nochmal richtig"),
    ),
    WordSet(
        "memory",
        openings=words_of("kannst merkst weisst erinnerst vergisst hast behaltst wie was wirst und aber"),
        keys=words_of("merken merkst erinnern erinnerst gedachtnis vergisst vergessen"),
        markers=words_of("du dir dich dein deinen deine"),
        others=_DE_MEMORY_WORDS | words_of("kannst merkst weisst erinnerst deinen deine"),
    ),
    WordSet(
        "memory",
        openings=words_of("kannst lernst du hast wirst und aber gestern"),
        keys=words_of("lernen lernst dazulernen"),
        markers=words_of("aus"),
        others=_DE_MEMORY_WORDS | words_of("kannst du deinen dir deine lernst"),
    ),
    WordSet(
        "memory",
        openings=words_of("du deine dein gestern das aber"),
        keys=words_of("falsch falsches falsche fehler verrechnet"),
        markers=words_of("du deine dein"),
        others=_DE_MEMORY_WORDS | words_of("deine dein korrigieren melden sagen das dich"),
    ),
    WordSet(
        "farewell",
        openings=frozenset(),
        keys=words_of("tschuss tschuess tschau ciao weg wiedersehen bye feierabend"),
        markers=words_of("danke dank merci"),
        others=words_of(
            "ok okay dann bis bald gute guten schones schonen vielen lieben besten das wars alles super prima",
            "hilfe geholfen tag noch einen macht mach gut s",
        ),
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("kostet kosten bezahlen zahle preis gebuhr gebuhren geld"),
        markers=words_of("hier dich dir du kingdom seite app dienst programm tool nutzen nutzung benutzen etwas"),
        others=_DE_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("kostenlos gratis umsonst kostenpflichtig kostenfrei abo abonnement"),
        markers=words_of("das dies hier du kingdom seite app dienst programm tool nutzen nutzung benutzen wirklich"),
        others=_DE_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("anmelden registrieren anmeldung registrierung konto account einloggen"),
        markers=words_of("irgendwo brauche brauch brauchst muss musst nutzen"),
        others=_DE_COST_WORDS,
    ),
    WordSet(
        "accuracy",
        openings=words_of("wie kann kannst konnen sind ist machst rechnest darf stimmen stimmt und oder verrechnest"),
        keys=words_of(
            "genau exakt prazise zuverlassig verlasslich verlassen vertrauen trauen fehler fehlerfrei falsch",
            "verrechnest verrechnen stimmen irrst irren",
        ),
        markers=words_of("du dir dich deine deinen deiner deinem sie ihre ihren ihnen kingdom"),
        others=words_of(
            "alle alles als angaben antworten auch auf auseinander berechnungen das dass denn der die dinge",
            "ergebnis ergebnisse ergebnissen antwort eine einer ein fur hier ich ihr immer in je manchmal mal",
            "man mich mit oft rechnest rechnen rechnung rechnungen so steuer steuererklarung uns was wenn wir",
            "zahlen zu kann machst du sich es oder arbeitest blind",
        ),
    ),
    WordSet(
        "accuracy",
        openings=words_of("wie bist ratst rate und oder"),
        keys=words_of("sicher ratst raten geraten"),
        markers=words_of("antwort antworten ergebnis ergebnissen meistens normalerweise manchmal oft immer"),
        others=words_of("deinen deiner deine bei nur einfach wenn"),
    ),
    WordSet(
        "mood",
        openings=frozenset(),
        keys=words_of(
            "mude kaputt erschopft fertig erledigt gestresst krank traurig glucklich hungrig gelangweilt",
            "anstrengend stressig schlapp platt langweilig schrecklich furchtbar",
        ),
        markers=words_of("ich bin mir mich heute tag woche nacht morgen abend arbeit"),
        others=words_of(
            "moin hi gehts geht dir ihnen servus hey na aber auch das der die einen ein eine etwas ganz",
            "gerade haha hab habe hatte ist im in lol mal nach mit nur noch schon sehr so total und vom von",
            "war wetter wieder ziemlich echt voll richtig auf montag freitag feierabend gar zu langer lange",
            "langen",
        ),
    ),
)
