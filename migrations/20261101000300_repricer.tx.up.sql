-- Amounts and percentages are ten-thousandths, times are microseconds since
-- 1970 in UTC.

-- One record per team, also after a reset: present is then false and the
-- version goes on counting.
CREATE TABLE repricer_settings (
    team_id BIGINT PRIMARY KEY,
    present {{.Bool}} NOT NULL,
    default_strategy_id BIGINT,
    body {{.JSON}} NOT NULL,
    version BIGINT NOT NULL,
    updated_at BIGINT
);

-- marketplaces is empty for everywhere, else |A|B|: so one text condition finds
-- the strategies that serve a marketplace, on both databases.
CREATE TABLE repricer_strategies (
    id {{.ID}},
    team_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    name_key {{.Text}} NOT NULL,
    search TEXT NOT NULL,
    type TEXT NOT NULL,
    enabled {{.Bool}} NOT NULL,
    marketplaces TEXT NOT NULL,
    body {{.JSON}} NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE UNIQUE INDEX repricer_strategies_team_id_name_key_key
    ON repricer_strategies (team_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX repricer_strategies_team_idx ON repricer_strategies (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_strategies_created_idx ON repricer_strategies (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_strategies_updated_idx ON repricer_strategies (team_id, updated_at, id) WHERE deleted_at IS NULL;

-- What lies between run_state and search is learnt from elsewhere and null
-- until then. search holds SKU, ASIN and title, folded.
CREATE TABLE repricer_products (
    id {{.ID}},
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    sku {{.Text}} NOT NULL,
    asin {{.Text}} NOT NULL,
    currency TEXT NOT NULL,

    strategy_id BIGINT,
    mode TEXT NOT NULL,
    reprice_priority TEXT NOT NULL,
    condition TEXT NOT NULL,
    min_price BIGINT,
    max_price BIGINT,
    max_change BIGINT,
    max_change_percent BIGINT,
    min_price_mode TEXT NOT NULL,
    target_roi BIGINT,
    target_margin BIGINT,
    min_price_markup BIGINT,
    min_price_markup_type TEXT NOT NULL,
    missing_cost_fallback TEXT NOT NULL,

    hold_reason TEXT,
    hold_since BIGINT,
    hold_details TEXT,
    run_state TEXT NOT NULL,

    title TEXT,
    fulfillment TEXT,
    quantity BIGINT,
    current_price BIGINT,
    shipping BIGINT,
    cost BIGINT,
    fee_referral_percent BIGINT,
    fee_referral_min BIGINT,
    fee_fixed BIGINT,
    vat_percent BIGINT,
    map_price BIGINT,
    buy_box_price BIGINT,
    buy_box_owner TEXT NOT NULL,
    buy_box_inferred {{.Bool}} NOT NULL,
    competitors_count BIGINT,
    buy_box_share_24h BIGINT,
    buy_box_share_7d BIGINT,
    next_due_at BIGINT,
    last_event_at BIGINT,
    offers_at BIGINT,

    search TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE UNIQUE INDEX repricer_products_team_id_seller_id_marketplace_id_sku_key
    ON repricer_products (team_id, seller_id, marketplace_id, sku) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_team_idx ON repricer_products (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_created_idx ON repricer_products (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_updated_idx ON repricer_products (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_strategy_idx ON repricer_products (team_id, strategy_id, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_price_idx ON repricer_products (team_id, current_price, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_share_idx ON repricer_products (team_id, buy_box_share_24h, id) WHERE deleted_at IS NULL;
{{if .Postgres}}
-- Unknown values come last in both directions, for which Postgres needs a
-- second index; SQLite walks the first one either way.
CREATE INDEX repricer_products_price_down_idx
    ON repricer_products (team_id, current_price DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_share_down_idx
    ON repricer_products (team_id, buy_box_share_24h DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
{{end}}
