-- How far the reading of silent rows has come: when a team's last sweep began,
-- and the row behind which the next one goes on, 0 for the first row.
CREATE TABLE repricer_sweeps (
    team_id BIGINT PRIMARY KEY,
    began_at BIGINT NOT NULL,
    after_id BIGINT NOT NULL DEFAULT 0
);
