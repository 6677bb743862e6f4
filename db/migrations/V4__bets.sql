-- Bets as they were accepted. Append-only: what follows is a new row that refers to the bet.
--
-- Ids are UUIDv7 made by the database and partition bounds are days as UUIDv7 prefixes: a look-up by id prunes to one
-- partition and no second column has to be carried along.

CREATE TYPE bet_type AS ENUM (
    'SINGLE', 'ACCUMULATOR', 'TRIXIE', 'PATENT', 'YANKEE', 'LUCKY15', 'CANADIAN', 'LUCKY31', 'HEINZ', 'LUCKY63',
    'SUPER_HEINZ', 'GOLIATH');

CREATE TABLE bet (
    bet_id           uuid PRIMARY KEY,
    account_id       text COLLATE "C" NOT NULL,
    type             bet_type    NOT NULL,
    currency         text        NOT NULL,
    stake            bigint      NOT NULL,
    unit_stake       bigint      NOT NULL,
    lines            integer     NOT NULL,
    possible_returns bigint      NOT NULL,
    max_returns      bigint,
    top_up_max       bigint,
    received_at      timestamptz NOT NULL,
    accepted_at      timestamptz NOT NULL,
    settle_by        timestamptz NOT NULL,
    owner            text        NOT NULL,
    channel          text,
    brand            text,
    jurisdiction     text,
    CONSTRAINT bet_stake_is_lines_of_unit_stakes CHECK (unit_stake > 0 AND lines > 0 AND stake = unit_stake * lines),
    CONSTRAINT bet_possible_returns_not_negative CHECK (possible_returns >= 0)
) PARTITION BY RANGE (bet_id);
COMMENT ON COLUMN bet.accepted_at IS
    'Read after the gate and under the balance''s lock: earlier than the answer to any close that the bet got in before.';
COMMENT ON COLUMN bet.lines IS 'Unit stakes paid: an each-way line counts twice.';
CREATE INDEX bet_by_account ON bet (account_id, bet_id);

CREATE TABLE bet_leg (
    bet_id               uuid NOT NULL REFERENCES bet,
    leg_number           smallint NOT NULL,
    account_id           text COLLATE "C" NOT NULL,
    market_id            text COLLATE "C" NOT NULL,
    selection_id         text COLLATE "C" NOT NULL,
    event_id             text COLLATE "C" NOT NULL,
    price_asked          text     NOT NULL,
    price                text     NOT NULL,
    each_way_fraction    text,
    each_way_places      smallint,
    best_odds_guaranteed boolean  NOT NULL,
    gate_version         bigint   NOT NULL,
    liability            bigint   NOT NULL,
    limit_currency       text     NOT NULL,
    limit_rate           numeric,
    PRIMARY KEY (bet_id, leg_number),
    CONSTRAINT bet_leg_liability_not_negative CHECK (liability >= 0),
    CONSTRAINT bet_leg_each_way_whole_or_absent CHECK ((each_way_fraction IS NULL) = (each_way_places IS NULL))
) PARTITION BY RANGE (bet_id);
COMMENT ON COLUMN bet_leg.liability IS 'What this leg adds to its selection''s exposure, in minor units of limit_currency.';
COMMENT ON COLUMN bet_leg.gate_version IS 'market.version + event.version as the placement saw them: the state of the gate that let the bet in.';
CREATE INDEX bet_leg_by_market ON bet_leg (market_id, account_id, bet_id);

CREATE TYPE bet_settlement_kind AS ENUM ('SETTLED', 'VOIDED', 'REOPENED');

CREATE TABLE bet_settlement (
    bet_id        uuid    NOT NULL REFERENCES bet,
    version       integer NOT NULL,
    account_id    text COLLATE "C"    NOT NULL,
    kind          bet_settlement_kind NOT NULL,
    returns       bigint,
    cause_type    text    NOT NULL,
    cause_ref     text    NOT NULL,
    rule_version  smallint NOT NULL,
    exact_returns text,
    proof         jsonb   NOT NULL,
    settled_at    timestamptz NOT NULL,
    CONSTRAINT bet_settlement_once_a_version PRIMARY KEY (bet_id, version),
    CONSTRAINT bet_settlement_version_positive CHECK (version > 0),
    CONSTRAINT bet_settlement_returns_unless_reopened CHECK ((returns IS NULL) = (kind = 'REOPENED')),
    CONSTRAINT bet_settlement_returns_not_negative CHECK (returns >= 0)
) PARTITION BY RANGE (bet_id);
COMMENT ON TABLE bet_settlement IS
    'What became of a bet, newest version last. No row: open. Its key, committed with the money, is what makes a settlement happen once.';
COMMENT ON COLUMN bet_settlement.exact_returns IS 'The exact fraction before the one rounding, as numerator/denominator of major units.';

GRANT SELECT, INSERT ON bet, bet_leg TO bet_api;
GRANT SELECT ON bet, bet_leg TO settlement_worker;
GRANT SELECT, INSERT ON bet_settlement TO settlement_worker;
GRANT SELECT ON bet_settlement TO bet_api;
GRANT SELECT ON bet, bet_leg, bet_settlement TO relay, reader;
