"""The operator's word on who holds tools of installed packages. Pure."""

import re
from collections.abc import Mapping

from kingdom.contracts.identity import Identity
from kingdom.core.errors import BadConfiguration

_TOOL = re.compile(r"(?!archon\.)[a-z][a-z0-9_]{1,30}(\.[a-z][a-z0-9_]{0,30}){2}")


def tool_grants_parse(setting: str) -> Mapping[Identity, frozenset[str]]:
    """Return the tool ids by identity in e.g. ``research: acme.crm.find; coder: acme.ci.run acme.ci.log``.

    Raises BadConfiguration for an identity that there is not and for what is no id of a package's tool.
    """
    made = dict[Identity, frozenset[str]]()
    for part in filter(None, (one.strip() for one in setting.split(";"))):
        name, colon, tools = part.partition(":")
        if not colon or name.strip() not in set(Identity):
            raise BadConfiguration(
                f"KINGDOM_TOOL_GRANTS: {name.strip()!r} is none of {', '.join(Identity)}, followed by a colon."
            )
        wrong = [tool for tool in tools.split() if not _TOOL.fullmatch(tool)]
        if wrong:
            raise BadConfiguration(
                f"KINGDOM_TOOL_GRANTS: {wrong[0]!r} is not the id of a package's tool, like acme.crm.find."
            )
        identity = Identity(name.strip())
        made[identity] = made.get(identity, frozenset()) | frozenset(tools.split())
    return made
