-- Events of a team in the order of their commits: id rises with them. at is microseconds since
-- 1970 in UTC. A row does not change, and goes after 30 days.
CREATE TABLE webhook_events (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    event_id {{.Text}} NOT NULL,
    type {{.Text}} NOT NULL,
    data {{.JSON}} NOT NULL,
    at BIGINT NOT NULL
);
CREATE UNIQUE INDEX webhook_events_team_id_event_id_key ON webhook_events (team_id, event_id);
CREATE INDEX webhook_events_type_idx ON webhook_events (team_id, type, id);
CREATE INDEX webhook_events_at_idx ON webhook_events (at);
{{if not .Postgres}}
CREATE INDEX webhook_events_team_id_idx ON webhook_events (team_id, id);
{{end}}
-- Addresses of users' programs. types has patterns with a space between them. position is the id of
-- the last event that was turned into deliveries.
CREATE TABLE webhook_endpoints (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    url TEXT NOT NULL,
    description TEXT,
    types TEXT NOT NULL,
    enabled {{.Bool}} NOT NULL,
    disabled_reason {{.Text}},
    generation BIGINT NOT NULL,
    previous_until BIGINT,
    position BIGINT NOT NULL,
    failing_since BIGINT,
    failures BIGINT NOT NULL,
    last_success_at BIGINT
);
CREATE INDEX webhook_endpoints_team_id_idx ON webhook_endpoints (team_id, id) WHERE deleted_at IS NULL;

-- An event on its way to an endpoint. next_at is null when no call follows.
CREATE TABLE webhook_deliveries (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    endpoint_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    event_id {{.Text}} NOT NULL,
    type {{.Text}} NOT NULL,
    status {{.Text}} NOT NULL,
    attempts BIGINT NOT NULL,
    step BIGINT NOT NULL,
    next_at BIGINT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    FOREIGN KEY ({{.Team}}endpoint_id) REFERENCES webhook_endpoints ({{.Team}}id)
);
CREATE UNIQUE INDEX webhook_deliveries_team_id_endpoint_id_position_key ON webhook_deliveries (team_id, endpoint_id, position);
CREATE INDEX webhook_deliveries_endpoint_id_idx ON webhook_deliveries (team_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (team_id, endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (team_id, endpoint_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_next_at_idx ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_old_idx ON webhook_deliveries (created_at);

-- The calls of a delivery. took is in microseconds; status is 0 without an answer.
CREATE TABLE webhook_attempts (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    delivery_id BIGINT NOT NULL,
    at BIGINT NOT NULL,
    took BIGINT NOT NULL,
    status BIGINT NOT NULL,
    answer TEXT NOT NULL,
    failure {{.Text}},
    FOREIGN KEY ({{.Team}}delivery_id) REFERENCES webhook_deliveries ({{.Team}}id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_delivery_id_idx ON webhook_attempts (team_id, delivery_id, id);
