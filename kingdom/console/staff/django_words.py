"""Sentences of the admin's packages that their German does not have; here, the catalogue has them."""

from django.utils.translation import gettext, gettext_noop
from django.views.i18n import JavaScriptCatalog

PAGE_WORDS = (
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("This action will <strong>enable</strong> password-based authentication for this user."),
    gettext_noop("Disable password-based authentication"),
    gettext_noop("Enable password-based authentication"),
    gettext_noop("In case you’ve forgotten, you are:"),
    gettext_noop("Conflicting form data submitted. Please try again."),
    gettext_noop("Password-based authentication was disabled."),
    gettext_noop("Set password: %s"),
    gettext_noop("Reset password"),
    gettext_noop("Set password"),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able "
        "to authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    gettext_noop("Password-based authentication"),
    gettext_noop("Enabled"),
    gettext_noop("Disabled"),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Enable password-based authentication for this user by setting a password."),
)
PACKAGE_WORDS = (  # of django-axes and django-celery-beat
    gettext_noop("Locked Out"),
    gettext_noop("Clean up expired attempts"),
    gettext_noop("Not set"),
    gettext_noop("Attempt Remaining"),
    gettext_noop("Expires At"),
    gettext_noop("access attempt expiration"),
    gettext_noop("access attempt expirations"),
    gettext_noop("Session key hash (sha256)"),
    gettext_noop("Access Attempt"),
    gettext_noop("The time when access attempt expires and is no longer valid."),
    gettext_noop("Periodic Tasks Using This Schedule"),
    gettext_noop("periodic task track"),
    gettext_noop("periodic task tracks"),
    gettext_noop('Cron Months (1-12) Of The Year to Run. Use "*" for "all". (Example: "1,12")'),
    gettext_noop('Cron Days Of The Week to Run. Use "*" for "all", Sunday is 0 or 7, Monday is 1. (Example: "0,5")'),
)
SCRIPT_WORDS = (
    gettext_noop('Choose %s by selecting them and then select the "Choose" arrow button.'),
    gettext_noop('Remove %s by selecting them and then select the "Remove" arrow button.'),
    gettext_noop("Choose all %s"),
    gettext_noop("Choose selected %s"),
    gettext_noop("Remove all %s"),
    gettext_noop("Remove selected %s"),
    gettext_noop("(click to clear)"),
)


class AdminScriptWords(JavaScriptCatalog):
    """The words of the admin's scripts: Django's, and the German that it lacks."""

    packages = ["django.contrib.admin"]

    def get_catalog(self) -> dict[str, list[str] | str]:
        """Return the translations by their English."""
        own = {word: gettext(word) for word in SCRIPT_WORDS}
        return {**super().get_catalog(), **{word: text for word, text in own.items() if text != word}}
