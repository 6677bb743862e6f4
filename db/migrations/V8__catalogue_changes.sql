-- Where a service's copy of the catalogue finds what has changed since it looked last, without a session to listen on.
--
-- A row carries the transaction that last changed it. Whoever notes the oldest transaction still running and then reads the
-- rows changed in that one or later misses nothing, in whatever order the others commit: what was not visible yet is read
-- the next time. A clock could not promise that.

ALTER TABLE market ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX market_by_change ON market (changed_in);
COMMENT ON COLUMN market.changed_in IS
    'The transaction that changed this market last, by its own row: selections, prices and status raise market.version.';

-- Every price change writes the row and its index anew, and every bet reads both.
ALTER TABLE market SET (fillfactor = 70, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.05,
                        autovacuum_vacuum_cost_delay = 0);

CREATE FUNCTION note_market_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = public, pg_temp
    AS $$
BEGIN
    NEW.changed_in := pg_current_xact_id();
    RETURN NEW;
END
$$;

CREATE TRIGGER market_notes_its_change BEFORE INSERT OR UPDATE ON market
    FOR EACH ROW EXECUTE FUNCTION note_market_change();
