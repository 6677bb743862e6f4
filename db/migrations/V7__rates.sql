-- What a bet in one currency counts for in the limits of a market in another.

CREATE TABLE currency_rate (
    from_currency text COLLATE "C" NOT NULL,
    to_currency   text COLLATE "C" NOT NULL,
    rate          numeric     NOT NULL,
    version       bigint      NOT NULL DEFAULT 1,
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_by    text        NOT NULL,
    PRIMARY KEY (from_currency, to_currency),
    CONSTRAINT currency_rate_currencies_are_iso_4217 CHECK (from_currency ~ '^[A-Z]{3}$' AND to_currency ~ '^[A-Z]{3}$'),
    CONSTRAINT currency_rate_between_two_currencies CHECK (from_currency <> to_currency),
    CONSTRAINT currency_rate_positive CHECK (rate > 0)
);
COMMENT ON COLUMN currency_rate.rate IS
    'Major units of to_currency that a major unit of from_currency is. Never inverted; a bet keeps the one it was judged by in bet_leg.limit_rate.';

GRANT SELECT, INSERT, UPDATE ON currency_rate TO bet_api;
GRANT SELECT ON currency_rate TO settlement_worker, reader;
