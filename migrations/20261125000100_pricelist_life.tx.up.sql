-- ends_at is the time when the results of an analysis are deleted: 90 days after its end. Lists
-- of a supplier with the same header have the same fingerprint.
ALTER TABLE pricelist_analyses ADD COLUMN ends_at BIGINT;
ALTER TABLE pricelist_analyses ADD COLUMN supplier_id BIGINT;
ALTER TABLE pricelist_analyses ADD COLUMN fingerprint {{.Text}};
CREATE INDEX pricelist_analyses_ends_idx ON pricelist_analyses (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX pricelist_analyses_fingerprint_idx ON pricelist_analyses (team_id, supplier_id, fingerprint, id) WHERE fingerprint IS NOT NULL;
