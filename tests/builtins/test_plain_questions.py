"""Questions as people type them, by class: each was once answered wrong. None gets a notice."""

import re

import pytest

from tests.builtins.asking import builtin, handler, payload
from tests.factories.handler_answers import shown_answer

PRICES = "item,price\nA,9.99\nB,20\nC,3.5\n"
TEAMS = "team,hours\nRed,1\nBlue,3\nRed,8\n"
SALES = "month,team,hours\nJan,Red,120\nJan,Blue,95\nFeb,Red,80\nFeb,Blue,130\nMar,Red,101\n"

SPENT = "date,kind,eur\n2026-11-02,food,60\n2026-11-05,petrol,20\n2026-10-05,petrol,100"


@pytest.mark.parametrize(
    ("role", "text", "pattern"),
    [
        # a question line with as many commas as the table is no header
        ("csv_statistics", "sort this by score, highest first\nname,score\nAnn,3\nBob,5", r"Bob \| 5[\s\S]*Ann \| 3"),
        # months under another name
        ("csv_statistics", f"total hours in February\n{SALES}", r"\*\*210\*\*"),
        ("csv_statistics", f"Summe der hours im März\n{SALES}", r"\*\*101\*\*"),
        ("csv_statistics", f"show me the two rows with the most hours\n{SALES}", r"Blue \| 130[\s\S]*Red \| 120"),
        ("csv_statistics", "Die 2 Zeilen mit den meisten Punkten\nname;Punkte\nA;3\nB;5\nC;4", r"B \| 5\D+C \| 4"),
        ("csv_statistics", "total par région\nrégion;ventes\nNord;100\nSud;80", r"Nord \| 100"),
        ("csv_statistics", "total per team\nteam,hours,cost\nA,1,2\nB,3,4", "do not know which column"),
        ("csv_statistics", "media de 4, 8 y 15", r"\| 9 \|"),
        ("csv_statistics", "average hours by gender\nteam,hours\nRed,1\nBlue,3", "do not know which column"),
        ("csv_statistics", "average pay by department\ndept,pay\nIT,1\nHR,3\nIT,5", r"IT \| 3"),
        ("csv_statistics", "rank by games, fewest first\nname,games\nKim,10\nAda,6", r"Ada \| 6[\s\S]*Kim \| 10"),
        ("csv_statistics", "Wie viel Umsatz im Februar?\nMonat;Umsatz\nFebruar;5\nFebruar;7\nMai;1", r"\*\*12\*\*"),
        ("csv_statistics", "difference between highest and lowest price\nitem,price\nA,4\nB,11", r"\*\*7\*\*"),
        ("text_statistics", "wie oft kommt e in Erdbeere vor", r"\*\*4\*\*"),
        ("text_statistics", "Wie viele Zeichen hat »Donaudampfschiff«?", r"\*\*16\*\*"),
        ("date_calculator", "how many working days are left this month", r"\*\*6 working days"),
        ("date_calculator", "she was born 14 August 2026, how many weeks old is she", r"\*\*14 weeks"),
        ("date_calculator", "how many seconds are there in a leap year?", r"31,622,400"),
        ("unit_converter", "fuel: 32 mpg (us) in litres per 100 km please", r"7\.35"),
        ("unit_converter", "Rechne 2 US-Gallonen in Liter um", r"7,57"),
        ("unit_converter", "rechne 5 Fuß in Zentimeter um", r"152,4 cm\*\*"),
        ("date_calculator", "wie spät ist es in Tokio, wenn es in Berlin 15 Uhr ist", r"Tokyo: \*\*23:00"),
        ("date_calculator", "quelle heure est-il à New York quand il est 18 h à Paris", r"New York: \*\*12:00"),
        ("date_calculator", "wie viele Arbeitstage sind es vom 1. bis zum 15. März", r"\*\*11 Arbeitstage"),
        ("date_calculator", "how many days between 3 and 10 May", r"\*\*7 days"),
        ("date_calculator", "what day does my birthday fall on this year, 14 June", "14 June 2026 is a \\*\\*Sunday"),
        ("json_formatter", 'remove the key "secret" from {"user":"kim","secret":"x9"}', r"^Removed `secret`:[^9]*$"),
        ("json_formatter", 'entferne den Schlüssel alter aus {"name":"Eva","alter":30}', r"^Removed `alter`:[^3]*$"),
        ("json_formatter", 'remove the key "token" from {"user":"kim"}', "I see no key “token”"),
        ("json_formatter", 'rename name to title in {"name":"x"}', '"title": "x"'),
        ("json_formatter", 'set port to 8080 in {"port":80}', '"port": 8080'),
        ("json_formatter", 'what type is "price" in {"item":"pen","price":1.5}?', r"`price` is \*\*a number"),
        ("json_formatter", 'are these two the same? {"a":1,"b":2} and {"b":2,"a":1}', r"\*\*Yes"),
        ("json_formatter", 'what differs between {"a":1} and {"a":2}', "`a` is 1 in the first and 2 in the second"),
        ("json_formatter", 'Mach dieses JSON kompakt: { "a" : 1 }', r'\{"a":1\}'),
        ("json_formatter", 'Convierte a YAML: {"puerto":80}', "puerto: 80"),
        ("text_statistics", "Wie viele Zeichen hat dieser Satz? Morgen fahren wir ans Meer.", r"\*\*27\*\*"),
        ("text_statistics", "¿Cuántas frases tiene este texto? Hace frío. Nos quedamos en casa.", r"Frases: \*\*2"),
        ("text_statistics", "quel est le mot le plus long de cette phrase", "Mettez le texte"),
        ("text_statistics", "compte les lettres du mot papillon", r"Lettres: \*\*8"),
        ("email_validator", "validate these\nkim@web.de\nlee(at)web.de", r"^1 of 2[\s\S]*lee@web\.de"),
        ("email_validator", "my friend's mail is tom at example dot com, write it properly", "tom@example.com"),
        ("email_validator", "how many of these emails are valid: a@b.com, c@@d.com", r"^\*\*Well formed \(1\)"),
        # figures beside an order, a question with a comma below the table
        ("csv_statistics", f"{PRICES}median price and the cheapest item", r"9\.99\*\*[\s\S]*\*\*C"),
        ("csv_statistics", "item,price\nA,4\nB,20\ncheapest item, and the mean price", r"\*\*12\*\*[\s\S]*\*\*A"),
        ("csv_statistics", f"mean and total hours per team\n{SALES}", r"Red \| 301[\s\S]*Red \| 100"),
        ("csv_statistics", f"{TEAMS}average hours and which team has most", r"^The mean .*\*\*4\*\*[\s\S]*Red"),
        ("csv_statistics", "name,city\nAnn,Rome\nBo,Oslo\nhow many rows, please tell me", r"\*\*2\*\*"),
        ("unit_converter", "what is 5 stone 7 in kg", r"34\.92661249"),
        ("unit_converter", "how much is 6ft 5 and 7ft 1 in m", r"6ft 5 = 1\.9558[\s\S]*7ft 1 = 2\.159"),
        ("unit_converter", "A marathon is 42.195 km. In yards please.", r"^\*\*42\.195 kilometres ≈ 46,145 yards\*\*$"),
        ("json_formatter", 'Formatiere {"a":1} mit 4 Leerzeichen', r"    \"a\": 1"),
        ("date_calculator", "rent is due on the 5th of each month, when is the next", "Saturday, 5 December 2026"),
        ("date_calculator", "paid on the 31st of every month, when is the next payday", "Thursday, 31 December 2026"),
        ("date_calculator", "add 36 hours to 2026-11-20 22:00", r"\*\*10:00 on Sunday, 22 November 2026\*\*\.$"),
        ("calculator", "split 87.60 between 4 people with a 12% tip", r"24\.528"),
        ("unit_converter", "how many inches in a metre and a half", r"1\.5 metres ≈ 59\.0551"),
        ("date_calculator", "how old will someone born 3 Oct 1990 be in 2040", r"turns \*\*50\*\* in 2040"),
        ("date_calculator", "when does daylight saving time end in Germany", "back on \\*\\*Sunday, 31 October 2027"),
        ("date_calculator", "when do the clocks change in Italy", "forward on \\*\\*Sunday, 28 March 2027"),
        ("json_formatter", 'get the second element of ["a","b","c"]', r'Entry 2 of 3 is: \*\*"b"'),
        ("json_formatter", 'what is the deepest nesting level of {"a":{"b":{"c":1}}}', r"\*\*3\*\* levels"),
        ("csv_statistics", "item,price,stock\nPen,1,10\nBook,8,0\nwhich items are out of stock", r"Book"),
        ("csv_statistics", "Tag;Temp\nMo;12,5\nDi;15\nMi;9\nWelcher Tag war am kältesten?", r"\*\*Mi\*\*"),
        ("email_validator", "what is the domain of nina@mail.example.net?", r"^Domain: \*\*mail\.example\.net"),
        # people in words, a list that is sorted backwards, a shift over midnight, a share of money, two questions
        ("calculator", "Bill was 84.60, we are four and want to leave 18% tip. Each pays?", r"\*\*24\.957\*\*"),
        ("calculator", "Somos seis y la cena costó 137,40. ¿Cuánto paga cada uno?", r"= \*\*22,9\*\*"),
        ("text_statistics", "ordena estas líneas al revés, de la Z a la A\najo\nmiel", r"miel\najo"),
        ("text_statistics", "sort these in reverse\npear\napple\nfig", r"pear\nfig\napple"),
        ("text_statistics", "what word comes most often in: on and on and up and up and off", r"“and” \(\*\*4\*\*\)"),
        ("text_statistics", "Count the letters in Dishwasher tablets, without the space", r"\*\*17\*\*"),
        ("date_calculator", "I clocked in at 21:40 and left at 6:15. How long was my shift?", r"\*\*8 h 35 min"),
        ("date_calculator", "It is on 3 July 2027. What weekday, and how many weeks till then?", r"Saturday\*.*weeks"),
        ("date_calculator", "cuantos dias faltan para el 6 de enero y que dia cae?", r"miércoles[\s\S]*46 días"),
        ("csv_statistics", f"what share of november went to food, in percent?\n{SPENT}", r"\*\*75 %\*\*"),
    ],
)  # fmt: skip
def test_a_plain_question_is_answered(role: str, text: str, pattern: str) -> None:
    shown = shown_answer(builtin(role).spec, text, handler(role)(payload(text), None))
    assert re.search(pattern, shown.answer), shown.answer
    assert not re.match(r"I did not use|Nicht verwendet|Je n'ai pas|No he usado", shown.answer)
