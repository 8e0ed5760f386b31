-- hold_price: the price that the brake stopped. resumed_price: a price that it does not stop,
-- because the seller resumed the row or the price returns to it after an empty stock.
ALTER TABLE repricer_products ADD COLUMN hold_price BIGINT;
ALTER TABLE repricer_products ADD COLUMN resumed_price BIGINT;
