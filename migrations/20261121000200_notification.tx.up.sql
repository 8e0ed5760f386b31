-- Times are microseconds since 1970 in UTC. Several teams may share a seller
-- account, so the tables of its events name no team.

-- The ids of the last days: an event that comes twice is known by them.
CREATE TABLE notification_ids (
    id {{.Text}} NOT NULL PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
CREATE INDEX notification_ids_age_idx ON notification_ids (seen_at);

-- The newest event of each stream. With free space in its page a row changes without its index.
CREATE TABLE notification_newest (
    type {{.Text}} NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    subject {{.Text}} NOT NULL,
    event_id {{.Text}} NOT NULL,
    at BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    PRIMARY KEY (type, seller_id, marketplace_id, subject)
){{if .Postgres}} WITH (fillfactor = 75){{end}};

-- Messages that could not be read.
CREATE TABLE notification_dead (
    id {{.ID}},
    body {{.Bytes}} NOT NULL,
    reason TEXT NOT NULL,
    buried_at BIGINT NOT NULL
);
CREATE INDEX notification_dead_age_idx ON notification_dead (buried_at);

-- The subscriptions of connections. An account reports every event from since on.
CREATE TABLE notification_subscriptions (
    connection_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL REFERENCES teams (id),
    type {{.Text}} NOT NULL,
    region TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    aggregated {{.Bool}} NOT NULL,
    marketplace_ids {{.JSON}} NOT NULL,
    checked_at BIGINT NOT NULL,
    since BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (team_id, connection_id, type),
    FOREIGN KEY ({{.Team}}connection_id) REFERENCES connections ({{.Team}}id)
);
