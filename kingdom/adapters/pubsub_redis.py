"""Publish/subscribe over Redis. Imported only when ``KINGDOM_LIVE_URL`` is set."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager

import redis

SUBSCRIBED_WITHIN_S = 10.0


class RedisPubSub:
    """Redis publish/subscribe."""

    errors: tuple[type[Exception], ...] = (redis.RedisError, OSError)

    def __init__(self, url: str, channel: str) -> None:
        """Take the URL, e.g. ``redis://host:6379/0``."""
        self._url = url
        self._channel = channel

    @contextmanager
    def publisher(self) -> Iterator[Callable[[Sequence[str]], None]]:
        """Connect and yield a function that sends texts in one round trip."""
        with closing(redis.Redis.from_url(self._url)) as client:

            def send(texts: Sequence[str]) -> None:
                with client.pipeline(transaction=False) as pipe:
                    for text in texts:
                        pipe.publish(self._channel, text)
                    pipe.execute()

            yield send

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Sequence[str]]]:
        """Connect and yield a function that returns the texts received within so many seconds."""
        with closing(redis.Redis.from_url(self._url, decode_responses=True)) as client:
            inbox = client.pubsub()  # type: ignore[no-untyped-call]
            with closing(inbox):
                inbox.subscribe(self._channel)
                # a message that is published before the server knows of the subscription would be lost without a word
                if inbox.get_message(timeout=SUBSCRIBED_WITHIN_S) is None:
                    raise redis.TimeoutError("The server does not confirm the subscription.")

                def receive(seconds: float) -> Sequence[str]:
                    message = inbox.get_message(ignore_subscribe_messages=True, timeout=seconds)
                    return [message["data"]] if message is not None else []

                yield receive
