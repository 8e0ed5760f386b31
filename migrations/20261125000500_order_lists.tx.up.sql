-- Filters that few orders pass: paid orders, and orders with a surplus.
CREATE INDEX purchasing_orders_payment_idx ON purchasing_orders (team_id, payment_status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_over_idx ON purchasing_orders (team_id, created_at, id) WHERE deleted_at IS NULL AND items_over > 0;
