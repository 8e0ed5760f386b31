-- expand
-- Rows of a report that created their record.
ALTER TABLE imports_chunks ADD COLUMN created BIGINT NOT NULL DEFAULT 0;
