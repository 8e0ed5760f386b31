package manage_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/ports/event"
	"sellingassistant/test/reported"
)

func TestSettingsComeAndGo(t *testing.T) {
	w := newWorld(t)
	_, err := w.settings.Get(t.Context(), w.who)
	requireFault(t, err, fault.NotFound, "not_found")
	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
	_, err = w.settings.Update(t.Context(), w.who, manage.UpdateSettings{})
	requireFault(t, err, fault.Invalid, "validation_failed")
	_, err = w.settings.Get(t.Context(), w.who)
	requireFault(t, err, fault.NotFound, "not_found")

	made := w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(5)})
	require.EqualValues(t, 1, made.Version)
	got, err := w.settings.Get(t.Context(), w.who)
	require.NoError(t, err)
	require.Equal(t, made, got)
	_, err = w.settings.Get(t.Context(), w.as(theirs).who)
	requireFault(t, err, fault.NotFound, "not_found")

	same := w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(5)})
	require.Equal(t, made, same)

	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
	_, err = w.settings.Get(t.Context(), w.who)
	requireFault(t, err, fault.NotFound, "not_found")
	again := w.patchSettings(repricer.SettingsPatch{Enabled: put(true)})
	require.EqualValues(t, 3, again.Version)
	require.Equal(t, 96, again.Values.MaxChangesPerDay)
}

func TestSettingsIfMatch(t *testing.T) {
	w := newWorld(t)
	update := func(v int64) error {
		_, err := w.settings.Update(t.Context(), w.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{Enabled: put(v%2 == 0)}, IfMatch: &v})
		return err
	}
	requireFault(t, update(0), fault.Stale, "precondition_failed")
	w.patchSettings(repricer.SettingsPatch{Enabled: put(true)})
	require.NoError(t, update(1))
	requireFault(t, update(1), fault.Stale, "precondition_failed")

	first, second, third := int64(1), int64(2), int64(3)
	requireFault(t, w.settings.Reset(t.Context(), w.who, &first), fault.Stale, "precondition_failed")
	require.NoError(t, w.settings.Reset(t.Context(), w.who, &second))
	// Absent settings have no version that a caller can have seen.
	requireFault(t, w.settings.Reset(t.Context(), w.who, &third), fault.Stale, "precondition_failed")
	requireFault(t, update(3), fault.Stale, "precondition_failed")
	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
}

func TestPlainWebhooks(t *testing.T) {
	w := newWorld(t)
	to := func(address string) error {
		patch := repricer.SettingsPatch{Notify: put(repricer.NotifyPatch{WebhookURL: put(address)})}
		_, err := w.settings.Update(t.Context(), w.who, manage.UpdateSettings{Patch: patch})
		return err
	}
	requireFault(t, to("http://127.0.0.1:9000/hook"), fault.Invalid, "validation_failed")
	f, _ := fault.As(to("http://127.0.0.1:9000/hook"))
	require.Equal(t, []fault.Item{{Code: "invalid", Message: "must be an https address", Pointer: "/notify/webhook_url"}}, f.Errors)

	w.settings.AllowPlainWebhooks()
	require.NoError(t, to("http://127.0.0.1:9000/hook"))
	require.NoError(t, to("https://example.com/hook"))
	for _, bad := range []string{"http://", "http:///x", "http://a:b@127.0.0.1/", "ftp://127.0.0.1/", "127.0.0.1:9000"} {
		requireFault(t, to(bad), fault.Invalid, "validation_failed")
	}
	_, err := w.settings.Update(t.Context(), w.who, manage.UpdateSettings{})
	requireFault(t, err, fault.Invalid, "validation_failed")
}

func TestDefaultStrategyHasToExist(t *testing.T) {
	w := newWorld(t)
	foreign, own := w.as(theirs).strategy("Theirs"), w.strategy("Ours")
	w.patchSettings(repricer.SettingsPatch{Enabled: put(true)})
	before := w.everything()
	for _, s := range []strategy.ID{999, foreign} {
		_, err := w.settings.Update(t.Context(), w.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{DefaultStrategyID: put(s)}})
		requireFault(t, err, fault.Rule, "strategy_not_found")
		e, _ := fault.As(err)
		require.Equal(t, "/default_strategy_id", e.Pointer)
		require.Equal(t, before, w.everything())
	}
	calls := w.calls(func() { w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(own)}) })
	require.Equal(t, []string{"repricer_settings Lock", "repricer_strategies Lock", "repricer_settings Update"}, calls)
	require.Equal(t, optional.Some(own), w.get(w.rows(1, us)[0]).EffectiveStrategyID)
	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: optional.Clear[strategy.ID]()})
	require.False(t, w.get(1).EffectiveStrategyID.Known())
}

// addresses keeps the addresses of alerts that settings show.
type addresses struct{ all []optional.Maybe[string] }

func (a *addresses) Set(_ context.Context, _ id.Team, address optional.Maybe[string]) error {
	a.all = append(a.all, address)
	return nil
}

func TestTheAddressOfAlertsIsShown(t *testing.T) {
	w, shown := newWorld(t), &addresses{}
	w.settings.Addressing(shown.Set)
	set := func(address optional.Field[string]) {
		w.patchSettings(repricer.SettingsPatch{Notify: put(repricer.NotifyPatch{WebhookURL: address})})
	}
	w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(5)})
	require.Empty(t, shown.all)
	set(put("https://alerts.example"))
	w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(6)})
	set(put("https://new.example"))
	set(optional.Clear[string]())
	set(put("https://alerts.example"))
	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
	require.Equal(t, []optional.Maybe[string]{
		optional.Some("https://alerts.example"), optional.Some("https://new.example"), optional.None[string](),
		optional.Some("https://alerts.example"), optional.None[string](),
	}, shown.all)
}

func TestSettingsAreReported(t *testing.T) {
	w, log := newWorld(t), &reported.Log{}
	w.settings.Reporting(log)
	w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(5)})
	require.Equal(t, []event.Event{
		{Team: w.who.Team, Type: kernel.RepricerSettingsUpdated, Version: optional.Some[int64](1)},
		{Team: w.who.Team, Type: kernel.RepricerStarted, Version: optional.Some[int64](1), Changed: []string{"enabled"}},
	}, log.Take())
	w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(5)})
	require.Empty(t, log.Types(), "nothing changed")
	w.patchSettings(repricer.SettingsPatch{MaxChangesPerDay: put(6)})
	require.Equal(t, []kernel.Type{kernel.RepricerSettingsUpdated}, log.Types())
	w.patchSettings(repricer.SettingsPatch{Enabled: put(false)})
	require.Equal(t, []kernel.Type{kernel.RepricerSettingsUpdated, kernel.RepricerStopped}, log.Types())
	w.patchSettings(repricer.SettingsPatch{Enabled: put(true)})
	log.Take()
	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
	require.Equal(t, []kernel.Type{kernel.RepricerSettingsUpdated, kernel.RepricerStopped}, log.Types())
	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
	require.Empty(t, log.Types())
}
