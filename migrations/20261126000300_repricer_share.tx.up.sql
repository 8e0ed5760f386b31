-- How the box of a row changed hands in the last seven days, as a text: from it
-- the shares are made. It begins with what is told next.
ALTER TABLE repricer_products ADD COLUMN box_log {{.Text}} NOT NULL DEFAULT '';
{{if .Postgres}}
-- Rows with a value and rows without are walked one after the other, for which the
-- first index of each field serves both directions.
DROP INDEX repricer_products_price_down_idx;
DROP INDEX repricer_products_share_down_idx;
{{end}}
