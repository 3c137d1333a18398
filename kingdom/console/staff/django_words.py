"""Sentences of the admin's packages that their German does not have or has with "Sie"; here, the catalogue has them."""

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
INFORMAL_WORDS = (  # their German says "Sie", the product's "du" or neither
    gettext_noop(
        'If you are using the <meta name="referrer" content="no-referrer"> tag or including the “Referrer-'
        "Policy: no-referrer” header, please remove them. The CSRF protection requires the “Referer” header "
        "to do strict referer checking. If you’re concerned about privacy, use alternatives like <a "
        'rel="noreferrer" …> for links to third-party sites.'
    ),
    gettext_noop(
        "If you have configured your browser to disable cookies, please re-enable them, at least for this "
        "site, or for “same-origin” requests."
    ),
    gettext_noop(
        "If you have configured your browser to disable “Referer” headers, please re-enable them, at least "
        "for this site, or for HTTPS connections, or for “same-origin” requests."
    ),
    gettext_noop(
        "ManagementForm data is missing or has been tampered with. Missing fields: %(field_names)s. You may "
        "need to file a bug report if the issue persists."
    ),
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("Please either submit a file or check the clear checkbox, not both."),
    gettext_noop(
        "You are seeing this message because this HTTPS site requires a “Referer header” to be sent by your "
        "web browser, but none was sent. This header is required for security reasons, to ensure that your "
        "browser is not being hijacked by third parties."
    ),
    gettext_noop(
        "You are seeing this message because this site requires a CSRF cookie when submitting forms. This "
        "cookie is required for security reasons, to ensure that your browser is not being hijacked by third "
        "parties."
    ),
    gettext_noop(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? All of the following '
        "related items will be deleted:"
    ),
    gettext_noop(
        "Are you sure you want to delete the selected %(objects_name)s? All of the following objects and "
        "their related items will be deleted:"
    ),
    gettext_noop(
        "Deleting the %(object_name)s '%(escaped_object)s' would result in deleting related objects, but your"
        " account doesn't have permission to delete the following types of objects:"
    ),
    gettext_noop(
        "Deleting the selected %(objects_name)s would result in deleting related objects, but your account "
        "doesn't have permission to delete the following types of objects:"
    ),
    gettext_noop("Enter a new password for the user <strong>%(username)s</strong>."),
    gettext_noop("Hold down “Control”, or “Command” on a Mac, to select more than one."),
    gettext_noop("Please enter your new password twice so we can verify you typed it in correctly."),
    gettext_noop("Please go to the following page and choose a new password:"),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop("Thanks for using our site!"),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  Please request a "
        "new password reset."
    ),
    gettext_noop(
        "You are authenticated as %(username)s, but are not authorized to access this page. Would you like to"
        " login to a different account?"
    ),
    gettext_noop("Your password has been set.  You may go ahead and log in now."),
    gettext_noop("Your password was changed."),
    gettext_noop("Clocked Schedule to run the task on.  Set only one schedule type, leave the others null."),
    gettext_noop('Cron Days Of The Month to Run. Use "*" for "all". (Example: "1,15")'),
    gettext_noop('Cron Hours to Run. Use "*" for "all". (Example: "8,20")'),
    gettext_noop('Cron Minutes to Run. Use "*" for "all". (Example: "0,30")'),
    gettext_noop("Crontab Schedule to run the task on.  Set only one schedule type, leave the others null."),
    gettext_noop("Interval Schedule to run the task on.  Set only one schedule type, leave the others null."),
    gettext_noop("Run the task when the event happens at this latitude"),
    gettext_noop("Run the task when the event happens at this longitude"),
    gettext_noop("Solar Schedule to run the task on.  Set only one schedule type, leave the others null."),
    gettext_noop("Account locked: too many login attempts. Contact an admin to unlock your account."),
    gettext_noop("Account locked: too many login attempts. Please try again later."),
    gettext_noop("Enter a valid IPv4 or IPv6 address."),
    gettext_noop("You do not have permission to perform this action."),
)
SCRIPT_WORDS = (
    gettext_noop('Choose %s by selecting them and then select the "Choose" arrow button.'),
    gettext_noop('Remove %s by selecting them and then select the "Remove" arrow button.'),
    gettext_noop("Choose all %s"),
    gettext_noop("Choose selected %s"),
    gettext_noop("Remove all %s"),
    gettext_noop("Remove selected %s"),
    gettext_noop("(click to clear)"),
    gettext_noop(
        "You have selected an action, and you haven’t made any changes on individual fields. You’re probably "
        "looking for the Go button rather than the Save button."
    ),
    gettext_noop(
        "You have selected an action, but you haven’t saved your changes to individual fields yet. Please "
        "click OK to save. You’ll need to re-run the action."
    ),
    gettext_noop(
        "You have unsaved changes on individual editable fields. If you run an action, your unsaved changes "
        "will be lost."
    ),
)
SCRIPT_PLURALS = (
    (
        gettext_noop("Note: You are %s hour ahead of server time."),
        gettext_noop("Note: You are %s hours ahead of server time."),
    ),
    (
        gettext_noop("Note: You are %s hour behind server time."),
        gettext_noop("Note: You are %s hours behind server time."),
    ),
)


class AdminScriptWords(JavaScriptCatalog):
    """The words of the admin's scripts: Django's, and the German that it lacks."""

    packages = ["django.contrib.admin"]

    def get_catalog(self) -> dict[str, list[str] | str]:
        """Return the translations by their English."""
        own = {word: gettext(word) for word in SCRIPT_WORDS}
        plurals = {forms[0]: [gettext(form) for form in forms] for forms in SCRIPT_PLURALS}
        return {
            **super().get_catalog(),
            **{word: text for word, text in own.items() if text != word},
            **{word: texts for word, texts in plurals.items() if texts[0] != word},
        }
