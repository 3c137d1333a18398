"""``manage.py model_serve``: this host's language model for other hosts, over the same port."""

from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from kingdom.adapters.models.remote_server import ModelApp
from kingdom.core.errors import BadConfiguration
from kingdom.providers.language_models import unwrapped_language_model

DEFAULT_PORT = 8100


class Command(BaseCommand):
    """Serves until it is stopped. Other hosts set KINGDOM_MODEL_HOST to its address and KINGDOM_MODEL_KEY to the same key."""

    help = (
        "Serve this host's language model to other Kingdom hosts that know KINGDOM_MODEL_KEY. Put TLS in front of it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take host and port."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=DEFAULT_PORT)

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Serve. Raises BadConfiguration without a key: an open model would spend its owner's money for anybody."""
        if settings.KINGDOM.model_key is None or settings.KINGDOM.model_host:
            raise BadConfiguration(
                "model_serve needs KINGDOM_MODEL_KEY, which callers must send, and no KINGDOM_MODEL_HOST, which would be itself."
            )
        model = unwrapped_language_model()
        app = ModelApp(model, token=settings.KINGDOM.model_key.get_secret_value())
        self.stdout.write(f"serving {model.name} on http://{options['host']}:{options['port']}")
        uvicorn.run(
            app, host=options["host"], port=options["port"], lifespan="off", access_log=False, server_header=False
        )
