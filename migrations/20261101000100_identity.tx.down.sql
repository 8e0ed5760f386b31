DROP TABLE audit_log;
{{if .Postgres}}
DROP FUNCTION audit_log_refuse();
{{end}}
DROP TABLE idempotency_keys;
DROP TABLE token_reservations;
DROP TABLE token_usage;
DROP TABLE api_keys;
DROP TABLE memberships;
DROP TABLE users;
DROP TABLE teams;
DROP TABLE secret_check;
