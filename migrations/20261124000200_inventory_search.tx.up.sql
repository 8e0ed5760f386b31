{{if .Postgres}}
-- Single characters find products too.
UPDATE inventory_product_grams AS g SET grams = g.grams || ARRAY(
        SELECT DISTINCT p.team_id || 'x' || encode(convert_to(c, 'UTF8'), 'hex') FROM regexp_split_to_table(p.search, '') AS c WHERE c <> '')
    FROM inventory_products AS p WHERE p.id = g.product_id;
{{else}}
-- Texts of listings are found as those of SKUs are: also by two characters.
ALTER TABLE inventory_listing_texts RENAME TO inventory_listing_trigrams;
CREATE TABLE inventory_listing_texts (
    listing_id INTEGER PRIMARY KEY,
    team_id BIGINT NOT NULL,
    search TEXT NOT NULL
);
INSERT INTO inventory_listing_texts SELECT t.rowid, l.team_id, t.search
    FROM inventory_listing_trigrams AS t JOIN inventory_listings AS l ON l.id = t.rowid;
DROP TABLE inventory_listing_trigrams;
CREATE VIRTUAL TABLE inventory_listing_grams
    USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none);
INSERT INTO inventory_listing_grams (rowid, grams)
    SELECT x.listing_id, COALESCE((WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < length(x.search))
        SELECT group_concat(x.team_id || 'x' || lower(hex(substr(x.search, n.i, size))), ' ')
        FROM n CROSS JOIN (SELECT column1 AS size FROM (VALUES (2), (3))) WHERE n.i + size - 1 <= length(x.search)), '')
    FROM inventory_listing_texts AS x;
-- Single characters find products too.
INSERT INTO inventory_product_grams (inventory_product_grams) VALUES ('delete-all');
INSERT INTO inventory_product_grams (rowid, grams)
    SELECT x.id, COALESCE((WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < length(x.search))
        SELECT group_concat(x.team_id || 'x' || lower(hex(substr(x.search, n.i, size))), ' ')
        FROM n CROSS JOIN (SELECT column1 AS size FROM (VALUES (1), (2), (3))) WHERE n.i + size - 1 <= length(x.search)), '')
    FROM inventory_products AS x WHERE x.deleted_at IS NULL;
{{end}}
