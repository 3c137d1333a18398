"""Parses the operator's grants of tools of installed packages. Pure."""

import re
from collections.abc import Mapping

from kingdom.contracts.identity import Identity
from kingdom.core.errors import BadConfiguration

_TOOL = re.compile(r"(?!archon\.)[a-z][a-z0-9_]{1,30}(\.[a-z][a-z0-9_]{0,30}){2}")


def tool_grants_parse(setting: str) -> Mapping[Identity, frozenset[str]]:
    """Return the tool ids by identity in e.g. ``research: acme.crm.find; coder: acme.ci.run acme.ci.log``.

    Raises BadConfiguration for an unknown identity and for an invalid id of a package's tool.
    """
    grants = dict[Identity, frozenset[str]]()
    for part in filter(None, (part.strip() for part in setting.split(";"))):
        name, colon, tools = part.partition(":")
        if not colon or name.strip() not in set(Identity):
            raise BadConfiguration(
                f"KINGDOM_TOOL_GRANTS: {name.strip()!r} is not an identity ({', '.join(Identity)}) followed by a colon."
            )
        invalid = [tool for tool in tools.split() if not _TOOL.fullmatch(tool)]
        if invalid:
            raise BadConfiguration(
                f"KINGDOM_TOOL_GRANTS: {invalid[0]!r} is not the id of a package's tool, like acme.crm.find."
            )
        identity = Identity(name.strip())
        grants[identity] = grants.get(identity, frozenset()) | frozenset(tools.split())
    return grants
