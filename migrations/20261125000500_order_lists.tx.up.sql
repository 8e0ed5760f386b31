-- Lists of orders that few orders pass: those that are paid, or of which too much came.
CREATE INDEX purchasing_orders_payment_idx ON purchasing_orders (team_id, payment_status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX purchasing_orders_over_idx ON purchasing_orders (team_id, created_at, id) WHERE deleted_at IS NULL AND items_over > 0;
