// Command run runs the tests the way the project wants them run: with the race
// detector, without cached results, on a Postgres that is really there, with
// nothing skipped. It prints go test's own lines for each package and the output
// of what failed, and ends with the line «N passed, M failed».
//
//	go run ./test/run [flags of go test] [packages]
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"sellingassistant/test/pgtest/cluster"
)

// uninstrumented are packages without the race detector. What is theirs is not shared, and
// what their callers share is watched where the callers read and write it. Their locks are
// those of package sync, which stay watched.
//
//   - SQLite itself and the C library below it, C translated to Go, work on memory of their
//     own, and take ten to twenty times as long with the detector. The driver stays watched.
//   - Documents, patterns and compressed bytes are read and written by one goroutine from end
//     to end: they were a third of all reads and writes that were watched.
//   - The checks of calls against the published document belong to the tests.
var uninstrumented = without(
	"modernc.org/sqlite/lib", "modernc.org/libc/...", "modernc.org/memory",
	"encoding/json", "regexp/...", "compress/flate",
	"github.com/getkin/kin-openapi/...", "github.com/santhosh-tekuri/jsonschema/...",
)

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

// longest are the packages whose tests take minutes. They begin first, so that the
// short ones fill the time beside them and none is left alone at the end.
var longest = []string{"./test/contract/repricer", "./test/e2e", "./test/security", "./test/openapi", "./test/contract/inventory"}

func main() { os.Exit(run(os.Args[1:], os.Stdout)) }

func run(args []string, out io.Writer) int {
	// An interrupt ends go test; the report still comes.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupts)

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
	// What go vet has to say is asked for by «make lint», once and not per package.
	// Paths are trimmed so that every checkout shares what was compiled.
	command := append([]string{"test", "-json", "-race", "-trimpath", "-count=1", "-p=3", "-timeout=20m", "-vet=off"}, uninstrumented...)
	if !hasPackages(args) {
		args = append(append(args, longest...), "./...")
	}
	r := newReport(out)
	err := stream(append(command, args...), env, interrupts, r)
	return r.end(err)
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
func stream(args, env []string, interrupts <-chan os.Signal, r *report) error {
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
		case <-interrupts:
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
