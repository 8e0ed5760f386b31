//go:build unix

package tesseract

import (
	"context"
	"os/exec"
	"strconv"
	"syscall"
)

const (
	// mostMemory bounds the addresses of the process in KiB, and mostTime its processor time in
	// seconds.
	mostMemory = 1 << 20
	mostTime   = 60
)

// limits start the program under limits. A system without one of them goes without.
const limits = `
ulimit -v "$1" 2>/dev/null
ulimit -t "$2" 2>/dev/null
ulimit -f 0 2>/dev/null
shift 2
exec "$@"
`

// confined makes a command with a group of its own, which ends with ctx.
func confined(ctx context.Context, path string, args []string) *exec.Cmd {
	shell := []string{"-c", limits, "tesseract", strconv.Itoa(mostMemory), strconv.Itoa(mostTime), path}
	c := exec.CommandContext(ctx, "/bin/sh", append(shell, args...)...) //nolint:gosec // no argument of a user
	c.Dir = "/"
	c.SysProcAttr = group()
	c.Cancel = func() error { end(c); return nil }
	return c
}

// end kills the group, which may outlive its first process.
func end(c *exec.Cmd) {
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	}
}
