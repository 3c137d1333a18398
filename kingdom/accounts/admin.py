"""Users in Django's admin. Only superusers may change them, because a change can grant any right."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from kingdom.accounts.forms import UserPasswordForm
from kingdom.accounts.models import ApiToken, User
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.core.web.pagination import BoundedCountPaginator


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Users. They are deactivated instead of deleted, since deleting would remove all their data."""

    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    paginator = BoundedCountPaginator
    show_full_result_count = False
    change_password_form = UserPasswordForm
    change_user_password_template = "admin/accounts/user/password.html"  # noqa: S105 - a path

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow superusers only."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Allow superusers only."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Allow nobody."""
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """API tokens without their secrets."""

    list_display = ("name", "user", "created", "expiry", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    fields = list_display
    ordering = ("-created",)
