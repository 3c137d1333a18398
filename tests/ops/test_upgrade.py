"""A database of the first version is upgraded by the migrations since: they are kept, and none may be rewritten."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, SUPERUSER
from kingdom.ops.launch.database_roles import reassign_objects
from tests.plugins.product import ROOT, clean_environment

DUMP = Path(__file__).parent / "first_version.sql"
DATABASE = "kingdom_upgrade"
AGENT, VERSION = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
# A specialist with a credential, the credential and the consent of its owner, as the first version stored them.
CREDENTIALS_SQL = f"""
INSERT INTO dynamic_agents SELECT (jsonb_populate_record(agent,
    '{{"id": "{AGENT}", "role": "sms_sender", "current_version_id": null}}')).* FROM dynamic_agents AS agent;
INSERT INTO agent_versions SELECT (jsonb_populate_record(version, jsonb_build_object(
    'id', '{VERSION}', 'specialist_id', '{AGENT}', 'digest', repeat('a', 64),
    'spec', version.spec || '{{"role": "sms_sender", "credentials": [{{"name": "sms_api_key",
        "host": "api.sms.example", "how": "header"}}]}}'))).* FROM agent_versions AS version;
INSERT INTO user_credentials VALUES ('33333333-3333-4333-8333-333333333333', now(), 'sms_sender', 'sms_api_key',
    'v1.sealed', 'local:1', NULL, NULL, NULL, NULL, 1);
INSERT INTO host_consents VALUES ('44444444-4444-4444-8444-444444444444', now(), repeat('a', 64),
    '["api.sms.example"]', NULL, 1);
"""
SESSION, ASKED = "55555555-5555-4555-8555-555555555555", "66666666-6666-4666-8666-666666666666"
RULE, ANSWERED = "archon.fs.write", "archon.fs.edit"
# A session of the specialist that asked, and two rules of its user: one by hand, one by the answer "always".
RULES_SQL = f"""
INSERT INTO sessions SELECT (jsonb_populate_record(session, '{{"id": "{SESSION}", "version_id": "{VERSION}"}}')).*
  FROM sessions AS session LIMIT 1;
INSERT INTO approvals (id, created_at, kind, subject, args_hash, title, text, choices, rule_preview, state, choice,
                       note, decided_at, channel, expires_at, session_id, user_id)
VALUES ('{ASKED}', now(), 'tool', '{{}}', '', '', '', '[]', '[]', 'decided', 'always', '', now(), '', now(),
        '{SESSION}', 1);
INSERT INTO permission_rules (id, created_at, effect, tool, agent, shape, approval_id, user_id)
VALUES (gen_random_uuid(), now(), 'allow', '{RULE}', 'writer_sms_sender', '{{}}', NULL, 1),
       (gen_random_uuid(), now(), 'allow', '{ANSWERED}', 'writer_sms_sender', '{{}}', '{ASKED}', 1);
"""
# the commands end the process with another status when they find a difference
UPGRADE = """
from django.core.management import call_command
call_command("migrate", "--no-input")
call_command("migrate", "--check")
call_command("makemigrations", "--check", "--dry-run")
"""


def check_bindings(database: psycopg.Connection[Any]) -> None:
    """Assert what keys, consents, names and rules are bound to after the upgrade."""
    bound = database.execute("SELECT tool, specialist_id::text FROM permission_rules ORDER BY tool").fetchall()
    assert bound == [(ANSWERED, AGENT), (RULE, None)], "by the session that asked; the other is asked again"
    sealed = "SELECT specialist_role, specialist_id, hosts, encrypted_value FROM user_credentials"
    assert database.execute(sealed).fetchall() == [("sms_sender", None, [], "v1.sealed")], "kept, not guessed"
    assert database.execute("SELECT count(*) FROM host_consents").fetchone() == (0,), "each user is asked"
    held = database.execute("SELECT role, specialist_id::text FROM role_reservations").fetchall()
    assert held == [("sms_sender", AGENT)]


@pytest.mark.django_db
def test_a_dump_of_the_first_version_is_upgraded() -> None:
    host = connection.settings_dict["HOST"] or connection.settings_dict["OPTIONS"].get("host", "")
    address = f"host={host} user={SUPERUSER}"
    with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
        server.execute(f"CREATE DATABASE {DATABASE}")
    try:
        with psycopg.connect(f"{address} dbname={DATABASE}", autocommit=True) as database:
            database.execute(DUMP.read_text(encoding="utf-8"))
            database.execute("SET search_path TO public")
            database.execute(CREDENTIALS_SQL.encode())
            database.execute(RULES_SQL.encode())
            assert reassign_objects(database) > 80, "the first version's objects were the superuser's"
            assert reassign_objects(database) == 0
            database.execute(f"ALTER DATABASE {DATABASE} OWNER TO {APPLICATION_ROLE}")
        environ = clean_environment({"DATABASE_URL": f"postgresql://{APPLICATION_ROLE}:@/{DATABASE}?host={host}"})
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "manage.py", "shell", "-v0", "-c", UPGRADE],
            cwd=ROOT,
            env=environ,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        with psycopg.connect(f"{address} dbname={DATABASE}") as database:
            rows = database.execute("SELECT role, status, execution_count FROM dynamic_agents ORDER BY role").fetchall()
            assert rows == [("poem_writer", "unverified", 1), ("sms_sender", "unverified", 1)]
            kept = database.execute("SELECT count(*) FROM task_telemetry").fetchone()
            assert kept == (1,)
            check_bindings(database)
    finally:
        with psycopg.connect(f"{address} dbname=postgres", autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
