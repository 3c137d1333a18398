"""Who of the staff sees and edits the prices of models. Runs once: what an admin takes away later stays away."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from kingdom.core.staff_groups import app_permissions_create, group_permissions_add


def price_permissions_add(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Let operators edit prices, and auditors see them."""
    app_permissions_create(apps, "providers")
    edited = [f"{verb}_modelprice" for verb in ("view", "add", "change", "delete")]
    group_permissions_add(apps, "providers", {"operator": edited, "auditor": ["view_modelprice"]})


class Migration(migrations.Migration):
    """The permissions of staff."""

    dependencies = [("ops", "0002_staff_groups"), ("providers", "0002_model_prices")]

    operations = [migrations.RunPython(price_permissions_add, migrations.RunPython.noop)]
