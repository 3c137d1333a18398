"""E-mail validator: addresses inside markup and running text, and how many of them are repeated."""

import pytest

from tests.builtins.asking import ask, output


def addresses(message: str) -> list[str]:
    """Return the addresses that an answer judges."""
    return [one["address"] for one in output("email_validator", message)["addresses"]]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "extract emails:\n<td><a href='mailto:sales@orbit.app'>sales@orbit.app</a></td><td>[help@orbit.app]</td>",
            ["sales@orbit.app", "help@orbit.app"],
        ),
        ('extract: <a href="mailto:hi@orbit.app?subject=Hello">write</a>', ["hi@orbit.app"]),
        ("all addresses please: <a href='mailto:hi@orbit.app?cc=x'>write</a>", ["hi@orbit.app"]),
        ("extract emails: <input value='bob@orbit.app'> <p title='ann@orbit.app'>", ["bob@orbit.app", "ann@orbit.app"]),
        ("hol die Adressen raus: <a href='mailto:info@laden.de'>Post</a>", ["info@laden.de"]),
        ("how many addresses: ann@orbit.app/ home www.orbit.app/ bob@orbit.app", ["ann@orbit.app", "bob@orbit.app"]),
        ("find the addresses: ann@orbit.app/ bob@laden.de/ tel 5", ["ann@orbit.app", "bob@laden.de"]),
    ],
)  # fmt: skip
def test_the_markup_around_an_address_is_no_part_of_it(message: str, expected: list[str]) -> None:
    """Links, quoted attributes and slashes between items."""
    assert addresses(message) == expected


@pytest.mark.parametrize(
    ("message", "address", "is_valid"),
    [
        ("is o'neil@orbit.app valid?", "o'neil@orbit.app", True),
        ("is ann=lee@orbit.app valid?", "ann=lee@orbit.app", True),
        ("is a/b@orbit.app valid?", "a/b@orbit.app", True),
        ("is ann@orbit.app/ valid?", "ann@orbit.app/", False),
        ("is ann@orbit.app/team valid?", "ann@orbit.app/team", False),
    ],
)
def test_the_signs_of_an_address_that_is_asked_about_stay(message: str, address: str, *, is_valid: bool) -> None:
    """Apostrophe, equals sign and slash are judged where no markup is around them."""
    (judged,) = output("email_validator", message)["addresses"]
    assert (judged["address"], judged["valid"]) == (address, is_valid)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "how many email addresses are hidden in: call 555 or a_b@club.org/ tw @guy / www.mail.com / z-z@den.net",
            "**2**: a_b@club.org, z-z@den.net",
        ),
        ("how many addresses in here: see orbit.app or write to ann@orbit.app, bob@laden.de", "**2**: ann"),
        ("wie viele Adressen sind hier drin: www.laden.de, ann@laden.de, bob@post.de", "**2**: ann"),
        ("how many are at laden.de: ann@laden.de, bob@post.de", "**1**: ann@laden.de"),
        ("extract those at laden.de: ann@laden.de, bob@post.de", "**1**: ann@laden.de"),
        ("count these: ann@laden.de, bob@post.de. how many at laden.de?", "**1**: ann@laden.de"),
    ],
)
def test_a_domain_of_the_text_is_not_asked_about(message: str, expected: str) -> None:
    """A web page between the addresses chooses none; a domain of the question does."""
    assert expected in ask("email_validator", message).answer


LIST = "\nmeg@home.ie\nrob@work.ie\nmeg@home.ie\npat@farm.ie"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"how many addresses is it and does any appear twice?{LIST}", ("**4**", "**3**", "meg@home.ie (2)")),
        (f"count the addresses, are there any duplicates?{LIST}", ("**4**", "**3**", "meg@home.ie (2)")),
        (f"how many addresses are there?{LIST}", ("**4**", "**3**", "meg@home.ie (2)")),
        (f"wie viele Adressen sind das und kommt eine doppelt vor?{LIST}", ("**4**", "**3**", "meg@home.ie (2)")),
        (f"combien d'adresses, et des doublons ?{LIST}", ("**4**", "**3**", "meg@home.ie (2)")),
        (f"¿cuántas direcciones hay y se repite alguna?{LIST}", ("**4**", "**3**", "meg@home.ie (2)")),
        ("how many addresses, any twice? meg@home.ie, rob@work.ie", ("**2**", "More than once: none")),
        ("how many addresses, any twice? Meg@home.ie, meg@home.ie", ("**2**", "**1**", "meg@home.ie (2)")),
        (f"how many different addresses?{LIST}", ("**3**",)),
        (f"remove the duplicates{LIST}", ("**3**",)),
        ("how many addresses? meg@home.ie, rob@work.ie", ("**2**: meg@home.ie, rob@work.ie",)),
        ("how many addresses: <a href='mailto:ann@orbit.app'>ann@orbit.app</a>", ("**1**: ann@orbit.app",)),
    ],
)  # fmt: skip
def test_a_count_tells_of_repeated_addresses(message: str, expected: tuple[str, ...]) -> None:
    """The count has every address of a list, and says how many differ."""
    answer = ask("email_validator", message).answer
    assert all(part in answer for part in expected), answer
