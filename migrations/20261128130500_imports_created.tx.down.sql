ALTER TABLE imports_chunks DROP COLUMN created;
