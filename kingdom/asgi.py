"""The ASGI application that uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

from kingdom.core.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")

application = BodyLimit(get_asgi_application())
