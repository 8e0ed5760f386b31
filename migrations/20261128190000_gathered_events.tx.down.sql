ALTER TABLE webhook_endpoints DROP COLUMN marketplaces;
DROP TABLE webhook_states;
DROP TABLE webhook_changes;
