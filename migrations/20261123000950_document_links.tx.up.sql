-- Links of deleted documents stay, so that orders show their sources.
ALTER TABLE document_targets ADD COLUMN live {{.Bool}} NOT NULL DEFAULT TRUE;
DROP VIEW v_document_targets;
CREATE VIEW v_document_targets AS SELECT team_id, kind, target_id, document_id FROM document_targets WHERE live;
