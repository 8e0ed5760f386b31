{{if .Postgres}}
DROP TRIGGER repricer_products_box ON repricer_products;
DROP TRIGGER repricer_products_boxed ON repricer_products;
DROP FUNCTION repricer_products_box();
{{else}}
DROP TRIGGER repricer_products_box;
DROP TRIGGER repricer_products_boxed;
{{end}}
DROP TABLE repricer_day_box;
