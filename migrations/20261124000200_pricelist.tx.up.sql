-- Times are microseconds since 1970 in UTC, amounts and percentages ten-thousandths. body has all
-- members of a record; columns have the members to filter and sort by. Folded texts are brand,
-- category and search.

CREATE TABLE pricelist_analyses (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    running BOOLEAN NOT NULL,
    rows_total BIGINT NOT NULL
);
CREATE INDEX pricelist_analyses_id_idx ON pricelist_analyses (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX pricelist_analyses_running_idx ON pricelist_analyses (team_id, id) WHERE running;
CREATE INDEX pricelist_analyses_created_idx ON pricelist_analyses (team_id, created_at);

CREATE TABLE pricelist_items (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    body {{.JSON}} NOT NULL,
    analysis_id BIGINT NOT NULL,
    identity {{.Text}} NOT NULL
);
CREATE INDEX pricelist_items_analysis_idx ON pricelist_items (team_id, analysis_id, id);
CREATE INDEX pricelist_items_identity_idx ON pricelist_items (team_id, analysis_id, identity, id);

-- The result of an item by a version of the expenses.
CREATE TABLE pricelist_lines (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    analysis_id BIGINT NOT NULL,
    expenses_version BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    row_number BIGINT NOT NULL,
    status {{.Text}} NOT NULL,
    verdict {{.Text}} NOT NULL,
    restriction {{.Text}},
    brand {{.Text}} NOT NULL,
    category {{.Text}} NOT NULL,
    search TEXT NOT NULL,
    amazon_in_stock BOOLEAN,
    edited BOOLEAN NOT NULL,
    liked BOOLEAN NOT NULL,
    alerts {{.Text}} NOT NULL,
    profit BIGINT,
    price_used BIGINT,
    cost BIGINT,
    roi BIGINT,
    margin BIGINT,
    bsr_top_percent BIGINT,
    bsr BIGINT,
    sales BIGINT,
    offers_fba BIGINT
);
CREATE UNIQUE INDEX pricelist_lines_team_id_item_id_expenses_version_key ON pricelist_lines (team_id, item_id, expenses_version);
CREATE INDEX pricelist_lines_number_idx ON pricelist_lines (team_id, analysis_id, expenses_version, row_number, id);
CREATE INDEX pricelist_lines_profit_idx ON pricelist_lines (team_id, analysis_id, expenses_version, profit, id);
CREATE INDEX pricelist_lines_roi_idx ON pricelist_lines (team_id, analysis_id, expenses_version, roi, id);
