DROP TABLE pricelist_lines;
DROP TABLE pricelist_items;
DROP TABLE pricelist_analyses;
