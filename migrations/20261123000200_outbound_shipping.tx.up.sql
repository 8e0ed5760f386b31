-- The postage of one unit to its buyer, null while it is not known. That of a
-- product is that of the cost layer in force.
ALTER TABLE inventory_cost_layers ADD COLUMN outbound_shipping BIGINT;
ALTER TABLE inventory_products ADD COLUMN outbound_shipping BIGINT;
