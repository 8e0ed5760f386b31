-- sold_out: the row had no stock, and no price was found for it since.
ALTER TABLE repricer_row_memory ADD COLUMN sold_out BOOLEAN NOT NULL DEFAULT false;
