package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/simulator"
	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

const (
	// syncListings counts the listings of the account that is read.
	syncListings = 250_000
	// syncPublished bounds the listings per second by the marketplace's published limits: 5 pages
	// of 20.
	syncPublished = 100
	// syncMemory limits the memory of the sync, in MB.
	syncMemory = 300
)

// synced has the measured values of the first sync of a large account.
type synced struct {
	kind    string
	seconds float64
	// cpu has the CPU time of the program itself, peak its peak memory.
	cpu  time.Duration
	peak int64
}

// sync reads the inventory of a large account from a simulated marketplace, with the program's own
// command. The marketplace allows far more calls than the real marketplace.
func (f *field) sync(ctx context.Context, p *place) (s synced, err error) {
	s.kind = f.kind
	market := &program{name: "marketplace", cmd: exec.Command(p.binary("service"), "simulate", "marketplace", "--json",
		"--addr=127.0.0.1:0", "--limits=scaled=100000", "--enormous="+strconv.Itoa(syncListings))}
	market.cmd.Env, market.cmd.Stderr = environment(), os.Stderr
	line, err := market.start()
	if err != nil {
		return s, fmt.Errorf("start the marketplace: %w", err)
	}
	defer func() {
		if stopped := market.stop(); err == nil {
			err = stopped
		}
	}()
	var at struct {
		simulator.Addresses
		Sellers []simulator.Seller `json:"sellers"`
	}
	if err := json.Unmarshal([]byte(line), &at); err != nil {
		return s, err
	}
	env, err := f.syncSettings(ctx, at.Addresses)
	if err != nil {
		return s, err
	}
	team, err := connectOne(ctx, env, at.Sellers)
	if err != nil {
		return s, err
	}
	return s, f.runSync(ctx, p, env, team, &s)
}

// syncSettings makes a database next to the field's and returns the settings for it.
func (f *field) syncSettings(ctx context.Context, at simulator.Addresses) ([]string, error) {
	url, err := f.beside(ctx, "sync")
	if err != nil {
		return nil, err
	}
	env := []string{
		"SA_DATABASE_URL=" + url, "SA_DATA_DIR=" + f.dir, "SA_SECRET_KEY=" + secretKey, "SA_LOG_LEVEL=error",
		"SA_LWA_TOKEN_URL=" + at.TokenURL, "SA_LWA_CLIENT_ID=" + simulator.ClientID, "SA_LWA_CLIENT_SECRET=" + simulator.ClientSecret,
	}
	for region, name := range map[marketplace.Region]string{marketplace.NA: "NA", marketplace.EU: "EU", marketplace.FE: "FE"} {
		env = append(env, "SA_SPAPI_ENDPOINT_"+name+"="+at.Endpoints[region])
	}
	return env, migrate(ctx, env)
}

// connectOne makes a team with the enormous account of North America.
func connectOne(ctx context.Context, env []string, sellers []simulator.Seller) (team int64, err error) {
	cfg, err := config.Load(env, false)
	if err != nil {
		return 0, err
	}
	return team, compose.Operate(ctx, cfg, compose.Options{}, func(ctx context.Context, op *compose.Operator) error {
		made, err := op.Teams.Create(ctx, identityapp.CreateTeam{Name: "Large"})
		if err != nil {
			return err
		}
		team = int64(made.ID())
		for _, seller := range sellers {
			if seller.Kind != simulator.Enormous || seller.Region != marketplace.NA {
				continue
			}
			_, err = op.Connections.Add(ctx, caller.Caller{Team: made.ID()}, connectionapp.Add{
				Account:      connection.Account{Region: seller.Region, SellerID: seller.ID, Marketplaces: []marketplace.ID{marketplace.US}},
				RefreshToken: secret.New(seller.RefreshToken),
			})
		}
		return err
	})
}

// runSync runs the command and checks that every listing became a row.
func (f *field) runSync(ctx context.Context, p *place, env []string, team int64, s *synced) error {
	cmd := exec.CommandContext(ctx, p.binary("service"), "sync", "--full", "--wait", "--json", "--team="+strconv.FormatInt(team, 10))
	var out bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = append(environment(), env...), &out, os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("sync: %w\n%.2000s", err, out.Bytes())
	}
	s.seconds = time.Since(start).Seconds()
	s.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = usage.Maxrss << 10
	}
	url := strings.TrimPrefix(env[0], "SA_DATABASE_URL=")
	store, err := db.Open(ctx, db.Config{URL: secret.New(url), Pool: 1})
	if err != nil {
		return err
	}
	defer store.Close()
	var rows int
	err = store.Read(ctx).QueryRowContext(ctx, "SELECT COUNT(*) FROM inventory_skus WHERE listing_status <> 'closed'").Scan(&rows)
	if err == nil && rows != syncListings {
		err = fmt.Errorf("the sync made %d rows of %d listings", rows, syncListings)
	}
	return err
}

func (p *printer) syncs(all []synced) {
	p.table("inventory sync|store|listings|seconds|listings/s|published limits allow|CPU µs per listing|peak memory MB|target|reached", func(row func(...string)) {
		for _, s := range all {
			row("full", s.kind, strconv.Itoa(syncListings), number(s.seconds), number(syncListings/s.seconds), strconv.Itoa(syncPublished),
				number(float64(s.cpu.Microseconds())/syncListings), megabytes(s.peak), fmt.Sprintf("< %d", syncMemory), yes(s.peak>>20 < syncMemory))
		}
	})
}
