-- expand
-- The rules of a user: of which kinds of events mail comes, and when. kinds has kind=when with a
-- space between them. position is the id of the last event that was looked at. Times are microseconds
-- since 1970 in UTC.
CREATE TABLE notice_rules (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    enabled {{.Bool}} NOT NULL,
    morning {{.Bool}} NOT NULL,
    hour BIGINT NOT NULL,
    timezone {{.Text}} NOT NULL,
    best_seller_units BIGINT NOT NULL,
    kinds TEXT NOT NULL,
    position BIGINT NOT NULL,
    next_at BIGINT
);
CREATE UNIQUE INDEX notice_rules_team_id_user_id_key ON notice_rules (team_id, user_id);
CREATE INDEX notice_rules_next_at_idx ON notice_rules (next_at) WHERE next_at IS NOT NULL;
