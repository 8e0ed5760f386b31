package relay_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/relay"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/relay"
	accounts "sellingassistant/ports/account"
)

// fakes implements both ports.
type fakes struct {
	accounts.Sellers
	mu    sync.Mutex
	found []string
	calls []relay.Request
	by    []account.Seller
	err   error
	call  func(ctx context.Context) (relay.Answer, error)
}

func (f *fakes) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	return f.seller(team, "for "+m.Domain)
}

func (f *fakes) ForSeller(_ context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (account.Seller, error) {
	return f.seller(team, sellerID+" for "+m.Domain)
}

func (f *fakes) OfTeam(_ context.Context, team id.Team) ([]account.Seller, error) {
	f.found = append(f.found, "all")
	return []account.Seller{{Team: team, Region: "eu", Marketplaces: []marketplace.ID{"A1PA6795UKMFR9"}}}, f.err
}

func (f *fakes) seller(team id.Team, how string) (account.Seller, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found = append(f.found, how)
	return account.Seller{
		Team: team, Connection: id.Connection(team * 10), Region: "na", ID: "A1", Marketplaces: []marketplace.ID{"ATVPDKIKX0DER", "A2EUQ1WTGCTBG2"},
	}, f.err
}

func (f *fakes) Call(ctx context.Context, s account.Seller, r relay.Request) (relay.Answer, error) {
	f.mu.Lock()
	f.calls, f.by = append(f.calls, r), append(f.by, s)
	f.mu.Unlock()
	if f.call == nil {
		return relay.Answer{Status: 200}, nil
	}
	return f.call(ctx)
}

var who = caller.Caller{Team: 7}

func aCall() app.Call {
	return app.Call{
		Request: relay.Request{Operation: "op", Segments: relay.Parameters{}, Query: relay.Parameters{"q": "1"}}, Fill: []string{"marketplaceIds"}, Reads: true,
	}
}

func TestTheSellerAccountOfACall(t *testing.T) {
	f := &fakes{}
	relays := app.NewRelays(f, f.Call)
	c := aCall()
	_, err := relays.Call(context.Background(), who, c)
	require.NoError(t, err)
	c = aCall()
	c.Segments["sellerId"], c.MarketplaceIDs = "A9", "A2EUQ1WTGCTBG2,ATVPDKIKX0DER"
	_, err = relays.Call(context.Background(), who, c)
	require.NoError(t, err)
	c = aCall()
	c.Query["sellerId"] = "A9"
	_, err = relays.Call(context.Background(), who, c)
	require.NoError(t, err)
	require.Equal(t, []string{"for amazon.com", "A9 for amazon.ca", "A9 for amazon.com"}, f.found)
	require.Equal(t, relay.Parameters{"q": "1", "marketplaceIds": "ATVPDKIKX0DER"}, f.calls[0].Query)
	require.Equal(t, relay.Parameters{"q": "1", "marketplaceIds": "A2EUQ1WTGCTBG2,ATVPDKIKX0DER"}, f.calls[1].Query)
	require.Equal(t, id.Team(7), f.by[0].Team)
}

// TestTheMarketplaceOfAHost asks for the accounts only where neither the call nor its body names a
// marketplace.
func TestTheMarketplaceOfAHost(t *testing.T) {
	for _, c := range []struct {
		change func(*app.Call)
		found  []string
	}{
		{func(*app.Call) {}, []string{"for amazon.com"}},
		{func(c *app.Call) { c.Hosted = true }, []string{"all", "for amazon.de"}},
		{func(c *app.Call) { c.Hosted, c.Region = true, "na" }, []string{"all", "for amazon.com"}},
		{func(c *app.Call) { c.Hosted, c.Inside = true, []string{"A2EUQ1WTGCTBG2"} }, []string{"for amazon.ca"}},
		{func(c *app.Call) { c.Hosted, c.Domain = true, "amazon.ca" }, []string{"for amazon.ca"}},
	} {
		f := &fakes{}
		call := aCall()
		call.Fill = nil
		c.change(&call)
		_, _ = app.NewRelays(f, f.Call).Call(context.Background(), who, call) // the accounts of the fakes do not serve amazon.de
		require.Equal(t, c.found, f.found)
	}
	f := &fakes{err: fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "Away.")}
	call := aCall()
	call.Hosted = true
	_, err := app.NewRelays(f, f.Call).Call(context.Background(), who, call)
	require.True(t, fault.Is(err, fault.CodeServiceUnavailable))
}

func TestRefusalsBeforeTheCall(t *testing.T) {
	f := &fakes{}
	relays := app.NewRelays(f, f.Call)
	for code, change := range map[fault.Code]func(*app.Call){
		"validation_failed":         func(c *app.Call) { c.Domain = "x" },
		"conflicting_parameters":    func(c *app.Call) { c.Given, c.Rules = relay.Parameters{"a": "1"}, []relay.Rule{relay.Needs("a", "b")} },
		"marketplace_not_connected": func(c *app.Call) { c.MarketplaceIDs = "ATVPDKIKX0DER,A1AM78C64UM0Y8" },
		"integration_required": func(*app.Call) {
			f.err = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "Connect.")
		},
	} {
		f.err = nil
		c := aCall()
		change(&c)
		_, err := relays.Call(context.Background(), who, c)
		require.True(t, fault.Is(err, code), "%s: %v", code, err)
	}
	f.err = nil
	c := aCall()
	c.Domain, c.Inside = "amazon.com", []string{"A1PA6795UKMFR9"}
	_, err := relays.Call(context.Background(), who, c)
	require.True(t, fault.Is(err, fault.CodeConflictingParameters))
	require.Empty(t, f.calls)
}

func TestEqualReadsShareOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakes{call: func(context.Context) (relay.Answer, error) {
			time.Sleep(time.Second)
			return relay.Answer{Status: 200, Body: []byte("x")}, nil
		}}
		relays := app.NewRelays(f, f.Call)
		var wg sync.WaitGroup
		ask := func(times int, by caller.Caller, change func(*app.Call)) {
			for range times {
				wg.Go(func() {
					c := aCall()
					change(&c)
					a, err := relays.Call(context.Background(), by, c)
					require.NoError(t, err)
					require.Equal(t, "x", string(a.Body))
				})
			}
		}
		ask(20, who, func(*app.Call) {})
		ask(2, caller.Caller{Team: 8}, func(*app.Call) {}) // another account
		ask(2, who, func(c *app.Call) { c.Query["q"] = "2" })
		ask(2, who, func(c *app.Call) { c.Query = relay.Parameters{"": "q\x001"} })
		ask(2, who, func(c *app.Call) { c.Segments["q"], c.Query = "1", relay.Parameters{} })
		ask(2, who, func(c *app.Call) { c.Operation = "other" })
		ask(2, who, func(c *app.Call) { c.Domain = "amazon.ca" })
		wg.Wait()
		require.Len(t, f.calls, 7)
		ask(3, who, func(c *app.Call) { c.Reads = false })
		wg.Wait()
		require.Len(t, f.calls, 10, "changes are made one by one")
		ask(1, who, func(*app.Call) {})
		wg.Wait()
		require.Len(t, f.calls, 11, "an answer is shared, not kept")
	})
}

func TestTheBudgetEndsACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakes{call: func(ctx context.Context) (relay.Answer, error) {
			<-ctx.Done()
			return relay.Answer{}, ctx.Err()
		}}
		relays := app.NewRelays(f, f.Call)
		for _, reads := range []bool{true, false} {
			ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
			c := aCall()
			c.Reads = reads
			_, err := relays.Call(ctx, who, c)
			cancel()
			require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable), "%v", err)
			require.True(t, errors.Is(err, context.DeadlineExceeded))
		}
		synctest.Wait()
	})
}
