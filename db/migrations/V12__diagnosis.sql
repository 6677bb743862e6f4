-- What diagnosis may ask beyond the catalogues. Roll-out: adds a function, locks nothing; services of before do not call it.

-- The plan that a statement of pg_stat_statements would get whatever its parameters are. Nothing is executed. It runs with the
-- caller's rights; the text is one SELECT, and a reader's transaction is read-only besides. It does not wait for a table that is
-- being changed: whoever asks wants to know that just then.
CREATE FUNCTION generic_plan(statement text) RETURNS json
    LANGUAGE plpgsql
    SECURITY INVOKER
    SET search_path = public, pg_catalog
    SET lock_timeout = '100ms'
AS $$
DECLARE
    plan json;
BEGIN
    IF statement !~* '^\s*select\M' OR position(';' IN statement) > 0 THEN
        RAISE EXCEPTION 'generic_plan explains one SELECT' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE 'EXPLAIN (GENERIC_PLAN, FORMAT JSON) ' || statement INTO plan;
    RETURN plan;
END
$$;
REVOKE EXECUTE ON FUNCTION generic_plan(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION generic_plan(text) TO reader;
COMMENT ON FUNCTION generic_plan(text) IS 'EXPLAIN (GENERIC_PLAN) of one SELECT with $n for its parameters; diagnosis holds its estimated rows against the actual ones.';
