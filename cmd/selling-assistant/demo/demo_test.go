package demo

import (
	"os"
	"path/filepath"
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
	require.NoError(t, save(d.path, state{Began: began}))
	d = prepared(t, folder)
	require.WithinDuration(t, time.Now(), d.world.Clock().Now(), time.Minute)
	require.Equal(t, began.Unix()+60*60, d.world.Pace.Trading(began.Add(time.Minute)))
}

// TestAKilledFirstStartBeginsAnew removes what a first start left behind, and nothing after a start that ended.
func TestAKilledFirstStartBeginsAnew(t *testing.T) {
	for filling, begins := range map[bool]bool{true: true, false: false} {
		folder := t.TempDir()
		began := time.Now().Add(-time.Hour).UTC().Truncate(time.Second)
		require.NoError(t, save(filepath.Join(folder, stateFile), state{APIKey: "key", Seeded: []string{"team"}, Began: began, Filling: filling}))
		database, file := filepath.Join(folder, "selling-assistant.db"), filepath.Join(folder, "files", "1")
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		for _, name := range []string{database, database + "-wal", file} {
			require.NoError(t, os.WriteFile(name, []byte("x"), 0o600))
		}
		d := prepared(t, folder)
		require.Equal(t, begins, d.began.After(began))
		st, err := load(filepath.Join(folder, stateFile))
		require.NoError(t, err)
		if begins {
			require.Equal(t, state{Began: d.began, Filling: true}, st)
			require.NoFileExists(t, database)
			require.NoFileExists(t, database+"-wal")
			require.NoFileExists(t, file)
		} else {
			require.Equal(t, state{APIKey: "key", Seeded: []string{"team"}, Began: began}, st)
			require.FileExists(t, database)
			require.FileExists(t, file)
		}
	}
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
