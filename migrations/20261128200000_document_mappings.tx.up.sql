-- expand
-- Meanings that users gave to the columns of table files.
ALTER TABLE documents ADD COLUMN mapping {{.JSON}};
