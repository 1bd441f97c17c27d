#!/bin/sh
# Runs once, when PostgreSQL's folder is made: the servers' role, which sees only the rows of the
# school that it names, and its database.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" --username postgres <<'SQL'
CREATE ROLE bidyaloy LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE bidyaloy OWNER bidyaloy ENCODING 'UTF8' TEMPLATE template0;
SQL
