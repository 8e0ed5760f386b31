CREATE TABLE documents (
    id {{.ID}},
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
--bun:split
CREATE INDEX documents_created ON documents (team_id, created_at, id) WHERE deleted_at IS NULL;
--bun:split
CREATE INDEX documents_updated ON documents (team_id, updated_at, id) WHERE deleted_at IS NULL;
--bun:split
CREATE INDEX documents_name ON documents (team_id, name_key, id) WHERE deleted_at IS NULL;
--bun:split
CREATE INDEX documents_size ON documents (team_id, file_size, id) WHERE deleted_at IS NULL;
--bun:split
CREATE INDEX documents_status ON documents (team_id, status, created_at, id) WHERE deleted_at IS NULL;
--bun:split
CREATE INDEX documents_bytes ON documents (team_id, sha256);
--bun:split
-- The targets of live documents once more, to find documents by target.
CREATE TABLE document_targets (
    team_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    target_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (team_id, kind, target_id, document_id)
);
--bun:split
CREATE INDEX document_targets_document ON document_targets (document_id);
--bun:split
-- The bytes of a team's live documents. Its row is also what uploads of the
-- team wait for.
CREATE TABLE document_usage (
    team_id BIGINT PRIMARY KEY,
    bytes BIGINT NOT NULL
);
