-- Rows of a report that wait for a confirmation.
ALTER TABLE imports_chunks ADD COLUMN needs_confirmation BIGINT NOT NULL DEFAULT 0;
