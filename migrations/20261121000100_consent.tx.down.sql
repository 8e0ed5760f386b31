DROP INDEX connections_seller_idx;
ALTER TABLE connections DROP COLUMN probed_at;
DROP TABLE connection_consents;
