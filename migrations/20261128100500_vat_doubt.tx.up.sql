-- vat_doubt is no_registration or margin_scheme if the last evaluation counted VAT that the team may not owe.
ALTER TABLE repricer_products ADD COLUMN vat_doubt TEXT;
