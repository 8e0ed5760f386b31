// Package gather serves items of concurrent callers in batches: items that arrive while a batch is
// served form the next batch. Under load each item costs less, and a single item does not wait.
package gather

import "sync"

// Desk serves items in batches. Make it with NewDesk; its methods may be called
// concurrently.
type Desk[T any] struct {
	mu      sync.Mutex
	waiting []*visit[T]
	// servers has a place for each batch that may run at a time.
	servers chan struct{}
}

type visit[T any] struct {
	item T
	over chan struct{}
}

// NewDesk returns a desk that serves at most servers batches at a time.
func NewDesk[T any](servers int) *Desk[T] { return &Desk[T]{servers: make(chan struct{}, servers)} }

// Serve returns when the item has been served: by a call of serve with it and all others that wait,
// in order of arrival, or by another caller's. An item has to carry its own result. Each item is
// served once.
func (d *Desk[T]) Serve(item T, serve func([]T)) {
	v := &visit[T]{item, make(chan struct{})}
	d.mu.Lock()
	d.waiting = append(d.waiting, v)
	d.mu.Unlock()
	select {
	case d.servers <- struct{}{}:
		d.clear(serve)
	case <-v.over:
	}
	<-v.over // another caller may be serving it
}

func (d *Desk[T]) clear(serve func([]T)) {
	defer func() { <-d.servers }()
	d.mu.Lock()
	visits := d.waiting
	d.waiting = nil
	d.mu.Unlock()
	if len(visits) == 0 {
		return
	}
	items := make([]T, len(visits))
	for i, v := range visits {
		items[i] = v.item
		defer close(v.over)
	}
	serve(items)
}
