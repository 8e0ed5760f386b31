DROP TABLE inventory_cost_layers;
DROP TABLE inventory_sku_texts;
DROP TABLE inventory_skus;
{{if .Postgres}}
DROP FUNCTION inventory_grams;
{{else}}
DROP TABLE inventory_sku_grams;
{{end}}
