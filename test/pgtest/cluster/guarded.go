package cluster

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// guarded is a server of a program that needs no clean end. It ends with the process that started
// it, however that ends.
type guarded struct {
	dir      string
	port     int
	account  *syscall.Credential
	cmd      *exec.Cmd
	lifeline io.WriteCloser
}

// guard runs the server and waits for its input to close.
const guard = `"$@" >>log 2>&1 </dev/null &
server=$!
read -r word
kill -KILL $server 2>/dev/null
wait $server
`

// newGuarded makes a folder for a server that listens on a free port. settings writes its file, which
// only the account can read.
func newGuarded(name string, account *syscall.Credential, settings func(port int) string) (*guarded, error) {
	g := &guarded{account: account}
	var err error
	if g.port, err = freePort(); err != nil {
		return nil, err
	}
	if g.dir, err = os.MkdirTemp("", "sa-"+name+"-"); err != nil {
		return nil, err
	}
	path := filepath.Join(g.dir, "settings")
	err = os.WriteFile(path, []byte(settings(g.port)), 0o600)
	if account != nil {
		for _, owned := range []string{g.dir, path} {
			err = errors.Join(err, os.Chown(owned, int(account.Uid), int(account.Gid)))
		}
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(g.dir))
	}
	return g, nil
}

// start runs the program on its file, and waits until it takes connections.
func (g *guarded) start(program string) error {
	cmd := exec.Command("/bin/sh", "-c", guard, "guard", program, "settings")
	cmd.Dir, cmd.Env = g.dir, environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: g.account, Setpgid: true}
	lifeline, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", program, err)
	}
	g.cmd, g.lifeline = cmd, lifeline
	deadline := time.Now().Add(startTimeout)
	for time.Now().Before(deadline) {
		conn, err := net.Dial("tcp", g.address())
		if err == nil {
			return conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.Join(fmt.Errorf("%s did not start in time: %s", program, g.Log()), g.Kill())
}

func (g *guarded) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(g.port)) }

// Log returns what the server has printed.
func (g *guarded) Log() string {
	text, _ := os.ReadFile(filepath.Join(g.dir, "log"))
	return string(text)
}

// Kill ends the server at once. Its files stay.
func (g *guarded) Kill() error {
	if g.cmd == nil {
		return nil
	}
	err := g.lifeline.Close()
	waited := g.cmd.Wait()
	g.cmd = nil
	return errors.Join(err, ignoreExit(waited))
}

// Stop ends the server and removes its files.
func (g *guarded) Stop() error { return errors.Join(g.Kill(), os.RemoveAll(g.dir)) }
