-- Who may do what, and how long they may take. Roll-out: runs first, touches no table.
--
-- Roles belong to the server and not to this database, so each is made only where it is missing; passwords are set by
-- whoever deploys, never here. Waiting is bounded by role, not by session settings, so that it all holds behind a
-- transaction pooler. The server's deadlock_timeout must lie below every lock_timeout here: a deadlock would otherwise
-- be reported as a lock timeout.

DO $$
DECLARE
    service_role text;
BEGIN
    FOREACH service_role IN ARRAY ARRAY['bet_api', 'settlement_worker', 'relay', 'reader', 'maintenance'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service_role) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', service_role);
            END IF;
        EXCEPTION
            -- Another database of this server is being migrated at the same moment.
            WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END LOOP;
END
$$;

ALTER ROLE bet_api SET lock_timeout = '500ms';
ALTER ROLE bet_api SET statement_timeout = '2s';
ALTER ROLE bet_api SET transaction_timeout = '3s';
ALTER ROLE bet_api SET idle_in_transaction_session_timeout = '1s';

ALTER ROLE settlement_worker SET lock_timeout = '1s';
ALTER ROLE settlement_worker SET statement_timeout = '5s';
ALTER ROLE settlement_worker SET transaction_timeout = '10s';
ALTER ROLE settlement_worker SET idle_in_transaction_session_timeout = '3s';

ALTER ROLE relay SET lock_timeout = '1s';
ALTER ROLE relay SET statement_timeout = '10s';
ALTER ROLE relay SET transaction_timeout = '15s';
ALTER ROLE relay SET idle_in_transaction_session_timeout = '5s';

ALTER ROLE reader SET default_transaction_read_only = on;
ALTER ROLE reader SET statement_timeout = '5s';
ALTER ROLE reader SET transaction_timeout = '10s';
ALTER ROLE reader SET idle_in_transaction_session_timeout = '5s';

-- While a lock of the upkeep waits, whoever wants the same table waits behind it, placements included.
ALTER ROLE maintenance SET lock_timeout = '250ms';
ALTER ROLE maintenance SET statement_timeout = '60s';
ALTER ROLE maintenance SET idle_in_transaction_session_timeout = '10s';

-- A closed gate is answered only when no placement that may have seen it open still runs, and a relay's window is read
-- only when no writer that may hold a lower number still runs: both look at the sessions of other roles.
GRANT pg_read_all_stats TO bet_api, settlement_worker, relay, maintenance;

GRANT USAGE ON SCHEMA public TO bet_api, settlement_worker, relay, reader, maintenance;

-- Every service compares the schema's version with the one it was built for.
GRANT SELECT ON flyway_schema_history TO bet_api, settlement_worker, relay, reader, maintenance;
