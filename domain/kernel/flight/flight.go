// Package flight shares one answer between equal concurrent questions.
package flight

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Group has the shared work in progress, by key. The work does not end with one caller's context:
// it continues while any caller waits, and is cancelled when the last caller has left.
type Group[K comparable, V any] struct {
	budget time.Duration

	mu      sync.Mutex
	running map[K]*flight[V]
}

type flight[V any] struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiting int

	value V
	err   error
}

// New makes a group. budget bounds work if its first caller has no deadline.
func New[K comparable, V any](budget time.Duration) *Group[K, V] {
	return &Group[K, V]{budget: budget, running: map[K]*flight[V]{}}
}

// Do returns the result of fn for a key. When a caller's context ends, that caller gets its error
// at once. A panic of fn is an error for all its callers.
func (g *Group[K, V]) Do(ctx context.Context, key K, fn func(ctx context.Context) (V, error)) (V, error) {
	g.mu.Lock()
	f, ok := g.running[key]
	if !ok {
		f = g.start(ctx, key, fn)
	}
	f.waiting++
	g.mu.Unlock()

	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		g.leave(key, f)
		var none V
		return none, ctx.Err()
	}
}

// start runs fn in a goroutine; the caller has locked the group.
func (g *Group[K, V]) start(ctx context.Context, key K, fn func(ctx context.Context) (V, error)) *flight[V] {
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(g.budget)
	}
	own, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
	f := &flight[V]{done: make(chan struct{}), cancel: cancel}
	g.running[key] = f
	go func() {
		defer cancel()
		defer func() {
			if r := recover(); r != nil { // no caller of this goroutine could catch it
				f.err = fmt.Errorf("shared work panicked: %v", r)
			}
			g.mu.Lock()
			if g.running[key] == f {
				delete(g.running, key)
			}
			g.mu.Unlock()
			close(f.done)
		}()
		f.value, f.err = fn(own)
	}()
	return f
}

// leave cancels the work after its last caller left. It removes the work from the map at once, so
// that a new caller does not join work that ends.
func (g *Group[K, V]) leave(key K, f *flight[V]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f.waiting--
	if f.waiting > 0 {
		return
	}
	f.cancel()
	if g.running[key] == f {
		delete(g.running, key)
	}
}
