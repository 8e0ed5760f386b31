ALTER TABLE repricer_products DROP COLUMN decided_target_seller_id;
ALTER TABLE repricer_products DROP COLUMN decided_target_price;
