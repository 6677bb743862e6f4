-- Day partitions, made ahead of time. Safe to call again and from several places at once; a caller needs no right on
-- the tables. Bounds are UTC days whatever the session's time zone.

CREATE FUNCTION uuidv7_lower_bound(at timestamptz) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
        SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    $$;
COMMENT ON FUNCTION uuidv7_lower_bound IS 'The smallest UUID whose first 48 bits are this instant in milliseconds: no UUIDv7 made from then on is smaller.';

CREATE FUNCTION create_partitions_ahead(days_ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
    AS $$
DECLARE
    today   date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    day     date;
    parent  text;
    part    text;
    bounds  text;
    created integer := 0;
BEGIN
    IF days_ahead NOT BETWEEN 0 AND 366 THEN
        RAISE EXCEPTION 'days_ahead must be 0 to 366, not %', days_ahead USING ERRCODE = '22023';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('matchnight partitions', 0));
    FOR day IN SELECT today + n FROM generate_series(-1, days_ahead) AS n LOOP
        -- Referenced tables first: the others' foreign keys point at bet.
        FOREACH parent IN ARRAY ARRAY['bet', 'bet_leg', 'bet_settlement', 'ledger_entry', 'outbox'] LOOP
            part := parent || '_' || to_char(day, 'YYYYMMDD');
            IF to_regclass(part) IS NULL THEN
                IF parent IN ('ledger_entry', 'outbox') THEN
                    bounds := format('FROM (%L) TO (%L)', day, day + 1);
                ELSE
                    bounds := format('FROM (%L) TO (%L)',
                                     uuidv7_lower_bound(day::timestamp AT TIME ZONE 'UTC'),
                                     uuidv7_lower_bound((day + 1)::timestamp AT TIME ZONE 'UTC'));
                END IF;
                EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES %s', part, parent, bounds);
                created := created + 1;
            END IF;
        END LOOP;
    END LOOP;
    RETURN created;
END
$$;

REVOKE ALL ON FUNCTION create_partitions_ahead(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_partitions_ahead(integer) TO maintenance;

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
