-- How items were delivered, for the scorecards of suppliers. wanted are the units that
-- were to come, came is the last day on which some did that were outstanding.
ALTER TABLE purchasing_items ADD COLUMN expected_date BIGINT;
ALTER TABLE purchasing_items ADD COLUMN wanted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE purchasing_items ADD COLUMN accepted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE purchasing_items ADD COLUMN rejected BIGINT NOT NULL DEFAULT 0;
ALTER TABLE purchasing_items ADD COLUMN came BIGINT;
UPDATE purchasing_items SET wanted = quantity,
    accepted = (SELECT COALESCE(SUM(r.accepted), 0) FROM purchasing_receipts AS r
        WHERE r.team_id = purchasing_items.team_id AND r.item_id = purchasing_items.id AND r.kind <> 'return'),
    rejected = (SELECT COALESCE(SUM(r.rejected), 0) FROM purchasing_receipts AS r
        WHERE r.team_id = purchasing_items.team_id AND r.item_id = purchasing_items.id),
    came = (SELECT MAX(r.day) FROM purchasing_receipts AS r
        WHERE r.team_id = purchasing_items.team_id AND r.item_id = purchasing_items.id AND r.kind = 'receipt' AND r.accepted > 0);
