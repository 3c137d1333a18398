"""Ciphers are found in the same order in every process: a set's own order follows from the seed of its hashes."""

from collections.abc import Iterator

from kingdom.ministers.guardian.text.cipher_detection import ciphered_forms

WORDS = ("abcd", "bcde", "cdef", "defg", "zyxw", "wxyz", "dcba", "edcb")


class Backwards(frozenset[str]):
    """A set that another process iterates in another order."""

    def __iter__(self) -> Iterator[str]:
        """Yield the items backwards."""
        return reversed(list(super().__iter__()))


def test_the_order_of_a_set_changes_no_order_of_ciphers() -> None:
    forms, backwards = ciphered_forms.__wrapped__(frozenset(WORDS)), ciphered_forms.__wrapped__(Backwards(WORDS))
    assert max(map(len, forms.values())) > 1, "a form that several ciphers give"
    assert list(forms.items()) == list(backwards.items())
