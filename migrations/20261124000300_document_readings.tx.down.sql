DROP TABLE document_words;
DROP TABLE document_lines;
DROP TABLE document_readings;
DROP INDEX documents_unread;
ALTER TABLE documents DROP COLUMN last_reading;
