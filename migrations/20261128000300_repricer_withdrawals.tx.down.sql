ALTER TABLE repricer_changes DROP COLUMN cancel_reason;
