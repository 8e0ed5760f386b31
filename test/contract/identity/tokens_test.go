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
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/identity"
	"sellingassistant/test/reported"
	"sellingassistant/test/stores"
)

func (w *world) used(t *testing.T, team id.Team) int64 {
	t.Helper()
	n, err := w.tokenStore.Used(t.Context(), team, identity.PeriodOf(w.clock.Now()))
	require.NoError(t, err)
	return n
}

func (w *world) reserved(t *testing.T, team id.Team) int64 {
	t.Helper()
	n, err := w.tokenStore.Reserved(t.Context(), team, identity.PeriodOf(w.clock.Now()), w.clock.Now())
	require.NoError(t, err)
	return n
}

func TestTokens(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 5), w.team(t, 5)

		r, err := w.tokens.Reserve(ctx, team, 3)
		require.NoError(t, err)
		require.Equal(t, identity.Reservation{ID: r.ID, Team: team, Period: 202611, Tokens: 3, ExpiresAt: start.Add(2 * time.Minute)}, r)
		_, err = w.tokens.Reserve(ctx, team, 3)
		requireFault(t, err, fault.Payment, fault.CodeQuotaExhausted)
		second, err := w.tokens.Reserve(ctx, team, 2)
		require.NoError(t, err)
		require.NoError(t, w.tokens.Release(ctx, second))
		require.NoError(t, w.tokens.Release(ctx, second), "again is fine")
		require.Equal(t, int64(0), w.used(t, team))

		require.NoError(t, w.tokens.Commit(ctx, r))
		require.Equal(t, int64(3), w.used(t, team))
		require.Equal(t, int64(0), w.reserved(t, team))
		require.ErrorIs(t, w.tokens.Commit(ctx, r), app.ErrReservationGone)
		require.ErrorIs(t, w.tokens.Commit(ctx, second), app.ErrReservationGone)
		require.Equal(t, int64(3), w.used(t, team), "nothing is spent twice")
		require.Equal(t, int64(0), w.used(t, other))

		r, err = w.tokens.Reserve(ctx, team, 2)
		require.NoError(t, err)
		foreign := r
		foreign.Team = other
		require.NoError(t, w.tokens.Release(ctx, foreign))
		require.ErrorIs(t, w.tokens.Commit(ctx, foreign), app.ErrReservationGone)
		require.Equal(t, int64(2), w.reserved(t, team), "another team's hands are off")
		require.Equal(t, int64(0), w.used(t, other))

		for _, n := range []int64{0, -1, identity.MaxTokens + 1} {
			_, err = w.tokens.Reserve(ctx, team, n)
			require.Error(t, err)
			_, known := fault.As(err)
			require.False(t, known, "a fault of the program, not of the caller")
		}
		_, err = w.tokens.Reserve(ctx, other+1, 1)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
	})
}

func TestSubscriptionIsLookedAtFirst(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		for status, code := range map[identity.PlanStatus]fault.Code{
			identity.PastDue: fault.CodeSubscriptionInactive, identity.Cancelled: fault.CodeSubscriptionInactive,
			identity.Trialing: fault.CodeQuotaExhausted, identity.Active: fault.CodeQuotaExhausted,
		} {
			team, err := w.teams.Create(t.Context(), app.CreateTeam{Name: "A", Tokens: 0, PlanStatus: status})
			require.NoError(t, err)
			_, err = w.tokens.Reserve(t.Context(), team.ID(), 1)
			requireFault(t, err, fault.Payment, code)
		}
		require.Equal(t, 0, w.count(t, "token_reservations", "1=1"))
	})
}

func TestTokensUnderRace(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		const limit, calls = 50, 10
		team := w.team(t, limit)
		committed := make([]int, workers)
		refused := make([]int, workers)
		errs := race(func(i int) error {
			for n := range calls {
				r, err := w.tokens.Reserve(ctx, team, 1)
				if fault.Is(err, fault.CodeQuotaExhausted) {
					refused[i]++
					continue
				}
				if err != nil {
					return err
				}
				// A third of the calls fails and costs nothing.
				if n%3 == 0 {
					if err := w.tokens.Release(ctx, r); err != nil {
						return err
					}
					continue
				}
				if err := w.tokens.Commit(ctx, r); err != nil {
					return err
				}
				committed[i]++
			}
			return nil
		})
		require.Equal(t, workers, succeeded(errs), "%v", errs)
		total, no := 0, 0
		for i := range workers {
			total, no = total+committed[i], no+refused[i]
		}
		require.Equal(t, int64(total), w.used(t, team))
		// A call may have been refused for a token that another call returned later. The rest can
		// be used to the last token.
		for {
			r, err := w.tokens.Reserve(ctx, team, 1)
			if fault.Is(err, fault.CodeQuotaExhausted) {
				break
			}
			require.NoError(t, err)
			require.NoError(t, w.tokens.Commit(ctx, r))
			total++
		}
		require.Equal(t, limit, total, "%d refused", no)
		require.Positive(t, no)
		require.Equal(t, int64(0), w.reserved(t, team))
	})
}

func TestExactlyTheLimitIsReserved(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 7)
		errs := race(func(int) error {
			_, err := w.tokens.Reserve(t.Context(), team, 1)
			if err != nil && !fault.Is(err, fault.CodeQuotaExhausted) {
				t.Error(err)
			}
			return err
		})
		require.Equal(t, 7, succeeded(errs))
		require.Equal(t, int64(7), w.reserved(t, team))
	})
}

func TestOneReservationIsSpentOnce(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team := w.team(t, 50)
		r, err := w.tokens.Reserve(t.Context(), team, 2)
		require.NoError(t, err)
		errs := race(func(int) error { return w.tokens.Commit(t.Context(), r) })
		require.Equal(t, 1, succeeded(errs))
		require.Equal(t, int64(2), w.used(t, team))
	})
}

func TestACrashGivesItsTokensBack(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 4)
		lost, err := w.tokens.Reserve(ctx, team, 3)
		require.NoError(t, err)
		w.clock.advance(2*time.Minute - time.Microsecond)
		_, err = w.tokens.Reserve(ctx, team, 2)
		requireFault(t, err, fault.Payment, fault.CodeQuotaExhausted)
		w.clock.advance(time.Microsecond)
		taken, err := w.tokens.Reserve(ctx, team, 2)
		require.NoError(t, err)
		require.NoError(t, w.tokens.Commit(ctx, taken))

		// The call was not dead but slow, and its reservation is used up.
		err = w.tokens.Commit(ctx, lost)
		requireFault(t, err, fault.Payment, fault.CodeQuotaExhausted)
		require.Equal(t, int64(2), w.used(t, team))

		slow, err := w.tokens.Reserve(ctx, team, 2)
		require.NoError(t, err)
		w.clock.advance(10 * time.Minute)
		require.NoError(t, w.tokens.Commit(ctx, slow), "late, and there is room")
		require.Equal(t, int64(4), w.used(t, team))
	})
}

func TestEndedReservationsAreSwept(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 100), w.team(t, 100)
		for range 30 {
			_, err := w.tokens.Reserve(ctx, team, 1)
			require.NoError(t, err)
		}
		_, err := w.tokens.Reserve(ctx, other, 1)
		require.NoError(t, err)
		w.clock.advance(2 * time.Hour)
		for _, left := range []int{11, 2, 3} {
			_, err := w.tokens.Reserve(ctx, team, 1)
			require.NoError(t, err)
			require.Equal(t, left, w.count(t, "token_reservations", fmt.Sprintf("team_id = %d", team)))
		}
		require.Equal(t, 1, w.count(t, "token_reservations", fmt.Sprintf("team_id = %d", other)))
	})
}

func TestANewMonthIsAFreshAllowance(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 2)
		w.clock.micros.Store(time.Date(2026, 12, 31, 23, 59, 59, 999_000_000, time.UTC).UnixMicro())
		spent, err := w.tokens.Reserve(ctx, team, 1)
		require.NoError(t, err)
		require.NoError(t, w.tokens.Commit(ctx, spent))
		open, err := w.tokens.Reserve(ctx, team, 1)
		require.NoError(t, err)
		require.Equal(t, identity.Period(202612), open.Period)
		_, err = w.tokens.Reserve(ctx, team, 1)
		e := requireFault(t, err, fault.Payment, fault.CodeQuotaExhausted)
		require.Contains(t, e.Message, "2027-01-01T00:00:00Z")

		w.clock.advance(time.Millisecond)
		require.Equal(t, int64(0), w.used(t, team))
		next, err := w.tokens.Reserve(ctx, team, 2)
		require.NoError(t, err, "December's reservation takes nothing from January")
		require.Equal(t, identity.Period(202701), next.Period)
		require.NoError(t, w.tokens.Commit(ctx, open))
		december, err := w.tokenStore.Used(ctx, team, 202612)
		require.NoError(t, err)
		require.Equal(t, int64(2), december)
		require.Equal(t, int64(0), w.used(t, team))
	})
}

func TestCommitTakesPartInTheTransaction(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team := w.team(t, 5)
		r, err := w.tokens.Reserve(ctx, team, 2)
		require.NoError(t, err)
		undone := errors.New("undone")
		require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error {
			if err := w.tokens.Commit(ctx, r); err != nil {
				return err
			}
			return undone
		}), undone)
		require.Equal(t, int64(0), w.used(t, team))
		require.Equal(t, int64(2), w.reserved(t, team))
		require.NoError(t, w.tokens.Commit(ctx, r))
		require.Equal(t, int64(2), w.used(t, team))
	})
}

// elsewhere fakes the other contexts' data of a team.
type elsewhere struct{ err error }

func (e elsewhere) Figures(_ context.Context, team id.Team, _ time.Time) (ports.Figures, error) {
	return ports.Figures{DocumentBytes: int64(team) * 1000, PriceListRowsMonth: 7, RepricerProducts: 42}, e.err
}

func (e elsewhere) Amounts(context.Context, id.Team) (identity.Recorded, error) {
	return identity.Recorded{}, e.err
}

func (e elsewhere) OfTeam(_ context.Context, team id.Team) ([]ports.Connection, error) {
	return []ports.Connection{{ID: id.Connection(team), Status: "active"}}, e.err
}

func TestAccount(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 10), w.team(t, 1)
		user := w.user(t, team, "a@example.com")
		_ = w.user(t, other, "A@example.com")
		_ = w.user(t, team, "b@example.com")
		k := w.key(t, team, user)
		who, err := w.auth.Authenticate(ctx, k.Secret, "")
		require.NoError(t, err)
		r, err := w.tokens.Reserve(ctx, team, 4)
		require.NoError(t, err)
		require.NoError(t, w.tokens.Commit(ctx, r))
		_, err = w.tokens.Reserve(ctx, team, 3)
		require.NoError(t, err)

		a := app.NewAccount(w.teamStore, w.userStore, w.keyStore, w.tokenStore, elsewhere{}, elsewhere{}.OfTeam, w.clock)
		me, err := a.Me(ctx, who)
		require.NoError(t, err)
		require.Equal(t, app.MeView{
			User:       identity.User{ID: user, Email: "a@example.com", Name: "Somebody", CreatedAt: start},
			TokensLeft: 6, TokensUsed: 4, TokensLimit: 10, RefillAt: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
		}, me)

		view, err := a.Team(ctx, who)
		require.NoError(t, err)
		require.Equal(t, team, view.Team.ID)
		require.Equal(t, identity.Limits{
			TokensMonth: 10, DocumentBytes: 10737418240, PriceListRowsMonth: 1_000_000, RepricerProducts: 250_000, Members: 100,
		}, view.Limits)
		require.Equal(t, identity.Limits{
			TokensMonth: 4, DocumentBytes: int64(team) * 1000, PriceListRowsMonth: 7, RepricerProducts: 42, Members: 2,
		}, view.Usage)
		require.Equal(t, []ports.Connection{{ID: id.Connection(team), Status: "active"}}, view.Connections)

		self, err := a.User(ctx, who)
		require.NoError(t, err)
		require.Equal(t, caller.Owner, self.User.Role)
		require.Equal(t, []identity.TeamRef{{ID: team, Name: "Acme"}, {ID: other, Name: "Acme"}}, self.Teams)
		require.Equal(t, who.Key, self.Key.ID)
		require.Equal(t, start, *self.Key.LastUsedAt)

		away := errors.New("away")
		_, err = app.NewAccount(w.teamStore, w.userStore, w.keyStore, w.tokenStore, elsewhere{away}, elsewhere{}.OfTeam, w.clock).Team(ctx, who)
		require.ErrorIs(t, err, away)
	})
}

// TestLowTokensAreReported spends ten tokens in steps.
func TestLowTokensAreReported(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team, log := w.team(t, 10), &reported.Log{}
		tokens := w.tokens.Reporting(log)
		spend := func(n int64) []event.Event {
			t.Helper()
			r, err := tokens.Reserve(t.Context(), team, n)
			require.NoError(t, err)
			require.NoError(t, tokens.Commit(t.Context(), r))
			return log.Take()
		}
		require.Empty(t, spend(7))
		low := event.Event{Team: team, Type: kernel.QuotaLow, Details: map[string]string{"month": "2026-11", "left": "2", "limit": "10"}}
		require.Equal(t, []event.Event{low}, spend(1))
		require.Empty(t, spend(1), "it was reported")
		require.Equal(t, []event.Event{{
			Team: team, Type: kernel.QuotaExhausted, Details: map[string]string{"month": "2026-11", "left": "0", "limit": "10"},
		}}, spend(1))
	})
}
