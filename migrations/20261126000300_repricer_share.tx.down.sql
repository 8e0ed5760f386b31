ALTER TABLE repricer_products DROP COLUMN box_log;
