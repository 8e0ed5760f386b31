-- Along all live listings an order meets soon what many of them have; see
-- inventory_skus. SQLite looks at deleted_at although the index says what it is,
-- so it stands there.
CREATE INDEX inventory_listings_live_created_idx ON inventory_listings (team_id, created_at, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_updated_idx ON inventory_listings (team_id, updated_at, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_sku_idx ON inventory_listings (team_id, sku, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_price_idx ON inventory_listings (team_id, price, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
CREATE INDEX inventory_listings_live_status_idx ON inventory_listings (team_id, status, id{{if not .Postgres}}, deleted_at{{end}}) WHERE deleted_at IS NULL;
