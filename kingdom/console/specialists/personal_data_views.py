"""The part of the account's page about one's own data: export it, download the file."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.console.request_params import current_user_id
from kingdom.core.web.file_download import stored_file_download
from kingdom.personal_data.exports import EXPORT_LINK, FILE_NAME, export_file, export_request


@never_cache
@require_POST
@login_required
def data_export(request: HttpRequest) -> HttpResponse:
    """Begin an export of the reader's data."""
    export_request(user_id=current_user_id(request))
    messages.success(request, "Your data is being collected. You get a notification when the file is ready.")
    return redirect(EXPORT_LINK)


@require_GET
@never_cache
@login_required
def data_download(request: HttpRequest, export_id: uuid.UUID) -> StreamingHttpResponse:
    """Download the file of one of the reader's exports."""
    path = export_file(user_id=current_user_id(request), export_id=export_id)
    return stored_file_download(request, path, name=FILE_NAME, content_type="application/zip")
