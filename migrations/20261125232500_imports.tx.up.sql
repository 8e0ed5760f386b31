-- Tables that are written into records. Times are microseconds since 1970 in UTC. body has all
-- members of an import; columns have the members to filter and sort by. ends_at is the time when
-- its report is deleted. Imports with the same header have the same fingerprint.
CREATE TABLE imports (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    kind {{.Text}} NOT NULL,
    stage {{.Text}} NOT NULL,
    dry_run BOOLEAN NOT NULL,
    busy BOOLEAN NOT NULL,
    ends_at BIGINT,
    fingerprint {{.Text}}
);
CREATE INDEX imports_created_idx ON imports (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX imports_id_idx ON imports (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX imports_busy_idx ON imports (team_id, id) WHERE busy;
CREATE INDEX imports_ends_idx ON imports (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX imports_fingerprint_idx ON imports (team_id, kind, fingerprint, id) WHERE fingerprint IS NOT NULL;

-- Results of some hundred rows of an import, from first_row to last_row of its sheet, with counts
-- by status. The program packs the rows.
CREATE TABLE imports_chunks (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    import_id BIGINT NOT NULL,
    first_row BIGINT NOT NULL,
    last_row BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    taken_back BIGINT NOT NULL,
    not_taken_back BIGINT NOT NULL,
    packed {{.Bytes}} NOT NULL
);
CREATE INDEX imports_chunks_import_idx ON imports_chunks (team_id, import_id, first_row, id);
