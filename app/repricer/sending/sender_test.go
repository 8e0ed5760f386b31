package sending_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

func TestAPriceLeavesAndIsSeenLive(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		row := d.Priced(t, "18.37")[0]
		busy, err := sending.NewSender(d.Parts).AccountsWithWork(t.Context())
		require.NoError(t, err)
		require.Equal(t, []sendingports.AccountWork{{Account: mine, Send: true}}, busy)
		l := d.Lane(t)
		require.True(t, send(t, l))
		require.False(t, send(t, l), "it has left")
		require.Equal(t, []sentPrice{{SKU: "sku-000", Price: eur("18.37"), Min: eur("5")}}, d.Shop.Sent)
		require.Equal(t, repricer.RunAwaitingConfirmation, d.Row(t, row.ID).RunState)
		require.False(t, look(t, l), "too early")
		d.Clock.Add(2 * time.Minute)
		busy, err = sending.NewSender(d.Parts).AccountsWithWork(t.Context())
		require.NoError(t, err)
		require.Equal(t, []sendingports.AccountWork{{Account: mine, Confirm: true}}, busy)
		require.True(t, look(t, l))
		d.RequireAll(t, history.OutcomeConfirmed)
		e := d.All(t, ours, history.ChangeFilter{})[0]
		require.Equal(t, optional.Some(history.Submission{
			Route: "patch", ID: "S-1", Status: "accepted", Issues: []history.Issue{}, SubmittedAt: noon.Add(time.Second),
			AcceptedAt: optional.Some(noon.Add(time.Second)), ConfirmedAt: optional.Some(noon.Add(2*time.Minute + time.Second)), Attempts: 1,
		}), e.Submission)
		got := d.Row(t, row.ID)
		require.Equal(t, amount("18.37"), got.Observed.CurrentPrice)
		require.Equal(t, repricer.RunIdle, got.RunState)
		memories, err := d.Memories.Load(t.Context(), ours, []decision.ProductID{row.ID})
		require.NoError(t, err)
		require.Equal(t, amount("18.37"), memories[row.ID].LastSubmitted)
		require.Equal(t, 1, memories[row.ID].ChangesToday)
		d.Clock.Add(24 * time.Hour)
		require.False(t, send(t, l))
		require.False(t, look(t, l))
		require.Len(t, d.Shop.Sent, 1)
	})
}

func TestWhatBecomesOfAnswers(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		rows := d.Priced(t, "18", "18", "18", "18", "18")
		d.Shop.Answer = func(_ int, c sendingports.PriceChange) reply {
			switch c.SKU {
			case "sku-000":
				return reply{Ignored: true, Receipt: sendingports.Receipt{State: sendingports.ReceiptInvalid, ID: "S-9", Issues: []sendingports.PriceIssue{
					{Code: "90111", Severity: "ERROR", Message: "The price \"18\" is odd, ünd so."},
				}}}
			case "sku-001":
				return reply{Ignored: true, Err: fault.New(fault.NotFound, fault.CodeNotFound, "There is no such listing.")}
			case "sku-002":
				return reply{Ignored: true, Err: fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Slower.").After(3 * time.Second)}
			case "sku-003":
				return reply{Err: unanswered} // it arrived
			}
			return reply{Ignored: true, Err: unanswered}
		}
		l := d.Lane(t)
		require.True(t, send(t, l))
		require.Equal(t, map[string]history.Outcome{
			"sku-000": "rejected", "sku-001": "rejected", "sku-002": "proposed", "sku-003": "submitted", "sku-004": "submitted",
		}, d.Outcomes(t))
		hold, _ := d.Row(t, rows[0].ID).Hold.Get()
		require.Equal(t, decision.HoldSubmissionFailed, hold.Reason)
		require.Equal(t, "The marketplace refused the price: The price \"18\" is odd, ünd so.", hold.Details)
		for _, e := range d.All(t, ours, history.ChangeFilter{SKUs: []string{"sku-000"}}) {
			require.Equal(t, []history.Issue{{Code: "90111", Severity: "ERROR", Message: "The price \"18\" is odd, ünd so."}}, e.Submission.Or(history.Submission{}).Issues)
		}
		d.Shop.Answer = nil
		require.False(t, send(t, l), "the lane rests")
		d.Clock.Add(30 * time.Second)
		require.True(t, send(t, l))
		d.Clock.Add(2 * time.Minute)
		require.True(t, look(t, l))
		require.Equal(t, map[string]history.Outcome{
			"sku-000": "rejected", "sku-001": "rejected", "sku-002": "confirmed", "sku-003": "confirmed", "sku-004": "accepted",
		}, d.Outcomes(t))
		require.Equal(t, map[string]int{"sku-002": 2, "sku-004": 2}, d.Shop.Repeated())
		last := d.Shop.Sent[len(d.Shop.Sent)-1]
		require.Equal(t, sentPrice{SKU: "sku-004", Price: eur("18"), Min: eur("5"), Reads: 1}, last, "it was read before it was sent again")
	})
}

// A price that was taken and is never seen is repeated once, then given up.
func TestAPriceThatIsNeverSeen(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		row := d.Priced(t, "18")[0]
		d.Shop.Answer = func(int, sendingports.PriceChange) reply { return reply{Ignored: true, Receipt: taken().Receipt} }
		l := d.Lane(t)
		send(t, l)
		var reads []int
		for minute := 1; minute <= 61; minute++ {
			d.Clock.Add(time.Minute)
			before := len(d.Shop.Sent)
			if look(t, l) {
				reads = append(reads, minute)
			}
			if len(d.Shop.Sent) > before {
				require.Equal(t, 30, minute)
				require.Equal(t, repricer.RunAwaitingConfirmation, d.Row(t, row.ID).RunState)
			}
		}
		require.Equal(t, []int{2, 5, 15, 30, 32, 35, 45, 60}, reads)
		require.Equal(t, []sentPrice{{SKU: "sku-000", Price: eur("18"), Min: eur("5")}, {SKU: "sku-000", Price: eur("18"), Min: eur("5"), Reads: 4}}, d.Shop.Sent)
		d.RequireAll(t, history.OutcomeTimedOut)
		got := d.Row(t, row.ID)
		require.Equal(t, decision.HoldSubmissionFailed, got.Hold.Or(repricer.Hold{}).Reason)
		require.Equal(t, repricer.RunIdle, got.RunState)
	})
}

// After an outage of hours an earlier price is not sent again, taken or lost. The row is decided
// anew without a resume.
func TestAPriceFromBeforeAnOutage(t *testing.T) {
	for name, answer := range map[string]reply{
		"taken": {Ignored: true, Receipt: taken().Receipt},
		"lost":  {Ignored: true, Err: unanswered},
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				row := d.Priced(t, "18")[0]
				d.touch(t, row.ID, "edited")
				require.NoError(t, d.Due.MarkEditsSeen(t.Context(), ours, row.ID, 1))
				d.Shop.Answer = func(int, sendingports.PriceChange) reply { return answer }
				l := d.Lane(t)
				send(t, l)
				d.Shop.Fails = unanswered
				for range 10 {
					d.Clock.Add(time.Hour)
					look(t, l)
				}
				d.Shop.Fails = nil
				d.Clock.Add(2 * time.Minute)
				require.True(t, look(t, l))
				require.Len(t, d.Shop.Sent, 1)
				d.RequireAll(t, history.OutcomeTimedOut)
				got := d.Row(t, row.ID)
				require.False(t, got.Hold.Known())
				require.Equal(t, repricer.RunQueued, got.RunState)
			})
		})
	}
}

// A sent price is not repeated after a change of its cost: the row is decided anew.
func TestAPriceOfAnOlderCostIsNotSentAgain(t *testing.T) {
	for name, c := range map[string]struct {
		answer reply
		after  time.Duration
	}{
		"taken": {reply{Ignored: true, Receipt: taken().Receipt}, 30 * time.Minute},
		"lost":  {reply{Ignored: true, Err: unanswered}, 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				row := d.Priced(t, "18")[0]
				d.Shop.Answer = func(int, sendingports.PriceChange) reply { return c.answer }
				l := d.Lane(t)
				send(t, l)
				d.touch(t, row.ID, "edited")
				for at := time.Duration(0); at < c.after; at += time.Minute {
					d.Clock.Add(time.Minute)
					look(t, l)
				}
				require.Len(t, d.Shop.Sent, 1)
				d.RequireAll(t, history.OutcomeTimedOut)
				got := d.Row(t, row.ID)
				require.False(t, got.Hold.Known())
				require.Equal(t, repricer.RunQueued, got.RunState)
			})
		})
	}
}

// Sends band repairs first, then falling prices, then rising prices, each by age.
func TestWhatLeavesFirst(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		rows := d.Priced(t, "21", "18", "22", "17", "19", "18.5", "23")
		repair := repricing.DecidedBy(t, rows[6], noon.Add(time.Second), history.TriggerRepair, func(input *decision.Input) { input.Offers[0].Price = eur("24") })
		d.Record(t, ours, repair)
		l := d.Lane(t)
		require.True(t, send(t, l))
		require.Equal(t, []string{"sku-001", "sku-003", "sku-004", "sku-005", "sku-006"}, slices.Sorted(slices.Values(d.Shop.SKUs())), "a burst of five")
		require.False(t, send(t, l), "the pace is five a second")
		d.Clock.Add(200 * time.Millisecond)
		send(t, l)
		require.Equal(t, "sku-000", d.Shop.SKUs()[5])
		d.Clock.Add(200 * time.Millisecond)
		send(t, l)
		require.Equal(t, "sku-002", d.Shop.SKUs()[6])
	})
}

func TestTooManyRefusalsStopALane(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		prices := make([]string, 30)
		for i := range prices {
			prices[i] = "18"
		}
		d.Priced(t, prices...)
		d.Shop.Answer = func(int, sendingports.PriceChange) reply {
			return reply{Ignored: true, Receipt: sendingports.Receipt{State: sendingports.ReceiptInvalid}}
		}
		l := d.Lane(t)
		for range 10 {
			d.Clock.Add(time.Second)
			send(t, l)
		}
		require.Len(t, d.Shop.Sent, 15, "the burst in which the eleventh refusal was")
		require.Len(t, d.Watch.Trips, 1)
		d.Shop.Answer = nil
		d.Clock.Add(14 * time.Minute)
		require.False(t, send(t, l))
		d.Clock.Add(2 * time.Minute)
		require.True(t, send(t, l))
		require.Len(t, d.Shop.Sent, 20)
	})
}

func TestWhatHasNotLeftIsWithdrawn(t *testing.T) {
	products := func(d *desk) *manage.Products {
		return manage.NewProducts(d.Products, d.Strategies, d.Settings, repricing.Ample{}.Rows, nil, nil, d.Ends, d.Tx, d.Clock)
	}
	for name, c := range map[string]struct {
		do   func(ctx context.Context, d *desk, rows []decision.ProductID) error
		want string
	}{
		"settings reset": {func(ctx context.Context, d *desk, _ []decision.ProductID) error {
			return d.UseSettings().Reset(ctx, us(), nil)
		}, "cancelled cancelled"},
		"team off": {func(ctx context.Context, d *desk, _ []decision.ProductID) error {
			_, err := d.UseSettings().Update(ctx, us(), manage.UpdateSettings{Patch: repricer.SettingsPatch{Enabled: optional.Put(false)}})
			return err
		}, "cancelled cancelled"},
		"mode off": {func(ctx context.Context, d *desk, rows []decision.ProductID) error {
			_, err := products(d).BulkUpdate(ctx, us(), manage.UpdateProducts{IDs: rows[:1], Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeOff)}})
			return err
		}, "cancelled proposed"},
		"a row of two off": {func(ctx context.Context, d *desk, rows []decision.ProductID) error {
			_, err := products(d).UpdateEach(ctx, us(), []manage.ProductUpdate{
				{ID: rows[1], Patch: repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}},
				{ID: rows[0], Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeOff)}},
			})
			return err
		}, "cancelled proposed"},
		"row deleted": {func(ctx context.Context, d *desk, rows []decision.ProductID) error {
			return products(d).Delete(ctx, us(), rows[0], nil)
		}, "cancelled proposed"},
		"all teams stopped": {func(ctx context.Context, d *desk, _ []decision.ProductID) error {
			_, err := d.Switches.Stop(ctx, "drill")
			return err
		}, "cancelled cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				rows := d.Priced(t, "18", "19")
				d.Clock.Add(time.Second)
				require.NoError(t, c.do(t.Context(), d, ids(rows)))
				got := d.Outcomes(t)
				require.Equal(t, c.want, string(got["sku-000"])+" "+string(got["sku-001"]))
				l := d.Lane(t)
				for send(t, l) {
				}
				require.Len(t, d.Shop.Sent, strings.Count(c.want, "proposed"))
				d.requireAllEnded(t)
			})
		})
	}
}

// requireAllEnded requires that no price waits any more.
func (d *desk) requireAllEnded(t testing.TB) {
	t.Helper()
	for sku, o := range d.Outcomes(t) {
		require.NotEqual(t, history.OutcomeProposed, o, sku)
	}
}

// A price decided while everything is stopped does not leave; one decided after the
// start does. A process that is off itself sends nothing.
func TestTheSwitch(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		rows := d.Priced(t, "18")
		stopped, err := d.Switches.Stop(t.Context(), "drill")
		require.NoError(t, err)
		got, err := d.Switches.Status(t.Context())
		require.NoError(t, err)
		require.Equal(t, stopped, got)
		require.Equal(t, sendingports.SwitchState{Stopped: true, Reason: "drill", ChangedAt: noon.Add(time.Second)}, got)
		l := d.Lane(t)
		d.Record(t, ours, matched(t, rows[0], noon.Add(time.Second), "17"))
		require.True(t, send(t, l))
		d.RequireAll(t, history.OutcomeCancelled)
		require.Equal(t, repricer.RunIdle, d.Row(t, rows[0].ID).RunState)
		_, err = d.Switches.Start(t.Context(), "")
		require.NoError(t, err)
		off, err := d.Switches.Off(t.Context())
		require.NoError(t, err)
		require.False(t, off)
		require.NoError(t, d.Due.MarkEditsSeen(t.Context(), ours, rows[0].ID, 1), "the next decision knows of the start")

		d.Parts.Off = true
		require.NoError(t, l.Close(t.Context()))
		l = d.Lane(t)
		d.Record(t, ours, matched(t, rows[0], noon.Add(2*time.Second), "16"))
		require.True(t, send(t, l))
		d.RequireAll(t, history.OutcomeCancelled)
		require.Empty(t, d.Shop.Sent)

		d.Parts.Off = false
		require.NoError(t, l.Close(t.Context()))
		l = d.Lane(t)
		d.Record(t, ours, matched(t, rows[0], noon.Add(3*time.Second), "15"))
		require.True(t, send(t, l))
		require.Equal(t, []sentPrice{{SKU: "sku-000", Price: eur("15"), Min: eur("5")}}, d.Shop.Sent)
	})
}

// A minimum that became blank is not a floor of 0: the price stays.
func TestABlankMinimumSendsNothing(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		row := d.Priced(t, "18")[0]
		d.In(t, func(ctx context.Context) {
			rows, err := d.Products.LoadLocked(ctx, ours, []decision.ProductID{row.ID})
			require.NoError(t, err)
			s := rows[0].Snapshot()
			s.Limits.MinPrice, s.Version = optional.None[money.Amount](), 2
			blank, err := repricer.RestoreProduct(s)
			require.NoError(t, err)
			require.NoError(t, d.Products.Save(ctx, ours, []*repricer.Product{blank}))
		})
		l := d.Lane(t)
		require.True(t, send(t, l))
		require.Empty(t, d.Shop.Sent)
		d.RequireAll(t, history.OutcomeSuperseded)
		require.Equal(t, optional.Some(d.Clock.Now()), d.Row(t, row.ID).Observed.NextDueAt, "it is decided again")
	})
}

// The marketplace keeps bounds that are not sent, and takes an offer down at a price outside of
// them. So each price is sent with both.
func TestAPriceBringsBothBoundsAlong(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		row := d.Priced(t, "18")[0]
		var sent [][3]string
		d.Shop.Answer = func(_ int, c sendingports.PriceChange) reply {
			sent = append(sent, [3]string{c.Min.String(), c.Price.String(), c.Max.String()})
			return taken()
		}
		l := d.Lane(t)
		for _, c := range []struct {
			most  optional.Maybe[money.Amount]
			price string
		}{{amount("30"), "18"}, {optional.None[money.Amount](), "35.5"}} {
			d.In(t, func(ctx context.Context) {
				rows, err := d.Products.LoadLocked(ctx, ours, []decision.ProductID{row.ID})
				require.NoError(t, err)
				s := rows[0].Snapshot()
				s.Limits.MaxPrice = c.most
				s.Version++
				bound, err := repricer.RestoreProduct(s)
				require.NoError(t, err)
				require.NoError(t, d.Products.Save(ctx, ours, []*repricer.Product{bound}))
			})
			d.Record(t, ours, matched(t, row, d.Clock.Now(), c.price))
			require.True(t, send(t, l))
			d.Clock.Add(2 * time.Minute)
			require.True(t, look(t, l))
			d.Clock.Add(time.Hour)
		}
		require.Equal(t, [][3]string{{"5", "18", "30"}, {"5", "35.5", "71"}}, sent)
	})
}

// slowShop does not answer about one SKU until it is over.
type slowShop struct {
	*repricing.Shop
	sku  string
	over chan struct{}
}

func (s slowShop) Submit(ctx context.Context, to account.Seller, c sendingports.PriceChange, may sendingports.MaySend, preview bool) (sendingports.Receipt, error) {
	if c.SKU == s.sku {
		<-s.over
	}
	return s.Shop.Submit(ctx, to, c, may, preview)
}

func TestASlowAnswerHoldsUpNoOther(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.Priced(t, "18", "18", "18", "18", "18")
		slow := slowShop{d.Shop, "sku-002", make(chan struct{})}
		parts := d.Parts
		parts.Submitter = slow.Submit
		l, ok, err := sending.NewSender(parts).Acquire(t.Context(), mine)
		require.NoError(t, err)
		require.True(t, ok)
		sent := make(chan error, 1)
		go func() {
			_, err := l.Send(t.Context())
			sent <- err
		}()
		want := map[string]history.Outcome{
			"sku-000": "accepted", "sku-001": "accepted", "sku-002": "submitted", "sku-003": "accepted", "sku-004": "accepted",
		}
		require.Eventually(t, func() bool { return maps.Equal(want, d.Outcomes(t)) }, 2*time.Minute, 20*time.Millisecond)
		close(slow.over)
		require.NoError(t, <-sent)
		want["sku-002"] = "accepted"
		require.Equal(t, want, d.Outcomes(t))
	})
}

// TestWithdrawing withdraws unsent prices, of some rows and of all.
func TestWithdrawing(t *testing.T) {
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		r := repricing.RecordsOver(s)
		rows := r.Rows(t, ours, repricing.PlainRows(5)...)
		other := r.Rows(t, theirs, repricing.PlainRow(9))[0]
		for _, row := range rows {
			r.Record(t, ours, matched(t, row, noon, "18"))
		}
		r.Record(t, theirs, matched(t, other, noon, "18"))
		require.NoError(t, r.Changes.Move(t.Context(), ours, []decision.ProductID{rows[1].ID, rows[0].ID, other.ID}, repricing.Submit(noon)))
		require.NoError(t, r.Tx.InTx(t.Context(), func(ctx context.Context) error {
			return r.Ends.Rows(ctx, ours, []decision.ProductID{rows[0].ID, rows[2].ID, other.ID}, history.WithdrawnModeOff)
		}))
		state := func() (out []string) {
			for _, row := range rows {
				for _, c := range r.All(t, ours, history.ChangeFilter{Products: []decision.ProductID{row.ID}}) {
					out = append(out, strings.TrimSpace(string(c.Outcome.Or("")+" ")+string(c.Withdrawn)))
				}
			}
			return out
		}
		require.Equal(t, []string{
			"submitted", "submitted", "cancelled mode_off", "proposed", "proposed",
		}, state())
		require.NoError(t, r.Ends.Team(t.Context(), ours, history.WithdrawnReset))
		require.NoError(t, r.Ends.Team(t.Context(), ours, history.WithdrawnReset))
		require.Equal(t, []string{
			"submitted", "submitted", "cancelled mode_off", "cancelled settings_absent", "cancelled settings_absent",
		}, state())
		require.Equal(t, []string{"match_target proposed"}, repricing.Outcomes(r.All(t, theirs, history.ChangeFilter{})))
	})
}
