"""The specs of sessions' versions, each parsed once a process: a version never changes, and its code may be large."""

import threading
import uuid
from collections import OrderedDict

from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict
from kingdom.sessions.models import Session

MAX_SPECS = 64
_specs: OrderedDict[uuid.UUID, AgentSpec] = OrderedDict()
_lock = threading.Lock()


def session_spec(session: Session) -> AgentSpec:
    """Return the spec of a session's version. Raises Conflict when the session is not bound to a version.

    It queries the database only for a version that this process has not used lately.
    """
    version_id = session.version_id
    if version_id is None:
        raise Conflict("This session has no specialist yet.")
    with _lock:
        spec = _specs.get(version_id)
        if spec is not None:
            _specs.move_to_end(version_id)
            return spec
    if session.version is None:
        raise Conflict("This session has no specialist yet.")
    spec = AgentSpec.model_validate(session.version.spec)
    with _lock:
        _specs[version_id] = spec
        if len(_specs) > MAX_SPECS:
            _specs.popitem(last=False)
    return spec
