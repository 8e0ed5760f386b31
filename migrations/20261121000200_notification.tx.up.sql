-- Times are microseconds since 1970 in UTC. Sellers' events belong to a seller
-- account, which several teams may share, so these tables name no team.

-- The ids of the last days, so that what comes again is known.
CREATE TABLE notification_ids (
    id {{.Text}} NOT NULL PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
CREATE INDEX notification_ids_age_idx ON notification_ids (seen_at);

-- The newest event of each stream.
CREATE TABLE notification_newest (
    type {{.Text}} NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    subject {{.Text}} NOT NULL,
    event_id {{.Text}} NOT NULL,
    at BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    PRIMARY KEY (type, seller_id, marketplace_id, subject)
);

-- Messages that nothing could be done with.
CREATE TABLE notification_dead (
    id {{.ID}},
    body {{.Bytes}} NOT NULL,
    reason TEXT NOT NULL,
    buried_at BIGINT NOT NULL
);
CREATE INDEX notification_dead_age_idx ON notification_dead (buried_at);

-- What the accounts of teams are to be subscribed to.
CREATE TABLE notification_subscriptions (
    connection_id BIGINT NOT NULL REFERENCES connections (id),
    team_id BIGINT NOT NULL REFERENCES teams (id),
    type {{.Text}} NOT NULL,
    region TEXT NOT NULL,
    subscription_id TEXT NOT NULL,
    aggregated {{.Bool}} NOT NULL,
    marketplace_ids {{.JSON}} NOT NULL,
    checked_at BIGINT NOT NULL,
    PRIMARY KEY (connection_id, type)
);

-- The rows an event is about.
CREATE INDEX repricer_products_offer_idx
    ON repricer_products (team_id, seller_id, marketplace_id, asin) WHERE deleted_at IS NULL;
