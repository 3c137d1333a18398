"""The ASGI application that uvicorn serves."""

import gc
import os

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from kingdom.core.web.body_limit import BodyLimitMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")

application = BodyLimitMiddleware(get_asgi_application())

# What is loaded now stays for good. Each full collection looked through all of it, and the page it fell into took 150 to 250 ms longer.
get_resolver().url_patterns  # noqa: B018 - imports every view
gc.collect()
gc.freeze()
