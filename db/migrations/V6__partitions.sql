-- Day partitions, made ahead of time and beside live traffic. Safe to call again and from several places at once; a
-- caller needs no right on the tables. Bounds are UTC days whatever the session's time zone.
--
-- A partition is built as a table of its own and attached when it is whole. CREATE TABLE … PARTITION OF would take ACCESS
-- EXCLUSIVE on its parent: one reader that takes its time, and every placement would queue behind the upkeep that queues
-- behind the reader. Attaching takes SHARE UPDATE EXCLUSIVE, which neither readers nor writers meet, and for a table that
-- refers to bet also SHARE ROW EXCLUSIVE on bet: that one waits for placements that are running and holds up those that
-- come, for no longer than the caller's lock_timeout and the milliseconds of the attaching itself.

CREATE FUNCTION uuidv7_lower_bound(at timestamptz) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
        SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    $$;
COMMENT ON FUNCTION uuidv7_lower_bound IS 'The smallest UUID whose first 48 bits are this instant in milliseconds: no UUIDv7 made from then on is smaller.';

-- The order is that of creation: what is referred to comes before what refers to it.
CREATE FUNCTION missing_partitions(days_ahead integer) RETURNS TABLE (parent text, day date)
    LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
BEGIN
    IF days_ahead NOT BETWEEN 0 AND 366 THEN
        RAISE EXCEPTION 'days_ahead must be 0 to 366, not %', days_ahead USING ERRCODE = '22023';
    END IF;
    RETURN QUERY
        SELECT partitioned.parent, today + n
          FROM unnest(ARRAY['bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox'])
               WITH ORDINALITY AS partitioned (parent, ordinal)
         CROSS JOIN generate_series(-1, days_ahead) AS n
         WHERE NOT EXISTS (SELECT FROM pg_inherits
                            WHERE inhparent = partitioned.parent::regclass
                              AND inhrelid = to_regclass(partitioned.parent || '_' || to_char(today + n, 'YYYYMMDD')))
         ORDER BY n, ordinal;
END
$$;
COMMENT ON FUNCTION missing_partitions IS 'From yesterday to so many days ahead, what has no partition yet, in the order in which to create it.';

CREATE FUNCTION create_partition(parent text, day date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    today     date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    part      text := parent || '_' || to_char(day, 'YYYYMMDD');
    key       text;
    first_key text;
    next_key  text;
BEGIN
    IF parent IS NULL OR parent NOT IN ('bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox') THEN
        RAISE EXCEPTION 'No day partitions belong to %', parent USING ERRCODE = '22023';
    END IF;
    IF day IS NULL OR day NOT BETWEEN today - 1 AND today + 366 THEN
        RAISE EXCEPTION 'A partition is made for yesterday to 366 days ahead, not for %', day USING ERRCODE = '22023';
    END IF;

    PERFORM pg_advisory_xact_lock(hashtextextended('matchnight partitions', 0));
    IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = parent::regclass AND inhrelid = to_regclass(part)) THEN
        RETURN false;
    END IF;

    IF parent IN ('ledger_entry', 'outbox') THEN
        key := 'written_on';
        first_key := day::text;
        next_key := (day + 1)::text;
    ELSE
        key := 'bet_id';
        first_key := uuidv7_lower_bound(day::timestamp AT TIME ZONE 'UTC')::text;
        next_key := uuidv7_lower_bound((day + 1)::timestamp AT TIME ZONE 'UTC')::text;
    END IF;

    -- A table of this name that is not attached was left behind or detached; it is attached as it is.
    IF to_regclass(part) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)',
                       part, parent);
    ELSE
        EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS partition_bounds', part);
    END IF;
    -- Proves that the rows fit before the parent is locked, so that attaching scans nothing.
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT partition_bounds CHECK (%I IS NOT NULL AND %I >= %L AND %I < %L)',
                   part, key, key, first_key, key, next_key);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, first_key, next_key);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT partition_bounds', part);
    RETURN true;
END
$$;
COMMENT ON FUNCTION create_partition IS 'Whether it was missing. One partition a transaction keeps its locks short; a lock_timeout changes nothing and may be tried again.';

-- All of them in the transaction of the caller: for a migration, which has the tables to itself.
CREATE FUNCTION create_partitions_ahead(days_ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    missing record;
    created integer := 0;
BEGIN
    FOR missing IN SELECT parent, day FROM missing_partitions(days_ahead) LOOP
        IF create_partition(missing.parent, missing.day) THEN
            created := created + 1;
        END IF;
    END LOOP;
    RETURN created;
END
$$;

REVOKE ALL ON FUNCTION missing_partitions(integer), create_partition(text, date), create_partitions_ahead(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION missing_partitions(integer), create_partition(text, date), create_partitions_ahead(integer)
    TO maintenance;

CREATE VIEW partition_headroom AS
    SELECT parent.relname::text AS table_name,
           max(to_date(right(child.relname, 8), 'YYYYMMDD')) AS last_day,
           max(to_date(right(child.relname, 8), 'YYYYMMDD')) - (now() AT TIME ZONE 'UTC')::date AS days_ahead
      FROM pg_inherits
      JOIN pg_class parent ON parent.oid = inhparent
      JOIN pg_class child ON child.oid = inhrelid
     WHERE parent.relkind = 'p' AND child.relkind = 'r'
     GROUP BY parent.relname;
GRANT SELECT ON partition_headroom TO maintenance, reader, bet_api, settlement_worker;

SELECT create_partitions_ahead(14);
