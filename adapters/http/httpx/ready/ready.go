// Package ready reports whether the service can take calls.
package ready

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"sellingassistant/domain/kernel/fault"
)

const (
	// within bounds the check whether the stores can be used.
	within = 2 * time.Second
	// retryStart delays the retry of a call that came during the start.
	retryStart = 2 * time.Second
)

// State changes while the service starts and stops.
type State struct {
	stores   func(context.Context) error
	draining atomic.Bool
	starting atomic.Bool
	remarks  map[string]func() any
}

// New takes the function that checks whether the stores can be used; nil means always.
func New(stores func(context.Context) error) *State {
	return &State{stores: stores, remarks: map[string]func() any{}}
}

// Starting refuses calls until started is called.
func (s *State) Starting() (started func()) {
	s.starting.Store(true)
	return func() { s.starting.Store(false) }
}

// Drain makes the service not ready for good.
func (s *State) Drain() { s.draining.Store(true) }

// Draining reports whether the service stops.
func (s *State) Draining() bool { return s.draining.Load() }

// Remark adds a member to the answer; a nil value is omitted. Call it before the server serves.
func (s *State) Remark(member string, value func() any) { s.remarks[member] = value }

// Started returns a fault while the service starts.
func (s *State) Started() error {
	if s.starting.Load() {
		return fault.New(fault.Unavailable, fault.CodeServiceUnavailable,
			"The service is starting: its first data are being filled in.").After(retryStart)
	}
	return nil
}

// Check returns the reason why the service takes no calls.
func (s *State) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if s.draining.Load() {
		return fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is stopping.")
	}
	if err := s.Started(); err != nil || s.stores == nil {
		return err
	}
	return s.stores(ctx)
}

// Answer writes the answer of a service that is ready.
func (s *State) Answer() ([]byte, error) {
	answer := map[string]any{"status": "ready"}
	for name, value := range s.remarks {
		if remark := value(); remark != nil {
			answer[name] = remark
		}
	}
	return json.Marshal(answer)
}

// Plainly returns an Unavailable fault unchanged, and replaces any other error by a general
// message.
func Plainly(err error) *fault.Error {
	if f, ok := fault.As(err); ok && f.Kind == fault.Unavailable {
		return f
	}
	return fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is not ready.")
}
