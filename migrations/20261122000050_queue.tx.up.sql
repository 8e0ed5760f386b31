-- The queue of background jobs, as far as Postgres can make it in one go: a
-- state that is new cannot be used before its transaction has committed.
{{.River 1 5}}
