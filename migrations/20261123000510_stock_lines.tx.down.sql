DROP VIEW purchasing_stock_lines;
