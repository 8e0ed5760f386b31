-- expand
-- Settings that an endpoint follows; null for an endpoint of users.
ALTER TABLE webhook_endpoints ADD COLUMN managed_by {{.Text}};

-- The bytes of a message that is no event.
ALTER TABLE webhook_deliveries ADD COLUMN body TEXT;
