// Package gather lets those who come side by side be served together: whoever
// comes while somebody is being served is served next, with all the others that
// came meanwhile. So the more there is to do, the less each one takes, and who
// comes alone waits for nobody.
package gather

import "sync"

// Desk serves what is handed in. Make it with NewDesk; its methods may be called
// side by side.
type Desk[T any] struct {
	mu      sync.Mutex
	waiting []*visit[T]
	// servers has a place for each who serves.
	servers chan struct{}
}

type visit[T any] struct {
	item T
	over chan struct{}
}

// NewDesk makes a desk at which so many serve at a time.
func NewDesk[T any](servers int) *Desk[T] { return &Desk[T]{servers: make(chan struct{}, servers)} }

// Serve returns when the item has been served: by a call of serve with it and all
// others that wait, in the order in which they came, or by that of another. What
// becomes of an item has to be kept in it. Each item is served once.
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
	<-v.over // it may be with another
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
