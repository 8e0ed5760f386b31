-- expand
-- Teams that were removed, with the number of their rows. removed_at is the last removal: a second
-- one removes rows that were written meanwhile.
CREATE TABLE team_removals (
    team_id BIGINT NOT NULL PRIMARY KEY,
    removed_at BIGINT NOT NULL,
    row_count BIGINT NOT NULL
);
