"""Which admin site the house has. Apart from the site itself, which reads models and so cannot be imported while apps are loaded."""

from django.contrib.admin.apps import AdminConfig


class KingdomAdminConfig(AdminConfig):
    """The admin of this house."""

    default_site = "kingdom.console.staff.admin_site.KingdomAdminSite"
