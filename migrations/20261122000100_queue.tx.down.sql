DROP TABLE river_client_queue;
DROP TABLE river_client;
DROP TABLE river_queue;
DROP TABLE river_leader;
DROP TABLE river_job;
DROP TABLE river_migration;
{{if .Postgres}}
DROP TYPE river_job_state;
{{end}}
