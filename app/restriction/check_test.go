package restriction_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/meter"
	port "sellingassistant/ports/restriction"
)

// fakes implements all ports at once.
type fakes struct {
	accounts.Sellers
	ask     func(ctx context.Context) ([]restriction.Record, error)
	asked   []account.Seller
	shops   []marketplace.ID
	commit  error
	release error
	ended   []string
	kept    map[port.Key]restriction.Status
}

func (f *fakes) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: 3, Region: m.Region, ID: "A1"}, nil
}

func (f *fakes) Restrictions(ctx context.Context, c account.Seller, i restriction.Item) ([]restriction.Record, error) {
	f.asked, f.shops = append(f.asked, c), append(f.shops, i.Marketplace)
	return f.ask(ctx)
}

func (f *fakes) Reserve(context.Context, id.Team, int64) (meter.Hold, error) { return f, nil }

func (f *fakes) Commit(ctx context.Context) error {
	f.ended = append(f.ended, "commit")
	return errors.Join(f.commit, ctx.Err())
}

func (f *fakes) Release(ctx context.Context) error {
	f.ended = append(f.ended, "release")
	return errors.Join(f.release, ctx.Err())
}

func (f *fakes) Get(_ context.Context, k port.Key) (restriction.Status, bool) {
	s, ok := f.kept[k]
	return s, ok
}

func (f *fakes) Put(_ context.Context, k port.Key, s restriction.Status) { f.kept[k] = s }

func (f *fakes) PutFor(context.Context, port.Key, restriction.Status, time.Duration, int) {}

func checks(ask func(ctx context.Context) ([]restriction.Record, error)) (*fakes, *app.Checks) {
	f := &fakes{ask: ask, kept: map[port.Key]restriction.Status{}}
	return f, app.NewChecks(f, f.Restrictions, f.Reserve, f)
}

var german = restriction.Item{
	Marketplace: "A1PA6795UKMFR9", ASIN: asin.MustParse("B0ABCDEFGH"), Condition: restriction.ConditionNew,
}

var (
	who   = caller.Caller{Team: 7}
	query = app.Query{ASIN: "b0abcdefgh", Choice: marketplace.Choice{Domain: "amazon.de"}}
)

func TestAnAnswerCostsATokenAndIsKept(t *testing.T) {
	f, c := checks(func(context.Context) ([]restriction.Record, error) {
		return []restriction.Record{{Marketplace: "A1PA6795UKMFR9", Reasons: []restriction.Reason{{Code: "APPROVAL_REQUIRED"}}}}, nil
	})
	for range 2 {
		status, err := c.Check(context.Background(), who, query)
		require.NoError(t, err)
		require.Equal(t, restriction.ApprovalRequired, status)
	}
	require.Equal(t, []string{"commit"}, f.ended)
	require.Equal(t, []account.Seller{{Team: 7, Connection: 3, Region: "eu", ID: "A1"}}, f.asked)
	require.Equal(t, []marketplace.ID{"A1PA6795UKMFR9"}, f.shops)
	require.Equal(t, map[port.Key]restriction.Status{{Team: 7, Connection: 3, Item: german}: "APPROVAL_REQUIRED"}, f.kept)
}

func TestAFailureCostsNothing(t *testing.T) {
	refusal := fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Later.")
	f, c := checks(func(context.Context) ([]restriction.Record, error) { return nil, refusal })
	_, err := c.Check(context.Background(), who, query)
	require.ErrorIs(t, err, refusal)
	require.Equal(t, []string{"release"}, f.ended)
	require.Empty(t, f.kept)
}

func TestAPanicIsAnErrorAndCostsNothing(t *testing.T) {
	f, c := checks(func(context.Context) ([]restriction.Record, error) { panic("boom") })
	_, err := c.Check(context.Background(), who, query)
	require.ErrorContains(t, err, "panicked: boom")
	require.Equal(t, []string{"release"}, f.ended)
	_, err = c.Check(context.Background(), who, query)
	require.Error(t, err, "the flight is not stuck")
}

func TestTokensThatCannotBeSpent(t *testing.T) {
	f, c := checks(func(context.Context) ([]restriction.Record, error) { return nil, nil })
	f.commit = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store is away.")
	_, err := c.Check(context.Background(), who, query)
	require.True(t, fault.Is(err, fault.CodeServiceUnavailable))
	require.Equal(t, []string{"commit", "release"}, f.ended)
	require.Empty(t, f.kept, "an unpaid answer is not cached")
}

func TestTheBudgetEndsACheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, c := checks(func(ctx context.Context) ([]restriction.Record, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		began := time.Now()
		_, err := c.Check(context.Background(), who, query)
		require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable))
		require.Equal(t, 15*time.Second, time.Since(began), "without a deadline of the caller")
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		began = time.Now()
		_, err = c.Check(ctx, who, query)
		require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable))
		require.Equal(t, 3*time.Second, time.Since(began))
		synctest.Wait()
		require.Equal(t, []string{"release", "release"}, f.ended, "also though the time was over")
	})
}

func TestAsPartOfAnotherOperationItCostsNothing(t *testing.T) {
	f, c := checks(func(context.Context) ([]restriction.Record, error) {
		return []restriction.Record{
			{Marketplace: "A1PA6795UKMFR9", Condition: "used_good", Reasons: []restriction.Reason{{Code: "APPROVAL_REQUIRED"}}},
		}, nil
	})
	de, ok := marketplace.ByID("A1PA6795UKMFR9")
	require.True(t, ok)
	used := german
	used.Condition = "used_good"
	for item, want := range map[restriction.Item]restriction.Status{german: "ALLOWED_TO_SELL", used: "APPROVAL_REQUIRED"} {
		status, err := c.Within(context.Background(), who.Team, de, item.ASIN, item.Condition)
		require.NoError(t, err)
		require.Equal(t, want, status)
	}
	require.Empty(t, f.ended, "no token was touched")
	require.Empty(t, f.kept, "an answer that cost no token is not kept for calls that cost one")

	f.kept[port.Key{Team: 7, Connection: 3, Item: german}] = restriction.NotEligible
	status, err := c.Within(context.Background(), who.Team, de, german.ASIN, german.Condition)
	require.NoError(t, err)
	require.Equal(t, restriction.NotEligible, status, "a cached answer is not asked for again")
	require.Len(t, f.asked, 2)
}
