"""Word sets of questions about Kingdom in French and Spanish, as plain data. Words stand without accents."""

from collections.abc import Sequence

from kingdom.orchestrator.small_talk.word_sets import WordSet, words_of

_FR_COST_WORDS = words_of(
    "abonner besoin quelque chose rien toujours premier coup combien utiliser utilisation creer dois",
    "doit part payer compte inscrire",
)
_ES_COST_WORDS = words_of(
    "alguna alguno antes crear debo falta hace hacer lado mensual primero siempre totalmente cuanto",
    "algun pagar tarjeta credito",
)
_FR_MEMORY_WORDS = words_of(
    "erreur erreurs faux fausse hier dit ecrit demande notre derniere conversation nom fois semaine resultat reponse",
    "donne fait avant comment corriger puis",
)
_ES_MEMORY_WORDS = words_of(
    "error errores mal ayer dije antes nombre escribi pregunte ultima conversacion vez semana dicho respuesta",
    "resultado dado diste corregir corregirlo incorrecta incorrecto",
)
FR_WORD_SETS: Sequence[WordSet] = (
    WordSet(
        "thanks",
        openings=frozenset(),
        keys=words_of("aide aidee utile depanne depannee sauve sauvee"),
        markers=words_of("merci vraiment beaucoup"),
        others=words_of("aujourd hui as m t etait vraiment avez mille super"),
    ),
    WordSet(
        "memory",
        openings=words_of("peux tu te est vous pouvez apprends souviens retiens que as et si mais"),
        keys=words_of("souviens souvenir souvenez memoire retiens oublies"),
        markers=words_of("tu te vous t"),
        others=_FR_MEMORY_WORDS | words_of("pouvez souviens retiens apprends as"),
    ),
    WordSet(
        "memory",
        openings=words_of("peux tu est vous pouvez apprends que et si mais"),
        keys=words_of("apprendre apprends apprenez"),
        markers=words_of("erreur erreurs"),
        others=_FR_MEMORY_WORDS | words_of("pouvez tes vos"),
    ),
    WordSet(
        "memory",
        openings=words_of("tu ta vous votre hier mais"),
        keys=words_of("faux fausse erreur erreurs trompe"),
        markers=words_of("tu ta votre vous"),
        others=_FR_MEMORY_WORDS | words_of("as es m"),
    ),
    WordSet(
        "farewell",
        openings=frozenset(),
        keys=words_of("revoir bye ciao bientot prochaine tchao"),
        markers=words_of("merci mercis"),
        others=words_of("bonne beaucoup c etait tout mille super parfait grand aide votre ton bon salut tot encore"),
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("payer cout coute coutent prix tarif frais"),
        markers=words_of("ici kingdom service site application outil utiliser chose gratuit"),
        others=_FR_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("gratuit gratuits gratuite payant payante abonnement"),
        markers=words_of("ca ce c ici vous tu kingdom service site application outil utiliser truc"),
        others=_FR_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("inscrire inscription compte connecter creer"),
        markers=words_of("faut besoin dois s m"),
        others=_FR_COST_WORDS,
    ),
    WordSet(
        "accuracy",
        openings=words_of("on tes vos tu vous est puis peut je a quel quelle quelles c et ou les"),
        keys=words_of(
            "confiance faire exact exacts exacte exactes precis precise precises fiable fiables fiabilite",
            "fier erreur erreurs trompes trompez tromper juste justes precision",
        ),
        markers=words_of("tes vos tu vous toi te ton ta votre"),
        others=words_of(
            "faire on peut te pour calculs a au aux avoir ai ca calcul chiffres ce c combien de des en est et",
            "facture factures fais faites fait il je l la le les me mes mon ma ou parfois peux point puis que",
            "quel quelle qu reponse reponses resultat resultats s se sont souvent t toujours tout un une",
            "impots compter quels",
        ),
    ),
    WordSet(
        "mood",
        openings=frozenset(),
        keys=words_of(
            "epuisante longue fatigue fatiguee creve crevee epuise epuisee malade triste content contente",
            "heureux heureuse stresse stressee faim ennuie dur dure naze",
        ),
        markers=words_of("je j suis ai m me aujourd journee nuit matin soir semaine travail boulot"),
        others=words_of(
            "journee ouf bonsoir salut coucou comment vas allez a apres au bien c ce cette d de du elle en",
            "est et etait hui haha la le les longue mdr moi mais pas peu que sens si super sur tellement tout",
            "toute tres trop un une vraiment y lol ete",
        ),
    ),
)
ES_WORD_SETS: Sequence[WordSet] = (
    WordSet(
        "thanks",
        openings=frozenset(),
        keys=words_of("ayudado ayudaste ayudo util servido"),
        markers=words_of("gracias mucho muchisimo muchas"),
        others=words_of("has hoy de verdad ha fue mucho mil"),
    ),
    WordSet(
        "memory",
        openings=words_of("puedes aprendes recuerdas te olvidas y si que pero"),
        keys=words_of("recuerdas recordar acuerdas acordarte olvidas memoria"),
        markers=words_of("puedes aprendes recuerdas te tus tu"),
        others=_ES_MEMORY_WORDS | words_of("puedes olvidas"),
    ),
    WordSet(
        "memory",
        openings=words_of("puedes aprendes y si que pero"),
        keys=words_of("aprender aprendes"),
        markers=words_of("error errores"),
        others=_ES_MEMORY_WORDS | words_of("puedes tus"),
    ),
    WordSet(
        "memory",
        openings=words_of("tu me te ayer has pero"),
        keys=words_of("mal equivocado equivocaste error incorrecta incorrecto equivocada"),
        markers=words_of("tu te diste dado has"),
        others=_ES_MEMORY_WORDS | words_of("has"),
    ),
    WordSet(
        "farewell",
        openings=frozenset(),
        keys=words_of("adios chao finde vemos bye"),
        markers=words_of("gracias"),
        others=words_of(
            "mil muchas buen buena buenas fin hasta eso era dia tarde perfecto genial ayuda muchisimas feliz"
        ),
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("cuesta cuestan costar pagar pago precio cobras cobran costo coste tarifa dinero"),
        markers=words_of("aqui usarlo usarte usar servicio sitio kingdom algo gratis"),
        others=_ES_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("gratis gratuito gratuita suscripcion"),
        markers=words_of("esto es aqui usarlo usar servicio sitio kingdom"),
        others=_ES_COST_WORDS,
    ),
    WordSet(
        "cost",
        openings=frozenset(),
        keys=words_of("registrarme registrarse registro registrar cuenta crear"),
        markers=words_of("tengo necesito usarlo"),
        others=_ES_COST_WORDS,
    ),
    WordSet(
        "accuracy",
        openings=words_of("te que tan son es me puedo se cuan hasta eres como y o cometes tus"),
        keys=words_of(
            "exacto exactos exacta exactas preciso precisos precisa fiable fiables fiabilidad confiable",
            "confiar fiar fiarme equivocas equivocarte errores error correctos correctas seguro precision",
        ),
        markers=words_of("tus tu ti sus eres puedo te usted"),
        others=words_of(
            "mucho menudo a algo calculos calculo como con cometes cifras cuentas cuan de del el en es",
            "factura facturas hasta haces hay la las lo los me mis numeros o para por punto puedo que",
            "respuesta respuestas resultado resultados se si siempre son tan todo un una veces impuestos y",
            "declaracion",
        ),
    ),
    WordSet(
        "mood",
        openings=frozenset(),
        keys=words_of(
            "cansado cansada agotado agotada muerto muerta enfermo enferma triste contento contenta feliz",
            "hambre sueno aburrido aburrida estresado estresada reventado reventada duro dura",
        ),
        markers=words_of("estoy hoy yo me tengo dia noche semana trabajo curro manana"),
        others=words_of(
            "hola buenas tal tardes buenos dias noches a ay con de del despues el ha haha he jaja jajaja jeje",
            "la largo larga lo mas mi muy mucha mucho pero poco por que sido tan todo toda tras un una uf y",
            "ya estado lol super",
        ),
    ),
)
