-- The sentences of a decision are stored with it, one a line, because their figures are of that
-- moment. buy_box_seller_id names the owner of the box, '' without an owner and for an unknown
-- owner.
ALTER TABLE repricer_changes ADD COLUMN sentences TEXT NOT NULL DEFAULT '';
ALTER TABLE repricer_changes ADD COLUMN buy_box_seller_id TEXT NOT NULL DEFAULT '';
ALTER TABLE repricer_products ADD COLUMN buy_box_seller_id TEXT NOT NULL DEFAULT '';
