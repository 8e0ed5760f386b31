package identity_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/ports/audit"
	"sellingassistant/test/stores"
)

// broken is a trail that fails to write.
type broken struct{}

var errBroken = errors.New("the trail is broken")

func (broken) Write(context.Context, ...audit.Entry) error { return errBroken }

func TestTeams(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		made, err := w.teams.Create(ctx, app.CreateTeam{Name: " Acme ", Tokens: 100, PlanStatus: identity.Trialing})
		require.NoError(t, err)
		found, err := w.teamStore.Find(ctx, made.ID())
		require.NoError(t, err)
		require.Equal(t, made.Snapshot(), found.Snapshot())
		require.Equal(t, "Acme", found.Snapshot().Name)
		require.Equal(t, 1, w.audited(t, made.ID(), "team", int64(made.ID()), "created"))

		tokens, status := int64(7), identity.PastDue
		who := caller.Caller{Team: made.ID()}
		for range 2 {
			changed, err := w.settings.Change(ctx, who, app.Change{Patch: identity.Patch{TokensMonth: &tokens, Status: &status}})
			require.NoError(t, err)
			require.Equal(t, int64(2), changed.Team.Snapshot().Version, "the same again changes nothing")
		}
		found, err = w.teamStore.Find(ctx, made.ID())
		require.NoError(t, err)
		require.Equal(t, int64(7), found.Snapshot().TokensMonth)
		require.Equal(t, identity.PastDue, found.Snapshot().PlanStatus)
		require.Equal(t, 1, w.audited(t, made.ID(), "team", int64(made.ID()), "updated"))

		average := identity.CostWeightedAverage
		_, err = w.settings.Change(ctx, who, ofSettings(identity.SettingsPatch{
			CostMethod: optional.Put(average), OverReceipt: optional.Put(money.MustParsePercent("2.5")),
		}))
		require.NoError(t, err)
		found, err = w.teamStore.Find(ctx, made.ID())
		require.NoError(t, err)
		require.Equal(t, []any{average, "2.5"}, []any{found.Snapshot().Settings.CostMethod, found.Snapshot().Settings.OverReceiptPercent.String()})
		require.Equal(t, 2, w.audited(t, made.ID(), "team", int64(made.ID()), "updated"))

		months, flat := money.MustParse("2.5"), money.MustParsePercent("7.5")
		_, err = w.settings.Change(ctx, who, ofSettings(identity.SettingsPatch{DefaultExpenses: identity.ExpensesPatch{
			StorageMonths: optional.Put(months), VATScheme: optional.Put(vat.SchemeFlat), VATFlatPercent: optional.Put(flat),
		}}))
		require.NoError(t, err)
		found, err = w.teamStore.Find(ctx, made.ID())
		require.NoError(t, err)
		require.Equal(t, identity.Expenses{StorageMonths: &months, VATScheme: new(vat.SchemeFlat), VATFlatPercent: &flat},
			found.Snapshot().Settings.DefaultExpenses)
		require.Equal(t, 3, w.audited(t, made.ID(), "team", int64(made.ID()), "updated"))

		_, err = w.settings.Change(ctx, caller.Caller{Team: made.ID() + 1}, app.Change{Patch: identity.Patch{TokensMonth: &tokens}})
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.teamStore.Find(ctx, 0)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.teams.Create(ctx, app.CreateTeam{Name: ""})
		requireFault(t, err, fault.Invalid, fault.CodeValidationFailed)
	})
}

func TestEveryMemberOfATeamSurvivesTheStore(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		amount := func(text string) *money.Amount { v := money.MustParse(text); return &v }
		percent := func(text string) *money.Percent { v := money.MustParsePercent(text); return &v }
		renews := start.AddDate(0, 1, 0)
		want := identity.TeamSnapshot{
			ID: 1 << 40, Name: "Ä 日本 ' \\ \"", PlanCode: "standard", PlanStatus: identity.Cancelled, RenewsAt: &renews,
			TokensMonth: 12, Currency: "EUR", Timezone: "Europe/Berlin", DefaultMarketplace: "A1PA6795UKMFR9",
			Settings: identity.Settings{
				CostMethod: identity.CostFIFO, OverReceiptPercent: percent("2.5"),
				DefaultExpenses: identity.Expenses{
					PrepPerUnit: amount("0.0001"), InboundPerUnit: amount("2"), MiscPerUnit: amount("3"),
					SalesTaxPercent: percent("19"), ReturnsPercent: percent("4.25"),
					StorageMonths: amount("1.25"), VATScheme: new(vat.SchemeFlat), VATFlatPercent: percent("7.5"),
				},
				Tax: &identity.Tax{PricesIncludeVAT: true, Registrations: vat.Registrations{
					{Country: "DE", Number: optional.Some("DE123456788"), Scheme: vat.RegisteredStandard, Since: optional.Some(date.MustParse("2024-01-01"))},
					{Country: "FR", Scheme: vat.RegisteredMargin},
				}},
			},
			Features: []string{"one", "two"}, Version: 9, CreatedAt: start, UpdatedAt: start.Add(time.Microsecond),
		}
		team, err := identity.RestoreTeam(want)
		require.NoError(t, err)
		got, err := w.teamStore.Add(t.Context(), team)
		require.NoError(t, err)
		want.ID = got
		found, err := w.teamStore.FindLocked(t.Context(), got)
		require.NoError(t, err)
		require.Equal(t, want, found.Snapshot())
	})
}

func TestUsersJoinTeams(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 1), w.team(t, 1)
		ann, err := w.users.Create(ctx, caller.Caller{Team: team}, app.CreateUser{Email: "Ann@Example.com", Name: "Ann"})
		require.NoError(t, err)
		require.Equal(t, caller.Owner, ann.Role)
		bob, err := w.users.Create(ctx, caller.Caller{Team: team}, app.CreateUser{Email: "bob@example.com", Name: "Bob"})
		require.NoError(t, err)
		require.Equal(t, caller.Member, bob.Role)

		again, err := w.users.Create(ctx, caller.Caller{Team: other}, app.CreateUser{Email: "ANN@example.COM", Name: "Anna", Role: caller.Viewer})
		require.NoError(t, err)
		require.Equal(t, ann.User, again.User, "the same person, with the name given first")
		require.Equal(t, caller.Viewer, again.Role)

		_, err = w.users.Create(ctx, caller.Caller{Team: other}, app.CreateUser{Email: "ann@example.com", Name: "Ann"})
		e := requireFault(t, err, fault.Rule, fault.CodeDuplicate)
		require.Equal(t, int64(ann.ID), e.Details["existing_id"])

		_, err = w.users.Create(ctx, caller.Caller{Team: other + 1}, app.CreateUser{Email: "x@example.com", Name: "X"})
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		_, err = w.users.Create(ctx, caller.Caller{Team: other}, app.CreateUser{Email: "y@example.com", Name: "Y", Role: "king"})
		requireFault(t, err, fault.Invalid, fault.CodeValidationFailed)
		require.Equal(t, 2, w.count(t, "users", "1=1"), "a refusal stores no user")

		members, err := w.userStore.Members(ctx, team)
		require.NoError(t, err)
		require.Equal(t, int64(2), members)
		teams, err := w.userStore.TeamsOf(ctx, team, ann.ID)
		require.NoError(t, err)
		require.Equal(t, []identity.TeamRef{{ID: team, Name: "Acme"}, {ID: other, Name: "Acme"}}, teams)
		teams, err = w.userStore.TeamsOf(ctx, other, bob.ID)
		require.NoError(t, err)
		require.Empty(t, teams, "asked by a team the user is not in")
		_, err = w.userStore.Member(ctx, other, bob.ID)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
		require.Equal(t, 1, w.audited(t, other, "user", int64(ann.ID), "joined"))
	})
}

func TestUsersRace(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		var teams [workers]id.Team
		for i := range teams {
			teams[i] = w.team(t, 1)
		}
		errs := race(func(i int) error {
			_, err := w.users.Create(t.Context(), caller.Caller{Team: teams[i]}, app.CreateUser{Email: "Same@example.com", Name: "Same"})
			return err
		})
		require.Equal(t, workers, succeeded(errs), "%v", errs)
		require.Equal(t, 1, w.count(t, "users", "email_folded = 'same@example.com'"))
		require.Equal(t, workers, w.count(t, "memberships", "1=1"))

		team := w.team(t, 1)
		errs = race(func(i int) error {
			_, err := w.users.Create(t.Context(), caller.Caller{Team: team}, app.CreateUser{Email: fmt.Sprintf("u%d@example.com", i), Name: "U"})
			return err
		})
		require.Equal(t, workers, succeeded(errs), "%v", errs)
		require.Equal(t, 1, w.count(t, "memberships", fmt.Sprintf("team_id = %d AND role = 'owner'", team)))

		errs = race(func(int) error {
			_, err := w.users.Create(t.Context(), caller.Caller{Team: team}, app.CreateUser{Email: "last@example.com", Name: "L"})
			return err
		})
		require.Equal(t, 1, succeeded(errs))
	})
}

func TestAFullTeamTakesNobody(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 1)
		for i := range 100 {
			w.user(t, team, fmt.Sprintf("u%d@example.com", i))
		}
		_, err := w.users.Create(t.Context(), caller.Caller{Team: team}, app.CreateUser{Email: "more@example.com", Name: "M"})
		requireFault(t, err, fault.Rule, fault.CodeValidationFailed)
		require.Equal(t, 100, w.count(t, "memberships", "1=1"))
		require.Equal(t, 0, w.count(t, "users", "email = 'more@example.com'"))
	})
}

func TestNothingIsStoredWithoutItsLineInTheTrail(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 1)
		user := w.user(t, team, "a@example.com")
		key := w.key(t, team, user)
		who := caller.Caller{Team: team}
		ctx := t.Context()
		tokens := int64(99)

		_, err := app.NewTeams(s, w.teamStore, broken{}, w.clock).Create(ctx, app.CreateTeam{Name: "B"})
		require.ErrorIs(t, err, errBroken)
		_, err = app.NewSettings(s, w.teamStore, nothing{}, broken{}, w.clock, w.auth.ForgetTeam).Change(ctx, who, app.Change{Patch: identity.Patch{TokensMonth: &tokens}})
		require.ErrorIs(t, err, errBroken)
		_, err = app.NewUsers(s, w.teamStore, w.userStore, broken{}, w.clock).Create(ctx, who, app.CreateUser{Email: "b@example.com", Name: "B"})
		require.ErrorIs(t, err, errBroken)
		keys := app.NewKeys(s, w.userStore, w.keyStore, broken{}, w.clock, pepper, zeros{}, func(id.Key) {})
		_, err = keys.Create(ctx, who, app.CreateKey{User: user, Name: "x", Scopes: []caller.Scope{caller.Read}})
		require.ErrorIs(t, err, errBroken)
		_, err = keys.Revoke(ctx, who, key.Key.Snapshot().ID)
		require.ErrorIs(t, err, errBroken)
		a := app.NewAuthenticator(s, w.keyStore, broken{}, w.clock, pepper, 1, func(error) {})
		defer a.Close()
		_, err = a.Authenticate(ctx, key.Secret, "")
		require.ErrorIs(t, err, errBroken)

		require.Equal(t, 1, w.count(t, "teams", "tokens_month = 1"))
		require.Equal(t, 1, w.count(t, "teams", "1=1"))
		require.Equal(t, 1, w.count(t, "users", "1=1"))
		require.Equal(t, 1, w.count(t, "api_keys", "revoked_at IS NULL AND last_used_at IS NULL"))
		require.Equal(t, 1, w.count(t, "api_keys", "1=1"))
	})
}

// zeros is a source of predictable bytes.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func TestTheTrailIsAppendOnly(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 5)
		ctx := t.Context()
		require.NoError(t, w.trail.Write(ctx), "nothing to write is fine")
		require.NoError(t, w.trail.Write(ctx, audit.Entry{
			Team: team, User: 2, Key: 3, Address: "192.0.2.1", Source: audit.API, Record: "thing", RecordID: 4, Verb: "changed",
			Changes: map[string]audit.Change{"name": {Old: "a", New: nil}}, At: start,
		}))
		var user, key, at int64
		var address, source, changes, trace string
		require.NoError(t, s.Read(ctx).QueryRowContext(ctx, `SELECT user_id, key_id, address, source, CAST(changes AS TEXT), trace_id, at
			FROM audit_log WHERE record_type = 'thing' AND record_id = 4`).
			Scan(&user, &key, &address, &source, &changes, &trace, &at))
		require.Equal(t, []int64{2, 3, start.UnixMicro()}, []int64{user, key, at})
		require.Equal(t, []string{"192.0.2.1", "api", "trace-1"}, []string{address, source, trace})
		require.JSONEq(t, `{"name":{"old":"a","new":null}}`, changes)

		require.Equal(t, 1, w.count(t, "audit_log", "record_type = 'team' AND user_id IS NULL AND key_id IS NULL AND source = 'cli'"))
		_, err := s.Write(ctx).ExecContext(ctx, "UPDATE audit_log SET verb = 'x'")
		require.ErrorContains(t, err, "append-only")
		_, err = s.Write(ctx).ExecContext(ctx, "DELETE FROM audit_log")
		require.ErrorContains(t, err, "append-only")
		require.Equal(t, 2, w.count(t, "audit_log", "verb <> 'x'"))
	})
}
