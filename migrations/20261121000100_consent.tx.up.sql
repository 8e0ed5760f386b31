-- Sellers on their way to Amazon and back. Of the two secrets that bring one
-- back only the digests are kept.
CREATE TABLE connection_consents (
    state {{.Bytes}} NOT NULL PRIMARY KEY,
    browser {{.Bytes}} NOT NULL,
    team_id BIGINT NOT NULL REFERENCES teams (id),
    user_id BIGINT NOT NULL,
    key_id BIGINT NOT NULL,
    region TEXT NOT NULL,
    redirect TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX connection_consents_age_idx ON connection_consents (ends_at);

ALTER TABLE connections ADD COLUMN probed_at BIGINT;
CREATE INDEX connections_seller_idx ON connections (seller_id) WHERE deleted_at IS NULL;
