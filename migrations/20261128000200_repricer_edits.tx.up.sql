-- edits counts what woke a row and was more than an event or a sweep, answered how
-- many of them a decision of the row knew. While the first is larger, prices that
-- were decided before must not leave.
ALTER TABLE repricer_due ADD COLUMN edits BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repricer_due ADD COLUMN answered BIGINT NOT NULL DEFAULT 0;
UPDATE repricer_due SET edits = 1 WHERE woken_by NOT IN ('notification', 'sweep', 'schedule');
