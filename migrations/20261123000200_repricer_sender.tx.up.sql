-- What sending prices needs to know of those on their way, of the lane of each
-- seller account, of feeds, and the switch by which nothing is sent.

-- region and urgency order the prices that wait. sent_at is the latest
-- submission. Nothing is done with a price before next_at: after a crash that
-- is when it is looked for. feed and feed_number name the message that carries it.
ALTER TABLE repricer_open_changes ADD COLUMN region {{.Text}} NOT NULL DEFAULT '';
ALTER TABLE repricer_open_changes ADD COLUMN sku {{.Text}} NOT NULL DEFAULT '';
ALTER TABLE repricer_open_changes ADD COLUMN urgency BIGINT NOT NULL DEFAULT 2;
ALTER TABLE repricer_open_changes ADD COLUMN sent_at BIGINT;
ALTER TABLE repricer_open_changes ADD COLUMN next_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repricer_open_changes ADD COLUMN feed BIGINT;
ALTER TABLE repricer_open_changes ADD COLUMN feed_number BIGINT;
-- Suggested prices may be as many as there are rows, and nothing is done with them.
CREATE INDEX repricer_open_changes_due_idx
    ON repricer_open_changes (team_id, seller_id, region, next_at) WHERE outcome <> 'suggested';
CREATE INDEX repricer_open_changes_waiting_idx
    ON repricer_open_changes (team_id, seller_id, region, urgency, created_at, change_id) WHERE outcome = 'proposed';
CREATE INDEX repricer_open_changes_feed_idx ON repricer_open_changes (feed, sku) WHERE feed IS NOT NULL;

-- A lane is worked by one process at a time: whose lease it is writes in it, and
-- a lease that ran out can be taken. answers are the last answers to prices, the
-- newest last.
CREATE TABLE repricer_lanes (
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    region {{.Text}} NOT NULL,
    lane TEXT NOT NULL,
    holder TEXT,
    leased_until BIGINT NOT NULL,
    answers TEXT NOT NULL,
    stopped_until BIGINT NOT NULL,
    PRIMARY KEY (team_id, seller_id, region)
);

-- An account has one feed at a time, whichever team started it. feed_id is the
-- marketplace's name, which is not known while it is being started and, after a
-- crash, ever.
CREATE TABLE repricer_feeds (
    id {{.ID}},
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    region {{.Text}} NOT NULL,
    state TEXT NOT NULL,
    feed_id TEXT,
    messages BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE UNIQUE INDEX repricer_feeds_seller_id_region_key ON repricer_feeds (seller_id, region) WHERE ended_at IS NULL;
CREATE INDEX repricer_feeds_recent_idx ON repricer_feeds (seller_id, region, created_at);

-- The switch for all teams; no row is on.
CREATE TABLE repricer_switch (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    stopped {{.Bool}} NOT NULL,
    reason TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
