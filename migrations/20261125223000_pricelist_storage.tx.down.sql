{{if .Postgres}}
ALTER TABLE pricelist_blocks ALTER COLUMN packed_columns SET STORAGE EXTENDED, ALTER COLUMN packed_texts SET STORAGE EXTENDED;
{{else}}
SELECT 1;
{{end}}
