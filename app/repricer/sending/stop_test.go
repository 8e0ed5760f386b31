package sending_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/ports/tx"
)

// halting does something when a transaction has ended.
type halting struct {
	tx.LazyRunner
	then func()
}

func (h halting) InTx(ctx context.Context, fn func(context.Context) error) error {
	defer h.then()
	return h.LazyRunner.InTx(ctx, fn)
}

// touch does something to a row as others do it while a price of it is on its way.
func (d *desk) touch(t require.TestingT, row decision.ProductID, what string) {
	ctx := context.Background()
	switch what {
	case "edited":
		require.NoError(t, d.Tx.InTx(ctx, func(ctx context.Context) error {
			_, err := d.Due.Wake(ctx, queueports.Wake{
				Trigger: history.TriggerSettings, Now: d.Clock.Now(), AtOnce: true,
				Rows: []queueports.WakeRow{{Team: ours, ID: row, Priority: repricer.PriorityNormal, MinInterval: 15 * time.Minute, PriceInFlight: true}},
			})
			return err
		}))
	default:
		_, err := d.DB.DB().ExecContext(ctx, "UPDATE repricer_products SET "+map[string]string{
			"held":         "hold_reason = 'listing_issue', hold_since = 0, hold_details = ''",
			"switched off": "mode = 'off'",
			"deleted":      "deleted_at = 1",
		}[what]+" WHERE id = ?", int64(row))
		require.NoError(t, err)
	}
}

// Storing the start of a send takes long, and a stop comes meanwhile: the price is not sent.
func TestAStopWhileItIsStoredThatAPriceLeaves(t *testing.T) {
	suggest := repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitSuggest)}
	all := func(what string) func(context.Context, *desk, []repricer.ProductSnapshot) error {
		return func(_ context.Context, d *desk, rows []repricer.ProductSnapshot) error {
			for _, row := range rows {
				d.touch(t, row.ID, what)
			}
			return nil
		}
	}
	for name, c := range map[string]struct {
		stop func(context.Context, *desk, []repricer.ProductSnapshot) error
		then history.Outcome
	}{
		"all teams": {func(ctx context.Context, d *desk, _ []repricer.ProductSnapshot) error {
			_, err := d.Switches.Stop(ctx, "now")
			return err
		}, history.OutcomeCancelled},
		"reset": {func(ctx context.Context, d *desk, _ []repricer.ProductSnapshot) error {
			return d.UseSettings().Reset(ctx, us(), nil)
		}, history.OutcomeCancelled},
		"reset and set up anew": {func(ctx context.Context, d *desk, _ []repricer.ProductSnapshot) error {
			if err := d.UseSettings().Reset(ctx, us(), nil); err != nil {
				return err
			}
			_, err := d.UseSettings().Update(ctx, us(), manage.UpdateSettings{Patch: repricer.SettingsPatch{Enabled: optional.Put(true)}})
			return err
		}, history.OutcomeCancelled},
		"only suggested": {func(ctx context.Context, d *desk, _ []repricer.ProductSnapshot) error {
			_, err := d.UseSettings().Update(ctx, us(), manage.UpdateSettings{Patch: suggest})
			return err
		}, history.OutcomeCancelled},
		"edited":       {all("edited"), history.OutcomeSuperseded},
		"held":         {all("held"), history.OutcomeCancelled},
		"switched off": {all("switched off"), history.OutcomeCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				rows := d.Priced(t, "18", "19")
				runner, stopped := d.Parts.Tx, false
				d.Parts.Tx = halting{runner, func() {
					if !stopped {
						stopped = true
						d.Clock.Add(200 * time.Millisecond)
						require.NoError(t, c.stop(t.Context(), d, rows))
					}
				}}
				l := d.Lane(t)
				require.True(t, send(t, l))
				require.Empty(t, d.Shop.Sent)
				d.RequireAll(t, history.OutcomeProposed)
				d.Clock.Add(3 * time.Second)
				require.True(t, send(t, l))
				d.RequireAll(t, c.then)
				require.Empty(t, d.Shop.Sent)
			})
		})
	}
}
