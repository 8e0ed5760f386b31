-- Exchange rates: one base is so many quote on a day. rate is in hundred-millionths,
-- day in days since 1970. A team has one rate of a pair and day.
CREATE TABLE exchange_rates (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    base {{.Text}} NOT NULL,
    quote {{.Text}} NOT NULL,
    day BIGINT NOT NULL,
    rate BIGINT NOT NULL
);
CREATE UNIQUE INDEX exchange_rates_team_id_base_quote_day_key ON exchange_rates (team_id, base, quote, day) WHERE deleted_at IS NULL;
CREATE INDEX exchange_rates_day_idx ON exchange_rates (team_id, day, id) WHERE deleted_at IS NULL;

-- The reference rates of the European Central Bank, for all teams: one EUR is so many quote.
CREATE TABLE exchange_reference_rates (
    id {{.ID}},
    quote {{.Text}} NOT NULL,
    day BIGINT NOT NULL,
    rate BIGINT NOT NULL,
    read_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX exchange_reference_rates_quote_day_key ON exchange_reference_rates (quote, day);
CREATE INDEX exchange_reference_rates_day_idx ON exchange_reference_rates (day);

-- The rates that a team can use: its own rates, and the reference rates with team 0 and ids below
-- 0.
CREATE VIEW exchange_known_rates AS
SELECT id, team_id, version, created_at, updated_at, deleted_at, base, quote, day, rate, 'manual' AS source
FROM exchange_rates WHERE deleted_at IS NULL
UNION ALL
SELECT -id, 0, 1, read_at, read_at, NULL, 'EUR', quote, day, rate, 'ecb' FROM exchange_reference_rates;
