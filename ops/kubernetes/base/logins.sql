-- Lets the roles that the migrations created log in. May run any number of times, and with new passwords.
\set ON_ERROR_STOP on
\getenv bet_api_password BET_API_PASSWORD
\getenv settlement_worker_password SETTLEMENT_WORKER_PASSWORD
\getenv relay_password RELAY_PASSWORD
\getenv reader_password READER_PASSWORD
\getenv maintenance_password MAINTENANCE_PASSWORD

ALTER ROLE bet_api           LOGIN PASSWORD :'bet_api_password';
ALTER ROLE settlement_worker LOGIN PASSWORD :'settlement_worker_password';
ALTER ROLE relay             LOGIN PASSWORD :'relay_password';
ALTER ROLE reader            LOGIN PASSWORD :'reader_password';
ALTER ROLE maintenance       LOGIN PASSWORD :'maintenance_password';
