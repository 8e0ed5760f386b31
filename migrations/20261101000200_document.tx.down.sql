DROP TABLE document_usage;
--bun:split
DROP TABLE document_targets;
--bun:split
DROP TABLE documents;
