//go:build linux

package e2e_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

// screen has a terminal: the text written to it, and its keyboard.
type screen struct {
	*logBuffer
	keys *os.File
}

// onTerminal starts a command with a terminal as its three streams.
func onTerminal(t *testing.T, cmd *exec.Cmd) (*server, *screen) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	control := func(request uintptr, value *int32) {
		t.Helper()
		_, _, fault := syscall.Syscall(syscall.SYS_IOCTL, keys.Fd(), request, uintptr(unsafe.Pointer(value)))
		require.Zero(t, fault)
	}
	var unlocked, number int32
	control(syscall.TIOCSPTLCK, &unlocked)
	control(syscall.TIOCGPTN, &number)
	tty, err := os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	require.NoError(t, cmd.Start())
	require.NoError(t, tty.Close())
	seen := &screen{&logBuffer{}, keys}
	s := &server{t: t, cmd: cmd, said: seen.logBuffer, log: seen.logBuffer, exited: make(chan struct{})}
	go func() {
		// The other end closes when the process ends.
		if _, err := io.Copy(seen, keys); err != nil && !errors.Is(err, syscall.EIO) {
			t.Error(err)
		}
		_ = cmd.Wait()
		close(s.exited)
	}()
	t.Cleanup(func() {
		s.kill()
		_ = keys.Close()
	})
	return s, seen
}

func (s *screen) awaits(t *testing.T, text string) {
	t.Helper()
	poll(t, text, func() bool { return strings.Contains(s.String(), text) })
}

// TestServeOnATerminal has readable log lines there, and JSON where it is asked for.
func TestServeOnATerminal(t *testing.T) {
	t.Parallel()
	for format, line := range map[string]string{
		"auto": `(?m)^\d\d:\d\d:\d\d\.\d{3}  INFO  listening  \{"address": "http://127\.0\.0\.1:\d+", "metrics": ".+"\}\r$`,
		"json": `(?m)^\{"level":"info","time":"20[^"]+Z","msg":"listening","address":"http://127\.0\.0\.1:\d+",.*\}\r$`,
	} {
		p := newPlace(t, stores.SQLiteURL(t))
		p.set("SA_LOG_FORMAT", format)
		s, seen := onTerminal(t, p.command("serve"))
		seen.awaits(t, "selling-assistant serves http")
		s.stop()
		require.Regexp(t, line, seen.String())
	}
	// No terminal: JSON.
	p := newPlace(t, stores.SQLiteURL(t))
	s := p.serve()
	s.stop()
	for _, line := range strings.Split(strings.TrimSpace(s.log.String()), "\n") {
		require.True(t, strings.HasPrefix(line, "{"), line)
	}
}

// TestTheWelcomeStandsLast uses the demo while it is on a terminal: nothing is
// written below the welcome.
func TestTheWelcomeStandsLast(t *testing.T) {
	t.Parallel()
	p := bare(t).filled()
	p.set("SA_RATE_LIMITS", "default=1000000")
	s, seen := onTerminal(t, p.command("serve", "--demo"))
	const last = "the next start finds the same data.\r\n"
	seen.awaits(t, last)
	_, from, _ := strings.Cut(seen.String(), "serves http://")
	address, _, _ := strings.Cut(from, " ")
	_, from, _ = strings.Cut(seen.String(), "the API key is ")
	key, _, _ := strings.Cut(from, "\r")
	s.url = "http://" + address
	c := s.client(key)
	poll(t, "a price to be live", func() bool {
		return len(listed(t, c, "/api/v1/sa/repricer/history?limit=200&outcome=confirmed")) > 0
	})
	require.Equal(t, http.StatusNotFound, c.do(call{path: "/api/v1/documents/4711"}).status)
	s.stop()
	require.True(t, strings.HasSuffix(seen.String(), last), seen.String())
}

// TestMigrateDownAsks answers at the keyboard.
func TestMigrateDownAsks(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	p.lonelyTeam("Acme")
	all := fmt.Sprint(len(steps(t)))
	for answer, code := range map[string]int{"no\n": 1, "y\n": 1, "\n": 1, "\x04": 1} {
		s, seen := onTerminal(t, p.command("migrate", "down", "--steps", all))
		seen.awaits(t, "Take them back? Type yes: ")
		require.Contains(t, seen.String(), "  teams, rows: 1\r\n")
		_, err := seen.keys.WriteString(answer)
		require.NoError(t, err)
		require.Equal(t, code, s.wait())
		require.Contains(t, seen.String(), "nothing is taken back")
	}
	require.Len(t, rowsOf(t, p.ask("", "team", "list")), 1)
	s, seen := onTerminal(t, p.command("migrate", "down", "--steps", all))
	seen.awaits(t, "Type yes: ")
	_, err := seen.keys.WriteString("yes\n")
	require.NoError(t, err)
	require.Equal(t, 0, s.wait())
	require.Contains(t, seen.String(), "taken back: "+all)
	require.Equal(t, 1, p.run("", "team", "list").code)
}

// TestProgressOnATerminal sees a slow sync report progress on a terminal, and no progress without a
// terminal.
func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	team := p.team("Acme")
	s, seen := onTerminal(t, p.command("sync", "--wait", "--full", "--team", team.id))
	require.Equal(t, 0, s.wait(), seen.String())
	require.Regexp(t, `\r\x1b\[Ksync 1 of 2, A[A-Z0-9]+: \d+ seen, \d+ changed, \d+s`, seen.String())
	_, table, found := strings.Cut(seen.String(), "\r\x1b[KID ")
	require.True(t, found, "the line is gone before the table: %q", seen.String())
	require.NotContains(t, table, "\x1b")

	r := p.run("", "sync", "--wait", "--full", "--team", team.id)
	require.Equal(t, 0, r.code)
	require.Empty(t, r.stderr)
	require.NotContains(t, r.stdout, "\x1b")
}
