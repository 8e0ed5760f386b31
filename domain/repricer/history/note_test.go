package history_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// A row remembers each decision, the band of the last decision or failed decision, and the last new
// price.
func TestARowRemembersItsDecisions(t *testing.T) {
	t.Parallel()
	row := changedRow()
	row.RunState, row.Version = repricer.RunIdle, 1
	p, err := repricer.RestoreProduct(row)
	require.NoError(t, err)
	require.Equal(t, decision.Reason(""), p.LastReason())
	entry := optional.Some(repricer.ChangeID(7))
	mark := optional.None[repricer.ChangeRef]()
	for i, c := range []struct {
		verdict decision.Verdict
		price   string
		floor   string
		entry   optional.Maybe[repricer.ChangeID]
		// the floor that the row remembers afterwards
		kept string
	}{
		{"change", "19", "10", entry, "10"},
		{"keep", "20", "11", optional.None[repricer.ChangeID](), "11"},
		{"skip", "20", "12", optional.Some(repricer.ChangeID(8)), "11"},
		{"hold", "20", "13", optional.Some(repricer.ChangeID(9)), "11"},
		{"suggest", "19", "14", optional.Some(repricer.ChangeID(10)), "14"},
		{"error", "20", "15", optional.Some(repricer.ChangeID(11)), "15"},
	} {
		n := decided(c.verdict, "20", c.price)
		n.Input.Now = monday.Add(time.Duration(i) * time.Minute)
		n.Decision.Floor = optional.Some(eur(c.floor))
		n.Decision.TargetSellerID, n.Decision.TargetPrice = "A3RIVAL", optional.Some(eur("12.5"))
		recorded(t, n).RecordIn(p, costing(c.floor), c.entry)
		if c.verdict == "change" {
			mark = optional.Some(repricer.ChangeRef{ID: 7, At: n.Input.Now})
		}
		o := p.Snapshot().Observed
		require.Equal(t, optional.Some(repricer.LastDecision{
			Verdict: c.verdict, Reason: decision.ReasonMatchTarget, Price: eur(c.price), At: n.Input.Now,
			TargetSellerID: "A3RIVAL", TargetPrice: optional.Some(eur("12.5")),
		}), o.LastDecision, c.verdict)
		require.Equal(t, decision.ReasonMatchTarget, p.LastReason())
		require.Equal(t, mark, o.LastChange, c.verdict)
		require.Equal(t, optional.Some(eur(c.kept)), o.DecidedFloor, c.verdict)
		require.Equal(t, optional.Some(eur(c.kept)), o.BreakEven, c.verdict)
		require.True(t, o.Guarded)
	}
}

// Offers that are not newer than the offers of the last decision change nothing.
func TestOldOffersLeaveTheDecision(t *testing.T) {
	t.Parallel()
	row := changedRow()
	row.RunState, row.Version = repricer.RunIdle, 1
	p, err := repricer.RestoreProduct(row)
	require.NoError(t, err)
	old := decided("skip", "20", "20")
	old.Decision.Reason = decision.ReasonOutOfOrderEvent
	recorded(t, old).RecordIn(p, costing("10"), optional.None[repricer.ChangeID]())
	require.Equal(t, decision.ReasonOutOfOrderEvent, p.LastReason(), "a row without a decision says why")
	recorded(t, decided("keep", "20", "20")).RecordIn(p, costing("10"), optional.None[repricer.ChangeID]())
	last := p.Snapshot().Observed.LastDecision
	old.Input.Now = monday.Add(time.Minute)
	recorded(t, old).RecordIn(p, costing("10"), optional.None[repricer.ChangeID]())
	require.Equal(t, last, p.Snapshot().Observed.LastDecision)
}

// costing makes a row without fees, so that its break-even price is its cost.
func costing(cost string) decision.Row {
	return decision.Row{
		Currency: "EUR", Fulfillment: decision.FBA, Cost: optional.Some(eur(cost)), Fees: optional.Some(decision.FeeTerms{}), LossGuard: true,
	}
}
