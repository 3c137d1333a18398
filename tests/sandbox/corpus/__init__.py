"""Hostile and honest programs and their expected outcomes, one file per category."""

from tests.sandbox.corpus import filesystem, honest, isolation, kernel, network, protocol, resources
from tests.sandbox.corpus.base import Attack

ATTACKS: list[Attack] = [
    *network.ATTACKS,
    *filesystem.ATTACKS,
    *resources.ATTACKS,
    *kernel.ATTACKS,
    *isolation.ATTACKS,
    *protocol.ATTACKS,
]
HONEST = honest.PROGRAMS

__all__ = ["ATTACKS", "HONEST", "Attack"]
