-- Marketplaces of which too many offers were read empty to believe any, since
-- when. People are told once, until the marketplace is believed again.
CREATE TABLE repricer_broken_sources (
    team_id BIGINT NOT NULL,
    marketplace_id {{.Text}} NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (team_id, marketplace_id)
);
