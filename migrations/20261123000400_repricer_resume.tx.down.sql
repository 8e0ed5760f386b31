ALTER TABLE repricer_products DROP COLUMN resumed_at;
ALTER TABLE repricer_products DROP COLUMN resumed_reason;
