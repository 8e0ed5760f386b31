-- The history of decisions, the counters that statistics and the overview are
-- read from, and what a row knows of its last decision.

-- History. Entries are added and never removed singly; only outcome and the
-- columns of the submission change, until the outcome is final. On Postgres a
-- month is a partition, made ahead of its time by the program, which also drops
-- the oldest; a default partition would keep months from being attached later.
{{if .Postgres}}
CREATE SEQUENCE repricer_changes_id_seq;
{{end}}
CREATE TABLE repricer_changes (
    id {{if .Postgres}}BIGINT NOT NULL DEFAULT nextval('repricer_changes_id_seq'){{else}}{{.ID}}{{end}},
    team_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    sku {{.Text}} NOT NULL,
    asin {{.Text}} NOT NULL,
    currency TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    decided_by TEXT NOT NULL,
    action TEXT NOT NULL,
    old_price BIGINT NOT NULL,
    new_price BIGINT NOT NULL,
    floor BIGINT,
    ceiling BIGINT,
    reason TEXT NOT NULL,
    adjustments TEXT NOT NULL,
    target_seller_id TEXT NOT NULL,
    target_price BIGINT,
    strategy_id BIGINT,
    strategy_version BIGINT,
    input_digest TEXT NOT NULL,
    buy_box_owner TEXT NOT NULL,
    buy_box_price BIGINT,
    buy_box_inferred {{.Bool}} NOT NULL,
    competitors_count BIGINT,
    outcome TEXT,
    lane TEXT,
    submission_id TEXT,
    submission_status TEXT,
    issues TEXT,
    submitted_at BIGINT,
    accepted_at BIGINT,
    confirmed_at BIGINT,
    attempts BIGINT{{if .Postgres}},
    PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
ALTER SEQUENCE repricer_changes_id_seq OWNED BY repricer_changes.id;
{{else}}
);
{{end}}
CREATE INDEX repricer_changes_team_idx ON repricer_changes (team_id, created_at, id);
CREATE INDEX repricer_changes_product_idx ON repricer_changes (team_id, product_id, created_at, id);
CREATE INDEX repricer_changes_asin_idx ON repricer_changes (team_id, asin, created_at, id);
CREATE INDEX repricer_changes_sku_idx ON repricer_changes (team_id, sku, created_at, id);
CREATE INDEX repricer_changes_strategy_idx ON repricer_changes (team_id, strategy_id, created_at, id);
CREATE INDEX repricer_changes_reason_idx ON repricer_changes (team_id, reason, created_at, id);
CREATE INDEX repricer_changes_action_idx ON repricer_changes (team_id, action, created_at, id);
CREATE INDEX repricer_changes_outcome_idx ON repricer_changes (team_id, outcome, created_at, id);
CREATE INDEX repricer_changes_decided_by_idx ON repricer_changes (team_id, decided_by, created_at, id);
CREATE INDEX repricer_changes_marketplace_idx ON repricer_changes (team_id, marketplace_id, created_at, id);
CREATE INDEX repricer_changes_submitted_idx ON repricer_changes (team_id, submitted_at) WHERE submitted_at IS NOT NULL;

-- What an entry was decided from, packed, and how, where that was asked for.
-- Apart from the history, whose pages do not need it.
CREATE TABLE repricer_change_inputs (
    change_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    input {{.Bytes}} NOT NULL,
    trace {{.Bytes}},
    PRIMARY KEY (change_id, created_at)
){{if .Postgres}} PARTITION BY RANGE (created_at){{end}};
{{if not .Postgres}}
CREATE INDEX repricer_changes_created_idx ON repricer_changes (created_at);
CREATE INDEX repricer_change_inputs_created_idx ON repricer_change_inputs (created_at);
{{end}}
-- The prices of which something can still become, one for a row at most: so
-- never is a second one sent before it is known what became of the first. A
-- unique index over the history could not say so, for it would end at the month.
CREATE TABLE repricer_open_changes (
    change_id BIGINT PRIMARY KEY,
    created_at BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    outcome TEXT NOT NULL
);
CREATE UNIQUE INDEX repricer_open_changes_product_id_key ON repricer_open_changes (product_id);
CREATE INDEX repricer_open_changes_team_idx ON repricer_open_changes (team_id, outcome, marketplace_id, product_id);

-- Counters have a part for each connection (slot) on Postgres, so that nobody
-- waits for another one's transaction; what is read is the sum. Slot 0 has what
-- was folded together, and everything on SQLite.
CREATE TABLE repricer_day_counts (
    team_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    strategy_id BIGINT NOT NULL,
    reason {{.Text}} NOT NULL,
    action {{.Text}} NOT NULL,
    slot BIGINT NOT NULL,
    decisions BIGINT NOT NULL,
    ups BIGINT NOT NULL,
    downs BIGINT NOT NULL,
    sized BIGINT NOT NULL,
    size_sum BIGINT NOT NULL,
    capped BIGINT NOT NULL,
    at_floor BIGINT NOT NULL,
    at_ceiling BIGINT NOT NULL,
    submitted BIGINT NOT NULL,
    confirmed BIGINT NOT NULL,
    rejected BIGINT NOT NULL,
    timed_out BIGINT NOT NULL,
    superseded BIGINT NOT NULL,
    cancelled BIGINT NOT NULL,
    PRIMARY KEY (team_id, day, marketplace_id, strategy_id, reason, action, slot)
);

-- How many values lie in each bucket of a scale.
CREATE TABLE repricer_day_marks (
    team_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    strategy_id BIGINT NOT NULL,
    reason {{.Text}} NOT NULL,
    scale {{.Text}} NOT NULL,
    bucket BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (team_id, day, marketplace_id, strategy_id, reason, scale, bucket, slot)
);

-- What the last decision said of a row. break_even is the price without profit
-- or loss, where it is known.
ALTER TABLE repricer_products ADD COLUMN decided_action TEXT;
ALTER TABLE repricer_products ADD COLUMN decided_reason TEXT;
ALTER TABLE repricer_products ADD COLUMN decided_price BIGINT;
ALTER TABLE repricer_products ADD COLUMN decided_floor BIGINT;
ALTER TABLE repricer_products ADD COLUMN decided_at BIGINT;
ALTER TABLE repricer_products ADD COLUMN break_even BIGINT;
ALTER TABLE repricer_products ADD COLUMN last_change_id BIGINT;
ALTER TABLE repricer_products ADD COLUMN last_change_at BIGINT;

-- Columns that follow from others. Postgres writes them into the rows, all in one
-- go, SQLite finds them when they are read.
-- standing is everything the overview counts a live row by: mode, hold, owner of
-- the box, and y, n or ? (not known) for: at the floor, at the ceiling, under
-- break-even, cost missing.
-- offers_minute is the minute of the offers of a row that is evaluated.
-- attention is why the row needs a person, the most urgent first: 1 held, 2 under
-- break-even, 3 its last decision was an error, 4 at its floor while a rival has
-- the box.
{{define "floor"}}CASE WHEN min_price_mode <> 'manual' THEN decided_floor WHEN map_price > min_price THEN map_price ELSE min_price END{{end}}
{{define "standing"}}standing TEXT GENERATED ALWAYS AS (
    CASE WHEN deleted_at IS NULL THEN
        mode || '|' || COALESCE(hold_reason, '') || '|' || buy_box_owner || '|'
        || CASE WHEN current_price <= {{template "floor"}} THEN 'y' WHEN current_price > {{template "floor"}} THEN 'n' ELSE '?' END
        || CASE WHEN current_price >= max_price THEN 'y' WHEN current_price IS NULL THEN '?' ELSE 'n' END
        || CASE WHEN current_price < break_even THEN 'y' WHEN current_price >= break_even THEN 'n' ELSE '?' END
        || CASE WHEN min_price_mode <> 'manual' AND cost IS NULL THEN 'y' ELSE 'n' END
    END){{end}}
{{define "minute"}}offers_minute BIGINT GENERATED ALWAYS AS (
    CASE WHEN deleted_at IS NULL AND mode <> 'off' THEN offers_at / 60000000 END){{end}}
{{define "attention"}}attention INTEGER GENERATED ALWAYS AS (
    CASE
        WHEN deleted_at IS NOT NULL OR mode = 'off' THEN NULL
        WHEN hold_reason IS NOT NULL THEN 1
        WHEN current_price < break_even THEN 2
        WHEN decided_action = 'error' THEN 3
        WHEN buy_box_owner IN ('competitor', 'amazon') AND current_price <= {{template "floor"}} THEN 4
    END){{end}}
{{if .Postgres}}
ALTER TABLE repricer_products
    ADD COLUMN {{template "standing"}} STORED,
    ADD COLUMN {{template "minute"}} STORED,
    ADD COLUMN {{template "attention"}} STORED;
{{else}}
ALTER TABLE repricer_products ADD COLUMN {{template "standing"}} VIRTUAL;
ALTER TABLE repricer_products ADD COLUMN {{template "minute"}} VIRTUAL;
ALTER TABLE repricer_products ADD COLUMN {{template "attention"}} VIRTUAL;
{{end}}
CREATE INDEX repricer_products_attention_idx ON repricer_products (team_id, attention, id) WHERE attention IS NOT NULL;
CREATE INDEX repricer_products_attention_marketplace_idx
    ON repricer_products (team_id, marketplace_id, attention, id) WHERE attention IS NOT NULL;

-- The counters of the overview. Triggers keep them, so that they hold whoever
-- writes rows, in the transaction that does.
CREATE TABLE repricer_standings (
    team_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    standing {{.Text}} NOT NULL,
    slot BIGINT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (team_id, marketplace_id, standing, slot)
);
CREATE TABLE repricer_offer_minutes (
    team_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    minute BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (team_id, minute, marketplace_id, slot)
);
CREATE TABLE repricer_last_events (
    team_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    slot BIGINT NOT NULL,
    last_event_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, marketplace_id, slot)
);
INSERT INTO repricer_standings
    SELECT team_id, marketplace_id, standing, 0, count(*) FROM repricer_products
    WHERE standing IS NOT NULL GROUP BY team_id, marketplace_id, standing;
INSERT INTO repricer_offer_minutes
    SELECT team_id, marketplace_id, offers_minute, 0, count(*) FROM repricer_products
    WHERE offers_minute IS NOT NULL GROUP BY team_id, marketplace_id, offers_minute;
INSERT INTO repricer_last_events
    SELECT team_id, marketplace_id, 0, max(last_event_at) FROM repricer_products
    WHERE last_event_at IS NOT NULL GROUP BY team_id, marketplace_id;
{{if .Postgres}}
-- Rows come many at a time, so they are counted by statement.
CREATE FUNCTION repricer_products_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO repricer_standings AS s
        SELECT team_id, marketplace_id, standing, pg_backend_pid(), count(*) FROM added
        WHERE standing IS NOT NULL GROUP BY 1, 2, 3
        ON CONFLICT (team_id, marketplace_id, standing, slot) DO UPDATE SET n = s.n + excluded.n;
    INSERT INTO repricer_offer_minutes AS s
        SELECT team_id, marketplace_id, offers_minute, pg_backend_pid(), count(*) FROM added
        WHERE offers_minute IS NOT NULL GROUP BY 1, 2, 3
        ON CONFLICT (team_id, minute, marketplace_id, slot) DO UPDATE SET n = s.n + excluded.n;
    INSERT INTO repricer_last_events AS s
        SELECT team_id, marketplace_id, pg_backend_pid(), max(last_event_at) FROM added
        WHERE last_event_at IS NOT NULL GROUP BY 1, 2
        ON CONFLICT (team_id, marketplace_id, slot)
        DO UPDATE SET last_event_at = greatest(s.last_event_at, excluded.last_event_at);
    RETURN NULL;
END $$;
CREATE TRIGGER repricer_products_added AFTER INSERT ON repricer_products
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION repricer_products_added();

-- Most writes change nothing that is counted, so they are looked at row by row.
CREATE FUNCTION repricer_products_moved() RETURNS trigger LANGUAGE plpgsql AS $$
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
{{else}}
CREATE TRIGGER repricer_products_added AFTER INSERT ON repricer_products BEGIN
    INSERT INTO repricer_standings
        SELECT NEW.team_id, NEW.marketplace_id, NEW.standing, 0, 1 WHERE NEW.standing IS NOT NULL
        ON CONFLICT DO UPDATE SET n = n + 1;
    INSERT INTO repricer_offer_minutes
        SELECT NEW.team_id, NEW.marketplace_id, NEW.offers_minute, 0, 1 WHERE NEW.offers_minute IS NOT NULL
        ON CONFLICT DO UPDATE SET n = n + 1;
    INSERT INTO repricer_last_events
        SELECT NEW.team_id, NEW.marketplace_id, 0, NEW.last_event_at WHERE NEW.last_event_at IS NOT NULL
        ON CONFLICT DO UPDATE SET last_event_at = max(last_event_at, excluded.last_event_at);
END;
CREATE TRIGGER repricer_products_moved AFTER UPDATE ON repricer_products WHEN OLD.standing IS NOT NEW.standing BEGIN
    UPDATE repricer_standings SET n = n - 1 WHERE team_id = OLD.team_id AND marketplace_id = OLD.marketplace_id
        AND standing = OLD.standing AND slot = 0;
    INSERT INTO repricer_standings
        SELECT NEW.team_id, NEW.marketplace_id, NEW.standing, 0, 1 WHERE NEW.standing IS NOT NULL
        ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER repricer_products_seen AFTER UPDATE ON repricer_products WHEN OLD.offers_minute IS NOT NEW.offers_minute BEGIN
    UPDATE repricer_offer_minutes SET n = n - 1 WHERE team_id = OLD.team_id AND marketplace_id = OLD.marketplace_id
        AND minute = OLD.offers_minute AND slot = 0;
    INSERT INTO repricer_offer_minutes
        SELECT NEW.team_id, NEW.marketplace_id, NEW.offers_minute, 0, 1 WHERE NEW.offers_minute IS NOT NULL
        ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER repricer_products_told AFTER UPDATE ON repricer_products WHEN NEW.last_event_at > COALESCE(OLD.last_event_at, 0) BEGIN
    INSERT INTO repricer_last_events VALUES (NEW.team_id, NEW.marketplace_id, 0, NEW.last_event_at)
        ON CONFLICT DO UPDATE SET last_event_at = max(last_event_at, excluded.last_event_at);
END;
{{end}}
