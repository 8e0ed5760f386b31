-- The postage of a unit to its buyer, null while unknown. A product has the postage of the cost
-- layer in force.
ALTER TABLE inventory_cost_layers ADD COLUMN outbound_shipping BIGINT;
ALTER TABLE inventory_products ADD COLUMN outbound_shipping BIGINT;
