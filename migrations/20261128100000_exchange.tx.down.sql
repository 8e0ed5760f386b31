DROP VIEW exchange_known_rates;
DROP TABLE exchange_reference_rates;
DROP TABLE exchange_rates;
