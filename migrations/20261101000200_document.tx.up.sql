CREATE TABLE documents (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    type TEXT NOT NULL,
    type_by_user {{.Bool}} NOT NULL,
    status TEXT NOT NULL,
    original_name TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    file_size BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    reference_number TEXT,
    notes TEXT,
    targets {{.JSON}} NOT NULL,
    ai_classified_type TEXT,
    -- A fraction of one in ten-thousandths.
    ai_confidence BIGINT,
    classifier {{.JSON}},
    supplier_id BIGINT,
    supplier_name TEXT,
    supplier_confidence BIGINT,
    parsed_summary {{.JSON}},
    page_count BIGINT,
    has_parsed_data {{.Bool}} NOT NULL,
    failure TEXT,
    lease_until BIGINT,
    claims BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    applied_at BIGINT,
    dismissed_at BIGINT,
    deleted_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    -- Folded by the program: the name for sorting, and name, reference number
    -- and notes for searching.
    name_key {{.Text}} NOT NULL,
    search TEXT NOT NULL
);
CREATE INDEX documents_created ON documents (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_updated ON documents (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_name ON documents (team_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_size ON documents (team_id, file_size, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_status ON documents (team_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_bytes ON documents (team_id, sha256);

-- The targets of live documents again, to find documents by target.
CREATE TABLE document_targets (
    team_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    target_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, kind, target_id, document_id),
    FOREIGN KEY ({{.Team}}document_id) REFERENCES documents ({{.Team}}id) ON DELETE CASCADE
);
CREATE INDEX document_targets_document ON document_targets (team_id, document_id);

-- The bytes of a team's live documents. Uploads of a team lock its row.
CREATE TABLE document_usage (
    team_id BIGINT PRIMARY KEY,
    bytes BIGINT NOT NULL
);
