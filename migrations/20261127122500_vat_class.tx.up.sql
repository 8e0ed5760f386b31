-- Which rate of VAT the sales of a product have. Without a class the standard rate is assumed.
ALTER TABLE inventory_products ADD COLUMN vat_class TEXT;
