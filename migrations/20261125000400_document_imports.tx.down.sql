DROP INDEX inventory_products_mpn_idx;
DROP TABLE document_effects;
