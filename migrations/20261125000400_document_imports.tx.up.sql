-- Writes of document imports, for undoing them. reference_key is the folded number of the
-- document, total its sum: another document of the supplier with both is probably a copy.
CREATE TABLE document_effects (
    team_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    supplier_id BIGINT NOT NULL,
    reference_key {{.Text}} NOT NULL,
    total BIGINT,
    created_at BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    PRIMARY KEY (team_id, document_id),
    FOREIGN KEY ({{.Team}}document_id) REFERENCES documents ({{.Team}}id) ON DELETE CASCADE
);
CREATE INDEX document_effects_reference_idx ON document_effects (team_id, supplier_id, reference_key);

-- Products by the number of their manufacturer.
CREATE INDEX inventory_products_mpn_idx ON inventory_products (team_id, {{if .Postgres}}lower(body ->> 'mpn'){{else}}lower(json_extract(body, '$.mpn')){{end}})
    WHERE deleted_at IS NULL;
