DROP INDEX pricelist_analyses_fingerprint_idx;
DROP INDEX pricelist_analyses_ends_idx;
ALTER TABLE pricelist_analyses DROP COLUMN fingerprint;
ALTER TABLE pricelist_analyses DROP COLUMN supplier_id;
ALTER TABLE pricelist_analyses DROP COLUMN ends_at;
