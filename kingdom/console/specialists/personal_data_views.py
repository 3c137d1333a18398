"""The part of the account's page about one's own data: export it, download the file, delete the account."""

import uuid

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from kingdom.console.request_params import current_user_id, form_text
from kingdom.core.errors import Busy, KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.file_download import stored_file_download
from kingdom.personal_data.deletions import deletion_request
from kingdom.personal_data.exports import EXPORT_LINK, FILE_NAME, export_file, export_request


@never_cache
@require_POST
@login_required
def data_export(request: HttpRequest) -> HttpResponse:
    """Begin an export of the reader's data."""
    try:
        export_request(user_id=current_user_id(request))
    except Busy as error:
        messages.error(request, in_language(error.message))
        return redirect(EXPORT_LINK)
    messages.success(request, gettext("Your data is being collected. You get a notification when the file is ready."))
    return redirect(EXPORT_LINK)


@require_GET
@never_cache
@login_required
def data_download(request: HttpRequest, export_id: uuid.UUID) -> StreamingHttpResponse:
    """Download the file of one of the reader's exports."""
    file = export_file(user_id=current_user_id(request), export_id=export_id)
    return stored_file_download(request, file, name=FILE_NAME, content_type="application/zip")


@never_cache
@sensitive_variables()
@sensitive_post_parameters("password")
@require_POST
@login_required
def account_delete(request: HttpRequest) -> HttpResponse:
    """Begin the deletion of the reader's account, and sign out."""
    user_id, name = current_user_id(request), form_text(request, "username")
    try:
        deletion_request(request=request, user_id=user_id, username=name, password=form_text(request, "password"))
    except KingdomError as error:
        messages.error(request, in_language(error.message))
        return redirect("/me/#delete")
    logout(request)
    messages.success(request, "Your account is closed. Everything in it is being deleted now.")
    return redirect("sign-in")
