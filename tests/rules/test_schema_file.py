"""The schema of a new database is as new as the migrations."""

from kingdom.ops.launch.schema_file import SCHEMA_FILE, migrations_digest, schema_digest, schema_text

DUMP = """\
--
-- Name: pgmq; Type: SCHEMA
--

\\restrict abc
SET transaction_timeout = 0;
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;


CREATE TABLE notes (id uuid, at timestamptz DEFAULT '2026-01-01 00:00:00+00');
INSERT INTO notes VALUES ('9f26482f-eacb-4a7a-be40-d77c9433e0b5', '2026-11-23 06:04:29.313325+00');
INSERT INTO notes VALUES ('kingdom', '1970-01-01 00:00:00+00');
\\unrestrict abc
"""


def test_the_file_was_made_from_these_migrations() -> None:
    assert schema_digest() == migrations_digest(), (
        "a migration is new or changed: run `make schema` and commit the file"
    )


def test_a_file_has_no_moment_and_no_random_id_of_the_database_it_was_made_from() -> None:
    assert schema_text(DUMP) == (
        f"-- Migrations: {migrations_digest()}\n"
        "CREATE TABLE notes (id uuid, at timestamptz DEFAULT '2026-01-01 00:00:00+00');\n"
        "INSERT INTO notes VALUES (gen_random_uuid(), now());\n"
        "INSERT INTO notes VALUES ('kingdom', '1970-01-01 00:00:00+00');\n"
    )


def test_a_value_of_several_lines_keeps_each_of_them() -> None:
    row = "INSERT INTO notes VALUES ('it''s one\n-- not a comment\n\n\nSET transaction_timeout = 1\u2028end', 2);"
    text = schema_text(f"--\n-- Data\n--\n\n{row}\n-- Name: next\n{row}\n")
    assert text == f"-- Migrations: {migrations_digest()}\n{row}\n{row}\n"


def test_it_names_no_owner_and_no_program_of_psql() -> None:
    text = SCHEMA_FILE.read_text(encoding="utf-8")
    assert "OWNER TO" not in text
    assert not any(line.startswith("\\") for line in text.splitlines())
