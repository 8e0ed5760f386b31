-- The rest of the queue.
{{.River 6 6}}
{{if .Postgres}}
-- Arguments may be long, and no statement searches in them.
DROP INDEX river_job_args_index;
{{end}}
-- The processes that run jobs. Each changes its beat every second, so others see
-- when it is gone.
CREATE TABLE job_workers (
    id {{.Text}} NOT NULL PRIMARY KEY,
    beat BIGINT NOT NULL
);

-- When each periodic job is due. Times are microseconds.
CREATE TABLE job_schedules (
    kind {{.Text}} NOT NULL PRIMARY KEY,
    every BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
