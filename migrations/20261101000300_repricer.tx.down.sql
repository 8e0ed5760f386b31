DROP TABLE repricer_products;
DROP TABLE repricer_strategies;
DROP TABLE repricer_settings;
