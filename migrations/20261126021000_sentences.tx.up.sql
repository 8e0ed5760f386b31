-- What is said of a decision is written with it, one sentence a line, because its figures
-- are those of that moment. buy_box_seller_id names who has the box, '' for none and for
-- one that is not known.
ALTER TABLE repricer_changes ADD COLUMN sentences TEXT NOT NULL DEFAULT '';
ALTER TABLE repricer_changes ADD COLUMN buy_box_seller_id TEXT NOT NULL DEFAULT '';
ALTER TABLE repricer_products ADD COLUMN buy_box_seller_id TEXT NOT NULL DEFAULT '';
