DROP VIEW v_inventory_products;
DROP TABLE purchasing_movements;
DROP TABLE purchasing_stock;
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
    + CASE WHEN reorder_point IS NOT NULL AND on_hand <= reorder_point THEN 8 ELSE 0 END
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
ALTER TABLE inventory_products DROP COLUMN in_warehouse;
ALTER TABLE inventory_products DROP COLUMN on_order;
