#!/bin/sh
# Runs once, when PostgreSQL's folder is made: the owner of the tables, the servers' role, which sees only
# the rows of the school that it signs, and the database.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" -v owner="$DATABASE_OWNER_PASSWORD" --username postgres <<'SQL'
CREATE ROLE bidyaloy_owner LOGIN PASSWORD :'owner' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE bidyaloy LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE bidyaloy OWNER bidyaloy_owner ENCODING 'UTF8' TEMPLATE template0;
SQL
