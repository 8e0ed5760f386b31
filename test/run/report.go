package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"gotest.tools/gotestsum/testjson"
)

// report prints packages and their failures, and counts over all runs of go test.
type report struct {
	out            io.Writer
	passed, failed int
	took           []testjson.TestCase
}

// follow runs a go test command to its end.
func (r *report) follow(cmd *exec.Cmd) error {
	events, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	return errors.Join(r.read(events, errs), cmd.Wait())
}

func (r *report) read(events, errs io.Reader) error {
	// Failures are printed at once and again at the end, because make test-long takes hours.
	h := handler{r.out, testjson.NewEventFormatter(r.out, "pkgname-and-test-fails", testjson.FormatOptions{Icons: "text", HideEmptyPackages: true})}
	run, err := testjson.ScanTestOutput(testjson.ScanConfig{Stdout: events, Stderr: errs, Handler: h, IgnoreNonJSONOutputLines: true})
	if failed := len(run.Failed()) + len(run.Skipped()); failed > 0 {
		r.failed += failed
		testjson.PrintSummary(r.out, run, testjson.SummarizeAll)
	}
	for _, name := range run.Packages() {
		p := run.Package(name)
		r.passed += len(p.Passed)
		r.took = append(r.took, testjson.TestCase{Package: name, Elapsed: p.Elapsed()})
		r.took = append(r.took, p.TestCases()...)
	}
	return err
}

type handler struct {
	out    io.Writer
	events testjson.EventFormatter
}

func (h handler) Event(e testjson.TestEvent, run *testjson.Execution) error {
	return h.events.Format(e, run)
}

func (h handler) Err(line string) error {
	_, err := fmt.Fprintln(h.out, line)
	return err
}

// named limits the slowest tests in the report, least bounds their time from below. Packages and
// subtests count as tests.
const named, least = 25, 5 * time.Second

// end lists the slowest tests, prints the closing line and returns the exit status.
func (r *report) end(err error) int {
	r.took = slices.DeleteFunc(r.took, func(t testjson.TestCase) bool { return t.Elapsed < least })
	slices.SortStableFunc(r.took, func(a, b testjson.TestCase) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	for _, t := range r.took[:min(len(r.took), named)] {
		_, _ = fmt.Fprintf(r.out, "%4.0f s  %s %s\n", t.Elapsed.Seconds(), strings.TrimPrefix(t.Package, "sellingassistant/"), t.Test)
	}
	if err == nil && r.passed == 0 {
		err = errors.New("no tests were run")
	}
	if err != nil && r.failed == 0 {
		_, _ = fmt.Fprintln(r.out, err)
		r.failed = 1
	}
	_, _ = fmt.Fprintf(r.out, "%d passed, %d failed\n", r.passed, r.failed)
	return min(r.failed, 1)
}
