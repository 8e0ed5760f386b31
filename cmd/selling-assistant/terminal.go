package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
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

// status writes to standard error. On a terminal its last line reports the progress of a long
// command, and other output appears above it.
type status struct {
	mu    sync.Mutex
	w     io.Writer
	what  func() string
	begun time.Time
	shown bool
	stop  chan struct{}
}

func terminal(stream any) bool {
	w, ok := stream.(io.Writer)
	return ok && telemetry.Readable(w, "auto")
}

// Fd returns the stream's descriptor, so that callers can check for a terminal.
func (s *status) Fd() uintptr {
	if file, ok := s.w.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

func (s *status) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return s.w.Write(b)
}

// says sets the text of the line from now on. Without a terminal there is no line.
func (s *status) says(what func() string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.what = what
	if s.stop == nil && terminal(s.w) {
		s.begun, s.stop = time.Now(), make(chan struct{})
		go s.show(s.stop)
	}
}

// ends removes the line.
func (s *status) ends() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		close(s.stop)
		s.stop = nil
	}
	s.clear()
}

func (s *status) clear() {
	if s.shown {
		fmt.Fprint(s.w, clearLine)
		s.shown = false
	}
}

func (s *status) show(stop chan struct{}) {
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		s.mu.Lock()
		what, took := s.what, time.Since(s.begun)
		s.mu.Unlock()
		if took < statusAfter {
			continue
		}
		// The text may need the database, so others must not wait for it.
		line := []rune(fmt.Sprintf("%s, %s", what(), took.Truncate(time.Second)))
		s.mu.Lock()
		if s.stop == stop {
			fmt.Fprint(s.w, clearLine+string(line[:min(len(line), statusWidth)]))
			s.shown = true
		}
		s.mu.Unlock()
	}
}

// says sets the progress of the command.
func (v *verb) says(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	v.status.says(func() string { return text })
}

// confirm asks a person at a terminal, and returns false without a terminal.
func (v *verb) confirm(question string) bool {
	if !terminal(v.io.in) || !terminal(v.io.err) {
		return false
	}
	v.status.ends()
	fmt.Fprint(v.io.err, question+" Type yes: ")
	answer, _ := bufio.NewReader(v.io.in).ReadString('\n')
	return strings.TrimSpace(answer) == "yes"
}
