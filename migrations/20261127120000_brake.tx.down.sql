ALTER TABLE repricer_products DROP COLUMN resumed_price;
ALTER TABLE repricer_products DROP COLUMN hold_price;
