-- The owner of the schema and its database. May run any number of times.
\set ON_ERROR_STOP on
\getenv password MIGRATOR_PASSWORD

SELECT 'CREATE ROLE migrator LOGIN CREATEROLE'
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'migrator')
\gexec

ALTER ROLE migrator LOGIN CREATEROLE PASSWORD :'password';
GRANT pg_read_all_stats, pg_signal_backend TO migrator WITH ADMIN OPTION;

SELECT 'CREATE DATABASE matchnight OWNER migrator'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'matchnight')
\gexec

\connect matchnight
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
