-- Amounts are ten-thousandths, times are microseconds and days are days since
-- 1970 in UTC.

-- The keys are folded texts, by which lists sort and filter. unit_cost to
-- cost_turns_on show the cost layer in force; on_hand to reserved are counted
-- from the matched SKUs after each sync and each change of matches.
-- marketplaces is empty or |A|B|, in the order of the ids: where the product is
-- known by its ASINs and matches.
--
-- traits puts every yes and no of a product into one small number, so that one
-- index serves all filters and counts about them: 1 archived, 2 has a cost, 4 is
-- matched, 8 is low in stock, and 16 or 32 is not or is dangerous.
CREATE TABLE inventory_products (
    id {{.ID}},
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
-- The values of the filters are counted in these alone.
CREATE INDEX inventory_products_traits_idx ON inventory_products (team_id, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_brands_idx
    ON inventory_products (team_id, brand_key, category_key, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_categories_idx
    ON inventory_products (team_id, category_key, brand_key, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_turns_idx ON inventory_products (cost_turns_on, id)
    WHERE cost_turns_on IS NOT NULL AND deleted_at IS NULL;

-- Every two and three characters that follow each other in search, with the
-- team's number, to find texts by. It stands apart because the units change with
-- each sync and texts hardly ever.
{{if .Postgres}}
CREATE TABLE inventory_product_grams (
    product_id BIGINT PRIMARY KEY,
    team_id BIGINT NOT NULL,
    grams TEXT[] NOT NULL
);
CREATE INDEX inventory_product_grams_idx ON inventory_product_grams USING gin (grams);
{{else}}
CREATE VIRTUAL TABLE inventory_product_grams
    USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none);
{{end}}
-- The codes (14 digits) and ASINs of live products, to find them by. That a
-- code belongs to one product is a rule with exceptions, which writers hold to
-- one after the other.
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

-- What live products are matched with. target_id is 0 for an ASIN; sku, asin
-- and marketplace_id are copied from the target, confidence is in
-- ten-thousandths.
CREATE TABLE inventory_matches (
    id {{.ID}},
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

-- SKUs that a user took away from a product: not to be tied to it again by the
-- program.
CREATE TABLE inventory_match_refusals (
    team_id BIGINT NOT NULL,
    sku_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, sku_id, product_id)
);
