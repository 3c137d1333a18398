"""What recipes answer, against sums made another way.

The standard library, brute force, or figures from the standards.
"""

import ipaddress
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.factories.recipe_handlers import ask, names, output

# the example of each country in the IBAN registry, as far as countries publish one
_EXAMPLES = (
    "AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 "
    "AZ21NABZ00000000137010001944 "
    "BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BR1800360305000010009795493C1 "
    "BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600 "
    "CZ6508000000192000145399 "
    "DE89370400440532013000 DK5000400440116243 DO28BAGR00000001212453611324 EE382200221020145685 "
    "EG380019000500000000263180002 "
    "ES9121000418450200051332 FI2112345600000785 FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819 "
    "GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695 "
    "GT82TRAJ01020000001210029690 "
    "HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 "
    "IQ98NBIQ850123456789012 "
    "IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302 "
    "KW81CBKU0000000000001234560101 "
    "KZ86125KZT5004100100 LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA "
    "LT121000011101001000 "
    "LU280019400644750000 LV80BANK0000435195001 MC5811222000010123456789030 MD24AG000225100013104168 "
    "ME25505000012345678951 "
    "MK07250120000058984 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR "
    "NL91ABNA0417164300 NO9386011117947 PK36SCBL0000001123456702 PL61109010140000071219812874 "
    "PS92PALS000000000400123456702 "
    "PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 "
    "SA0380000000608010167519 "
    "SC18SSCB11010000000000001497USD SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 "
    "SM86U0322509800000000270100 "
    "ST23000100010051845310146 SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 "
    "TR330006100519786457841326 "
    "UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906"
)
REGISTRY_EXAMPLES = _EXAMPLES.split()


@pytest.mark.parametrize("iban", REGISTRY_EXAMPLES)
def test_the_registry_s_own_examples_are_valid_and_one_wrong_sign_is_seen(iban: str) -> None:
    assert output("iban_checker", iban)["valid_count"] == 1
    wrong = iban[:-1] + ("1" if iban[-1] != "1" else "2")
    assert output("iban_checker", wrong)["valid_count"] == 0


def test_a_swap_of_neighbours_is_put_right() -> None:
    made = output("iban_checker", "DE89 3704 0044 0532 0103 00")["ibans"][0]
    assert "DE89370400440532013000" in made["suggestions"]


def test_a_pasted_column_is_read_line_by_line() -> None:
    made = output(
        "iban_checker", "IBANs:\n" + "\n".join(" ".join(re.findall(".{1,4}", iban)) for iban in REGISTRY_EXAMPLES)
    )
    assert [one["iban"] for one in made["ibans"]] == REGISTRY_EXAMPLES


@pytest.mark.parametrize("number", [*range(1, 120), 399, 400, 444, 999, 1666, 2949, 3888, 3999])
def test_roman_numerals_there_and_back(number: int) -> None:
    letters = output("roman_numerals", f"{number} in roman numerals")["conversions"][0]["roman"]
    value = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    values = [value[letter] for letter in letters]
    assert sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True)) == number
    assert not re.search(r"(.)\1{3}|[VLD].?[VLD]{2}|VV|LL|DD", letters)
    if number > 1:
        assert output("roman_numerals", f"what number is {letters}")["conversions"][0]["number"] == number


@pytest.mark.parametrize(
    ("schedule", "matches"),
    [
        ("*/7 * * * *", lambda t: t.minute % 7 == 0),
        ("5 4 * * 1-5", lambda t: (t.minute, t.hour) == (5, 4) and t.isoweekday() <= 5),
        ("0 0 13 * 5", lambda t: (t.minute, t.hour) == (0, 0) and (t.day == 13 or t.isoweekday() == 5)),
        ("30 6,18 1-7 1,7 *", lambda t: t.minute == 30 and t.hour in (6, 18) and t.day <= 7 and t.month in (1, 7)),
        ("0 */6 */2 * *", lambda t: t.minute == 0 and t.hour % 6 == 0 and t.day % 2 == 1),
        ("15 10 * FEB SUN", lambda t: (t.minute, t.hour, t.month) == (15, 10, 2) and t.isoweekday() == 7),
        ("0-10/5 23 31 * *", lambda t: t.minute in (0, 5, 10) and t.hour == 23 and t.day == 31),
        ("59 23 31 12 *", lambda t: (t.minute, t.hour, t.day, t.month) == (59, 23, 31, 12)),
        ("0 12 */2 * MON", lambda t: (t.minute, t.hour) == (0, 12) and t.day % 2 == 1 and t.isoweekday() == 1),
    ],
)
def test_the_next_runs_are_those_that_trying_every_minute_finds(schedule: str, matches: Any) -> None:  # noqa: ANN401 - a lambda
    made = output("cron_explainer", f"{schedule} after 2026-01-30 23:58")["schedules"][0]["next_runs"]
    time = datetime(2026, 1, 30, 23, 58, tzinfo=UTC)
    found: list[str] = []
    while len(found) < min(5, len(made)) and time.year < 2028:
        time += timedelta(minutes=1)
        if matches(time):
            found.append(f"{time:%Y-%m-%d %H:%M}")
    assert made[: len(found)] == found
    assert found


@pytest.mark.parametrize(
    "text", ["10.1.2.3/20", "192.168.77.9/30", "172.16.0.0/12", "8.8.8.8/1", "2001:db8:a::77/61", "fe80::1/127"]
)
def test_networks_as_the_standard_library_has_them(text: str) -> None:
    made = output("subnet_calculator", text)["networks"][0]
    network = ipaddress.ip_network(text, strict=False)
    hosts = [network[0], network[-1]] if network.version == 6 else [network[1], network[-2]]
    assert made["network"] == str(network)
    assert [made["first_host"], made["last_host"]] == [str(host) for host in hosts]
    assert made["netmask"] == str(network.netmask)


@pytest.mark.parametrize(
    ("hosts", "prefix"), [(1, 30), (2, 30), (3, 29), (6, 29), (7, 28), (14, 28), (254, 24), (255, 23), (65_534, 16)]
)
def test_the_smallest_network_for_some_hosts(hosts: int, prefix: int) -> None:
    assert output("subnet_calculator", f"which subnet do I need for {hosts} hosts")["networks"][0]["prefix"] == prefix


@pytest.mark.parametrize(
    ("principal", "rate", "months"),
    [(1_000, "1", 7), (250_000, "3.9", 300), (99.99, "0", 9), (5_000, "29.9", 60), (10, "5", 24)],
)
def test_a_loan_is_paid_to_the_cent(principal: float, rate: str, months: int) -> None:
    made = output("loan_calculator", f"loan of {principal} at {rate}% for {months} months")
    monthly = float(rate) / 1200
    exact = principal / months if not monthly else principal * monthly / (1 - (1 + monthly) ** -months)
    assert made["payment"] == pytest.approx(exact, abs=0.0051)
    assert made["years"][-1]["balance"] == 0
    assert sum(year["principal"] for year in made["years"]) == pytest.approx(principal, abs=1e-6)
    assert sum(year["interest"] for year in made["years"]) == pytest.approx(made["total_interest"], abs=1e-6)
    assert made["total_paid"] == pytest.approx(principal + made["total_interest"], abs=1e-6)
    assert abs(made["months"] - months) <= 1


@pytest.mark.parametrize("people", [2, 3, 7, 9])
def test_shares_add_up_and_balances_are_settled(people: int) -> None:
    made = output("bill_splitter", f"split 100.01 between {people} people")
    assert sum(round(share["share"] * 100) for share in made["shares"]) == 10_001
    paid = {f"P{chr(65 + at)}": (at * 37 + 5) % 83 for at in range(people)}
    made = output(
        "bill_splitter", ", ".join(f"{name} paid {value}.10" for name, value in paid.items()) + ", who owes whom"
    )
    balance = {name: round(value * 100) + 10 for name, value in paid.items()}
    for share in made["shares"]:
        balance[share["name"]] -= round(share["share"] * 100)
    for transfer in made["transfers"]:
        balance[transfer["from"]] += round(transfer["amount"] * 100)
        balance[transfer["to"]] -= round(transfer["amount"] * 100)
    assert set(balance.values()) == {0}
    assert len(made["transfers"]) < people


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000", "#fff", 21.0),
        ("#777", "#fff", 4.47),
        ("#595959", "#fff", 7.0),
        ("#0000ff", "#ffffff", 8.59),
        ("#ff0", "#fff", 1.07),
    ],
)
def test_contrast_is_the_same_both_ways(first: str, second: str, ratio: float) -> None:
    there, back = (
        output("contrast_checker", f"contrast of {a} on {b}")["pairs"][0] for a, b in ((first, second), (second, first))
    )
    assert there["ratio"] == back["ratio"] == ratio


def test_a_suggested_colour_passes() -> None:
    for colour in ("#777", "#ff6600", "#00ff00", "#abc"):
        made = output("contrast_checker", f"contrast of {colour} on white")["pairs"][0]
        assert output("contrast_checker", f"contrast of {made['suggestion']} on white")["pairs"][0]["aa_normal"] is True


DANGEROUS = [
    "(a+)+$",
    "(a*)*b",
    "(.*,){11}P",
    "(x+x+)+y",
    "(a|a)*b",
    r"(\w+\s?)+$",
    "(?:a{1,30}){1,30}b",
    "a?" * 40 + "a" * 40,
    "((a+)+)+b",
    "(a{0,5}){20}b",
    "a*" * 30 + "b",
    "(a?b?c?d?)+e",
    "^(a|b|ab)*c$",
    "(.+)+\\1x",
    "(a+?)+?b",
    "(?=(a+)+b)",
    "([a-z]+)*=",
    "(?P<n>a+)+$",
    "(?i:a+)+$",
]


@pytest.mark.parametrize("pattern", DANGEROUS)
def test_a_pattern_that_would_never_end_is_not_tried_on_a_long_text_and_ends_on_a_short_one(pattern: str) -> None:
    long, _ = output("regex_tester", f'regex `{pattern}` on "{"ab" * 100}!" and "{"a" * 200}!"')["texts"]
    assert long["tried"] is False
    limit, warning = names("regex_tester")["most_characters"](pattern)
    assert limit <= 18
    assert warning
    if limit > 1:
        assert output("regex_tester", f'regex `{pattern}` on "{"a" * (limit - 1)}!"')["texts"][0]["tried"] is True


@pytest.mark.parametrize(
    "pattern", [r"^\d{5}$", r"(\w+)@(\w+)\.com", "colou?r", "(?:cat|dog)s?", "[a-z]{2,5}-[0-9]+", r"\bword\b"]
)
def test_a_harmless_pattern_is_tried_on_hundreds_of_characters(pattern: str) -> None:
    assert names("regex_tester")["most_characters"](pattern)[0] >= 500


def test_no_password_is_repeated() -> None:
    for word in ("Tr0ub4dor&3", "correct horse battery staple", "hunter2"):
        made = ask("password_checker", f'how strong is the password "{word}"')
        assert word not in made.answer
        assert word not in str(made.output)


def test_no_card_number_is_repeated_in_full() -> None:
    made = ask("card_number_checker", "4111 1111 1111 1111 and 5555-5555-5555-4445")
    assert not re.search(r"\d{7}", made.answer + str(made.output))


@pytest.mark.parametrize(
    ("role", "before", "text", "said"),
    [
        ("iban_checker", "DE88370400440532013000", "why?", "check digits 88 are wrong"),
        ("isbn_checker", "is 9780306406158 ok", "which digit is wrong in it?", "check digit would be 7"),
        ("cron_explainer", "0 9 * * 1", "explain it again", "At 09:00, on Monday"),
        ("url_checker", "check htp://x.example", "why is that wrong?", "no well-formed|not a well-formed"),
        ("subnet_calculator", "10.0.0.0/24", "split it into 2 subnets", "Split into 2 parts of /25"),
        ("markdown_table_maker", "table:\na,b\n1,2", "now without header", "column 1"),
        ("duplicate_finder", "x\ny\nx", "which of them are duplicates", "1 entry is"),
        ("log_summarizer", "ERROR a\nINFO b", "how many errors were there", "1 ERROR"),
    ],
)
def test_a_follow_up_speaks_of_what_was_there_before(role: str, before: str, text: str, said: str) -> None:
    assert re.search(said, ask(role, text, before).answer)


@pytest.mark.parametrize(
    ("role", "text", "said"),
    [
        (
            "bill_splitter",
            "Tom put in 40, Eva 15 and I paid nothing, how do we get even",
            "I owe Tom 18.33.*Eva owes Tom 3.33",
        ),
        ("bill_splitter", "dinner was 96 euros for the three of us, what does everybody owe", "€32.00 each"),
        ("cron_explainer", "what is 0 */4 * * *", "Every 4 hours at minute 0"),
        ("loan_calculator", "how long do I pay back 10000 at 6% paying 250 a month", "3 years and 9 months"),
        (
            "loan_calculator",
            "how many months until a 6000 loan at 7% is paid off with 180 a month",
            "3 years and 2 months",
        ),
        (
            "log_summarizer",
            "what went wrong\nJan 5 10:00:01 host sshd[42]: error: reset",
            "1 line.*From 01-05 10:00:01",
        ),
        ("markdown_table_maker", "format as table: name;price\napple;1.20\npear;2.40", r"^\| name "),
        ("slug_maker", "generate a permalink from the heading Summer Sale 2026!", "`summer-sale-2026`"),
        ("slug_maker", "snake_case slug of Annual Meeting 2026", "`annual_meeting_2026`"),
        ("text_encoder", "decode this base64 string: SGVsbG8gdGhlcmU=", "Hello there"),
        ("text_encoder", "translate 01001000 01001001 from binary to text", "HI"),
        ("text_encoder", "what does %20%26 stand for in a url", " &"),
        ("text_encoder", "rot13 of Uryyb", "Hello"),
        ("text_encoder", "wandle Hallo Welt in Base64 um", "SGFsbG8gV2VsdA=="),
        ("timesheet_adder", "how long did I work from 8:45 to 17:10 with an hour lunch", "7:25 hours"),
        ("timesheet_adder", "Mon 7-15, Tue 7-14:30, what is my pay at 18 an hour", "Pay: .*279.00"),
        ("vat_calculator", "what percentage is 45 of 180", "25 %"),
        ("vat_calculator", "wie viel Prozent sind 12 von 48", "25 %"),
        ("roman_numerals", "what is X and what is MIX", "X = 10.*MIX = 1009"),
        ("contrast_checker", "background #ffffff, text #595959", "#595959 on #ffffff"),
    ],
)
def test_other_ways_to_say_it(role: str, text: str, said: str) -> None:
    made = ask(role, text)
    assert made.tag == "SUCCESS"
    assert re.search(said, made.answer, re.DOTALL | re.MULTILINE), made.answer
