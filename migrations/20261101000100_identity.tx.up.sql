CREATE TABLE secret_check (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    value {{.Bytes}} NOT NULL
);

CREATE TABLE teams (
    id {{.ID}},
    name TEXT NOT NULL,
    plan_code TEXT NOT NULL,
    plan_status TEXT NOT NULL,
    plan_renews_at BIGINT,
    tokens_month BIGINT NOT NULL CHECK (tokens_month >= 0),
    currency TEXT NOT NULL,
    timezone TEXT NOT NULL,
    default_marketplace_id TEXT NOT NULL,
    settings {{.JSON}} NOT NULL,
    features {{.JSON}} NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE users (
    id {{.ID}},
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_email_folded_key ON users (email_folded);

CREATE TABLE memberships (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, user_id)
);
CREATE INDEX memberships_user_idx ON memberships (user_id, team_id);

CREATE TABLE api_keys (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    last4 TEXT NOT NULL,
    digest {{.Bytes}} NOT NULL,
    scopes {{.JSON}} NOT NULL,
    last_used_at BIGINT,
    expires_at BIGINT,
    revoked_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX api_keys_digest_key ON api_keys (digest);
{{if not .Postgres}}
CREATE INDEX api_keys_team_idx ON api_keys (team_id, id);
{{end}}
CREATE TABLE token_usage (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    period INTEGER NOT NULL,
    used BIGINT NOT NULL CHECK (used >= 0),
    PRIMARY KEY (team_id, period)
);

CREATE TABLE token_reservations (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    period INTEGER NOT NULL,
    tokens BIGINT NOT NULL CHECK (tokens > 0),
    expires_at BIGINT NOT NULL
);
CREATE INDEX token_reservations_team_idx ON token_reservations (team_id, period, expires_at);

CREATE TABLE idempotency_keys (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    status INTEGER,
    header {{.JSON}},
    body {{.Bytes}},
    created_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, operation, key)
);
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (team_id, created_at);

CREATE TABLE audit_log (
    id {{.IDInTeam}},
    team_id BIGINT NOT NULL REFERENCES teams (id),
    user_id BIGINT,
    key_id BIGINT,
    address TEXT NOT NULL,
    source TEXT NOT NULL,
    record_type TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    verb TEXT NOT NULL,
    changes {{.JSON}} NOT NULL,
    trace_id TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX audit_log_record_idx ON audit_log (team_id, record_type, record_id, id);

{{if .Postgres}}
CREATE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail is append-only';
END
$$;
CREATE TRIGGER audit_log_keep BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION audit_log_refuse();
{{else}}
CREATE TRIGGER audit_log_keep_update BEFORE UPDATE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is append-only');
END;
CREATE TRIGGER audit_log_keep_delete BEFORE DELETE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is append-only');
END;
{{end}}
