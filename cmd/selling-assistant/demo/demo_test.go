package demo

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/config"
)

// prepared is a demo in a folder, and closes it.
func prepared(t *testing.T, folder string) *Demo {
	t.Helper()
	cfg, err := config.Load([]string{"SA_DATA_DIR=" + folder}, true)
	require.NoError(t, err)
	d, err := Prepare(&cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// TestTheMarketplaceHasOurTime compares the two clocks at two starts. The markets trade faster from the first start on, also while the demo does not run.
func TestTheMarketplaceHasOurTime(t *testing.T) {
	folder := t.TempDir()
	d := prepared(t, folder)
	require.WithinDuration(t, time.Now(), d.world.Clock().Now(), time.Minute)
	require.WithinDuration(t, time.Now(), d.began, time.Minute)
	began := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)
	require.NoError(t, d.save(state{Began: began}))
	d = prepared(t, folder)
	require.WithinDuration(t, time.Now(), d.world.Clock().Now(), time.Minute)
	require.Equal(t, began.Unix()+60*60, d.world.Pace.Trading(began.Add(time.Minute)))
}

// TestWaitsMoveThePast: what waits in the past does not wait, and no wait leads into the future.
func TestWaitsMoveThePast(t *testing.T) {
	d := prepared(t, t.TempDir())
	d.goTo(time.Now().Add(-time.Hour))
	began := time.Now()
	<-first(d.clock.After(50 * time.Minute))
	require.Less(t, time.Since(began), time.Minute)
	require.WithinDuration(t, time.Now().Add(-10*time.Minute), d.Clock().Now(), time.Minute)
	require.WithinDuration(t, d.Clock().Now(), d.world.Clock().Now(), time.Second)
	require.False(t, d.world.Clock().Now().After(d.Clock().Now()), "the marketplace is never ahead")
	_, stop := d.clock.After(11 * time.Minute)
	stop()
	require.WithinDuration(t, time.Now().Add(-10*time.Minute), d.Clock().Now(), time.Minute, "that would be the future")
	require.NoError(t, d.comeBack(t.Context(), nil, nil))
	require.WithinDuration(t, time.Now(), d.Clock().Now(), time.Second)
	require.WithinDuration(t, time.Now(), d.world.Clock().Now(), time.Second)
}

func first(c <-chan time.Time, _ func()) <-chan time.Time { return c }
