-- Heads of tables in suppliers' documents and the meanings of their columns, once an import
-- confirmed them. fingerprint is the SHA-256 of the head in hexadecimal.
CREATE TABLE document_layouts (
    team_id BIGINT NOT NULL,
    supplier_id BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    PRIMARY KEY (team_id, supplier_id, fingerprint)
);
