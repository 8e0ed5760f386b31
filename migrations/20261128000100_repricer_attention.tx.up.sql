-- attention, as before, and of a row that nobody reprices although it is not off:
-- it has no strategy, or one that does not serve its marketplace.
{{define "floor"}}CASE WHEN min_price_mode <> 'manual' THEN decided_floor WHEN map_price > min_price THEN map_price ELSE min_price END{{end}}
{{define "attention"}}attention INTEGER GENERATED ALWAYS AS (
    CASE
        WHEN deleted_at IS NOT NULL OR mode = 'off' THEN NULL
        WHEN hold_reason IS NOT NULL THEN 1
        WHEN current_price < break_even THEN 2
        WHEN decided_action = 'error' OR decided_reason IN ('strategy_missing', 'marketplace_not_served') THEN 3
        WHEN buy_box_owner IN ('competitor', 'amazon') AND current_price <= {{template "floor"}} THEN 4
    END){{end}}
DROP INDEX repricer_products_attention_idx;
DROP INDEX repricer_products_attention_marketplace_idx;
ALTER TABLE repricer_products DROP COLUMN attention;
{{if .Postgres}}
ALTER TABLE repricer_products ADD COLUMN {{template "attention"}} STORED;
{{else}}
ALTER TABLE repricer_products ADD COLUMN {{template "attention"}} VIRTUAL;
{{end}}
CREATE INDEX repricer_products_attention_idx ON repricer_products (team_id, attention, id) WHERE attention IS NOT NULL;
CREATE INDEX repricer_products_attention_marketplace_idx
    ON repricer_products (team_id, marketplace_id, attention, id) WHERE attention IS NOT NULL;
