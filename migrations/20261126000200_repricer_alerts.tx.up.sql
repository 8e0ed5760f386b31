-- What people are to be told of the repricer waits here until its team's job
-- gathers it. For what is about more than one row product_id is null, and sku and
-- marketplace_id are empty.
CREATE TABLE repricer_alerts (
    id {{.ID}},
    team_id BIGINT NOT NULL,
    event TEXT NOT NULL,
    product_id BIGINT,
    sku TEXT NOT NULL,
    marketplace_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    details TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX repricer_alerts_team_idx ON repricer_alerts (team_id);

-- What was gathered, once for each channel that has not been told yet. Both
-- channels have the same id.
CREATE TABLE repricer_alert_messages (
    id {{.Text}} NOT NULL,
    channel {{.Text}} NOT NULL,
    team_id BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (id, channel)
);
