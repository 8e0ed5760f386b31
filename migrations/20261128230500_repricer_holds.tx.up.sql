-- expand
-- Few rows are on hold: the list of them must not walk all rows of a large team.
CREATE INDEX repricer_products_hold_idx ON repricer_products (team_id, created_at, id)
    WHERE hold_reason IS NOT NULL AND deleted_at IS NULL;
