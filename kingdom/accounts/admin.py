"""Users in Django's admin. Only superusers may change them, because a change can grant any right."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext

from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.password_checks import AdminSignInForm, UserPasswordForm
from kingdom.accounts.services import LINK_LIFE, sign_in_link_create
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.core.web.pagination import BoundedCountPaginator

admin.site.login_form = AdminSignInForm


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Users. They are deactivated instead of deleted, since deleting would remove all their data."""

    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    readonly_fields = ("last_login", "date_joined")  # a record of what happened
    paginator = BoundedCountPaginator
    show_full_result_count = False
    change_password_form = UserPasswordForm
    change_form_template = "admin/accounts/user/change_form.html"
    change_user_password_template = "admin/accounts/user/password.html"  # noqa: S105 - a path

    def get_urls(self) -> list[URLPattern]:
        """Add the page that makes a sign-in link."""
        page = path("<int:pk>/sign-in-link/", self.admin_site.admin_view(self.link_view), name="accounts_user_link")
        return [page, *super().get_urls()]

    def link_view(self, request: HttpRequest, pk: int) -> TemplateResponse:
        """Make a one-time sign-in link for a user and show it once. Superusers only; the security log names them."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        user = get_object_or_404(User, pk=pk, is_active=True)
        page = {
            **self.admin_site.each_context(request),
            "title": gettext("Sign-in link for %(user)s") % {"user": user},
            "user_of_link": user,
        }
        page |= {"opts": self.model._meta, "minutes": round(LINK_LIFE.total_seconds() / 60)}
        if request.method == "POST":
            secret = sign_in_link_create(user=user)
            self.log_change(request, user, "Made a one-time sign-in link.")
            page["link"] = request.build_absolute_uri(reverse("sign-in-link", args=[secret]))
        return TemplateResponse(request, "admin/accounts/user/sign_in_link.html", page)

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

    list_display = ("name", "user", "scopes", "created", "expiry", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    fields = list_display
    ordering = ("-created",)
