-- Balances as they are listed.
CREATE VIEW purchasing_stock_lines AS
    SELECT s.team_id, s.id, s.warehouse_id, w.name AS warehouse_name, s.product_id, p.title, p.search, s.units, s.created_at, s.updated_at
    FROM purchasing_stock AS s
    JOIN purchasing_warehouses AS w ON w.team_id = s.team_id AND w.id = s.warehouse_id
    JOIN v_inventory_products AS p ON p.team_id = s.team_id AND p.id = s.product_id
    WHERE s.units <> 0;
