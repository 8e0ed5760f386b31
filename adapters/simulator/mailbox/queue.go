package mailbox

import (
	"container/heap"
	"encoding/base64"
	"strconv"
	"strings"
	"sync"
	"time"
)

// queueMessage waits in a queue until it is deleted. While visible lies in the future it cannot be
// received: it is on its way, or a receiver works on it.
type queueMessage struct {
	id       string
	body     func() string // written when the message is read
	sent     time.Time
	visible  time.Time
	order    uint64
	receives int
	first    time.Time
	index    int
}

// messageHeap sorts messages by the time at which they become visible.
type messageHeap []*queueMessage

func (h messageHeap) Len() int { return len(h) }

func (h messageHeap) Less(i, j int) bool {
	if !h[i].visible.Equal(h[j].visible) {
		return h[i].visible.Before(h[j].visible)
	}
	return h[i].order < h[j].order
}

func (h messageHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *messageHeap) Push(x any) {
	m, _ := x.(*queueMessage)
	m.index = len(*h)
	*h = append(*h, m)
}

func (h *messageHeap) Pop() any {
	old := *h
	m := old[len(old)-1]
	*h = old[:len(old)-1]
	return m
}

// queue has the messages for the application's owner.
type queue struct {
	mu       sync.Mutex
	waiting  messageHeap
	byID     map[string]*queueMessage
	sequence uint64
	arrived  chan struct{} // closed when a message arrives
	// identify makes the ids of messages from their number.
	identify func(n uint64) string
	deleted  int
}

func newQueue(identify func(uint64) string) *queue {
	return &queue{byID: map[string]*queueMessage{}, arrived: make(chan struct{}), identify: identify}
}

// forget removes all messages.
func (q *queue) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting, q.byID, q.sequence, q.deleted = nil, map[string]*queueMessage{}, 0, 0
}

// put adds a message that can be received from visible on, and returns its id.
func (q *queue) put(body func() string, now, visible time.Time) string {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sequence++
	m := &queueMessage{id: q.identify(q.sequence), body: body, sent: now, visible: visible, order: q.sequence}
	heap.Push(&q.waiting, m)
	q.byID[m.id] = m
	close(q.arrived)
	q.arrived = make(chan struct{})
	return m.id
}

// replace changes the body of a message that is still on its way at now.
func (q *queue) replace(id string, body func() string, now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	m, ok := q.byID[id]
	if !ok || m.receives > 0 || !m.visible.After(now) {
		return false
	}
	m.body = body
	return true
}

// onItsWay reports whether a message has not been visible to any receiver yet.
func (q *queue) onItsWay(id string, now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	m, ok := q.byID[id]
	return ok && m.receives == 0 && m.visible.After(now)
}

// received has a message in the receiver's form.
type received struct {
	id, body, receipt string
	sent, first       time.Time
	receives          int
}

// receive hands out up to limit visible messages and hides them for the timeout.
func (q *queue) receive(now time.Time, limit int, timeout time.Duration) []received {
	q.mu.Lock()
	defer q.mu.Unlock()
	var all []received
	var hidden []*queueMessage
	for len(all) < limit && len(q.waiting) > 0 && !q.waiting[0].visible.After(now) {
		m, _ := heap.Pop(&q.waiting).(*queueMessage)
		m.receives++
		if m.receives == 1 {
			m.first = now
		}
		m.visible = now.Add(timeout)
		hidden = append(hidden, m)
		all = append(all, received{m.id, m.body(), receiptOf(m.id, m.receives), m.sent, m.first, m.receives})
	}
	// Put back only now, so that a timeout of 0 does not return a message twice at once.
	for _, m := range hidden {
		heap.Push(&q.waiting, m)
	}
	return all
}

// next returns the time at which the first message becomes visible, and a channel that closes when
// another message arrives.
func (q *queue) next() (at time.Time, waiting bool, arrived <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return time.Time{}, false, q.arrived
	}
	return q.waiting[0].visible, true, q.arrived
}

// queueFault names the reason why a receipt was refused.
type queueFault string

const (
	badReceipt  queueFault = "ReceiptHandleIsInvalid"
	notInFlight queueFault = "MessageNotInflight"
)

// remove deletes the message of the receipt. A receipt older than the last deletes nothing and is
// no error.
func (q *queue) remove(receipt string) queueFault {
	id, n, ok := readReceipt(receipt)
	if !ok {
		return badReceipt
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if m, found := q.byID[id]; found && m.receives == n {
		heap.Remove(&q.waiting, m.index)
		delete(q.byID, id)
		q.deleted++
	}
	return ""
}

// hide makes a message that is being worked on visible again in d.
func (q *queue) hide(receipt string, now time.Time, d time.Duration) queueFault {
	id, n, ok := readReceipt(receipt)
	if !ok {
		return badReceipt
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	m, found := q.byID[id]
	if !found || m.receives != n || !m.visible.After(now) {
		return notInFlight
	}
	m.visible = now.Add(d)
	heap.Fix(&q.waiting, m.index)
	close(q.arrived) // waiting receivers check again
	q.arrived = make(chan struct{})
	return ""
}

// QueueState counts the messages of a queue.
type QueueState struct {
	// Visible messages can be received now. InFlight counts messages in work, Delayed messages on
	// their way, and Deleted finished messages.
	Visible  int `json:"visible"`
	InFlight int `json:"in_flight"`
	Delayed  int `json:"delayed"`
	Deleted  int `json:"deleted"`
}

func (q *queue) state(now time.Time) QueueState {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := QueueState{Deleted: q.deleted}
	for _, m := range q.waiting {
		switch {
		case !m.visible.After(now):
			s.Visible++
		case m.receives > 0:
			s.InFlight++
		default:
			s.Delayed++
		}
	}
	return s
}

const receiptPrefix = "AQEB"

func receiptOf(id string, receives int) string {
	return receiptPrefix + base64.StdEncoding.EncodeToString([]byte(id+"|"+strconv.Itoa(receives)))
}

func readReceipt(receipt string) (id string, receives int, ok bool) {
	text, ok := strings.CutPrefix(receipt, receiptPrefix)
	if !ok {
		return "", 0, false
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", 0, false
	}
	id, n, ok := strings.Cut(string(b), "|")
	receives, err = strconv.Atoi(n)
	return id, receives, ok && err == nil
}
