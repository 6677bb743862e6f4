-- History is retired by whole UTC days: a day's partitions are detached beside live traffic, written out or kept apart, and
-- dropped. Decision 11 says how and why.
--
-- Roll-out: changes owners and a view under short exclusive locks; the services of the version before go on meanwhile.

-- DETACH … CONCURRENTLY runs in no transaction, hence in no function, and needs the parent's owner. So the upkeep owns the
-- five partitioned tables, and none of their rows: its rights to write them are taken away, its partitions stay
-- migrator's, and migrator keeps every right of an owner through the membership.
GRANT maintenance TO migrator WITH INHERIT TRUE, SET TRUE;
GRANT CREATE ON SCHEMA public TO maintenance;
ALTER TABLE bet OWNER TO maintenance;
ALTER TABLE bet_leg OWNER TO maintenance;
ALTER TABLE bet_settlement OWNER TO maintenance;
ALTER TABLE ledger_entry OWNER TO maintenance;
ALTER TABLE outbox OWNER TO maintenance;
REVOKE CREATE ON SCHEMA public FROM maintenance;

-- A foreign key is checked as the owner of the table that is looked into, by SELECT … FOR KEY SHARE, which needs the right to
-- update some column. The triggers take back what that right would allow.
CREATE FUNCTION refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END
$$;
CREATE TRIGGER bet_is_never_rewritten_by_its_owner BEFORE UPDATE ON bet
    FOR EACH STATEMENT WHEN (current_user = 'maintenance') EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER bet_leg_is_never_rewritten_by_its_owner BEFORE UPDATE ON bet_leg
    FOR EACH STATEMENT WHEN (current_user = 'maintenance') EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER bet_settlement_is_never_rewritten_by_its_owner BEFORE UPDATE ON bet_settlement
    FOR EACH STATEMENT WHEN (current_user = 'maintenance') EXECUTE FUNCTION refuse_rewriting();

REVOKE ALL ON bet, bet_leg, bet_settlement, ledger_entry, outbox FROM maintenance;
GRANT SELECT ON bet, bet_leg, bet_settlement, ledger_entry, outbox TO maintenance;
GRANT UPDATE (bet_id) ON bet, bet_leg, bet_settlement TO maintenance;
-- What it was entitled to as their owner.
GRANT ALL ON bet, bet_leg, bet_settlement, ledger_entry, outbox TO migrator;

-- Detaching a day of bets proves, with writers of legs and settlements held up, that nothing refers to it. As a merge of two
-- indexes that reads the day's keys and one row of what remains; as a hash join it reads everything that remains.
ALTER ROLE maintenance SET enable_hashjoin = off;
ALTER ROLE maintenance SET enable_sort = off;

CREATE FUNCTION uuidv7_day(id uuid) RETURNS date
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
        SELECT date '1970-01-01'
               + (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 86400000)::integer
    $$;
COMMENT ON FUNCTION uuidv7_day IS 'The UTC day in which this UUIDv7 was made, which is that of its partition.';

CREATE TABLE retirement (
    day              date PRIMARY KEY,
    begun_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    begun_by         text        NOT NULL,
    worker           text        NOT NULL,
    lease_until      timestamptz NOT NULL,
    accounts_carried bigint      NOT NULL DEFAULT 0,
    finished_at      timestamptz
);
COMMENT ON TABLE retirement IS
    'Days that have been retired or are about to be. From the row on, no proof expects to find the day''s bets, entries and outbox rows.';

CREATE TABLE retired_partition (
    day        date        NOT NULL REFERENCES retirement,
    table_name text        NOT NULL,
    row_count  bigint      NOT NULL,
    file       text,
    bytes      bigint,
    sha256     text,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (day, table_name),
    CONSTRAINT retired_partition_file_whole CHECK ((file IS NULL) = (bytes IS NULL) AND (file IS NULL) = (sha256 IS NULL))
);
COMMENT ON COLUMN retired_partition.file IS 'Within the archive directory. NULL: the table stands in the schema archive.';

CREATE SCHEMA archive;
COMMENT ON SCHEMA archive IS 'Retired days, where no archive directory is set: plain tables that nothing reads or writes.';

-- The name of a day's partition, for a day that may be retired.
CREATE FUNCTION retirable_partition(parent text, day date) RETURNS text
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
BEGIN
    IF parent IS NULL OR parent NOT IN ('bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox') THEN
        RAISE EXCEPTION 'No day partitions belong to %', parent USING ERRCODE = '22023';
    END IF;
    IF day IS NULL OR day > (clock_timestamp() AT TIME ZONE 'UTC')::date - 2 THEN
        RAISE EXCEPTION 'A day is retired when it has been over for a day, not %', day USING ERRCODE = '22023';
    END IF;
    RETURN parent || '_' || to_char(day, 'YYYYMMDD');
END
$$;

CREATE FUNCTION partition_states(day date) RETURNS TABLE (table_name text, state text)
    LANGUAGE sql STABLE SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
        SELECT listed.parent,
               CASE WHEN to_regclass(part) IS NULL THEN 'GONE'
                    WHEN inhrelid IS NULL THEN 'DETACHED'
                    WHEN inhdetachpending THEN 'DETACHING'
                    ELSE 'ATTACHED' END
          FROM unnest(ARRAY['bet_leg', 'bet_settlement', 'bet', 'outbox', 'ledger_entry'])
               WITH ORDINALITY AS listed (parent, ordinal)
         CROSS JOIN LATERAL retirable_partition(listed.parent, day) AS part
          LEFT JOIN pg_inherits ON inhparent = listed.parent::regclass AND inhrelid = to_regclass(part)
         ORDER BY ordinal
    $$;
COMMENT ON FUNCTION partition_states IS 'How far each partition of the day is, in the order of detaching: what refers to bets comes before them, and legs, by which bets are found, first.';

-- Why a day cannot go. Asked before its retirement begins, and again when its settlements are out of every writer's reach.
CREATE FUNCTION retirement_obstacles(day date) RETURNS TABLE (obstacle text, found bigint, example text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    SET enable_hashjoin = on SET enable_sort = on
    AS $$
DECLARE
    bets        text := retirable_partition('bet', day);
    legs        text := retirable_partition('bet_leg', day);
    settlements text := retirable_partition('bet_settlement', day);
    events      text := retirable_partition('outbox', day);
BEGIN
    IF to_regclass(bets) IS NOT NULL AND to_regclass(settlements) IS NOT NULL THEN
        RETURN QUERY EXECUTE format($query$
            SELECT 'OPEN_BETS', count(*), min(open.bet_id::text)
              FROM (SELECT bet_id FROM %1$I EXCEPT
                    SELECT bet_id
                      FROM (SELECT DISTINCT ON (bet_id) bet_id, kind FROM %2$I ORDER BY bet_id, version DESC) AS newest
                     WHERE kind <> 'REOPENED') AS open
            HAVING count(*) > 0
        $query$, bets, settlements);
    END IF;
    IF to_regclass(legs) IS NOT NULL THEN
        RETURN QUERY EXECUTE format($query$
            SELECT 'UNAPPLIED_RESULTS', count(DISTINCT leg.bet_id), min(leg.market_id)
              FROM settlement_job
              JOIN %1$I AS leg ON leg.market_id = settlement_job.market_id
             WHERE settlement_job.unapplied_since IS NOT NULL
            HAVING count(*) > 0
        $query$, legs);
    END IF;
    RETURN QUERY
        SELECT 'BETS_PASSED_OVER', count(*), min(settlement_skipped.bet_id::text)
          FROM settlement_skipped WHERE uuidv7_day(settlement_skipped.bet_id) = day
        HAVING count(*) > 0
        UNION ALL
        SELECT 'EXPOSURE_DUE', count(*), min(exposure_due.bet_id::text)
          FROM exposure_due WHERE uuidv7_day(exposure_due.bet_id) = day
        HAVING count(*) > 0
        UNION ALL
        SELECT 'RELAY_READS_IT', count(*), min(relay_cursor.relay)
          FROM relay_cursor WHERE day >= relay_cursor.last_written_on - 1
        HAVING count(*) > 0
        UNION ALL
        SELECT 'EVENTS_NOT_RELAYED', count(*), min(outbox.outbox_id)::text
          FROM outbox
         WHERE outbox.outbox_id > (SELECT min(relay_cursor.last_outbox_id) FROM relay_cursor)
           AND outbox.bet_id IS NOT NULL AND uuidv7_day(outbox.bet_id) = day
        HAVING count(*) > 0;
    IF to_regclass(events) IS NOT NULL THEN
        RETURN QUERY EXECUTE format($query$
            SELECT 'EVENTS_NOT_RELAYED', count(*), min(outbox_id)::text
              FROM %1$I AS event
             WHERE outbox_id > (SELECT min(last_outbox_id) FROM relay_cursor)
            HAVING count(*) > 0
        $query$, events);
    END IF;
END
$$;

-- Takes or keeps a day's lease. False: another worker has it. Needed before each step, so that a worker that slept through
-- its lease goes no further.
CREATE FUNCTION hold_retirement(day date, worker text, actor text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    parent text;
    part   text;
BEGIN
    PERFORM retirable_partition('bet', day);
    INSERT INTO retirement (day, begun_by, worker, lease_until)
    VALUES (hold_retirement.day, actor, hold_retirement.worker, clock_timestamp() + interval '2 minutes')
    ON CONFLICT ON CONSTRAINT retirement_pkey DO UPDATE
       SET worker = excluded.worker, lease_until = excluded.lease_until
     WHERE retirement.worker = excluded.worker OR retirement.lease_until < clock_timestamp();
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    -- The proof that nothing refers to a day of bets, and the archive, read the partition itself.
    FOREACH parent IN ARRAY ARRAY['bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox'] LOOP
        part := retirable_partition(parent, day);
        IF to_regclass(part) IS NOT NULL AND NOT has_table_privilege('maintenance', part, 'SELECT') THEN
            EXECUTE format('GRANT SELECT ON %I TO maintenance', part);
        END IF;
    END LOOP;
    RETURN true;
END
$$;

-- Carries the balances that a page of accounts had after their last entry of the day forward to today. The entry takes the
-- version of the one that it stands for, so that the numbering goes on behind it; nothing moves, and no account is locked:
-- a day that is over gets no more entries.
CREATE FUNCTION carry_forward(day date, after_account text, most integer)
    RETURNS TABLE (accounts bigint, carried bigint, last_account text)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    part   text := retirable_partition('ledger_entry', day);
    moment timestamptz := clock_timestamp();
BEGIN
    IF to_regclass(part) IS NULL THEN
        RETURN QUERY SELECT 0::bigint, 0::bigint, NULL::text;
        RETURN;
    END IF;
    RETURN QUERY EXECUTE format($query$
        WITH page AS (
            SELECT DISTINCT account_id COLLATE "C" AS account_id FROM %1$I WHERE account_id > $1 ORDER BY 1 LIMIT $2
        ), last_of_day AS (
            SELECT page.account_id, entry.*
              FROM page
             CROSS JOIN LATERAL (
                   SELECT version, available, reserved,
                          CASE kind WHEN 'CARRIED_FORWARD' THEN happened_at ELSE written_at END AS stood_since
                     FROM %1$I AS entry
                    WHERE entry.account_id = page.account_id
                    ORDER BY version DESC
                    LIMIT 1) AS entry
        ), written AS (
            INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                      available, reserved, happened_at, written_at)
            SELECT account_id, version, ($3 AT TIME ZONE 'UTC')::date, 'CARRIED_FORWARD', 0, 0,
                   available, reserved, stood_since, $3
              FROM last_of_day
             WHERE NOT EXISTS (SELECT FROM ledger_entry AS earlier
                                WHERE earlier.account_id = last_of_day.account_id
                                  AND earlier.version = last_of_day.version
                                  AND earlier.kind = 'CARRIED_FORWARD'
                                  AND earlier.written_on > $4)
            ON CONFLICT DO NOTHING
            RETURNING account_id
        )
        SELECT (SELECT count(*) FROM page), (SELECT count(*) FROM written), (SELECT max(account_id) FROM page)
    $query$, part) USING after_account, most, moment, day;
END
$$;
COMMENT ON FUNCTION carry_forward IS 'May be repeated: what was carried is not carried again.';

CREATE FUNCTION uncarried_accounts(day date) RETURNS bigint
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    SET enable_hashjoin = on SET enable_sort = on
    AS $$
DECLARE
    part      text := retirable_partition('ledger_entry', day);
    uncarried bigint := 0;
BEGIN
    IF to_regclass(part) IS NOT NULL THEN
        EXECUTE format($query$
            SELECT count(*)
              FROM (SELECT account_id, max(version) AS version FROM %1$I GROUP BY account_id) AS last_of_day
             WHERE NOT EXISTS (SELECT FROM ledger_entry
                                WHERE ledger_entry.account_id = last_of_day.account_id
                                  AND ledger_entry.version = last_of_day.version
                                  AND ledger_entry.kind = 'CARRIED_FORWARD'
                                  AND ledger_entry.written_on > $1)
        $query$, part) INTO uncarried USING day;
    END IF;
    RETURN uncarried;
END
$$;

-- A detached table keeps its foreign keys, and a day of bets cannot go while anything refers to it.
CREATE FUNCTION release_partition(parent text, day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    part text := retirable_partition(parent, day);
    key  text;
BEGIN
    IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(part)) THEN
        RAISE EXCEPTION '% is still attached', part USING ERRCODE = '55000';
    END IF;
    FOR key IN SELECT conname FROM pg_constraint
                WHERE conrelid = to_regclass(part) AND contype = 'f' AND conparentid = 0 LOOP
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part, key);
    END LOOP;
END
$$;

-- Undoes a retirement that has begun: for a day of which a bet was opened again before its settlements were out of reach.
CREATE FUNCTION abandon_retirement(abandoned date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    parent text;
    part   text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox'] LOOP
        part := retirable_partition(parent, abandoned);
        IF to_regclass(part) IS NOT NULL AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(part)) THEN
            IF parent IN ('ledger_entry', 'outbox') THEN
                EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                               parent, part, abandoned, abandoned + 1);
            ELSE
                EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part,
                               uuidv7_lower_bound(abandoned::timestamp AT TIME ZONE 'UTC'),
                               uuidv7_lower_bound((abandoned + 1)::timestamp AT TIME ZONE 'UTC'));
            END IF;
        END IF;
    END LOOP;
    DELETE FROM retirement WHERE day = abandoned AND finished_at IS NULL;
END
$$;

CREATE FUNCTION keep_retired_partition(parent text, day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    part   text := retirable_partition(parent, day);
    stored bigint;
BEGIN
    IF to_regclass(part) IS NULL THEN
        RETURN;
    END IF;
    IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(part)) THEN
        RAISE EXCEPTION '% is still attached', part USING ERRCODE = '55000';
    END IF;
    PERFORM release_partition(parent, day);
    EXECUTE format('SELECT count(*) FROM %I', part) INTO stored;
    INSERT INTO retired_partition (day, table_name, row_count) VALUES (day, parent, stored);
    EXECUTE format('ALTER TABLE %I SET SCHEMA archive', part);
END
$$;
COMMENT ON FUNCTION keep_retired_partition IS 'Moves a detached table into the schema archive.';

CREATE FUNCTION drop_retired_partition(parent text, day date, written bigint, file text, bytes bigint, sha256 text)
    RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    part   text := retirable_partition(parent, day);
    stored bigint;
BEGIN
    IF to_regclass(part) IS NULL THEN
        RETURN;
    END IF;
    IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(part)) THEN
        RAISE EXCEPTION '% is still attached', part USING ERRCODE = '55000';
    END IF;
    PERFORM release_partition(parent, day);
    EXECUTE format('SELECT count(*) FROM %I', part) INTO stored;
    IF stored <> written THEN
        RAISE EXCEPTION '% has % rows and % were written out', part, stored, written USING ERRCODE = '55000';
    END IF;
    INSERT INTO retired_partition (day, table_name, row_count, file, bytes, sha256)
    VALUES (day, parent, written, file, bytes, sha256);
    EXECUTE format('DROP TABLE %I', part);
END
$$;
COMMENT ON FUNCTION drop_retired_partition IS 'Drops a detached table of which every row has been written to a file.';

CREATE FUNCTION finish_retirement(finished date, carried bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM partition_states(finished) WHERE state <> 'GONE') THEN
        RAISE EXCEPTION 'Not all of % has gone', finished USING ERRCODE = '55000';
    END IF;
    UPDATE retirement
       SET finished_at = clock_timestamp(), accounts_carried = accounts_carried + carried
     WHERE day = finished AND finished_at IS NULL;
END
$$;

-- Days that still have a partition, the oldest first, and retirements that have not ended.
-- The planner may compute the day before it knows that the table is a partition: hence the CASE.
CREATE VIEW retirable_day AS
    SELECT DISTINCT CASE WHEN child.relname ~ '_[0-9]{8}$' THEN to_date(right(child.relname, 8), 'YYYYMMDD') END AS day
      FROM pg_inherits
      JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent IN ('bet'::regclass, 'bet_leg'::regclass, 'bet_settlement'::regclass, 'ledger_entry'::regclass,
                         'outbox'::regclass)
     UNION
    SELECT day FROM retirement WHERE finished_at IS NULL;

-- Counts days without a hole from today on, and knows a table that has no partition left. -1: not even today.
CREATE OR REPLACE VIEW partition_headroom AS
    SELECT listed.parent COLLATE "C" AS table_name, today + standing.days - 1 AS last_day, standing.days - 1 AS days_ahead
      FROM unnest(ARRAY['bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox']) AS listed (parent)
     CROSS JOIN (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock
     CROSS JOIN LATERAL (
           SELECT coalesce(min(n) FILTER (WHERE inhrelid IS NULL), 400) AS days
             FROM generate_series(0, 400) AS n
             LEFT JOIN pg_inherits ON inhparent = listed.parent::regclass AND NOT inhdetachpending
                  AND inhrelid = to_regclass(listed.parent || '_' || to_char(today + n, 'YYYYMMDD'))) AS standing;

REVOKE ALL ON FUNCTION retirable_partition(text, date), partition_states(date), retirement_obstacles(date),
    hold_retirement(date, text, text), carry_forward(date, text, integer), uncarried_accounts(date),
    release_partition(text, date), abandon_retirement(date), keep_retired_partition(text, date),
    drop_retired_partition(text, date, bigint, text, bigint, text), finish_retirement(date, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retirable_partition(text, date), partition_states(date), retirement_obstacles(date),
    hold_retirement(date, text, text), carry_forward(date, text, integer), uncarried_accounts(date),
    release_partition(text, date), abandon_retirement(date), keep_retired_partition(text, date),
    drop_retired_partition(text, date, bigint, text, bigint, text), finish_retirement(date, bigint) TO maintenance;
GRANT SELECT ON retirable_day TO maintenance, reader;
GRANT SELECT ON retirement, retired_partition TO maintenance, reader, bet_api, settlement_worker, relay;
