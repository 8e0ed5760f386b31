-- The marketplace's fee estimates of a row at several prices, and since when the row waits for them.
ALTER TABLE repricer_row_memory ADD COLUMN estimates TEXT NOT NULL DEFAULT '';

--bun:split

ALTER TABLE repricer_row_memory ADD COLUMN awaited_since BIGINT;
