DROP TABLE document_usage;
DROP TABLE document_targets;
DROP TABLE documents;
