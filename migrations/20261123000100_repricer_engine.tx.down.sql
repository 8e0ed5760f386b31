DROP TABLE repricer_due;
DROP TABLE repricer_row_memory;
