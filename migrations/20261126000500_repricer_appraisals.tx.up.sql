-- Rows whose fees are wanted for what they show and not for their floors: their
-- decisions do not wait for them.
CREATE TABLE repricer_appraisals (
    product_id BIGINT PRIMARY KEY,
    team_id BIGINT NOT NULL,
    wanted_at BIGINT NOT NULL
);
CREATE INDEX repricer_appraisals_team_idx ON repricer_appraisals (team_id, wanted_at, product_id);
