-- Times are microseconds since 1970 in UTC; cursor_at and watermark are times
-- of the marketplace's clock.

-- The readings of seller accounts. Their ids only grow: SKUs remember the last
-- that saw them.
CREATE TABLE inventory_sync_runs (
    id {{.ID}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    connection_id BIGINT NOT NULL REFERENCES connections (id),
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    kind {{.Text}} NOT NULL,
    state {{.Text}} NOT NULL,
    phase TEXT NOT NULL,
    cursor_at BIGINT,
    after_sku {{.Text}} NOT NULL,
    stock_since BIGINT,
    watermark BIGINT,
    marked {{.Bool}} NOT NULL,
    seen BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    beyond BIGINT NOT NULL,
    error_code TEXT,
    holder TEXT NOT NULL,
    lease_until BIGINT,
    requested_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
-- Of each kind one run of a target at a time.
CREATE UNIQUE INDEX inventory_sync_runs_connection_id_marketplace_id_kind_key
    ON inventory_sync_runs (connection_id, marketplace_id, kind) WHERE ended_at IS NULL;
CREATE INDEX inventory_sync_runs_target_idx
    ON inventory_sync_runs (team_id, connection_id, marketplace_id, kind, state, id);

-- The runs tell when a connection was synced last.
ALTER TABLE connections DROP COLUMN last_sync_at;
