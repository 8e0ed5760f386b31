-- expand
-- Sign-ins of people to the console, with the digest of what their browser keeps.
CREATE TABLE console_logins (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    digest {{.Bytes}} NOT NULL,
    key_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, digest),
    FOREIGN KEY ({{.Team}}key_id) REFERENCES api_keys ({{.Team}}id)
);
CREATE INDEX console_logins_key_idx ON console_logins (team_id, key_id);
CREATE INDEX console_logins_end_idx ON console_logins (team_id, expires_at);
