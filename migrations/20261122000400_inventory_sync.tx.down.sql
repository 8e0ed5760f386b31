ALTER TABLE connections ADD COLUMN last_sync_at BIGINT;
DROP TABLE inventory_sync_runs;
