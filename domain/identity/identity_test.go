package identity_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/kernel/vat"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestNewTeam(t *testing.T) {
	team, err := identity.NewTeam("  Acme  ", 100_000, "", now)
	require.NoError(t, err)
	require.Equal(t, identity.TeamSnapshot{
		Name: "Acme", PlanCode: "standard", PlanStatus: "active", TokensMonth: 100_000,
		Currency: "USD", Timezone: "UTC", DefaultMarketplace: "ATVPDKIKX0DER",
		Settings: identity.Settings{CostMethod: "latest"}, Features: []string{}, Version: 1, CreatedAt: now, UpdatedAt: now,
	}, team.Snapshot())

	for _, c := range []struct {
		name, team string
		tokens     int64
		status     identity.PlanStatus
		pointer    string
	}{
		{"no name", " ", 1, "", "/name"},
		{"long name", strings.Repeat("é", 201), 1, "", "/name"},
		{"control character", "A\x00B", 1, "", "/name"},
		{"line end", "A\nB", 1, "", "/name"},
		{"not UTF-8", "A\xff", 1, "", "/name"},
		{"negative tokens", "A", -1, "", "/tokens"},
		{"too many tokens", "A", 1_000_000_000_001, "", "/tokens"},
		{"unknown status", "A", 1, "paused", "/plan_status"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := identity.NewTeam(c.team, c.tokens, c.status, now)
			requireInvalid(t, err, c.pointer)
		})
	}
	_, err = identity.NewTeam(strings.Repeat("é", 200), 0, identity.Cancelled, now)
	require.NoError(t, err, "200 letters and no tokens are fine")
}

func TestChangeThePlan(t *testing.T) {
	later := now.Add(time.Hour)
	tokens, status := int64(5), identity.PastDue
	base, err := identity.NewTeam("A", 10, identity.Active, now)
	require.NoError(t, err)

	team := base
	changed, err := team.Change(identity.Patch{TokensMonth: &tokens, Status: &status}, later)
	require.NoError(t, err)
	require.True(t, changed)
	s := team.Snapshot()
	require.Equal(t, int64(5), s.TokensMonth)
	require.Equal(t, identity.PastDue, s.PlanStatus)
	require.Equal(t, int64(2), s.Version)
	require.Equal(t, later, s.UpdatedAt)

	before := team
	changed, err = team.Change(identity.Patch{TokensMonth: &tokens}, later.Add(time.Hour))
	require.NoError(t, err)
	require.False(t, changed, "the same again")
	require.Equal(t, before, team)

	bad := identity.PlanStatus("x")
	seven := int64(7)
	_, err = team.Change(identity.Patch{TokensMonth: &seven, Status: &bad}, later)
	requireInvalid(t, err, "/plan_status")
	require.Equal(t, before, team, "a refused change changes nothing")
}

func ofSettings(p identity.SettingsPatch) identity.Patch { return identity.Patch{Settings: p} }

func ofExpenses(p identity.ExpensesPatch) identity.Patch {
	return ofSettings(identity.SettingsPatch{DefaultExpenses: p})
}

func TestSetPurchases(t *testing.T) {
	later := now.Add(time.Hour)
	team, err := identity.NewTeam("A", 10, identity.Active, now)
	require.NoError(t, err)
	average, five := identity.CostWeightedAverage, money.MustParsePercent("5")
	for range 2 {
		_, err = team.Change(ofSettings(identity.SettingsPatch{CostMethod: optional.Put(average), OverReceipt: optional.Put(five)}), later)
		require.NoError(t, err)
		s := team.Snapshot()
		require.Equal(t, []any{average, &five, int64(2), int64(10)}, []any{s.Settings.CostMethod, s.Settings.OverReceiptPercent, s.Version, s.TokensMonth})
	}
	before := team
	fifo, lifo := identity.CostFIFO, identity.CostMethod("lifo")
	_, err = team.Change(ofSettings(identity.SettingsPatch{CostMethod: optional.Put(fifo), OverReceipt: optional.Clear[money.Percent]()}), later)
	require.True(t, fault.Is(err, fault.CodeNotSupported))
	_, err = team.Change(ofSettings(identity.SettingsPatch{CostMethod: optional.Put(lifo)}), later)
	requireInvalid(t, err, "/cost_method")
	for _, beyond := range []string{"-0.01", "1000.01"} {
		_, err = team.Change(ofSettings(identity.SettingsPatch{OverReceipt: optional.Put(money.MustParsePercent(beyond))}), later)
		requireInvalid(t, err, "/over_receipt_percent")
	}
	require.Equal(t, before, team)
	changed, err := team.Change(ofSettings(identity.SettingsPatch{OverReceipt: optional.Clear[money.Percent]()}), later)
	require.NoError(t, err)
	require.True(t, changed)
	require.Nil(t, team.Snapshot().Settings.OverReceiptPercent, "no limit")
}

func TestSetDefaultsOfSales(t *testing.T) {
	team, err := identity.NewTeam("A", 10, identity.Active, now)
	require.NoError(t, err)
	plan := ofExpenses(identity.ExpensesPatch{
		StorageMonths: optional.Put(money.MustParse("0.25")), VATScheme: optional.Put(vat.SchemeFlat),
		VATFlatPercent: optional.Put(money.MustParsePercent("12.5")),
	})
	for _, want := range []bool{true, false} {
		changed, err := team.Change(plan, now)
		require.NoError(t, err)
		require.Equal(t, want, changed)
	}
	e := team.Snapshot().Settings.DefaultExpenses
	require.Equal(t, "0.25", e.StorageMonths.String())
	require.Equal(t, vat.Defaults{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(money.MustParsePercent("12.5"))}, team.Snapshot().Settings.VAT())
	before := team
	for pointer, bad := range map[string][]identity.ExpensesPatch{
		"/default_expenses/storage_months":   {{StorageMonths: optional.Put(money.MustParse("-0.01"))}, {StorageMonths: optional.Put(money.MustParse("120.01"))}},
		"/default_expenses/vat_scheme":       {{VATScheme: optional.Put(vat.Scheme("margin"))}},
		"/default_expenses/vat_flat_percent": {{VATFlatPercent: optional.Put(money.MustParsePercent("-1"))}, {VATFlatPercent: optional.Put(money.MustParsePercent("100.01"))}},
	} {
		for _, plan := range bad {
			_, err = team.Change(ofExpenses(plan), now)
			requireInvalid(t, err, pointer)
		}
	}
	require.Equal(t, before, team)
	_, err = team.Change(ofExpenses(identity.ExpensesPatch{
		StorageMonths: optional.Clear[money.Amount](), VATScheme: optional.Clear[vat.Scheme](), VATFlatPercent: optional.Clear[money.Percent](),
	}), now)
	require.NoError(t, err)
	require.Equal(t, identity.Expenses{}, team.Snapshot().Settings.DefaultExpenses)
}

func TestMaySpend(t *testing.T) {
	for status, fine := range map[identity.PlanStatus]bool{
		identity.Trialing: true, identity.Active: true, identity.PastDue: false, identity.Cancelled: false,
	} {
		team, err := identity.NewTeam("A", 10, status, now)
		require.NoError(t, err)
		err = team.MaySpend()
		if fine {
			require.NoError(t, err, status)
			continue
		}
		e, ok := fault.As(err)
		require.True(t, ok, status)
		require.Equal(t, fault.Payment, e.Kind)
		require.Equal(t, fault.CodeSubscriptionInactive, e.Code)
	}
}

func TestMembersAreBounded(t *testing.T) {
	team, err := identity.NewTeam("A", 10, "", now)
	require.NoError(t, err)
	require.NoError(t, team.CheckMembers(99))
	e, ok := fault.As(team.CheckMembers(100))
	require.True(t, ok)
	require.Equal(t, fault.Rule, e.Kind)
}

func TestTeamRoundTrip(t *testing.T) {
	amount, percent := money.MustParse("1.25"), money.MustParsePercent("7.5")
	renews := now.AddDate(0, 1, 0)
	s := identity.TeamSnapshot{
		ID: 7, Name: "Acme", PlanCode: "standard", PlanStatus: identity.Trialing, RenewsAt: &renews, TokensMonth: 9,
		Currency: "EUR", Timezone: "Europe/Berlin", DefaultMarketplace: "A1PA6795UKMFR9",
		Settings: identity.Settings{
			CostMethod: identity.CostFIFO, OverReceiptPercent: &percent,
			DefaultExpenses: identity.Expenses{PrepPerUnit: &amount},
			Tax:             &identity.Tax{Registrations: vat.Registrations{{Country: "DE", Scheme: vat.RegisteredFlat}}, PricesIncludeVAT: true},
		},
		Features: []string{"beta"}, Version: 3, CreatedAt: now, UpdatedAt: now,
	}
	team, err := identity.RestoreTeam(s)
	require.NoError(t, err)
	require.Equal(t, s, team.Snapshot())
	team.Snapshot().Features[0] = "changed"
	team.Snapshot().Settings.Tax.Registrations[0].Country = "FR"
	require.Equal(t, s, team.Snapshot(), "a snapshot is a copy")

	for _, spoil := range []func(*identity.TeamSnapshot){
		func(s *identity.TeamSnapshot) { s.ID = 0 },
		func(s *identity.TeamSnapshot) { s.Name = "" },
		func(s *identity.TeamSnapshot) { s.Version = 0 },
		func(s *identity.TeamSnapshot) { s.PlanStatus = "x" },
	} {
		bad := s
		spoil(&bad)
		_, err := identity.RestoreTeam(bad)
		require.Error(t, err)
	}
}

func TestNewUser(t *testing.T) {
	u, err := identity.NewUser(" Ann@Example.com ", " Ann ", now)
	require.NoError(t, err)
	require.Equal(t, identity.User{Email: "Ann@Example.com", Name: "Ann", CreatedAt: now}, u)
	for _, email := range []string{
		"", "ann", "@example.com", "ann@", "a@b@c", "an n@example.com", "ann@exa\x00mple.com", "<ann@example.com>",
		"ann,bob@example.com", strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("b", 253), "a\xff@example.com",
	} {
		_, err := identity.NewUser(email, "Ann", now)
		requireInvalid(t, err, "/email")
	}
	_, err = identity.NewUser("a@b", "", now)
	requireInvalid(t, err, "/name")
}

func TestRoleFor(t *testing.T) {
	for _, c := range []struct {
		wanted  caller.Role
		members int64
		role    caller.Role
	}{
		{"", 0, "owner"},
		{"", 1, "member"},
		{"viewer", 0, "viewer"},
		{"admin", 5, "admin"},
	} {
		got, err := identity.RoleFor(c.wanted, c.members)
		require.NoError(t, err)
		require.Equal(t, c.role, got)
	}
	_, err := identity.RoleFor("king", 0)
	requireInvalid(t, err, "/role")
}

func TestNewKey(t *testing.T) {
	p := identity.Peppers{Primary: secret.New("p")}
	raw := secret.New(known)
	future := now.Add(time.Hour)
	k, err := identity.NewKey(1, 2, " ci ", []caller.Scope{"write", "read", "write"}, &future, raw, p, now)
	require.NoError(t, err)
	require.Equal(t, identity.KeySnapshot{
		Team: 1, User: 2, Name: "ci", Prefix: known[:8], Last4: known[36:], Digest: p.Digest(raw),
		Scopes: []caller.Scope{"read", "write"}, ExpiresAt: &future, CreatedAt: now,
	}, k.Snapshot())

	var many []caller.Scope
	for range 51 {
		many = append(many, "read")
	}
	for _, c := range []struct {
		name, key string
		scopes    []caller.Scope
		expires   *time.Time
		pointer   string
	}{
		{"no name", "", []caller.Scope{"read"}, nil, "/name"},
		{"no scopes", "a", nil, nil, "/scopes"},
		{"too many scopes", "a", many, nil, "/scopes"},
		{"unknown scope", "a", []caller.Scope{"read", "admin"}, nil, "/scopes"},
		{"unknown group", "a", []caller.Scope{"read", "foo:read"}, nil, "/scopes"},
		{"odd group", "a", []caller.Scope{"Documents:read"}, nil, "/scopes"},
		{"expired at once", "a", []caller.Scope{"read"}, &now, "/expires_at"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := identity.NewKey(1, 2, c.key, c.scopes, c.expires, raw, p, now)
			requireInvalid(t, err, c.pointer)
		})
	}
	_, err = identity.NewKey(1, 2, "a", []caller.Scope{"read"}, nil, secret.New("sak_x"), p, now)
	require.True(t, fault.Is(err, fault.CodeInternal))
}

func TestUsableAndRevoke(t *testing.T) {
	p := identity.Peppers{Primary: secret.New("p")}
	end := now.Add(time.Hour)
	k, err := identity.NewKey(1, 2, "a", []caller.Scope{"read"}, &end, secret.New(known), p, now)
	require.NoError(t, err)
	require.True(t, k.Usable(end.Add(-time.Microsecond)))
	require.False(t, k.Usable(end))

	require.True(t, k.Revoke(now))
	require.False(t, k.Usable(now))
	require.False(t, k.Revoke(end), "once only")
	require.Equal(t, now, *k.Snapshot().RevokedAt, "the first time stays")
}

func TestRestoreKeyAndCaller(t *testing.T) {
	s := identity.KeySnapshot{
		ID: 3, Team: 1, User: 2, Name: "ci", Prefix: "sak_abcd", Last4: "wxyz", Digest: identity.Digest{1},
		Scopes: []caller.Scope{"read"}, LastUsedAt: &now, CreatedAt: now,
	}
	k, err := identity.RestoreKey(s)
	require.NoError(t, err)
	require.Equal(t, s, k.Snapshot())
	require.Equal(t,
		caller.Caller{Team: 1, User: 2, Key: 3, Role: "viewer", Scopes: []caller.Scope{"read"}, Home: "A1PA6795UKMFR9", Address: "192.0.2.1"},
		identity.Access{Key: k, Role: caller.Viewer, Home: "A1PA6795UKMFR9"}.Caller("192.0.2.1"))
	for _, spoil := range []func(*identity.KeySnapshot){
		func(s *identity.KeySnapshot) { s.ID = 0 },
		func(s *identity.KeySnapshot) { s.Team = 0 },
		func(s *identity.KeySnapshot) { s.User = -1 },
		func(s *identity.KeySnapshot) { s.Digest = identity.Digest{} },
	} {
		bad := s
		spoil(&bad)
		_, err := identity.RestoreKey(bad)
		require.Error(t, err)
	}
}

func TestPeriods(t *testing.T) {
	east := time.FixedZone("east", 14*3600)
	for _, c := range []struct {
		at     time.Time
		period identity.Period
		refill time.Time
	}{
		{now, 202611, time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)},
		{time.Date(2026, 12, 31, 23, 59, 59, 999_999_000, time.UTC), 202612, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)},
		{time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), 202701, time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)},
		{time.Date(2027, 1, 1, 5, 0, 0, 0, east), 202612, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		require.Equal(t, c.period, identity.PeriodOf(c.at))
		require.Equal(t, c.refill, c.period.RefillAt())
	}
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, "at")).UTC()
		p := identity.PeriodOf(at)
		require.True(t, p.RefillAt().After(at))
		require.Equal(t, p, identity.PeriodOf(p.RefillAt().Add(-time.Microsecond)))
		require.NotEqual(t, p, identity.PeriodOf(p.RefillAt()))
	})
}

func TestAllowance(t *testing.T) {
	a := identity.Allowance{Limit: 10, Used: 6, Reserved: 2}
	require.NoError(t, a.Take(2, 202611))
	require.Equal(t, identity.Allowance{Limit: 10, Used: 6, Reserved: 4}, a)
	err := a.Take(1, 202611)
	e, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.Payment, e.Kind)
	require.Equal(t, fault.CodeQuotaExhausted, e.Code)
	require.Equal(t, "The team's monthly tokens are used up; they are refilled at 2026-12-01T00:00:00Z.", e.Message)
	require.Equal(t, int64(4), a.Reserved, "a refusal changes nothing")

	for _, c := range []struct {
		a          identity.Allowance
		used, left int64
	}{
		{identity.Allowance{Limit: 10, Used: 4, Reserved: 3}, 4, 6},
		{identity.Allowance{Limit: 0}, 0, 0},
		{identity.Allowance{Limit: 5, Used: 9}, 5, 0},
	} {
		used, left := c.a.Shown()
		require.Equal(t, []int64{c.used, c.left}, []int64{used, left})
	}
	rapid.Check(t, func(t *rapid.T) {
		a := identity.Allowance{Limit: rapid.Int64Range(0, identity.MaxTokens).Draw(t, "limit")}
		for _, n := range rapid.SliceOf(rapid.Int64Range(1, identity.MaxTokens)).Draw(t, "calls") {
			before := a
			room := a.Limit - a.Used - a.Reserved
			if err := a.Take(n, 202611); (err == nil) != (n <= room) {
				t.Fatalf("%d of %d: %v", n, room, err)
			} else if err != nil {
				require.Equal(t, before, a)
			}
			require.LessOrEqual(t, a.Used+a.Reserved, a.Limit)
		}
	})
}

func TestReservationEnds(t *testing.T) {
	r := identity.Reservation{ID: 1, Team: id.Team(1), Tokens: 1, ExpiresAt: now}
	require.True(t, r.Live(now.Add(-time.Microsecond)))
	require.False(t, r.Live(now))
}

func TestDeniedSaysOneThing(t *testing.T) {
	e := identity.Denied()
	require.Equal(t, fault.Forbidden, e.Kind)
	require.Equal(t, fault.CodeAccessDenied, e.Code)
	require.Equal(t, "The API key is not valid. Send your key in the X-Api-Key header.", e.Message)
}

func requireInvalid(t *testing.T, err error, pointer string) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, fault.Invalid, e.Kind)
	require.Equal(t, fault.CodeValidationFailed, e.Code)
	require.Equal(t, pointer, e.Pointer)
}
