"""The Guardian's rules of listed packs. They only add to the shipped ones."""

from kingdom.ministers.guardian.text.policy import add_rules
from kingdom.providers.packs import GUARDIAN_RULES, pack_folders, pack_part_left_out


def pack_rules_add() -> None:
    """Add the rules of the listed packs to this process's policy; those of a broken one are named and left out."""
    for entry, folder in pack_folders(GUARDIAN_RULES):
        try:
            add_rules(folder)
        except Exception as error:  # third-party files
            pack_part_left_out(entry, error)
