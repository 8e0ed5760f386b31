-- Times are microseconds since 1970 in UTC, amounts in columns ten-thousandths. body has all
-- members of a record; columns have the members that lists filter and sort by. Columns with names
-- that end with _key are folded, search too.

-- Orders write open_orders and last_order_at. Suppliers are probably the same if tax_key,
-- domain_key or twin_key are equal; twin_key is the name without the form of the company.
CREATE TABLE purchasing_suppliers (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    open_orders BIGINT NOT NULL,
    last_order_at BIGINT,
    name TEXT NOT NULL,
    name_key {{.Text}} NOT NULL,
    code_key {{.Text}},
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    country TEXT,
    currency TEXT,
    tax_key TEXT NOT NULL,
    domain_key TEXT NOT NULL,
    twin_key TEXT NOT NULL,
    search TEXT NOT NULL
);
CREATE UNIQUE INDEX purchasing_suppliers_team_id_name_key_key ON purchasing_suppliers (team_id, name_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX purchasing_suppliers_team_id_code_key_key ON purchasing_suppliers (team_id, code_key) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_suppliers_name_idx ON purchasing_suppliers (team_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_suppliers_created_idx ON purchasing_suppliers (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_suppliers_ordered_idx ON purchasing_suppliers (team_id, last_order_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_suppliers_id_idx ON purchasing_suppliers (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_suppliers_tax_idx ON purchasing_suppliers (team_id, tax_key) WHERE deleted_at IS NULL AND tax_key <> '';
CREATE INDEX purchasing_suppliers_domain_idx ON purchasing_suppliers (team_id, domain_key) WHERE deleted_at IS NULL AND domain_key <> '';
CREATE INDEX purchasing_suppliers_twin_idx ON purchasing_suppliers (team_id, twin_key) WHERE deleted_at IS NULL AND twin_key <> '';

-- Names, domains and tax numbers on invoices. No two suppliers of a team share an alias.
CREATE TABLE purchasing_aliases (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    alias_key {{.Text}} NOT NULL,
    supplier_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, alias_key)
);
CREATE INDEX purchasing_aliases_supplier_idx ON purchasing_aliases (team_id, supplier_id);

-- Where goods are received and kept. One of a team's is the default.
CREATE TABLE purchasing_warehouses (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    name TEXT NOT NULL,
    name_key {{.Text}} NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    country TEXT,
    is_default {{.Bool}} NOT NULL,
    sells_directly {{.Bool}} NOT NULL
);
CREATE UNIQUE INDEX purchasing_warehouses_team_id_name_key_key ON purchasing_warehouses (team_id, name_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX purchasing_warehouses_team_id_key ON purchasing_warehouses (team_id) WHERE is_default AND deleted_at IS NULL;
CREATE INDEX purchasing_warehouses_name_idx ON purchasing_warehouses (team_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_warehouses_created_idx ON purchasing_warehouses (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_warehouses_id_idx ON purchasing_warehouses (team_id, id) WHERE deleted_at IS NULL;

-- The operator's catalogue of prep providers, for all teams. services has each word
-- between commas.
CREATE TABLE purchasing_prep_providers (
    id {{.ID}},
    body {{.JSON}} NOT NULL,
    name_key {{.Text}} NOT NULL,
    country {{.Text}} NOT NULL,
    services TEXT NOT NULL,
    search TEXT NOT NULL
);
CREATE UNIQUE INDEX purchasing_prep_providers_name_key_country_key ON purchasing_prep_providers (name_key, country);
CREATE INDEX purchasing_prep_providers_name_idx ON purchasing_prep_providers (name_key, id);

-- Suppliers' prices of a thing. Matches set product_id. Orders write last_ordered_cost and
-- last_ordered_at. cost_change is in ten-thousandths of a percent.
CREATE TABLE purchasing_offers (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    last_ordered_cost BIGINT,
    last_ordered_at BIGINT,
    supplier_id BIGINT NOT NULL,
    supplier_sku_key {{.Text}},
    product_id BIGINT,
    asin {{.Text}},
    title_key {{.Text}},
    unit_cost BIGINT NOT NULL,
    cost_change BIGINT,
    status TEXT NOT NULL,
    availability TEXT NOT NULL,
    preferred {{.Bool}} NOT NULL,
    last_seen_at BIGINT,
    search TEXT NOT NULL
);
CREATE UNIQUE INDEX purchasing_offers_team_id_supplier_id_supplier_sku_key_key
    ON purchasing_offers (team_id, supplier_id, supplier_sku_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX purchasing_offers_team_id_product_id_key ON purchasing_offers (team_id, product_id) WHERE preferred AND deleted_at IS NULL;
CREATE INDEX purchasing_offers_product_idx ON purchasing_offers (team_id, product_id, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_asin_idx ON purchasing_offers (team_id, asin) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_supplier_idx ON purchasing_offers (team_id, supplier_id, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_id_idx ON purchasing_offers (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_created_idx ON purchasing_offers (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_updated_idx ON purchasing_offers (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_cost_idx ON purchasing_offers (team_id, unit_cost, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_change_idx ON purchasing_offers (team_id, cost_change, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_seen_idx ON purchasing_offers (team_id, last_seen_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_offers_title_idx ON purchasing_offers (team_id, title_key, id) WHERE deleted_at IS NULL;

CREATE TABLE purchasing_offer_gtins (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    gtin14 {{.Text}} NOT NULL,
    offer_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, gtin14, offer_id)
);
CREATE INDEX purchasing_offer_gtins_offer_idx ON purchasing_offer_gtins (team_id, offer_id);

-- The cost of an offer from a time on.
CREATE TABLE purchasing_offer_prices (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    offer_id BIGINT NOT NULL,
    starts BIGINT NOT NULL,
    unit_cost BIGINT NOT NULL,
    currency TEXT NOT NULL,
    source TEXT NOT NULL,
    source_id BIGINT,
    PRIMARY KEY (team_id, offer_id, starts)
);

-- From whom products are usually bought and where they are received.
ALTER TABLE inventory_products ADD COLUMN default_supplier_id BIGINT;
ALTER TABLE inventory_products ADD COLUMN default_warehouse_id BIGINT;
CREATE INDEX inventory_products_supplier_idx ON inventory_products (team_id, default_supplier_id) WHERE default_supplier_id IS NOT NULL;
CREATE INDEX inventory_products_warehouse_idx ON inventory_products (team_id, default_warehouse_id) WHERE default_warehouse_id IS NOT NULL;
CREATE INDEX inventory_skus_supplier_idx ON inventory_skus (team_id, supplier_id) WHERE supplier_id IS NOT NULL;

-- Members of records that lists of other contexts show.
CREATE VIEW v_purchasing_names AS
    SELECT team_id, 'supplier_id' AS kind, id, name FROM purchasing_suppliers WHERE deleted_at IS NULL
    UNION ALL SELECT team_id, 'warehouse_id', id, name FROM purchasing_warehouses WHERE deleted_at IS NULL;
