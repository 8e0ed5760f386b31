ALTER TABLE documents DROP COLUMN mapping;
