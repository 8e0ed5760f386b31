// Package cluster starts private servers from the installed binaries, for tests: Postgres clusters,
// PgBouncer before them, and Redis. It uses only the standard library.
package cluster

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Options changes the started server.
type Options struct {
	// Fsync makes commits survive a crash of the machine. Tests that only kill the server do not
	// need it.
	Fsync bool
}

// Cluster is a running server with its own data directory, user, password and port on 127.0.0.1.
// Stop ends it and removes its files. Any end of the process that started it does the same.
type Cluster struct {
	bin, dir, password string
	port               int
	options            Options
	account            *syscall.Credential
	watch              *exec.Cmd
	lifeline           io.WriteCloser
}

// RecycleVariable names the environment variable that says that the server of TEST_DATABASE_URL
// ends with the test programs. Then they need not drop databases.
const RecycleVariable = "TEST_DATABASE_RECYCLE"

const startTimeout = 60 * time.Second

// watcher runs the server and waits for its input to close, which happens even when the process at
// the other end is killed.
const watcher = `"$1/postgres" -D "$2/data" >>"$2/log" 2>&1 </dev/null &
server=$!
read -r word
kill -INT $server 2>/dev/null
wait $server
[ "$word" = keep ] || rm -rf "$2"
`

// Start makes and starts a cluster.
func Start(options Options) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	c := &Cluster{bin: bin, password: rand.Text(), options: options}
	if c.account, err = account(); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp("", "sa-postgres-"); err != nil {
		return nil, err
	}
	if err := c.make(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	// Another program may take the free port before the server does.
	for range 5 {
		if c.port, err = freePort(); err != nil {
			break
		}
		if err = c.Resume(); err == nil {
			return c, nil
		}
	}
	return nil, errors.Join(err, os.RemoveAll(c.dir))
}

// URL returns the address of a database of the cluster for its superuser.
func (c *Cluster) URL(database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword("postgres", c.password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)), Path: "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Stop ends the server and removes its files.
func (c *Cluster) Stop() error {
	if c.watch == nil {
		return os.RemoveAll(c.dir)
	}
	err := c.lifeline.Close()
	waited := c.watch.Wait()
	c.watch = nil
	return errors.Join(err, ignoreExit(waited), os.RemoveAll(c.dir))
}

// Kill ends the server at once, without notice to its clients and without a clean shutdown. Resume
// starts it again.
func (c *Cluster) Kill() error {
	if c.watch == nil {
		return errors.New("cluster: it does not run")
	}
	pid, err := c.pid()
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		return fmt.Errorf("kill the server: %w", err)
	}
	_, err = io.WriteString(c.lifeline, "keep\n")
	err = errors.Join(err, c.lifeline.Close())
	waited := c.watch.Wait()
	c.watch = nil
	return errors.Join(err, ignoreExit(waited))
}

// Resume starts a killed server on its old port.
func (c *Cluster) Resume() error {
	if err := c.configure(); err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", "-c", watcher, "watcher", c.bin, c.dir)
	cmd.Dir = c.dir
	cmd.Env = environment()
	// A separate process group keeps an interrupt of the tests from the server, which could not
	// notify its clients then.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.account, Setpgid: true}
	lifeline, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the server: %w", err)
	}
	c.watch, c.lifeline = cmd, lifeline
	if err := c.await(); err != nil {
		log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
		_, _ = io.WriteString(lifeline, "keep\n")
		_ = lifeline.Close()
		_ = cmd.Wait()
		c.watch = nil
		return fmt.Errorf("%w\n%s", err, log)
	}
	return nil
}

// await waits until the server's own file says that it accepts connections.
func (c *Cluster) await() error {
	deadline := time.Now().Add(startTimeout)
	for time.Now().Before(deadline) {
		b, err := os.ReadFile(filepath.Join(c.dir, "data", "postmaster.pid"))
		lines := strings.Split(string(b), "\n")
		if err == nil && len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready" {
			return nil
		}
		log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
		if bytes.Contains(log, []byte("could not bind")) || bytes.Contains(log, []byte("FATAL:  could not create")) {
			return errors.New("the server did not start")
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("the server did not start in time")
}

func (c *Cluster) pid() (int, error) {
	b, err := os.ReadFile(filepath.Join(c.dir, "data", "postmaster.pid"))
	if err != nil {
		return 0, fmt.Errorf("find the server: %w", err)
	}
	first, _, _ := strings.Cut(string(b), "\n")
	return strconv.Atoi(strings.TrimSpace(first))
}

// make creates the data directory. If possible the cluster sorts text by language, as many real
// servers do, so that a list that forgets to ask for byte order shows.
func (c *Cluster) make() error {
	if c.account != nil {
		if err := os.Chown(c.dir, int(c.account.Uid), int(c.account.Gid)); err != nil {
			return err
		}
	}
	passwords := filepath.Join(c.dir, "password")
	if err := os.WriteFile(passwords, []byte(c.password), 0o600); err != nil {
		return err
	}
	if c.account != nil {
		if err := os.Chown(passwords, int(c.account.Uid), int(c.account.Gid)); err != nil {
			return err
		}
	}
	common := []string{
		"-D", filepath.Join(c.dir, "data"), "-U", "postgres", "--pwfile", passwords,
		"--auth=password", "--encoding=UTF8", "--locale=C", "--no-sync",
	}
	err := c.initdb(append(common, "--locale-provider=icu", "--icu-locale=en-US"))
	if err != nil {
		// This happens before version 15, or if it was built without ICU.
		if err := os.RemoveAll(filepath.Join(c.dir, "data")); err != nil {
			return err
		}
		err = c.initdb(common)
	}
	return err
}

func (c *Cluster) initdb(args []string) error {
	cmd := exec.Command(filepath.Join(c.bin, "initdb"), args...)
	cmd.Dir = c.dir
	cmd.Env = environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.account}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

func (c *Cluster) configure() error {
	settings := fmt.Sprintf(`listen_addresses = '127.0.0.1'
port = %d
unix_socket_directories = ''
max_connections = 300
shared_buffers = 64MB
log_min_messages = warning
`, c.port)
	if !c.options.Fsync {
		// Commits still wait until the operating system has the data, and the data outlives the
		// server.
		settings += "fsync = off\nfull_page_writes = off\n"
	}
	path := filepath.Join(c.dir, "data", "postgresql.auto.conf")
	return os.WriteFile(path, []byte(settings), 0o600)
}

// account returns the user for the server, because Postgres refuses to run as root.
func account() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("no user postgres or nobody to run Postgres as, which refuses to be root")
}

func environment() []string {
	// The caller's PG… variables would redirect the tools.
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "TMPDIR"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(port)
}

// ignoreExit drops the exit status of the watcher, because it repeats the exit status of the
// server.
func ignoreExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}
