{{if .Postgres}}
ALTER TABLE repricer_products RESET (fillfactor);
ALTER TABLE repricer_row_memory RESET (fillfactor);
ALTER TABLE notification_newest RESET (fillfactor);
{{else}}
SELECT 1;
{{end}}
