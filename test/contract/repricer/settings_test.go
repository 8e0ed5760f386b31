package repricer_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
)

var errStop = errors.New("stop")

// patch changes the settings in a transaction of its own.
func patch(t testing.TB, w world, p repricer.SettingsPatch) {
	t.Helper()
	w.In(t, func(ctx context.Context) {
		s, err := w.Settings.LoadLocked(ctx, ours)
		require.NoError(t, err)
		_, err = s.Patch(p, noon)
		require.NoError(t, err)
		require.NoError(t, w.Settings.Save(ctx, s))
	})
}

func load(t testing.TB, w world, team id.Team) repricer.SettingsSnapshot {
	t.Helper()
	s, err := w.Settings.Load(t.Context(), team)
	require.NoError(t, err)
	return s.Snapshot()
}

func TestSettingsThatNeverWere(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		want := repricer.NewSettings(ours).Snapshot()
		require.Equal(t, want, load(t, w, ours))
		w.In(t, func(ctx context.Context) {
			s, err := w.Settings.LoadLocked(ctx, ours)
			require.NoError(t, err)
			require.Equal(t, want, s.Snapshot())
		})
		require.Equal(t, want, load(t, w, ours))
		standard, err := w.Settings.DefaultStrategy(t.Context(), ours)
		require.NoError(t, err)
		require.False(t, standard.Known())
	})
}

func TestSettingsVersionSurvivesReset(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		patch(t, w, repricer.SettingsPatch{DefaultStrategyID: optional.Put(strategy.ID(4)), Timezone: optional.Put("Asia/Tokyo")})
		require.Equal(t, int64(1), load(t, w, ours).Version)
		require.Equal(t, repricer.SettingsAbsent, load(t, w, theirs).State)
		w.In(t, func(ctx context.Context) {
			s, err := w.Settings.LoadLocked(ctx, ours)
			require.NoError(t, err)
			require.True(t, s.Reset(noon))
			require.NoError(t, w.Settings.Save(ctx, s))
		})
		got := load(t, w, ours)
		require.Equal(t, repricer.SettingsSnapshot{
			Team: ours, State: repricer.SettingsAbsent, Version: 2, UpdatedAt: noon, Values: repricer.DefaultSettings(),
		}, got)
		standard, err := w.Settings.DefaultStrategy(t.Context(), ours)
		require.NoError(t, err)
		require.False(t, standard.Known())
		patch(t, w, repricer.SettingsPatch{Enabled: optional.Put(false)})
		got = load(t, w, ours)
		require.Equal(t, int64(3), got.Version)
		require.Equal(t, "UTC", got.Values.Timezone)
		require.False(t, got.Values.DefaultStrategyID.Known())
	})
}

func TestSettingsRollBack(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		patch(t, w, repricer.SettingsPatch{Enabled: optional.Put(false)})
		before := load(t, w, ours)
		change := func(ctx context.Context) {
			s, err := w.Settings.LoadLocked(ctx, ours)
			require.NoError(t, err)
			_, err = s.Patch(repricer.SettingsPatch{Enabled: optional.Put(true)}, noon)
			require.NoError(t, err)
			require.NoError(t, w.Settings.Save(ctx, s))
		}
		require.ErrorIs(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			change(ctx)
			return errStop
		}), errStop)
		require.Equal(t, before, load(t, w, ours))
		require.PanicsWithValue(t, "stop", func() {
			_ = w.Tx.InTx(t.Context(), func(ctx context.Context) error {
				change(ctx)
				panic("stop")
			})
		})
		require.Equal(t, before, load(t, w, ours))
		// A part that fails leaves the rest.
		w.In(t, func(ctx context.Context) {
			change(ctx)
			require.ErrorIs(t, w.Tx.InTx(ctx, func(ctx context.Context) error {
				s, err := w.Settings.LoadLocked(ctx, ours)
				require.NoError(t, err)
				require.True(t, s.Reset(noon))
				require.NoError(t, w.Settings.Save(ctx, s))
				return errStop
			}), errStop)
		})
		got := load(t, w, ours)
		require.Equal(t, repricer.SettingsPresent, got.State)
		require.True(t, got.Values.Enabled)
		require.Equal(t, before.Version+1, got.Version)
	})
}

func TestSettingsOfAStaleWriterAreRefused(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		patch(t, w, repricer.SettingsPatch{Enabled: optional.Put(false)})
		var stale *repricer.Settings
		w.In(t, func(ctx context.Context) {
			var err error
			stale, err = w.Settings.LoadLocked(ctx, ours)
			require.NoError(t, err)
		})
		patch(t, w, repricer.SettingsPatch{Timezone: optional.Put("Asia/Tokyo")})
		want := load(t, w, ours)
		_, err := stale.Patch(repricer.SettingsPatch{Enabled: optional.Put(true)}, noon)
		require.NoError(t, err)
		require.Error(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error { return w.Settings.Save(ctx, stale) }))
		require.Equal(t, want, load(t, w, ours))
	})
}

// The first calls of a team have no record to lock yet.
func TestFirstSettingsWritersWait(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		race(t, func(int) error {
			return w.Tx.InTx(t.Context(), func(ctx context.Context) error {
				s, err := w.Settings.LoadLocked(ctx, ours)
				if err != nil {
					return err
				}
				minutes := 1
				if s.State() == repricer.SettingsPresent {
					minutes = s.Snapshot().Values.SweepIntervalMinutes + 1
				}
				if _, err := s.Patch(repricer.SettingsPatch{SweepIntervalMinutes: optional.Put(minutes)}, noon); err != nil {
					return err
				}
				return w.Settings.Save(ctx, s)
			})
		})
		got := load(t, w, ours)
		require.Equal(t, workers, got.Values.SweepIntervalMinutes)
		require.Equal(t, int64(workers), got.Version)
	})
}
