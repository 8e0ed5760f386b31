DROP TABLE purchasing_offer_prices;
DROP TABLE purchasing_offer_gtins;
DROP TABLE purchasing_offers;
DROP TABLE purchasing_prep_providers;
DROP TABLE purchasing_warehouses;
DROP TABLE purchasing_aliases;
DROP TABLE purchasing_suppliers;
