"""AppConfig of the admin, apart from the site: that imports models, which fails while apps are loading."""

from django.contrib.admin.apps import AdminConfig


class KingdomAdminConfig(AdminConfig):
    """The admin with Kingdom's site."""

    default_site = "kingdom.console.staff.admin_site.KingdomAdminSite"
