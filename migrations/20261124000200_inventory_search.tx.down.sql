{{if .Postgres}}
-- What is more than was looked for is in nobody's way.
SELECT 1;
{{else}}
DROP TABLE inventory_listing_grams;
ALTER TABLE inventory_listing_texts RENAME TO inventory_listing_plain;
CREATE VIRTUAL TABLE inventory_listing_texts USING fts5 (search, tokenize = 'trigram case_sensitive 1', detail = none);
INSERT INTO inventory_listing_texts (rowid, search) SELECT listing_id, search FROM inventory_listing_plain;
DROP TABLE inventory_listing_plain;
{{end}}
