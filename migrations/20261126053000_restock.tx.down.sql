ALTER TABLE repricer_row_memory DROP COLUMN sold_out;
