-- Purchase orders. Days count from 1970, rate is in hundred-millionths and known where the two
-- currencies differ. costing is set while costs still have to be written.
CREATE TABLE purchasing_orders (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    costing {{.Bool}} NOT NULL,
    number_key {{.Text}} NOT NULL,
    status {{.Text}} NOT NULL,
    supplier_id BIGINT NOT NULL,
    warehouse_id BIGINT NOT NULL,
    assignee_id BIGINT,
    currency TEXT NOT NULL,
    cost_currency TEXT NOT NULL,
    rate BIGINT,
    order_date BIGINT,
    expected_date BIGINT,
    ordered_at BIGINT,
    total BIGINT,
    payment_status TEXT NOT NULL,
    on_hold {{.Bool}} NOT NULL,
    items_open BIGINT NOT NULL,
    items_over BIGINT NOT NULL,
    reference_key {{.Text}},
    search TEXT NOT NULL
);
CREATE UNIQUE INDEX purchasing_orders_team_id_number_key_key ON purchasing_orders (team_id, number_key) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_id_idx ON purchasing_orders (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_created_idx ON purchasing_orders (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_updated_idx ON purchasing_orders (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_number_idx ON purchasing_orders (team_id, number_key, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_date_idx ON purchasing_orders (team_id, order_date, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_expected_idx ON purchasing_orders (team_id, expected_date, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_total_idx ON purchasing_orders (team_id, total, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_status_idx ON purchasing_orders (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_status_created_idx ON purchasing_orders (team_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_supplier_idx ON purchasing_orders (team_id, supplier_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_warehouse_idx ON purchasing_orders (team_id, warehouse_id, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_assignee_idx ON purchasing_orders (team_id, assignee_id, id) WHERE deleted_at IS NULL AND assignee_id IS NOT NULL;
CREATE INDEX purchasing_orders_due_idx ON purchasing_orders (team_id, expected_date)
    WHERE deleted_at IS NULL AND status IN ('ordered', 'partially_received', 'received') AND items_open > 0;
CREATE INDEX purchasing_orders_reference_idx ON purchasing_orders (team_id, supplier_id, reference_key) WHERE deleted_at IS NULL AND reference_key IS NOT NULL;
CREATE INDEX purchasing_orders_rate_idx ON purchasing_orders (team_id, currency, cost_currency, ordered_at) WHERE deleted_at IS NULL AND rate IS NOT NULL;

-- Items of orders, also of deleted orders. serial counts the items that an order ever had, target
-- names the record with the cost that receipts write, identity is the digest of the ordered
-- thing.
CREATE TABLE purchasing_items (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    order_id BIGINT NOT NULL,
    serial BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    position BIGINT NOT NULL,
    product_id BIGINT,
    sku_id BIGINT,
    offer_id BIGINT,
    target_kind {{.Text}} NOT NULL,
    target_id BIGINT NOT NULL,
    sku {{.Text}},
    asin {{.Text}},
    marketplace_id TEXT,
    supplier_sku_key {{.Text}},
    gtin14 {{.Text}},
    title_key {{.Text}},
    quantity BIGINT NOT NULL,
    unit_cost BIGINT,
    outstanding BIGINT NOT NULL,
    over BIGINT NOT NULL,
    identity {{.Text}} NOT NULL,
    search TEXT NOT NULL
);
CREATE UNIQUE INDEX purchasing_items_team_id_order_id_serial_key ON purchasing_items (team_id, order_id, serial);
CREATE INDEX purchasing_items_order_idx ON purchasing_items (team_id, order_id, position, id);
CREATE INDEX purchasing_items_identity_idx ON purchasing_items (team_id, order_id, identity);
CREATE INDEX purchasing_items_product_idx ON purchasing_items (team_id, product_id) WHERE product_id IS NOT NULL;
CREATE INDEX purchasing_items_sku_id_idx ON purchasing_items (team_id, sku_id) WHERE sku_id IS NOT NULL;
CREATE INDEX purchasing_items_offer_idx ON purchasing_items (team_id, offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX purchasing_items_target_idx ON purchasing_items (team_id, target_kind, target_id);
CREATE INDEX purchasing_items_sku_idx ON purchasing_items (team_id, sku) WHERE sku IS NOT NULL;
CREATE INDEX purchasing_items_asin_idx ON purchasing_items (team_id, asin) WHERE asin IS NOT NULL;
CREATE INDEX purchasing_items_supplier_sku_idx ON purchasing_items (team_id, supplier_sku_key) WHERE supplier_sku_key IS NOT NULL;
CREATE INDEX purchasing_items_gtin_idx ON purchasing_items (team_id, gtin14) WHERE gtin14 IS NOT NULL;

-- Received, corrected and returned units of items: lines are only added. line counts the lines of
-- an item. stock_before is the stock of the target before the day's first receipt.
CREATE TABLE purchasing_receipts (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    order_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    line BIGINT NOT NULL,
    target_kind {{.Text}} NOT NULL,
    target_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    accepted BIGINT NOT NULL,
    rejected BIGINT NOT NULL,
    reason TEXT,
    reference TEXT,
    warehouse_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    stock_before BIGINT,
    cost_written {{.Bool}} NOT NULL,
    cost_note TEXT NOT NULL,
    user_id BIGINT,
    at BIGINT NOT NULL
);
CREATE UNIQUE INDEX purchasing_receipts_team_id_item_id_line_key ON purchasing_receipts (team_id, item_id, line);
CREATE INDEX purchasing_receipts_order_idx ON purchasing_receipts (team_id, order_id, id);
CREATE INDEX purchasing_receipts_target_idx ON purchasing_receipts (team_id, target_kind, target_id, day);

-- The last number that an order of the team got.
CREATE TABLE purchasing_counters (
    team_id BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);

-- Members that lists of other contexts filter by.
CREATE VIEW v_document_targets AS
    SELECT t.team_id, t.kind, t.target_id, t.document_id FROM document_targets AS t
    JOIN documents AS d ON d.team_id = t.team_id AND d.id = t.document_id WHERE d.deleted_at IS NULL;
