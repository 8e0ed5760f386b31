ALTER TABLE inventory_products DROP COLUMN outbound_shipping;
ALTER TABLE inventory_cost_layers DROP COLUMN outbound_shipping;
