package repricer_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
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

// Storing that a price leaves takes long, and meanwhile the switch is set: the
// price does not leave.
func TestAStopWhileItIsStoredThatAPriceLeaves(t *testing.T) {
	for name, stop := range map[string]func(ctx context.Context, d *desk) error{
		"all teams": func(ctx context.Context, d *desk) error { _, err := d.switches.Stop(ctx, "now"); return err },
		"reset":     func(ctx context.Context, d *desk) error { return d.useSettings().Reset(ctx, us(), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				d.priced(t, "18", "19")
				runner, stopped := d.parts.Tx, false
				d.parts.Tx = halting{runner, func() {
					if !stopped {
						stopped = true
						d.clock.pass(200 * time.Millisecond)
						require.NoError(t, stop(t.Context(), d))
					}
				}}
				l := d.lane(t)
				require.True(t, send(t, l))
				require.Empty(t, d.shop.sent)
				d.requireAll(t, repricer.OutcomeProposed)
				d.clock.pass(3 * time.Second)
				require.True(t, send(t, l))
				d.requireAll(t, repricer.OutcomeCancelled)
				require.Empty(t, d.shop.sent)
			})
		})
	}
}
