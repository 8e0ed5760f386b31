-- expand
-- Lists by the time of the last change, with removed records. Removing a record is its last
-- change. Live and removed records have indexes of their own, so that lists of live records keep
-- theirs.
CREATE INDEX purchasing_suppliers_updated_idx ON purchasing_suppliers (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_warehouses_updated_idx ON purchasing_warehouses (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX annotation_tags_updated_idx ON annotation_tags (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX imports_updated_idx ON imports (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX exchange_rates_updated_idx ON exchange_rates (team_id, updated_at, id) WHERE deleted_at IS NULL;
UPDATE documents SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX documents_removed_idx ON documents (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE inventory_products SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX inventory_products_removed_idx ON inventory_products (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE inventory_listings SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX inventory_listings_removed_idx ON inventory_listings (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE repricer_strategies SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX repricer_strategies_removed_idx ON repricer_strategies (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE repricer_products SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX repricer_products_removed_idx ON repricer_products (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE purchasing_suppliers SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX purchasing_suppliers_removed_idx ON purchasing_suppliers (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE purchasing_warehouses SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX purchasing_warehouses_removed_idx ON purchasing_warehouses (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE purchasing_offers SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX purchasing_offers_removed_idx ON purchasing_offers (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE purchasing_orders SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX purchasing_orders_removed_idx ON purchasing_orders (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE annotation_tags SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX annotation_tags_removed_idx ON annotation_tags (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE annotation_notes SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX annotation_notes_removed_idx ON annotation_notes (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE imports SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX imports_removed_idx ON imports (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
UPDATE exchange_rates SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX exchange_rates_removed_idx ON exchange_rates (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX pricelist_analyses_updated_idx ON pricelist_analyses (team_id, updated_at, id) WHERE deleted_at IS NULL;
UPDATE pricelist_analyses SET updated_at = deleted_at WHERE deleted_at > updated_at;
CREATE INDEX pricelist_analyses_removed_idx ON pricelist_analyses (team_id, updated_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX inventory_skus_hidden_idx ON inventory_skus (team_id, updated_at, id) WHERE hidden;
