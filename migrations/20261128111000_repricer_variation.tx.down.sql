ALTER TABLE repricer_products DROP COLUMN variation;
