package e2e_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience bounds every wait of these tests; nothing is expected to take so long.
const patience = 2 * time.Minute

// server has a running child process.
type server struct {
	t       testing.TB
	cmd     *exec.Cmd
	url     string
	printed string     // the first line of standard output
	said    *logBuffer // all of standard output
	log     *logBuffer
	took    time.Duration // from the start of the process to ready
	exited  chan struct{} // closed when the process has ended

	scraping sync.Once
	scraper  client // of the metrics
}

// logBuffer takes the standard error of a process while others read it.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// serve starts the program and waits until it is ready.
func (p *place) serve(args ...string) *server {
	p.t.Helper()
	begin := time.Now()
	s := p.launch(args...)
	s.awaitReady(http.StatusOK)
	s.took = time.Since(begin)
	return s
}

// launch starts the service and waits until it reports its address.
func (p *place) launch(args ...string) *server {
	p.t.Helper()
	s := p.launchAs(append([]string{"serve", "--json"}, args...))
	s.url, _ = object(p.t, s.printed)["base_url"].(string)
	require.NotEmpty(p.t, s.url)
	return s
}

// launchAs starts the program and waits until it has printed a line.
func (p *place) launchAs(args []string) *server {
	p.t.Helper()
	return p.started(p.command(args...))
}

// started starts a command and waits until it has printed a line.
func (p *place) started(cmd *exec.Cmd) *server {
	p.t.Helper()
	s := &server{t: p.t, cmd: cmd, said: &logBuffer{}, log: &logBuffer{}, exited: make(chan struct{})}
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, s.cmd.Start())
	p.t.Cleanup(func() {
		s.kill()
		if p.t.Failed() && s.log.String() != "" {
			p.t.Logf("log of the server, its last lines:\n%s", tail(s.log.String(), 6000))
		}
	})
	lines := bufio.NewReader(io.TeeReader(out, s.said))
	line, err := lines.ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		_ = s.cmd.Wait()
		close(s.exited)
	}()
	require.NoError(p.t, err, "the program did not start: %s", s.log)
	s.printed = line
	return s
}

func tail(text string, n int) string { return text[max(0, len(text)-n):] }

// awaitReady polls /readyz until it answers with a status.
func (s *server) awaitReady(status int) {
	s.t.Helper()
	c := s.client("")
	poll(s.t, "readyz to answer", func() bool {
		a, err := c.try(call{path: "/readyz"})
		return err == nil && a.status == status
	})
}

// poll asks until the answer is yes: often at first, and less often the longer it
// takes, as asking keeps the program from getting there.
func poll(t testing.TB, what string, yes func() bool) {
	t.Helper()
	begin := time.Now()
	for took := time.Duration(0); took < patience; took = time.Since(begin) {
		if yes() {
			return
		}
		<-time.After(min(max(took/10, 2*time.Millisecond), 100*time.Millisecond))
	}
	require.FailNow(t, "waited in vain for "+what)
}

// terminate asks the process to stop.
func (s *server) terminate() {
	s.t.Helper()
	require.NoError(s.t, s.cmd.Process.Signal(syscall.SIGTERM))
}

// kill ends the process at once, if it still runs.
func (s *server) kill() {
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.t.Errorf("kill the program: %v", err)
	}
	<-s.exited
}

// wait waits for the end of the process and returns its exit code, -1 when a
// signal ended it.
func (s *server) wait() int {
	s.t.Helper()
	select {
	case <-s.exited:
	case <-time.After(patience):
		require.FailNow(s.t, "the process does not end")
	}
	return s.cmd.ProcessState.ExitCode()
}

// stop ends the process in order.
func (s *server) stop() {
	s.t.Helper()
	s.terminate()
	require.Equal(s.t, 0, s.wait(), "exit code after SIGTERM: %s", s.log)
}
