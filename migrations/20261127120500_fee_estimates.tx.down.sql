ALTER TABLE repricer_row_memory DROP COLUMN estimates;

--bun:split

ALTER TABLE repricer_row_memory DROP COLUMN awaited_since;
