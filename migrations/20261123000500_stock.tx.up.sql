-- Units on order and in warehouses are counted by orders and the stock ledger. A product is low
-- in stock by its units in stock and on order, so traits (see 20261122000300) is made again, with
-- the indexes that have it.
ALTER TABLE inventory_products ADD COLUMN on_order BIGINT NOT NULL DEFAULT 0;
ALTER TABLE inventory_products ADD COLUMN in_warehouse BIGINT NOT NULL DEFAULT 0;
DROP INDEX inventory_products_created_idx;
DROP INDEX inventory_products_updated_idx;
DROP INDEX inventory_products_title_idx;
DROP INDEX inventory_products_brand_idx;
DROP INDEX inventory_products_cost_idx;
DROP INDEX inventory_products_on_hand_idx;
DROP INDEX inventory_products_traits_idx;
DROP INDEX inventory_products_brands_idx;
DROP INDEX inventory_products_categories_idx;
ALTER TABLE inventory_products DROP COLUMN traits;
ALTER TABLE inventory_products ADD COLUMN traits BIGINT NOT NULL GENERATED ALWAYS AS (
    CASE WHEN status = 'archived' THEN 1 ELSE 0 END
    + CASE WHEN unit_cost IS NOT NULL THEN 2 ELSE 0 END
    + CASE WHEN matches_count > 0 THEN 4 ELSE 0 END
    + CASE WHEN reorder_point IS NOT NULL AND on_hand + inbound + in_warehouse + on_order <= reorder_point THEN 8 ELSE 0 END
    + CASE hazmat WHEN 'no' THEN 16 WHEN 'yes' THEN 32 ELSE 0 END
) {{.Computed}};
CREATE INDEX inventory_products_created_idx ON inventory_products (team_id, created_at, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_updated_idx ON inventory_products (team_id, updated_at, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_title_idx ON inventory_products (team_id, title_key, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_brand_idx ON inventory_products (team_id, brand_key, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_cost_idx ON inventory_products (team_id, unit_cost, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_on_hand_idx ON inventory_products (team_id, on_hand, id, traits) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_traits_idx ON inventory_products (team_id, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_brands_idx
    ON inventory_products (team_id, brand_key, category_key, traits, marketplaces) WHERE deleted_at IS NULL;
CREATE INDEX inventory_products_categories_idx
    ON inventory_products (team_id, category_key, brand_key, traits, marketplaces) WHERE deleted_at IS NULL;

-- The units of products in warehouses: the sums of the movements.
CREATE TABLE purchasing_stock (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    warehouse_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    units BIGINT NOT NULL CHECK (units >= 0),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX purchasing_stock_team_id_warehouse_id_product_id_key ON purchasing_stock (team_id, warehouse_id, product_id);
CREATE INDEX purchasing_stock_product_idx ON purchasing_stock (team_id, product_id);
CREATE INDEX purchasing_stock_id_idx ON purchasing_stock (team_id, id) WHERE units <> 0;
CREATE INDEX purchasing_stock_created_idx ON purchasing_stock (team_id, created_at, id) WHERE units <> 0;
CREATE INDEX purchasing_stock_updated_idx ON purchasing_stock (team_id, updated_at, id) WHERE units <> 0;
CREATE INDEX purchasing_stock_units_idx ON purchasing_stock (team_id, units, id) WHERE units <> 0;

-- Units that came into a warehouse, or left it (below 0). Lines are only added.
CREATE TABLE purchasing_movements (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    warehouse_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    units BIGINT NOT NULL,
    receipt_id BIGINT,
    reference TEXT,
    reason TEXT,
    user_id BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX purchasing_movements_product_idx ON purchasing_movements (team_id, product_id, id);

-- Members of products that lists of other contexts show and search.
CREATE VIEW v_inventory_products AS
    SELECT team_id, id, title, search FROM inventory_products WHERE deleted_at IS NULL;
