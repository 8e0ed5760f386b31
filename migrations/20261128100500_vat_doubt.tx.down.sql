ALTER TABLE repricer_products DROP COLUMN vat_doubt;
