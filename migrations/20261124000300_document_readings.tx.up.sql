-- Readings of documents. claim is the claim of the worker that read it: lines are stored before
-- the reading with their claim replaces the earlier reading.
ALTER TABLE documents ADD COLUMN last_reading {{.JSON}};
CREATE INDEX documents_unread ON documents (status, updated_at);

-- body has method, pages, header, checks, problems and layout of the reading; type is that for which it was concluded.
CREATE TABLE document_readings (
    team_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    claim BIGINT NOT NULL,
    type TEXT NOT NULL,
    body {{.JSON}} NOT NULL,
    PRIMARY KEY (team_id, document_id),
    FOREIGN KEY ({{.Team}}document_id) REFERENCES documents ({{.Team}}id) ON DELETE CASCADE
);

CREATE TABLE document_lines (
    team_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    claim BIGINT NOT NULL,
    line_no BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    PRIMARY KEY (team_id, document_id, claim, line_no),
    FOREIGN KEY ({{.Team}}document_id) REFERENCES documents ({{.Team}}id) ON DELETE CASCADE
);

-- text is the beginning of the document's text, folded. words are its pages with the boxes of
-- their words, as JSON in gzip; null without words or with too many.
CREATE TABLE document_words (
    team_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    text TEXT NOT NULL,
    words {{.Bytes}},
    PRIMARY KEY (team_id, document_id),
    FOREIGN KEY ({{.Team}}document_id) REFERENCES documents ({{.Team}}id) ON DELETE CASCADE
);
