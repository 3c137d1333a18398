"""Words of a question about a table that change it: what is left out, limits, totals, further wishes; look-alikes."""

import pytest

from tests.builtins.asking import ask

TOTALS = "\nmonth,sales\nJuly,120\nAugust,95\nSeptember,145\nOctober,140\nTotal,500"
VISITORS = "\nTag;Besucher\nMo;18\nDi;25\nMi;14\nDo;23\nSumme;80"
BOOKS = (
    "\ndate;what;amount\n2026-09-03;Hall hire;120\n2026-09-21;Balls;64.90\n2026-10-01;Hall hire;120\n2026-10-17;Ref;45"
)
FRIDGE = "\nday,temp\nMon,4.1\nWed,5.6\nFri,7.2\nSat,1.5"
SALES = "\nproduct,qty,unit_price\nmug,4,7.50\npen,20,1.20\nbag,3,15.00"
GAPS = "\nname,score\nAda,72\nBen,\nCara,88\nDan,65\nEve,\nFay,91"
VOTES = "\ncandidate,votes\nAlvarez,540\nBaker,610\nChen,595\nDuarte,480"
GROWTH = "\ndept,last_year,this_year\nToys,3200,3680\nBooks,1500,1950\nGames,2400,2160"
DATES = "\norder_no,order_date\n5501,2026-03-14\n5502,2025-11-02\n5503,2026-07-30"
FEES = "\nmember,fee,paid\nAlbright,60,60\nCosta,60,30\nDunne,45,0"
PAID = "\nnom,montant,payé\nLéa,30,oui\nHugo,45,non\nInès,20,oui\nPaul,25,non"
MARKS = "\nPupil,Maths,English\nAisha,71,64\nBen,58,77\nDev,45,51"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"What was our average monthly sales figure?{TOTALS}", ["**125**", "“Total” (sales 500)"]),
        (f"which month had the highest sales?{TOTALS}", ["**September**"]),
        (f"is the total right?{TOTALS}", ["**Yes**: the other rows add up to 500"]),
        (f"is the total right?{TOTALS.replace('500', '510')}", ["**No**", "add up to 500"]),
        (f"Besucher im Schnitt pro Tag? Die Summe unten gehört nicht dazu.{VISITORS}", ["**20**", "„Summe“"]),
        (f"sum of sales, ignore the total row{TOTALS}", ["**500**"]),
        ("which shop sold the most?\nshop,sold\nNorth,40\nSouth,52\nWest,31\nAll shops,123", ["**South**"]),
        ("suma y media\nmes,ventas\nene,10\nfeb,20\nmar,30\nTotal,60", ["**60**", "**20**", "«Total»"]),
        ("moyenne svp\nmois;ventes\njanv;10\nfévr;20\nmars;30\nTotal;60", ["**20**"]),
    ],
)
def test_rows_of_totals(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("average?\nkind,n\ntotal,10\npartial,20\nother,33", "**21**"),  # a value "total" that is not at the end
        (f"convert to json{TOTALS}", '"month": "Total"'),
        ("sum of eur\nitem,eur\na,10\nb,20\nc,30\nd,5", "**65**"),
    ],
)
def test_no_rows_of_totals(message: str, said: str) -> None:
    answer = ask("csv_statistics", message).answer
    assert said in answer
    assert "left out the row" not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"spending per month please but leave the hall hire out{BOOKS}", ["what ≠ Hall hire", "| 2026-09 | 64.9 |"]),
        (f"sum of amount, hall hire doesn't count{BOOKS}", ["**109.9**"]),
        (f"total amount not counting hall hire{BOOKS}", ["**109.9**"]),
        ("Summe bitte, die Miete zählt nicht mit\nWas;Betrag\nMiete;120\nBall;30\nNetz;20", ["**50**"]),
        ("Summe, aber lass die Miete weg\nWas;Betrag\nMiete;120\nBall;30\nNetz;20", ["**50**"]),
        ("suma todo menos la comida\nconcepto,importe\ncomida,100\nluz,40\nagua,20", ["**60**"]),
        ("combien sans compter la cotisation ?\nposte;montant\ncotisation;50\nloyer;700\ngaz;60", ["**760**"]),
        ("what's the average without zeros\nday,sales\n1,0\n2,10\n3,20", ["**15**"]),
        ("avg score if i leave out the highest and lowest\njudge,score\n1,9\n2,5\n3,8\n4,10", ["**8.5**"]),
        (f"it should stay below 5. which days were above?{FRIDGE}", ["temp > 5", "| Wed | 5.6 |"]),
        (f"temp must stay between 2 and 5, which days are out of range?{FRIDGE}", ["**3** of 4", "| Sat | 1.5 |"]),
        (f"should stay below 5. whats the mean?{FRIDGE}", ["The mean of temp is **4.6**"]),
        ("Soll unter 5 Grad bleiben. An welchen Tagen war er drüber?\nTag;Temp\nMo;4,1\nDi;5,6", ["**Di**"]),
        (f"Empty means the pupil was ill. Average score of those who actually sat the test?{GAPS}", ["**79**"]),
        (f"how many blanks, and the mean (ignore the blanks, dont count as 0!){GAPS}", ["**79**", "is **2**"]),
        (
            "¿Nota media? El cero cuenta, pero los vacíos no cuentan.\nalumno,nota\nLuis,8\nNoa,\nPablo,0\nRosa,10",
            ["**6**", "vacías no cuentan"],
        ),
    ],
)
def test_what_is_left_out(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("must be over 18, who may come in?\nname,age\nAl,17\nBo,19", "**Bo**"),
        ("how many scores are missing?\nname,score\nAl,\nBo,19\nCy,3", "is **1**"),
        ("which rows have an empty score?\nname,score\nAl,\nBo,19\nCy,3", "| Al |"),
        ("Wer zahlt nicht?\nName;zahlt\nUwe;ja\nIda;nein", "Ida"),
    ],
)
def test_look_alikes_of_what_is_left_out(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"How much did we take in all together?{SALES}", ["qty × unit_price", "**99**"]),
        (f"What did we take in altogether and which product brought the most money?{SALES}", ["**bag**: 45", "**99**"]),
        (f"I sold these on Saturday. It is qty times unit_price for every line, then all together.{SALES}", ["**99**"]),
        ("Wie viel haben wir insgesamt eingenommen?\nArtikel;Menge;Preis\nKerze;4;2,50\nTasse;2;8", ["**26**"]),
        ("combien avons-nous encaissé en tout ?\narticle;quantité;prix\nbougie;4;2,50\ntasse;2;8", ["**26**"]),
        ("¿Cuánto recaudamos en total?\nproducto,cantidad,precio\na,2,3\nb,4,1", ["**10**"]),
        (
            "how much did we make per region\nregion,item,qty,price\nN,a,2,3\nS,b,4,1\nN,c,1,7",
            ["| N | 13 |", "make = qty × price"],
        ),
    ],
)
def test_takings(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"average unit price?{SALES}", "The mean of unit_price is **7.9**"),
        (f"how many items did we sell in total?{SALES}", "The sum of qty is **27**"),
        (f"highest price{SALES}", "**15**"),
    ],
)
def test_no_takings(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"By how much did the winner beat the runner-up?{VOTES}", ["**Baker** (610)", "Chen (595) by **15**"]),
        (f"who won and by how many votes?{VOTES}", ["**Baker**", "**15**"]),
        ("Wie groß ist der Vorsprung des Ersten auf den Zweiten?\nName;Punkte\nA;10\nB;7", ["**3** vor B"]),
        ("¿Quién ganó y por cuántos votos?\nnombre,votos\nAna,50\nBeto,62", ["**Beto**", "**12**"]),
        (
            f"Which dept grew most in percent, and did anything shrink?{GROWTH}",
            ["**Books (+30 %)**", "**Games (-10 %)**"],
        ),
        ("Welche Filiale ist am stärksten gewachsen?\nFiliale;2024;2025\nA;100;120\nB;50;80\nC;70;60", ["**B (+30)**"]),
        ("Which items got cheaper?\nitem,old_price,new_price\nbread,2.00,2.20\nmilk,1.30,1.25", ["**milk (-0.05)**"]),
        (f"earliest and latest order date? and days between them{DATES}", ["**2025-11-02**", "**270 days**"]),
        (
            "How much more did we spend in 2025 than in 2024?\n"
            "year,h,spend\n2024,1,80\n2024,2,95\n2025,1,90\n2025,2,110",
            ["**25**"],
        ),
        (f"whats still open in total and who hasn't paid a penny{FEES}", ["**Dunne**", "Together **75**"]),
        (f"Qui n'a pas encore payé, et combien doivent-ils en tout ?{PAID}", ["| Hugo |", "**70**"]),
        (
            "Which invoices are not paid yet and how much is still open?\nid,amount,paid\nA1,9,yes\nA2,50,no\nA3,70,no",
            ["| A2 |", "**120**"],
        ),
        (f"average per subject pls, and tell me who is under 50 in maths{MARKS}", ["**58**", "**64**", "**Dev**"]),
        (
            "nurses' hours each over the 2 days, and anybody above 20\nnurse,Mon,Tue\nGrace,12,12\nImran,7,7",
            ["> 20: **Grace (24)**"],
        ),
        (
            "wieviel Prozent hat jeder bekommen (eine Nachkommastelle)?\nWer;Stimmen\nA;18\nB;11\nC;11",
            ["| A | 18 | 45 % |"],
        ),
        ("what percentage of the votes did each candidate get?" + VOTES, ["| Baker | 610 | 27.42 % |"]),
        ("is the sum of amount more than 100?\nitem,amount\na,60\nb,55", ["**Yes.**", "**115**"]),
        ("how much is left of my 500 budget\nitem,cost\na,120\nb,99.5", ["**280.5**"]),
        ("do we have more men or women\nname,sex\nA,m\nB,f\nC,f", ["**f 2**, **m 1**"]),
        (
            "top 2 per group\ngroup,name,score\nA,x,5\nA,y,7\nA,z,1\nB,u,9",
            ["| A | y | 7 |\n| A | x | 5 |\n| B | u | 9 |"],
        ),
        (
            "sort by goals highest first and if same then by assists\nplayer,goals,assists\nA,3,1\nB,5,2\nC,3,4\nD,5,7",
            ["| D | 5 | 7 |\n| B | 5 | 2 |\n| C | 3 | 4 |\n| A | 3 | 1 |"],
        ),
        (
            "how many kids per class and how many have paid\nkid,class,paid\nT,1a,yes\nU,1a,no\nV,1b,yes",
            ["| 1a | 2 |", "| 1a | 1 |"],
        ),
    ],
)
def test_several_rows_against_each_other(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("cuántos kilos se vendieron por fruta?\nfruta,kilos\nmango,14\npapaya,9\nmango,11", "| mango | 25 |"),
        ("how many goals per player\nplayer,goals\nA,1\nB,2\nA,3", "| A | 4 |"),
        (
            "could you add the hours up for each department?\nname,department,overtime\nK,Sales,4\nO,IT,6\nR,Sales,2",
            "| Sales | 6 |",
        ),
        (
            "Krankheitstage je Abteilung, können Sie das zusammenzählen?\n"
            "Name,Abteilung,Krankheitstage\nA,Büro,2\nB,Büro,5",
            "| Büro | 7 |",
        ),
        ("need MEDIAN rent not the mean, theres an outlier\n\nflat|rent\n1|310\n2|295\n3|1250", "**310**"),
        (
            "mean, range and standard deviation of minutes\nrun\tminutes\n1\t12\n2\t15\n3\t11",
            "The range of minutes is **4**",
        ),
        ("Durchschnit bitte\nKunde;Betrag\nMeier;12,50\nKoch;87,50", "**50**"),
        ("which kids have a nut allergy\nkid,allergy\nTim,nuts\nEva,none\nLea,nuts", "**2** of 3"),
        (
            "In which month did I use the least electricity?\nmonth,electricity_kwh,gas_kwh\nJan,310,900\nFeb,280,870",
            "**Feb**",
        ),
        (
            "member number in here twice, which one and whose?\nnumber,name\n4471,Farrow\n4480,Osei\n4480,Hwang",
            "| 4480 | Hwang |",
        ),
        (
            "campaign,conversion\nspring,3.2%\nsummer,4.8%\nautumn,\n\n"
            "mean conversion, leave the blank out. and which is best",
            "**4**",
        ),
        (
            'why does it say "expected 3 fields, saw 4"\n\nid,name,city\n1,Ann,Rome\n2,Smith, John,Dallas\n3,Lena,Oslo',
            '`2,"Smith, John",Dallas`',
        ),
        ("how many per city\nid,name,city\n1,Ann,Rome\n2,Smith, John,Dallas\n3,Lena,Oslo", "Row 2 has more fields"),
        ("running total please\nday,km\n1,5\n2,7\n3,1", "| 3 | 1 | 13 |"),
        ("median and mode please\nvalue\n3\n5\n5\n9", "The most frequent value"),
        ("average mark per class\npupil,class,mark\na,1,2\nb,1,3\nc,2,1.5", "| 1 | 2.5 |"),
        (
            "which product is below its minimum and how many do i need to order\nproduct,stock,minimum\na,3,10\nb,12,5",
            "| a | 3 | 10 | 7 |",
        ),
        (
            "everything sorted by price but only the red ones\nitem,color,price\na,red,5\nb,blue,1\nc,red,2",
            "| c | red | 2 |",
        ),
    ],
)
def test_figures_in_other_words(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("ignore returns. revenue by land?\nland,type,revenue\nDE,sale,100\nDE,return,-20\nFR,sale,80", "| DE | 100 |"),
        ("average without the top earner\nname,salary\nA,2000\nB,3000\nC,9000", "**2,500**"),
        ("Durchschnitt ohne den teuersten\nArtikel;Preis\na;5\nb;3\nc;100", "**4**"),
        ("which flats are empty\nflat,tenant,rent\n1,Meyer,500\n2,,620\n3,Koch,480", "| 2 |  | 620 |"),
        ("combien de gens n'ont pas payé, et lesquels ?\nnom,payé\nLéa,oui\nHugo,non\nInès,non", "| Hugo | non |"),
        ("whats 10% of the total?\nitem,eur\na,100\nb,50", "is **15**"),
        ("sum for Q1 only\nmonth,sales\nJan,100\nFeb,150\nMar,130\nApr,90", "**380**"),
        ("how did sales change from jan to mar\nmonth,sales\nJan,100\nFeb,150\nMar,130", "**30 %**"),
        ("quel est l'écart entre le plus cher et le moins cher\narticle;prix\na;5\nb;12", "**7**"),
        ("what do I owe each shop, biggest first\nshop,amount\nA,100\nB,50\nA,20", "| A | 120 |"),
        ("Which class has the most kids?\nkid,class\na,1\nb,1\nc,2", "class: **1**"),
        (
            "Wer hat am meisten verkauft und um wie viel mehr als der Zweite?\nName;Verkauft\nA;50\nB;70\nC;66",
            "**4** vor C",
        ),
    ],
)
def test_conditions_in_other_words(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "how much did i spend?\nitem,qty,price\nmilk,2,1.20\nbread,1,2.50",  # the price may be that of the line
        "which two months are closest in sales\nmonth,sales\nJan,100\nFeb,150\nMar,104",
        "which of my plants need water more often\nplant,days_between\nfern,3\ncactus,21",
    ],
)
def test_what_is_not_read_is_declined(message: str) -> None:
    assert ask("csv_statistics", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("remove the duplicates and give me the sum\nid,eur\n1,10\n1,10\n2,5", "**15**"),
        ("how much did i use each month\nmonth,reading\nJan,1000\nFeb,1120", "| Feb | 1,120 | +120 |"),
        ("plus de 15 en maths mais moins de 10 en anglais\nnom;maths;anglais\nA;16;9\nB;17;12", "| A | 16 | 9 |"),
        ("everyone born in the 80s\nname,born\nA,1979\nB,1985\nC,1990", "**B**"),
        ("what's missing to reach 500?\nwho,amount\nA,120\nB,200", "**180**"),
        ("top seller each month\nmonth,name,sold\nJan,A,5\nJan,B,7\nFeb,A,9", "| Jan | B | 7 |"),
        ("how many points did Ann and Bob get each\nname,points\nAnn,3\nBob,5\nAnn,4", "| Ann | 7 |"),
        ("¿cuántos aprobaron (5 o más) y cuál fue la nota media?\nalumno,nota\nA,4\nB,6\nC,8", "Media de nota: **6**"),
    ],
)
def test_rows_that_are_meant(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "which customers ordered in both march and april?\ncustomer,month\nAnn,March\nBob,March\nAnn,April",
        "how many boxes do we need if one holds 12\nitem,pieces\na,30\nb,18",
    ],
)
def test_what_rows_alone_do_not_tell_is_declined(message: str) -> None:
    assert ask("csv_statistics", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("empty cells should count as zero. mean please\nname,score\nA,10\nB,\nC,20", "**10**"),
        ("0 means absent, so average mark?\nname,mark\nA,10\nB,0\nC,20", "**15**"),
        ("total including shipping\nitem,eur\na,10\nshipping,5", "**15**"),
        ("sum of the two largest\nitem,eur\na,10\nb,7\nc,5", "**17**"),
        ("how much did Anna pay more than Ben\nname,eur\nAnna,30\nBen,20\nAnna,5", "**15**"),
        ("which members are not included\nname,included\nA,yes\nB,no", "**B**"),
        (
            "which months were above target and by how much\nmonth,sales,target\nJan,9,12\nFeb,15,14",
            "| Feb | 15 | 14 | 1 |",
        ),
    ],
)
def test_what_cells_stand_for(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "who scored most, and whats the average goals per player\nplayer,goals\nA,7\nB,3\nC,5",
            "mean of goals is **5**",
        ),
        ("Who ran the furthest and what was the average distance per runner?\nrunner,km\nA,5\nB,10\nC,6", "**7**"),
        ("Wer hat am meisten Tore und wie viele Tore im Schnitt pro Spieler?\nSpieler;Tore\nA;5\nB;10\nC;6", "**7**"),
        ("quién vendió más y cuál es la media por vendedor\nvendedor;ventas\nAna;5\nLuis;10\nEva;6", "**7**"),
        (
            "average score per player and who got the most\nplayer,score\nA,5\nB,10\nA,6",
            "player: **A** (sum of score: **11**)",
        ),
        (
            "How many have NOT paid, and what do those owe together?\nname,fee,paid\nA,45,yes\nB,60,no\nC,30,no",
            "**90**",
        ),
        (
            "Wie viele haben nicht bezahlt und wie viel schulden die zusammen?\nName;Euro;bezahlt\nA;20;ja\nB;25;nein",
            "ja: **1**",
        ),
        (
            "Combien n'ont pas payé et combien doivent-ils ensemble ?\nnom;montant;payé\nA;20;oui\nB;25;non\nC;30;non",
            "oui : **2**",
        ),
        ("how many have paid and how much is that\nname,fee,paid\nA,45,yes\nB,60,no\nC,30,yes", "**75**"),
        ("totals of adults and of kids per side\nside,adults,kids\na,8,2\nb,7,1\na,6,4", "| a | 6 |"),
        ("Summe der Erwachsenen und der Kinder pro Seite\nSeite;Erwachsene;Kinder\na;8;2\na;6;4\nb;3;1", "| a | 6 |"),
        ("fais-moi le total par personne\nnom;heures\nInès;7,5\nPaul;8\nInès;6", "| Inès | 13,5 |"),
        ("what's the average spend per person\nname,spent\nA,10\nB,20", "is **15**"),
        (
            "Was hab ich im Schnitt pro Tanken ausgegeben?\nDatum;Liter;Euro\n03.11.2026;27;45\n10.11.2026;36;55",
            "**50**",
        ),
        ("the sum for each region, like a pivot table does\nregion,sales\nN,10\nS,5\nN,7", "| N | 17 |"),
        (
            "median and the range of ms? I don't trust the mean with that outlier.\nid,ms\np1,412\np2,388\np3,951",
            "**563**",
        ),
    ],
)
def test_both_halves_of_a_question(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "remove the outlier and give me the mean\nrun,time\n1,40\n2,41\n3,99",
        "make a pivot of this\nregion,sales\nN,10\nS,5\nN,7",
    ],
)
def test_work_on_outliers_and_pivots_is_declined(message: str) -> None:
    assert ask("csv_statistics", message).tag == "NULL"


def test_a_mean_that_is_not_trusted_is_not_given() -> None:
    answer = ask("csv_statistics", "Median bitte, dem Mittelwert traue ich nicht\nname;ms\na;412\nb;388\nc;951").answer
    assert "Mittelwert" not in answer.partition("\n\n|")[0]


@pytest.mark.parametrize(
    "asked", ["How many units per shop?", "how many units were sold per shop?", "HOW MANY units per shop"]
)
def test_how_many_of_a_column_is_its_sum_however_it_is_written(asked: str) -> None:
    assert "| A | 8 |" in ask("csv_statistics", f"{asked}\nshop,units\nA,3\nB,4\nA,5").answer
