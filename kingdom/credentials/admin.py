"""Credentials in the admin, without values. The only action is to withdraw them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.credentials.models import CredentialEvent, CredentialUse, UserCredential
from kingdom.credentials.services import credential_revoke


@admin.register(UserCredential)
class UserCredentialAdmin(ReadOnlyAdmin):
    """Names and dates of credentials, and the action to withdraw them."""

    list_display = (
        "user",
        "specialist_role",
        "hosts",
        "credential_key",
        "created_at",
        "replaced_at",
        "expires_at",
        "revoked_at",
    )
    list_select_related = ("user",)
    search_fields = ("user__username", "specialist_role", "credential_key")
    fields = ("id", *list_display)
    actions = ("revoke",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[UserCredential]:
        """Return rows without their sealed values."""
        return UserCredential.objects.defer("encrypted_value")

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change credentials."""
        return request.user.has_perm("credentials.change_usercredential")

    @admin.action(description="Withdraw: erase the sealed values for good", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[UserCredential]) -> None:
        """Withdraw the chosen credentials."""
        count = sum(
            credential_revoke(credential=credential, actor_id=int(request.user.pk or 0)) for credential in queryset
        )
        self.message_user(request, gettext("%(count)s withdrawn.") % {"count": count}, messages.SUCCESS)


@admin.register(CredentialUse)
class CredentialUseAdmin(ReadOnlyAdmin):
    """Uses: user, credential, host and outcome."""

    list_display = ("created_at", "user", "specialist_role", "credential_key", "host", "outcome", "http_status")
    list_select_related = ("user",)
    list_filter = ("outcome",)


@admin.register(CredentialEvent)
class CredentialEventAdmin(ReadOnlyAdmin):
    """Events of credentials and their actors."""

    list_display = ("created_at", "user", "specialist_role", "credential_key", "kind", "actor")
    list_select_related = ("user", "actor")
    list_filter = ("kind",)
