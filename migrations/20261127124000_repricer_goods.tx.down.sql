ALTER TABLE repricer_row_memory DROP COLUMN dangerous;
ALTER TABLE repricer_row_memory DROP COLUMN package_weight;
ALTER TABLE repricer_row_memory DROP COLUMN package_height;
ALTER TABLE repricer_row_memory DROP COLUMN package_width;
ALTER TABLE repricer_row_memory DROP COLUMN package_length;
ALTER TABLE repricer_row_memory DROP COLUMN goods_at;
