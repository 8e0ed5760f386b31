-- Times are microseconds since 1970 in UTC. A provider's facts about products belong to no team,
-- so the tables name no team.

-- Products with a known interval of monthly sales, each once in thirty days.
CREATE TABLE research_points (
    marketplace_id {{.Text}} NOT NULL,
    root BIGINT NOT NULL,
    asin {{.Text}} NOT NULL,
    period BIGINT NOT NULL,
    at BIGINT NOT NULL,
    sales_rank DOUBLE PRECISION NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT,
    PRIMARY KEY (marketplace_id, root, asin, period)
);
CREATE INDEX research_points_age_idx ON research_points (at);

-- The curves of root categories; the last of each is in use.
CREATE TABLE research_curves (
    id {{.ID}},
    marketplace_id {{.Text}} NOT NULL,
    root BIGINT NOT NULL,
    fitted_at BIGINT NOT NULL,
    body {{.JSON}} NOT NULL
);
CREATE INDEX research_curves_cell_idx ON research_curves (marketplace_id, root, id);

-- Estimates by curves, one for a product a week, and their comparison with the truth.
CREATE TABLE research_forecasts (
    marketplace_id {{.Text}} NOT NULL,
    root BIGINT NOT NULL,
    asin {{.Text}} NOT NULL,
    week BIGINT NOT NULL,
    at BIGINT NOT NULL,
    label {{.Text}} NOT NULL,
    body {{.JSON}} NOT NULL,
    judged_at BIGINT,
    inside {{.Bool}},
    score DOUBLE PRECISION,
    PRIMARY KEY (marketplace_id, asin, week)
);
CREATE INDEX research_forecasts_age_idx ON research_forecasts (at);
CREATE INDEX research_forecasts_judged_idx ON research_forecasts (marketplace_id, root, judged_at) WHERE judged_at IS NOT NULL;
