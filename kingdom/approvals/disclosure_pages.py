"""Admin pages on which staff decide about a user's words: they show them while a disclosure of the row is open."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest

from kingdom.approvals.disclosures import PERMISSION, disclosure_read, open_disclosure
from kingdom.core.errors import NotAllowed
from kingdom.core.web.admin_base import ReadOnlyAdmin


class DisclosedWordsAdmin(ReadOnlyAdmin):
    """A page that shows hidden fields to staff with an open disclosure of ``disclosed_row``; each view is recorded."""

    def shows_words(self, request: HttpRequest, obj: Any) -> bool:  # noqa: ANN401 - any model
        """Return whether the user has an open disclosure and still the permission, as found first in this request."""
        return self._has_open_disclosure(request, self.disclosed_row(obj))

    def _has_open_disclosure(self, request: HttpRequest, row: Model | None) -> bool:
        if row is None or not request.user.has_perm(PERMISSION):
            return False
        found: dict[tuple[str, str], bool] = vars(request).setdefault("_open_disclosures", {})
        label, object_id = row._meta.label_lower, str(row.pk)
        if (label, object_id) not in found:
            opened = open_disclosure(actor_id=int(request.user.pk or 0), label=label, object_id=object_id)
            found[label, object_id] = opened is not None
        return found[label, object_id]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Record that the words are shown, then show them. Raises NotAllowed when their disclosure has just ended."""
        obj = kwargs.get("obj")
        row = self.disclosed_row(obj) if obj is not None else None
        if row is not None and self._has_open_disclosure(request, row):
            actor_id, label = int(request.user.pk or 0), row._meta.label_lower
            if disclosure_read(actor_id=actor_id, label=label, object_id=str(row.pk)) is None:
                raise NotAllowed("The disclosure of these words has ended. Ask for it again.")
        return super().render_change_form(request, context, *args, **kwargs)
