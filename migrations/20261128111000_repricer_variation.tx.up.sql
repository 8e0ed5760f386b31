-- The attributes that distinguish a row's product within its family: lines of a name, a tab and a value. The products of rows
-- from before are read again at the next evaluation.
ALTER TABLE repricer_products ADD COLUMN variation TEXT NOT NULL DEFAULT '';
UPDATE repricer_row_memory SET goods_at = 0 WHERE goods_at IS NOT NULL;
