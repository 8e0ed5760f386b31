{{if .Postgres}}
-- Each event and each decision changes its row, but none of the columns by which
-- rows are found. Where a page has room for the new version of a row, Postgres
-- leaves the indexes alone, of which these tables have up to a dozen.
ALTER TABLE repricer_products SET (fillfactor = 75);
ALTER TABLE repricer_row_memory SET (fillfactor = 75);
ALTER TABLE notification_newest SET (fillfactor = 75);
{{else}}
-- Rows are changed in their place.
SELECT 1;
{{end}}
