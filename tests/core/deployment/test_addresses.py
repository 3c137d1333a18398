"""The addresses of the embedded database and of the broker."""

from pathlib import Path

import psycopg.conninfo
from pgmq.base import PGMQConfig

from kingdom.core.deployment.celery_broker import broker_settings, pgmq_conn_string
from kingdom.core.deployment.embedded_postgres import embedded_database_settings, socket_folder


def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 80) / ("e" * 80) / "pg"
    assert socket_folder(tmp_path / "pg") == tmp_path / "pg" or len(str(tmp_path)) > 80
    assert len(str(socket_folder(deep))) < 100
    assert embedded_database_settings(deep.parent)["HOST"] == str(socket_folder(deep))


def test_a_password_and_a_folder_with_spaces_and_quotes_survive_the_queues_client() -> None:
    database = {
        "HOST": "/a b/it's",
        "PORT": "",
        "NAME": "king dom",
        "USER": "ann",
        "PASSWORD": r"p '\w",
        "OPTIONS": {"sslmode": "require"},
    }
    read = psycopg.conninfo.conninfo_to_dict(PGMQConfig(conn_string=pgmq_conn_string(database)).dsn)
    assert read == {
        "host": "/a b/it's", "port": "5432", "dbname": "king dom", "user": "ann", "password": r"p '\w",
        "sslmode": "require",
    }  # fmt: skip


def test_another_broker_is_taken_as_it_is() -> None:
    assert broker_settings("amqp://queue", {})[0] == "amqp://queue"
    assert broker_settings("redis://queue", {})[1]["visibility_timeout"] == 1800
