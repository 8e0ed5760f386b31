// Package progress reports the progress of a long command on the last line of a terminal.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"sellingassistant/adapters/telemetry"
)

const (
	// statusAfter has the time for which a command is silent; most have ended by then.
	statusAfter = time.Second
	statusEvery = 250 * time.Millisecond
	// statusWidth keeps the line from wrapping on a narrow terminal.
	statusWidth = 79
	clearLine   = "\r\x1b[K"
)

// Line writes to standard error. On a terminal its last line reports the progress, and other output
// appears above it.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	what  func() string
	begun time.Time
	shown bool
	stop  chan struct{}
}

// New returns a line on a stream.
func New(w io.Writer) *Line { return &Line{w: w} }

// Terminal reports whether a person reads or writes the stream.
func Terminal(stream any) bool {
	w, ok := stream.(io.Writer)
	return ok && telemetry.Readable(w, "auto")
}

// Fd returns the stream's descriptor, so that callers can check for a terminal.
func (l *Line) Fd() uintptr {
	if file, ok := l.w.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

// Write writes above the line.
func (l *Line) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	return l.w.Write(b)
}

// Says sets the text of the line from now on. Without a terminal there is no line.
func (l *Line) Says(what func() string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.what = what
	if l.stop == nil && Terminal(l.w) {
		l.begun, l.stop = time.Now(), make(chan struct{})
		go l.show(l.stop)
	}
}

// Ends removes the line.
func (l *Line) Ends() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop != nil {
		close(l.stop)
		l.stop = nil
	}
	l.clear()
}

func (l *Line) clear() {
	if l.shown {
		fmt.Fprint(l.w, clearLine)
		l.shown = false
	}
}

func (l *Line) show(stop chan struct{}) {
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		l.mu.Lock()
		what, took := l.what, time.Since(l.begun)
		l.mu.Unlock()
		if took < statusAfter {
			continue
		}
		// The text may need the database, so others must not wait for it.
		line := []rune(fmt.Sprintf("%s, %s", what(), took.Truncate(time.Second)))
		l.mu.Lock()
		if l.stop == stop {
			fmt.Fprint(l.w, clearLine+string(line[:min(len(line), statusWidth)]))
			l.shown = true
		}
		l.mu.Unlock()
	}
}
