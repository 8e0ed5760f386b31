-- Fees as they are at the floor of a row, the total of price and shipping for which
-- they were asked for, and when. Rows have none before they are decided next.
ALTER TABLE repricer_products ADD COLUMN floor_fee_percent BIGINT;
ALTER TABLE repricer_products ADD COLUMN floor_fee_fixed BIGINT;
ALTER TABLE repricer_products ADD COLUMN floor_fee_total BIGINT;
ALTER TABLE repricer_products ADD COLUMN floor_fees_at BIGINT;
