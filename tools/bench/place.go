package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/pgtest/cluster"
	"sellingassistant/tools/bench/plan"
)

// secretKey sets the master key of the measured services. Their data is deleted after the run.
const secretKey = "6f1d2c3b4a59687706f1d2c3b4a59687706f1d2c3b4a59687706f1d2c3b4a596"

// place has the folder of a run with its binaries, and the programs that run in it.
type place struct {
	dir     string
	cluster *cluster.Cluster
	// upstream simulates the marketplace.
	upstream *program
	fields   []*field
}

// field has a database with the two programs on it.
type field struct {
	kind  string
	dir   string
	store *db.Store
	teams []plan.Team
	// price has the price of the next bulk call, in hundredths.
	price int64
	// cluster has the Postgres databases.
	cluster *cluster.Cluster

	service, floor *program
}

// shipped compiles programs as the service is shipped, by a profile of its calls.
const shipped = "-pgo=cmd/selling-assistant/serve.pgo"

// newPlace compiles the programs with further flags.
func newPlace(ctx context.Context, flags ...string) (*place, error) {
	dir, err := os.MkdirTemp("", "sa-bench-")
	if err != nil {
		return nil, err
	}
	p := &place{dir: dir}
	for name, pkg := range map[string]string{
		"service":  "sellingassistant/cmd/selling-assistant",
		"floor":    "sellingassistant/tools/bench/floor",
		"load":     "sellingassistant/tools/bench/load",
		"upstream": "sellingassistant/tools/bench/upstream",
	} {
		say("building %s", name)
		args := slices.Concat([]string{"build", "-trimpath", "-o", p.binary(name)}, flags, []string{pkg})
		build := exec.CommandContext(ctx, "go", args...)
		if out, err := build.CombinedOutput(); err != nil {
			return nil, errors.Join(fmt.Errorf("build %s: %w\n%s", pkg, err, out), p.close())
		}
	}
	if p.upstream, err = startFloor(p.binary("upstream"), nil); err != nil {
		return nil, errors.Join(fmt.Errorf("start the upstream: %w", err), p.close())
	}
	return p, nil
}

func (p *place) binary(name string) string { return filepath.Join(p.dir, name) }

// prepare makes a database, fills it and starts both programs on it.
func (p *place) prepare(ctx context.Context, kind string) (*field, error) {
	f := &field{kind: kind, dir: filepath.Join(p.dir, kind), price: firstPrice}
	p.fields = append(p.fields, f)
	if err := os.Mkdir(f.dir, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(f.dir, "bench.db")
	url, floor := "sqlite://"+file, plan.Floor{Database: file}
	if kind == postgres {
		var err error
		if p.cluster, err = cluster.Start(cluster.Options{Fsync: true}); err != nil {
			return nil, err
		}
		f.cluster, url = p.cluster, p.cluster.URL("postgres")
		floor = plan.Floor{Database: url, Postgres: true}
	}
	env := []string{
		"SA_DATABASE_URL=" + url, "SA_DATA_DIR=" + f.dir, "SA_SECRET_KEY=" + secretKey,
		"SA_RATE_LIMITS=default=100000000",
		// Measures answers alone, so no background jobs run. The simulated marketplace has nothing
		// to read in the background.
		"SA_WORKERS=0",
		"SA_LWA_TOKEN_URL=http://" + p.upstream.address + "/token", "SA_LWA_CLIENT_ID=bench", "SA_LWA_CLIENT_SECRET=bench",
	}
	for _, region := range []string{"NA", "EU", "FE"} {
		env = append(env, "SA_SPAPI_ENDPOINT_"+region+"=http://"+p.upstream.address)
	}
	var err error
	if f.teams, err = fill(ctx, env); err != nil {
		return nil, fmt.Errorf("fill the database: %w", err)
	}
	if f.store, err = db.Open(ctx, db.Config{URL: secret.New(url), Pool: 1}); err != nil {
		return nil, err
	}
	if err := f.addRecords(ctx); err != nil {
		return nil, fmt.Errorf("fill the database: %w", err)
	}
	floor.Teams, floor.Upstream = f.teams, p.upstream.address
	if f.floor, err = startFloor(p.binary("floor"), floor); err != nil {
		return nil, fmt.Errorf("start the floor program: %w", err)
	}
	if f.service, err = startService(ctx, p.binary("service"), f.dir, env); err != nil {
		return nil, fmt.Errorf("start the service: %w", err)
	}
	return f, nil
}

// load runs the load generator to its end.
func (p *place) load(ctx context.Context, order plan.Load) (plan.Result, error) {
	var out plan.Result
	answer, err := runWith(exec.CommandContext(ctx, p.binary("load")), order)
	if err != nil {
		return out, fmt.Errorf("the load generator: %w", err)
	}
	if err := json.Unmarshal(answer, &out); err != nil {
		return out, fmt.Errorf("the load generator: %w", err)
	}
	if out.Failure != "" {
		return out, errors.New(out.Failure)
	}
	return out, nil
}

// close ends everything and removes the files.
func (p *place) close() error {
	var errs []error
	for _, f := range p.fields {
		errs = append(errs, f.service.stop(), f.floor.stop())
		if f.store != nil {
			errs = append(errs, f.store.Close())
		}
	}
	errs = append(errs, p.upstream.stop())
	if p.cluster != nil {
		errs = append(errs, p.cluster.Stop())
	}
	return errors.Join(append(errs, os.RemoveAll(p.dir))...)
}
