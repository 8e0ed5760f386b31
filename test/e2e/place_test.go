package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	connectionapp "sellingassistant/app/connection"
	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/compiled"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

const (
	secretKey = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	usa       = "ATVPDKIKX0DER"
	germany   = "A1PA6795UKMFR9"
)

// place has an installation: a database, a data folder, settings, and its marketplace.
type place struct {
	t      *testing.T
	data   string
	env    map[string]string
	market *simulator.Marketplace
}

// each runs test on a migrated SQLite file, and in make test-long on a migrated Postgres
// database too. The subtests run side by side.
func each(t *testing.T, test func(t *testing.T, p *place)) {
	t.Helper()
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); test(t, newPlace(t, stores.SQLiteURL(t))) })
	if tier.Long {
		t.Run("postgres", func(t *testing.T) { t.Parallel(); test(t, newPlace(t, pgtest.URL(t))) })
	}
}

// eachEmpty runs test on both databases without any tables.
func eachEmpty(t *testing.T, test func(t *testing.T, p *place)) {
	t.Helper()
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, newPlace(t, "sqlite://"+filepath.Join(t.TempDir(), "app.db")))
	})
	t.Run("postgres", func(t *testing.T) { t.Parallel(); test(t, newPlace(t, pgtest.Empty(t))) })
}

// bare makes a place with only a data folder and free ports.
func bare(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, data: filepath.Join(t.TempDir(), "data"), env: map[string]string{}}
	for _, name := range []string{"PATH", "TMPDIR", "HOME", "GOGC"} {
		if v := os.Getenv(name); v != "" {
			p.env[name] = v
		}
	}
	p.set("SA_DATA_DIR", p.data, "SA_HTTP_ADDR", "127.0.0.1:0", "SA_METRICS_ADDR", "127.0.0.1:0")
	return p
}

// newPlace makes a place on a database, with a secret key and a marketplace.
func newPlace(t *testing.T, database string) *place {
	t.Helper()
	p := bare(t)
	compiled.Share(t, p.data)
	p.set("SA_DATABASE_URL", database, "SA_SECRET_KEY", secretKey)
	market := simulator.New(simulator.Config{})
	server, err := market.Listen("127.0.0.1:0", "")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	p.connect(market, server.Addresses)
	return p
}

// connect sets the marketplace of the place.
func (p *place) connect(market *simulator.Marketplace, at simulator.Addresses) {
	p.market = market
	p.set(
		"SA_NOTIFICATIONS_ARN", at.QueueARN, "SA_NOTIFICATIONS_URL", at.NotificationsURL(),
		"SA_LWA_TOKEN_URL", at.TokenURL, "SA_LWA_CLIENT_ID", simulator.ClientID, "SA_LWA_CLIENT_SECRET", simulator.ClientSecret,
		"SA_SPAPI_ENDPOINT_NA", at.Endpoints[marketplace.NA], "SA_SPAPI_ENDPOINT_EU", at.Endpoints[marketplace.EU],
		"SA_SPAPI_ENDPOINT_FE", at.Endpoints[marketplace.FE],
	)
}

// set changes settings, given as names and values in turn.
func (p *place) set(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		p.env[pairs[i]] = pairs[i+1]
	}
}

func (p *place) environ() []string {
	var list []string
	for name, value := range p.env {
		list = append(list, name+"="+value)
	}
	return list
}

func (p *place) onPostgres() bool { return strings.HasPrefix(p.env["SA_DATABASE_URL"], "postgres") }

// command prepares the program without starting it.
func (p *place) command(args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Env = p.environ()
	cmd.Dir = filepath.Dir(p.data)
	return cmd
}

// result has the outcome of a command.
type result struct {
	code   int
	stdout string
	stderr string
}

// run runs a command to its end.
func (p *place) run(stdin string, args ...string) result {
	p.t.Helper()
	cmd := p.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		require.NoError(p.t, err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// ask runs a command with --json and reads the JSON object that it prints.
func (p *place) ask(stdin string, args ...string) map[string]any {
	p.t.Helper()
	r := p.run(stdin, append(args, "--json")...)
	require.Equal(p.t, 0, r.code, "%s: %s", strings.Join(args, " "), r.stderr)
	return object(p.t, r.stdout)
}

// object reads a text that is a single JSON object.
func object(t testing.TB, text string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var m map[string]any
	require.NoError(t, d.Decode(&m), "%s", text)
	require.False(t, d.More(), "more than one JSON value: %s", text)
	return m
}

// team has a user, a key with all scopes and, except for lonelyTeam, a seller account in North
// America.
type team struct {
	id, user, connection string
	key                  string
	tokens               int
}

const allTokens = 1000

// team makes a team in this process: the four commands for it take longer than many a test.
func (p *place) team(name string) team {
	p.t.Helper()
	seller := p.market.Seller(marketplace.NA, simulator.Full)
	return p.newTeam(name, &connectionapp.Add{
		Account:      connection.Account{Region: seller.Region, SellerID: seller.ID, Marketplaces: []marketplace.ID{usa, "A2EUQ1WTGCTBG2"}},
		RefreshToken: secret.New(seller.RefreshToken),
	})
}

// lonelyTeam makes a team without a seller account.
func (p *place) lonelyTeam(name string) team {
	p.t.Helper()
	return p.newTeam(name, nil)
}

func (p *place) newTeam(name string, account *connectionapp.Add) team {
	p.t.Helper()
	x := team{tokens: allTokens}
	cfg, err := config.Load(p.environ(), false)
	require.NoError(p.t, err)
	require.NoError(p.t, compose.Operate(p.t.Context(), cfg, compose.Options{LogTo: io.Discard}, func(ctx context.Context, op *compose.Operator) error {
		made, err := op.Teams.Create(ctx, identity.CreateTeam{Name: name, Tokens: allTokens, PlanStatus: "active"})
		if err != nil {
			return err
		}
		who := caller.Caller{Team: made.ID()}
		user, err := op.Users.Create(ctx, who, identity.CreateUser{Email: "ann@example.com", Name: "Ann Seller", Role: caller.Owner})
		if err != nil {
			return err
		}
		key, err := op.Keys.Create(ctx, who, identity.CreateKey{User: user.ID, Name: "scenario", Scopes: []caller.Scope{caller.Read, caller.Write}})
		if err != nil {
			return err
		}
		x.id, x.user, x.key = fmt.Sprint(made.ID()), fmt.Sprint(user.ID), key.Secret.Reveal()
		if account == nil {
			return nil
		}
		c, err := op.Connections.Add(ctx, who, *account)
		x.connection = fmt.Sprint(c.ID())
		return err
	}))
	return x
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}
