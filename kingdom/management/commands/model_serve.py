"""``manage.py model_serve``: serve this host's language models to other hosts by the OpenAI chat protocol."""

from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from kingdom.adapters.models.openai_server import OpenAIServer
from kingdom.core.errors import BadConfiguration
from kingdom.providers.language_models import served_language_models

DEFAULT_PORT = 8100


class Command(BaseCommand):
    """Serves until it is stopped.

    Other hosts set KINGDOM_MODEL_URL to its address with ``/v1`` and KINGDOM_MODEL_KEY to the same key.
    """

    help = "Serve this host's language models to OpenAI clients that have KINGDOM_MODEL_KEY. Put TLS in front of it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the address."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=DEFAULT_PORT)

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Serve. Raises BadConfiguration without a key: without one, anyone could spend the provider's quota."""
        if settings.KINGDOM.model_key is None:
            raise BadConfiguration("model_serve needs KINGDOM_MODEL_KEY: the key that its clients must send.")
        models = served_language_models()
        app = OpenAIServer(models, token=settings.KINGDOM.model_key.get_secret_value())
        served = ", ".join(f"{name} ({model.name})" for name, model in models.items())
        self.stdout.write(f"serving {served} on http://{options['host']}:{options['port']}/v1")
        uvicorn.run(
            app, host=options["host"], port=options["port"], lifespan="off", access_log=False, server_header=False
        )
