"""Columns of times in tables: how long each took, and the hours between a start and an end."""

import pytest

from tests.builtins.asking import ask

RUN = "runner,time\nAnn,24:31\nBob,25:10\nCid,23:58"
TASKS = "task,duration\nMail,0:45\nCall,1:30\nMail,0:20"
SHIFTS = "day,start,end\nMo,8:00,16:30\nTu,22:15,6:00"
WITH_BREAKS = "day,in,out,break\nMo,8:00,16:30,30\nTu,9:00,17:15,0:45"


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("who was fastest?", RUN, "**Cid**: 23:58"),
        ("slowest runner", RUN, "**Bob**: 25:10"),
        ("average time", RUN, "**24:33**"),
        ("total time", RUN, "**73:39**"),
        ("gap between first and last", RUN, "Between Cid (23:58) and Bob (25:10): **1:12**"),
        ("how far behind Cid was Bob?", RUN, "**1:12**"),
        ("how much faster was Ann than Bob", RUN, "**0:39**"),
        ("who was under 25 minutes", RUN, "| Ann | 24:31 |"),
        ("who was faster than 24:00?", RUN, "**1** of 3"),
        ("slowest?", "runner,time\nAnn,1:24:31\nBob,1:25:10\nCid,0:59:58", "**Bob**: 1:25:10"),
        ("total time", "lap;time\n1;0:58.4\n2;1:02.6", "**2:01.0**"),
        ("total duration per task", TASKS, "| Mail | 1:05 |"),
        ("how long in total", TASKS, "**2:35**"),
        ("how many hours in total", SHIFTS, "Together **16:15** (16.25 hours)"),
        ("how many hours did i work each day?", SHIFTS, "| Tu | 22:15 | 6:00 | 7:45 |"),
        ("total hours worked", WITH_BREAKS, "Together **15:30** (15.5 hours)"),
        ("Wer war am schnellsten?", "Läufer;Zeit\nAnn;24:31\nBob;25:10", "**Ann**: 24:31"),
        ("Wie viele Stunden insgesamt?", "Tag;von;bis\nMo;8:00;16:30\nDi;9:00;17:15", "Zusammen **16:45** (16,75"),
        ("temps moyen", "coureur;temps\nAnn;24:31\nBob;25:10", "**24:51**"),
        ("tiempo total", "corredor;tiempo\nAnn;24:31\nBob;25:10", "**49:41**"),
    ],
)  # fmt: skip
def test_times_are_added_and_compared(question: str, table: str, expected: str) -> None:
    assert expected in ask("csv_statistics", f"{table}\n\n{question}").answer


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("average time", "train,departure\nA,8:05\nB,9:10"),  # times of day
        ("who was under 90", RUN),
        ("how much faster was Cid than Dora", RUN),
        ("total hours at 15 an hour", SHIFTS),
    ],
)
def test_no_time_is_told_for_other_questions(question: str, table: str) -> None:
    answer = ask("csv_statistics", f"{table}\n\n{question}")
    assert answer.tag == "NULL" or answer.answer.startswith("I did not use")


def test_a_day_in_full_leaves_out_the_day_of_the_cells() -> None:
    assert "Together **8:30**" in ask("csv_statistics", f"{SHIFTS}\n\ntotal hours without Tuesday").answer
