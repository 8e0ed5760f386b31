DROP VIEW v_document_targets;
DELETE FROM document_targets WHERE NOT live;
ALTER TABLE document_targets DROP COLUMN live;
CREATE VIEW v_document_targets AS
    SELECT t.team_id, t.kind, t.target_id, t.document_id FROM document_targets AS t
    JOIN documents AS d ON d.team_id = t.team_id AND d.id = t.document_id WHERE d.deleted_at IS NULL;
