UPDATE repricer_products SET vat_percent = NULL WHERE vat_source IS NOT NULL AND vat_source <> 'cost_layer';
ALTER TABLE repricer_products DROP COLUMN vat_unsure;
ALTER TABLE repricer_products DROP COLUMN vat_flat_percent;
ALTER TABLE repricer_products DROP COLUMN vat_scheme;
ALTER TABLE repricer_products DROP COLUMN vat_source;
