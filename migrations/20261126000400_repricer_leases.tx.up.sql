-- Until when the worker (lease_owner) has an entry. due_at of an entry that is
-- taken stays as it was: no index knows of leases, so that taking an entry
-- touches none. Entries that an earlier version of the program took are due when
-- their leases end.
ALTER TABLE repricer_due ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0;
{{if .Postgres}}
-- Room beside each entry for the one change that most of them see.
ALTER TABLE repricer_due SET (fillfactor = 50);
{{end}}
