// Command run runs the tests the way the project wants them run: with the race
// detector where calls meet, without cached results, on a Postgres that is really
// there, with nothing skipped. It prints go test's own lines for each package and the output
// of what failed, and ends with the line «N passed, M failed».
//
//	go run ./test/run [flags of go test] [packages]
package main

import (
	"bufio"
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
// ten to twenty times as long with it. The driver stays watched.
var race = append([]string{"-race"},
	without("modernc.org/sqlite/lib", "modernc.org/libc/...", "modernc.org/memory")...)

func without(packages ...string) []string {
	flags := make([]string, len(packages))
	for i, p := range packages {
		flags[i] = "-gcflags=" + p + "=-race=false"
	}
	return flags
}

// options are settings of each test program. The race detector waits a second at the
// end for reports of goroutines that still run, and collecting garbage below it takes
// a tenth of the time; memory is there. Tests that measure memory run a program of
// their own with settings of its own.
var options = []string{"GORACE=atexit_sleep_ms=100", "GOGC=400", "GOMEMLIMIT=1500MiB"}

// sequential are the packages whose tests make one call after another to the whole
// program, but for a few whose calls meet in ./test/e2e too. The race detector, which
// watches the same code in the other packages, would more than double their time. The lists
// of ./test/contract/pricelist have thousands of rows; ./test/e2e analyzes some with it. Where
// they are named they run with it.
var sequential = []string{"./test/security", "./test/openapi", "./test/contract/pricelist"}

// calculating are packages that start no goroutine of their own, but for those of the kernel
// that are made for calls that meet. They work out prices, sums and the lines of papers, for
// which the race detector takes several times as long; where their callers meet, other
// packages run them with it. ./test/contract/research holds such sums to walks over every price and to thousands of simulated products.
var calculating, meeting = []string{"./adapters/pdf", "./adapters/sheet", "./adapters/orderfile", "./domain/...", "./test/contract/research", "./tools/papers"}, "./domain/kernel/..."

// longest are the other packages whose tests take minutes. They begin first, so that the
// short ones fill the time beside them and none is left alone at the end.
var longest = []string{"./test/contract/repricer", "./test/e2e", "./test/contract/inventory"}

func main() { os.Exit(run(os.Args[1:], os.Stdout)) }

func run(args []string, out io.Writer) int {
	// An interrupt ends go test; the report still comes.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

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
	for _, option := range options {
		if name, _, _ := strings.Cut(option, "="); os.Getenv(name) == "" {
			env = append(env, option)
		}
	}
	r := newReport(out)
	if hasPackages(args) {
		return r.end(stream(ctx, goTest(3, append(race, args...)...), env, r))
	}
	unwatched, watched, err := packages()
	if err != nil {
		return r.end(err)
	}
	var one, other error
	var both sync.WaitGroup
	both.Go(func() { one = stream(ctx, goTest(1, slices.Concat(args, unwatched)...), env, r) })
	both.Go(func() {
		other = stream(ctx, goTest(2, slices.Concat(race, args, longest, watched)...), env, r)
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

// packages are all packages by their import paths: those that run without the race detector,
// the sequential ones first, and those that run with it.
func packages() (unwatched, watched []string, err error) {
	list := func(patterns ...string) []string {
		out, failed := exec.Command("go", append([]string{"list"}, patterns...)...).Output()
		err = errors.Join(err, failed)
		return strings.Fields(string(out))
	}
	met := list(meeting)
	unwatched = append(list(sequential...), slices.DeleteFunc(list(calculating...), func(p string) bool { return slices.Contains(met, p) })...)
	watched = slices.DeleteFunc(list("./..."), func(p string) bool { return slices.Contains(unwatched, p) })
	return unwatched, watched, err
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
	cmd.Env = append(env, "CGO_ENABLED=1")
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
