UPDATE inventory_products SET in_warehouse = in_warehouse - CASE WHEN sold_directly THEN 0 ELSE in_direct END WHERE in_direct <> 0;
ALTER TABLE inventory_products DROP COLUMN sold_directly;
ALTER TABLE inventory_products DROP COLUMN in_direct;
