ALTER TABLE connections DROP COLUMN proven_at;
