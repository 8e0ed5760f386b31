package notification_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/notification"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/notification"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// hand is a clock that tests move.
type hand struct{ now time.Time }

func (h *hand) Now() time.Time { return h.now }

// world has everything around the use case, in memory.
type world struct {
	accounts.Sellers
	accounts []account.Seller
	fast     bool
	rows     []ports.Subscription
	// the marketplace's subscriptions, by seller and type
	remote map[string]*ports.Remote
	made   int
	calls  []string
	broken string
	clock  hand
}

func (w *world) Of(_ context.Context, team id.Team, c id.Connection) (account.Seller, error) {
	for _, a := range w.accounts {
		if a.Team == team && a.Connection == c {
			return a, nil
		}
	}
	return account.Seller{}, fault.Missing()
}

func (w *world) All(context.Context) ([]account.Seller, error) { return w.accounts, nil }

func (w *world) Fast(context.Context, id.Team, string) (bool, error) { return w.fast, nil }

type wanted struct{ *world }

func (w wanted) OfConnection(_ context.Context, team id.Team, c id.Connection) (out []ports.Subscription, _ error) {
	for _, r := range w.rows {
		if r.Team == team && r.Connection == c {
			out = append(out, r)
		}
	}
	return out, nil
}

func (w wanted) All(context.Context) ([]ports.Subscription, error) { return slices.Clone(w.rows), nil }

func (w wanted) Since(_ context.Context, team id.Team, t notification.Type) (map[id.Connection]time.Time, error) {
	out := map[id.Connection]time.Time{}
	for _, r := range w.rows {
		if r.Team == team && r.Type == t {
			out[r.Connection] = r.Since
		}
	}
	return out, nil
}

func (w wanted) Put(_ context.Context, s ports.Subscription) error {
	_ = w.Drop(context.Background(), s.Team, s.Connection, s.Type)
	w.rows = append(w.rows, s)
	return nil
}

func (w wanted) Drop(_ context.Context, team id.Team, c id.Connection, t notification.Type) error {
	w.rows = slices.DeleteFunc(w.rows, func(r ports.Subscription) bool { return r.Team == team && r.Connection == c && r.Type == t })
	return nil
}

func (w wanted) Shared(_ context.Context, name string, except id.Connection) (bool, error) {
	return slices.ContainsFunc(w.rows, func(r ports.Subscription) bool { return r.ID == name && r.Connection != except }), nil
}

func (w *world) Destination(_ context.Context, region marketplace.Region) (string, error) {
	w.calls = append(w.calls, "destination "+string(region))
	return "d-" + string(region), nil
}

func (w *world) Find(_ context.Context, a account.Seller, t notification.Type) (*ports.Remote, error) {
	if a.ID == w.broken {
		return nil, errors.New(a.ID + " is broken")
	}
	return w.remote[a.ID+string(t)], nil
}

func (w *world) Create(_ context.Context, a account.Seller, t notification.Type, r ports.Remote) (*ports.Remote, error) {
	w.made++
	r.ID = fmt.Sprint("s-", w.made)
	w.remote[a.ID+string(t)] = &r
	w.calls = append(w.calls, "create "+r.ID)
	return &r, nil
}

func (w *world) Delete(_ context.Context, _ marketplace.Region, _ notification.Type, name string) error {
	for k, r := range w.remote {
		if r.ID == name {
			delete(w.remote, k)
		}
	}
	w.calls = append(w.calls, "delete "+name)
	return nil
}

func newWorld(accounts ...account.Seller) (*world, *app.Subscriptions) {
	w := &world{accounts: accounts, remote: map[string]*ports.Remote{}, clock: hand{noon}}
	return w, app.NewSubscriptions(w, w.Fast, wanted{w}, w, &w.clock)
}

func seller(team id.Team, c id.Connection, seller string, shops ...marketplace.ID) account.Seller {
	return account.Seller{Team: team, Connection: c, Region: "na", ID: seller, Marketplaces: shops, Active: true, Proven: true}
}

func (w *world) offers(seller string) *ports.Remote { return w.remote[seller+"ANY_OFFER_CHANGED"] }

func TestSubscribing(t *testing.T) {
	ctx, who := t.Context(), caller.Caller{Team: 1}
	w, s := newWorld(seller(1, 10, "A1", "US", "CA"))
	states, err := s.Subscribe(ctx, who, 10)
	require.NoError(t, err)
	require.Len(t, states, 6)
	require.Equal(t, &ports.Remote{ID: "s-1", DestinationID: "d-na", Aggregated: true, Marketplaces: []marketplace.ID{"CA", "US"}}, w.offers("A1"))
	require.Len(t, w.rows, 6)

	again, err := s.Subscribe(ctx, who, 10)
	require.NoError(t, err)
	require.Equal(t, states, again)
	require.Equal(t, 6, w.made)

	w.fast = true
	_, err = s.Subscribe(ctx, who, 10)
	require.NoError(t, err)
	require.Equal(t, 7, w.made, "only changes of offers come sooner")
	require.False(t, w.offers("A1").Aggregated)
	w.fast = false
	w.accounts[0].Marketplaces = []marketplace.ID{"US"}
	_, err = s.Subscribe(ctx, who, 10)
	require.NoError(t, err)
	require.Equal(t, 7, w.made, "more and sooner than needed will do")
	w.accounts[0].Marketplaces = []marketplace.ID{"US", "MX"}
	_, err = s.Subscribe(ctx, who, 10)
	require.NoError(t, err)
	require.Equal(t, 8, w.made)
	require.Equal(t, []marketplace.ID{"MX", "US"}, w.offers("A1").Marketplaces)

	w.accounts[0].Proven = false
	_, err = s.Subscribe(ctx, who, 10)
	require.ErrorContains(t, err, "unproven")
	w.accounts[0].Active = false
	_, err = s.Subscribe(ctx, who, 10)
	require.True(t, fault.Is(err, fault.CodeIntegrationNeedsAttention))
	for _, err := range []error{
		func() error { _, err := s.Subscribe(ctx, caller.Caller{Team: 2}, 10); return err }(),
		func() error { _, err := s.Status(ctx, caller.Caller{Team: 2}, 10); return err }(),
		s.Unsubscribe(ctx, caller.Caller{Team: 2}, 10),
	} {
		require.True(t, fault.Is(err, fault.CodeNotFound))
	}
}

func TestTeamsThatShareAnAccount(t *testing.T) {
	ctx := t.Context()
	w, s := newWorld(seller(1, 10, "A1", "US"), seller(2, 20, "A1", "US"))
	for team, c := range map[id.Team]id.Connection{1: 10, 2: 20} {
		_, err := s.Subscribe(ctx, caller.Caller{Team: team}, c)
		require.NoError(t, err)
	}
	require.Equal(t, 6, w.made)
	require.NoError(t, s.Unsubscribe(ctx, caller.Caller{Team: 1}, 10))
	require.Len(t, w.remote, 6, "the other team still listens")
	states, err := s.Status(ctx, caller.Caller{Team: 1}, 10)
	require.NoError(t, err)
	require.False(t, states[0].Wanted)
	require.NotNil(t, states[0].Remote)
	require.NoError(t, s.Unsubscribe(ctx, caller.Caller{Team: 2}, 20))
	require.Empty(t, w.remote)
	require.Empty(t, w.rows)
}

func TestCheck(t *testing.T) {
	ctx := t.Context()
	w, s := newWorld(seller(1, 10, "A1", "US"), seller(2, 20, "A2", "US"), seller(3, 30, "A3", "US"), seller(4, 40, "A4", "US"))
	for _, a := range w.accounts[:3] {
		_, err := s.Subscribe(ctx, caller.Caller{Team: a.Team}, a.Connection)
		require.NoError(t, err)
	}
	delete(w.remote, "A1ANY_OFFER_CHANGED")
	delete(w.remote, "A2PRICING_HEALTH")
	w.accounts = w.accounts[:2] // the third and fourth connections are removed
	w.accounts[1].Active = false
	w.calls = nil
	done, err := s.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, app.Checked{Kept: 5, Recreated: 1, Ended: 6}, done)
	require.NotNil(t, w.offers("A1"))
	require.Nil(t, w.remote["A2PRICING_HEALTH"], "an account that needs attention is left alone")
	require.Nil(t, w.offers("A3"))
	require.Len(t, w.rows, 12)
	require.Equal(t, 1, len(slices.DeleteFunc(slices.Clone(w.calls), func(c string) bool { return c != "destination na" })), "asked once")

	w.accounts[1].Active = true
	w.broken = "A1"
	done, err = s.Check(ctx)
	require.ErrorContains(t, err, "A1 is broken")
	require.Equal(t, app.Checked{Kept: 5, Recreated: 1}, done, "one that fails does not stop the others")
}

func TestSinceWhenAnAccountIsTold(t *testing.T) {
	ctx, who := t.Context(), caller.Caller{Team: 1}
	w, s := newWorld(seller(1, 10, "A1", "US"))
	since := func() time.Time {
		got, err := s.Since(ctx, 1, notification.OrderChanged)
		require.NoError(t, err)
		return got[10]
	}
	subscribe := func() {
		_, err := s.Subscribe(ctx, who, 10)
		require.NoError(t, err)
	}
	subscribe()
	require.Equal(t, noon, since())
	other, err := s.Since(ctx, 2, notification.OrderChanged)
	require.NoError(t, err)
	require.Empty(t, other)

	w.clock.now = noon.Add(time.Hour)
	subscribe()
	_, err = s.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, noon, since(), "it went on")

	delete(w.remote, "A1ORDER_CHANGE")
	_, err = s.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, noon.Add(time.Hour), since(), "it went at an unknown time, so it counts from the check")

	w.clock.now = noon.Add(90 * time.Minute)
	delete(w.remote, "A1ORDER_CHANGE")
	w.made = 6 // the marketplace gives the name it had again
	subscribe()
	require.Equal(t, "s-7", w.remote["A1ORDER_CHANGE"].ID)
	require.Equal(t, noon.Add(90*time.Minute), since(), "the same name is not the same subscription")

	w.clock.now = noon.Add(2 * time.Hour)
	w.accounts[0].Active = false
	_, err = s.Check(ctx)
	require.NoError(t, err)
	w.accounts[0].Active = true
	w.clock.now = noon.Add(3 * time.Hour)
	subscribe()
	require.Equal(t, noon.Add(2*time.Hour), since(), "a grant that does not work tells nothing")

	w.clock.now = noon.Add(4 * time.Hour)
	require.NoError(t, s.SubscribeHandler().Run(ctx, jobs.Job{Team: 1, Args: []byte(`{"connection":10}`)}))
	require.Equal(t, noon.Add(4*time.Hour), since(), "it works again from now on")

	require.NoError(t, s.Unsubscribe(ctx, who, 10))
	require.Zero(t, since())
}

func TestTypesThatWereNotKnownAreAdded(t *testing.T) {
	ctx := t.Context()
	w, s := newWorld(seller(1, 10, "A1", "US"), seller(2, 20, "A2", "US"))
	for _, a := range w.accounts {
		_, err := s.Subscribe(ctx, caller.Caller{Team: a.Team}, a.Connection)
		require.NoError(t, err)
		require.NoError(t, wanted{w}.Drop(ctx, a.Team, a.Connection, notification.OrderChanged))
		delete(w.remote, a.ID+"ORDER_CHANGE")
	}
	w.accounts[1].Active = false
	done, err := s.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, app.Checked{Kept: 5, Added: 1}, done)
	require.NotNil(t, w.remote["A1ORDER_CHANGE"])
	require.Nil(t, w.remote["A2ORDER_CHANGE"])
}
