package restriction

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sellingassistant/domain/restriction"
	port "sellingassistant/ports/restriction"
)

// flights lets equal checks that run at the same time share one upstream call.
// The call belongs to none of them: it goes on while anybody waits for it, and
// is called off when the last one has left.
type flights struct {
	mu      sync.Mutex
	running map[port.Key]*flight
}

type flight struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiting int

	status restriction.Status
	err    error
}

// do returns the result of fn for a key. budget bounds a call whose first
// caller has no deadline of its own.
func (f *flights) do(ctx context.Context, k port.Key, budget time.Duration,
	fn func(ctx context.Context) (restriction.Status, error),
) (restriction.Status, error) {
	f.mu.Lock()
	fl, ok := f.running[k]
	if !ok {
		fl = f.start(ctx, k, budget, fn)
	}
	fl.waiting++
	f.mu.Unlock()

	select {
	case <-fl.done:
		return fl.status, fl.err
	case <-ctx.Done():
		f.leave(k, fl)
		return "", ctx.Err()
	}
}

// start runs fn on its own; the caller holds the lock.
func (f *flights) start(ctx context.Context, k port.Key, budget time.Duration,
	fn func(ctx context.Context) (restriction.Status, error),
) *flight {
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(budget)
	}
	own, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
	fl := &flight{done: make(chan struct{}), cancel: cancel}
	f.running[k] = fl
	go func() {
		defer cancel()
		defer func() {
			if r := recover(); r != nil { // nobody above this goroutine would catch it
				fl.err = fmt.Errorf("restriction check panicked: %v", r)
			}
			f.mu.Lock()
			if f.running[k] == fl {
				delete(f.running, k)
			}
			f.mu.Unlock()
			close(fl.done)
		}()
		fl.status, fl.err = fn(own)
	}()
	return fl
}

// leave calls the flight off when nobody waits any more. It is taken out of
// the map at once, so that a newcomer does not board a flight that ends.
func (f *flights) leave(k port.Key, fl *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fl.waiting--
	if fl.waiting > 0 {
		return
	}
	fl.cancel()
	if f.running[k] == fl {
		delete(f.running, k)
	}
}
