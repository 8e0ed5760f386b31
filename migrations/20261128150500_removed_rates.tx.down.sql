DROP VIEW exchange_known_rates;
CREATE VIEW exchange_known_rates AS
SELECT id, team_id, version, created_at, updated_at, deleted_at, base, quote, day, rate, 'manual' AS source
FROM exchange_rates WHERE deleted_at IS NULL
UNION ALL
SELECT -id, 0, 1, read_at, read_at, NULL, 'EUR', quote, day, rate, 'ecb' FROM exchange_reference_rates;
