-- Lists along created_at and id, as along their other orders. On Postgres the primary key
-- leads along all ids of a team.
CREATE INDEX inventory_skus_created_idx ON inventory_skus (team_id, created_at, id{{if not .Postgres}}, hidden{{end}}) WHERE NOT hidden;
CREATE INDEX inventory_skus_facet_created_idx ON inventory_skus (team_id, facet, created_at, id);
CREATE INDEX inventory_skus_facet_id_idx ON inventory_skus (team_id, facet, id);
CREATE INDEX inventory_listings_facet_id_idx ON inventory_listings (team_id, facet, id);
{{if not .Postgres}}
CREATE INDEX inventory_skus_id_idx ON inventory_skus (team_id, id, hidden) WHERE NOT hidden;
CREATE INDEX inventory_listings_live_id_idx ON inventory_listings (team_id, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX repricer_changes_id_idx ON repricer_changes (team_id, id);
{{end}}
