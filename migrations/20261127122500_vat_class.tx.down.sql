ALTER TABLE inventory_products DROP COLUMN vat_class;
