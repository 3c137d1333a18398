"""The Guardian's rules of listed packs. They only add to the shipped ones."""

from kingdom.ministers.guardian.text.policy import add_rules
from kingdom.providers.packs import GUARDIAN_RULES, left_out_if_broken, pack_folders


def pack_rules_add() -> None:
    """Add the rules of the listed packs to this process's policy; those of a broken one are named and left out."""
    for entry, folder in pack_folders(GUARDIAN_RULES):
        with left_out_if_broken(entry):
            add_rules(folder)
