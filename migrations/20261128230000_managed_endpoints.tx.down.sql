DELETE FROM webhook_deliveries WHERE body IS NOT NULL;
UPDATE webhook_endpoints SET deleted_at = updated_at WHERE managed_by IS NOT NULL AND deleted_at IS NULL;
ALTER TABLE webhook_deliveries DROP COLUMN body;
ALTER TABLE webhook_endpoints DROP COLUMN managed_by;
