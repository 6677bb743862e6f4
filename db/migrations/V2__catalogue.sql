-- Events, markets and selections: what can be bet on, at which price, and whether betting is open (the gate).
--
-- The gate is apart from the exposure counters: placement reads the three rows below without a lock, and whoever closes
-- one commits and then waits for the placements that were running. Ids are opaque ASCII strings compared byte by byte,
-- so that the database and every client sort them alike.

CREATE TABLE event (
    event_id   text COLLATE "C" PRIMARY KEY,
    name       text        NOT NULL,
    status     text        NOT NULL DEFAULT 'OPEN',
    version    bigint      NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT event_status_known CHECK (status IN ('OPEN', 'SUSPENDED'))
);

CREATE TABLE market (
    market_id            text COLLATE "C" PRIMARY KEY,
    event_id             text COLLATE "C" NOT NULL REFERENCES event,
    name                 text        NOT NULL,
    starts_at            timestamptz NOT NULL,
    settle_by            timestamptz NOT NULL,
    owner                text        NOT NULL,
    status               text        NOT NULL,
    limit_currency       text        NOT NULL,
    liability_limit      bigint      NOT NULL,
    min_stake            bigint      NOT NULL,
    max_stake            bigint      NOT NULL,
    max_returns          bigint,
    best_odds_guaranteed boolean     NOT NULL DEFAULT false,
    top_up_max           bigint,
    pays_on              text        NOT NULL DEFAULT 'CONFIRMED',
    version              bigint      NOT NULL DEFAULT 1,
    prices_version       bigint      NOT NULL DEFAULT 0,
    created_at           timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT market_status_known CHECK (status IN ('OPEN', 'SUSPENDED', 'CLOSED')),
    CONSTRAINT market_pays_on_known CHECK (pays_on IN ('LIVE', 'CONFIRMED')),
    CONSTRAINT market_currency_is_iso_4217 CHECK (limit_currency ~ '^[A-Z]{3}$'),
    CONSTRAINT market_stakes_are_a_range CHECK (min_stake > 0 AND min_stake <= max_stake),
    CONSTRAINT market_liability_limit_not_negative CHECK (liability_limit >= 0),
    CONSTRAINT market_max_returns_positive CHECK (max_returns > 0),
    CONSTRAINT market_top_up_only_with_best_odds CHECK (top_up_max IS NULL OR (best_odds_guaranteed AND top_up_max >= 0))
);
COMMENT ON COLUMN market.version IS
    'Raised by every change of the market, its selections or prices; with event.version it is the gate version a leg stores.';
COMMENT ON COLUMN market.prices_version IS 'The newest version of the price feed that was applied.';
COMMENT ON COLUMN market.min_stake IS 'Minor units of limit_currency, as are all amounts of this table.';
CREATE INDEX market_by_event ON market (event_id);

CREATE TABLE selection (
    market_id              text COLLATE "C" NOT NULL REFERENCES market,
    selection_id           text COLLATE "C" NOT NULL,
    ordinal                smallint NOT NULL,
    name                   text     NOT NULL,
    price                  text     NOT NULL,
    status                 text     NOT NULL,
    each_way_fraction      text,
    each_way_places        smallint,
    shut_by_result_version bigint,
    PRIMARY KEY (market_id, selection_id),
    CONSTRAINT selection_status_known CHECK (status IN ('OPEN', 'SUSPENDED')),
    CONSTRAINT selection_each_way_whole_or_absent CHECK ((each_way_fraction IS NULL) = (each_way_places IS NULL))
);
COMMENT ON COLUMN selection.price IS 'As the market writes it: decimal odds (2.50) or winnings to stake (11/4). Read exactly, never as a float.';
COMMENT ON COLUMN selection.shut_by_result_version IS
    'The result that named this selection. Betting stays shut until the market is opened again, which a standing result forbids.';

-- Liability by selection, spread over a few rows so that no two committers need wait for one another. A bucket never
-- holds more than its share; shares move between buckets only under the locks of all of them; their sum is the limit.
CREATE TABLE market_exposure (
    market_id    text COLLATE "C" NOT NULL,
    selection_id text COLLATE "C" NOT NULL,
    bucket       smallint NOT NULL,
    liability    bigint   NOT NULL DEFAULT 0,
    share        bigint   NOT NULL,
    PRIMARY KEY (market_id, selection_id, bucket),
    CONSTRAINT exposure_not_negative CHECK (liability >= 0),
    CONSTRAINT exposure_within_share CHECK (liability <= share)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_cost_delay = 0);

GRANT SELECT, INSERT, UPDATE ON event, market, selection TO bet_api;
GRANT SELECT, INSERT, UPDATE ON market_exposure TO bet_api;
GRANT SELECT ON event, market, selection, market_exposure TO settlement_worker, reader, relay;
-- A stored result shuts the selections that it names, in its own transaction.
GRANT UPDATE (version) ON market TO settlement_worker;
GRANT UPDATE (shut_by_result_version) ON selection TO settlement_worker;
