package pricing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	connectionbridge "sellingassistant/adapters/bridge/connection"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/schedule"
	ports "sellingassistant/ports/repricer"
	memoryjobs "sellingassistant/test/jobs"
	"sellingassistant/test/repricing"
)

func (e *engine) returns() *queue.Requeue {
	return queue.NewRequeue(e.Facts, e.Parts.Settings, e.Due, e.Clock)
}

// woken lists the rows that are due, of one team and lane.
func (e *engine) woken() (rows []decision.ProductID) {
	e.T.Helper()
	_, claimed := e.Take()
	for _, c := range claimed {
		require.Equal(e.T, history.TriggerSettings, c.Trigger)
		rows = append(rows, c.ID)
	}
	return rows
}

func TestRowsAreDueWhenPricesLeaveAgain(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 2 {
				s.Mode = decision.ModeOff
			}
		})
		e.Rows(e.T, theirs, plainRow(0))
		other := plainRow(1)
		other.Mode = decision.ModeAuto
		e.Rows(e.T, theirs, other)
		e.Live(nil)
		e.Work()
		outbox := sendingstore.NewOutbox(e.DB)
		ends := sending.NewWithdrawals(outbox, e.History, e.Parts.Products, e.Due, e.DB, e.Clock)
		switches := sending.NewSwitches(outbox, ends, e.returns(), e.Clock, false)
		e.Clock.Add(time.Hour)
		_, err := switches.Stop(e.T.Context(), "drill")
		require.NoError(e.T, err)
		e.Out.Killed = true
		e.Event(rows[0], "18")
		e.Work()
		require.Equal(e.T, "skip repricer_disabled 20 -", e.Told()[len(e.Told())-1])
		require.Zero(e.T, e.Queued())
		e.Out.Killed = false
		_, err = switches.Start(e.T.Context(), "")
		require.NoError(e.T, err)
		require.Equal(e.T, 2, e.Queued(), "one is off, and the other team has no settings")
		require.Equal(e.T, rows[:2], e.woken())
	})
}

func TestRowsOfAnAccountThatWorksAgainAreDue(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 1 {
				s.Key.SellerID = "A3SELLER"
			}
		})
		e.Live(nil)
		e.Work()
		e.Clock.Add(time.Hour)
		enabled := func(on bool) {
			_, err := e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: repricer.SettingsPatch{Enabled: optional.Put(on)}})
			require.NoError(e.T, err)
		}
		follow := connectionbridge.NewConnectionFollowers(memoryjobs.New(e.Clock.Now), e.returns(), nil, e.Clock, false)
		account := func(team id.Team) connection.Connection {
			c, err := connection.New(team, connection.Account{Region: "eu", SellerID: "A2SELLER", Marketplaces: []marketplace.ID{de}}, e.Clock.Now())
			require.NoError(e.T, err)
			s := c.Snapshot()
			s.ID = 5
			c, err = connection.Restore(s)
			require.NoError(e.T, err)
			return c
		}
		require.NoError(e.T, follow.Activated(e.T.Context(), account(theirs)))
		require.Zero(e.T, e.Queued())
		enabled(false)
		require.NoError(e.T, follow.Activated(e.T.Context(), account(ours)))
		require.Zero(e.T, e.Queued(), "the team does not want to be repriced")
		enabled(true)
		e.Work()
		require.Zero(e.T, e.Queued())
		undo := errors.New("undo")
		require.ErrorIs(e.T, e.Parts.Tx.InTx(e.T.Context(), func(ctx context.Context) error {
			require.NoError(e.T, follow.Activated(ctx, account(ours)))
			return undo
		}), undo)
		require.Zero(e.T, e.Queued())
		require.NoError(e.T, follow.Activated(e.T.Context(), account(ours)))
		require.Equal(e.T, []decision.ProductID{rows[0], rows[2]}, e.woken())
	})
}

// The first price after an empty stock is the maximum, also after a pause. The next price is the
// strategy's again.
func TestTheFirstPriceAfterTheStockWasGoneIsTheMaximum(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Limits.MaxPrice = amount("20") })[0]
		e.Live(nil)
		p := repricing.Matching("Back")
		p.CompeteWith, p.OnRestock = optional.Put(decision.TargetLowest), optional.Put(decision.RestockMax)
		made, err := e.Rules.Create(e.T.Context(), e.Who, p)
		require.NoError(e.T, err)
		set := func(change repricer.SettingsPatch) {
			_, err := e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: change})
			require.NoError(e.T, err)
		}
		set(repricer.SettingsPatch{DefaultStrategyID: optional.Put(made.ID)})
		stocked := func(n int64) {
			e.Clock.Add(time.Hour)
			e.Out.ListingAnswer[e.Row(row).Key] = ports.Listing{Currency: "EUR", Quantity: optional.Some(n), SeenAt: noon}
			e.Lists("sku-000", "16")
			e.Event(row, "16")
			e.Work()
		}
		stocked(4)
		require.Equal(e.T, []string{"change match_target 16 proposed"}, e.Told())
		e.Landed(row, "16")
		stocked(0)
		require.Equal(e.T, "skip out_of_stock 16 -", e.Told()[1])
		day := optional.Put([]schedule.Pause{{From: date.Of(e.Clock.Now()), To: date.Of(e.Clock.Now())}})
		set(repricer.SettingsPatch{Pauses: day})
		stocked(7)
		require.Equal(e.T, "skip schedule_pause 16 -", e.Told()[2])
		set(repricer.SettingsPatch{Pauses: optional.Put([]schedule.Pause{})})
		stocked(7)
		require.Equal(e.T, "change restock_use_max 20 proposed", e.Told()[3])
		e.Landed(row, "20")
		stocked(7)
		require.Equal(e.T, "change match_target 16 proposed", e.Told()[4])
	})
}
