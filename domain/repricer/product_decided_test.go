package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
)

// A row remembers each decision, the band of the last one that looked at it or
// failed to, and the last new price.
func TestARowRemembersItsDecisions(t *testing.T) {
	t.Parallel()
	p := row(t, func(*repricer.ProductSnapshot) {})
	require.Equal(t, repricer.Reason(""), p.LastReason())
	entry := repricer.Some(repricer.ChangeID(7))
	mark := repricer.None[repricer.ChangeMark]()
	for i, c := range []struct {
		verdict repricer.Verdict
		price   string
		floor   string
		entry   repricer.Maybe[repricer.ChangeID]
		// kept is the floor that the row remembers afterwards.
		kept string
	}{
		{"change", "19", "10", entry, "10"},
		{"keep", "20", "11", repricer.None[repricer.ChangeID](), "11"},
		{"skip", "20", "12", repricer.Some(repricer.ChangeID(8)), "11"},
		{"hold", "20", "13", repricer.Some(repricer.ChangeID(9)), "11"},
		{"suggest", "19", "14", repricer.Some(repricer.ChangeID(10)), "14"},
		{"error", "20", "15", repricer.Some(repricer.ChangeID(11)), "15"},
	} {
		n := decided(c.verdict, "20", c.price)
		n.Input.Now = monday.Add(time.Duration(i) * time.Minute)
		n.Decision.Floor = repricer.Some(eur(c.floor))
		p.Note(recorded(t, n), repricer.Some(eur(c.floor)), c.entry)
		if c.verdict == "change" {
			mark = repricer.Some(repricer.ChangeMark{ID: 7, At: n.Input.Now})
		}
		o := p.Snapshot().Observed
		require.Equal(t, repricer.Some(repricer.LastDecision{
			Verdict: c.verdict, Reason: repricer.ReasonMatchTarget, Price: eur(c.price), At: n.Input.Now,
		}), o.LastDecision, c.verdict)
		require.Equal(t, repricer.ReasonMatchTarget, p.LastReason())
		require.Equal(t, mark, o.LastChange, c.verdict)
		require.Equal(t, repricer.Some(eur(c.kept)), o.DecidedFloor, c.verdict)
		require.Equal(t, repricer.Some(eur(c.kept)), o.BreakEven, c.verdict)
	}
}
