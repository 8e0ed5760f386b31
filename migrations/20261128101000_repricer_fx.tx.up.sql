-- The currency of a row's cost at its last decision, null for the row's own, and the exchange
-- rate in hundred-millionths, null without a rate.
ALTER TABLE repricer_row_memory ADD COLUMN fx_currency TEXT;
ALTER TABLE repricer_row_memory ADD COLUMN fx_rate BIGINT;
CREATE INDEX repricer_row_memory_fx_idx ON repricer_row_memory (team_id, product_id) WHERE fx_currency IS NOT NULL;
