package sending_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/ports/tx"
	"sellingassistant/test/stores"
)

var errDead = errors.New("the process is dead")

// process fakes one of several senders. It dies at a transaction or at a call, before or after;
// from then on it has no effect.
type process struct {
	d    *desk
	lane *sending.AccountSender

	mu sync.Mutex
	// steps counts the steps before it dies, -1 for no end.
	steps int
	after bool
	dead  bool
}

func (p *process) start() {
	p.lane, p.dead, p.steps = nil, false, -1
}

func (p *process) take(t testing.TB) {
	parts := p.d.Parts
	parts.Tx, parts.Submitter = mortal{p, parts.Tx}, mortalSink{p}.Submit
	l, ok, err := sending.NewSender(parts).Acquire(t.Context(), mine)
	require.NoError(t, err)
	if ok {
		p.lane = l
	}
}

// step does something, unless the process dies before it; it may die after it.
func (p *process) step(do func() error) error {
	dies, ok := p.count()
	if !ok {
		return errDead
	}
	err := do()
	if !dies {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = true
	return errDead
}

// count takes a step; false when the process is dead by then.
func (p *process) count() (dies, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead {
		return false, false
	}
	dies = p.steps == 0
	if p.steps >= 0 {
		p.steps--
	}
	p.dead = dies && !p.after
	return dies, !p.dead
}

type mortal struct {
	p *process
	tx.LazyRunner
}

func (m mortal) InTx(ctx context.Context, fn func(context.Context) error) error {
	return m.p.step(func() error { return m.LazyRunner.InTx(ctx, fn) })
}

func (m mortal) InLazyTx(ctx context.Context, fn func(context.Context) error) error {
	return m.p.step(func() error { return m.LazyRunner.InLazyTx(ctx, fn) })
}

type mortalSink struct{ p *process }

func (m mortalSink) Submit(ctx context.Context, s account.Seller, c sendingports.PriceChange, may sendingports.MaySend, preview bool) (r sendingports.Receipt, err error) {
	err = m.p.step(func() error {
		var inner error
		r, inner = m.p.d.Shop.Submit(ctx, s, c, may, preview)
		return inner
	})
	return r, err
}

// machine runs all events in any order.
type machine struct {
	t         *testing.T
	d         *desk
	rows      []decision.ProductID
	processes []*process
	present   bool
	stopped   bool
	next      reply
	// last has the last sent price of each SKU.
	last map[string]sentLast
	bad  string
}

type sentLast struct {
	change repricer.ChangeID
	price  money.Amount
	// returned calls were refused for the moment: they never arrived.
	returned bool
}

// emptied deletes the repricer's rows from a store, which is much faster than a new store.
func emptied(t testing.TB, s *db.Store) *db.Store {
	t.Helper()
	var tables []string
	require.NoError(t, s.DB().NewRaw("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'repricer_%'").Scan(t.Context(), &tables))
	require.NotEmpty(t, tables)
	for _, table := range tables {
		_, err := s.DB().ExecContext(t.Context(), "DELETE FROM "+table)
		require.NoError(t, err)
	}
	return s
}

func newMachine(t *testing.T, s *db.Store) *machine {
	d := deskOver(t, emptied(t, s))
	m := &machine{t: t, d: d, present: true, next: taken(), last: map[string]sentLast{}}
	m.rows = ids(d.Priced(t, "18", "19", "21"))
	d.Shop.Answer = m.check
	for range 2 {
		p := &process{d: d}
		p.start()
		m.processes = append(m.processes, p)
	}
	return m
}

// check compares every call with the rows stored at that moment.
func (m *machine) check(_ int, c sendingports.PriceChange) reply {
	if !m.present || m.stopped {
		m.bad = fmt.Sprintf("%s was sent after a stop or a reset", c.SKU)
	}
	for _, id := range m.rows {
		row, err := m.d.Products.Get(context.Background(), ours, id)
		if err != nil || row.Key.SKU != c.SKU {
			continue
		}
		least, ok := row.Limits.MinPrice.Get()
		if !ok || c.Price.Cmp(least) < 0 || c.Price.Cmp(row.Limits.MaxPrice.Or(money.Amount{})) > 0 || row.Mode != decision.ModeAuto {
			m.bad = fmt.Sprintf("%s was sent at %s between %v and %v, mode %s", c.SKU, c.Price, row.Limits.MinPrice, row.Limits.MaxPrice, row.Mode)
		}
	}
	was, again := m.last[c.SKU]
	sent := m.d.Shop.Sent[len(m.d.Shop.Sent)-1]
	change := m.leaving(c.SKU)
	if again && was.change == change {
		if was.price != c.Price {
			m.bad = fmt.Sprintf("%s was sent at %s and at %s for one decision", c.SKU, was.price, c.Price)
		}
		if !was.returned && sent.Reads == 0 {
			m.bad = fmt.Sprintf("%s was sent again at %s without a look", c.SKU, c.Price)
		}
	}
	f, _ := fault.As(m.next.Err)
	m.last[c.SKU] = sentLast{change, c.Price, f != nil && f.Kind == fault.Limited}
	return m.next
}

// leaving returns the decision by which a SKU is being sent, and requires it.
func (m *machine) leaving(sku string) repricer.ChangeID {
	var out []repricer.ChangeID
	for _, e := range m.d.All(m.t, ours, history.ChangeFilter{SKUs: []string{sku}}) {
		if e.Outcome.Or("").Unresolved() {
			out = append(out, e.ID)
		}
	}
	require.Len(m.t, out, 1)
	return out[0]
}

var replies = map[string]reply{
	"taken":              taken(),
	"taken and not live": {Receipt: taken().Receipt, Ignored: true},
	"refused":            {Receipt: sendingports.Receipt{State: sendingports.ReceiptInvalid}, Ignored: true},
	"too fast":           {Err: fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Slower."), Ignored: true},
	"lost":               {Err: unanswered, Ignored: true},
	"arrived, lost":      {Err: unanswered},
}

func (m *machine) edit(row decision.ProductID, change func(*repricer.ProductSnapshot)) {
	require.NoError(m.t, m.d.Tx.InTx(m.t.Context(), func(ctx context.Context) error {
		rows, err := m.d.Products.LoadLocked(ctx, ours, []decision.ProductID{row})
		if err != nil || len(rows) == 0 {
			return err
		}
		s := rows[0].Snapshot()
		change(&s)
		s.Version++
		s.UpdatedAt = m.d.Clock.Now()
		edited, err := repricer.RestoreProduct(s)
		if err != nil {
			return err
		}
		if err := m.d.Products.Save(ctx, ours, []*repricer.Product{edited}); err != nil || s.Mode != decision.ModeOff {
			return err
		}
		return m.d.Ends.Rows(ctx, ours, []decision.ProductID{row}, history.WithdrawnModeOff)
	}))
}

func (m *machine) decide(row decision.ProductID, price string) {
	s, err := m.d.Products.Get(m.t.Context(), ours, row)
	require.NoError(m.t, err)
	err = m.d.Tx.InTx(m.t.Context(), func(ctx context.Context) error {
		_, err := m.d.Changes.Record(ctx, ours, []historyports.Decided{matched(m.t, s, m.d.Clock.Now(), price)})
		return err
	})
	if err != nil && !fault.Is(err, fault.CodeConflict) {
		require.NoError(m.t, err)
	}
}

// settings resets the settings, or makes them again.
func (m *machine) settings(present bool) {
	if present {
		m.d.Configure(m.t, repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitLive)})
	} else {
		require.NoError(m.t, m.d.UseSettings().Reset(m.t.Context(), us(), nil))
	}
	m.present = present
}

func (m *machine) flip(stopped bool) {
	do := m.d.Switches.Start
	if stopped {
		do = m.d.Switches.Stop
	}
	_, err := do(m.t.Context(), "")
	require.NoError(m.t, err)
	m.stopped = stopped
}

// turn lets a process work.
func (m *machine) turn(p *process, watching bool) {
	if p.lane == nil {
		p.take(m.t)
	}
	if p.lane == nil {
		return
	}
	var err error
	if watching {
		_, err = p.lane.Confirm(m.t.Context())
	} else {
		_, err = p.lane.Send(m.t.Context())
	}
	switch {
	case err == nil, errors.Is(err, errDead):
	case errors.Is(err, sendingports.ErrAccountLost):
		p.lane = nil
	default:
		require.NoError(m.t, err)
	}
	if p.dead {
		p.start()
	}
}

// TestPricesInAnyOrderOfEvents lets processes send, die, lose their lane, while
// prices are decided, rows edited, settings reset and the switch used: nothing
// leaves that may not, and nothing is forgotten.
func TestPricesInAnyOrderOfEvents(t *testing.T) {
	s := stores.Memory(t)
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(t, s)
		names := []string{"decide", "send", "watch", "pass", "die", "edit", "mode", "settings", "switch", "reply"}
		for range rapid.IntRange(5, 40).Draw(rt, "steps") {
			row := m.rows[rapid.IntRange(0, len(m.rows)-1).Draw(rt, "row")]
			p := m.processes[rapid.IntRange(0, 1).Draw(rt, "process")]
			switch rapid.SampledFrom(append(names, "send", "send", "watch", "pass")).Draw(rt, "step") {
			case "decide":
				m.decide(row, fmt.Sprintf("%d", rapid.IntRange(5, 50).Draw(rt, "price")))
			case "send":
				m.turn(p, false)
			case "watch":
				m.turn(p, true)
			case "pass":
				m.d.Clock.Add(time.Duration(rapid.IntRange(1, 1200).Draw(rt, "seconds")) * time.Second)
			case "die":
				p.steps, p.after = rapid.IntRange(0, 6).Draw(rt, "dies at"), rapid.Bool().Draw(rt, "after it")
			case "edit":
				least := rapid.Int64Range(1, 25).Draw(rt, "minimum")
				m.edit(row, func(s *repricer.ProductSnapshot) {
					s.Limits.MinPrice = optional.Some(money.FromUnits(least * 10_000))
					s.Hold = optional.None[repricer.Hold]()
				})
			case "mode":
				mode := rapid.SampledFrom([]decision.Mode{decision.ModeOff, decision.ModeAuto}).Draw(rt, "mode")
				m.edit(row, func(s *repricer.ProductSnapshot) { s.Mode = mode })
			case "settings":
				m.settings(!m.present)
			case "switch":
				m.flip(!m.stopped)
			case "reply":
				m.next = replies[rapid.SampledFrom([]string{
					"taken", "taken and not live", "refused", "too fast", "lost", "arrived, lost",
				}).Draw(rt, "answers")]
			}
			if m.bad != "" {
				rt.Fatal(m.bad)
			}
		}
		m.settle(rt)
	})
}

// failer is implemented by tests and properties.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// settle lets everything work again and waits: every price ends, and confirmed prices are live.
func (m *machine) settle(t failer) {
	m.next = taken()
	for _, p := range m.processes {
		p.start()
	}
	for range 60 {
		m.d.Clock.Add(3 * time.Minute)
		for _, p := range m.processes {
			m.turn(p, false)
			m.turn(p, true)
		}
		if m.bad != "" {
			t.Fatal(m.bad)
		}
	}
	shown := map[string]bool{}
	for _, e := range m.d.All(m.t, ours, history.ChangeFilter{}) {
		o, ok := e.Outcome.Get()
		if !ok || shown[e.SKU] {
			continue
		}
		if o.Open() {
			t.Fatalf("the price of %s is still %s", e.SKU, o)
		}
		if o == history.OutcomeConfirmed || o == history.OutcomeTimedOut || o == history.OutcomeRejected {
			shown[e.SKU] = true
		}
		if live := m.d.Shop.Live[e.SKU]; o == history.OutcomeConfirmed && live != e.NewPrice {
			t.Fatalf("%s was confirmed at %s and is at %s", e.SKU, e.NewPrice, live)
		}
	}
}

// stepsApart counts the steps between two deaths; 1 takes minutes.
const stepsApart = 4

// Steps of sending and looking die in their turn, before and after them: the
// next process brings every price to its end.
func TestEveryStepMayBeTheLast(t *testing.T) {
	for name, r := range replies {
		t.Run(name, func(t *testing.T) {
			s := stores.Memory(t)
			for n := 0; n < 60; n += stepsApart {
				died := 0
				// To die after a step is to die before the next.
				for _, after := range []bool{false, true}[min(n, 1):] {
					m := newMachine(t, s)
					m.next = r
					p := m.processes[0]
					p.steps, p.after = n, after
					for range 6 {
						m.turn(p, false)
						m.turn(p, true)
						if p.steps < 0 {
							died++
							break
						}
						m.d.Clock.Add(30 * time.Second)
					}
					m.settle(t)
				}
				if died == 0 {
					return
				}
			}
		})
	}
}
