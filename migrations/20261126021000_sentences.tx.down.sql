ALTER TABLE repricer_products DROP COLUMN buy_box_seller_id;
ALTER TABLE repricer_changes DROP COLUMN buy_box_seller_id;
ALTER TABLE repricer_changes DROP COLUMN sentences;
