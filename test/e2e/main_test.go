// Package e2e_test runs the built program as a user does: as a process, over
// its command line and its HTTP interface, on SQLite and on Postgres, with a
// simulated marketplace and with everything around it failing.
package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// program is the path of the tested binary, worker the path of the binary for tests of background
// jobs.
var program, worker string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "sa-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program, worker = filepath.Join(dir, "selling-assistant"), filepath.Join(dir, "worker")
	// Trimmed paths share the build cache of other checkouts. Without debug data, as in make build,
	// linking takes half the time. The race detector of these tests is not in the program.
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", dir, "sellingassistant/cmd/selling-assistant", "sellingassistant/test/e2e/worker")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the programs: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
