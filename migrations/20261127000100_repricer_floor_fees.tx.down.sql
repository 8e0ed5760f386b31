ALTER TABLE repricer_products DROP COLUMN floor_fee_percent;
ALTER TABLE repricer_products DROP COLUMN floor_fee_fixed;
ALTER TABLE repricer_products DROP COLUMN floor_fee_total;
ALTER TABLE repricer_products DROP COLUMN floor_fees_at;
