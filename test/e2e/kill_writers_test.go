package e2e_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// write has a call of a writer.
type write struct {
	call  call
	key   string // its Idempotency-Key, "" without a key
	value string // the written price, name or bytes of a file
	row   string // the row of a single PATCH
	from  rowState
	begin time.Time
	end   time.Time
	acked bool
	got   answer
}

// writers send until their servers have ended, or until done. Every call writes something that no
// other call writes.
type writers struct {
	clients []client // the writers take them in turn
	prefix  string   // of this cycle's names and keys
	next    *atomic.Int64
	patient bool // sends a call again after a proper 503, which changed nothing
	away    atomic.Int64
	done    atomic.Bool

	mu     sync.Mutex
	bulk   []*write
	single []*write
	upload []*write
	create []*write
	wrong  []string // answers that must not be
	all    sync.WaitGroup
}

const (
	bulkWriters   = 5
	singleWriters = 4
	uploadWriters = 4
	createWriters = 3
)

// start starts the 16 writers. rows belong to the bulk calls; each of singles belongs to a single
// writer.
func (w *writers) start(rows []string, singles map[string]rowState) {
	ids := "[" + joined(rows) + "]"
	taken := 0
	begin := func(list *[]*write, status int, next func(n int64) *write) {
		c := w.clients[taken%len(w.clients)]
		taken++
		w.all.Go(func() { w.repeat(c, list, status, next) })
	}
	for range bulkWriters {
		begin(&w.bulk, 200, func(n int64) *write {
			price := priceOf(n)
			return &write{value: price, call: call{
				method: "PATCH", path: productsPath, body: `{"ids":` + ids + `,"limits":{"min_price":` + price + `}}`,
			}}
		})
	}
	for id, state := range singles {
		begin(&w.single, 200, func(n int64) *write {
			price := priceOf(n)
			x := &write{value: price, row: id, from: state, call: call{
				method: "PATCH", path: productsPath + "/" + id, body: `{"limits":{"min_price":` + price + `}}`,
				header: map[string]string{"If-Match": fmt.Sprintf(`"%d"`, state.version)},
			}}
			// The next call is sent only after this call was acknowledged.
			state = rowState{state.version + 1, price}
			return x
		})
	}
	for range uploadWriters {
		begin(&w.upload, 201, func(n int64) *write {
			content := fmt.Sprintf("%s file %d\n", w.prefix, n)
			return &write{value: content, call: form("/api/v1/documents", "file.txt", content)}
		})
	}
	for range createWriters {
		begin(&w.create, 201, func(n int64) *write {
			name := fmt.Sprintf("%s strategy %08d", w.prefix, n)
			return &write{value: name, call: call{
				method: "POST", path: strategiesPath, body: `{"name":"` + name + `","type":"fixed","fixed_price":10}`,
			}}
		})
	}
}

// repeat sends writes in sequence; every second write has a key.
func (w *writers) repeat(c client, list *[]*write, status int, next func(n int64) *write) {
	for !w.done.Load() {
		n := w.next.Add(1)
		x := next(n)
		if n%2 == 0 {
			x.key = fmt.Sprintf("%s-%d", w.prefix, n)
			x.call = x.call.with("Idempotency-Key", x.key)
		}
		x.begin = time.Now()
		a, err := c.try(x.call)
		for w.patient && err == nil && a.properlyAway() {
			w.away.Add(1)
			<-time.After(10 * time.Millisecond) // the refusals alone would keep the machine busy
			a, err = c.try(x.call)
		}
		x.end, x.got, x.acked = time.Now(), a, err == nil && a.status == status
		w.mu.Lock()
		*list = append(*list, x)
		if err == nil && a.status != status {
			w.wrong = append(w.wrong, fmt.Sprintf("%s %s: %d %s", x.call.method, x.call.path, a.status, a.body))
		}
		w.mu.Unlock()
		if !x.acked {
			return
		}
	}
}

// acknowledged counts the writes that were acknowledged since the start.
func (w *writers) acknowledged() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(acknowledged(slices.Concat(w.bulk, w.single, w.upload, w.create)))
}

// priceOf makes a price of its own for every number.
func priceOf(n int64) string { return fmt.Sprintf("%d.25", n) }
