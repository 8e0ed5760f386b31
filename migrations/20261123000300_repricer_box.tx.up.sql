-- How the buy box changed hands, by the UTC day of the change. own is by how many
-- rows more have it, own_rest the seconds that these had left of the day: so the
-- time with the box of any day follows, and no row has to be looked at. known is
-- the same of rows of which anybody is known to have it, or nobody. won and lost
-- count changes between the own account and others. Slots are those of the other
-- counters. Day 0 has what was before the days that are kept.
CREATE TABLE repricer_day_box (
    team_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    slot BIGINT NOT NULL,
    won BIGINT NOT NULL,
    lost BIGINT NOT NULL,
    own BIGINT NOT NULL,
    own_rest BIGINT NOT NULL,
    known BIGINT NOT NULL,
    known_rest BIGINT NOT NULL,
    PRIMARY KEY (team_id, day, marketplace_id, slot)
);

INSERT INTO repricer_day_box
    SELECT team_id, at / 86400, marketplace_id, 0, 0, 0, sum(own), sum(own * (86400 - at % 86400)), count(*), sum(86400 - at % 86400)
    FROM (SELECT team_id, marketplace_id, COALESCE(offers_at, created_at) / 1000000 AS at, CASE WHEN buy_box_owner = 'own' THEN 1 ELSE 0 END AS own
        FROM repricer_products WHERE deleted_at IS NULL AND buy_box_owner <> 'unknown') AS boxes
    GROUP BY team_id, at / 86400, marketplace_id;

-- Triggers keep the counters, so that they hold whoever writes rows. A row that
-- is gone has nothing, as one of which nothing is known.
{{define "box"}}
    INSERT INTO repricer_day_box
        SELECT team_id, at / 86400, marketplace_id, 0, own > 0 AND known = 0, own < 0 AND known = 0,
            own, own * (86400 - at % 86400), known, known * (86400 - at % 86400)
        FROM (SELECT team_id, marketplace_id, at, (now = 'own') - (was = 'own') AS own, (now <> 'unknown') - (was <> 'unknown') AS known
            FROM (SELECT NEW.team_id AS team_id, NEW.marketplace_id AS marketplace_id,
                COALESCE(NEW.deleted_at, NEW.offers_at, NEW.created_at) / 1000000 AS at,
                {{end}}
{{define "boxed"}} AS was, CASE WHEN NEW.deleted_at IS NULL THEN NEW.buy_box_owner ELSE 'unknown' END AS now))
        WHERE own <> 0 OR known <> 0
        ON CONFLICT (team_id, day, marketplace_id, slot) DO UPDATE SET
            won = won + excluded.won, lost = lost + excluded.lost, own = own + excluded.own,
            own_rest = own_rest + excluded.own_rest, known = known + excluded.known, known_rest = known_rest + excluded.known_rest;
{{end}}
{{if .Postgres}}
CREATE FUNCTION repricer_products_box() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was TEXT := 'unknown';
    now TEXT := CASE WHEN NEW.deleted_at IS NULL THEN NEW.buy_box_owner ELSE 'unknown' END;
    at BIGINT := COALESCE(NEW.deleted_at, NEW.offers_at, NEW.created_at) / 1000000;
    own BIGINT;
    known BIGINT;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        was := CASE WHEN OLD.deleted_at IS NULL THEN OLD.buy_box_owner ELSE 'unknown' END;
    END IF;
    own := CAST(now = 'own' AS INTEGER) - CAST(was = 'own' AS INTEGER);
    known := CAST(now <> 'unknown' AS INTEGER) - CAST(was <> 'unknown' AS INTEGER);
    IF own <> 0 OR known <> 0 THEN
        INSERT INTO repricer_day_box AS b VALUES (NEW.team_id, at / 86400, NEW.marketplace_id, pg_backend_pid(),
            CAST(own > 0 AND known = 0 AS INTEGER), CAST(own < 0 AND known = 0 AS INTEGER),
            own, own * (86400 - at % 86400), known, known * (86400 - at % 86400))
            ON CONFLICT (team_id, day, marketplace_id, slot) DO UPDATE SET
                won = b.won + excluded.won, lost = b.lost + excluded.lost, own = b.own + excluded.own,
                own_rest = b.own_rest + excluded.own_rest, known = b.known + excluded.known, known_rest = b.known_rest + excluded.known_rest;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER repricer_products_box AFTER UPDATE ON repricer_products FOR EACH ROW
    WHEN (OLD.buy_box_owner IS DISTINCT FROM NEW.buy_box_owner OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
    EXECUTE FUNCTION repricer_products_box();
CREATE TRIGGER repricer_products_boxed AFTER INSERT ON repricer_products FOR EACH ROW
    WHEN (NEW.buy_box_owner <> 'unknown') EXECUTE FUNCTION repricer_products_box();
{{else}}
CREATE TRIGGER repricer_products_box AFTER UPDATE ON repricer_products
    WHEN OLD.buy_box_owner IS NOT NEW.buy_box_owner OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
    {{template "box"}}CASE WHEN OLD.deleted_at IS NULL THEN OLD.buy_box_owner ELSE 'unknown' END{{template "boxed"}}
END;
CREATE TRIGGER repricer_products_boxed AFTER INSERT ON repricer_products WHEN NEW.buy_box_owner <> 'unknown' BEGIN
    {{template "box"}}'unknown'{{template "boxed"}}
END;
{{end}}
