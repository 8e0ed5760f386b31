-- The queue of background jobs. Postgres needs two steps for it: a new job state
-- cannot be used before its transaction has committed.
{{.River 1 5}}
