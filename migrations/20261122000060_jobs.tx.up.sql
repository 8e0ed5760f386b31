{{.River 6 6}}
{{if .Postgres}}
-- Nobody searches in arguments, and they may be long.
DROP INDEX river_job_args_index;
{{end}}
-- The processes that run jobs, and a number each of them changes every second
-- while it runs any: how others see that it is gone.
CREATE TABLE job_workers (
    id {{.Text}} NOT NULL PRIMARY KEY,
    beat BIGINT NOT NULL
);

-- When each periodic job is due; times are microseconds.
CREATE TABLE job_schedules (
    kind {{.Text}} NOT NULL PRIMARY KEY,
    every BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
