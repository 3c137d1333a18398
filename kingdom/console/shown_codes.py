"""Codes of rows that pages show as they are stored. Named here, so that the catalogue of each language has them."""

from django.utils.translation import gettext_noop

SHOWN_CODES = (
    # specialists: status, scope, status change, test run
    gettext_noop("unverified"),
    gettext_noop("verified"),
    gettext_noop("suspended"),
    gettext_noop("deprecated"),
    gettext_noop("user"),
    gettext_noop("global"),
    gettext_noop("promote"),
    gettext_noop("suspend"),
    gettext_noop("demote"),
    gettext_noop("deprecate"),
    gettext_noop("restore"),
    gettext_noop("revert"),
    gettext_noop("revise"),
    # outcomes of executions and of scheduled runs
    gettext_noop("served"),
    gettext_noop("honestly declined"),
    gettext_noop("declined"),
    gettext_noop("asked"),
    gettext_noop("asked back"),
    gettext_noop("failed"),
    gettext_noop("corrected"),
    gettext_noop("abandoned"),
    gettext_noop("sent"),
    gettext_noop("answered"),
    gettext_noop("skipped"),
    # findings
    gettext_noop("info"),
    gettext_noop("warning"),
    gettext_noop("critical"),
    gettext_noop("open"),
    gettext_noop("acted"),
    gettext_noop("dismissed"),
    gettext_noop("gone"),
    # workflows: their moves
    gettext_noop("start"),
    gettext_noop("pause"),
    gettext_noop("resume"),
    gettext_noop("cancel"),
    # creations: risk, kinds of their events
    gettext_noop("low"),
    gettext_noop("medium"),
    gettext_noop("high"),
    gettext_noop("opened"),
    gettext_noop("moved"),
    gettext_noop("training"),
    # themes
    gettext_noop("Light"),
    gettext_noop("Dark"),
    # parts of the installation
    gettext_noop("database"),
    gettext_noop("migrations"),
    gettext_noop("worker"),
    gettext_noop("beat"),
    gettext_noop("ok"),
    gettext_noop("fail"),
    gettext_noop("pending"),
    gettext_noop("silent"),
    gettext_noop("offline"),
    gettext_noop("set"),
    gettext_noop("unknown"),
)
