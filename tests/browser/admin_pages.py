"""The admin pages that a browser opens, their users, and what fills them."""

BOSS, OWNER = "boss", "olive"
SEED = f"from tests.browser.admin_seed import seed; seed({BOSS!r}, {OWNER!r})"
LISTS = {
    "specialists": "/admin/specialists/specialist/",
    "telemetry": "/admin/specialists/execution/?outcome__exact=failed",
    "findings": "/admin/specialists/auditfinding/",
    "approvals": "/admin/approvals/approval/",
    "cases": "/admin/council/creationcase/",
    "schedules": "/admin/django_celery_beat/periodictask/",
    "search": "/admin/search/?q=invoice",
    "budget": "/admin/kingdom_sessions/budget/add/",
}
