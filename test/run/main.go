// Command run runs tests with a Postgres of their own, with files in memory and without cached
// results. Its last line is «N passed, N failed»; a skipped test counts as failed.
//
//	run [-long|-repeat] [flags of go test] [packages]
//
// Without packages it runs make test, with -long make test-long, and with -repeat its second part:
// every test of make test ten times.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"sellingassistant/test/pgtest/cluster"
)

// all lists the packages. The slowest begin first, so that they do not run alone at the end.
var all = []string{"./test/e2e", "./test/security", "./test/openapi", "./test/contract/...", "./..."}

// unraced lists packages that share no memory with others and take ten times as long with the race
// detector: SQLite. It must not list a package that uses sync.Map or another generic type of the
// standard library. The linker keeps one copy of such code for all packages. A copy without the
// detector would hide synchronisation from it.
var unraced = []string{"modernc.org/sqlite/lib", "modernc.org/libc/...", "modernc.org/memory"}

// The first argument may name a mode.
const longMode, repeatMode = "-long", "-repeat"

// times counts the repetitions of make test by make test-long, beside two loops that keep
// processors busy.
const times = 10

func main() { os.Exit(run(os.Args[1:], os.Stdout)) }

func run(args []string, out io.Writer) int {
	// An interrupt ends go test; the report still follows.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &report{out: out}
	folder, remove, err := inMemory()
	if err == nil {
		defer func() { _ = remove() }()
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		return r.end(err)
	}
	if os.Getenv("TEST_DATABASE_URL") == "" {
		c, err := cluster.Start(cluster.Options{})
		if err != nil {
			return r.end(fmt.Errorf("start Postgres: %w", err))
		}
		defer func() { _ = c.Stop() }()
		if err := errors.Join(os.Setenv("TEST_DATABASE_URL", c.URL("postgres")), os.Setenv(cluster.RecycleVariable, "1")); err != nil {
			return r.end(err)
		}
	}
	mode := ""
	if len(args) > 0 && (args[0] == longMode || args[0] == repeatMode) {
		mode, args = args[0], args[1:]
	}
	some := slices.ContainsFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") })
	if !some {
		args = append(args, all...)
	}
	if mode != repeatMode {
		err = goTest(ctx, r, mode == longMode, args)
	}
	if mode == repeatMode || mode == longMode && !some {
		err = errors.Join(err, repeat(ctx, r, args))
	}
	return r.end(err)
}

// repeat runs every test of make test ten times. Each test program is linked once.
func repeat(ctx context.Context, r *report, args []string) error {
	for range 2 {
		go func() {
			for ctx.Err() == nil {
				continue
			}
		}()
	}
	return goTest(ctx, r, false, append([]string{"-count=" + strconv.Itoa(times)}, args...))
}

// goTest runs go test, in its long form with the race detector. make lint runs go vet. Many tests
// of test/e2e wait, so more tests run in parallel than there are processors.
func goTest(ctx context.Context, r *report, long bool, args []string) error {
	packages := "-p=3"
	if long {
		// With the race detector, a call that waits for ten others exceeds its own time limit.
		packages = "-p=2"
	}
	args = append([]string{"test", "-json", "-count=1", packages, "-parallel=4", "-timeout=2h", "-vet=off"}, args...)
	env := []string{"GOGC=400", "GOMEMLIMIT=2GiB"}
	if long {
		race := []string{"-race"}
		for _, p := range unraced {
			race = append(race, "-gcflags="+p+"=-race=false")
		}
		args = slices.Insert(args, 1, race...)
		// GOFLAGS of scripts/flags.sh ends with the build tags.
		env = append(env, "GOFLAGS="+os.Getenv("GOFLAGS")+",long", "CGO_ENABLED=1", "GORACE=atexit_sleep_ms=100")
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), env...)
	// A separate process group lets an interrupt reach the test programs too, because go test waits
	// for them.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	return r.follow(cmd)
}
