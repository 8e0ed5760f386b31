{{if .Postgres}}
DROP TRIGGER repricer_products_added ON repricer_products;
DROP TRIGGER repricer_products_moved ON repricer_products;
DROP FUNCTION repricer_products_added();
DROP FUNCTION repricer_products_moved();
{{else}}
DROP TRIGGER repricer_products_added;
DROP TRIGGER repricer_products_moved;
DROP TRIGGER repricer_products_seen;
DROP TRIGGER repricer_products_told;
{{end}}
DROP INDEX repricer_products_attention_idx;
DROP INDEX repricer_products_attention_marketplace_idx;
ALTER TABLE repricer_products DROP COLUMN attention;
ALTER TABLE repricer_products DROP COLUMN offers_minute;
ALTER TABLE repricer_products DROP COLUMN standing;
ALTER TABLE repricer_products DROP COLUMN last_change_at;
ALTER TABLE repricer_products DROP COLUMN last_change_id;
ALTER TABLE repricer_products DROP COLUMN break_even;
ALTER TABLE repricer_products DROP COLUMN decided_at;
ALTER TABLE repricer_products DROP COLUMN decided_floor;
ALTER TABLE repricer_products DROP COLUMN decided_price;
ALTER TABLE repricer_products DROP COLUMN decided_reason;
ALTER TABLE repricer_products DROP COLUMN decided_action;
DROP TABLE repricer_last_events;
DROP TABLE repricer_offer_minutes;
DROP TABLE repricer_standings;
DROP TABLE repricer_day_marks;
DROP TABLE repricer_day_counts;
DROP TABLE repricer_open_changes;
DROP TABLE repricer_change_inputs;
DROP TABLE repricer_changes;
