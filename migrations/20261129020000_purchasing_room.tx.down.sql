{{if .Postgres}}
ALTER TABLE purchasing_items RESET (fillfactor);
{{else}}
SELECT 1;
{{end}}
