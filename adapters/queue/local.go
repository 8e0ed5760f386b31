package queue

import (
	"context"
	"strconv"
	"sync"
	"time"

	"sellingassistant/ports/notification"
)

// Local queues messages in the process. It keeps the rules of the service: a received message is
// hidden for a minute and comes again unless it was acknowledged.
type Local struct {
	mu       sync.Mutex
	waiting  []*localMessage
	sequence int
	arrived  chan struct{}
}

type localMessage struct {
	id      int
	body    []byte
	tries   int
	visible time.Time
}

func (m *localMessage) handle() string { return strconv.Itoa(m.id) + "/" + strconv.Itoa(m.tries) }

func NewLocal() *Local { return &Local{arrived: make(chan struct{})} }

// Send adds messages.
func (q *Local) Send(bodies ...[]byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, b := range bodies {
		q.sequence++
		q.waiting = append(q.waiting, &localMessage{id: q.sequence, body: b})
	}
	close(q.arrived)
	q.arrived = make(chan struct{})
}

// Len counts the unacknowledged messages.
func (q *Local) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

func (q *Local) Receive(ctx context.Context) ([]notification.Message, error) {
	poll := time.NewTimer(longPoll * time.Second)
	defer poll.Stop()
	for {
		got, next, arrived := q.take(time.Now())
		if len(got) > 0 {
			return got, nil
		}
		again := time.NewTimer(next)
		select {
		case <-ctx.Done():
			again.Stop()
			return nil, ctx.Err()
		case <-poll.C:
			again.Stop()
			return nil, nil
		case <-arrived:
		case <-again.C:
		}
		again.Stop()
	}
}

// take hides and returns the visible messages, or returns the time until that may change.
func (q *Local) take(now time.Time) (got []notification.Message, next time.Duration, arrived <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	next = hidden * time.Second
	for _, m := range q.waiting {
		if wait := m.visible.Sub(now); wait > 0 {
			next = min(next, wait)
			continue
		}
		if len(got) == batch {
			break
		}
		m.tries++
		m.visible = now.Add(hidden * time.Second)
		got = append(got, notification.Message{Handle: m.handle(), Body: m.body, Tries: m.tries})
	}
	return got, next, q.arrived
}

// Ack ignores the handle of an older delivery.
func (q *Local) Ack(_ context.Context, messages ...notification.Message) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	done := map[string]bool{}
	for _, m := range messages {
		done[m.Handle] = true
	}
	kept := q.waiting[:0]
	for _, m := range q.waiting {
		if !done[m.handle()] {
			kept = append(kept, m)
		}
	}
	q.waiting = kept
	return nil
}

func (q *Local) Nack(_ context.Context, after time.Duration, messages ...notification.Message) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	back := map[string]bool{}
	for _, m := range messages {
		back[m.Handle] = true
	}
	for _, m := range q.waiting {
		if back[m.handle()] {
			m.visible = time.Now().Add(after)
		}
	}
	close(q.arrived)
	q.arrived = make(chan struct{})
	return nil
}
