DROP INDEX purchasing_suppliers_updated_idx;
DROP INDEX purchasing_warehouses_updated_idx;
DROP INDEX annotation_tags_updated_idx;
DROP INDEX imports_updated_idx;
DROP INDEX exchange_rates_updated_idx;
DROP INDEX documents_removed_idx;
DROP INDEX inventory_products_removed_idx;
DROP INDEX inventory_listings_removed_idx;
DROP INDEX repricer_strategies_removed_idx;
DROP INDEX repricer_products_removed_idx;
DROP INDEX purchasing_suppliers_removed_idx;
DROP INDEX purchasing_warehouses_removed_idx;
DROP INDEX purchasing_offers_removed_idx;
DROP INDEX purchasing_orders_removed_idx;
DROP INDEX annotation_tags_removed_idx;
DROP INDEX annotation_notes_removed_idx;
DROP INDEX imports_removed_idx;
DROP INDEX exchange_rates_removed_idx;
DROP INDEX inventory_skus_hidden_idx;
DROP VIEW exchange_known_rates;
CREATE VIEW exchange_known_rates AS
SELECT id, team_id, version, created_at, updated_at, deleted_at, base, quote, day, rate, 'manual' AS source
FROM exchange_rates WHERE deleted_at IS NULL
UNION ALL
SELECT -id, 0, 1, read_at, read_at, NULL, 'EUR', quote, day, rate, 'ecb' FROM exchange_reference_rates;
