"""Behaviors of SQL, by sqlparse's lexer: who gains rights, what leaves the server, what runs programs."""

import re
from collections.abc import Iterator

import sqlparse.lexer
from sqlparse import tokens

from kingdom.ministers.guardian.file.structure_findings import Behavior

MAX_SQL = 200_000  # characters
MAX_STATEMENT = 2_000  # characters; some rules take time with the square of the length
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("file.gives_access", re.compile(r"^(?:ALTER|CREATE) (?:ROLE|USER) .*(?<!NO)\bSUPERUSER\b")),
    ("file.gives_access", re.compile(r"^GRANT (?:ALL(?: PRIVILEGES)?|SUPER|FILE)\b.* ON \* ?\. ?\* ?TO")),
    (
        "file.gives_access",
        re.compile(
            r"^GRANT (?:ALL(?: PRIVILEGES)?|INSERT|UPDATE|DELETE|CREATE)\b.*\bTO (?:PUBLIC|ANONYMOUS|GUEST|'' ?@)"
        ),
    ),
    (
        "file.gives_access",
        re.compile(
            r"^GRANT (?:PG_(?:EXECUTE_SERVER_PROGRAM|READ_SERVER_FILES|WRITE_SERVER_FILES)|RDS_SUPERUSER"
            r"|SYSADMIN|DBA)\b"
        ),
    ),
    ("file.gives_access", re.compile(r"SP_ADDSRVROLEMEMBER|ALTER SERVER ROLE \S+ ADD MEMBER")),
    (
        "file.gives_access",
        re.compile(
            r"^UPDATE (?>\S*?(?:USERS?|ACCOUNTS?|MEMBERS?|WP_\w+)\b)(?>.*?\bSET\b).*\b(?:IS_?(?:ADMIN|SUPERUSER"
            r"|STAFF) ?= ?(?:TRUE|1|'T')|ROLE ?= ?'(?:ADMIN|OWNER|SUPERUSER|ROOT))"
        ),
    ),
    ("file.gives_access", re.compile(r"^UPDATE MYSQL ?\. ?USER\b|^INSERT INTO MYSQL ?\. ?USER\b")),
    (
        "file.sends_secrets",
        re.compile(
            r"\bCOPY\b.*\bTO PROGRAM\b|\bINTO (?:OUT|DUMP)FILE\b|\bUTL_HTTP\b|\bDBMS_LDAP\b"
            r"|\bDBLINK(?:_EXEC|_CONNECT)? ?\(|\bHTTP_POST ?\(|\bLO_EXPORT\b"
        ),
    ),
    (
        "file.gives_access",
        re.compile(
            r"\bFROM PROGRAM\b|\bXP_CMDSHELL\b|\bSYS_EXEC ?\(|\bSP_OACREATE\b|LANGUAGE '?(?:PLPYTHON3?U"
            r"|PLPERLU)'?(?: |$)|AS '/(?:TMP|LIB|USR|VAR|DEV)/[^']*'|CREATE FUNCTION .* SONAME|LOAD_EXTENSION ?\("
        ),
    ),
    (
        "file.reads_secrets",
        re.compile(
            r"\bPG_READ_(?:BINARY_)?FILE\b|\bLOAD_FILE ?\(|FROM PG_SHADOW\b|FROM PG_AUTHID\b"
            r"|FROM MYSQL ?\. ?USER\b|\bOPENROWSET ?\(|\bBULK INSERT\b"
        ),
    ),
    (
        "file.loosens",
        re.compile(
            r"\bDISABLE ROW LEVEL SECURITY\b|\bDISABLE TRIGGER (?:ALL|\S*AUDIT)|\bDROP (?:TRIGGER"
            r"|POLICY) .*(?:AUDIT|RLS|SECUR)|ALTER SYSTEM SET (?:LOG_|SSL|PASSWORD_ENCR)\S* ?(?:="
            r"|TO) ?'?(?:OFF|NONE)|SET GLOBAL (?:GENERAL_LOG|LOCAL_INFILE|VALIDATE_PASSWORD\S*) ?="
        ),
    ),
    (
        "file.hides_traces",
        re.compile(
            r"^(?:DELETE FROM|TRUNCATE(?: TABLE)?|DROP TABLE(?: IF EXISTS)?) \S*(?:AUDIT|ACCESS_?LOG"
            r"|EVENT_?LOG|LOGIN_?LOG|SECURITY_?LOG|ACTIVITY_?LOG|HISTORY_LOG)\w*"
            r"(?! ?WHERE.*(?:<|\bAGE\b.*>|INTERVAL [^<>]*>))"
        ),
    ),
    (
        "file.destroys",
        re.compile(
            r"^(?:DELETE FROM|UPDATE) \S*(?:USERS?|ACCOUNTS?|CUSTOMERS?|ORDERS|PAYMENTS?"
            r"|CREDENTIALS)\b(?:(?! WHERE ).)*$|^DROP SCHEMA PUBLIC CASCADE$"
        ),
    ),
    (
        "file.sends_secrets",
        re.compile(r"^(?:CREATE|REPLACE).*\bTRIGGER\b.*\bNEW ?\. ?(?:PASSWORD|PASSWD|SECRET|TOKEN|CARD)"),
    ),
)
_DROPPED = re.compile(r"^DROP (?:DATABASE|SCHEMA)(?: IF EXISTS)? [`\"\[]?(\w+)")
_MADE = re.compile(r"^CREATE (?:DATABASE|SCHEMA)(?: IF NOT EXISTS)? [`\"\[]?(\w+)")


def sql_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the statements of an SQL text. Comments are left out."""
    if len(text) > MAX_SQL:
        yield Behavior("file.too_long")
    statements = list(_statements(text[:MAX_SQL]))
    for line, statement in statements:
        if len(statement) > MAX_STATEMENT:
            yield Behavior("file.too_long", line)
        rules = () if statement.startswith("REVOKE") else _RULES
        yield from (Behavior(rule, line) for rule, pattern in rules if pattern.search(statement, 0, MAX_STATEMENT))
    yield from (Behavior("file.destroys", line) for line in _drops(statements))


def _drops(statements: list[tuple[int, str]]) -> Iterator[int]:
    """Yield the lines that drop a database which the same text does not make and whose name says no test."""
    made = {found[1] for _, statement in statements if (found := _MADE.match(statement, 0, MAX_STATEMENT))}
    for line, statement in statements:
        found = _DROPPED.match(statement, 0, MAX_STATEMENT)
        if found and found[1] not in made and not re.search("TEST|TMP", found[1]):
            yield line


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, statement) in upper case with single spaces."""
    parts: list[str] = []
    line = start = 1
    for kind, value in sqlparse.lexer.tokenize(text):  # type: ignore[no-untyped-call]  # the stubs leave it out
        if (kind, value) == (tokens.Punctuation, ";"):
            yield start, _joined(parts)
            parts = []
        elif kind not in tokens.Comment and (parts or not value.isspace()):
            start = start if parts else line
            parts.append("''" if kind in tokens.Literal.String.Single and _is_insert(parts) else value)
        line += value.count("\n")
    yield start, _joined(parts)


def _is_insert(parts: list[str]) -> bool:
    """Return whether a statement inserts rows: the texts in them do nothing."""
    return parts[:1] != [] and parts[0].upper() == "INSERT"


def _joined(parts: list[str]) -> str:
    return re.sub(r"\s+", " ", "".join(parts)).strip().upper()
