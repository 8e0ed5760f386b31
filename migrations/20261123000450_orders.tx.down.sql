DROP VIEW v_document_targets;
DROP TABLE purchasing_counters;
DROP TABLE purchasing_receipts;
DROP TABLE purchasing_items;
DROP TABLE purchasing_orders;
