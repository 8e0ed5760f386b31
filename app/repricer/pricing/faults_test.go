package pricing_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/test/repricing"
)

// The stores of the engine with a hook before each call.
type (
	shakyDue struct {
		queueports.EvaluationQueue
		*outside
	}
	shakyProducts struct {
		ports.Products
		*outside
	}
	shakyChanges struct {
		historyports.Changes
		*outside
	}
	shakyMemories struct {
		ports.Memories
		*outside
	}
	shakyAppraisals struct {
		queueports.FeeRequests
		*outside
	}
)

func (s shakyDue) LockClaimed(ctx context.Context, team id.Team, owner string, ids []decision.ProductID) (map[decision.ProductID]bool, error) {
	if err := s.Call("Due.Hold"); err != nil {
		return nil, err
	}
	return s.EvaluationQueue.LockClaimed(ctx, team, owner, ids)
}

func (s shakyDue) Finish(ctx context.Context, team id.Team, owner string, done []queueports.Finished) error {
	if err := s.Call("Due.Finish"); err != nil {
		return err
	}
	return s.EvaluationQueue.Finish(ctx, team, owner, done)
}

func (s shakyProducts) LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error) {
	if err := s.Call("Products.LoadLocked"); err != nil {
		return nil, err
	}
	return s.Products.LoadLocked(ctx, team, ids)
}

func (s shakyProducts) SaveObserved(ctx context.Context, rows []*repricer.Product) error {
	if err := s.Call("Products.Observe"); err != nil {
		return err
	}
	return s.Products.SaveObserved(ctx, rows)
}

func (s shakyProducts) SaveDecided(ctx context.Context, rows []*repricer.Product) error {
	if err := s.Call("Products.Conclude"); err != nil {
		return err
	}
	return s.Products.SaveDecided(ctx, rows)
}

func (s shakyChanges) Record(ctx context.Context, team id.Team, d []historyports.Decided) ([]optional.Maybe[repricer.ChangeID], error) {
	if err := s.Call("Changes.Record"); err != nil {
		return nil, err
	}
	return s.Changes.Record(ctx, team, d)
}

func (s shakyMemories) Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error) {
	if err := s.Call("Memories.Load"); err != nil {
		return nil, err
	}
	return s.Memories.Load(ctx, team, ids)
}

func (s shakyMemories) Save(ctx context.Context, team id.Team, m map[decision.ProductID]repricer.Memory) error {
	if err := s.Call("Memories.Save"); err != nil {
		return err
	}
	return s.Memories.Save(ctx, team, m)
}

func (s shakyAppraisals) Add(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error {
	if err := s.Call("Appraisals.Want"); err != nil {
		return err
	}
	return s.FeeRequests.Add(ctx, team, ids, now)
}

func (s shakyAppraisals) Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error {
	if err := s.Call("Appraisals.Done"); err != nil {
		return err
	}
	return s.FeeRequests.Remove(ctx, team, ids)
}

// shaky makes an engine with a hook before each call of its stores.
func (e *engine) shaky() *pricing.Engine {
	e.Parts.Queue = shakyDue{e.Due, e.Out}
	e.Parts.Products = shakyProducts{e.Parts.Products, e.Out}
	e.Parts.Changes = shakyChanges{e.History, e.Out}
	e.Parts.Memories = shakyMemories{e.Memories, e.Out}
	e.Parts.FeeRequests = shakyAppraisals{e.Parts.FeeRequests, e.Out}
	return pricing.NewEngine(e.Parts)
}

// With a fault at any call, no write is partial, and the row is decided in the end.
func TestAFaultAtAnyCallLeavesNothingHalfWritten(t *testing.T) {
	eachEngine(t, func(e *engine) {
		shaky := e.shaky()
		rows := e.Selling(40, nil)
		e.Live(nil)
		e.Work()
		e.Clock.Add(time.Hour)
		for n := 1; ; n++ {
			row := rows[n]
			e.Event(row, "18")
			owner, claimed := e.Take()
			require.Len(e.T, claimed, 1)
			calls := 0
			e.Out.Hook = func(string) error {
				if calls++; calls == n {
					return repricing.Away()
				}
				return nil
			}
			before := len(e.Told())
			err := shaky.Evaluate(e.T.Context(), owner, claimed)
			e.Out.Hook = nil
			if calls < n {
				require.NoError(e.T, err)
				require.Greater(e.T, n, 10, "every call had its turn")
				return
			}
			if s := e.Row(row); s.RunState == repricer.RunQueued {
				require.Len(e.T, e.Told(), before, "call %d", n)
			}
			e.Clock.Add(time.Hour)
			e.Lists(e.Row(row).Key.SKU, "18")
			e.Work()
			require.Equal(e.T, repricer.RunSubmitting, e.Row(row).RunState, "call %d", n)
			require.Len(e.T, e.Told(), before+1, "call %d", n)
			require.Zero(e.T, e.Queued(), "call %d", n)
		}
	})
}

// Workers that race decide every row once.
func TestWorkersThatRaceDecideEveryRowOnce(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(60, nil)
		e.Live(nil)
		e.Work()
		e.Clock.Add(time.Hour)
		before := len(e.Told())
		for _, row := range rows {
			e.Event(row, "21")
		}
		ctx, cancel := context.WithCancel(e.T.Context())
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { pricing.NewWorkers(e.Pricing, 2).Run(ctx) })
		}
		require.Eventually(e.T, func() bool { return e.Queued() == 0 }, 2*time.Minute, 20*time.Millisecond)
		cancel()
		all.Wait()
		decided := map[decision.ProductID]int{}
		for _, c := range e.All(e.T, ours, history.ChangeFilter{Verdicts: []decision.Verdict{decision.VerdictChange}}) {
			decided[c.ProductID]++
		}
		require.Len(e.T, decided, 60)
		require.Len(e.T, e.Told(), before+60)
	})
}
