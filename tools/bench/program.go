package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	startWithin = 60 * time.Second
	stopWithin  = 20 * time.Second
)

// program runs a server as a child process.
type program struct {
	name    string
	cmd     *exec.Cmd
	address string // host:port
	// profiles has the address of the operator's listener, "" without a listener.
	profiles string
	// log names the file for its standard error, "" without a file.
	log string
	// ready measures the time from the start to the first ready answer.
	ready time.Duration
	// idle measures its memory before any load, in bytes; 0 if unknown.
	idle   int64
	stdin  io.WriteCloser
	exited chan error
}

// startService starts the service as a user would, with everything on and the log in a file.
func startService(ctx context.Context, binary, dir string, env []string) (*program, error) {
	operator, err := freeAddress()
	if err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(dir, "service.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := &program{name: "service", profiles: operator, log: log.Name(), cmd: exec.Command(binary, "serve", "--json")}
	p.cmd.Env = append(environment(), append(env, "SA_HTTP_ADDR=127.0.0.1:0", "SA_METRICS_ADDR="+operator)...)
	p.cmd.Stderr = log
	start := time.Now()
	line, err := p.start()
	if err != nil {
		said, _ := os.ReadFile(p.log)
		return p, fmt.Errorf("%w\n%.2000s", err, said)
	}
	var said struct {
		BaseURL string `json:"base_url"`
	}
	if err := json.Unmarshal([]byte(line), &said); err != nil {
		return p, errors.Join(fmt.Errorf("it said %q: %w", line, err), p.stop())
	}
	p.address = strings.TrimPrefix(said.BaseURL, "http://")
	if err := p.awaitReady(ctx); err != nil {
		return p, errors.Join(err, p.stop())
	}
	p.ready = time.Since(start)
	p.idle = residentBytes(p.pid())
	return p, nil
}

func startFloor(binary string, config any) (*program, error) {
	p := &program{name: "floor", cmd: exec.Command(binary)}
	p.cmd.Env, p.cmd.Stderr = environment(), os.Stderr
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	b, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	go func() { _, _ = p.stdin.Write(b) }() // a failure here shows as a program that does not start
	start := time.Now()
	line, err := p.start()
	if err != nil {
		return p, err
	}
	p.address, p.ready, p.idle = line, time.Since(start), residentBytes(p.pid())
	return p, nil
}

// start runs the program and returns the first line it prints.
func (p *program) start() (string, error) {
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	// A separate process group keeps interrupts for the measuring program, which then stops the
	// others in order.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		return "", err
	}
	p.exited = make(chan error, 1)
	lines := make(chan string, 1)
	go func() {
		in := bufio.NewReader(out)
		line, _ := in.ReadString('\n')
		lines <- strings.TrimSpace(line)
		_, _ = io.Copy(io.Discard, in)
		p.exited <- p.cmd.Wait()
	}()
	select {
	case line := <-lines:
		if line != "" {
			return line, nil
		}
		return "", errors.Join(errors.New("it ended at once"), p.stop())
	case <-time.After(startWithin):
		return "", errors.Join(errors.New("it does not start"), p.stop())
	}
}

func (p *program) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.address+"/readyz", nil)
		if err != nil {
			return err
		}
		if res, err := http.DefaultClient.Do(r); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return errors.New("it is never ready")
		case <-time.After(time.Millisecond):
		}
	}
}

func (p *program) pid() int { return p.cmd.Process.Pid }

// stop ends the program, which may be nil or ended already.
func (p *program) stop() error {
	if p == nil || p.exited == nil {
		return nil
	}
	if p.stdin != nil {
		_ = p.stdin.Close()
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	var err error
	select {
	case err = <-p.exited:
	case <-time.After(stopWithin):
		_ = p.cmd.Process.Kill()
		err = errors.Join(<-p.exited, errors.New("it did not stop in time"))
	}
	p.exited = nil
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() < 0 {
		err = nil // the signal itself
	}
	if err != nil {
		return fmt.Errorf("stop the %s program: %w", p.name, err)
	}
	return nil
}

// forgetLog empties the log, so that a run does not fill the disk.
func (p *program) forgetLog() error {
	if p.log == "" {
		return nil
	}
	return os.Truncate(p.log, 0)
}

// saveProfile takes a CPU profile of this many seconds.
func (p *program) saveProfile(ctx context.Context, path string, seconds int) error {
	address := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", p.profiles, seconds)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.200s", res.StatusCode, b)
	}
	if err != nil {
		return fmt.Errorf("take a profile: %w", err)
	}
	return os.WriteFile(path, b, 0o600)
}

// runWith runs a command to its end, with a value on its standard input, and returns its output.
func runWith(cmd *exec.Cmd, in any) ([]byte, error) {
	b, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	cmd.Env, cmd.Stdin, cmd.Stderr = environment(), bytes.NewReader(b), os.Stderr
	return cmd.Output()
}

// environment keeps the settings of the caller's shell away from the programs.
func environment() []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
