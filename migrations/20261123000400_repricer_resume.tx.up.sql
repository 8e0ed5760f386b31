-- A hold that the seller took away: for what the row was held, until a decision
-- has looked at the row since, and until when falls of its price are the seller's
-- own.
ALTER TABLE repricer_products ADD COLUMN resumed_reason TEXT;
ALTER TABLE repricer_products ADD COLUMN resumed_at BIGINT;
