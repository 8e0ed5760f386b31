package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// child has a program that serves until it is stopped.
type child struct {
	cmd    *exec.Cmd
	exited chan struct{}
}

// start runs a program, and returns the first line that it prints.
func start(env []string, program string, args ...string) (*child, string, error) {
	c := &child{cmd: exec.Command(program, args...), exited: make(chan struct{})}
	c.cmd.Env, c.cmd.Stderr = append(plainEnv(), env...), os.Stderr
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, "", err
	}
	in := bufio.NewReader(out)
	line, err := in.ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, in)
		defer close(c.exited)
		_ = c.cmd.Wait() // after a signal, it may exit with an error
	}()
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("%s %s ended at once: %w", program, args[0], err), c.stop())
	}
	return c, line, nil
}

func (c *child) stop() error {
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-c.exited:
		return nil
	case <-time.After(20 * time.Second):
		err := c.cmd.Process.Kill()
		<-c.exited
		return errors.Join(errors.New("a program did not stop in time"), err)
	}
}

// run runs a command to its end.
func run(ctx context.Context, env []string, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(plainEnv(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%.2000s", args[0], err, out)
	}
	return nil
}

// plainEnv keeps the settings of the caller's shell away from the programs.
func plainEnv() (env []string) {
	for _, name := range []string{"PATH", "HOME", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

type client struct{ base, key string }

// ready waits until the service takes calls.
func (c client) ready(ctx context.Context) error {
	for range 600 {
		if _, err := c.get(ctx, c.base+"/readyz"); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return errors.New("the service is never ready")
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(100 * time.Millisecond):
		return nil
	}
}

func (c client) get(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.send(r)
}

func (c client) send(r *http.Request) ([]byte, error) {
	r.Header.Set("X-Api-Key", c.key)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %d %.1000s", r.Method, r.URL.Path, res.StatusCode, text)
	}
	return text, err
}

func (c client) call(ctx context.Context, method, path, kind string, body io.Reader) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.base+"/api/v1/"+path, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", kind)
	}
	return c.send(r)
}

// report has the progress of an import.
type report struct {
	ID      int64  `json:"id"`
	Status  string `json:"status"`
	Total   int64  `json:"rows_total"`
	Done    int64  `json:"rows_done"`
	Created int64  `json:"rows_created"`
	Updated int64  `json:"rows_updated"`
	Failed  int64  `json:"rows_failed"`
}

// outcome has the answer of a change by filter.
type outcome struct {
	ImportID int64 `json:"import_id"`
	Total    int64 `json:"rows_total"`
	Updated  int64 `json:"rows_updated"`
	Failed   int64 `json:"rows_failed"`
}

func dataOf[T any](text []byte, err error) (T, error) {
	var out struct {
		Data T `json:"data"`
	}
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	return out.Data, err
}

func (c client) upload(ctx context.Context, path, kind, table string) (report, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	err := w.WriteField("kind", kind)
	f, bad := w.CreateFormFile("file", "table.csv")
	if err = errors.Join(err, bad); err != nil {
		return report{}, err
	}
	_, err = io.WriteString(f, table)
	if err = errors.Join(err, w.Close()); err != nil {
		return report{}, err
	}
	return dataOf[report](c.call(ctx, http.MethodPost, path, w.FormDataContentType(), &b))
}

func (c client) bulk(ctx context.Context, path, body string) (outcome, error) {
	return dataOf[outcome](c.call(ctx, http.MethodPost, path, "application/json", strings.NewReader(body)))
}

// await polls an import until it ends, and counts the different numbers of rows that it showed.
func (c client) await(ctx context.Context, id int64) (report, int, error) {
	seen := map[int64]bool{}
	for {
		r, err := dataOf[report](c.call(ctx, http.MethodGet, fmt.Sprintf("imports/%d", id), "", nil))
		if err != nil {
			return r, 0, err
		}
		seen[r.Done] = true
		switch r.Status {
		case "queued", "running", "taking_back":
		case "failed", "cancelled":
			return r, 0, fmt.Errorf("the import is %s", r.Status)
		default:
			return r, len(seen), nil
		}
		if err := pause(ctx); err != nil {
			return r, 0, err
		}
	}
}
