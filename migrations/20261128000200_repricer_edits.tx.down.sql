ALTER TABLE repricer_due DROP COLUMN answered;
ALTER TABLE repricer_due DROP COLUMN edits;
