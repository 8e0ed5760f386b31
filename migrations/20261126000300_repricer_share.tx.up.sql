-- How the box of a row changed hands in the last seven days, as a text: from it
-- the shares are made. It begins with what is told next.
ALTER TABLE repricer_products ADD COLUMN box_log {{.Text}} NOT NULL DEFAULT '';
