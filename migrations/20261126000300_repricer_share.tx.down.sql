{{if .Postgres}}
CREATE INDEX repricer_products_price_down_idx
    ON repricer_products (team_id, current_price DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_share_down_idx
    ON repricer_products (team_id, buy_box_share_24h DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
{{end}}
ALTER TABLE repricer_products DROP COLUMN box_log;
