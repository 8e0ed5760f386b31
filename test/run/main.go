// Command run runs the tests the way the project wants them run: with the race
// detector where calls meet, without cached results, on a Postgres that is really
// there, with nothing skipped. It prints go test's own lines for each package and the output
// of what failed, and ends with the line «N passed, M failed».
//
//	go run ./test/run [flags of go test] [packages]
package main

import (
	"bufio"
	"cmp"
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
	"sync"
	"syscall"

	"sellingassistant/test/pgtest/cluster"
)

// race is the race detector. SQLite itself and the C library below it, C translated to
// Go, are left without it: they work on memory of their own, which is not shared, and take
// ten to twenty times as long with it. The driver stays watched. Neither is the
// Redis of tests watched, which runs our scripts in a Lua of its own.
var race = append([]string{"-race"},
	without("modernc.org/sqlite/lib", "modernc.org/libc/...", "modernc.org/memory", "github.com/alicebob/miniredis/v2/...", "github.com/yuin/gopher-lua/...")...)

func without(packages ...string) []string {
	flags := make([]string, len(packages))
	for i, p := range packages {
		flags[i] = "-gcflags=" + p + "=-race=false"
	}
	return flags
}

// options are settings of each test program. The race detector waits a second at the
// end for reports of goroutines that still run, and collecting garbage below it takes
// a tenth of the time; memory is there, of which each program leaves enough to the others.
// Tests that measure memory start a program with its own settings.
func options() []string {
	return []string{"GORACE=atexit_sleep_ms=100", "GOGC=400", fmt.Sprintf("GOMEMLIMIT=%d", max(available()/6, 1500<<20))}
}

// whole are the parts of the program whose packages run with the race detector where they or their tests start a goroutine, or a package of
// the program does that they call: nothing can race in the others.
var whole = []string{"adapters", "app", "cmd", "config", "domain/kernel", "migrations", "ports"}

// calculating reads papers, for which the race detector takes several times as long; where its callers meet, other packages run it with it.
var calculating = []string{"adapters/pdf"}

// contracts call the parts of the program together, on both databases. The race detector makes that four times as slow, so it watches those
// of their tests whose calls meet, which do not run without it; see meeting.
// Those of counting run without it: they work on lists of thousands of rows and walk over every price.
var contracts, counting = []string{"test/contract"}, []string{"test/contract/pricelist", "test/contract/research"}

// longest are the other packages whose tests take minutes: those below make one call after another to the whole program, and test/e2e calls
// the built one. They begin first, so that none is left alone at the end.
var longest = []string{"test/e2e", "test/security", "test/openapi"}

func main() { os.Exit(run(os.Args[1:], os.Stdout)) }

func run(args []string, out io.Writer) int {
	// An interrupt ends go test; the report still comes.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	folder, remove, err := inMemory()
	if err == nil {
		defer func() { _ = remove() }()
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		_, _ = fmt.Fprintf(out, "make a folder: %v\n0 passed, 1 failed\n", err)
		return 1
	}
	env := os.Environ()
	if os.Getenv("TEST_DATABASE_URL") == "" {
		c, err := cluster.Start(cluster.Options{})
		if err != nil {
			_, _ = fmt.Fprintf(out, "start Postgres: %v\n0 passed, 1 failed\n", err)
			return 1
		}
		defer func() { _ = c.Stop() }()
		env = append(env, "TEST_DATABASE_URL="+c.URL("postgres"), cluster.RecycleVariable+"=1")
	}
	for _, option := range options() {
		if name, _, _ := strings.Cut(option, "="); os.Getenv(name) == "" {
			env = append(env, option)
		}
	}
	r := newReport(out)
	if hasPackages(args) {
		return r.end(stream(ctx, goTest(3, append(race, args...)...), env, r))
	}
	all, err := plan()
	if err != nil {
		return r.end(err)
	}
	var one, other error
	var both sync.WaitGroup
	both.Go(func() { one = stream(ctx, goTest(2, slices.Concat(args, all.longest, all.others)...), env, r) })
	both.Go(func() {
		other = errors.Join(
			stream(ctx, goTest(2, slices.Concat([]string{"-skip=" + all.meeting}, args, all.contracts)...), env, r),
			stream(ctx, goTest(2, slices.Concat(race, []string{"-run=" + all.meeting}, args, all.watched)...), env, r),
			stream(ctx, goTest(2, slices.Concat(race, args, all.whole)...), env, r),
		)
	})
	both.Wait()
	return r.end(errors.Join(one, other))
}

// goTest runs so many packages at once. What go vet has to say is asked for by «make
// lint», once and not per package. Paths are trimmed so that every checkout shares what
// was compiled.
func goTest(packages int, args ...string) []string {
	return append([]string{"test", "-json", "-trimpath", "-count=1", "-p=" + strconv.Itoa(packages), "-timeout=30m", "-vet=off"}, args...)
}

// parts are all packages by their import paths, as they run together.
type parts struct {
	longest, whole, others []string
	// contracts run without the race detector. watched are the contracts with tests that run with it; meeting is the pattern of those tests.
	contracts, watched []string
	meeting            string
}

func plan() (parts, error) {
	all, err := packages()
	if err != nil {
		return parts{}, err
	}
	starting, err := concurrent(all)
	var p parts
	var names []string
	for _, one := range all {
		switch {
		case within(one.path, slices.Concat(longest, counting)):
			p.longest = append(p.longest, one.path)
		case within(one.path, contracts):
			some, alone, failed := meeting(one.folder)
			err = errors.Join(err, failed)
			if names = append(names, some...); len(some) > 0 {
				p.watched = append(p.watched, one.path)
			}
			if alone || len(some) == 0 {
				p.contracts = append(p.contracts, one.path)
			}
		case within(one.path, whole) && !within(one.path, calculating) && starting[one.path]:
			p.whole = append(p.whole, one.path)
		default:
			p.others = append(p.others, one.path)
		}
	}
	order := slices.Concat(longest, counting)
	place := func(path string) int {
		return slices.IndexFunc(order, func(folder string) bool { return within(path, []string{folder}) })
	}
	slices.SortStableFunc(p.longest, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	p.meeting = "^(" + strings.Join(names, "|") + ")$"
	return p, err
}

// within reports whether a package is below one of some folders, or is one of them.
func within(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		folder = "sellingassistant/" + folder
		return path == folder || strings.HasPrefix(path, folder+"/")
	})
}

// hasPackages reports whether there is an argument that is no flag.
func hasPackages(args []string) bool {
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			return true
		}
	}
	return false
}

// stream runs the go command and feeds its lines to the report.
func stream(ctx context.Context, args, env []string, r *report) error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd := exec.Command("go", args...)
	cmd.Env = env
	if slices.Contains(args, "-race") {
		cmd.Env = append(slices.Clip(env), "CGO_ENABLED=1")
	}
	// What go says outside of its report, about modules for example, belongs
	// between the lines.
	cmd.Stdout, cmd.Stderr = write, write
	// A group of its own, so that a signal reaches the test programs as well:
	// the go command by itself would wait for them.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return errors.Join(err, read.Close(), write.Close())
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
		case <-done:
		}
	}()
	_ = write.Close()
	lines := bufio.NewReader(read)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			r.line(line)
		}
		if err != nil {
			break
		}
	}
	err = cmd.Wait()
	close(done)
	return errors.Join(err, read.Close())
}
