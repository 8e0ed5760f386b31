package converter_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/converter"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	accounts "sellingassistant/ports/account"
	port "sellingassistant/ports/converter"
	"sellingassistant/ports/meter"
)

// fakes implements all ports at once.
type fakes struct {
	accounts.Sellers
	mu      sync.Mutex
	catalog map[string][]asin.ASIN // by type and code
	codes   map[asin.ASIN][]converter.Identifier
	refusal error
	slow    time.Duration
	asked   []string
	ended   []string
	kept    map[port.Key][]converter.Identifier
}

func (f *fakes) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: 3, Region: m.Region, ID: "A1"}, nil
}

func (f *fakes) look(ctx context.Context, what string) error {
	f.mu.Lock()
	f.asked = append(f.asked, what)
	f.mu.Unlock()
	select {
	case <-time.After(f.slow):
	case <-ctx.Done():
		return ctx.Err()
	}
	return f.refusal
}

func (f *fakes) ASINs(ctx context.Context, s account.Seller, m marketplace.ID, l converter.Lookup) ([]asin.ASIN, error) {
	err := f.look(ctx, s.ID+" "+string(m)+" "+l.Type+" "+l.Code)
	return f.catalog[l.Type+" "+l.Code], err
}

func (f *fakes) ByCodes(ctx context.Context, s account.Seller, m marketplace.ID, kind string, codes []string) (map[string][]asin.ASIN, error) {
	err := f.look(ctx, s.ID+" "+string(m)+" "+kind+" "+strings.Join(codes, ","))
	out := map[string][]asin.ASIN{}
	for _, code := range codes {
		if found := f.catalog[kind+" "+code]; len(found) > 0 {
			out[code] = found
		}
	}
	return out, err
}

func (f *fakes) Identifiers(ctx context.Context, _ account.Seller, m marketplace.ID, a asin.ASIN) ([]converter.Identifier, error) {
	err := f.look(ctx, string(m)+" "+a.String())
	return f.codes[a], err
}

func (f *fakes) Reserve(context.Context, id.Team, int64) (meter.Hold, error) { return f, nil }

func (f *fakes) end(ctx context.Context, word string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = append(f.ended, word)
	return ctx.Err()
}

func (f *fakes) Commit(ctx context.Context) error  { return f.end(ctx, "commit") }
func (f *fakes) Release(ctx context.Context) error { return f.end(ctx, "release") }

func (f *fakes) Get(_ context.Context, k port.Key) ([]converter.Identifier, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	found, ok := f.kept[k]
	return found, ok
}

func (f *fakes) Put(_ context.Context, k port.Key, found []converter.Identifier) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept[k] = found
}

func (f *fakes) PutFor(context.Context, port.Key, []converter.Identifier, time.Duration, int) {}

func converters(f *fakes) *app.Converters {
	f.kept = map[port.Key][]converter.Identifier{}
	return app.NewConverters(f, f, f.Reserve, f)
}

var who = caller.Caller{Team: 7}

const us = "ATVPDKIKX0DER"

func TestAnswersArePaidOnceAndKept(t *testing.T) {
	f := &fakes{catalog: map[string][]asin.ASIN{
		"UPC 036000291452": {asin.MustParse("B000000002"), asin.MustParse("B000000001"), asin.MustParse("B000000002")},
	}}
	c := converters(f)
	for _, text := range []string{"036000291452", "0-36000-29145-2"} {
		found, err := c.ASINs(context.Background(), who, app.Query{Asked: text})
		require.NoError(t, err)
		require.Equal(t, []converter.Identifier{{Value: "B000000001", Type: "ASIN"}, {Value: "B000000002", Type: "ASIN"}}, found)
	}
	require.Equal(t, []string{"A1 " + us + " UPC 036000291452"}, f.asked)
	require.Equal(t, []string{"commit"}, f.ended)

	_, err := c.ASINs(context.Background(), caller.Caller{Team: 8}, app.Query{Asked: "036000291452"})
	require.NoError(t, err)
	require.Len(t, f.ended, 2, "another team pays for itself")
	_, err = c.ASINs(context.Background(), who, app.Query{Asked: "036000291452", Choice: marketplace.Choice{Domain: "amazon.de"}})
	require.NoError(t, err)
	require.Len(t, f.ended, 3, "another marketplace is another question")
}

func TestAnUnknownUPCIsTriedAsAnEAN(t *testing.T) {
	f := &fakes{catalog: map[string][]asin.ASIN{"EAN 0036000291452": {asin.MustParse("B000000001")}}}
	c := converters(f)
	found, err := c.ASINs(context.Background(), who, app.Query{Asked: "036000291452"})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, []string{"A1 " + us + " UPC 036000291452", "A1 " + us + " EAN 0036000291452"}, f.asked)
	require.Equal(t, []string{"commit"}, f.ended, "one answer, one token")

	found, err = c.ASINs(context.Background(), who, app.Query{Asked: "4006381333931"})
	require.NoError(t, err)
	require.Equal(t, []converter.Identifier{}, found)
	require.Equal(t, []string{"commit", "commit"}, f.ended, "nothing found is an answer")
}

func TestIdentifiers(t *testing.T) {
	book := asin.MustParse("0306406152")
	f := &fakes{codes: map[asin.ASIN][]converter.Identifier{book: {{Value: "9780306406157", Type: "EAN"}, {Value: "9780306406157", Type: "EAN"}}}}
	c := converters(f)
	found, err := c.Identifiers(context.Background(), who, app.Query{Asked: "0306406152", Choice: marketplace.Choice{MarketplaceID: us}})
	require.NoError(t, err)
	require.Equal(t, []converter.Identifier{{Value: "9780306406157", Type: "EAN"}}, found)
	// The same ten characters as a code are another question.
	found, err = c.ASINs(context.Background(), who, app.Query{Asked: "0306406152"})
	require.NoError(t, err)
	require.Empty(t, found)
	require.Equal(t, []string{us + " 0306406152", "A1 " + us + " EAN 9780306406157"}, f.asked)
}

func TestFaultsOfTheParameters(t *testing.T) {
	c := converters(&fakes{})
	for text, message := range map[string]string{
		"036000291453": "has a wrong check digit",
		"12345":        "must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters",
	} {
		_, err := c.ASINs(context.Background(), who, app.Query{Asked: text, Choice: marketplace.Choice{Domain: "amazon.example"}})
		e, ok := fault.As(err)
		require.True(t, ok)
		require.Equal(t, fault.Invalid, e.Kind)
		require.Equal(t, []fault.Item{
			{Code: fault.CodeInvalid, Message: message, Parameter: "identifier"},
			{Code: fault.CodeNotAllowed, Message: "is not a known marketplace", Parameter: "domain"},
		}, e.Errors)
	}
	_, err := c.Identifiers(context.Background(), who, app.Query{Asked: "x"})
	e, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, "asin", e.Parameter)
}

func TestAFailureCostsNothingAndIsNotKept(t *testing.T) {
	f := &fakes{refusal: fault.Missing()}
	c := converters(f)
	for range 2 {
		_, err := c.Identifiers(context.Background(), who, app.Query{Asked: "B000000001"})
		require.True(t, fault.Is(err, fault.CodeNotFound))
	}
	require.Equal(t, []string{"release", "release"}, f.ended)
	require.Empty(t, f.kept)
}

func TestEqualCallsShareOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakes{slow: time.Second, catalog: map[string][]asin.ASIN{"UPC 036000291452": {asin.MustParse("B000000001")}}}
		c := converters(f)
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				found, err := c.ASINs(context.Background(), who, app.Query{Asked: "036000291452"})
				require.NoError(t, err)
				require.Len(t, found, 1)
			})
		}
		wg.Wait()
		require.Len(t, f.asked, 1)
		require.Equal(t, []string{"commit"}, f.ended)
	})
}

func TestTheBudgetEndsAConversion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakes{slow: time.Hour}
		c := converters(f)
		began := time.Now()
		_, err := c.ASINs(context.Background(), who, app.Query{Asked: "036000291452"})
		require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable))
		require.Equal(t, 15*time.Second, time.Since(began))
		synctest.Wait()
		require.Equal(t, []string{"release"}, f.ended, "also though the time was over")
	})
}

// Asks for many codes by their type, and again in another spelling that may be known. They are paid
// and cached like single codes.
func TestByCodes(t *testing.T) {
	one, two, gone := gtin.MustParse("036000291452"), gtin.MustParse("4006381333931"), gtin.MustParse("042100005264")
	a, b := asin.MustParse("B000000001"), asin.MustParse("B000000002")
	f := &fakes{catalog: map[string][]asin.ASIN{"EAN 0036000291452": {b, a, b}, "EAN 4006381333931": {b}}}
	c := converters(f)
	m, _ := marketplace.ByID(us)
	found, err := c.ByCodes(t.Context(), who.Team, m, []gtin.Code{one, two, gone})
	require.NoError(t, err)
	require.Equal(t, []app.Answer{{Products: []asin.ASIN{a, b}}, {Products: []asin.ASIN{b}}, {Products: []asin.ASIN{}}}, found)
	require.ElementsMatch(t, []string{
		"A1 " + us + " UPC 036000291452,042100005264", "A1 " + us + " EAN 4006381333931", "A1 " + us + " EAN 0036000291452,0042100005264",
	}, f.asked)
	require.Equal(t, []string{"commit"}, f.ended)
	again, err := c.ByCodes(t.Context(), who.Team, m, []gtin.Code{gone, one, two})
	require.NoError(t, err)
	require.Equal(t, []app.Answer{found[2], found[0], found[1]}, again)
	require.Len(t, f.asked, 3)
	cost, err := c.Cost(t.Context(), who.Team, m, []gtin.Code{one, gtin.MustParse("96385074")})
	require.NoError(t, err)
	require.Equal(t, int64(1), cost)
	f.refusal = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "down")
	found, err = c.ByCodes(t.Context(), who.Team, m, []gtin.Code{one, gtin.MustParse("96385074")})
	require.NoError(t, err)
	require.NoError(t, found[0].Err)
	require.True(t, fault.Is(found[1].Err, fault.CodeUpstreamUnavailable))
	require.Equal(t, []string{"commit", "release"}, f.ended)
	f.refusal = fault.New(fault.Payment, fault.CodeLimitReached, "no tokens")
	_, err = c.ByCodes(t.Context(), who.Team, m, []gtin.Code{one, gtin.MustParse("96385074")})
	require.True(t, fault.Is(err, fault.CodeLimitReached), "a payment that is due stops all codes: %v", err)
}
