-- The package of a row's product in nanometres and nanograms, 0 while it is unknown; goods_at is null for rows that were never asked for.
ALTER TABLE repricer_row_memory ADD COLUMN goods_at BIGINT;
ALTER TABLE repricer_row_memory ADD COLUMN package_length BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repricer_row_memory ADD COLUMN package_width BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repricer_row_memory ADD COLUMN package_height BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repricer_row_memory ADD COLUMN package_weight BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repricer_row_memory ADD COLUMN dangerous BOOLEAN NOT NULL DEFAULT FALSE;
