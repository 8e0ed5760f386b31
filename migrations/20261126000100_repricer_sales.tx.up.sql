-- What rows sold, by the positions of orders. units and changed_at are of the
-- order's newest change; everything else is as it was when the sale became known.
-- price and profit are of a unit, in the currency of the marketplace; null is not
-- known. strategy_id is 0 for none. Orders that were cancelled stay with 0 units,
-- so that what was told before does not count when it comes late.
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
-- How many units a row sold in a window is answered by the index alone.
CREATE INDEX repricer_sales_window_idx ON repricer_sales (team_id, product_id, purchased_at, units);
CREATE INDEX repricer_sales_age_idx ON repricer_sales (purchased_at);

-- The same by day, so that statistics look at no single sale. Sums are in
-- ten-thousandths: revenue over the units whose price is known, profit over those
-- whose profit is known. Slots are those of the other counters.
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

-- From when on an account was told everything: as far as is known, since it was
-- looked at last.
ALTER TABLE notification_subscriptions ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
UPDATE notification_subscriptions SET since = checked_at;
