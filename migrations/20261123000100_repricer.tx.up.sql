-- Amounts and percentages are ten-thousandths, times are microseconds since 1970 in
-- UTC, days are days since 1970.

-- One row per team, also after a reset: present is then false and the version
-- still grows.
CREATE TABLE repricer_settings (
    team_id BIGINT PRIMARY KEY,
    present {{.Bool}} NOT NULL,
    default_strategy_id BIGINT,
    body {{.JSON}} NOT NULL,
    version BIGINT NOT NULL,
    updated_at BIGINT
);

-- marketplaces is |A|B|, or empty for all: a single text condition finds the strategies that
-- serve a marketplace.
CREATE TABLE repricer_strategies (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    name_key {{.Text}} NOT NULL,
    search TEXT NOT NULL,
    type TEXT NOT NULL,
    enabled {{.Bool}} NOT NULL,
    marketplaces TEXT NOT NULL,
    body {{.JSON}} NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE UNIQUE INDEX repricer_strategies_team_id_name_key_key
    ON repricer_strategies (team_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX repricer_strategies_team_idx ON repricer_strategies (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_strategies_created_idx ON repricer_strategies (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_strategies_updated_idx ON repricer_strategies (team_id, updated_at, id) WHERE deleted_at IS NULL;

-- A row for each SKU of an account in a marketplace. title to last_change_at are learnt from
-- elsewhere and null until then. search has SKU, ASIN and title, folded.
--
-- A hold that the seller ended stays as resumed_reason until the next decision about the row.
-- Until resumed_at falls of its price are the seller's own. floor_fee_percent to floor_fees_at
-- are the fees at the floor of the row, with the total of price and shipping and the time of the
-- question. box_log has the changes of the box in the last seven days; the shares are computed
-- from it. decided_action to decided_at are the last decision. break_even is the price without
-- profit or loss.
{{define "floor"}}CASE WHEN min_price_mode <> 'manual' THEN decided_floor WHEN map_price > min_price THEN map_price ELSE min_price END{{end}}
CREATE TABLE repricer_products (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    sku {{.Text}} NOT NULL,
    asin {{.Text}} NOT NULL,
    currency TEXT NOT NULL,

    strategy_id BIGINT,
    mode TEXT NOT NULL,
    reprice_priority TEXT NOT NULL,
    condition TEXT NOT NULL,
    min_price BIGINT,
    max_price BIGINT,
    max_change BIGINT,
    max_change_percent BIGINT,
    min_price_mode TEXT NOT NULL,
    target_roi BIGINT,
    target_margin BIGINT,
    min_price_markup BIGINT,
    min_price_markup_type TEXT NOT NULL,
    missing_cost_fallback TEXT NOT NULL,

    hold_reason TEXT,
    hold_since BIGINT,
    hold_details TEXT,
    resumed_reason TEXT,
    resumed_at BIGINT,
    run_state TEXT NOT NULL,

    title TEXT,
    fulfillment TEXT,
    quantity BIGINT,
    current_price BIGINT,
    shipping BIGINT,
    cost BIGINT,
    fee_referral_percent BIGINT,
    fee_referral_min BIGINT,
    fee_fixed BIGINT,
    floor_fee_percent BIGINT,
    floor_fee_fixed BIGINT,
    floor_fee_total BIGINT,
    floor_fees_at BIGINT,
    vat_percent BIGINT,
    map_price BIGINT,
    buy_box_price BIGINT,
    buy_box_owner TEXT NOT NULL,
    buy_box_inferred {{.Bool}} NOT NULL,
    competitors_count BIGINT,
    box_log {{.Text}} NOT NULL DEFAULT '',
    buy_box_share_24h BIGINT,
    buy_box_share_7d BIGINT,
    next_due_at BIGINT,
    last_event_at BIGINT,
    offers_at BIGINT,
    decided_action TEXT,
    decided_reason TEXT,
    decided_price BIGINT,
    decided_floor BIGINT,
    decided_at BIGINT,
    break_even BIGINT,
    last_change_id BIGINT,
    last_change_at BIGINT,

    search TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,

    -- The overview counts live rows by standing: mode, hold, owner of the box, and
    -- y, n or ? (not known) for: at the floor, at the ceiling, under break-even,
    -- cost missing. Postgres stores these three columns, SQLite computes them.
    standing TEXT GENERATED ALWAYS AS (
        CASE WHEN deleted_at IS NULL THEN
            mode || '|' || COALESCE(hold_reason, '') || '|' || buy_box_owner || '|'
            || CASE WHEN current_price <= {{template "floor"}} THEN 'y' WHEN current_price > {{template "floor"}} THEN 'n' ELSE '?' END
            || CASE WHEN current_price >= max_price THEN 'y' WHEN current_price IS NULL THEN '?' ELSE 'n' END
            || CASE WHEN current_price < break_even THEN 'y' WHEN current_price >= break_even THEN 'n' ELSE '?' END
            || CASE WHEN min_price_mode <> 'manual' AND cost IS NULL THEN 'y' ELSE 'n' END
        END) {{.Computed}},
    -- The minute of the offers of a row that is not off.
    offers_minute BIGINT GENERATED ALWAYS AS (
        CASE WHEN deleted_at IS NULL AND mode <> 'off' THEN offers_at / 60000000 END) {{.Computed}},
    -- Why the row needs a person, the most urgent first: 1 held, 2 under break-even,
    -- 3 its last decision was an error, or no strategy serves it, 4 at its floor
    -- while a rival has the box.
    attention INTEGER GENERATED ALWAYS AS (
        CASE
            WHEN deleted_at IS NOT NULL OR mode = 'off' THEN NULL
            WHEN hold_reason IS NOT NULL THEN 1
            WHEN current_price < break_even THEN 2
            WHEN decided_action = 'error' OR decided_reason IN ('strategy_missing', 'marketplace_not_served') THEN 3
            WHEN buy_box_owner IN ('competitor', 'amazon') AND current_price <= {{template "floor"}} THEN 4
        END) {{.Computed}}
)
{{if .Postgres}}
-- Events and decisions change no column of an index. With room in its page a row
-- then changes without its dozen indexes.
WITH (fillfactor = 75)
{{end}};
CREATE UNIQUE INDEX repricer_products_team_id_seller_id_marketplace_id_sku_key
    ON repricer_products (team_id, seller_id, marketplace_id, sku) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_team_idx ON repricer_products (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_created_idx ON repricer_products (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_updated_idx ON repricer_products (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_strategy_idx ON repricer_products (team_id, strategy_id, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_price_idx ON repricer_products (team_id, current_price, id) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_share_idx ON repricer_products (team_id, buy_box_share_24h, id) WHERE deleted_at IS NULL;
-- The rows of an event.
CREATE INDEX repricer_products_offer_idx
    ON repricer_products (team_id, seller_id, marketplace_id, asin) WHERE deleted_at IS NULL;
CREATE INDEX repricer_products_attention_idx ON repricer_products (team_id, attention, id) WHERE attention IS NOT NULL;
CREATE INDEX repricer_products_attention_marketplace_idx
    ON repricer_products (team_id, marketplace_id, attention, id) WHERE attention IS NOT NULL;

-- The past of a row that a decision needs, beside the displayed members. falls has times, the
-- oldest first, with commas between them.
CREATE TABLE repricer_row_memory (
    product_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    submitted BIGINT,
    changed_at BIGINT,
    change_reason TEXT NOT NULL,
    won BIGINT,
    soft_price BIGINT,
    soft_until BIGINT,
    falls TEXT NOT NULL,
    war_at BIGINT,
    day BIGINT,
    day_changes BIGINT NOT NULL,
    day_price BIGINT,
    offers_at BIGINT,
    seen_at BIGINT,
    fees_at BIGINT,
    window_since BIGINT,
    window_price BIGINT,
    PRIMARY KEY ({{.Team}}product_id)
){{if .Postgres}} WITH (fillfactor = 75){{end}};

-- The queue of rows to be evaluated, one entry a row. lane is 0 (fast), 1 or 2, pace the least
-- time between two evaluations. An entry can be taken from due_at on; due_at is null while the
-- row waits for the end of a price of its own. A worker (lease_owner) has it until leased_until,
-- which no index has, so taking an entry changes no index. again_at is the first wake-up since
-- the entry was taken. At rises_at the entry has waited so long that it moves up a lane. edits
-- counts wake-ups other than events and sweeps, answered the wake-ups that a decision knew: while
-- edits is larger, earlier prices must not be sent.
CREATE TABLE repricer_due (
    product_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    lane BIGINT NOT NULL,
    pace BIGINT NOT NULL,
    due_at BIGINT,
    rises_at BIGINT NOT NULL,
    enqueued_at BIGINT NOT NULL,
    woken_by TEXT NOT NULL,
    at_once {{.Bool}} NOT NULL,
    offers {{.Bytes}},
    offers_at BIGINT,
    again_at BIGINT,
    lease_owner TEXT,
    leased_until BIGINT NOT NULL DEFAULT 0,
    edits BIGINT NOT NULL DEFAULT 0,
    answered BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY ({{.Team}}product_id)
){{if .Postgres}} WITH (fillfactor = 50){{end}};
CREATE INDEX repricer_due_lane_idx ON repricer_due (lane, due_at, product_id);
CREATE INDEX repricer_due_team_idx ON repricer_due (lane, team_id, due_at, product_id);
CREATE INDEX repricer_due_rises_idx ON repricer_due (rises_at) WHERE lane > 0;

-- Rows that need fees only to show them: their decisions do not wait.
CREATE TABLE repricer_appraisals (
    product_id BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    wanted_at BIGINT NOT NULL,
    PRIMARY KEY ({{.Team}}product_id)
);
CREATE INDEX repricer_appraisals_team_idx ON repricer_appraisals (team_id, wanted_at, product_id);

-- Progress of the reading of silent rows: the start of the last sweep of a team, and the row
-- after which the next continues, 0 for the first row.
CREATE TABLE repricer_sweeps (
    team_id BIGINT PRIMARY KEY,
    began_at BIGINT NOT NULL,
    after_id BIGINT NOT NULL DEFAULT 0
);

-- Marketplaces with too many empty offers, and since when. People are notified once, until offers
-- are read again.
CREATE TABLE repricer_broken_sources (
    team_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (team_id, marketplace_id)
);

-- The history of decisions. Entries are added and only removed by the month. Only outcome and the
-- columns of the submission change, until the outcome is final. On Postgres a month is a
-- partition. The program makes it in advance and drops the oldest; with a default partition
-- months could not be attached later.
--
-- The history is found by ended and left_at, which change once: ended is the final outcome of a
-- price, empty while it is open, null without a price; left_at is the time when an ended price
-- was sent. cancel_reason has the reason for a withdrawal.
CREATE TABLE repricer_changes (
    id {{if .Postgres}}BIGSERIAL{{else}}{{.IDInTeam}}{{end}},
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
    attempts BIGINT,
    ended TEXT,
    left_at BIGINT,
    cancel_reason TEXT{{if .Postgres}},
    PRIMARY KEY (team_id, id, created_at)
) PARTITION BY RANGE (created_at){{else}}
){{end}};
CREATE INDEX repricer_changes_team_idx ON repricer_changes (team_id, created_at, id);
CREATE INDEX repricer_changes_product_idx ON repricer_changes (team_id, product_id, created_at, id);
CREATE INDEX repricer_changes_asin_idx ON repricer_changes (team_id, asin, created_at, id);
CREATE INDEX repricer_changes_sku_idx ON repricer_changes (team_id, sku, created_at, id);
CREATE INDEX repricer_changes_strategy_idx ON repricer_changes (team_id, strategy_id, created_at, id);
CREATE INDEX repricer_changes_reason_idx ON repricer_changes (team_id, reason, created_at, id);
CREATE INDEX repricer_changes_action_idx ON repricer_changes (team_id, action, created_at, id);
CREATE INDEX repricer_changes_ended_idx ON repricer_changes (team_id, ended, created_at, id);
CREATE INDEX repricer_changes_decided_by_idx ON repricer_changes (team_id, decided_by, created_at, id);
CREATE INDEX repricer_changes_marketplace_idx ON repricer_changes (team_id, marketplace_id, created_at, id);
CREATE INDEX repricer_changes_left_idx ON repricer_changes (team_id, left_at) WHERE left_at IS NOT NULL;

-- The packed input of a decision, and its trace if requested. Pages of the history do not need
-- them.
CREATE TABLE repricer_change_inputs (
    change_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    input {{.Bytes}} NOT NULL,
    trace {{.Bytes}},
    PRIMARY KEY ({{.Team}}change_id, created_at)
){{if .Postgres}} PARTITION BY RANGE (created_at){{end}};
{{if not .Postgres}}
CREATE INDEX repricer_changes_created_idx ON repricer_changes (created_at);
CREATE INDEX repricer_change_inputs_created_idx ON repricer_change_inputs (created_at);
{{end}}

-- Open prices, at most one a row: a second price is not sent before the end of the first is
-- known. A unique index over the history could not ensure this, because it ends at the month.
--
-- region and urgency order the prices that wait. sent_at is the last submission. No worker takes
-- a price before next_at: after a crash it is looked for then. feed and feed_number name its
-- message.
CREATE TABLE repricer_open_changes (
    change_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    team_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    outcome TEXT NOT NULL,
    region {{.Text}} NOT NULL DEFAULT '',
    sku {{.Text}} NOT NULL DEFAULT '',
    urgency BIGINT NOT NULL DEFAULT 2,
    sent_at BIGINT,
    next_at BIGINT NOT NULL DEFAULT 0,
    feed BIGINT,
    feed_number BIGINT,
    PRIMARY KEY ({{.Team}}change_id)
);
CREATE UNIQUE INDEX repricer_open_changes_team_id_product_id_key ON repricer_open_changes (team_id, product_id);
CREATE INDEX repricer_open_changes_team_idx ON repricer_open_changes (team_id, outcome, marketplace_id, product_id);
-- There may be as many suggested prices as rows, and suggested prices are not sent.
CREATE INDEX repricer_open_changes_due_idx
    ON repricer_open_changes (team_id, seller_id, region, next_at) WHERE outcome <> 'suggested';
CREATE INDEX repricer_open_changes_waiting_idx
    ON repricer_open_changes (team_id, seller_id, region, urgency, created_at, change_id) WHERE outcome = 'proposed';
CREATE INDEX repricer_open_changes_feed_idx ON repricer_open_changes (feed, sku) WHERE feed IS NOT NULL;

-- The senders of accounts. One process at a time works a lane and writes in it; a
-- lease that ran out can be taken. answers are the last answers to prices, the
-- newest last.
CREATE TABLE repricer_lanes (
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    region {{.Text}} NOT NULL,
    lane TEXT NOT NULL,
    holder TEXT,
    leased_until BIGINT NOT NULL,
    answers TEXT NOT NULL,
    stopped_until BIGINT NOT NULL,
    PRIMARY KEY (team_id, seller_id, region)
);

-- An account has one open feed, whichever team started it. feed_id is the id at the
-- marketplace. It is unknown while the feed is being started, and for good after a
-- crash in that moment.
CREATE TABLE repricer_feeds (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    seller_id {{.Text}} NOT NULL,
    region {{.Text}} NOT NULL,
    state TEXT NOT NULL,
    feed_id TEXT,
    messages BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE UNIQUE INDEX repricer_feeds_seller_id_region_key ON repricer_feeds (seller_id, region) WHERE ended_at IS NULL;
CREATE INDEX repricer_feeds_recent_idx ON repricer_feeds (seller_id, region, created_at);

-- The switch that stops prices of all teams. Without a row it is on.
CREATE TABLE repricer_switch (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    stopped {{.Bool}} NOT NULL,
    reason TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- Sales of rows, by the positions of orders. units and changed_at are of the newest change of the
-- order, the rest is as the sale became known. price and profit are of one unit, in the currency
-- of the marketplace, null where not known. strategy_id is 0 without a strategy. A cancelled
-- order stays with 0 units, so that a late older message does not count.
CREATE TABLE repricer_sales (
    team_id BIGINT NOT NULL,
    order_id {{.Text}} NOT NULL,
    item_id {{.Text}} NOT NULL,
    product_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    strategy_id BIGINT NOT NULL,
    units BIGINT NOT NULL,
    price BIGINT,
    profit BIGINT,
    purchased_at BIGINT NOT NULL,
    day BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, order_id, item_id)
);
-- The units that a row sold in a window are read from the index alone.
CREATE INDEX repricer_sales_window_idx ON repricer_sales (team_id, product_id, purchased_at, units);
CREATE INDEX repricer_sales_age_idx ON repricer_sales (purchased_at);

-- Counters have a part for each connection (slot) on Postgres, so transactions do not wait for
-- each other. Readers take the sum. Slot 0 has merged parts, and on SQLite everything.
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

-- Sales by day. Sums are in ten-thousandths: revenue over units with a known price, profit over
-- units with a known profit.
CREATE TABLE repricer_day_sales (
    team_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    strategy_id BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    units BIGINT NOT NULL,
    priced BIGINT NOT NULL,
    revenue BIGINT NOT NULL,
    costed BIGINT NOT NULL,
    profit BIGINT NOT NULL,
    PRIMARY KEY (team_id, day, marketplace_id, strategy_id, slot)
);

-- Changes of the buy box by UTC day. own is the change in the number of rows with the box,
-- own_rest the seconds that they had left of the day. The time with the box on any day follows
-- from both without reading rows. known counts the same for rows with a known box. won and lost
-- count changes between the own account and others. Day 0 has the sums of earlier days.
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

-- The counters of the overview.
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

-- Alerts wait here until the job of the team gathers them. For an alert about more
-- than one row product_id is null, and sku and marketplace_id are empty.
CREATE TABLE repricer_alerts (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL,
    event TEXT NOT NULL,
    product_id BIGINT,
    sku TEXT NOT NULL,
    marketplace_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    details TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
{{if not .Postgres}}
CREATE INDEX repricer_alerts_team_idx ON repricer_alerts (team_id);
{{end}}

-- Gathered alerts, a row for each channel that still has to send them. Both
-- channels have the same id.
CREATE TABLE repricer_alert_messages (
    id {{.Text}} NOT NULL,
    channel {{.Text}} NOT NULL,
    team_id BIGINT NOT NULL,
    body {{.JSON}} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, id, channel)
);

-- Triggers update the counters, so that they are right for every statement that writes rows. In
-- the counters of the box a deleted row counts as a row with an unknown box.
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

-- Events come many at a time: the changes of a statement are summed up before they
-- are added to the counters. Most statements change one of the things that are
-- counted, and only its counters are looked at.
CREATE FUNCTION repricer_products_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stood BOOLEAN;
    seen BOOLEAN;
    told BOOLEAN;
    boxed BOOLEAN;
BEGIN
    SELECT bool_or(o.standing IS DISTINCT FROM r.standing), bool_or(o.offers_minute IS DISTINCT FROM r.offers_minute),
            bool_or(r.last_event_at > COALESCE(o.last_event_at, 0)),
            bool_or(o.buy_box_owner <> r.buy_box_owner OR o.deleted_at IS DISTINCT FROM r.deleted_at)
        INTO stood, seen, told, boxed FROM was AS o JOIN become AS r ON r.id = o.id;
    IF stood THEN
        INSERT INTO repricer_standings AS s
            SELECT team_id, marketplace_id, standing, pg_backend_pid(), sum(n)
            FROM (SELECT team_id, marketplace_id, standing, -1 AS n FROM was
                UNION ALL SELECT team_id, marketplace_id, standing, 1 FROM become) AS m
            WHERE standing IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0
            ON CONFLICT (team_id, marketplace_id, standing, slot) DO UPDATE SET n = s.n + excluded.n;
    END IF;
    IF seen THEN
        INSERT INTO repricer_offer_minutes AS s
            SELECT team_id, marketplace_id, offers_minute, pg_backend_pid(), sum(n)
            FROM (SELECT team_id, marketplace_id, offers_minute, -1 AS n FROM was
                UNION ALL SELECT team_id, marketplace_id, offers_minute, 1 FROM become) AS m
            WHERE offers_minute IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0
            ON CONFLICT (team_id, minute, marketplace_id, slot) DO UPDATE SET n = s.n + excluded.n;
    END IF;
    IF told THEN
        -- Copies the times of earlier events of rows.
        INSERT INTO repricer_last_events AS s
            SELECT team_id, marketplace_id, pg_backend_pid(), max(last_event_at)
            FROM (SELECT team_id, marketplace_id, last_event_at, -1 AS n FROM was
                UNION ALL SELECT team_id, marketplace_id, last_event_at, 1 FROM become) AS m
            GROUP BY 1, 2 HAVING max(last_event_at) FILTER (WHERE n = 1) > COALESCE(max(last_event_at) FILTER (WHERE n = -1), 0)
            ON CONFLICT (team_id, marketplace_id, slot)
            DO UPDATE SET last_event_at = greatest(s.last_event_at, excluded.last_event_at);
    END IF;
    IF boxed THEN
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
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER repricer_products_moved AFTER UPDATE ON repricer_products
    REFERENCING OLD TABLE AS was NEW TABLE AS become FOR EACH STATEMENT EXECUTE FUNCTION repricer_products_moved();

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
CREATE TRIGGER repricer_products_boxed AFTER INSERT ON repricer_products FOR EACH ROW
    WHEN (NEW.buy_box_owner <> 'unknown') EXECUTE FUNCTION repricer_products_box();
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
CREATE TRIGGER repricer_products_box AFTER UPDATE ON repricer_products
    WHEN OLD.buy_box_owner IS NOT NEW.buy_box_owner OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
    {{template "box"}}CASE WHEN OLD.deleted_at IS NULL THEN OLD.buy_box_owner ELSE 'unknown' END{{template "boxed"}}
END;
CREATE TRIGGER repricer_products_boxed AFTER INSERT ON repricer_products WHEN NEW.buy_box_owner <> 'unknown' BEGIN
    {{template "box"}}'unknown'{{template "boxed"}}
END;
{{end}}
