-- outbound_shipping is the postage of a unit, null while unknown. allow_loss takes the loss guard
-- off a row; guarded is set if the last decision had it, and then the floor is not below
-- break_even. Attention 3 is unknown postage with free shipping, 4 a decision that was an error,
-- 5 the floor while a rival has the box. No row is guarded yet, so the counters of standings stay
-- right.
{{define "least"}}CASE WHEN map_price > min_price THEN map_price ELSE min_price END{{end}}
{{define "floor"}}CASE WHEN min_price_mode <> 'manual' THEN decided_floor WHEN guarded AND break_even > {{template "least"}} THEN break_even ELSE {{template "least"}} END{{end}}
{{if not .Postgres}}
DROP TRIGGER repricer_products_added;
DROP TRIGGER repricer_products_moved;
{{end}}
DROP INDEX repricer_products_attention_idx;
DROP INDEX repricer_products_attention_marketplace_idx;
ALTER TABLE repricer_products DROP COLUMN attention;
ALTER TABLE repricer_products DROP COLUMN standing;
ALTER TABLE repricer_products ADD COLUMN outbound_shipping BIGINT;
ALTER TABLE repricer_products ADD COLUMN allow_loss {{.Bool}} NOT NULL DEFAULT FALSE;
ALTER TABLE repricer_products ADD COLUMN guarded {{.Bool}} NOT NULL DEFAULT FALSE;
ALTER TABLE repricer_products ADD COLUMN standing TEXT GENERATED ALWAYS AS (
    CASE WHEN deleted_at IS NULL THEN
        mode || '|' || COALESCE(hold_reason, '') || '|' || buy_box_owner || '|'
        || CASE WHEN current_price <= {{template "floor"}} THEN 'y' WHEN current_price > {{template "floor"}} THEN 'n' ELSE '?' END
        || CASE WHEN current_price >= max_price THEN 'y' WHEN current_price IS NULL THEN '?' ELSE 'n' END
        || CASE WHEN current_price < break_even THEN 'y' WHEN current_price >= break_even THEN 'n' ELSE '?' END
        || CASE WHEN min_price_mode <> 'manual' AND cost IS NULL THEN 'y' ELSE 'n' END
    END) {{.Computed}};
ALTER TABLE repricer_products ADD COLUMN attention INTEGER GENERATED ALWAYS AS (
    CASE
        WHEN deleted_at IS NOT NULL OR mode = 'off' THEN NULL
        WHEN hold_reason IS NOT NULL THEN 1
        WHEN current_price < break_even THEN 2
        WHEN fulfillment = 'fbm' AND cost IS NOT NULL AND outbound_shipping IS NULL AND COALESCE(shipping, 0) = 0
            AND decided_at IS NOT NULL THEN 3
        WHEN decided_action = 'error' OR decided_reason IN ('strategy_missing', 'marketplace_not_served') THEN 4
        WHEN buy_box_owner IN ('competitor', 'amazon') AND current_price <= {{template "floor"}} THEN 5
    END) {{.Computed}};
CREATE INDEX repricer_products_attention_idx ON repricer_products (team_id, attention, id) WHERE attention IS NOT NULL;
CREATE INDEX repricer_products_attention_marketplace_idx
    ON repricer_products (team_id, marketplace_id, attention, id) WHERE attention IS NOT NULL;
{{if not .Postgres}}
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
{{end}}
