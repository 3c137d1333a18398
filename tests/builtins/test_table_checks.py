"""Odd cells of a table, figures with a second step, groups of a size, and asides that an answer meets anyhow."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "csv_statistics"
RUNS = "\nrunner,minutes\nJo,41.2\nKai,39.8\nLi,44.0\nMo,38.9\nNed,97.5\nOla,42.3\nPat,40.6"
GAPS = "\nname,tel,ort\nAnke,0351,Dresden\nUwe,,Leipzig\nSina,0341,\nJörg,,"
DAYS = "\nday,hours\nMon,7.5\nTue,8\nWed,\nThu,6.5\nFri,8"
REPS = "\nregion,rep,sales\nNorth,Ann,1200\nSouth,Bob,950\nNorth,Cem,700\nEast,Dee,1430\nSouth,Eli,1100\nNorth,Fay,300"
ONE = "\nmedida\n22\n25\n19\n30\n24"
WORK = "\ntask,hours\na,2\nb,3.5"
GOODS = "\nproduct,price,stock\nlamp,24.90,12\nchair,89.00,3\ndesk,199.00,0\nrug,59.50,7\nclock,15.00,0"
MARKS = "\nstudent,math,english\nAmy,7,9\nBo,5,6\nDi,10,8"
MONTHS = "\nmonth,revenue,cost\nJan,4200,3900\nFeb,3900,4100\nMar,5100,4000\nApr,4800,4850"
MAILS = "\nid,email\n1,a@x.org\n2,b@x.org\n3,a@x.org\n4,c@x.org"
DECIMALS = "\nartikel;preis\nBrot;3,20\nMilch;1,19\nEier;2,99"
TEMPS = "\nday,temp\nMon,3.5\nTue,-1\nWed,0\nThu,-4.5"
PAID = "\nguest,diet,paid\nRosa,vegan,yes\nSam,none,no\nUma,vegan,no"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many days are missing a number here, and which ones?" + DAYS, "Missing in hours: **1** (Wed)"),
        ("wo fehlt was in der tabelle? nur zählen pro spalte" + GAPS, "tel: **2** (Uwe, Jörg)"),
        ("which are empty in tel and whose are they" + GAPS, "**2** (Uwe, Jörg)"),
        ("où manque-t-il quelque chose ?" + GAPS, "ort : **2** (Sina, Jörg)"),
        ("any weird values in here? a nurse typed it by hand" + RUNS, "**97.5** (Ned)"),
        ("theres one weird value i think. is it an outlier? and whats the mean without it" + RUNS, "**41.1333**"),
        ("Gibt es Ausreißer? Und der Mittelwert ohne sie?" + RUNS, "**41,1333**"),
        ("¿hay valores atípicos? ¿y la media sin ellos?" + RUNS, "**41,1333**"),
        ("are there outliers?\nn\n22\n25\n24\n23\n24", "**No** value"),
        ("how many different emails are in this list? which ones are doubled" + MAILS, "**a@x.org** (2)"),
        ("combien d'emails différents ? lesquels sont en double" + MAILS, "**a@x.org** (2)"),
    ],
)  # fmt: skip
def test_odd_cells_are_named(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said", "not_said"),
    [
        ("need the median, not the mean, theres an outlier" + RUNS, "**41.2**", "Far from"),
        ("average hours? Wednesday's is missing, dont count that as zero" + DAYS, "**7.5**", "**8**"),
        ("standard deviation of population\ncity,population\nA,1\nB,2\nC,4", "**1.52753**", "1.24722"),
        ("mean of hours at site 30\nsite,hours\n30,2\n31,3", "**2**", "**75**"),
        ("average sales where sales is more than 800" + REPS, "**1,170**", "Only region"),
        ("products with stock under 5" + GOODS, "stock < 5", "price < 5"),
        ("how many rows are over 3, and does 3.5 count?" + TEMPS, "**1**", "≥"),
    ],
)
def test_what_only_looks_like_a_check_is_none(message: str, said: str, not_said: str) -> None:
    answer = ask(ROLE, message).answer
    assert said in answer
    assert not_said not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("desviación estándar, no se si es la de muestra o poblacion" + ONE, "**4,06202** para"),
        ("standard deviation of this column, sample one not population" + ONE, "**4.06202** for a sample"),
        ("Standardabweichung der Grundgesamtheit, nicht der Stichprobe" + ONE, "**3,63318** für die Grundgesamtheit"),
        ("total hours in this table times 45 an hour?" + WORK, "**247.5**"),
        ("what do all the hours come to at 30 euros per hour" + WORK, "**165**"),
        ("total des heures fois 20\ntâche;heures\na;2\nb;3", "**100**"),
        ("Average of math and english for each pupil and who is the best?" + MARKS, "Best: **Di** (9)"),
        ("Mittelwert von math und english je Schüler, und wer ist am besten?" + MARKS, "Am besten: **Di** (9)"),
        ("in which months did we make a loss and how big was it" + MONTHS, "**Feb** (-200), **Apr** (-50)"),
        ("In welchen Monaten gab es Verlust?" + MONTHS, "**Feb** (-200)"),
        ("in which weeks was there a loss?\nweek,income,expenses\n1,10,12\n2,20,5", "**1** (-2)"),
        ("qui est le plus rapide ? et l'écart avec le plus lent\nnom,temps\nA,48.2\nB,51.7\nC,44.9", ": **6,8**"),
        ("ma moyenne pondérée avec les coefs ? pas la moyenne simple\nnom,note,coef\nM,14,2\nS,9,1\nH,16,3", "14,1667"),
        ("who hasnt paid yet, and how many of those are vegan" + PAID, "| Sam | none | no |"),
        ("who hasnt paid yet, and how many of those are vegan" + PAID, "is **1**"),
    ],
)  # fmt: skip
def test_figures_with_a_second_step(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("average sale per region, but only regions that have more than one rep" + REPS, "| South | 1,025 |"),
        ("sum of sales, only for regions with at least three reps" + REPS, "**2,200**"),
        ("Summe sales je region, aber nur Regionen mit mehr als zwei Zeilen" + REPS, "| North | 2.200 |"),
        ("moyenne de sales par region, seulement les regions qui ont plus de 2 lignes" + REPS, "| North | 733,333 |"),
        ("total de sales por region, solo regiones con más de 2 rep" + REPS, "| North | 2.200 |"),
        ("which regions have more than one rep?" + REPS, "**North** (3), **South** (2)"),
        ("which products are under 80 but not out of stock" + GOODS, "**2** of 5 rows match where price < 80"),
        ("Wie viele Zeilen haben sales über 900, North ausgenommen?" + REPS, "**3**"),
    ],
)  # fmt: skip
def test_groups_of_a_size_and_conditions_of_two_columns(message: str, said: str) -> None:
    answer = ask(ROLE, message).answer
    assert said in answer
    assert "| East |" not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("prices are with decimal comma (german file). sum + average?" + DECIMALS, "**7.38**"),
        ("its an export from our belgian office so the commas are decimals. median preis?" + DECIMALS, "**2.99**"),
        ("total profit over the four months (revenue minus cost)?" + MONTHS, "**1,150**"),
        ("how many days below zero (0 itself doesnt count)?" + TEMPS, "**2**"),
        ("how many are over 3 (3 itself not counted)" + TEMPS, "**1**"),
        ("price times stock, added up" + GOODS, "**982.3**"),
        ("Could you list the top 2 sellers?\nname,sales\nPriya,18250\nTom,9900\nMarek,21400", "| Marek | 21,400 |"),
        ("was kommt da zusammen raus, aber ohne Miete?\nArt;Betrag\nMiete;645\nStrom;78,35\nBrot;12,60", "**90,95**"),
    ],
)  # fmt: skip
def test_asides_that_are_met_are_used(message: str, said: str) -> None:
    answer = ask(ROLE, message).answer
    assert said in answer
    assert "did not use" not in answer
    assert "Nicht verwendet" not in answer
    left = set(unused_words(ROLE, message).lower().split())
    assert not left & {"decimal", "decimals", "four", "itself", "not"}


def test_a_number_of_other_rows_is_not_met() -> None:
    assert "three" in unused_words(ROLE, "total revenue over the three months" + MONTHS)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Summe von Betrag?\nPosten;Betrag\nMiete;645,00\nStrom;78,35", "| Spalte | Typ | n | fehlen |"),
        ("Somme de montant ?\nposte;montant\nloyer;645,00\npain;78,35", "Les plus fréquents : poste: loyer (1)"),
        ("¿Cuál es la suma de importe?\nconcepto;importe\nrenta;645,00\npan;78,35", "| columna | tipo | n | faltan |"),
    ],
)
def test_the_figures_of_all_columns_have_heads_in_the_language_of_the_question(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer
