"""Roles of the embedded PostgreSQL: the superuser sets up, the application works as an ordinary role.

An SQL statement of the application can then not start a program, read a file of the server or make a role, whatever
slips into it. A data folder of an earlier release, whose objects the superuser owns, is moved over at the next start.
"""

import psycopg
from psycopg import sql

from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, DATABASE_NAME, PORT, SUPERUSER

Connection = psycopg.Connection[tuple[object, ...]]
# The application's role owns its database: it may set a search path there for everybody, and make functions and
# operators that fit a statement of ours better than PostgreSQL's own. What the superuser calls runs with its rights.
SUPERUSER_OPTIONS = "-c search_path=pg_catalog"
ROLE_ATTRIBUTES = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
# Everything that the superuser owns outside PostgreSQL's own schemas and outside extensions. REASSIGN OWNED refuses the
# superuser that initdb made. Indexes, row types and sequences of columns follow their tables.
_FOREIGN_OBJECTS = """
WITH ours AS (
    SELECT oid FROM pg_namespace
     WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
), objects AS (
    SELECT 'SCHEMA' AS kind, quote_ident(nspname) AS name, oid, 'pg_namespace'::regclass AS catalog, nspowner AS owner
      FROM pg_namespace WHERE oid IN (SELECT oid FROM ours) AND nspname <> 'public'
    UNION ALL
    SELECT CASE c.relkind
               WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
           c.oid::regclass::text, c.oid, 'pg_class'::regclass, c.relowner
      FROM pg_class c WHERE c.relnamespace IN (SELECT oid FROM ours) AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
       AND NOT (c.relkind = 'S' AND EXISTS (
               SELECT FROM pg_depend d
                WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
                  AND d.refclassid = 'pg_class'::regclass))
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text, oid, 'pg_proc'::regclass, proowner
      FROM pg_proc WHERE pronamespace IN (SELECT oid FROM ours)
    UNION ALL
    SELECT 'TYPE', t.oid::regtype::text, t.oid, 'pg_type'::regclass, t.typowner
      FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
     WHERE t.typnamespace IN (SELECT oid FROM ours) AND t.typtype IN ('c', 'd', 'e', 'r')
       AND (c.oid IS NULL OR c.relkind = 'c')
)
SELECT kind, name FROM objects
 WHERE owner <> %s::regrole
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = catalog AND d.objid = objects.oid AND d.deptype = 'e')
"""


def connect_superuser(host: str, *, dbname: str = "postgres", port: str = PORT) -> Connection:
    """Return a connection of the superuser to the embedded server whose socket is in a folder. Raises psycopg.Error.

    It finds names without a schema in PostgreSQL's own alone.
    """
    return psycopg.connect(
        host=host,
        port=port,
        user=SUPERUSER,
        dbname=dbname,
        options=SUPERUSER_OPTIONS,
        autocommit=True,
        connect_timeout=5,
    )


def ensure_application_role(server: Connection) -> None:
    """Create the application's role, and take away every attribute and membership that it must not have."""
    role = sql.Identifier(APPLICATION_ROLE)
    exists = server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APPLICATION_ROLE]).fetchone()
    command = "ALTER" if exists else "CREATE"
    server.execute(sql.SQL(f"{command} ROLE {{}} {ROLE_ATTRIBUTES}").format(role))
    memberships = server.execute(
        "SELECT roleid::regrole::text FROM pg_auth_members WHERE member = %s::regrole", [APPLICATION_ROLE]
    ).fetchall()
    for (name,) in memberships:
        server.execute(sql.SQL("REVOKE {} FROM {}").format(sql.SQL(str(name)), role))


def ensure_database(server: Connection, host: str, *, port: str = PORT) -> int:
    """Create role, database and the extension ``vector``; give every object to the role. Idempotent.

    ``server`` is the superuser's connection to another database of the same server. Returns how many objects changed
    their owner. Raises psycopg.Error.
    """
    ensure_application_role(server)
    role, name = sql.Identifier(APPLICATION_ROLE), sql.Identifier(DATABASE_NAME)
    if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE_NAME]).fetchone() is None:
        server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, role))
    else:
        server.execute(sql.SQL("ALTER DATABASE {} OWNER TO {}").format(name, role))
    with connect_superuser(host, dbname=DATABASE_NAME, port=port) as database:
        database.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
        return reassign_objects(database)


def reassign_objects(database: Connection) -> int:
    """Give every object that is not the application role's to it, in one transaction; return how many they were."""
    with database.transaction():
        rows = database.execute(_FOREIGN_OBJECTS, [APPLICATION_ROLE]).fetchall()
        for kind, name in rows:
            database.execute(
                sql.SQL("ALTER {} {} OWNER TO {}").format(
                    sql.SQL(str(kind)), sql.SQL(str(name)), sql.Identifier(APPLICATION_ROLE)
                )
            )
        # Entries of ALTER DEFAULT PRIVILEGES belong to the role that made them: objects are made by ours from now on.
    return len(rows)
