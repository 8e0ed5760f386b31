package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// event is one line of go test -json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	// Elapsed is in seconds.
	Elapsed float64
}

// report counts tests and decides what to show.
type report struct {
	out                     io.Writer
	mu                      sync.Mutex
	passed, failed, skipped int
	packages                map[string]*packageReport
	took                    []event
}

// shown is how many of the longest tests are named, from 5 s on.
const shown, long = 15, 5

// packageReport collects the output of one package until it is clear who it
// belongs to.
type packageReport struct {
	tests  map[string]*bytes.Buffer
	rest   bytes.Buffer
	failed bool
}

func newReport(out io.Writer) *report {
	return &report{out: out, packages: map[string]*packageReport{}}
}

func (r *report) say(text string) { _, _ = io.WriteString(r.out, text) }

// line takes one line of a go command, which is an event or plain text.
func (r *report) line(line []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var e event
	if err := json.Unmarshal(line, &e); err != nil || e.Action == "" {
		r.say(string(line))
		return
	}
	switch {
	case e.Action == "build-output":
		r.say(e.Output)
	case e.Package == "":
		return
	case e.Test == "":
		r.packageEvent(e)
	default:
		r.testEvent(e)
	}
}

func (r *report) at(name string) *packageReport {
	p := r.packages[name]
	if p == nil {
		p = &packageReport{tests: map[string]*bytes.Buffer{}}
		r.packages[name] = p
	}
	return p
}

func (r *report) testEvent(e event) {
	p := r.at(e.Package)
	switch e.Action {
	case "run":
		p.tests[e.Test] = &bytes.Buffer{}
	case "output":
		if p.tests[e.Test] == nil {
			p.tests[e.Test] = &bytes.Buffer{}
		}
		if !chatter(e.Output) {
			p.tests[e.Test].WriteString(e.Output)
		}
	case "pass":
		r.passed++
		delete(p.tests, e.Test)
		if e.Elapsed >= long && !strings.Contains(e.Test, "/") {
			r.took = append(r.took, e)
		}
	case "fail", "skip":
		if e.Action == "fail" {
			r.failed++
		} else {
			r.skipped++
		}
		p.failed = true
		if b := p.tests[e.Test]; b != nil {
			r.say(b.String())
		}
		delete(p.tests, e.Test)
	}
}

// chatter are the lines that only say where go test is.
func chatter(line string) bool {
	for _, prefix := range []string{"=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME "} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

func (r *report) packageEvent(e event) {
	p := r.at(e.Package)
	switch e.Action {
	case "output":
		if closing(e.Output) {
			r.say(e.Output)
		} else if e.Output != "PASS\n" {
			p.rest.WriteString(e.Output)
		}
	case "fail":
		if !p.failed {
			// It did not build, panicked outside a test or ended too early.
			r.failed++
		}
		for _, b := range p.tests {
			r.say(b.String())
		}
		r.say(p.rest.String())
		delete(r.packages, e.Package)
	case "pass", "skip":
		// A package is skipped when it has no tests.
		delete(r.packages, e.Package)
	}
}

// closing are go test's own lines about a package.
func closing(line string) bool {
	return strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "?   \t")
}

// longest names the tests that took longest.
func (r *report) longest() {
	slices.SortFunc(r.took, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	for _, e := range r.took[:min(len(r.took), shown)] {
		r.say(fmt.Sprintf("%4.0f s  %s %s\n", e.Elapsed, strings.TrimPrefix(e.Package, "sellingassistant/"), e.Test))
	}
}

// end names the longest tests, says the closing line and returns the exit status. A skipped test counts
// as failed: it proves nothing.
func (r *report) end(err error) int {
	failed := r.failed + r.skipped
	r.longest()
	if r.skipped > 0 {
		r.say(fmt.Sprintf("%d skipped, which is not allowed\n", r.skipped))
	}
	for name, p := range r.packages {
		// Cut off in the middle, by an interrupt for example.
		r.say(p.rest.String())
		r.say("FAIL\t" + name + " did not finish\n")
		failed++
	}
	if failed == 0 && err != nil {
		r.say("go test: " + err.Error() + "\n")
		failed = 1
	}
	if failed == 0 && r.passed == 0 {
		r.say("no tests were run\n")
		failed = 1
	}
	r.say(fmt.Sprintf("%d passed, %d failed\n", r.passed, failed))
	if failed > 0 {
		return 1
	}
	return 0
}
