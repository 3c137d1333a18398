"""What the groups of staff may see and do beside the registry. An admin who takes something away keeps it so: this runs once."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from kingdom.core.staff_groups import groups_allow, permissions_make

WORK = {
    "approvals": ["approval", "approvalevent"],
    "council": ["case", "caseevent", "stageverdict"],
    "kingdom_sessions": ["session"],
    "ministers": ["guardianreview", "judgehealth", "rulemode", "rulemodeevent"],
    "orchestrator": ["routerecord"],
    "specialists": ["canary"],
    "tools": ["toolreceipt"],
}
RECORDS = {
    **WORK,
    "approvals": ["approval", "approvalevent", "notice", "noticedelivery", "permissionrule"],
    "credentials": ["credentialevent", "credentialuse", "usercredential"],
    "kingdom_sessions": ["budget", "raisedlimits", "session", "usageday"],
    "axes": ["accessattempt", "accessfailurelog", "accesslog"],
}
BEAT = ["clockedschedule", "crontabschedule", "intervalschedule", "periodictask", "solarschedule"]
SEES = {"reviewer": WORK, "operator": {**RECORDS, "django_celery_beat": BEAT}, "auditor": RECORDS}
KEEPS = {  # what operators change: budgets, raised limits, schedules
    "django_celery_beat": ["crontabschedule", "intervalschedule", "periodictask"],
    "kingdom_sessions": ["budget", "raisedlimits"],
}
LABELS = sorted({*RECORDS, *KEEPS})


def groups_extend(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give the groups their permissions. Those are otherwise made after all migrations, so these apps' are made now."""
    for label in LABELS:
        permissions_make(apps, label)
    for name, seen in SEES.items():
        wanted = {label: [f"view_{model}" for model in models] for label, models in seen.items()}
        if name == "operator":
            for label, models in KEEPS.items():
                wanted[label] += [f"{verb}_{model}" for verb in ("add", "change", "delete") for model in models]
        for label, codes in wanted.items():
            groups_allow(apps, label, {name: codes})


class Migration(migrations.Migration):
    """The permissions of staff."""

    dependencies = [
        ("approvals", "0002_hostconsent"),
        ("axes", "0010_accessattemptexpiration"),
        ("council", "0002_expiry"),
        ("credentials", "0003_use_time"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
        ("kingdom_sessions", "0011_newest"),
        ("ministers", "0001_initial"),
        ("ops", "0001_initial"),
        ("orchestrator", "0002_message_files"),
        ("specialists", "0011_telemetry_indexes"),
        ("tools", "0004_newest"),
    ]

    operations = [migrations.RunPython(groups_extend, migrations.RunPython.noop)]
