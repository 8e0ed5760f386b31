-- expand
-- A changed cost writes all items of an order again. Pages that are half empty have room for them,
-- so the indexes of the items stay as they are. Orders made before stay on full pages.
{{if .Postgres}}
ALTER TABLE purchasing_items SET (fillfactor = 50);
{{else}}
SELECT 1;
{{end}}
