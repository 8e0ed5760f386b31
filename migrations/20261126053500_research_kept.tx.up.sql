-- Times are microseconds since 1970 in UTC.

-- Answers of the provider of price histories that teams paid. asked is a hash of the question; the program packs the answer.
CREATE TABLE research_answers (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    marketplace_id {{.Text}} NOT NULL,
    asked {{.Bytes}} NOT NULL,
    at BIGINT NOT NULL,
    packed {{.Bytes}} NOT NULL,
    PRIMARY KEY (team_id, marketplace_id, asked)
);
CREATE INDEX research_answers_age_idx ON research_answers (at);

-- When teams last paid for answers about products.
CREATE TABLE research_payments (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    marketplace_id {{.Text}} NOT NULL,
    asin {{.Text}} NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (team_id, marketplace_id, asin)
);
CREATE INDEX research_payments_age_idx ON research_payments (at);
