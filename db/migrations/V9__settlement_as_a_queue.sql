-- Settlement as a queue: markets in parts that several workers share, bets that had to be passed over, pauses, what people
-- decide, and what follows a settlement later (exposure given back, holds overdue, debts).
--
-- Roll-out: stop the workers of the version before, migrate, start the new ones. The index by deadline is built over all
-- stored bets, and placement waits, or answers BUSY, until that is done: migrate when nobody bets. A job that was being worked
-- on starts over, which changes no money twice.

-- How far each part of a market is. A part is a range of accounts: all of them (part 0) until the market is large enough
-- to be divided. The job row says what is to be applied and is written by intake and by whoever finishes; the rows here are
-- written by batches, so that workers on one market do not wait for one another.
CREATE TABLE settlement_part (
    market_id         text COLLATE "C" NOT NULL,
    part              smallint    NOT NULL,
    after_account_id  text COLLATE "C" NOT NULL DEFAULT '',
    up_to_account_id  text COLLATE "C",
    working_revision  bigint      NOT NULL DEFAULT 0,
    applied_revision  bigint      NOT NULL DEFAULT 0,
    cursor_account_id text COLLATE "C",
    cursor_bet_id     uuid,
    lease_owner       text,
    lease_epoch       bigint      NOT NULL DEFAULT 0,
    lease_until       timestamptz NOT NULL DEFAULT '-infinity',
    last_turn_at      timestamptz NOT NULL DEFAULT '-infinity',
    bets_settled      bigint      NOT NULL DEFAULT 0,
    attempts          integer     NOT NULL DEFAULT 0,
    last_error        text,
    PRIMARY KEY (market_id, part),
    CONSTRAINT settlement_part_not_ahead_of_its_work CHECK (applied_revision <= working_revision),
    CONSTRAINT settlement_part_cursor_whole CHECK ((cursor_account_id IS NULL) = (cursor_bet_id IS NULL)),
    CONSTRAINT settlement_part_is_a_range CHECK (up_to_account_id IS NULL OR after_account_id < up_to_account_id)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_cost_delay = 0);
COMMENT ON COLUMN settlement_part.after_account_id IS 'Accounts behind this one belong to the part, up to and including up_to_account_id; no end: NULL.';
COMMENT ON COLUMN settlement_part.last_turn_at IS 'When a worker last let go of it. Who waited longest gets the next turn, so that no market waits for a large one to end.';
COMMENT ON COLUMN settlement_part.bets_settled IS 'Settlement versions written over the part''s life.';

INSERT INTO settlement_part (market_id, part, working_revision, applied_revision, lease_epoch, bets_settled)
SELECT market_id, 0, applied_revision, applied_revision, lease_epoch, bets_settled FROM settlement_job;

ALTER TABLE settlement_job
    DROP COLUMN working_revision,
    DROP COLUMN cursor_account_id,
    DROP COLUMN cursor_bet_id,
    DROP COLUMN lease_owner,
    DROP COLUMN lease_epoch,
    DROP COLUMN lease_until,
    DROP COLUMN bets_settled,
    DROP COLUMN attempts,
    DROP COLUMN last_error,
    ADD CONSTRAINT settlement_job_applied_no_more_than_came CHECK (applied_revision <= revision);
CREATE INDEX settlement_job_unapplied ON settlement_job (unapplied_since) WHERE unapplied_since IS NOT NULL;
COMMENT ON TABLE settlement_job IS 'One row a market with results; revision counts what changed its state, a replay included.';

-- Bets that a batch passed over, in the transaction that moved the cursor past them: because somebody held the balance
-- (HELD: tried again and again, the part is not finished before), or because they cannot be settled as they stand (FAILED:
-- tried again with the next revision; an incident says so). Starting a part over empties its list.
CREATE TABLE settlement_skipped (
    market_id  text COLLATE "C" NOT NULL,
    part       smallint    NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    bet_id     uuid        NOT NULL,
    reason     text        NOT NULL,
    detail     text,
    skipped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (market_id, part, account_id, bet_id),
    CONSTRAINT settlement_skipped_reason_known CHECK (reason IN ('HELD', 'FAILED'))
) WITH (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05);

-- No batch begins while its market, or everything, is paused. Who paused and resumed it before stands in audit_log.
CREATE TABLE settlement_pause (
    scope     text COLLATE "C" PRIMARY KEY,
    paused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    paused_by text        NOT NULL,
    reason    text        NOT NULL,
    CONSTRAINT settlement_pause_scope_known CHECK (scope = 'all' OR scope LIKE 'market:%')
);

-- What a person decided where two events of one version contradicted each other: the content that counts from then on.
-- Append-only; the highest number counts.
CREATE TABLE result_override (
    market_id       text COLLATE "C" NOT NULL,
    version         bigint      NOT NULL,
    override_number integer     NOT NULL,
    event_id        text        NOT NULL,
    type            text        NOT NULL,
    certainty       text,
    outcomes        jsonb,
    window_from     timestamptz,
    window_to       timestamptz,
    reason          text,
    content_hash    bytea       NOT NULL,
    occurred_at     timestamptz NOT NULL,
    incident_id     uuid        NOT NULL REFERENCES incident,
    decided_by      text        NOT NULL,
    decided_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT result_override_in_order PRIMARY KEY (market_id, version, override_number),
    CONSTRAINT result_override_of_an_event FOREIGN KEY (market_id, version) REFERENCES result_event (market_id, version),
    CONSTRAINT result_override_type_known CHECK (type IN ('RESULT', 'ROLLBACK', 'CANCEL', 'ROLLBACK_CANCEL')),
    CONSTRAINT result_override_outcomes_with_result CHECK ((type = 'RESULT') = (outcomes IS NOT NULL AND certainty IS NOT NULL))
);

CREATE VIEW standing_result_event AS
    SELECT result_event.market_id, result_event.version,
           CASE WHEN newest.override_number IS NULL THEN result_event.event_id ELSE newest.event_id END AS event_id,
           CASE WHEN newest.override_number IS NULL THEN result_event.type ELSE newest.type END AS type,
           CASE WHEN newest.override_number IS NULL THEN result_event.certainty ELSE newest.certainty END AS certainty,
           CASE WHEN newest.override_number IS NULL THEN result_event.outcomes ELSE newest.outcomes END AS outcomes,
           CASE WHEN newest.override_number IS NULL THEN result_event.window_from ELSE newest.window_from END AS window_from,
           CASE WHEN newest.override_number IS NULL THEN result_event.window_to ELSE newest.window_to END AS window_to,
           CASE WHEN newest.override_number IS NULL THEN result_event.reason ELSE newest.reason END AS reason,
           CASE WHEN newest.override_number IS NULL THEN result_event.content_hash ELSE newest.content_hash END AS content_hash,
           CASE WHEN newest.override_number IS NULL THEN result_event.occurred_at ELSE newest.occurred_at END AS occurred_at,
           result_event.kafka_timestamp
      FROM result_event
      LEFT JOIN LATERAL (SELECT *
                           FROM result_override
                          WHERE result_override.market_id = result_event.market_id
                            AND result_override.version = result_event.version
                          ORDER BY override_number DESC
                          LIMIT 1) AS newest ON true;
COMMENT ON VIEW standing_result_event IS 'A market''s events as they count: where a person decided between two of one version, the one decided for.';

-- Results of markets that are not known yet. They wait for a bounded time without keeping their partition from going on.
CREATE TABLE result_waiting (
    topic            text        NOT NULL,
    record_partition integer     NOT NULL,
    record_offset    bigint      NOT NULL,
    record_key       bytea,
    record_value     bytea       NOT NULL,
    kafka_timestamp  timestamptz NOT NULL,
    market_id        text COLLATE "C" NOT NULL,
    detail           text        NOT NULL,
    received_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    wait_until       timestamptz NOT NULL,
    CONSTRAINT result_waiting_once_a_record PRIMARY KEY (topic, record_partition, record_offset)
);

CREATE TABLE dead_letter_retry (
    dead_letter_id uuid        NOT NULL REFERENCES dead_letter,
    retried_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    retried_by     text        NOT NULL,
    outcome        text        NOT NULL,
    detail         text,
    PRIMARY KEY (dead_letter_id, retried_at)
);
COMMENT ON TABLE dead_letter_retry IS 'Append-only. A dead letter is done with once a retry of it stored its event, found it stored, or opened an incident.';
CREATE INDEX audit_log_by_subject ON audit_log (subject, audit_id);

-- Open bets whose deadline has passed, each with the desk that owns it. The sweep looks at a bet once, when its deadline
-- passes; what the list holds is looked at again until it is settled.
CREATE TABLE overdue_hold (
    bet_id     uuid PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    owner      text        NOT NULL,
    currency   text        NOT NULL,
    stake      bigint      NOT NULL,
    settle_by  timestamptz NOT NULL,
    noted_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX overdue_hold_oldest_first ON overdue_hold (settle_by, bet_id);
CREATE TABLE hold_sweep (
    only_row       boolean PRIMARY KEY DEFAULT true,
    swept_until    timestamptz NOT NULL,
    sweeping_until timestamptz,
    after_bet_id   uuid,
    CONSTRAINT hold_sweep_one_row CHECK (only_row),
    CONSTRAINT hold_sweep_whole_or_absent CHECK ((sweeping_until IS NULL) = (after_bet_id IS NULL)),
    CONSTRAINT hold_sweep_goes_forward CHECK (sweeping_until > swept_until)
);
INSERT INTO hold_sweep (swept_until) VALUES ('-infinity');
COMMENT ON COLUMN hold_sweep.swept_until IS
    'Every bet that was accepted, and whose deadline passed, by then was looked at once.';
COMMENT ON COLUMN hold_sweep.sweeping_until IS
    'Where the window that is being swept ends; its bets up to after_bet_id are done. NULL: none is begun.';
-- A few bets on something far away would stretch a range of pages from tonight to next year; multi keeps them apart.
CREATE INDEX bet_by_deadline ON bet USING brin (settle_by timestamptz_minmax_multi_ops)
    WITH (pages_per_range = 32, autosummarize = on);

-- Where a correction took what had been spent. Open while the account's debt_since says so; found from here, since no index
-- reads a balance. Append-only.
CREATE TABLE debt (
    account_id         text COLLATE "C" NOT NULL,
    account_version    bigint      NOT NULL,
    since              timestamptz NOT NULL,
    amount             bigint      NOT NULL,
    bet_id             uuid        NOT NULL,
    settlement_version integer     NOT NULL,
    owner              text        NOT NULL,
    CONSTRAINT debt_once_an_entry PRIMARY KEY (account_id, account_version),
    CONSTRAINT debt_amount_positive CHECK (amount > 0)
);
COMMENT ON COLUMN debt.amount IS 'What was missing, in minor units, after the entry (account_id, account_version) that made the balance negative.';
-- Settlements that changed whether a bet counts towards its selections' exposure: written with them, folded in later.
CREATE TABLE exposure_due (
    bet_id             uuid    NOT NULL,
    settlement_version integer NOT NULL,
    is_given_back      boolean NOT NULL,
    written_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT exposure_due_once_a_settlement PRIMARY KEY (bet_id, settlement_version)
) WITH (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON COLUMN exposure_due.is_given_back IS 'True: the bet became void and its liability is given back. False: a void was undone and it is taken again.';
-- Voids of the versions before gave nothing back yet.
INSERT INTO exposure_due (bet_id, settlement_version, is_given_back)
SELECT bet_id, version, true
  FROM (SELECT DISTINCT ON (bet_id) bet_id, version, kind FROM bet_settlement ORDER BY bet_id, version DESC) AS newest
 WHERE kind = 'VOIDED';

GRANT SELECT, INSERT, UPDATE ON settlement_part TO settlement_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement_skipped, overdue_hold, result_waiting TO settlement_worker;
GRANT SELECT, INSERT, DELETE ON settlement_pause, exposure_due TO settlement_worker;
GRANT SELECT, UPDATE ON hold_sweep TO settlement_worker;
GRANT SELECT, INSERT ON result_override, dead_letter_retry, debt TO settlement_worker;
GRANT SELECT ON standing_result_event TO settlement_worker, bet_api, reader, relay;
GRANT SELECT ON result_override TO bet_api, relay;
GRANT SELECT ON debt TO bet_api, relay;
GRANT UPDATE (liability, share) ON market_exposure TO settlement_worker;
GRANT SELECT ON settlement_part, settlement_skipped, settlement_pause, result_override, result_waiting, dead_letter_retry,
    overdue_hold, hold_sweep, debt, exposure_due TO reader;
-- FOR UPDATE SKIP LOCKED on a queue's rows needs UPDATE on some column.
GRANT UPDATE (written_at) ON exposure_due TO settlement_worker;
