#!/bin/sh
# Runs once, when the database server of compose.yaml is set up: the application's role and database, and the extension
# `vector`, which only a superuser may create. The role is an ordinary one: a statement that slips into the database
# starts no program and reads no file of the server. The superuser keeps no password: it signs in inside the container only.
set -eu
psql -v ON_ERROR_STOP=1 --no-psqlrc --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
SET log_min_error_statement TO panic;  -- a failed statement is not logged: it holds the password
CREATE ROLE kingdom LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE kingdom OWNER kingdom;
ALTER ROLE CURRENT_USER PASSWORD NULL;
\connect kingdom
CREATE EXTENSION vector;
SQL
