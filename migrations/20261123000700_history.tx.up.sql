-- Members of other contexts' records that the product feed copies, also of deleted records.
CREATE VIEW v_inventory_product_labels AS
    SELECT team_id, id, title, body -> 'asins' -> 0 ->> 'asin' AS asin, body -> 'asins' -> 0 ->> 'marketplace_id' AS marketplace_id
    FROM inventory_products;
CREATE VIEW v_inventory_sku_labels AS SELECT team_id, id, title, asin, marketplace_id FROM inventory_skus;
CREATE VIEW v_inventory_listing_labels AS
    SELECT l.team_id, l.id, s.title, l.asin, l.marketplace_id FROM inventory_listings AS l
    LEFT JOIN inventory_skus AS s
        ON s.team_id = l.team_id AND s.seller_id = l.seller_id AND s.marketplace_id = l.marketplace_id AND s.sku = l.sku;
CREATE VIEW v_purchasing_item_labels AS
    SELECT i.team_id, i.id, i.order_id, o.status, i.quantity, i.created_at,
        CASE i.target_kind WHEN 'product' THEN 'inventory_product' WHEN 'sku' THEN 'sku' ELSE 'asin' END AS kind, i.target_id AS subject_id,
        COALESCE(p.title, s.title, i.body -> 'values' ->> 'title') AS title,
        CASE WHEN p.asin IS NOT NULL THEN p.asin WHEN s.id IS NOT NULL THEN s.asin ELSE i.asin END AS asin,
        CASE WHEN p.asin IS NOT NULL THEN p.marketplace_id WHEN s.id IS NOT NULL THEN s.marketplace_id ELSE i.marketplace_id END AS marketplace_id
    FROM purchasing_items AS i
    JOIN purchasing_orders AS o ON o.team_id = i.team_id AND o.id = i.order_id
    LEFT JOIN v_inventory_product_labels AS p ON i.target_kind = 'product' AND p.team_id = i.team_id AND p.id = i.target_id
    LEFT JOIN v_inventory_sku_labels AS s ON i.target_kind = 'sku' AND s.team_id = i.team_id AND s.id = i.target_id
    WHERE i.target_id <> 0 OR i.asin IS NOT NULL;
CREATE VIEW v_identity_names AS
    SELECT m.team_id, u.id, u.name FROM memberships AS m JOIN users AS u ON u.id = m.user_id;

-- Events of products. at is microseconds since 1970 in UTC; subject_id is null for an ASIN;
-- changes has an object with old and new by the name of each member; snapshot is the state that a
-- user saw. Rows do not change, except that views raise count.
CREATE TABLE history_events (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    event {{.Text}} NOT NULL,
    kind {{.Text}} NOT NULL,
    subject_id BIGINT,
    asin {{.Text}},
    marketplace_id {{.Text}},
    title TEXT,
    changes {{.JSON}} NOT NULL,
    snapshot {{.JSON}} NOT NULL,
    source_kind {{.Text}} NOT NULL,
    source_id BIGINT,
    actor_id BIGINT,
    actor_name TEXT,
    count BIGINT NOT NULL,
    at BIGINT NOT NULL
);

-- Copies earlier events from the audit trail. Orders are placed at their first such line, and
-- later items when they were added.
INSERT INTO history_events (
    team_id, event, kind, subject_id, asin, marketplace_id, title, changes, snapshot, source_kind, source_id, actor_id, actor_name, count, at
)
SELECT f.team_id, f.event, f.kind, f.subject_id, f.asin, f.marketplace_id, f.title, f.changes, 'null', f.source_kind, f.source_id,
    f.user_id, u.name, 1, f.at
FROM (
    SELECT p.team_id, p.line, p.event, p.record_type AS kind, CASE WHEN p.record_type <> 'asin' THEN p.record_id END AS subject_id,
        COALESCE(l.asin, p.asin) AS asin, COALESCE(l.marketplace_id, p.marketplace_id) AS marketplace_id, l.title,
        p.changes, p.source AS source_kind, NULL AS source_id, p.user_id, p.at
    FROM (
        SELECT team_id, id AS line, record_type, record_id, source, user_id, at, asin, marketplace_id,
            CASE WHEN verb = 'removed' THEN 'deleted'
                WHEN verb IN ('created', 'deleted', 'matched', 'unmatched', 'tagged', 'untagged', 'noted') THEN verb
                WHEN priced THEN 'cost_changed' ELSE 'updated' END AS event,
{{if .Postgres}}
            COALESCE(jsonb_object_agg(field, CASE WHEN field = 'attributes' THEN '{"old":null,"new":null}' ELSE change END)
                FILTER (WHERE field IS NOT NULL), '{}') AS changes
{{else}}
            json_group_object(field, json(CASE WHEN field = 'attributes' THEN '{"old":null,"new":null}' ELSE change END))
                FILTER (WHERE field IS NOT NULL) AS changes
{{end}}
        FROM (
            SELECT a.*, c.key AS field, c.value AS change, a.changes -> 'asin' ->> 'new' AS asin,
                a.changes -> 'marketplace_id' ->> 'new' AS marketplace_id,
                c.key IS NOT NULL AND a.record_type <> 'listing' AND c.key IN ('unit_cost', 'currency', 'outbound_shipping', 'cost_layers')
                    AND a.verb NOT IN ('created', 'deleted', 'removed', 'matched', 'unmatched', 'tagged', 'untagged', 'noted') AS priced
            FROM audit_log AS a
            LEFT JOIN {{if .Postgres}}LATERAL jsonb_each(a.changes){{else}}json_each(a.changes){{end}} AS c
                ON NOT (a.record_type = 'asin' AND c.key IN ('asin', 'marketplace_id'))
            WHERE a.record_type IN ('inventory_product', 'sku', 'listing', 'asin')
        ) AS fields
        GROUP BY team_id, id, record_type, record_id, source, user_id, at, asin, marketplace_id, verb, priced
        HAVING count(field) > 0 OR verb IN ('created', 'deleted', 'removed', 'matched', 'unmatched', 'tagged', 'untagged', 'noted')
    ) AS p
    LEFT JOIN (
        SELECT team_id, 'inventory_product' AS kind, id, title, asin, marketplace_id FROM v_inventory_product_labels
        UNION ALL SELECT team_id, 'sku', id, title, asin, marketplace_id FROM v_inventory_sku_labels
        UNION ALL SELECT team_id, 'listing', id, title, asin, marketplace_id FROM v_inventory_listing_labels
    ) AS l ON l.team_id = p.team_id AND l.kind = p.record_type AND l.id = p.record_id
    UNION ALL
    SELECT a.team_id, a.id, e.event, i.kind, CASE WHEN i.subject_id <> 0 THEN i.subject_id END, i.asin, i.marketplace_id, i.title,
{{if .Postgres}}
        (SELECT jsonb_object_agg(c.key, c.value) FROM jsonb_each(a.changes) AS c WHERE c.key IN (e.one, e.other)),
{{else}}
        (SELECT json_group_object(c.key, json(c.value)) FROM json_each(a.changes) AS c WHERE c.key IN (e.one, e.other)),
{{end}}
        'purchase_order', i.order_id, a.user_id, a.at
    FROM audit_log AS a
    JOIN v_purchasing_item_labels AS i ON i.team_id = a.team_id AND i.id = a.record_id
    JOIN (
        SELECT 'stock_received' AS event, 'accepted' AS one, 'rejected' AS other UNION ALL SELECT 'stock_returned', 'returned', 'returned'
    ) AS e ON a.changes -> e.one IS NOT NULL OR a.changes -> e.other IS NOT NULL
    WHERE a.record_type = 'purchase_order_item' AND a.verb = 'updated'
    UNION ALL
    SELECT i.team_id, a.id, 'ordered', i.kind, CASE WHEN i.subject_id <> 0 THEN i.subject_id END, i.asin, i.marketplace_id, i.title,
{{if .Postgres}}
        jsonb_build_object('quantity', jsonb_build_object('old', NULL, 'new', i.quantity)),
{{else}}
        json_object('quantity', json_object('old', NULL, 'new', i.quantity)),
{{end}}
        'purchase_order', i.order_id, a.user_id, CASE WHEN i.created_at > a.at THEN i.created_at ELSE a.at END
    FROM v_purchasing_item_labels AS i
    JOIN (
        SELECT team_id, record_id, min(id) AS id FROM audit_log
        WHERE record_type = 'purchase_order' AND changes -> 'status' ->> 'new' = 'ordered'
            AND COALESCE(changes -> 'status' ->> 'old', 'draft') = 'draft'
        GROUP BY team_id, record_id
    ) AS o ON o.team_id = i.team_id AND o.record_id = i.order_id
    JOIN audit_log AS a ON a.team_id = o.team_id AND a.id = o.id
) AS f
LEFT JOIN users AS u ON u.id = f.user_id
ORDER BY f.at, f.line, f.event DESC;

CREATE INDEX history_events_at_idx ON history_events (team_id, at, id);
CREATE INDEX history_events_source_kind_idx ON history_events (team_id, source_kind, at, id);
CREATE INDEX history_events_kind_idx ON history_events (team_id, kind, at, id);
CREATE INDEX history_events_marketplace_idx ON history_events (team_id, marketplace_id, at, id) WHERE marketplace_id IS NOT NULL;
CREATE INDEX history_events_event_idx ON history_events (team_id, event, at, id);
CREATE INDEX history_events_actor_idx ON history_events (team_id, actor_id, at, id) WHERE actor_id IS NOT NULL;
CREATE INDEX history_events_source_idx ON history_events (team_id, source_id, at, id) WHERE source_id IS NOT NULL;
CREATE INDEX history_events_asin_idx ON history_events (team_id, asin, at, id) WHERE asin IS NOT NULL;
CREATE INDEX history_events_subject_idx ON history_events (team_id, kind, subject_id, at, id) WHERE subject_id IS NOT NULL;
{{if not .Postgres}}
CREATE INDEX history_events_id_idx ON history_events (team_id, id);
{{end}}
