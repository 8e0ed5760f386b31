-- When the account accepted a call that names its seller id, made with the grant of
-- the connection. Those made before are unproven until they are probed again.
ALTER TABLE connections ADD COLUMN proven_at BIGINT;
