-- Accounts, the ledger that explains every cent of them, the keys that make an effect happen once, and the outbox.

CREATE TABLE account (
    account_id   text COLLATE "C" PRIMARY KEY,
    currency     text        NOT NULL,
    available    bigint      NOT NULL DEFAULT 0,
    reserved     bigint      NOT NULL DEFAULT 0,
    version      bigint      NOT NULL DEFAULT 0,
    state        text        NOT NULL DEFAULT 'ACTIVE',
    state_until  timestamptz,
    state_reason text,
    debt_since   timestamptz,
    created_at   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_currency_is_iso_4217 CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT account_state_known CHECK (state IN ('ACTIVE', 'SUSPENDED', 'SELF_EXCLUDED', 'CLOSED')),
    CONSTRAINT account_reserved_not_negative CHECK (reserved >= 0),
    -- The second lock on the door that the funds predicate of every debit is the first of. Only a correction may take
    -- what was spent already; that leaves a debt with a date.
    CONSTRAINT account_available_covered_or_in_debt CHECK (available >= 0 OR debt_since IS NOT NULL)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE account IS
    'One balance row an account: a projection of ledger_entry. No balance column is ever indexed, so every movement is a heap-only update.';
COMMENT ON COLUMN account.version IS 'The number of ledger entries of this account, and the version of its newest.';

CREATE TYPE ledger_entry_kind AS ENUM (
    'DEPOSIT', 'WITHDRAWAL',
    'STAKE_RESERVED',
    'STAKE_RELEASED', 'STAKE_DEBITED', 'RETURNS_CREDITED',
    'STAKE_RELEASE_REVERSED', 'STAKE_DEBIT_REVERSED', 'RETURNS_CREDIT_REVERSED',
    'CARRIED_FORWARD');

CREATE TABLE ledger_entry (
    account_id         text COLLATE "C"  NOT NULL,
    version            bigint            NOT NULL,
    written_on         date              NOT NULL,
    kind               ledger_entry_kind NOT NULL,
    available_change   bigint            NOT NULL,
    reserved_change    bigint            NOT NULL,
    available          bigint            NOT NULL,
    reserved           bigint            NOT NULL,
    bet_id             uuid,
    settlement_version integer,
    transaction_id     uuid,
    happened_at        timestamptz       NOT NULL,
    written_at         timestamptz       NOT NULL,
    CONSTRAINT ledger_entry_once_a_version PRIMARY KEY (account_id, version, written_on),
    CONSTRAINT ledger_entry_has_one_cause CHECK (
        kind = 'CARRIED_FORWARD' OR (bet_id IS NULL) <> (transaction_id IS NULL)),
    CONSTRAINT ledger_entry_settlement_has_version CHECK (
        (settlement_version IS NOT NULL) = (bet_id IS NOT NULL AND kind <> 'STAKE_RESERVED'))
) PARTITION BY RANGE (written_on);
COMMENT ON COLUMN ledger_entry.available IS 'Balance after this entry: with the changes and the version, any row audits itself against the one before.';
COMMENT ON COLUMN ledger_entry.written_on IS 'The UTC day of written_at, whatever the session''s time zone.';

-- One row a submission of a client; unique over all time, hence not partitioned. Append-only: the row is written by the
-- transaction that has the effects, and the answer is rendered again from the rows that it names.
CREATE TABLE idempotency (
    account_id       text COLLATE "C" NOT NULL,
    operation        text COLLATE "C" NOT NULL,
    idempotency_key  text COLLATE "C" NOT NULL,
    request_hash     bytea       NOT NULL,
    outcome          text        NOT NULL,
    detail           jsonb,
    bet_id           uuid,
    entry_version    bigint,
    entry_written_on date,
    reply_version    smallint    NOT NULL,
    written_at       timestamptz NOT NULL,
    CONSTRAINT idempotency_one_outcome_a_key PRIMARY KEY (account_id, operation, idempotency_key),
    CONSTRAINT idempotency_operation_known CHECK (operation IN ('BET', 'DEPOSIT', 'WITHDRAWAL')),
    CONSTRAINT idempotency_effect_named CHECK ((outcome = 'ACCEPTED') = (entry_version IS NOT NULL)),
    CONSTRAINT idempotency_entry_whole CHECK ((entry_version IS NULL) = (entry_written_on IS NULL))
);
CREATE INDEX idempotency_by_age ON idempotency USING brin (written_at);

CREATE TYPE outbox_event_type AS ENUM ('BetAccepted', 'BetSettled', 'BetResettled', 'BetVoided', 'BalanceChanged');

-- References to what happened; the relay renders the event. Ids are drawn while the account's row is locked, so one
-- account's ids rise with its versions. Rows are never updated or deleted: the relay keeps its place in relay_cursor.
CREATE SEQUENCE outbox_id_seq AS bigint CACHE 1;
CREATE TABLE outbox (
    outbox_id          bigint            NOT NULL DEFAULT nextval('outbox_id_seq'),
    written_on         date              NOT NULL,
    type               outbox_event_type NOT NULL,
    account_id         text COLLATE "C"  NOT NULL,
    account_version    bigint            NOT NULL,
    bet_id             uuid,
    settlement_version integer,
    written_at         timestamptz       NOT NULL,
    CONSTRAINT outbox_one_row_an_event PRIMARY KEY (outbox_id, written_on)
) PARTITION BY RANGE (written_on);

CREATE TABLE relay_cursor (
    relay           text PRIMARY KEY,
    last_outbox_id  bigint      NOT NULL DEFAULT 0,
    last_written_on date        NOT NULL,
    lease_owner     text,
    lease_epoch     bigint      NOT NULL DEFAULT 0,
    lease_until     timestamptz NOT NULL DEFAULT '-infinity',
    attempts        integer     NOT NULL DEFAULT 0,
    last_error      text,
    updated_at      timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
INSERT INTO relay_cursor (relay, last_written_on) VALUES ('bet-events', (now() AT TIME ZONE 'UTC')::date - 1);

CREATE TABLE audit_log (
    audit_id uuid PRIMARY KEY DEFAULT uuidv7(),
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor    text  NOT NULL,
    action   text  NOT NULL,
    subject  text  NOT NULL,
    reason   text,
    detail   jsonb
);

GRANT SELECT, INSERT ON account TO bet_api;
GRANT UPDATE (available, reserved, version, debt_since, state, state_until, state_reason) ON account TO bet_api;
GRANT SELECT ON account TO settlement_worker;
GRANT UPDATE (available, reserved, version, debt_since) ON account TO settlement_worker;
GRANT SELECT, INSERT ON ledger_entry, outbox, audit_log TO bet_api, settlement_worker;
GRANT SELECT, INSERT ON idempotency TO bet_api;
GRANT USAGE, SELECT ON SEQUENCE outbox_id_seq TO bet_api, settlement_worker;
GRANT SELECT ON SEQUENCE outbox_id_seq TO relay, reader;
GRANT SELECT ON account, ledger_entry, outbox TO relay;
GRANT SELECT, UPDATE ON relay_cursor TO relay;
GRANT SELECT ON account, ledger_entry, idempotency, outbox, relay_cursor, audit_log TO reader;
GRANT SELECT ON relay_cursor TO bet_api, settlement_worker;
