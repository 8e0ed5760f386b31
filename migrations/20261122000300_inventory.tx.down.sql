DROP TABLE inventory_sync_runs;
DROP TABLE inventory_listing_numbers;
DROP TABLE inventory_listing_texts;
DROP TABLE inventory_listings;
DROP TABLE inventory_match_refusals;
DROP TABLE inventory_matches;
DROP TABLE inventory_product_asins;
DROP TABLE inventory_product_gtins;
DROP TABLE inventory_product_grams;
DROP TABLE inventory_products;
DROP TABLE inventory_cost_layers;
DROP TABLE inventory_sku_texts;
DROP TABLE inventory_skus;
{{if .Postgres}}
DROP FUNCTION inventory_grams;
{{else}}
DROP TABLE inventory_listing_grams;
DROP TABLE inventory_sku_grams;
{{end}}
