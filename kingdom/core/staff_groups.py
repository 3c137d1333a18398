"""Groups of staff, for migrations: what a release lets them do beside what they could."""

from collections.abc import Iterable, Mapping

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions


def app_permissions_create(apps: Apps, label: str) -> None:
    """Make an app's permissions now; they are otherwise made after all migrations."""
    config = apps.get_app_config(label)
    config.models_module = True  # type: ignore[assignment] # anything true will do: a migration's app has none, and without it nothing is made
    create_permissions(config, verbosity=0, apps=apps)
    config.models_module = None


def group_permissions_add(apps: Apps, label: str, groups: Mapping[str, Iterable[str]]) -> None:
    """Give groups (made where they are not there) permissions of one app, by their code names. Takes nothing away."""
    group_of, permission_of = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, codes in groups.items():
        group, _ = group_of.objects.get_or_create(name=name)
        group.permissions.add(*permission_of.objects.filter(content_type__app_label=label, codename__in=list(codes)))
