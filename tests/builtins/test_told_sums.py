"""Sums as people tell them: believed percentages, pass marks, saving plans, prices per kilo, speeds, what is left."""

import pytest

from tests.builtins.asking import ask, unused_words


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Boots were £129, 30% off and then another 10 percent off that at the till. what did i pay and "
            "is it the same as 40% off?",
            ["**81.27**", "**No**", "**77.40**", "37 %"],
        ),
        (
            "Running shoes are $89.99, 30% off, and at the till I get another 10% off the reduced price. "
            "What do I pay? My friend says its simply 40% off.",
            ["**56.69**", "**No**", "**53.99**"],
        ),
        ("Ist 20 % und dann 10 % Rabatt auf 300 € gleich 30 % Rabatt?", ["**216**", "**Nein**", "**210**"]),
        ("un vélo à 400 €, -20 % puis encore -10 %. C'est pareil que -30 % ?", ["**288**", "**Non**", "**280**"]),
        (
            "unos zapatos de 80 €, 25 % de descuento y luego otro 20 %. ¿es lo mismo que un 45 %?",
            ["**48**", "**No**", "**44**"],
        ),
        (
            "20% off and then another 20% off a 250 coat, my sister reckons that makes 36% off, is she right?",
            ["**160**", "**Yes**"],
        ),
        ("is two times 25% off the same as 50% off?", ["**56.25**", "**No**"]),
        (
            "price went up 20% then down 20%, started at 80. is it the same as before?",
            ["**76.8**", "**No**", "4 % less"],
        ),
        ("stock fell 50% then rose 100%, i had 1000. am i back where i started?", ["**1,000**", "**Yes**"]),
    ],
)
def test_a_believed_percentage_is_no_step(message: str, said: list[str]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("sticker says 20% off, at checkout another 5% off. price was 60 what do i pay", "**45.6**"),
        ("A jacket is $80, it's 25% off and at the till they take another 10% off. What do I pay?", "**54**"),
        ("$64.99 shoes, 25% off, plus 10% student discount on top, what do I pay", "**43.87**"),
        ("is 20% of 50 the same as 50% of 20", "**Yes**"),
    ],
)
def test_a_told_discount_is_a_step(message: str, said: str) -> None:
    answer = ask("calculator", message).answer
    assert said in answer
    assert "with 5 %" not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("She got 47 of 60 points, pass mark is 75 percent. did she make it", "**Passed**: 75 % of 60 is 45"),
        ("Bestanden ab 50 %, ich hatte 27 von 60 Punkten. Habe ich bestanden?", "**Nicht bestanden**"),
        ("mon fils a eu 13 sur 20, il faut 65 % pour être admis, il est admis ?", "**Réussi**"),
        ("Saqué 38 de 50 y se aprueba con el 80 %. ¿aprobé?", "**No aprobado**"),
        ("The pass mark is 40%. Priya scored 23 marks out of 60 — pass or fail?", "(24 - 23 = 1)"),
        ("wie viele Punkte fehlen mir, wenn ich 41 von 80 habe und 60 Prozent brauche zum Bestehen", "**7**"),
        ("47 out of 60, is that over 75 percent?", "**Yes**"),
        ("the test has 80 questions and you need 85 percent to pass. how many do i have to get right", "**68**"),
    ],
)
def test_pass_marks(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "if we already have 400 in the trip fund and put in 150 a month for 18 months no interest, is "
            "that enough for 3250?",
            ["**3,100**", "**No**: 150 short"],
        ),
        ("Ich habe schon 500 € und lege jeden Monat 80 € zurück. Wie viel habe ich nach 2 Jahren?", ["**2.420**"]),
        ("J'ai déjà 300 euros et je mets 50 euros par mois pendant un an, combien j'aurai ?", ["**900**"]),
        ("ahorro 60 euros al mes, ¿me llega en 8 meses para un móvil de 450?", ["**480**", "**Sí**"]),
        ("we have 500 in the kitty, spend 35 a week. whats left after 8 weeks", ["**220**"]),
        ("will 50 euros be enough for 3 at 12.99 and 2 at 4.50", ["**47.97**", "**Yes**: 2.03"]),
        ("Reichen 15 Euro für 4 Brote zu 3,80 € und 2 Milch zu 1,29 €?", ["**17,78**", "**Nein**"]),
        ("rent is 940, goes up 3.5% each year. after 3 years?", ["**1,042.1948025**"]),
        (
            "I would like to put £2,500 into a savings bond for five years at 3.5 per cent a year, interest "
            "added once a year. What will I have at the end, and how much of it is interest?",
            ["**2,969.22**, **469.22**"],
        ),
    ],
)
def test_saving_plans_and_money_that_is_enough(message: str, said: list[str]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in said if one not in answer] == []


def test_a_saving_plan_with_interest_is_another_sum() -> None:
    assert ask("calculator", "I put aside 200 a month at 3% interest for 2 years, what do I have?").tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "this week i did 27.5 hours at 14.80 and then 6 more at time and a half, what should my payslip "
            "say before tax",
            "**540.2**",
        ),
        ("I earn 18.40/h, 40 hours plus 5 hours at double time and 3 at time and a half. weekly pay?", "**1,002.8**"),
        ("45 hours at 11.44 but the last 5 are at double time", "**572**"),
        ("worked 42 hours, 13.20 an hour, everything over 38 hours is time and a half. what do i get", "**580.8**"),
        ("Normal sind 8 Stunden zu 16 €, dazu 2 Überstunden mit 25 % Zuschlag. Tageslohn?", "**168**"),
        ("35 heures à 12,50 € et 4 heures majorées de 25 %, ça fait combien ?", "**500**"),
        ("Bruttolohn 3.200, 38 % Abzüge, netto?", "**1.984**"),
    ],
)
def test_pay(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Wir waren zu fünft essen, Rechnung 187,40 €, dazu 10 % Trinkgeld. Was zahlt jeder?", "**41,23**"),
        ("dinner 84.60 for me, my wife and two kids, what's each?", "**21.15**"),
        ("Dinner for me and my four friends came to 137.50. We all pay the same, what's each share?", "**27.5**"),
        ("Nous étions à six, l'addition fait 142,80 €, chacun paie combien ?", "**23,8**"),
        ("con mi novia y dos amigos pagamos 92 euros de cena, ¿cuánto cada uno?", "**23**"),
        ("I split 90 with two friends, what do I pay", "**30**"),
        ("dinner for two was 86, plus 12.5% service. what's my half?", "**48.375**"),
        ("Sophie, Max und ich teilen uns 64,80 €. Jeder?", "**21,6**"),
        ("On partage 132 € entre ma sœur, mon frère et moi", "**44**"),
        ("Was kosten 7 Karten, wenn 3 Karten 25,50 € kosten?", "**59,5**"),
    ],
)
def test_who_shares_is_counted(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "split 90 between Tom, Ann and me but Tom pays double",
        "Can 4 of us eat for 60 if the menu is 13.90 each",
        "I make 17 an hour and worked 9 hours today, the last hour counts double. pay?",
        "is 250 minus 30% and then minus 30% less than 120?",
        "half price of 80 plus 10% tip",
        "5 year old car lost 12% per year, bought for 20000",
        "work 8 hours a day at 12.50, double pay on sunday, 6 days",
        "Ich arbeite 38,5 Stunden für 17,20 € die Stunde. Wie viel im Monat?",
        "Wir sind vier Freunde und haben 3 Pizzen zu 11,50 und Getränke für 18 Euro. Was zahlt jeder?",
        "km 340 in 4 h 15 min, what average speed is that",
        "si tengo 3/5 de 250 y gasto 30, ¿cuánto queda?",
        "Eine Pizza 28 cm für 8 Euro oder 36 cm für 12 Euro, was lohnt sich",
    ],
)
def test_a_condition_that_is_not_read_is_declined(message: str) -> None:
    assert ask("calculator", message).tag == "NULL"


def test_who_shares_is_not_used_where_nothing_is_divided() -> None:
    assert "jeder" in unused_words("calculator", "Rechnung 187,40 €, dazu 10 % Trinkgeld. Was zahlt jeder?")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("I bought 3 shirts in size 42 at 18 euros each and paid with a 100 euro note. change?", "**46**"),
        ("two pairs of trousers in size 32 at 29.90 each and a belt for 15, total?", "**74.8**"),
        ("3 Hemden Größe L zu 24,90 € und eine Hose Größe 50 für 59 €, zusammen?", "**133,7**"),
        ("Zimmer 12 kostet 75 € pro Nacht, 4 Nächte, Gesamtpreis?", "**300**"),
    ],
)
def test_a_number_that_names_a_thing_is_no_amount(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("I had a dozen and a half eggs and all but 5 got broken. How many broken ones do I have?", "**13**"),
        ("18 sheep, all but 7 died. how many are alive?", "**7**"),
        ("alle bis auf 4 von 30 Schülern waren da. wie viele waren da?", "**26**"),
        ("alle bis auf 4 von 30 Schülern waren da. wie viele fehlten?", "**4**"),
        ("I read 2/3 of a 360 page book, how many pages are left?", "**120**"),
        ("gave half of my 24 cookies to Tom and a third of the rest to Ann. how many left?", "**8**"),
        ("Ein Drittel von 540 € habe ich ausgegeben, vom Rest noch ein Viertel. Wie viel bleibt?", "**270**"),
        ("gasté la mitad de mis 90 euros y luego 15 más. ¿cuánto me queda?", "**30**"),
        ("i used 30% of 500 ml and then 100 ml more, how much is left?", "**250**"),
        ("two fifths of 250 people voted yes, how many didn't?", "**150**"),
    ],
)
def test_what_is_left_after_parts(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many full 0.3 l glasses can i pour from a 5 litre keg", ["**16**", "0.2 l is left"]),
        ("Wie viele volle Gläser à 0,2 l bekomme ich aus einer 1,5-l-Flasche?", ["**7**"]),
        ("combien de bouteilles de 75 cl faut-il pour 30 litres de jus ?", ["**40**"]),
        ("how many 1.5 L bottles do i need for 20 litres of water", ["**14**"]),
        ("photos are 4.5 MB each, how many fit on a 64 GB stick?", ["**14,222**", "1 GB is taken as 1,000 MB"]),
        ("A 5 kg bag of flour, each loaf needs 450 g. how many loaves", ["**11**"]),
        ("i have 6 bottles of 0.75 l wine, glasses hold 150 ml, how many glasses?", ["**30**"]),
        ("room is 4.2 m by 3.65 m, tiles cover 0.36 m2 each. how many whole tiles", ["**43**"]),
        ("750 g for 3.49, whats that per kilo", ["**4.65**"]),
        ("500 g Kaffee kosten 6,49 €, Preis pro Kilo?", ["**12,98**"]),
        ("combien coûtent 250 g de fromage à 18,50 € le kilo", ["**4,625**"]),
        ("350 g Hackfleisch, das Kilo kostet 8,90 €, was zahle ich", ["**3,115**"]),
        ("6 x 1.5 l water for 3.54, price per litre?", ["**0.39**"]),
        ("200 g Schokolade für 2,49 €. Wie viel kosten 100 g?", ["**1,245**"]),
    ],
)
def test_measures_that_fill_and_cost(message: str, said: list[str]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "I drove 120 km there at 60 km/h and the same 120 km back at 40 km/h. What was my average speed "
            "for the whole trip?",
            "**48**",
        ),
        ("aller à 90 km/h, retour à 60 km/h, vitesse moyenne ?", "**72**"),
        ("2 hours at 80 km/h then 1 hour at 50 km/h. average speed?", "**70**"),
        ("Jogging: 10 km in 50 Minuten, Durchschnittsgeschwindigkeit?", "**12**"),
        ("half the way at 80 km/h and the other half at 120 km/h, average?", "**96**"),
        ("Wie lange brauche ich für 45 km mit 18 km/h auf dem Rad", "2 h 30 min"),
        ("train does 140 km/h, how far in 2 h 30", "**350** km"),
    ],
)
def test_speeds(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("20 less than twice 35", "**50**"),
        ("Mi alquiler era de 200 €, subió un 10 % y al año siguiente bajó un 10 %. ¿Cuánto pago ahora?", "**198**"),
        ("Our rate went from 4% to 6%. By how many percent did it rise, not percentage points?", "**50 %**"),
        ("the rate went from 4% to 6%, how many percentage points is that?", "**2**"),
        ("what percent off is 45 from 60", "**25 %**"),
        ("my 30% tip was 18, what was the bill", "**60**"),
        ("which is more, 5/8 or 0.6", "**5 / 8**"),
    ],
)
def test_words_between_two_numbers(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "combien de mots dans : Le train de 9 heures a encore 20 minutes de retard",
        "how many ml left of 2 litres after 500 ml",
    ],
)
def test_a_count_of_something_else_is_no_fill(message: str) -> None:
    assert "floor" not in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("on est 7 pour payer un cadeau à 129,50 €, ça fait combien chacun ?", "**18,5**"),
        ("nous sommes cinq et l'addition est de 84 €, combien chacun paie ?", "**16,8**"),
        ("Wir sind 6, die Rechnung war 138 Euro. Was zahlt jeder?", "**23**"),
        ("somos 4 y la cuenta es de 96,40 €, ¿cuánto paga cada uno?", "**24,1**"),
        ("we're 5 and the taxi was 42.50, what's each share?", "**8.5**"),
        ("how many dollars for 7 if 3 cost $25.50", "**59.5**"),
    ],
)
def test_those_who_say_how_many_they_are(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "He visto una tele de 55 pulgadas por 399 €, con garantía de 3 años. ¿Cuántos centímetros tiene de diagonal?",
        "on est le 7 et il me reste 129,50 €",
        "We are 3 years late and owe 120",
    ],
)
def test_no_price_and_no_share_where_something_else_is_asked(message: str) -> None:
    assert ask("calculator", message).tag == "NULL"
