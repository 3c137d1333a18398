"""Recognize questions about Kingdom by the words that they consist of, whatever their order. Pure rules.

Each topic has too many forms to list: "does it cost anything or must I sign up", "can I rely on your numbers". Every
word has to be one of such a question, so that a message with a matter of its own is none: "what does a
parcel cost here".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kingdom.orchestrator.small_talk.phrases import Language, Topic


@dataclass(frozen=True)
class WordSet:
    """Words without accents. A text has one of ``openings`` first (any word where there are none), one of ``keys``, and
    one of ``markers``, which say that it is about Kingdom, or about the user; ``others`` may stand beside them.
    """

    topic: Topic
    openings: frozenset[str]
    keys: frozenset[str]
    markers: frozenset[str]
    others: frozenset[str]

    def holds(self, words: Sequence[str]) -> bool:
        """Return whether the words are such a text."""
        found = frozenset(words)
        opens = bool(words) and (not self.openings or words[0] in self.openings)
        return opens and found <= self._all() and bool(found & self.keys) and bool(found & self.markers)

    def _all(self) -> frozenset[str]:
        return self.openings | self.keys | self.markers | self.others


def _words(*texts: str) -> frozenset[str]:
    return frozenset(" ".join(texts).split())


WORD_SETS: Mapping[Language, Sequence[WordSet]] = {
    "en": (
        WordSet(
            "cost",
            openings=_words("is are do does how what whats must will can has have so and or need any wait"),
            keys=_words(
                "free cost costs costing pay paying paid price pricing charge charges charged fee fees subscription",
                "subscribe premium licence license sign signup register registration registering account login trial",
            ),
            markers=_words("this here there you your using use i we kingdom app site tool service chat thing"),
            others=_words(
                "a an all also always anything any at be been before being by extra first for forever get going good",
                "hidden i if in into it its log long me money month monthly much my need of off on once one only or",
                "out per point really should some something somewhere somehow still stay stays that the then there to",
                "up want wants way week will with without year yearly too anywhere",
            ),
        ),
        WordSet(
            "accuracy",
            openings=_words("is are do does how can could should may will would so and or but what"),
            keys=_words(
                "accurate accuracy exact precise precision reliable reliably trust trustworthy rely depend mistake",
                "mistakes error errors wrong correct hallucinate dependable",
            ),
            markers=_words("you your yours kingdom yourself"),
            others=_words(
                "a about all always answer answers any anything at be blindly calculate calculated calculation",
                "calculations calculating compute conversions computing ever far figures for get gets give happen i in",
                "invoice bill bills invoices it like make makes makeup many math maths me much my numbers of often on",
                "or our really result results right say sometimes sums tax taxes tell that the them there they things",
                "this to totally up usually we what when with work",
            ),
        ),
        WordSet(
            "mood",
            openings=frozenset(),
            keys=_words(
                "tired exhausted knackered bored happy sad stressed sick ill hungry sleepy busy awful terrible rough",
                "tough crazy overwhelmed hungover grumpy excited lonely worn beat shattered cold",
            ),
            markers=_words("i im ive my me today day week morning night evening monday"),
            others=_words(
                "a after all am and an at bad been bit but from feel feeling for had haha hahaha has have had here in",
                "its it just kids lately lol long little me not of off out really right so some still the this to",
                "totally too very was what work with friday tuesday wednesday thursday saturday sunday now ugh phew",
                "pretty quite but well honestly weather job shift",
            ),
        ),
    ),
    "de": (
        WordSet(
            "cost",
            openings=_words(
                "kostet kosten ist sind muss mussen was wie brauche brauch braucht gibt zahlt zahle bezahlt fallen und "
                "oder kann"
            ),
            keys=_words(
                "kostet kosten kostenlos gratis umsonst bezahlen zahlen zahle preis gebuhr gebuhren gebuhrenpflichtig",
                "abo abonnement anmelden registrieren anmeldung registrierung konto account einloggen kostenpflichtig",
                "kostenfrei frei",
            ),
            markers=_words("hier das dies dich dir du sie ich man wir kingdom seite app dienst programm tool"),
            others=_words(
                "am an auch auf braucht brauche dafur dauerhaft dazu den der die ein eine einen einmal erst es etwas",
                "extra fur geld haben immer im in irgendetwas irgendwas irgendwann irgendwas irgendwie irgendwo ja",
                "man mich monat monatlich nichts noch nutzen nutzung benutzen verwenden pro spater um uns viel vorher",
                "wenn wirklich wo zu zuerst auf jahr",
            ),
        ),
        WordSet(
            "accuracy",
            openings=_words("wie kann kannst konnen sind ist machst rechnest darf stimmen stimmt und oder verrechnest"),
            keys=_words(
                "genau exakt prazise zuverlassig verlasslich verlassen vertrauen trauen fehler fehlerfrei falsch",
                "verrechnest verrechnen stimmen irrst irren",
            ),
            markers=_words("du dir dich deine deinen deiner deinem sie ihre ihren ihnen kingdom"),
            others=_words(
                "alle alles als angaben antworten auch auf auseinander berechnungen das dass denn der die dinge",
                "ergebnis ergebnisse ergebnissen antwort eine einer ein fur hier ich ihr immer in je manchmal mal man",
                "mich mit oft rechnest rechnen rechnung rechnungen so steuer steuererklarung uns was wenn wir zahlen",
                "zu kann machst du sich es oder arbeitest blind",
            ),
        ),
        WordSet(
            "mood",
            openings=frozenset(),
            keys=_words(
                "mude kaputt erschopft fertig erledigt gestresst krank traurig glucklich hungrig gelangweilt",
                "anstrengend stressig schlapp platt kalt langweilig schrecklich furchtbar",
            ),
            markers=_words("ich bin mir mich heute tag woche nacht morgen abend arbeit"),
            others=_words(
                "aber auch das der die einen ein eine etwas ganz gerade haha hab habe hatte ist im in lol mal nach mit",
                "nur noch schon sehr so total und vom von war wetter wieder ziemlich echt voll richtig auf montag",
                "freitag feierabend gar zu langer lange langen",
            ),
        ),
    ),
    "fr": (
        WordSet(
            "cost",
            openings=_words("c est combien faut il dois doit je ca cela y et ou on"),
            keys=_words(
                "gratuit gratuits gratuite payant payante payer cout coute coutent prix abonnement inscrire",
                "inscription compte connecter tarif frais",
            ),
            markers=_words("c ca ce cet cette ici vous tu toi service site je on application outil kingdom cela"),
            others=_words(
                "a abonner au bien besoin c combien coup creer d de des doit dois en est et faut il l la le les m me",
                "mois moi n ne non ou par pas pour premier quelque chose que qu quoi rien s se t tout toujours un une",
                "utiliser utilisation vraiment y argent an aussi part",
            ),
        ),
        WordSet(
            "accuracy",
            openings=_words("tes vos tu vous est puis peut je on a quel quelle quelles c et ou les"),
            keys=_words(
                "exact exacts exacte exactes precis precise precises fiable fiables fiabilite confiance fier erreur",
                "erreurs trompes trompez tromper juste justes precision",
            ),
            markers=_words("tes vos tu vous toi te ton ta votre"),
            others=_words(
                "a au aux avoir ai ca calcul calculs chiffres ce c combien de des en est et facture factures fais",
                "faites fait il je l la le les me mes mon ma on ou parfois peut peux point pour puis que quel quelle",
                "qu reponse reponses resultat resultats s se sont souvent t toujours tout un une impots compter quels",
            ),
        ),
        WordSet(
            "mood",
            openings=frozenset(),
            keys=_words(
                "fatigue fatiguee creve crevee epuise epuisee malade triste content contente heureux heureuse stresse",
                "stressee faim ennuie dur dure froid naze",
            ),
            markers=_words("je j suis ai m me aujourd journee nuit matin soir semaine travail boulot"),
            others=_words(
                "a apres au bien c ce cette d de du elle en est et etait hui haha la le les longue mdr moi mais pas",
                "peu que sens si super sur tellement tout toute tres trop un une vraiment y lol ete",
            ),
        ),
    ),
    "es": (
        WordSet(
            "cost",
            openings=_words("es esto cuanto tengo hay hace cuesta se necesito debo y o que esta"),
            keys=_words(
                "gratis gratuito gratuita cuesta cuestan costar pagar pago precio cobras cobran cobrais suscripcion",
                "registrarme registrarse registro registrar cuenta costo coste tarifa",
            ),
            markers=_words("esto aqui tu usted usarlo usarte usar me tengo necesito hay cobras servicio sitio kingdom"),
            others=_words(
                "al algo alguna alguno ano antes con crear cuanto de debo dinero en es esta falta hace hay la lo me",
                "mensual mes nada ninguna o para por primero que se ser si sin siempre su totalmente un una usarlo y",
                "que hacer del algun lado sitio",
            ),
        ),
        WordSet(
            "accuracy",
            openings=_words("que tan son es me te puedo se cuan hasta eres como y o cometes tus"),
            keys=_words(
                "exacto exactos exacta exactas preciso precisos precisa fiable fiables fiabilidad confiable confiar",
                "fiar fiarme equivocas equivocarte errores error correctos correctas seguro precision",
            ),
            markers=_words("tus tu ti sus eres puedo te usted"),
            others=_words(
                "a algo calculos calculo como con cometes cifras cuentas cuan de del el en es factura facturas hasta",
                "haces hay la las lo los me mis numeros o para por punto puedo que respuesta respuestas resultado",
                "resultados se si siempre son tan todo un una veces impuestos y declaracion",
            ),
        ),
        WordSet(
            "mood",
            openings=frozenset(),
            keys=_words(
                "cansado cansada agotado agotada muerto muerta enfermo enferma triste contento contenta feliz hambre",
                "sueno aburrido aburrida estresado estresada frio reventado reventada duro dura",
            ),
            markers=_words("estoy hoy yo me tengo dia noche semana trabajo curro manana"),
            others=_words(
                "a ay con de del despues el ha haha he jaja jajaja jeje la largo larga lo mas mi muy mucha mucho pero",
                "poco por que sido tan todo toda tras un una uf y ya estado lol super",
            ),
        ),
    ),
}  # fmt: skip


def topics_of_words(words: Sequence[str]) -> Iterator[tuple[Topic, Language]]:
    """Yield the topic and the language of each word set that the words, in lower case without accents, belong to."""
    for language, word_sets in WORD_SETS.items():
        for word_set in word_sets:
            if word_set.holds(words):
                yield word_set.topic, language
