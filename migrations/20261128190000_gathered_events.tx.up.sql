-- expand
-- Changes that wait to be gathered into events. at is microseconds since 1970 in UTC. A row goes
-- when its event is written.
CREATE TABLE webhook_changes (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    type {{.Text}} NOT NULL,
    data {{.JSON}} NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX webhook_changes_at_idx ON webhook_changes (at);
{{if not .Postgres}}
CREATE INDEX webhook_changes_team_id_idx ON webhook_changes (team_id, id);
{{end}}
-- Marketplaces of wanted events, with a space between them; null for all.
ALTER TABLE webhook_endpoints ADD COLUMN marketplaces TEXT;

-- States of records that were reported when they began, such as an overdue order.
CREATE TABLE webhook_states (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    type {{.Text}} NOT NULL,
    state {{.Text}} NOT NULL
);
CREATE UNIQUE INDEX webhook_states_team_id_type_state_key ON webhook_states (team_id, type, state);
