"""Sums of a household: unequal shares, recipes, purchases with change, metered bills, habits over a year."""

import pytest

from tests.builtins.asking import ask

RIGHT = [
    (
        "Rent is 1450 for the three of us. Sam has the tiny room so pays only 20 percent, rest split evenly between me "
        "and jo. how much is everyones share",
        ("**290**", "**580**"),
    ),
    ("Miete 1200, Anna zahlt 30 %, den Rest teilen wir drei gleich. wie viel zahlt jeder", ("**360**", "**280**")),
    ("loyer 1500, Luc paie 40 %, le reste est partagé entre Zoé, Max et moi. combien chacun", ("**600**", "**300**")),
    ("alquiler 900, Ana paga 20 %, el resto se reparte entre Leo y yo. ¿cuánto cada uno?", ("**180**", "**360**")),
    ("rent 1800, tom pays 600, rest split evenly between me and ann. how much do i pay", ("**600**",)),
    ("lasagna recipe for 6 needs 450 g flour. were 10 on sunday, how much flour", ("**750**",)),
    ("Rezept für 4 braucht 600 g Kartoffeln. wir sind 7, wie viel Kartoffeln", ("**1.050**",)),
    ("recette pour 4 il faut 250 g de farine, on sera 6, combien de farine", ("**375**",)),
    ("receta para 4 lleva 300 g de arroz, vienen 9 personas, cuanto arroz", ("**675**",)),
    ("7 boxes of tiles at 23.95, 2 bags glue at 14.5, delivery 35. whats my damage", ("**231.65**",)),
    ("5 Säcke Zement zu 7,90, 10 Bretter zu 4,50, Lieferung 30. was macht das zusammen", ("**114,5**",)),
    (
        "strom 0,34 € pro kwh, hab 2310 kwh verbraucht, dazu 11,90 grundgebühr im monat. was kostet mich das jahr",
        ("**928,2**", "12 Gebühren"),
    ),
    ("électricité 0,25 € par kwh, 2800 kwh consommés, abonnement 12 € par mois. combien pour l'année", ("**844**",)),
    ("electricity 0.28 per kWh, used 3100 kWh, standing charge 9.50 a month. what is it a year", ("**982**",)),
    ("gas 8 cent pro kwh, 12000 kwh, grundpreis 100 € im jahr. was kostet das jahr", ("**1.060**",)),
    (
        "compre 3 camisetas a 12,99 y unos zapatos de 45, pague con un billete de 100. cuanto me tienen q devolver",
        ("**16,03**",),
    ),
    ("bought 2 shirts at 15.50 and a belt for 20, paid with a 100. how much change", ("**49**",)),
    ("3 Brote zu 3,40 und ein Kuchen für 12, mit einem 50 Schein bezahlt. wieviel Rückgeld", ("**27,8**",)),
    ("add up 14.90 23.50 and 8.25 then split it by 3", ("**46.65**", "**15.55**")),
    ("spend 4.20 on lunch 5 days a week, what's that in a year", ("**1,092**", "52 weeks")),
    ("I pay 3.80 for coffee 4 times a week. how much per year", ("**790.4**", "52 weeks")),
    ("ich zahle 6,50 fürs Mittagessen 5 Tage die Woche, was ist das im Jahr", ("**1.690**", "52 Wochen")),
    ("gasto 2,50 en café 5 veces por semana, ¿cuánto es al año?", ("**650**", "52 semanas")),
    ("subscriptions: 9.99 and 14.99 a month. what's that a year together", ("**299.76**",)),
    ("Netflix 12,99 und Spotify 10,99 im Monat. was kostet das zusammen im Jahr", ("**287,76**",)),
    ("my salary of 2500 was raised by 3% twice", ("**2,652.25**", "result before")),
    ("Miete 900 wurde zweimal um 5% erhöht, wie hoch ist sie", ("**992,25**",)),
    ("le loyer de 800 a augmenté de 3 % deux fois, combien maintenant", ("**848,72**",)),
    ("price of 80 was reduced by 10% twice, what is it now", ("**64.8**",)),
]
UNCLEAR = [
    ("rent 1450 with 20% discount, rest split between me and jo", "1,160"),
    ("lasagna for 6 needs 450 g flour. we were 10 minutes late, how much flour", "750"),
    ("12 roses at 2.50 and shipping 6.90 each, total", "36.9"),
    ("strom 0,34 € pro kwh, hab 2310 kwh verbraucht, dazu 11,90 grundgebühr im monat. was kostet mich das", "797,3"),
    ("0.28 per kWh, 300 kWh a month, standing charge 9.50 a month. what is it a year", "198"),
    ("0.28 per kWh, used 3100 kWh last month, standing charge 9.50 a month. what is it a year", "982"),
    ("netflix 15.49 a month and insurance 299.90 a year, what is that a year", "3,784"),
    ("9.99 and 14.99 a month, how much more is the second a year", "299.76"),
    ("salary of 2500 raised by 3% twice a year", "2,652.25"),
    ("salary was raised by 3% twice to 2500, how much was it", "2,652.25"),
    ("una caja de 12 huevos y un pan de 3, cuanto pago", "15"),
    ("spend 20 minutes on it 5 days a week, what's that in a year", "5,200"),
    ("spend 4.20 on lunch 5 days a week, except holidays, what's that in a year", "1,092"),
]


@pytest.mark.parametrize(("text", "expected"), RIGHT)
def test_computes_the_sum(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("calculator", text).answer
    assert all(one in answer for one in expected), answer


@pytest.mark.parametrize(("text", "wrong"), UNCLEAR)
def test_computes_no_sum_of_another_kind(text: str, wrong: str) -> None:
    assert f"**{wrong}" not in ask("calculator", text).answer
