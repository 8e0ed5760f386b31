-- Amounts and percentages are ten-thousandths, times are microseconds and days
-- are days since 1970 in UTC.

-- What lies between asin and stock_at is the marketplace's, from min_price to
-- hidden the team's own, and from unit_cost to units_per_sale derived from cost
-- layers and matches. observed_at is when the listing was read last, listed_at
-- when the marketplace says it changed it, stock_at when its stock was read.
-- title_key is the folded beginning of the title, to sort by.
CREATE TABLE inventory_skus (
    id {{.ID}},
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    connection_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    sku {{.Text}} NOT NULL,

    asin {{.Text}} NOT NULL,
    fnsku {{.Text}},
    title TEXT,
    title_key {{.Text}},
    image_url TEXT,
    condition {{.Text}} NOT NULL,
    fulfillment_channel {{.Text}} NOT NULL,
    listing_status {{.Text}} NOT NULL,
    price BIGINT,
    currency TEXT NOT NULL,
    fulfillable BIGINT,
    inbound BIGINT,
    reserved BIGINT,
    unfulfillable BIGINT,
    listed_at BIGINT,
    stock_at BIGINT,

    min_price BIGINT,
    max_price BIGINT,
    map_price BIGINT,
    supplier_id BIGINT,
    hidden {{.Bool}} NOT NULL,

    unit_cost BIGINT,
    cost_turns_on BIGINT,
    matches_count BIGINT NOT NULL,
    inventory_product_id BIGINT,
    units_per_sale BIGINT NOT NULL,

    seen_run BIGINT NOT NULL,
    last_synced_at BIGINT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,

    -- Rows that look alike to the filters with few values are a group. A page of
    -- any of these filters is a merge of the beginnings of some groups, however few
    -- or many rows they have.
    facet {{.Text}} NOT NULL GENERATED ALWAYS AS (
        marketplace_id || '|' || listing_status || '|' || fulfillment_channel || '|' || condition || '|' ||
        CASE WHEN unit_cost IS NULL THEN '0' ELSE '1' END || '|' ||
        CASE WHEN matches_count = 0 THEN '0' ELSE '1' END || '|' ||
        CASE WHEN hidden THEN '1' ELSE '0' END) STORED
);
CREATE UNIQUE INDEX inventory_skus_team_id_seller_id_marketplace_id_sku_key
    ON inventory_skus (team_id, seller_id, marketplace_id, sku);
-- Each order has two ways: along all SKUs that are not hidden, and along a group.
-- SQLite looks at hidden although the index says what it is, so it stands there.
-- Costs rise with prices, so the SKUs in a range of prices stand far from either
-- end in the order of the costs: their costs are read from the index of prices.
CREATE INDEX inventory_skus_sku_idx ON inventory_skus (team_id, sku, id{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_title_idx ON inventory_skus (team_id, title_key, id{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_price_idx ON inventory_skus (team_id, price, id, unit_cost{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_cost_idx ON inventory_skus (team_id, unit_cost, id{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_stock_idx ON inventory_skus (team_id, fulfillable, id{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_updated_idx ON inventory_skus (team_id, updated_at, id{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_facet_sku_idx ON inventory_skus (team_id, facet, sku, id);
CREATE INDEX inventory_skus_facet_title_idx ON inventory_skus (team_id, facet, title_key, id);
CREATE INDEX inventory_skus_facet_price_idx ON inventory_skus (team_id, facet, price, id, unit_cost);
CREATE INDEX inventory_skus_facet_cost_idx ON inventory_skus (team_id, facet, unit_cost, id);
CREATE INDEX inventory_skus_facet_stock_idx ON inventory_skus (team_id, facet, fulfillable, id);
CREATE INDEX inventory_skus_facet_updated_idx ON inventory_skus (team_id, facet, updated_at, id);
CREATE INDEX inventory_skus_name_idx ON inventory_skus (team_id, sku);
CREATE INDEX inventory_skus_asin_idx ON inventory_skus (team_id, asin);
CREATE INDEX inventory_skus_fnsku_idx ON inventory_skus (team_id, fnsku) WHERE fnsku IS NOT NULL;
CREATE INDEX inventory_skus_product_idx ON inventory_skus (team_id, inventory_product_id)
    WHERE inventory_product_id IS NOT NULL;
-- The owners whose cost changes by itself.
CREATE INDEX inventory_skus_turns_idx ON inventory_skus (cost_turns_on, id) WHERE cost_turns_on IS NOT NULL;

-- What the free text search looks at: SKU, ASIN, FNSKU and title, folded. It
-- stands apart because prices and stock change every hour and texts hardly ever.
-- Texts are found by their grams: every two and three characters that follow
-- each other, under the team's number.
{{if .Postgres}}
-- The cost keeps Postgres from making them anew for a whole table, the rest from
-- compiling the statement and starting workers for a search that takes less.
CREATE FUNCTION inventory_grams(team BIGINT, text_of TEXT) RETURNS TEXT[]
    LANGUAGE sql IMMUTABLE COST 100
    AS $$ SELECT array(
        SELECT team || ' ' || substr(text_of, place, size)
        FROM generate_series(1, length(text_of) - 1) AS place, (VALUES (2), (3)) AS sizes (size)) $$;
CREATE TABLE inventory_sku_texts (
    sku_id BIGINT PRIMARY KEY,
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL
);
CREATE INDEX inventory_sku_texts_grams_idx ON inventory_sku_texts USING gin (inventory_grams(team_id, search));
{{else}}
CREATE TABLE inventory_sku_texts (
    sku_id INTEGER PRIMARY KEY,
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL
);
CREATE VIRTUAL TABLE inventory_sku_grams
    USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none);
{{end}}
-- What a SKU or an inventory product (owner_kind sku, product) cost from which
-- day to which, both included; ends is null while no end is known. Layers of one
-- owner do not overlap.
CREATE TABLE inventory_cost_layers (
    team_id BIGINT NOT NULL,
    owner_kind {{.Text}} NOT NULL,
    owner_id BIGINT NOT NULL,
    starts BIGINT NOT NULL,
    ends BIGINT,
    unit_cost BIGINT NOT NULL,
    prep_cost BIGINT NOT NULL,
    inbound_shipping BIGINT NOT NULL,
    other_cost BIGINT NOT NULL,
    vat_rate BIGINT,
    currency TEXT NOT NULL,
    source_kind TEXT NOT NULL,
    source_id BIGINT,
    PRIMARY KEY (team_id, owner_kind, owner_id, starts)
);
