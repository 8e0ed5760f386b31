{{if not .Postgres}}
DROP INDEX repricer_changes_id_idx;
DROP INDEX inventory_listings_live_id_idx;
DROP INDEX inventory_skus_id_idx;
{{end}}
DROP INDEX inventory_listings_facet_id_idx;
DROP INDEX inventory_skus_facet_id_idx;
DROP INDEX inventory_skus_facet_created_idx;
DROP INDEX inventory_skus_created_idx;
