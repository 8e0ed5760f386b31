DROP TABLE inventory_match_refusals;
DROP TABLE inventory_matches;
DROP TABLE inventory_product_asins;
DROP TABLE inventory_product_gtins;
DROP TABLE inventory_product_grams;
DROP TABLE inventory_products;
