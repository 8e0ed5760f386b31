-- Times are microseconds since 1970 in UTC. body has all members of a record; columns have the
-- members that lists filter and sort by. name_key and search are folded.

CREATE TABLE annotation_tags (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    name TEXT NOT NULL,
    name_key {{.Text}} NOT NULL,
    color TEXT
);
CREATE UNIQUE INDEX annotation_tags_team_id_name_key_key ON annotation_tags (team_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX annotation_tags_name_idx ON annotation_tags (team_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_tags_created_idx ON annotation_tags (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_tags_id_idx ON annotation_tags (team_id, id) WHERE deleted_at IS NULL;

-- Which live records have which live tags.
CREATE TABLE annotation_tag_links (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    tag_id BIGINT NOT NULL,
    kind {{.Text}} NOT NULL,
    target_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, tag_id, kind, target_id)
);
CREATE INDEX annotation_tag_links_target_idx ON annotation_tag_links (team_id, kind, target_id, tag_id);

-- Notes about records, or about ASINs, for which target_id is null. author_id is null
-- for the command line. A note is deleted with the record that it is about.
CREATE TABLE annotation_notes (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    kind {{.Text}} NOT NULL,
    target_id BIGINT,
    asin {{.Text}},
    marketplace_id {{.Text}},
    pinned BIGINT NOT NULL,
    author_id BIGINT,
    search TEXT NOT NULL
);
CREATE INDEX annotation_notes_target_idx ON annotation_notes (team_id, kind, target_id, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_notes_asin_idx ON annotation_notes (team_id, asin, id) WHERE deleted_at IS NULL AND asin IS NOT NULL;
CREATE INDEX annotation_notes_pinned_idx ON annotation_notes (team_id, pinned, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_notes_created_idx ON annotation_notes (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_notes_updated_idx ON annotation_notes (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_notes_id_idx ON annotation_notes (team_id, id) WHERE deleted_at IS NULL;

-- Links that lists of other contexts join.
CREATE VIEW v_annotation_links AS SELECT team_id, tag_id, kind, target_id FROM annotation_tag_links;
CREATE VIEW v_annotation_tags AS SELECT team_id, id, name FROM annotation_tags WHERE deleted_at IS NULL;
