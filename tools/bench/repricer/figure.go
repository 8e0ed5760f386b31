package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// figure has a measured value.
type figure struct {
	name, kind, unit string
	value            float64
	// target and stretch set goals for the value; nil means no goal.
	target, stretch *goal
	// note adds further observations.
	note string
}

// goal bounds a figure: at least value, or at most.
type goal struct {
	value float64
	least bool
}

func atLeast(v float64) *goal { return &goal{v, true} }
func atMost(v float64) *goal  { return &goal{v, false} }

func (g *goal) String() string {
	switch {
	case g == nil:
		return "-"
	case g.least:
		return ">= " + number(g.value)
	}
	return "<= " + number(g.value)
}

// reached reports whether a value meets the goal.
func (g *goal) reached(v float64) string {
	switch {
	case g == nil:
		return "-"
	case g.least && v >= g.value, !g.least && v <= g.value:
		return "yes"
	}
	return "no"
}

func number(f float64) string {
	if f == float64(int64(f)) || f >= 1000 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// times collects durations.
type times struct {
	mu  sync.Mutex
	all []time.Duration
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, d)
}

// at returns the given percentile, 0 without durations.
func (t *times) at(percent int) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return percentile(t.all, percent)
}

func percentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[(len(sorted)*percent+99)/100-1]
}

// report prints the figures as a table.
func report(to io.Writer, o options, all []figure) error {
	var errs []error
	line := func(w io.Writer, format string, args ...any) {
		if _, err := fmt.Fprintf(w, format+"\n", args...); err != nil {
			errs = append(errs, err)
		}
	}
	line(to, "\nThe repricer's pipeline, %s: %d CPUs for the program, the database and what they are driven by; %d rows, %d offers per event",
		time.Now().UTC().Format("2006-01-02 15:04 UTC"), runtime.NumCPU(), o.rows, rivals+1)
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	line(t, "figure\tstore\tmeasured\tunit\ttarget\treached\tstretch\treached\t")
	for _, f := range all {
		line(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", f.name, f.kind, number(f.value), f.unit,
			f.target, f.target.reached(f.value), f.stretch, f.stretch.reached(f.value), f.note)
	}
	errs = append(errs, t.Flush())
	line(to, "")
	return errors.Join(errs...)
}

// forgetPeak resets the peak of the memory to the current use.
func forgetPeak() {
	debug.FreeOSMemory()
	// If the kernel does not allow it, the peak covers the whole run.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600)
}

// peakMegabytes returns the peak memory of this process, 0 if the system does not report it.
func peakMegabytes() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kilobytes / 1024
		}
	}
	return 0
}

// profiled runs work, with a CPU profile if a folder is given.
func profiled(folder, name string, work func() error) (err error) {
	if folder == "" {
		return work()
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(folder, name+".pprof"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return work()
}
