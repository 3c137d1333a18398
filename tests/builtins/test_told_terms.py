"""Days from told terms: notices, packs, series, weeks of a plan; and times that a story tells."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "date_calculator"
MONDAY = "2026-11-30T09:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (
            "gym contract started 1 april 2025, runs 24 months, 3 months notice. whats the last day i can cancel",
            "2026-12-31",
        ),
        ("12-month lease from 1 Sept 2026, 2 months notice needed - latest date to give notice?", "2027-06-30"),
        (
            "Kündigungsfrist 4 Wochen zum Monatsende, ich will zum 31.08.2026 raus. Bis wann muss sie da sein?",
            "2026-08-03",
        ),
        (
            "Mein Vertrag läuft seit dem 15. Mai 2025, Laufzeit 24 Monate, Kündigungsfrist einen Monat. "
            "Wann muss ich spätestens kündigen?",
            "2027-04-14",
        ),
        (
            "Mon bail a commencé le 1er mars 2025 pour 3 ans, préavis de 3 mois. Dernier jour pour résilier ?",
            "2027-11-30",
        ),
        (
            "contrato desde el 1 de abril de 2025, duración 24 meses, preaviso de 3 meses. ¿último día para cancelar?",
            "2026-12-31",
        ),
        ("el alquiler vence el 31 de marzo de 2027 y hay que avisar con 2 meses, ¿hasta cuándo?", "2027-01-31"),
        (
            "contract: 6 weeks to the end of the quarter. I want to leave on 30 June 2027, by when must I give notice?",
            "2027-05-19",
        ),
        ("contract ends 30 June 2026, notice period 3 months. whats the last day to give notice?", "2026-03-30"),
        ("Tabletten: 98 Stück, jeden Tag 2, heute die ersten zwei. An welchem Tag nehm ich die letzten?", "2027-01-17"),
        ("I take one pill a day, 28 in the pack, started 6 June 2026. When do I need a new pack?", "2026-07-04"),
        ("60 capsules, twice a day, first two on 1 march 2027, which day do I take the last?", "2027-03-30"),
        ("the loan started 15.02.2024, 36 monthly payments first one on 1.3.2024, when's the last", "2027-02-01"),
        ("8 quarterly instalments, the first on 15 january 2027, when is the final one", "2028-10-15"),
        ("if i start a 12 week programme on 7 sept 2026 when is week 9", "2026-11-02"),
        ("training plan starts 4 january 2027, what date is day 30", "2027-02-02"),
        ("frost free from 15 may 2027, seeds need 8 weeks inside, when to sow?", "2027-03-20"),
        ("the passport takes 6 weeks, we fly on 3 july 2027. when do I have to apply?", "2027-05-22"),
        ("due date 20 Feb 2027, 40 weeks pregnancy - when did it start", "2026-05-16"),
        ("our dog is 3 years and 4 months today, when was he born", "2023-07-30"),
        ("what is 45 working days from 7 dec 2026 and does it land on a friday", "2027-02-08"),
        ("I have to give 30 days notice, want to be out by 15 february 2027. latest day to tell them?", "2027-01-16"),
        ("my 3 week holiday begins 19 july 2027, first day back at work?", "2027-08-09"),
        ("10 weeks pregnant today, due date?", "2027-06-28"),
        ("quelle date dans 3 mois et demi", "2027-03-15"),
        ("he turned 18 on 3 may 2026, when was he born", "2008-05-03"),
    ],
)
def test_a_day_follows_from_a_told_term(text: str, day: str) -> None:
    assert output(ROLE, text, now=MONDAY)["date"] == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my notice period is 4 weeks. if i hand it in on 3 march 2027, what is my last day?", "2027-03-31"),
        ("we leave on 3 july 2027 for 6 weeks. when are we back?", "2027-08-14"),
        ("course starts 4 january 2027 and takes 6 weeks, when does it end", "2027-02-15"),
        ("if i order on 7 december 2026 and delivery takes 5 days, when does it come", "2026-12-12"),
        (
            "Phase one takes 2 weeks, phase two takes 2 weeks, start 1 December 2026. what date is it done?",
            "2026-12-29",
        ),
        ("2 years and 3 months after 4 may 2026", "2028-08-04"),
    ],
)
def test_a_time_that_is_added_stays_added(text: str, day: str) -> None:
    assert output(ROLE, text, now=MONDAY)["date"] == day


def test_lengths_that_do_not_belong_together_are_asked_about() -> None:
    made = ask(ROLE, "course runs 10 weeks, deposit due 3 weeks after 4 January 2027, when do I pay?", now=MONDAY)
    assert made.tag == "NULL"
    assert "10 weeks, 3 weeks" in made.answer


def test_an_extension_is_told_in_steps() -> None:
    text = "My books are due 3 weeks after 27 February 2026. Which date? Can I extend by 2 weeks, what then?"
    answer = ask(ROLE, text, now=MONDAY).answer
    assert "**Friday, 20 March 2026**" in answer
    assert "**Friday, 3 April 2026**" in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eggs laid on 19 November, they keep 28 days. Can I still use them on the 18th of December?", "**No**"),
        ("can i return shoes bought on 2 dec 2026 (28 day return) on 29 dec?", "**Yes**"),
        ("Yoghurt bought 25 november 2026, keeps 14 days. Can we still eat it on 6 december?", "**Yes**"),
        (
            "flying home for xmas: madrid 10 december 11:40, flight is 10 h 25. what local time am i in bogota?",
            "10 Dec",
        ),
        ("nightshift 20:45 to 6:15, 45 min break unpaid. 5 of them this week, how many hours?", "**43 h 45 min**"),
        ("if its 6pm now how many hours until new year", "**750 hours**"),
        (
            "Rent was paid on 31 January 2027, next one month later - but there is no 31 February. Which day?",
            "28 February",
        ),
        ("driving 3h47, 2h38 and 55 min, plus two stops of 20 min. We leave at 7:20, when do we arrive", "**15:20**"),
        ("the log of my weather station says 1767225600, which day is that supposed to be?", "1 January 2026"),
        (
            "room from 14:00 to 15:45, 7 talks, same length, no break. How long per talk, when does the fifth begin?",
            "**15:00**",
        ),
        ("We married on 8 May 1977. Which weekday was it, and on which does our golden wedding fall?", "a **Sunday**"),
        ("school holidays 20 july to 31 august 2026, how many days incl both", "**43 days**"),
        ("What's the date a fortnight after 22 december 2026, in ISO format?", "**2027-01-05**"),
        ("baby born 5 sept 2026, how many weeks old is she on christmas day", "**15 weeks and 6 days**"),
        ("days between my birthday 3 may and my wife's 28 october", "**178 days**"),
        ("deadline is end of q1 2027, how many weeks from today", "**17 weeks and 2 days**"),
        ("my period was 3 november, cycle 29 days, next two dates", "31 December 2026"),
        ("every 3 weeks on saturday starting 9 january 2027, how many times till end of june", "**9 times**"),
        ("course on the 2nd and 4th tuesday of every month, dates in january and february 2027?", "23 February 2027"),
        ("was yesterday an even calendar week", "**Yes**"),
        ("bought on 30 nov 2025 with 12 month guarantee, is today still covered", "**Yes**"),
        ("Open mon-fri, ordered thu 3 dec 2026, 4 business days delivery", "**Wednesday, 9 December 2026**"),
        ("clock shows 4:50 but is 7 minutes fast. real time?", "**04:43**"),
        ("my watch is 5 minutes slow and says 16:58. real time?", "**17:03**"),
        ("Wann ist der nächste Schalttag?", "29. Februar 2028"),
        ("the sale ends sunday, how many days from today incl today", "**7 days**"),
        ("How much older is Ida (12 June 2008) than Jonas (30 January 2011)?", "**962 days**"),
        ("paper bin comes every other thursday, next time 3 dec. list all dates till end of february", "Thursday, 25"),
        ("what is 45 working days from 7 dec 2026 and does it land on a friday", "**No**: it is a Monday"),
    ],
)
def test_a_story_about_days_and_times_is_answered(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text, now=MONDAY).answer


@pytest.mark.parametrize(
    ("text", "not_said"),
    [
        ("call me on 1767225600, which day suits you", "1 January"),
        ("is the party for christmas or 10 december", "2027"),
        ("how many days from 1 march 2027 for easter", "0 days"),
        ("Exam on 12 June 2027, study 30 hours with 1.5 hours each day, when do I start", "UTC"),
        ("12 minutes a chair, 37 of them. How many hours", "7 h 24"),
    ],
)
def test_what_only_looks_like_it_is_not_read(text: str, not_said: str) -> None:
    assert not_said not in ask(ROLE, text, now=MONDAY).answer
