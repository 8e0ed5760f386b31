-- Amounts and percentages are ten-thousandths, times are microseconds and days
-- are days since 1970 in UTC.

-- The marketplace gives the columns from asin to stock_at, the team those from
-- min_price to hidden. Those from unit_cost to units_per_sale follow from cost
-- layers and matches. listed_at is when the marketplace changed the listing,
-- stock_at when its stock was read. Lists sort by title_key, the folded beginning
-- of the title.
CREATE TABLE inventory_skus (
    id {{.IDInTeam}},
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

    -- Rows with the same values in the filters with few values are a group. A page
    -- of these filters is merged from the beginnings of groups.
    facet {{.Text}} NOT NULL GENERATED ALWAYS AS (
        marketplace_id || '|' || listing_status || '|' || fulfillment_channel || '|' || condition || '|' ||
        CASE WHEN unit_cost IS NULL THEN '0' ELSE '1' END || '|' ||
        CASE WHEN matches_count = 0 THEN '0' ELSE '1' END || '|' ||
        CASE WHEN hidden THEN '1' ELSE '0' END) STORED
);
CREATE UNIQUE INDEX inventory_skus_team_id_seller_id_marketplace_id_sku_key
    ON inventory_skus (team_id, seller_id, marketplace_id, sku);
-- Each order has two indexes: along all SKUs that are not hidden, and along a group. SQLite reads
-- hidden although the condition of the index implies it, so the index has it. The index of prices
-- has the costs too: SKUs in a range of prices are far from both ends in the order of costs.
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
-- SKUs with a cost that changes on a day.
CREATE INDEX inventory_skus_turns_idx ON inventory_skus (cost_turns_on, id) WHERE cost_turns_on IS NOT NULL;

-- The texts of the free text search: SKU, ASIN, FNSKU and title, folded. Prices
-- and stock change every hour, texts hardly ever, so texts have a table of their
-- own. They are found by their grams: the team's number with every two and three
-- characters in a row.
{{if .Postgres}}
-- The cost keeps Postgres from computing grams for a whole table in a search.
CREATE FUNCTION inventory_grams(team BIGINT, text_of TEXT) RETURNS TEXT[]
    LANGUAGE sql IMMUTABLE COST 100
    AS $$ SELECT array(
        SELECT team || ' ' || substr(text_of, place, size)
        FROM generate_series(1, length(text_of) - 1) AS place, (VALUES (2), (3)) AS sizes (size)) $$;
CREATE TABLE inventory_sku_texts (
    sku_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL,
    PRIMARY KEY (team_id, sku_id)
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

-- The cost of a SKU or an inventory product (owner_kind sku, product) from the
-- day starts to the day ends, both included. ends is null while no end is known.
-- Layers of one owner do not overlap.
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

-- Lists sort and filter by the keys, which are folded texts. unit_cost to
-- cost_turns_on show the cost layer in force. on_hand to reserved are counted from
-- the matched SKUs after each sync and each change of matches. marketplaces is
-- empty or |A|B|, in the order of the ids: where ASINs and matches of the product
-- are.
--
-- traits has every yes and no of a product as a bit, so one index serves all these
-- filters and counts: 1 archived, 2 has a cost, 4 is matched, 8 is low in stock,
-- 16 is not dangerous, 32 is dangerous.
CREATE TABLE inventory_products (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    title_key {{.Text}} NOT NULL,
    brand TEXT,
    brand_key {{.Text}},
    category TEXT,
    category_key {{.Text}},
    status TEXT NOT NULL,
    hazmat TEXT NOT NULL,
    reorder_point BIGINT,
    body {{.JSON}} NOT NULL,

    unit_cost BIGINT,
    currency TEXT,
    cost_source TEXT,
    cost_source_id BIGINT,
    cost_as_of BIGINT,
    cost_turns_on BIGINT,
    on_hand BIGINT NOT NULL,
    inbound BIGINT NOT NULL,
    reserved BIGINT NOT NULL,
    matches_count BIGINT NOT NULL,
    marketplaces {{.Text}} NOT NULL,

    search TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,

    traits BIGINT NOT NULL GENERATED ALWAYS AS (
        CASE WHEN status = 'archived' THEN 1 ELSE 0 END
        + CASE WHEN unit_cost IS NOT NULL THEN 2 ELSE 0 END
        + CASE WHEN matches_count > 0 THEN 4 ELSE 0 END
        + CASE WHEN reorder_point IS NOT NULL AND on_hand <= reorder_point THEN 8 ELSE 0 END
        + CASE hazmat WHEN 'no' THEN 16 WHEN 'yes' THEN 32 ELSE 0 END
    ) STORED
);
CREATE INDEX inventory_products_team_idx ON inventory_products (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_created_idx ON inventory_products (team_id, created_at, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_updated_idx ON inventory_products (team_id, updated_at, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_title_idx ON inventory_products (team_id, title_key, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_brand_idx ON inventory_products (team_id, brand_key, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_cost_idx ON inventory_products (team_id, unit_cost, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_on_hand_idx ON inventory_products (team_id, on_hand, id, traits) WHERE deleted_at IS NULL;
-- Facets are counted in these indexes alone.
CREATE INDEX inventory_products_traits_idx ON inventory_products (team_id, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_brands_idx
    ON inventory_products (team_id, brand_key, category_key, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_categories_idx
    ON inventory_products (team_id, category_key, brand_key, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_turns_idx ON inventory_products (cost_turns_on, id)
    WHERE cost_turns_on IS NOT NULL AND deleted_at IS NULL;

-- The grams of search: the team's number with every run of 1, 2 and 3 characters. Units change
-- with each sync, texts hardly ever, so grams have a table of their own.
{{if .Postgres}}
CREATE TABLE inventory_product_grams (
    product_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    grams TEXT[] NOT NULL,
    PRIMARY KEY (team_id, product_id)
);
CREATE INDEX inventory_product_grams_idx ON inventory_product_grams USING gin (grams);
{{else}}
CREATE VIRTUAL TABLE inventory_product_grams
    USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none);
{{end}}

-- The codes (14 digits) and ASINs of live products, to find products by. A code
-- belongs to one product, with exceptions, so no index enforces it: writers take
-- turns and check.
CREATE TABLE inventory_product_gtins (
    team_id BIGINT NOT NULL,
    gtin {{.Text}} NOT NULL,
    product_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, gtin, product_id)
);
CREATE INDEX inventory_product_gtins_product_idx ON inventory_product_gtins (product_id);
CREATE TABLE inventory_product_asins (
    team_id BIGINT NOT NULL,
    asin {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    product_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, asin, marketplace_id, product_id)
);
CREATE INDEX inventory_product_asins_product_idx ON inventory_product_asins (product_id);

-- The matches of live products. target_id is 0 for an ASIN. sku, asin and
-- marketplace_id are copied from the target. confidence is in ten-thousandths.
CREATE TABLE inventory_matches (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    target_type {{.Text}} NOT NULL,
    target_id BIGINT NOT NULL,
    sku {{.Text}} NOT NULL,
    asin {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    units_per_sale BIGINT NOT NULL,
    bundle {{.Bool}} NOT NULL,
    method TEXT NOT NULL,
    confidence BIGINT NOT NULL,
    created_by BIGINT,
    created_by_name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX inventory_matches_product_idx ON inventory_matches (team_id, product_id, id);
CREATE INDEX inventory_matches_target_idx ON inventory_matches (team_id, target_type, target_id, product_id);
CREATE INDEX inventory_matches_sku_idx ON inventory_matches (team_id, sku, product_id);
CREATE INDEX inventory_matches_asin_idx ON inventory_matches (team_id, asin, product_id);

-- SKUs that a user took away from a product. The program does not match them with
-- it again.
CREATE TABLE inventory_match_refusals (
    team_id BIGINT NOT NULL,
    sku_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, sku_id, product_id)
);

-- Drafts, and listings of the marketplace. attributes and issues are JSON texts: the marketplace
-- gets attributes unchanged. A sync writes seen_run to changed_at.
CREATE TABLE inventory_listings (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    sku {{.Text}} NOT NULL,

    kind {{.Text}} NOT NULL,
    status {{.Text}} NOT NULL,
    asin {{.Text}} NOT NULL,
    product_type TEXT,
    condition {{.Text}} NOT NULL,
    fulfillment_channel {{.Text}} NOT NULL,
    currency TEXT NOT NULL,
    price BIGINT,
    min_price BIGINT,
    max_price BIGINT,
    quantity BIGINT,
    inventory_product_id BIGINT,
    attributes TEXT NOT NULL,
    issues TEXT NOT NULL,
    restriction_status {{.Text}},
    restriction_checked_at BIGINT,
    submission_id TEXT,
    submission_result TEXT,
    submitted_at BIGINT,
    source_kind {{.Text}} NOT NULL,
    source_id BIGINT,

    seen_run BIGINT NOT NULL,
    seen_at BIGINT,
    changed_at BIGINT,

    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,

    -- The group of a row, see inventory_skus. A deleted row has none.
    facet {{.Text}} GENERATED ALWAYS AS (
        CASE WHEN deleted_at IS NULL THEN
            marketplace_id || '|' || status || '|' || fulfillment_channel || '|' || condition || '|' ||
            COALESCE(restriction_status, '') || '|' || source_kind
        END) STORED
);
CREATE UNIQUE INDEX inventory_listings_team_id_seller_id_marketplace_id_sku_key
    ON inventory_listings (team_id, seller_id, marketplace_id, sku) WHERE deleted_at IS NULL;
-- As with SKUs, each order has two indexes, and SQLite reads the column of the
-- condition.
CREATE INDEX inventory_listings_created_idx ON inventory_listings (team_id, facet, created_at, id);
CREATE INDEX inventory_listings_updated_idx ON inventory_listings (team_id, facet, updated_at, id);
CREATE INDEX inventory_listings_sku_idx ON inventory_listings (team_id, facet, sku, id);
CREATE INDEX inventory_listings_price_idx ON inventory_listings (team_id, facet, price, id);
CREATE INDEX inventory_listings_status_idx ON inventory_listings (team_id, facet, status, id);
CREATE INDEX inventory_listings_live_created_idx ON inventory_listings (team_id, created_at, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_updated_idx ON inventory_listings (team_id, updated_at, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_sku_idx ON inventory_listings (team_id, sku, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_price_idx ON inventory_listings (team_id, price, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_status_idx ON inventory_listings (team_id, status, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_name_idx ON inventory_listings (team_id, sku) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_asin_idx ON inventory_listings (team_id, asin) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_product_idx ON inventory_listings (team_id, inventory_product_id)
    WHERE inventory_product_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX inventory_listings_source_idx ON inventory_listings (team_id, source_id)
    WHERE source_id IS NOT NULL AND deleted_at IS NULL;

-- The texts of the free text search: SKU and ASIN, folded.
{{if .Postgres}}
CREATE TABLE inventory_listing_texts (
    listing_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL,
    PRIMARY KEY (team_id, listing_id),
    FOREIGN KEY (team_id, listing_id) REFERENCES inventory_listings (team_id, id)
);
CREATE INDEX inventory_listing_texts_grams_idx ON inventory_listing_texts USING gin (inventory_grams(team_id, search));
{{else}}
CREATE TABLE inventory_listing_texts (
    listing_id INTEGER PRIMARY KEY,
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL
);
CREATE VIRTUAL TABLE inventory_listing_grams
    USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none);
{{end}}

-- The last number that a SKU template of the team got. The lock of the row also
-- keeps two calls from making listings at once.
CREATE TABLE inventory_listing_numbers (
    team_id BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);

-- Syncs of seller accounts. Their ids only grow: a SKU has the last sync that saw it. cursor_at
-- and watermark are times of the marketplace's clock.
CREATE TABLE inventory_sync_runs (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    connection_id BIGINT NOT NULL,
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
    version BIGINT NOT NULL,
    FOREIGN KEY ({{.Team}}connection_id) REFERENCES connections ({{.Team}}id)
);
-- One open run of each kind and target. Names end at 63 characters on Postgres.
CREATE UNIQUE INDEX inventory_sync_runs_team_id_connection_id_marketplace_id_kind_k
    ON inventory_sync_runs (team_id, connection_id, marketplace_id, kind) WHERE ended_at IS NULL;
CREATE INDEX inventory_sync_runs_target_idx
    ON inventory_sync_runs (team_id, connection_id, marketplace_id, kind, state, id);
