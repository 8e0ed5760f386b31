ALTER TABLE purchasing_items DROP COLUMN came;
ALTER TABLE purchasing_items DROP COLUMN rejected;
ALTER TABLE purchasing_items DROP COLUMN accepted;
ALTER TABLE purchasing_items DROP COLUMN wanted;
ALTER TABLE purchasing_items DROP COLUMN expected_date;
