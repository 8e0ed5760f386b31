-- vat_percent is the rate that the last evaluation used, vat_source its source, vat_scheme the
-- scheme of the team then. Earlier rows have the rate of their cost in vat_percent.
ALTER TABLE repricer_products ADD COLUMN vat_source TEXT;
ALTER TABLE repricer_products ADD COLUMN vat_scheme TEXT;
ALTER TABLE repricer_products ADD COLUMN vat_flat_percent BIGINT;
ALTER TABLE repricer_products ADD COLUMN vat_unsure BOOLEAN NOT NULL DEFAULT FALSE;
