"""Staff groups and their permissions, for migrations."""

from collections.abc import Iterable, Mapping

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions


def app_permissions_create(apps: Apps, label: str) -> None:
    """Create an app's permissions now; Django creates them only after all migrations."""
    config = apps.get_app_config(label)
    config.models_module = True  # type: ignore[assignment] # must be truthy, or Django creates nothing
    create_permissions(config, verbosity=0, apps=apps)
    config.models_module = None


def group_permissions_add(apps: Apps, label: str, groups: Mapping[str, Iterable[str]]) -> None:
    """Add permissions of one app, by code name, to groups; missing groups are created, nothing is removed."""
    group_of, permission_of = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, codes in groups.items():
        group, _ = group_of.objects.get_or_create(name=name)
        group.permissions.add(*permission_of.objects.filter(content_type__app_label=label, codename__in=list(codes)))
