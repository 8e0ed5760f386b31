-- What deciding a row needs to know of its past, beside what is shown of it.
-- falls has times, the oldest first, with commas between them.
CREATE TABLE repricer_row_memory (
    product_id BIGINT PRIMARY KEY,
    team_id BIGINT NOT NULL,
    submitted BIGINT,
    changed_at BIGINT,
    change_reason TEXT NOT NULL,
    won BIGINT,
    soft_price BIGINT,
    soft_until BIGINT,
    falls TEXT NOT NULL,
    war_at BIGINT,
    day BIGINT,
    day_changes BIGINT NOT NULL,
    day_price BIGINT,
    offers_at BIGINT,
    seen_at BIGINT,
    fees_at BIGINT,
    window_since BIGINT,
    window_price BIGINT
);

-- Rows to be evaluated, one entry for each. lane is 0 (fast), 1 or 2, pace the
-- least time between two evaluations. due_at is when the entry may be taken; while
-- a worker (lease_owner) has it, when the worker's time is over; null while the
-- row waits for what becomes of a price of its own. An entry that is taken is
-- thus not looked at again until its lease is over. again_at is the first
-- wake-up since the entry was taken, rises_at when it has waited so long that it
-- moves up one lane.
CREATE TABLE repricer_due (
    product_id BIGINT PRIMARY KEY,
    team_id BIGINT NOT NULL,
    lane BIGINT NOT NULL,
    pace BIGINT NOT NULL,
    due_at BIGINT,
    rises_at BIGINT NOT NULL,
    enqueued_at BIGINT NOT NULL,
    woken_by TEXT NOT NULL,
    at_once {{.Bool}} NOT NULL,
    offers {{.Bytes}},
    offers_at BIGINT,
    again_at BIGINT,
    lease_owner TEXT
);
CREATE INDEX repricer_due_lane_idx ON repricer_due (lane, due_at, product_id);
CREATE INDEX repricer_due_team_idx ON repricer_due (lane, team_id, due_at, product_id);
CREATE INDEX repricer_due_rises_idx ON repricer_due (rises_at) WHERE lane > 0;
