-- Results of some hundred rows of an analysis by a version of the expenses, from first_item to last_item. The program packs them column by
-- column: a list of 250,000 rows is counted again within seconds, and listed by any filter and order.
CREATE TABLE pricelist_blocks (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    analysis_id BIGINT NOT NULL,
    expenses_version BIGINT NOT NULL,
    first_item BIGINT NOT NULL,
    last_item BIGINT NOT NULL,
    rows_total BIGINT NOT NULL,
    packed_columns {{.Bytes}} NOT NULL,
    packed_texts {{.Bytes}} NOT NULL
);
CREATE INDEX pricelist_blocks_analysis_idx ON pricelist_blocks (team_id, analysis_id, expenses_version, first_item);
DROP TABLE pricelist_lines;

-- Analyses with results that wait to be counted by newer expenses. Earlier analyses are counted
-- again by the same expenses.
ALTER TABLE pricelist_analyses ADD COLUMN recounting BOOLEAN NOT NULL DEFAULT false;
UPDATE pricelist_analyses SET recounting = true,
{{if .Postgres}}
    body = body || jsonb_build_object('expenses_version', (body ->> 'expenses_version')::bigint + 1, 'recounted', 0)
{{else}}
    body = json_set(body, '$.expenses_version', (body ->> 'expenses_version') + 1, '$.recounted', 0)
{{end}}
    WHERE body ->> 'stage' IN ('pricing', 'completed', 'completed_with_errors');
CREATE INDEX pricelist_analyses_recounting_idx ON pricelist_analyses (team_id, id) WHERE recounting;
