-- expand
-- Units in warehouses that serve buyers themselves, and whether a SKU that the seller ships sells
-- the product. in_warehouse has the direct units of all other products.
ALTER TABLE inventory_products ADD COLUMN in_direct BIGINT NOT NULL DEFAULT 0;
ALTER TABLE inventory_products ADD COLUMN sold_directly {{.Bool}} NOT NULL DEFAULT FALSE;
UPDATE inventory_products SET sold_directly = TRUE WHERE EXISTS (SELECT 1 FROM inventory_matches AS m
    JOIN inventory_skus AS s ON s.team_id = m.team_id AND s.id = m.target_id
    WHERE m.team_id = inventory_products.team_id AND m.product_id = inventory_products.id AND m.target_type = 'sku'
        AND s.fulfillment_channel = 'fbm');
UPDATE inventory_products SET in_direct = d.units, in_warehouse = in_warehouse + CASE WHEN sold_directly THEN 0 ELSE d.units END
    FROM (SELECT b.team_id AS of_team, b.product_id AS of_product, CAST(SUM(b.units) AS BIGINT) AS units FROM purchasing_stock AS b
        JOIN purchasing_warehouses AS w ON w.team_id = b.team_id AND w.id = b.warehouse_id
        WHERE w.sells_directly GROUP BY b.team_id, b.product_id) AS d
    WHERE inventory_products.team_id = d.of_team AND inventory_products.id = d.of_product AND deleted_at IS NULL;
