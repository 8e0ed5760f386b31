package e2e_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/stores"
)

var moment = regexp.MustCompile(`^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`)

// requireMembers checks that an object has exactly these members.
func requireMembers(t *testing.T, m map[string]any, names ...string) {
	t.Helper()
	// Tests that run side by side share their lists.
	require.Equal(t, slices.Sorted(slices.Values(names)), slices.Sorted(maps.Keys(m)))
}

// rowsOf reads {"data":[objects]}.
func rowsOf(t *testing.T, m map[string]any) []map[string]any {
	t.Helper()
	requireMembers(t, m, "data")
	list, ok := m["data"].([]any)
	require.True(t, ok, "data is not a list: %v", m)
	rows := make([]map[string]any, len(list))
	for i := range list {
		rows[i], ok = list[i].(map[string]any)
		require.True(t, ok)
	}
	return rows
}

func TestEveryCommandPrintsOneObject(t *testing.T) {
	eachEmpty(t, func(t *testing.T, p *place) {
		names := steps(t)
		require.Equal(t, map[string]any{"migrations": names}, p.ask("", "migrate", "up"))
		require.Equal(t, map[string]any{"migrations": []any{}}, p.ask("", "migrate", "up"), "nothing is left to do")
		for _, step := range rowsOf(t, p.ask("", "migrate", "status")) {
			requireMembers(t, step, "name", "kind", "applied_at", "waits_for")
			require.Nil(t, step["waits_for"], "an applied step waits for nothing")
			require.Regexp(t, moment, step["applied_at"])
		}

		team := p.ask("", "team", "create", "--name", "Acme")
		want := map[string]any{
			"id": json.Number("1"), "name": "Acme", "tokens_month": json.Number("100000"), "plan_status": "active",
			"currency": "USD", "timezone": "UTC", "default_marketplace_id": usa, "prep_per_unit": nil, "inbound_per_unit": nil,
			"misc_per_unit": nil, "sales_tax_percent": nil, "returns_percent": nil, "tax": nil, "address": nil,
			"cost_method": "latest", "over_receipt_percent": nil, "storage_months": nil, "vat_scheme": nil, "vat_flat_percent": nil,
		}
		require.Equal(t, want, team)
		require.Equal(t, []map[string]any{team}, rowsOf(t, p.ask("", "team", "list")))
		set := p.ask("", "team", "set", "--team", "1", "--tokens", "7", "--plan-status", "past_due")
		want["tokens_month"], want["plan_status"], want["currency_change"] = json.Number("7"), "past_due", nil
		require.Equal(t, want, set)
		set = p.ask("", "team", "set", "--team", "1", "--cost-method", "weighted_average", "--over-receipt-percent", "5.5")
		require.Equal(t, []any{"weighted_average", "5.5"}, []any{set["cost_method"], set["over_receipt_percent"]})
		set = p.ask("", "team", "set", "--team", "1", "--over-receipt-percent", "none")
		require.Equal(t, []any{"weighted_average", nil}, []any{set["cost_method"], set["over_receipt_percent"]})
		set = p.ask("", "team", "set", "--team", "1", "--storage-months", "2.5", "--vat-scheme", "flat", "--vat-flat-percent", "7.5")
		require.Equal(t, []any{"2.5", "flat", "7.5"}, []any{set["storage_months"], set["vat_scheme"], set["vat_flat_percent"]})
		set = p.ask("", "team", "set", "--team", "1", "--storage-months", "none", "--vat-scheme", "default", "--vat-flat-percent", "none")
		require.Equal(t, []any{nil, nil, nil}, []any{set["storage_months"], set["vat_scheme"], set["vat_flat_percent"]})
		set = p.ask("", "team", "set", "--team", "1", "--name", "Acme GmbH", "--currency", "EUR", "--timezone", "Europe/Berlin",
			"--marketplace", "A1PA6795UKMFR9", "--prep-per-unit", "0.5", "--vat-registration", "DE:standard:DE123456788:2024-01-01",
			"--vat-registration", "FR:small_business")
		require.Equal(t, []any{"Acme GmbH", "EUR", "Europe/Berlin", "A1PA6795UKMFR9", "0.5"},
			[]any{set["name"], set["currency"], set["timezone"], set["default_marketplace_id"], set["prep_per_unit"]})
		require.Equal(t, map[string]any{"prices_include_vat": false, "registrations": []any{
			map[string]any{"country": "DE", "vat_number": "DE123456788", "scheme": "standard", "since": "2024-01-01"},
			map[string]any{"country": "FR", "vat_number": nil, "scheme": "small_business", "since": nil},
		}}, set["tax"])
		require.Equal(t, map[string]any{
			"from": "USD", "to": "EUR", "read_anew": map[string]any{}, "kept": map[string]any{},
		}, set["currency_change"])
		set = p.ask("", "team", "set", "--team", "1", "--vat-registration", "none", "--prices-include-vat", "--prep-per-unit", "none")
		require.Equal(t, map[string]any{"prices_include_vat": true, "registrations": []any{}}, set["tax"])
		set = p.ask("", "team", "set", "--team", "1", "--name", "Acme", "--currency", "USD", "--vat-registration", "unknown")
		require.Equal(t, []any{"Acme", "USD", nil, nil}, []any{set["name"], set["currency"], set["tax"], set["prep_per_unit"]})
		user := p.ask("", "user", "create", "--team", "1", "--email", "ann@example.com", "--name", "Ann")
		require.Equal(t, map[string]any{
			"id": json.Number("1"), "email": "ann@example.com", "name": "Ann", "role": "owner",
		}, user)
		require.Equal(t, []map[string]any{user}, rowsOf(t, p.ask("", "user", "list", "--team", "1")))
		second := p.ask("", "user", "create", "--team", "1", "--email", "bob@example.com", "--name", "Bob", "--role", "viewer")
		require.Equal(t, []map[string]any{user, second}, rowsOf(t, p.ask("", "user", "list", "--team", "1")))
		p.ask("", "team", "create", "--name", "Other")
		require.Equal(t, []map[string]any{}, rowsOf(t, p.ask("", "user", "list", "--team", "2")))
		require.Equal(t, []any{"Acme", "Other"}, column(rowsOf(t, p.ask("", "team", "list")), "name"))
		requireMembers(t, p.ask("", "version"), "version", "go")

		// It follows from the secret key: HKDF-SHA256 of "selling-assistant/webhook/1".
		require.Equal(t, map[string]any{"team_id": json.Number("1"), "secret": "whsec_syvEQMSDiC6mPbq5UKRFgDpWqUx9PFBmYqAs3dvWsAU="}, p.ask("", "repricer", "webhook-secret", "--team", "1"))

		key := p.ask("", "key", "create", "--team", "1", "--user", "1", "--name", "one", "--scopes", "read,write", "--expires", "24h")
		secret := text(key["key"])
		require.Regexp(t, `^sak_[0-9A-Za-z]{36}$`, secret)
		delete(key, "key")
		requireKey(t, key, secret)
		require.Regexp(t, moment, key["expires_at"])
		listed := p.run("", "key", "list", "--team", "1", "--json")
		require.NotContains(t, listed.stdout, secret)
		keys := rowsOf(t, object(t, listed.stdout))
		require.Len(t, keys, 1)
		requireKey(t, keys[0], secret)
		revoked := p.ask("", "key", "revoke", "--team", "1", "1")
		requireKey(t, revoked, secret)
		require.Regexp(t, moment, revoked["revoked_at"])

		trail := rowsOf(t, p.ask("", "audit", "list", "--team", "1", "--record", "key", "--since", "1h"))
		require.Equal(t, []any{"revoked", "created"}, column(trail, "verb"))
		requireMembers(t, trail[0], "id", "at", "user_id", "key_id", "address", "source", "record", "record_id", "verb", "changes", "trace_id")
		require.Regexp(t, moment, trail[0]["at"])
		require.Equal(t, []any{"cli", nil, map[string]any{}}, []any{trail[0]["source"], trail[0]["key_id"], trail[0]["changes"]})
		require.Equal(t, []any{trail[1]["id"]}, column(rowsOf(t, p.ask("", "audit", "list", "--team", "1", "--record", "key",
			"--record-id", "1", "--before", text(trail[0]["id"]), "--limit", "1")), "id"))

		seller := p.market.Seller(marketplace.NA, simulator.Full)
		added := p.ask(seller.RefreshToken, "connection", "add", "--team", "1", "--region", "na",
			"--seller-id", seller.ID, "--marketplaces", usa, "--refresh-token-stdin")
		requireConnection(t, added, seller.ID)
		connections := rowsOf(t, p.ask("", "connection", "list", "--team", "1"))
		require.Len(t, connections, 1)
		requireConnection(t, connections[0], seller.ID)
		require.Nil(t, connections[0]["proven_at"])
		require.Contains(t, p.run("", "connection", "list", "--team", "1").stdout, "unproven")
		require.Zero(t, p.market.Counters()["token"].Calls, "adding a connection makes no call")

		probed := p.ask("", "connection", "probe", "--team", "1", "1")
		require.Equal(t, []any{usa, "A2EUQ1WTGCTBG2", "A1AM78C64UM0Y8", "A2Q3Y263D00KWC"}, probed["marketplace_ids"])
		require.Regexp(t, moment, probed["proven_at"])
		for _, row := range rowsOf(t, p.ask("", "notifications", "status", "--team", "1", "--connection", "1")) {
			requireMembers(t, row, "type", "wanted", "subscription_id", "destination_id", "aggregated", "marketplace_ids")
			require.Nil(t, row["subscription_id"])
		}
		p.market.Reset() // the next command must not wait for the limits
		subscribed := rowsOf(t, p.ask("", "notifications", "subscribe", "--team", "1", "--connection", "1"))
		require.Len(t, subscribed, 6)
		for _, row := range subscribed {
			require.Equal(t, true, row["wanted"])
			require.NotEmpty(t, row["subscription_id"])
		}
		require.Len(t, p.market.Notifications().Subscriptions, 6)
		require.Equal(t, map[string]any{"id": json.Number("1")}, p.ask("", "notifications", "unsubscribe", "--team", "1", "--connection", "1"))
		require.Empty(t, p.market.Notifications().Subscriptions)

		require.Equal(t, map[string]any{"id": json.Number("1")}, p.ask("", "connection", "remove", "--team", "1", "1"))
		require.Empty(t, rowsOf(t, p.ask("", "connection", "list", "--team", "1")))
		p.market.Reset()
		other := p.run(p.market.Seller(marketplace.NA, simulator.Empty).RefreshToken, "connection", "add", "--team", "1", "--region", "na",
			"--seller-id", seller.ID, "--probe", "--refresh-token-stdin")
		require.Equal(t, 1, other.code)
		require.Contains(t, other.stderr, "the authorization is another account's")
		require.Empty(t, rowsOf(t, p.ask("", "connection", "list", "--team", "1")))
		again := p.ask(seller.RefreshToken, "connection", "add", "--team", "1", "--region", "na",
			"--seller-id", seller.ID, "--probe", "--refresh-token-stdin")
		require.Equal(t, probed["marketplace_ids"], again["marketplace_ids"])

		down := p.ask("", "migrate", "down", "--yes", "--steps", strconv.Itoa(len(names)))["migrations"]
		slices.Reverse(names)
		require.Equal(t, names, down)
	})
}

func column(rows []map[string]any, member string) []any {
	var values []any
	for _, row := range rows {
		values = append(values, row[member])
	}
	return values
}

func requireKey(t *testing.T, key map[string]any, secret string) {
	t.Helper()
	requireMembers(t, key, "id", "name", "user_id", "prefix", "last4", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
	require.Equal(t, json.Number("1"), key["id"])
	require.Equal(t, json.Number("1"), key["user_id"])
	require.Equal(t, "one", key["name"])
	require.True(t, strings.HasPrefix(secret, text(key["prefix"])))
	require.Equal(t, secret[len(secret)-4:], key["last4"])
	require.Equal(t, []any{"read", "write"}, key["scopes"])
	require.Regexp(t, moment, key["created_at"])
	require.Nil(t, key["last_used_at"])
}

func requireConnection(t *testing.T, c map[string]any, seller string) {
	t.Helper()
	requireMembers(t, c, "id", "region", "seller_id", "marketplace_ids", "status", "connected_at", "proven_at")
	require.Equal(t, json.Number("1"), c["id"])
	require.Equal(t, "na", c["region"])
	require.Equal(t, seller, c["seller_id"])
	require.Equal(t, []any{usa}, c["marketplace_ids"])
	require.Equal(t, "active", c["status"])
	require.Regexp(t, moment, c["connected_at"])
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	p.team("Acme")
	for _, x := range []struct {
		args string
		code int
		says string
	}{
		{"--help", 0, ""},
		{"serve --help", 0, ""},
		{"migrate status", 0, ""},
		{"version", 0, ""},
		{"--version", 0, ""},
		{"team list", 0, ""},
		{"user list --team 1", 0, ""},
		{"user list", 2, "missing flags: --team"},
		{"user list --team 99", 1, "There is no team 99."},
		{"jobs show 4711", 1, "There is no job 4711."},
		{"jobs retry 4711", 1, "There is no job 4711."},
		{"jobs cancel 4711", 1, "There is no job 4711."},
		{"config check", 0, ""},
		{"audit list --team 1", 0, ""},
		{"audit list", 2, "missing flags: --team"},
		{"backup", 2, "missing flags: --to"},
		{"verify --from nowhere", 1, "nowhere is no complete backup: it has no manifest.json"},
		{"restore --from nowhere", 1, "nowhere is no complete backup: it has no manifest.json"},
		{"audit list --team 1 --limit 0", 2, "--limit must be between 1 and 1000"},
		{"audit list --team 1 --record-id 4", 2, "--record-id needs --record"},
		{"audit list --team 1 --since -1h", 2, "--since must not be negative"},
		{"key list --team 1", 0, ""},
		{"", 2, "expected one of"},
		{"serve --nonsense", 2, "unknown flag --nonsense"},
		{"team create", 2, "missing flags: --name"},
		{"team create --name x --plan-status happy", 2, "--plan-status must be one of"},
		{"team set --team 1", 2, "--tokens, --plan-status, --name, --currency"},
		{"team set --team 1 --over-receipt-percent lots", 2, "--over-receipt-percent must be a number, or none"},
		{"team set --team 1 --storage-months long", 2, "--storage-months must be a number, or none"},
		{"team set --team 1 --vat-registration DE", 2, "--vat-registration must be COUNTRY:SCHEME[:NUMBER[:SINCE]]"},
		{"team set --team 1 --prices-include-vat --name a", 2, "--prices-include-vat needs --vat-registration"},
		{"team set --team 1 --cost-method lifo", 2, "--cost-method must be one of"},
		{"team create --name x --tokens many", 2, "--tokens"},
		{"user create --team one --email a@example.com --name A", 2, "--team"},
		{"key create --team 1 --user 1 --name x --expires -1h", 2, "--expires"},
		{"connection add --team 1 --region mars --seller-id A --marketplaces B --refresh-token-stdin", 2, "--region must be one of"},
		{"user create --team 99 --email a@example.com --name A", 1, "There is no team 99."},
		{"team set --team 99 --tokens 5", 1, "There is no team 99."},
		{"key create --team 1 --user 99 --name x", 1, "Team 1 has no user 99."},
		{"key create --team 1 --user 1 --name x --scopes foo:read", 1, "unknown group foo; there are account, connections, converters, documents, "},
		{"key create --team 1 --user 1 --name x --scopes everything", 1, "scope"},
		{"key revoke --team 1 99", 1, "Team 1 has no key 99."},
		{"key rotate --team 1 99", 1, "Team 1 has no key 99."},
		{"key rotate --team 1 1 --overlap -1h", 2, "--overlap must not be negative"},
		{"user remove --team 1 99 --yes", 1, "Team 1 has no user 99."},
		{"user remove --team 1 1", 1, "nothing is changed; --yes takes the person out"},
		{"team export --team 99 --to nowhere", 1, "there is no team 99"},
		{"team import --from nowhere", 1, "nowhere is no complete export of a team: it has no manifest.json"},
		{"team remove --team 99 --yes", 1, "there is no team 99"},
		{"team remove --team 1 --yes", 1, "team 1 (Acme) seems to be in use (connected seller accounts: 1, "},
		{"team remove --team 1 --anyway", 1, "nothing is removed; --yes removes the data named above"},
		{"connection remove --team 1 99", 1, "Team 1 has no connection 99."},
		{"connection probe --team 1 99", 1, ""},
		{"connection add --team 1 --region na --seller-id A --refresh-token-stdin", 2, "--marketplaces"},
		{"connection add --team 1 --region na --seller-id A --marketplaces B --probe --refresh-token-stdin", 2, "--probe"},
		{"notifications status --team 1", 2, "missing flags: --connection"},
		{"notifications subscribe --team 1 --connection 99", 1, ""},
		{"team set --team 1 --cost-method fifo", 1, "use latest or weighted_average"},
		{"team create --name x --tokens=-1", 1, "tokens"},
		{"team create --name x --marketplace amazon.xx", 2, "--marketplace must be a known marketplace, such as amazon.de"},
		{"repricer webhook-secret", 2, "missing flags: --team"},
		{"repricer webhook-secret --team 99", 1, ""},
	} {
		r := p.run("", strings.Fields(x.args)...)
		require.Equal(t, x.code, r.code, "%s: %s", x.args, r.stderr)
		require.Contains(t, r.stderr, x.says, x.args)
		if x.code == 0 {
			require.NotEmpty(t, r.stdout, x.args)
			continue
		}
		last := r.stderr[strings.LastIndex(strings.TrimSpace(r.stderr), "\n")+1:]
		require.Regexp(t, `^selling-assistant: \S.*\n$`, last, x.args)
		require.NotContains(t, r.stderr, "goroutine", x.args)
	}
}

func TestCommandsNeedTables(t *testing.T) {
	eachEmpty(t, func(t *testing.T, p *place) {
		r := p.run("", "team", "create", "--name", "Acme", "--json")
		require.Equal(t, 1, r.code)
		require.Empty(t, r.stdout)
		require.Contains(t, r.stderr, "selling-assistant migrate up")
	})
}

func TestAnotherSecretKeyIsRefused(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.team("Acme")
		p.set("SA_SECRET_KEY", strings.Repeat("ab", 32))
		for _, args := range [][]string{{"serve"}, {"serve", "--migrate"}, {"key", "list", "--team", "1"}} {
			r := p.run("", args...)
			require.Equal(t, 1, r.code, args)
			require.Contains(t, r.stderr, "SA_SECRET_KEY is not the key this database was made with")
			require.NotContains(t, r.stderr, strings.Repeat("ab", 32))
		}
		// During a rotation the older key is still valid.
		p.set("SA_SECRET_KEY_PREVIOUS", secretKey)
		p.serve().stop()
	})
}

func TestEveryConfigurationFaultIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	p := bare(t)
	p.set("SA_HTTP_ADDR", "8080", "SA_METRICS_ADDR", "nowhere", "SA_DATABASE_URL", "mysql://u:hunter2@db/x",
		"SA_BLOB_URL", "ftp://x", "SA_SECRET_KEY", "tooshort", "SA_SECRET_KEY_PREVIOUS", "zz", "SA_REDIS_URL", "http://x",
		"SA_LOG_LEVEL", "loud", "SA_LOG_FORMAT", "xml", "SA_RATE_LIMITS", "documents", "SA_LWA_TOKEN_URL", "http://10.0.0.1/token",
		"SA_LWA_CLIENT_ID", "only", "SA_SPAPI_ENDPOINT_NA", "ftp://x", "SA_SPAPI_ENDPOINT_EU", "nonsense",
		"SA_SPAPI_ENDPOINT_FE", "http://example.com", "SA_PUBLIC_URL", "example.com", "SA_CORS_ORIGINS", "everyone")
	r := p.run("", "serve")
	require.Equal(t, 1, r.code)
	require.Empty(t, r.stdout)
	for name := range p.env {
		if strings.HasPrefix(name, "SA_") && name != "SA_DATA_DIR" && name != "SA_LWA_CLIENT_ID" {
			require.Contains(t, r.stderr, name)
		}
	}
	require.Contains(t, r.stderr, "SA_LWA_CLIENT_SECRET")
	require.NotContains(t, r.stderr, "hunter2")
	require.NotContains(t, r.stderr, "tooshort")
	require.NoDirExists(t, p.data, "nothing is made before the configuration is good")

	missing := bare(t).run("", "serve")
	require.Equal(t, 1, missing.code)
	require.Contains(t, missing.stderr, "SA_SECRET_KEY is required")
}

func TestConfigCheck(t *testing.T) {
	t.Parallel()
	p := bare(t)
	p.set("SA_SECRET_KEY", secretKey, "SA_DATABASE_URL", "postgres://u:hunter2@db.example.com/x", "SA_PUBLIC_URL", "https://ann:hunter2@example.com",
		"SA_WORKERS", "7", "SA_SMTP_URL", "smtps://ann:hunter2@mail.example.com", "SA_MAIL_FROM", "ann@example.com")
	states := func(r result) map[string]string {
		require.NotContains(t, r.stdout+r.stderr, "hunter2")
		require.NotContains(t, r.stdout+r.stderr, secretKey)
		is := map[string]string{}
		for _, one := range rowsOf(t, object(t, r.stdout)) {
			requireMembers(t, one, "name", "state", "value")
			is[text(one["name"])] = text(one["state"]) + " " + text(one["value"])
		}
		return is
	}
	good := p.run("", "config", "check", "--json")
	require.Equal(t, 0, good.code, good.stderr)
	is := states(good)
	for name, want := range map[string]string{
		"SA_SECRET_KEY": "set ***", "SA_DATABASE_URL": "set ***", "SA_PUBLIC_URL": "set ***", "SA_SMTP_URL": "set ***",
		"SA_MAIL_FROM": "set ann@example.com", "SA_WORKERS": "set 7", "SA_REPRICER": "default on", "SA_REDIS_URL": "unset ",
		"SA_BLOB_URL": "default file://" + p.data + "/files", "SA_LWA_TOKEN_URL": "default https://api.amazon.com/auth/o2/token",
	} {
		require.Equal(t, want, is[name], name)
	}
	// Every setting of the table in the documents is there, and no other.
	doc, err := os.ReadFile("../../docs/operations.md")
	require.NoError(t, err)
	for name := range is {
		if !strings.HasPrefix(name, "OTEL_") && !strings.HasPrefix(name, "SA_SPAPI_ENDPOINT_") {
			require.Contains(t, string(doc), "`"+name+"`")
		}
	}

	p.set("SA_SECRET_KEY", "tooshort", "SA_WORKERS", "many", "SA_HTTP_ADDR", "8080")
	bad := p.run("", "config", "check", "--json")
	require.Equal(t, 1, bad.code)
	is = states(bad)
	require.Equal(t, []string{"wrong ***", "wrong many", "wrong 8080"}, []string{is["SA_SECRET_KEY"], is["SA_WORKERS"], is["SA_HTTP_ADDR"]})
	for _, name := range []string{"SA_SECRET_KEY ", "SA_WORKERS ", "SA_HTTP_ADDR "} {
		require.Contains(t, bad.stderr, name)
	}
	require.NotContains(t, bad.stderr, "tooshort")
	table := p.run("", "config", "check")
	require.Regexp(t, `(?m)^SA_WORKERS +wrong +many$`, table.stdout)
	require.NoDirExists(t, p.data, "nothing is opened or made")

	demo := bare(t)
	require.Equal(t, 1, demo.run("", "config", "check").code)
	require.Equal(t, 0, demo.run("", "config", "check", "--demo").code)
}

// TestCommandsPrintNoLog has a service write beside and the level at its default.
func TestCommandsPrintNoLog(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	team := p.team("Acme")
	for _, args := range []string{"team list", "sync --wait --team " + team.id, "sync status --team " + team.id, "jobs list", "repricer status"} {
		r := p.run("", strings.Fields(args)...)
		require.Equal(t, 0, r.code, r.stderr)
		require.NotEmpty(t, r.stdout)
		require.Empty(t, r.stderr, args)
	}
	require.Regexp(t, `^selling-assistant version \d+\.\d+\.\d+\S*\n$`, p.run("", "--version").stdout)
	require.Equal(t, p.run("", "--version").stdout, p.run("", "version").stdout)
}

func TestServeSaysWhereItIs(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	s := p.serve()
	said := object(t, s.printed)
	require.Equal(t, map[string]any{"base_url": s.url, "docs_url": s.url + "/docs"}, said)
	require.Equal(t, 200, s.client("").do(call{path: text(said["docs_url"])}).status)

	p.set("SA_HTTP_ADDR", strings.TrimPrefix(s.url, "http://"))
	require.Equal(t, "ready", p.ask("", "health")["status"])
	require.Equal(t, s.url+" takes calls\n", p.run("", "health").stdout)
	nobody := bare(t)
	nobody.set("SA_HTTP_ADDR", "127.0.0.1:1")
	absent := nobody.run("", "health")
	require.Equal(t, 1, absent.code)
	require.Contains(t, absent.stderr, "the service does not answer")

	// An address that is taken is a fault of the second process only.
	other := newPlace(t, stores.SQLiteURL(t))
	other.set("SA_HTTP_ADDR", strings.TrimPrefix(s.url, "http://"))
	taken := other.run("", "serve")
	require.Equal(t, 1, taken.code)
	require.Contains(t, taken.stderr, "address already in use")
	s.stop()
	require.Equal(t, s.printed, s.said.String(), "one JSON object and nothing else")

	demo := bare(t).filled()
	d := demo.serve("--demo")
	with := object(t, d.printed)
	requireMembers(t, with, "base_url", "docs_url", "api_key")
	require.Equal(t, 200, d.client(text(with["api_key"])).do(call{path: "/api/v1/users/me"}).status)
	d.stop()
}

func TestSimulateMarketplace(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	m := p.launchAs([]string{
		"simulate", "marketplace", "--addr", "127.0.0.1:0", "--control", "127.0.0.1:0", "--seed", "7", "--limits", "scaled=10",
		"--products", "500", "--json",
	})
	said := object(t, m.printed)
	requireMembers(t, said, "token_url", "endpoints", "seller_central_url", "queue_url", "queue_arn", "control_url", "notifications_url",
		"client_id", "client_secret", "application_id", "keepa_url", "keepa_key", "sellers")
	require.Len(t, said["keepa_key"], 64)
	endpoints, _ := said["endpoints"].(map[string]any)
	p.set("SA_LWA_TOKEN_URL", text(said["token_url"]), "SA_LWA_CLIENT_ID", text(said["client_id"]),
		"SA_LWA_CLIENT_SECRET", text(said["client_secret"]),
		"SA_SPAPI_ENDPOINT_NA", text(endpoints["na"]), "SA_SPAPI_ENDPOINT_EU", text(endpoints["eu"]),
		"SA_SPAPI_ENDPOINT_FE", text(endpoints["fe"]))
	team := p.lonelyTeam("Acme")
	full, _ := said["sellers"].([]any)[0].(map[string]any)
	require.Equal(t, "full", full["kind"])
	p.ask(text(full["refresh_token"]), "connection", "add", "--team", team.id, "--region", text(full["region"]),
		"--seller-id", text(full["id"]), "--marketplaces", usa, "--refresh-token-stdin")
	s := p.serve()
	got := s.client(team.key).want(200, "GET", "/api/v1/products/"+simulator.CaseNotEligible+"/restriction-status", "")
	require.Equal(t, map[string]any{"status": "NOT_ELIGIBLE"}, got)
	s.stop()
	m.stop()
}

func TestDataFolderIsTheUsersOwn(t *testing.T) {
	t.Parallel()
	p := bare(t)
	p.set("SA_SECRET_KEY", secretKey)
	s := p.serve("--migrate")
	for _, folder := range []string{p.data, filepath.Join(p.data, "files")} {
		info, err := os.Stat(folder)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm(), folder)
	}
	s.stop()
}
