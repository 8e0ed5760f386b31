DROP TABLE job_schedules;
DROP TABLE job_workers;
DELETE FROM river_migration WHERE version = 6;
{{if .Postgres}}
DROP INDEX river_job_unique_idx;
ALTER TABLE river_job DROP COLUMN unique_states;
DROP FUNCTION river_job_state_in_bitmask;
CREATE UNIQUE INDEX river_job_kind_unique_key_idx ON river_job (kind, unique_key) WHERE unique_key IS NOT NULL;
CREATE INDEX river_job_args_index ON river_job USING GIN (args);
{{else}}
-- The fifth version has but a place holder.
DROP TABLE river_job;
CREATE TABLE river_job (id INTEGER PRIMARY KEY);
{{end}}
