"""The groups of staff and their permissions. Runs once: what an admin takes away later stays away."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from kingdom.core.staff_groups import app_permissions_create, group_permissions_add

OPERATIONAL_MODELS = {
    "approvals": ["approval", "approvalevent"],
    "council": ["creationcase", "caseevent", "stageverdict"],
    "kingdom_sessions": ["session"],
    "ministers": ["guardianreview", "judgehealth", "rulemode", "rulemodeevent"],
    "orchestrator": ["routerecord", "replayrun"],
    "routing": ["embeddingspace", "routercalibration", "routingchange"],
    "specialists": [
        "specialist",
        "specialistversion",
        "execution",
        "statuschange",
        "testrun",
        "auditreport",
        "auditfinding",
        "canary",
    ],
    "tools": ["toolreceipt"],
}
AUDIT_MODELS = {
    **OPERATIONAL_MODELS,
    "approvals": ["approval", "approvalevent", "notification", "notificationdelivery", "permissionrule"],
    "credentials": ["credentialevent", "credentialuse", "usercredential"],
    "kingdom_sessions": ["budget", "sandboxlimitoverride", "session", "usageday"],
    "axes": ["accessattempt", "accessfailurelog", "accesslog"],
}
SCHEDULE_MODELS = ["clockedschedule", "crontabschedule", "intervalschedule", "periodictask", "solarschedule"]
VIEWED_MODELS = {
    "reviewer": OPERATIONAL_MODELS,
    "operator": {**AUDIT_MODELS, "django_celery_beat": SCHEDULE_MODELS},
    "auditor": AUDIT_MODELS,
}
EDITED_MODELS = {  # by operators: budgets, sandbox limits, schedules
    "django_celery_beat": ["crontabschedule", "intervalschedule", "periodictask"],
    "kingdom_sessions": ["budget", "sandboxlimitoverride"],
}
CUSTOM_PERMISSIONS = {
    "reviewer": {"specialists": ["set_specialist_status", "run_tests"], "orchestrator": ["replay_routes"]},
    "operator": {"specialists": ["run_tests"], "orchestrator": ["replay_routes"], "routing": ["switch_routing"]},
    "auditor": {"specialists": ["resolve_finding"]},
}
LABELS = sorted({*AUDIT_MODELS, *EDITED_MODELS})


def staff_groups_create(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Create the groups. Django creates permissions after all migrations, so they are created here first."""
    for label in LABELS:
        app_permissions_create(apps, label)
    for group, viewed in VIEWED_MODELS.items():
        for label, models in viewed.items():
            group_permissions_add(apps, label, {group: [f"view_{model}" for model in models]})
        for label, codes in CUSTOM_PERMISSIONS[group].items():
            group_permissions_add(apps, label, {group: codes})
    for label, models in EDITED_MODELS.items():
        codes = [f"{verb}_{model}" for verb in ("add", "change", "delete") for model in models]
        group_permissions_add(apps, label, {"operator": codes})


class Migration(migrations.Migration):
    """The permissions of staff."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("axes", "0010_accessattemptexpiration"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
        ("ops", "0001_initial"),
        ("approvals", "0002_initial"),
        ("council", "0003_triggers"),
        ("credentials", "0001_initial"),
        ("ministers", "0001_initial"),
        ("orchestrator", "0002_initial"),
        ("routing", "0003_triggers"),
        ("kingdom_sessions", "0003_triggers"),
        ("specialists", "0003_triggers"),
        ("tools", "0002_triggers"),
    ]

    operations = [migrations.RunPython(staff_groups_create, migrations.RunPython.noop)]
