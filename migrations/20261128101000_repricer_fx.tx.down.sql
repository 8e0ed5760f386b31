DROP INDEX repricer_row_memory_fx_idx;
ALTER TABLE repricer_row_memory DROP COLUMN fx_rate;
ALTER TABLE repricer_row_memory DROP COLUMN fx_currency;
