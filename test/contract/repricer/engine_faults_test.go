package repricer_test

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
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
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
	if err := s.call("Due.Hold"); err != nil {
		return nil, err
	}
	return s.EvaluationQueue.LockClaimed(ctx, team, owner, ids)
}

func (s shakyDue) Finish(ctx context.Context, team id.Team, owner string, done []queueports.Finished) error {
	if err := s.call("Due.Finish"); err != nil {
		return err
	}
	return s.EvaluationQueue.Finish(ctx, team, owner, done)
}

func (s shakyProducts) LoadLocked(ctx context.Context, team id.Team, ids []decision.ProductID) ([]*repricer.Product, error) {
	if err := s.call("Products.LoadLocked"); err != nil {
		return nil, err
	}
	return s.Products.LoadLocked(ctx, team, ids)
}

func (s shakyProducts) SaveObserved(ctx context.Context, rows []*repricer.Product) error {
	if err := s.call("Products.Observe"); err != nil {
		return err
	}
	return s.Products.SaveObserved(ctx, rows)
}

func (s shakyProducts) SaveDecided(ctx context.Context, rows []*repricer.Product) error {
	if err := s.call("Products.Conclude"); err != nil {
		return err
	}
	return s.Products.SaveDecided(ctx, rows)
}

func (s shakyChanges) Record(ctx context.Context, team id.Team, d []historyports.Decided) ([]optional.Maybe[repricer.ChangeID], error) {
	if err := s.call("Changes.Record"); err != nil {
		return nil, err
	}
	return s.Changes.Record(ctx, team, d)
}

func (s shakyMemories) Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error) {
	if err := s.call("Memories.Load"); err != nil {
		return nil, err
	}
	return s.Memories.Load(ctx, team, ids)
}

func (s shakyMemories) Save(ctx context.Context, team id.Team, m map[decision.ProductID]repricer.Memory) error {
	if err := s.call("Memories.Save"); err != nil {
		return err
	}
	return s.Memories.Save(ctx, team, m)
}

func (s shakyAppraisals) Add(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error {
	if err := s.call("Appraisals.Want"); err != nil {
		return err
	}
	return s.FeeRequests.Add(ctx, team, ids, now)
}

func (s shakyAppraisals) Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error {
	if err := s.call("Appraisals.Done"); err != nil {
		return err
	}
	return s.FeeRequests.Remove(ctx, team, ids)
}

// shaky is the engine with a hook before each call of its stores.
func (e *engine) shaky() *pricing.Engine {
	e.parts.Queue = shakyDue{e.due, e.out}
	e.parts.Products = shakyProducts{e.parts.Products, e.out}
	e.parts.Changes = shakyChanges{e.history, e.out}
	e.parts.Memories = shakyMemories{e.memories, e.out}
	e.parts.FeeRequests = shakyAppraisals{e.parts.FeeRequests, e.out}
	return pricing.NewEngine(e.parts)
}

// Whichever call fails, nothing is half written, and the row is decided in the
// end.
func TestAFaultAtAnyCallLeavesNothingHalfWritten(t *testing.T) {
	eachEngine(t, func(e *engine) {
		shaky := e.shaky()
		rows := e.selling(40, nil)
		e.live(nil)
		e.work()
		e.clock.add(time.Hour)
		for n := 1; ; n++ {
			row := rows[n]
			e.event(row, "18")
			owner, claimed := e.take()
			require.Len(e.t, claimed, 1)
			calls := 0
			e.out.hook = func(string) error {
				if calls++; calls == n {
					return away()
				}
				return nil
			}
			before := len(e.told())
			err := shaky.Evaluate(e.t.Context(), owner, claimed)
			e.out.hook = nil
			if calls < n {
				require.NoError(e.t, err)
				require.Greater(e.t, n, 10, "every call had its turn")
				return
			}
			if s := e.row(row); s.RunState == repricer.RunQueued {
				require.Len(e.t, e.told(), before, "call %d", n)
			}
			e.clock.add(time.Hour)
			e.lists(e.row(row).Key.SKU, "18")
			e.work()
			require.Equal(e.t, repricer.RunSubmitting, e.row(row).RunState, "call %d", n)
			require.Len(e.t, e.told(), before+1, "call %d", n)
			require.Zero(e.t, e.queued(), "call %d", n)
		}
	})
}

// Workers that race decide every row once.
func TestWorkersThatRaceDecideEveryRowOnce(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(60, nil)
		e.live(nil)
		e.work()
		e.clock.add(time.Hour)
		before := len(e.told())
		for _, row := range rows {
			e.event(row, "21")
		}
		ctx, cancel := context.WithCancel(e.t.Context())
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { pricing.NewWorkers(e.engine, 2).Run(ctx) })
		}
		require.Eventually(e.t, func() bool { return e.queued() == 0 }, 2*time.Minute, 20*time.Millisecond)
		cancel()
		all.Wait()
		decided := map[decision.ProductID]int{}
		for _, c := range e.all(e.t, ours, historyports.ChangeFilter{Verdicts: []decision.Verdict{decision.VerdictChange}}) {
			decided[c.ProductID]++
		}
		require.Len(e.t, decided, 60)
		require.Len(e.t, e.told(), before+60)
	})
}
