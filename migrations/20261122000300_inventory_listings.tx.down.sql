DROP TABLE inventory_listing_numbers;
DROP TABLE inventory_listing_texts;
DROP TABLE inventory_listings;
