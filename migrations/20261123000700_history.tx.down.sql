DROP TABLE history_events;
DROP VIEW v_identity_names;
DROP VIEW v_purchasing_item_labels;
DROP VIEW v_inventory_listing_labels;
DROP VIEW v_inventory_sku_labels;
DROP VIEW v_inventory_product_labels;
