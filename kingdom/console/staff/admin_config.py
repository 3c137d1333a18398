"""AppConfig of the admin, apart from the site: that imports models, which fails while apps are loading."""

from collections.abc import Sequence
from importlib import import_module

from django.contrib.admin.apps import AdminConfig


class KingdomAdminConfig(AdminConfig):
    """The admin with Kingdom's site."""

    default_site = "kingdom.console.staff.admin_site.KingdomAdminSite"
    labels: Sequence[str] = ()  # the English of all labels that are translated

    def ready(self) -> None:
        """Register the pages, then make their labels translatable."""
        super().ready()
        self.labels = import_module("kingdom.console.staff.admin_labels").admin_labels_translate()
