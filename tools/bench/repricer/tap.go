package main

import (
	"context"
	"strconv"
	"sync"
	"time"

	ports "sellingassistant/ports/notification"
)

// tap makes the messages of a queue when they are received, so that a backlog costs no memory.
type tap struct {
	body func(n int) []byte
	// perSecond sets the rate of messages, 0 for as many as are taken. last is the time after which
	// no message arrives.
	perSecond int
	begin     time.Time
	last      time.Duration

	mu    sync.Mutex
	made  int
	acked int
	back  []ports.Message
}

const (
	// messagesAtOnce sets the size of a batch, as in the marketplace's queue.
	messagesAtOnce = 10
	tapPause       = time.Millisecond
)

// due returns the number of messages that have arrived by now.
func (t *tap) due() int {
	passed := min(time.Since(t.begin), t.last)
	if t.perSecond == 0 {
		if passed == t.last {
			return 0
		}
		return t.made + messagesAtOnce
	}
	return int(passed.Seconds() * float64(t.perSecond))
}

// Receive implements the port. It waits until a message arrives or the context ends.
func (t *tap) Receive(ctx context.Context) ([]ports.Message, error) {
	for {
		if got := t.take(); len(got) > 0 {
			return got, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(tapPause):
		}
	}
}

func (t *tap) take() []ports.Message {
	t.mu.Lock()
	if len(t.back) > 0 {
		got := t.back
		t.back = nil
		t.mu.Unlock()
		return got
	}
	first := t.made
	t.made = max(first, min(t.due(), first+messagesAtOnce))
	n := t.made - first
	t.mu.Unlock()
	got := make([]ports.Message, n)
	for i := range got {
		got[i] = ports.Message{Handle: strconv.Itoa(first + i), Body: t.body(first + i), Tries: 1}
	}
	return got
}

// Ack implements the port.
func (t *tap) Ack(_ context.Context, messages ...ports.Message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.acked += len(messages)
	return nil
}

// Nack implements the port: it delivers the messages again at once.
func (t *tap) Nack(_ context.Context, _ time.Duration, messages ...ports.Message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range messages {
		m.Tries++
		t.back = append(t.back, m)
	}
	return nil
}

// state returns how many messages were made and how many acknowledged.
func (t *tap) state() (made, acked int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.made, t.acked
}
