-- The offer that the last decision about a row priced against: price and shipping, and its seller.
ALTER TABLE repricer_products ADD COLUMN decided_target_price BIGINT;
ALTER TABLE repricer_products ADD COLUMN decided_target_seller_id TEXT NOT NULL DEFAULT '';
