{{if .Postgres}}
ALTER TABLE repricer_due RESET (fillfactor);
{{end}}
UPDATE repricer_due SET due_at = leased_until WHERE lease_owner IS NOT NULL AND due_at < leased_until;
ALTER TABLE repricer_due DROP COLUMN leased_until;
