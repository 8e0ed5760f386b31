-- What documents say, as their readers found it. claim is that of the worker which read it: lines are stored before the
-- reading that has their claim takes the place of the one before.
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

-- text is the beginning of what a document says, folded. words are its pages with the boxes of their words, as JSON in
-- gzip; null where there are none or they are too many.
CREATE TABLE document_words (
    team_id BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    text TEXT NOT NULL,
    words {{.Bytes}},
    PRIMARY KEY (team_id, document_id),
    FOREIGN KEY ({{.Team}}document_id) REFERENCES documents ({{.Team}}id) ON DELETE CASCADE
);
