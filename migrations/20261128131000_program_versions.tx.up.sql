-- expand
-- The versions of the program that run, each with its newest migration and the time it was last seen.
CREATE TABLE program_versions (
    version {{.Text}} NOT NULL,
    newest {{.Text}} NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (version, newest)
);
