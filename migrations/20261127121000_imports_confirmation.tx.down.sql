ALTER TABLE imports_chunks DROP COLUMN needs_confirmation;
