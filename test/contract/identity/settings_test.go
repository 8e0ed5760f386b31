package identity_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/kernel/edit"

	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/test/stores"
)

func ofSettings(p identity.SettingsPatch) app.Change {
	return app.Change{Patch: identity.Patch{Settings: p}}
}

func TestSettingsOfATeam(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 1), w.team(t, 1)
		who := caller.Caller{Team: team, User: w.user(t, team, "a@example.com")}
		zone := ofSettings(identity.SettingsPatch{Timezone: optional.Put("Europe/Berlin")})
		for range 2 {
			done, err := w.settings.Change(ctx, who, zone)
			require.NoError(t, err)
			require.Equal(t, []any{"Europe/Berlin", int64(2)}, []any{done.Team.Snapshot().Timezone, done.Team.Snapshot().Version})
			require.Nil(t, done.Currency)
		}
		require.Equal(t, 1, w.audited(t, team, "team", int64(team), "updated"), "the same again is no change")
		require.Equal(t, 1, w.count(t, "audit_log", "verb = 'updated' AND user_id IS NOT NULL"))

		seen := int64(1)
		stale := zone
		stale.IfMatch = &seen
		_, err := w.settings.Change(ctx, who, stale)
		requireFault(t, err, fault.Stale, fault.CodePreconditionFailed)
		_, err = w.settings.Change(ctx, who, ofSettings(identity.SettingsPatch{Timezone: optional.Put("x"), Name: optional.Put("B")}))
		requireFault(t, err, fault.Invalid, fault.CodeValidationFailed)
		found, err := w.teamStore.Find(ctx, team)
		require.NoError(t, err)
		require.Equal(t, []any{"Acme", int64(2)}, []any{found.Snapshot().Name, found.Snapshot().Version})

		list := vat.Registrations{{Country: "DE", Number: optional.Some("DE123456788"), Scheme: vat.RegisteredStandard}}
		_, err = w.settings.Change(ctx, who, ofSettings(identity.SettingsPatch{Tax: optional.Put(identity.Tax{Registrations: list})}))
		require.NoError(t, err)
		found, err = w.teamStore.Find(ctx, team)
		require.NoError(t, err)
		require.Equal(t, &identity.Tax{Registrations: list}, found.Snapshot().Settings.Tax)
		require.Equal(t, 1, w.count(t, "audit_log", "verb = 'updated' AND CAST(changes AS TEXT) LIKE '%DE DE123456788 standard%'"))

		untouched, err := w.teamStore.Find(ctx, other)
		require.NoError(t, err)
		require.Equal(t, []any{"UTC", int64(1)}, []any{untouched.Snapshot().Timezone, untouched.Snapshot().Version})
		require.Nil(t, untouched.Snapshot().Settings.Tax)
	})
}

func TestAChangedCurrencyConvertsNothing(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 1), w.team(t, 1)
		who := caller.Caller{Team: team}
		w.amounts.of = map[id.Team]identity.Recorded{team: {
			Kept: []identity.Amounts{{Kind: "purchase_order", Count: 3}, {Kind: "product_cost"}},
			Bare: []identity.Amounts{{Kind: "supplier", Count: 2}},
		}}
		euro := ofSettings(identity.SettingsPatch{
			Currency:        optional.Put(money.Currency("EUR")),
			DefaultExpenses: identity.ExpensesPatch{PrepPerUnit: optional.Put(money.MustParse("0.5"))},
		})
		_, err := w.settings.Change(ctx, who, euro)
		requireFault(t, err, fault.Rule, fault.CodeInUse)
		e, _ := fault.As(err)
		require.Equal(t, []edit.Blocker{{Type: "purchase_order", Count: 3, IDs: []int64{}}}, e.Details["blockers"])
		found, err := w.teamStore.Find(ctx, team)
		require.NoError(t, err)
		require.Equal(t, []any{money.Currency("USD"), int64(1)}, []any{found.Snapshot().Currency, found.Snapshot().Version})
		require.Nil(t, found.Snapshot().Settings.DefaultExpenses.PrepPerUnit, "nothing of a refused change is stored")

		_, err = w.settings.Change(ctx, who, ofSettings(identity.SettingsPatch{DefaultExpenses: euro.Patch.Settings.DefaultExpenses}))
		require.NoError(t, err)
		euro.KeepAmounts = true
		done, err := w.settings.Change(ctx, who, euro)
		require.NoError(t, err)
		require.Equal(t, &identity.CurrencyChange{
			From: "USD", To: "EUR",
			ReadAnew: []identity.Amounts{{Kind: "default_expense", Count: 1}, {Kind: "supplier", Count: 2}},
			Kept:     []identity.Amounts{{Kind: "purchase_order", Count: 3}},
		}, done.Currency)
		require.Equal(t, "0.5", done.Team.Snapshot().Settings.DefaultExpenses.PrepPerUnit.String())

		done, err = w.settings.Change(ctx, caller.Caller{Team: other}, ofSettings(identity.SettingsPatch{Currency: optional.Put(money.Currency("EUR"))}))
		require.NoError(t, err, "another team has no amounts")
		require.Equal(t, &identity.CurrencyChange{From: "USD", To: "EUR", ReadAnew: []identity.Amounts{}, Kept: []identity.Amounts{}}, done.Currency)
	})
}

func TestCallsHaveTheDefaultMarketplaceAtOnce(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 1)
		key := w.key(t, team, w.user(t, team, "ann@example.com")).Secret
		ctx := t.Context()
		who, err := w.auth.Authenticate(ctx, key, "192.0.2.1")
		require.NoError(t, err)
		require.Equal(t, marketplace.US, who.Home)
		_, err = w.settings.Change(ctx, who, ofSettings(identity.SettingsPatch{DefaultMarketplace: optional.Put[marketplace.ID]("A1PA6795UKMFR9")}))
		require.NoError(t, err)
		who, err = w.auth.Authenticate(ctx, key, "192.0.2.1")
		require.NoError(t, err)
		require.Equal(t, marketplace.ID("A1PA6795UKMFR9"), who.Home)
	})
}

// send calls an operation with a body and returns status, ETag and answer.
func (s *site) send(t *testing.T, method, path, key, body string, header ...string) (int, string, string) {
	t.Helper()
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Header.Set("X-Api-Key", key)
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	out := httptest.NewRecorder()
	s.handler.ServeHTTP(out, req)
	return out.Code, out.Header().Get("ETag"), out.Body.String()
}

func TestTheAccountIsChanged(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	user := w.user(t, team, "ann@example.com")
	key := w.key(t, team, user).Secret.Reveal()
	s := w.site(t, &w.amounts, nothing{}.OfTeam)
	const path = "/api/v1/account"

	status, tag, body := s.send(t, http.MethodPatch, path, key, `{"name":"Müller GmbH","currency":"EUR","timezone":"Europe/Berlin",
		"default_marketplace_id":"A1PA6795UKMFR9","cost_method":"weighted_average","over_receipt_percent":5,
		"default_expenses":{"prep_per_unit":0.5,"vat_scheme":"standard"},
		"tax":{"registrations":[{"country":"DE","vat_number":"DE 123456788","scheme":"standard","since":"2024-01-01"},{"country":"AT","scheme":"small_business"}]}}`)
	require.Equal(t, 200, status, body)
	require.True(t, strings.HasPrefix(tag, `"2-`), tag)
	var answer struct {
		Data struct {
			Name, Currency, Timezone string
			DefaultMarketplaceID     string          `json:"default_marketplace_id"`
			Settings                 json.RawMessage `json:"settings"`
			CurrencyChange           json.RawMessage `json:"currency_change"`
			Version                  int64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	require.Equal(t, []any{"Müller GmbH", "EUR", "Europe/Berlin", "A1PA6795UKMFR9", int64(2)},
		[]any{answer.Data.Name, answer.Data.Currency, answer.Data.Timezone, answer.Data.DefaultMarketplaceID, answer.Data.Version})
	require.JSONEq(t, `{"cost_method":"weighted_average","over_receipt_percent":5,"default_expenses":{"prep_per_unit":0.5,"inbound_per_unit":null,
		"misc_per_unit":null,"sales_tax_percent":null,"returns_percent":null,"storage_months":null,"vat_scheme":"standard","vat_flat_percent":null},
		"tax":{"registrations":[{"country":"AT","vat_number":null,"scheme":"small_business","since":null},
			{"country":"DE","vat_number":"DE123456788","scheme":"standard","since":"2024-01-01"}],"prices_include_vat":false},"address":null}`, string(answer.Data.Settings))
	require.JSONEq(t, `{"from":"USD","to":"EUR","read_anew":[],"kept":[]}`, string(answer.Data.CurrencyChange))

	w.amounts.of = map[id.Team]identity.Recorded{team: {Kept: []identity.Amounts{{Kind: "purchase_order", Count: 3}}}}
	for _, c := range []struct {
		body   string
		status int
		says   string
		header []string
	}{
		{`{"currency":"USD"}`, 422, `"code":"in_use"`, nil},
		{`{"currency":"USD"}`, 422, `"blockers":[{"type":"purchase_order","count":3,"ids":[]}]`, nil},
		{`{"cost_method":"fifo"}`, 422, `"code":"not_supported"`, nil},
		{`{"timezone":"Berlin"}`, 400, `"pointer":"/timezone"`, nil},
		{`{"name":null}`, 400, `"pointer":"/name"`, nil},
		{`{"tokens_month":5}`, 400, `"unknown_member"`, nil},
		{`{"tax":{"registrations":[{"country":"DE","scheme":"none"}]}}`, 400, `"pointer":"/tax/registrations/0/scheme"`, nil},
		{`{"tax":{"registrations":[{"country":"DE","scheme":"flat"},{"country":"DE","scheme":"margin"}]}}`, 400, `"pointer":"/tax/registrations/1"`, nil},
		{`{}`, 400, `"code":"validation_failed"`, nil},
		{`{"name":"B"}`, 412, `"code":"precondition_failed"`, []string{"If-Match", `"1"`}},
		{`{"name":"Müller"}`, 200, `"version":3`, []string{"If-Match", tag}},
		{`{"currency":"USD","confirm":"keep_amounts","tax":null}`, 200, `"kept":[{"type":"purchase_order","count":3}]`, nil},
	} {
		status, _, body := s.send(t, http.MethodPatch, path, key, c.body, c.header...)
		require.Equal(t, c.status, status, c.body+body)
		require.Contains(t, body, c.says, c.body)
	}
	reading, err := w.keys.Create(t.Context(), caller.Caller{Team: team}, app.CreateKey{User: user, Name: "r", Scopes: []caller.Scope{"account:read"}})
	require.NoError(t, err)
	status, _, body = s.send(t, http.MethodPatch, path, reading.Secret.Reveal(), `{"name":"C"}`)
	require.Equal(t, 403, status, body)
}

func TestRatesOfVAT(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	key := w.key(t, team, w.user(t, team, "ann@example.com")).Secret.Reveal()
	s := w.site(t, nothing{}, nothing{}.OfTeam)
	status, body := s.get(t, "/api/v1/vat-rates?country=DE&date=2020-12-31", key)
	require.Equal(t, 200, status, body)
	require.JSONEq(t, `{"data":{"date":"2020-12-31","rates":[
		{"country":"DE","vat_class":"standard","percent":16,"since":"2020-07-01"},
		{"country":"DE","vat_class":"reduced","percent":5,"since":"2020-07-01"}]}}`, body)
	status, body = s.get(t, "/api/v1/vat-rates?country=US", key)
	require.Equal(t, 200, status, body)
	require.JSONEq(t, `{"data":{"date":"2026-11-21","rates":[]}}`, body)
	status, body = s.get(t, "/api/v1/vat-rates", key)
	require.Equal(t, 200, status, body)
	require.Contains(t, body, `{"country":"GB","vat_class":"zero","percent":0,"since":"2011-01-04"}`)
	for _, bad := range []string{"country=de", "country=DEU", "date=2020-13-01", "date=today", "day=2020-01-01"} {
		status, body = s.get(t, "/api/v1/vat-rates?"+bad, key)
		require.Equal(t, 400, status, body)
	}
}
