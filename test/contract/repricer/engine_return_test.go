package repricer_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/bridge"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	memoryjobs "sellingassistant/test/jobs"
)

func (e *engine) returns() *queue.Requeue {
	return queue.NewRequeue(e.facts, e.parts.Settings, e.due, e.clock)
}

// woken lists the rows that are due, of one team and lane.
func (e *engine) woken() (rows []decision.ProductID) {
	e.t.Helper()
	_, claimed := e.take()
	for _, c := range claimed {
		require.Equal(e.t, history.TriggerSettings, c.Trigger)
		rows = append(rows, c.ID)
	}
	return rows
}

func TestRowsAreDueWhenPricesLeaveAgain(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 2 {
				s.Mode = decision.ModeOff
			}
		})
		e.rows(e.t, theirs, plainRow(0))
		other := plainRow(1)
		other.Mode = decision.ModeAuto
		e.rows(e.t, theirs, other)
		e.live(nil)
		e.work()
		outbox := sendingstore.NewOutbox(e.db)
		ends := sending.NewWithdrawals(outbox, e.history, e.parts.Products, e.due, e.db, e.clock)
		switches := sending.NewSwitches(outbox, outbox, ends, e.returns(), e.clock, false)
		e.clock.add(time.Hour)
		_, err := switches.Stop(e.t.Context(), "drill")
		require.NoError(e.t, err)
		e.out.killed = true
		e.event(rows[0], "18")
		e.work()
		require.Equal(e.t, "skip repricer_disabled 20 -", e.told()[len(e.told())-1])
		require.Zero(e.t, e.queued())
		e.out.killed = false
		_, err = switches.Start(e.t.Context(), "")
		require.NoError(e.t, err)
		require.Equal(e.t, 2, e.queued(), "one is off, and the other team has no settings")
		require.Equal(e.t, rows[:2], e.woken())
	})
}

func TestRowsOfAnAccountThatWorksAgainAreDue(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 1 {
				s.Key.SellerID = "A3SELLER"
			}
		})
		e.live(nil)
		e.work()
		e.clock.add(time.Hour)
		enabled := func(on bool) {
			_, err := e.set.Update(e.t.Context(), e.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{Enabled: optional.Put(on)}})
			require.NoError(e.t, err)
		}
		follow := bridge.NewConnectionFollowers(memoryjobs.New(e.clock.Now), e.returns(), nil, nil, e.clock, false)
		account := func(team id.Team) connection.Connection {
			c, err := connection.New(team, connection.Account{Region: "eu", SellerID: "A2SELLER", Marketplaces: []marketplace.ID{de}}, e.clock.Now())
			require.NoError(e.t, err)
			s := c.Snapshot()
			s.ID = 5
			c, err = connection.Restore(s)
			require.NoError(e.t, err)
			return c
		}
		require.NoError(e.t, follow.Activated(e.t.Context(), account(theirs)))
		require.Zero(e.t, e.queued())
		enabled(false)
		require.NoError(e.t, follow.Activated(e.t.Context(), account(ours)))
		require.Zero(e.t, e.queued(), "the team does not want to be repriced")
		enabled(true)
		e.work()
		require.Zero(e.t, e.queued())
		undo := errors.New("undo")
		require.ErrorIs(e.t, e.parts.Tx.InTx(e.t.Context(), func(ctx contextT) error {
			require.NoError(e.t, follow.Activated(ctx, account(ours)))
			return undo
		}), undo)
		require.Zero(e.t, e.queued())
		require.NoError(e.t, follow.Activated(e.t.Context(), account(ours)))
		require.Equal(e.t, []decision.ProductID{rows[0], rows[2]}, e.woken())
	})
}
