-- Amounts are ten-thousandths, times are microseconds since 1970 in UTC.

-- Drafts and what the marketplace shows. attributes and issues are JSON texts:
-- attributes go on to the marketplace as they were given. What lies between
-- seen_run and changed_at is what a sync knows of the row.
CREATE TABLE inventory_listings (
    id {{.ID}},
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

    -- Rows that look alike to the filters with few values, none for those that
    -- are deleted; see inventory_skus.
    facet {{.Text}} GENERATED ALWAYS AS (
        CASE WHEN deleted_at IS NULL THEN
            marketplace_id || '|' || status || '|' || fulfillment_channel || '|' || condition || '|' ||
            COALESCE(restriction_status, '') || '|' || source_kind
        END) STORED
);
CREATE UNIQUE INDEX inventory_listings_team_id_seller_id_marketplace_id_sku_key
    ON inventory_listings (team_id, seller_id, marketplace_id, sku) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_created_idx ON inventory_listings (team_id, facet, created_at, id);
CREATE INDEX inventory_listings_updated_idx ON inventory_listings (team_id, facet, updated_at, id);
CREATE INDEX inventory_listings_sku_idx ON inventory_listings (team_id, facet, sku, id);
CREATE INDEX inventory_listings_price_idx ON inventory_listings (team_id, facet, price, id);
CREATE INDEX inventory_listings_status_idx ON inventory_listings (team_id, facet, status, id);
CREATE INDEX inventory_listings_name_idx ON inventory_listings (team_id, sku) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_asin_idx ON inventory_listings (team_id, asin) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_product_idx ON inventory_listings (team_id, inventory_product_id)
    WHERE inventory_product_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX inventory_listings_source_idx ON inventory_listings (team_id, source_id)
    WHERE source_id IS NOT NULL AND deleted_at IS NULL;

-- What the free text search looks at: SKU and ASIN, folded.
{{if .Postgres}}
CREATE TABLE inventory_listing_texts (
    listing_id BIGINT PRIMARY KEY REFERENCES inventory_listings (id),
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL
);
CREATE INDEX inventory_listing_texts_grams_idx ON inventory_listing_texts USING gin (inventory_grams(team_id, search));
{{else}}
CREATE VIRTUAL TABLE inventory_listing_texts USING fts5 (search, tokenize = 'trigram case_sensitive 1', detail = none);
{{end}}

-- The numbers that SKU templates have been given, one row per team. Its lock
-- also keeps two calls from making listings at once.
CREATE TABLE inventory_listing_numbers (
    team_id BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
