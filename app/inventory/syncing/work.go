package syncing

import (
	"context"
	"errors"
	"slices"
	"time"

	"sellingassistant/domain/inventory/syncing"

	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	inventoryports "sellingassistant/ports/inventory"
	ports "sellingassistant/ports/inventory/syncing"
)

const (
	// chunk sets how many listings are written at once: five pages. Their FBA SKUs fill at most two
	// calls for stock. So both operations use up their limits alike: 5 pages of 20 and 2 calls of
	// 50 a second.
	chunk = 5 * syncing.PageSize
	// callTime bounds a call with its wait for the limit, so that a call that is not served in time
	// frees the worker.
	callTime = 30 * time.Second
)

// worker works on a run for its holder. Every step reads first and then writes the results and its
// progress in one transaction; a lost step is read again.
type worker struct {
	*Syncs
	seller account.Seller
	run    syncing.Run
	until  time.Time
	// walk continues at the end of the previous step; nil starts at the run's cursor.
	walk *syncing.Walk
	// first marks the first run of its target, which reports only its end.
	first bool
}

// Work continues a run until it ends or until passes. Another holder is conflict (Conflict, with
// the time to retry); a run that has ended is fine. It returns the faults of ports.Market; the run
// then keeps its progress.
func (s *Syncs) Work(ctx context.Context, team id.Team, run int64, holder string, until time.Time) (syncing.Run, error) {
	w, err := s.claim(ctx, team, run, holder)
	if err != nil || w.run.Snapshot().State.Ended() {
		return w.run, err
	}
	w.until = until
	for !w.run.Snapshot().State.Ended() && !w.late() {
		if err := w.step(ctx); err != nil {
			return w.run, err
		}
	}
	return w.run, nil
}

func (w *worker) late() bool { return !w.clock.Now().Before(w.until) }

func (s *Syncs) claim(ctx context.Context, team id.Team, run int64, holder string) (*worker, error) {
	w := &worker{Syncs: s}
	var err error
	if w.run, err = s.runs.Find(ctx, team, run); err != nil || w.run.Snapshot().State.Ended() {
		return w, err
	}
	if w.seller, err = s.sellers.Of(ctx, team, w.run.Snapshot().Connection); err != nil {
		return w, err
	}
	if !w.seller.Active {
		return w, fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
			"The seller account does not work any more: connect it again.")
	}
	base, err := s.runs.Base(ctx, w.run.Snapshot().Target)
	if err != nil {
		return w, err
	}
	if w.first = base == nil; w.first {
		quiet := *s
		quiet.skus = s.skus.Reporting(nil)
		w.Syncs = &quiet
	}
	return w, w.write(ctx, func(_ context.Context, r *syncing.Run) error { return r.Claim(holder, s.clock.Now()) })
}

// write changes the run in one transaction with the related records, such as the request to match
// SKUs at the end of the run. A worker that lost the run writes nothing.
func (w *worker) write(ctx context.Context, change func(context.Context, *syncing.Run) error) error {
	changed := w.run
	err := w.tx.InTx(ctx, func(ctx context.Context) error {
		changed = w.run
		if err := change(ctx, &changed); err != nil {
			return err
		}
		if err := w.runs.Save(ctx, &changed); err != nil || changed.Snapshot().State != syncing.Done {
			return err
		}
		if _, err := w.queue.Enqueue(ctx, app.MatchRequest(changed.Snapshot().Team)); err != nil {
			return err
		}
		return w.report(ctx, changed.Snapshot())
	})
	if err == nil {
		w.run = changed
	}
	return err
}

// step does the next part of a run.
func (w *worker) step(ctx context.Context) error {
	switch w.run.Snapshot().Phase {
	case syncing.Listings:
		if w.run.NeedsMark() {
			return w.mark(ctx)
		}
		return w.readListings(ctx)
	case syncing.Stock:
		return w.readChangedStock(ctx)
	case syncing.StaleStock:
		return w.readStaleStock(ctx)
	}
	return w.closeUnseen(ctx)
}

// mark asks for the last change before anything is read.
func (w *worker) mark(ctx context.Context) error {
	page, err := w.page(ctx, syncing.Query{By: syncing.ByUpdated, Descending: true, Limit: 1})
	if err != nil {
		return err
	}
	var newest *time.Time
	if len(page.Rows) > 0 && !page.Rows[0].UpdatedAt.IsZero() {
		newest = &page.Rows[0].UpdatedAt
	}
	return w.write(ctx, func(_ context.Context, r *syncing.Run) error { return r.Mark(newest, w.clock.Now()) })
}

// reading has the results of a step's reads.
type reading struct {
	at   time.Time
	rows []inventory.Observation
	// place finds rows by SKU: a listing may come twice.
	place map[string]int
	stock []inventory.Stock
}

// add keeps one observation of each SKU: the later.
func (c *reading) add(o inventory.Observation) {
	if i, twice := c.place[o.SKU]; twice {
		c.rows[i] = o
		return
	}
	c.place[o.SKU] = len(c.rows)
	c.rows = append(c.rows, o)
}

func (w *worker) reading() *reading {
	return &reading{at: w.clock.Now(), place: map[string]int{}}
}

// next moves to the following phase.
func (w *worker) next(ctx context.Context) error {
	return w.write(ctx, func(_ context.Context, r *syncing.Run) error { return r.Next(w.clock.Now()) })
}

// readListings reads and writes a chunk of listings.
func (w *worker) readListings(ctx context.Context) error {
	s := w.run.Snapshot()
	walk := w.walk
	if walk == nil {
		by := syncing.ByCreated
		if s.Kind == syncing.Incremental {
			by = syncing.ByUpdated
		}
		fresh := syncing.NewWalk(by, s.Cursor)
		walk = &fresh
	}
	beyond, read, seen := walk.Beyond(), w.reading(), 0
	for !walk.Done() && len(read.rows)+syncing.PageSize <= chunk && seen < 2*chunk {
		page, err := w.page(ctx, walk.Query())
		if err != nil {
			return err
		}
		for _, row := range page.Rows {
			read.add(row.Observation)
		}
		seen += len(page.Rows)
		walk.Took(page)
	}
	if err := w.stockOf(ctx, read); err != nil {
		return err
	}
	progress := syncing.Progress{Seen: seen, Beyond: walk.Beyond() - beyond, Cursor: walk.From()}
	if err := w.keep(ctx, read, progress, walk.Done()); err != nil {
		return err
	}
	w.walk = walk
	return nil
}

// keep writes the results of a step, and moves to the next phase after the last step of a phase.
func (w *worker) keep(ctx context.Context, read *reading, p syncing.Progress, last bool) error {
	return w.write(ctx, func(ctx context.Context, r *syncing.Run) error {
		changed, err := w.observe(ctx, r.Snapshot(), read)
		if err != nil {
			return err
		}
		p := p
		p.Changed = changed
		if err := r.Advance(p, w.clock.Now()); err != nil || !last {
			return err
		}
		return r.Next(w.clock.Now())
	})
}

// observe writes rows and stock in the transaction of ctx.
func (w *worker) observe(ctx context.Context, s syncing.RunSnapshot, read *reading) (int, error) {
	changed := 0
	if len(read.rows) > 0 {
		n, err := w.skus.Observe(ctx, s.Team, s.ID, read.at, read.rows)
		if err != nil {
			return 0, err
		}
		changed += n
		if err := w.listings.ObserveLive(ctx, s.Team, s.ID, read.at, read.rows); err != nil {
			return 0, err
		}
	}
	if len(read.stock) > 0 {
		n, err := w.skus.ObserveStock(ctx, s.Team, s.Seller, s.Marketplace, read.at, read.stock)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

// inTime gives a call of the marketplace its time.
func inTime[T any](ctx context.Context, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	answer, err := call(ctx)
	return answer, fault.InTime(err)
}

// page reads a page of listings.
func (w *worker) page(ctx context.Context, q syncing.Query) (syncing.Page, error) {
	return inTime(ctx, func(ctx context.Context) (syncing.Page, error) {
		return w.market.Listings(ctx, w.seller, w.run.Snapshot().Marketplace, q)
	})
}

// stockOf reads the stock of the FBA listings of a step.
func (w *worker) stockOf(ctx context.Context, read *reading) error {
	var skus []string
	for _, row := range read.rows {
		if row.Channel == inventory.FBA {
			skus = append(skus, row.SKU)
		}
	}
	for some := range slices.Chunk(skus, ports.StockSize) {
		if err := w.stock(ctx, read, some); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) stock(ctx context.Context, read *reading, skus []string) error {
	found, err := inTime(ctx, func(ctx context.Context) ([]inventory.Stock, error) {
		return w.market.Stock(ctx, w.seller, w.run.Snapshot().Marketplace, skus)
	})
	read.stock = append(read.stock, found...)
	return err
}

// readChangedStock reads the stock that changed, page by page as long as the marketplace's tokens
// live and there is time, and writes each page. The next phase reads the SKUs of lost pages.
func (w *worker) readChangedStock(ctx context.Context) error {
	token := ""
	for {
		read := w.reading()
		next, err := w.changedStock(ctx, read, token)
		lost := errors.Is(err, ports.ErrToken)
		if err != nil && !lost {
			return err
		}
		lost = lost || (next != "" && (next == token || w.late()))
		last := lost || next == ""
		if err := w.keep(ctx, read, syncing.Progress{}, last); err != nil {
			return err
		}
		if last && !lost {
			// All pages were read, so there is no stale stock.
			return w.next(ctx)
		}
		if last {
			return nil
		}
		token = next
	}
}

func (w *worker) changedStock(ctx context.Context, read *reading, token string) (next string, err error) {
	s := w.run.Snapshot()
	return inTime(ctx, func(ctx context.Context) (string, error) {
		read.stock, next, err = w.market.ChangedStock(ctx, w.seller, s.Marketplace, *s.StockSince, token)
		return next, err
	})
}

// readStaleStock reads the stock of the next FBA SKUs that this run has not read yet.
func (w *worker) readStaleStock(ctx context.Context) error {
	s, read := w.run.Snapshot(), w.reading()
	skus, err := w.skus.StaleStock(ctx, s.Team, s.Seller, s.Marketplace, *s.StartedAt, s.AfterSKU, ports.StockSize)
	if err != nil {
		return err
	}
	p := syncing.Progress{}
	if len(skus) > 0 {
		p.AfterSKU = skus[len(skus)-1]
		if err := w.stock(ctx, read, skus); err != nil {
			return err
		}
	}
	return w.keep(ctx, read, p, len(skus) < ports.StockSize)
}

// closeUnseen asks for some of the SKUs that a full run did not find, by name. It stores those
// that exist after all and closes the others.
func (w *worker) closeUnseen(ctx context.Context) error {
	s, read := w.run.Snapshot(), w.reading()
	u := inventoryports.Unseen{
		Team: s.Team, Seller: s.Seller, Marketplace: s.Marketplace, Run: s.ID, Started: *s.StartedAt, At: read.at,
	}
	skus, err := w.unseen(ctx, u)
	if err != nil {
		return err
	}
	if len(skus) == 0 {
		return w.next(ctx)
	}
	if err := w.named(ctx, read, skus); err != nil {
		return err
	}
	return w.write(ctx, func(ctx context.Context, r *syncing.Run) error {
		changed, err := w.observe(ctx, s, read)
		if err != nil {
			return err
		}
		closed, err := w.skus.CloseUnseen(ctx, u, skus)
		if err != nil {
			return err
		}
		removed, err := w.listings.RemoveUnseen(ctx, u, skus)
		if err != nil {
			return err
		}
		if len(read.rows)+closed+removed == 0 {
			return errUnseen
		}
		return r.Advance(syncing.Progress{Seen: len(read.rows), Changed: changed, Closed: closed}, w.clock.Now())
	})
}

// errUnseen prevents a run from asking for the same SKUs for ever.
var errUnseen = errors.New("inventory: what a run did not see could neither be seen nor closed")

// unseen returns SKUs that the run did not see, at most a page of them.
func (w *worker) unseen(ctx context.Context, u inventoryports.Unseen) ([]string, error) {
	skus, err := w.skus.Unseen(ctx, u, syncing.PageSize)
	if err != nil || len(skus) > 0 {
		return skus, err
	}
	return w.listings.Unseen(ctx, u, syncing.PageSize)
}

func (w *worker) named(ctx context.Context, read *reading, skus []string) error {
	found, err := inTime(ctx, func(ctx context.Context) ([]inventory.Observation, error) {
		return w.market.Named(ctx, w.seller, w.run.Snapshot().Marketplace, skus)
	})
	for _, o := range found {
		read.add(o)
	}
	return err
}
