-- Times are microseconds since 1970 in UTC.

-- Links of teams to seller accounts.
CREATE TABLE connections (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    region TEXT NOT NULL,
    seller_id TEXT NOT NULL,
    marketplace_ids {{.JSON}} NOT NULL,
    status TEXT NOT NULL,
    refresh_token {{.Bytes}},
    connected_at BIGINT NOT NULL,
    last_error_code TEXT,
    version BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    probed_at BIGINT
);
CREATE UNIQUE INDEX connections_team_id_region_seller_id_key ON connections (team_id, region, seller_id)
    WHERE deleted_at IS NULL;
CREATE INDEX connections_seller_idx ON connections (seller_id) WHERE deleted_at IS NULL;

-- Sellers who are granting access at Amazon. A seller who comes back is found by
-- the state alone. Of the two secrets only digests are stored.
CREATE TABLE connection_consents (
    state {{.Bytes}} NOT NULL,
    browser {{.Bytes}} NOT NULL,
    team_id BIGINT NOT NULL REFERENCES teams (id),
    user_id BIGINT NOT NULL,
    key_id BIGINT NOT NULL,
    region TEXT NOT NULL,
    redirect TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY ({{.Team}}state)
);
{{if .Postgres}}
CREATE UNIQUE INDEX connection_consents_state_key ON connection_consents (state);
{{end}}
CREATE INDEX connection_consents_age_idx ON connection_consents (ends_at);
