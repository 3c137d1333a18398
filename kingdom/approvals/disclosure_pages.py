"""Admin pages on which staff decide about a user's words: they show them while a disclosure of the row is open."""

from typing import Any

from django.http import HttpRequest

from kingdom.approvals.disclosures import PERMISSION, disclosure_read, open_disclosure
from kingdom.core.web.admin_base import ReadOnlyAdmin


class DisclosedWordsAdmin(ReadOnlyAdmin):
    """A page that shows hidden fields to staff with an open disclosure of ``disclosed_row``; each view is recorded."""

    def shows_words(self, request: HttpRequest, obj: Any) -> bool:  # noqa: ANN401 - any model
        """Return whether the user has an open disclosure and still the permission."""
        row = self.disclosed_row(obj)
        if row is None or not request.user.has_perm(PERMISSION):
            return False
        actor_id = int(request.user.pk or 0)
        return open_disclosure(actor_id=actor_id, label=row._meta.label_lower, object_id=row.pk) is not None

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Record that the words are shown, then show them."""
        obj = kwargs.get("obj")
        row = self.disclosed_row(obj) if obj is not None and self.shows_words(request, obj) else None
        if row is not None:
            disclosure_read(actor_id=int(request.user.pk or 0), label=row._meta.label_lower, object_id=str(row.pk))
        return super().render_change_form(request, context, *args, **kwargs)
