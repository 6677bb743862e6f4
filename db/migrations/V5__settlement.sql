-- What arrived from the result feed, how far each market's settlement is, and what could not be applied.

CREATE TABLE result_event (
    market_id       text COLLATE "C" NOT NULL,
    version         bigint      NOT NULL,
    event_id        text        NOT NULL,
    type            text        NOT NULL,
    certainty       text,
    outcomes        jsonb,
    window_from     timestamptz,
    window_to       timestamptz,
    reason          text,
    content_hash    bytea       NOT NULL,
    occurred_at     timestamptz NOT NULL,
    kafka_partition integer     NOT NULL,
    kafka_offset    bigint      NOT NULL,
    kafka_timestamp timestamptz NOT NULL,
    received_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT result_event_once_a_version PRIMARY KEY (market_id, version),
    CONSTRAINT result_event_type_known CHECK (type IN ('RESULT', 'ROLLBACK', 'CANCEL', 'ROLLBACK_CANCEL')),
    CONSTRAINT result_event_certainty_known CHECK (certainty IN ('LIVE', 'CONFIRMED')),
    CONSTRAINT result_event_outcomes_with_result CHECK ((type = 'RESULT') = (outcomes IS NOT NULL AND certainty IS NOT NULL))
);
COMMENT ON TABLE result_event IS 'Append-only. A market''s state is the fold of its rows in version order.';

-- One row a market with results. revision counts the stored events; a batch commits only while the revision that it
-- graded by still stands and its lease epoch is the newest.
CREATE TABLE settlement_job (
    market_id         text COLLATE "C" PRIMARY KEY,
    revision          bigint      NOT NULL,
    applied_revision  bigint      NOT NULL DEFAULT 0,
    working_revision  bigint      NOT NULL DEFAULT 0,
    cursor_account_id text COLLATE "C",
    cursor_bet_id     uuid,
    lease_owner       text,
    lease_epoch       bigint      NOT NULL DEFAULT 0,
    lease_until       timestamptz NOT NULL DEFAULT '-infinity',
    bets_settled      bigint      NOT NULL DEFAULT 0,
    unapplied_since   timestamptz,
    attempts          integer     NOT NULL DEFAULT 0,
    last_error        text,
    finished_at       timestamptz,
    CONSTRAINT settlement_job_not_ahead_of_its_events CHECK (applied_revision <= revision AND working_revision <= revision),
    CONSTRAINT settlement_job_cursor_whole CHECK ((cursor_account_id IS NULL) = (cursor_bet_id IS NULL)),
    CONSTRAINT settlement_job_age_while_unapplied CHECK ((unapplied_since IS NULL) = (applied_revision = revision))
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON COLUMN settlement_job.unapplied_since IS 'Kafka timestamp of the oldest stored event that is not wholly applied.';
COMMENT ON COLUMN settlement_job.bets_settled IS 'Settlement versions written over the market''s life.';

CREATE TABLE incident (
    incident_id uuid PRIMARY KEY DEFAULT uuidv7(),
    kind        text        NOT NULL,
    subject     text        NOT NULL,
    owner       text        NOT NULL,
    detail      jsonb       NOT NULL,
    opened_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    resolved_at timestamptz,
    resolved_by text,
    decision    text,
    reason      text,
    CONSTRAINT incident_resolution_whole CHECK (
        (resolved_at IS NULL) = (resolved_by IS NULL) AND (resolved_at IS NULL) = (reason IS NULL))
);
-- The same conflicting message, delivered again, opens no second incident.
CREATE UNIQUE INDEX incident_open_once ON incident (kind, subject) WHERE resolved_at IS NULL;

CREATE TABLE dead_letter (
    dead_letter_id   uuid PRIMARY KEY DEFAULT uuidv7(),
    topic            text        NOT NULL,
    record_partition integer     NOT NULL,
    record_offset    bigint      NOT NULL,
    record_key       bytea,
    record_value     bytea,
    reason_code      text        NOT NULL,
    reason           text        NOT NULL,
    received_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT dead_letter_once_a_record UNIQUE (topic, record_partition, record_offset)
);

GRANT SELECT, INSERT ON result_event, dead_letter TO settlement_worker;
GRANT SELECT, INSERT, UPDATE ON settlement_job, incident TO settlement_worker;
GRANT SELECT ON result_event, settlement_job TO bet_api;
GRANT SELECT ON result_event, settlement_job, incident, dead_letter TO reader;
GRANT SELECT ON result_event, settlement_job TO relay;
