-- Reconciliation: runs that compare what is stored twice (ledger and balances, open bets and what is reserved, standing bets
-- and exposure, outbox and topic), and how far they are.
--
-- Roll-out: adds tables and an index on a small one; the services of the version before go on meanwhile.

CREATE TABLE reconciliation_run (
    run_id        uuid PRIMARY KEY DEFAULT uuidv7(),
    mode          text        NOT NULL,
    cause         text        NOT NULL,
    requested_by  text        NOT NULL,
    reason        text        NOT NULL,
    requested_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at    timestamptz,
    finished_at   timestamptz,
    step          text        NOT NULL DEFAULT 'ACCOUNTS',
    position      text COLLATE "C" NOT NULL DEFAULT '',
    moved_since   bigint,
    entries_since date,
    horizon       bigint,
    events_after  bigint,
    events_up_to  bigint,
    event_offsets jsonb,
    accounts      bigint      NOT NULL DEFAULT 0,
    selections    bigint      NOT NULL DEFAULT 0,
    events        bigint      NOT NULL DEFAULT 0,
    rows_read     bigint      NOT NULL DEFAULT 0,
    drifts        bigint      NOT NULL DEFAULT 0,
    left_out      bigint      NOT NULL DEFAULT 0,
    attempts      integer     NOT NULL DEFAULT 0,
    last_error    text,
    CONSTRAINT reconciliation_run_mode_known CHECK (mode IN ('INCREMENTAL', 'FULL')),
    CONSTRAINT reconciliation_run_cause_known CHECK (cause IN ('SCHEDULE', 'PERSON')),
    CONSTRAINT reconciliation_run_step_known CHECK (step IN ('ACCOUNTS', 'SELECTIONS', 'EVENTS')),
    CONSTRAINT reconciliation_run_has_a_horizon_once_started CHECK ((started_at IS NULL) = (horizon IS NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05);
-- What is asked for while the same is still to be done is done once.
CREATE UNIQUE INDEX reconciliation_run_unfinished_once ON reconciliation_run (cause, mode) WHERE finished_at IS NULL;
CREATE INDEX reconciliation_run_by_kind ON reconciliation_run (cause, mode, run_id);
COMMENT ON COLUMN reconciliation_run.position IS 'How far the step is: what lies at or before it has been looked at. The next worker goes on behind it.';
COMMENT ON COLUMN reconciliation_run.moved_since IS 'Rows that a transaction from this one on wrote have moved. NULL: the run looks at everything.';
COMMENT ON COLUMN reconciliation_run.horizon IS 'The oldest transaction that was running when the run began: where the next one begins.';
COMMENT ON COLUMN reconciliation_run.left_out IS 'Accounts and markets that could not be read in the time that a statement has, and 1 for events that could not be compared.';

CREATE TABLE reconciliation (
    only_row           boolean PRIMARY KEY DEFAULT true,
    lease_owner        text,
    lease_epoch        bigint      NOT NULL DEFAULT 0,
    lease_until        timestamptz NOT NULL DEFAULT '-infinity',
    reconciled_horizon bigint,
    reconciled_at      timestamptz,
    events_up_to       bigint,
    event_offsets      jsonb,
    CONSTRAINT reconciliation_one_row CHECK (only_row),
    CONSTRAINT reconciliation_horizon_whole CHECK ((reconciled_horizon IS NULL) = (reconciled_at IS NULL)),
    CONSTRAINT reconciliation_events_whole CHECK ((events_up_to IS NULL) = (event_offsets IS NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
INSERT INTO reconciliation DEFAULT VALUES;
COMMENT ON TABLE reconciliation IS 'One row: who reconciles now, and up to where everything that moved has been looked at.';
COMMENT ON COLUMN reconciliation.event_offsets IS 'Of each partition of bet-events the offset of its first record that has not been compared.';

-- An event that a person has decided on is not told again.
CREATE INDEX incident_by_subject ON incident (kind, subject);

GRANT SELECT, INSERT, UPDATE, DELETE ON reconciliation_run TO settlement_worker;
GRANT SELECT, UPDATE ON reconciliation TO settlement_worker;
GRANT SELECT ON reconciliation_run, reconciliation TO reader;
