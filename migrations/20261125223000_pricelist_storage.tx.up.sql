-- Blocks of results are packed by the program: a database that compresses them again reads them
-- more slowly.
{{if .Postgres}}
ALTER TABLE pricelist_blocks ALTER COLUMN packed_columns SET STORAGE EXTERNAL, ALTER COLUMN packed_texts SET STORAGE EXTERNAL;
{{else}}
SELECT 1;
{{end}}
