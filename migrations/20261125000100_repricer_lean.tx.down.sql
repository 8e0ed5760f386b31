DROP INDEX repricer_changes_ended_idx;
DROP INDEX repricer_changes_left_idx;
CREATE INDEX repricer_changes_outcome_idx ON repricer_changes (team_id, outcome, created_at, id);
CREATE INDEX repricer_changes_submitted_idx ON repricer_changes (team_id, submitted_at) WHERE submitted_at IS NOT NULL;
ALTER TABLE repricer_changes DROP COLUMN ended;
ALTER TABLE repricer_changes DROP COLUMN left_at;
{{if .Postgres}}
CREATE OR REPLACE FUNCTION repricer_products_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM was AS o JOIN become AS r ON r.id = o.id
        WHERE o.standing IS DISTINCT FROM r.standing OR o.offers_minute IS DISTINCT FROM r.offers_minute
            OR o.last_event_at IS DISTINCT FROM r.last_event_at OR o.buy_box_owner <> r.buy_box_owner
            OR o.deleted_at IS DISTINCT FROM r.deleted_at) THEN
        RETURN NULL;
    END IF;
    INSERT INTO repricer_standings AS s
        SELECT team_id, marketplace_id, standing, pg_backend_pid(), sum(n)
        FROM (SELECT team_id, marketplace_id, standing, -1 AS n FROM was
            UNION ALL SELECT team_id, marketplace_id, standing, 1 FROM become) AS m
        WHERE standing IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0
        ON CONFLICT (team_id, marketplace_id, standing, slot) DO UPDATE SET n = s.n + excluded.n;
    INSERT INTO repricer_offer_minutes AS s
        SELECT team_id, marketplace_id, offers_minute, pg_backend_pid(), sum(n)
        FROM (SELECT team_id, marketplace_id, offers_minute, -1 AS n FROM was
            UNION ALL SELECT team_id, marketplace_id, offers_minute, 1 FROM become) AS m
        WHERE offers_minute IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0
        ON CONFLICT (team_id, minute, marketplace_id, slot) DO UPDATE SET n = s.n + excluded.n;
    -- What rows had heard before was noted then.
    INSERT INTO repricer_last_events AS s
        SELECT team_id, marketplace_id, pg_backend_pid(), max(last_event_at)
        FROM (SELECT team_id, marketplace_id, last_event_at, -1 AS n FROM was
            UNION ALL SELECT team_id, marketplace_id, last_event_at, 1 FROM become) AS m
        GROUP BY 1, 2 HAVING max(last_event_at) FILTER (WHERE n = 1) > COALESCE(max(last_event_at) FILTER (WHERE n = -1), 0)
        ON CONFLICT (team_id, marketplace_id, slot)
        DO UPDATE SET last_event_at = greatest(s.last_event_at, excluded.last_event_at);
    INSERT INTO repricer_day_box AS b
        SELECT team_id, at / 86400, marketplace_id, pg_backend_pid(), sum(CAST(own > 0 AND known = 0 AS INTEGER)),
            sum(CAST(own < 0 AND known = 0 AS INTEGER)), sum(own), sum(own * (86400 - at % 86400)), sum(known), sum(known * (86400 - at % 86400))
        FROM (SELECT r.team_id, r.marketplace_id, r.at, CAST(r.box = 'own' AS INTEGER) - CAST(o.box = 'own' AS INTEGER) AS own,
                CAST(r.box <> 'unknown' AS INTEGER) - CAST(o.box <> 'unknown' AS INTEGER) AS known
            FROM (SELECT id, team_id, marketplace_id, COALESCE(deleted_at, offers_at, created_at) / 1000000 AS at,
                    CASE WHEN deleted_at IS NULL THEN buy_box_owner ELSE 'unknown' END AS box FROM become) AS r
            JOIN (SELECT id, CASE WHEN deleted_at IS NULL THEN buy_box_owner ELSE 'unknown' END AS box FROM was) AS o
                ON o.id = r.id AND o.box <> r.box) AS m
        WHERE own <> 0 OR known <> 0 GROUP BY 1, 2, 3
        ON CONFLICT (team_id, day, marketplace_id, slot) DO UPDATE SET
            won = b.won + excluded.won, lost = b.lost + excluded.lost, own = b.own + excluded.own,
            own_rest = b.own_rest + excluded.own_rest, known = b.known + excluded.known, known_rest = b.known_rest + excluded.known_rest;
    RETURN NULL;
END $$;
DO $$
DECLARE
    part REGCLASS;
BEGIN
    FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'repricer_changes'::regclass LOOP
        EXECUTE 'ALTER TABLE ' || part || ' RESET (fillfactor)';
    END LOOP;
END $$;
{{end}}
