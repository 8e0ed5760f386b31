{{if .Postgres}}
DROP TRIGGER repricer_products_moved ON repricer_products;
CREATE OR REPLACE FUNCTION repricer_products_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.standing IS DISTINCT FROM NEW.standing THEN
        INSERT INTO repricer_standings AS s
            SELECT m.team, m.marketplace, m.standing, pg_backend_pid(), m.n
            FROM (VALUES (OLD.team_id, OLD.marketplace_id, OLD.standing, -1), (NEW.team_id, NEW.marketplace_id, NEW.standing, 1))
                AS m (team, marketplace, standing, n)
            WHERE m.standing IS NOT NULL
            ON CONFLICT (team_id, marketplace_id, standing, slot) DO UPDATE SET n = s.n + excluded.n;
    END IF;
    IF OLD.offers_minute IS DISTINCT FROM NEW.offers_minute THEN
        INSERT INTO repricer_offer_minutes AS s
            SELECT m.team, m.marketplace, m.minute, pg_backend_pid(), m.n
            FROM (VALUES (OLD.team_id, OLD.marketplace_id, OLD.offers_minute, -1), (NEW.team_id, NEW.marketplace_id, NEW.offers_minute, 1))
                AS m (team, marketplace, minute, n)
            WHERE m.minute IS NOT NULL
            ON CONFLICT (team_id, minute, marketplace_id, slot) DO UPDATE SET n = s.n + excluded.n;
    END IF;
    IF NEW.last_event_at > COALESCE(OLD.last_event_at, 0) THEN
        INSERT INTO repricer_last_events AS s
            VALUES (NEW.team_id, NEW.marketplace_id, pg_backend_pid(), NEW.last_event_at)
            ON CONFLICT (team_id, marketplace_id, slot)
            DO UPDATE SET last_event_at = greatest(s.last_event_at, excluded.last_event_at);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER repricer_products_moved AFTER UPDATE ON repricer_products FOR EACH ROW
    WHEN (OLD.standing IS DISTINCT FROM NEW.standing OR OLD.offers_minute IS DISTINCT FROM NEW.offers_minute
        OR OLD.last_event_at IS DISTINCT FROM NEW.last_event_at)
    EXECUTE FUNCTION repricer_products_moved();
CREATE TRIGGER repricer_products_box AFTER UPDATE ON repricer_products FOR EACH ROW
    WHEN (OLD.buy_box_owner IS DISTINCT FROM NEW.buy_box_owner OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
    EXECUTE FUNCTION repricer_products_box();
{{else}}
SELECT 1;
{{end}}
