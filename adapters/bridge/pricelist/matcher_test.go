package pricelist

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	converterapp "sellingassistant/app/converter"
	inventoryfacade "sellingassistant/app/inventory/facade"
	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/research/lookup"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	converterports "sellingassistant/ports/converter"
	inventoryports "sellingassistant/ports/inventory"
	"sellingassistant/ports/meter"
	ports "sellingassistant/ports/pricelist"
	researchports "sellingassistant/ports/research"
)

// market fakes a catalogue, an account, a purse and an empty cache.
type market struct {
	accounts.Sellers
	refused error
	mu      sync.Mutex
	spent   int64
	codes   map[string][]asin.ASIN
	down    map[string]error
}

func (m *market) For(context.Context, id.Team, marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{}, m.refused
}

func (m *market) ASINs(_ context.Context, _ account.Seller, _ marketplace.ID, l converter.Lookup) ([]asin.ASIN, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	code := gtin.MustParse(l.Code).Key()
	return m.codes[code], m.down[code]
}

func (m *market) ByCodes(ctx context.Context, s account.Seller, at marketplace.ID, kind string, codes []string) (map[string][]asin.ASIN, error) {
	out := map[string][]asin.ASIN{}
	for _, code := range codes {
		found, err := m.ASINs(ctx, s, at, converter.Lookup{Type: kind, Code: code})
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			out[code] = found
		}
	}
	return out, nil
}

func (m *market) Identifiers(context.Context, account.Seller, marketplace.ID, asin.ASIN) ([]converter.Identifier, error) {
	return nil, nil
}

func (m *market) Reserve(_ context.Context, _ id.Team, n int64) (meter.Hold, error) {
	if n < 1 {
		return nil, fmt.Errorf("cannot reserve %d tokens", n)
	}
	return purse{m, n}, nil
}

type purse struct {
	of *market
	n  int64
}

func (p purse) Commit(context.Context) error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.of.spent += p.n
	return nil
}

func (purse) Release(context.Context) error { return nil }

func (m *market) Get(context.Context, converterports.Key) ([]converter.Identifier, bool) {
	return nil, false
}

func (m *market) Put(context.Context, converterports.Key, []converter.Identifier) {}
func (m *market) PutFor(context.Context, converterports.Key, []converter.Identifier, time.Duration, int) {
}

// Products has all but B000000404.
func (*market) Products(_ context.Context, _ account.Seller, _ marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]lookup.Facts, error) {
	out := map[asin.ASIN]lookup.Facts{}
	for _, a := range asins {
		if a.String() != "B000000404" {
			out[a] = lookup.Facts{Title: "Bottle"}
		}
	}
	return out, nil
}

// untracked fakes a provider without histories.
type untracked struct{ researchports.Histories }

func (untracked) Has(marketplace.Marketplace) error { return fault.Missing() }

// known keeps everything.
type known map[researchports.ProductKey]lookup.Found

func (k known) Get(_ context.Context, key researchports.ProductKey) (lookup.Found, bool) {
	f, ok := k[key]
	return f, ok
}

func (k known) Put(_ context.Context, key researchports.ProductKey, f lookup.Found) { k[key] = f }

func (k known) PutFor(_ context.Context, key researchports.ProductKey, f lookup.Found, _ time.Duration, _ int) {
	k[key] = f
}

// payments maps a team's products to the time of payment.
type payments map[researchports.ProductKey]time.Time

func (p payments) Since(_ context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, after time.Time) (map[asin.ASIN]time.Time, error) {
	paid := map[asin.ASIN]time.Time{}
	for _, a := range asins {
		if at := p[researchports.ProductKey{Team: team, Marketplace: m, ASIN: a}]; at.After(after) {
			paid[a] = at
		}
	}
	return paid, nil
}

func (p payments) Pay(_ context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, at time.Time) error {
	for _, a := range asins {
		p[researchports.ProductKey{Team: team, Marketplace: m, ASIN: a}] = at
	}
	return nil
}

func (payments) Forget(context.Context, time.Time) error { return nil }

// shelf has the SKU A-1, in two accounts as two products.
type shelf struct{ inventoryports.SKUs }

func (shelf) List(_ context.Context, team id.Team, f inventoryports.SKUFilter, _ page.Request) (out page.Page[inventory.SKUSnapshot], err error) {
	for _, product := range []string{"B000000002", "B000000003", "B000000002"} {
		if team == 1 && slices.Contains(f.SKUs, "A-1") && slices.Equal(f.Marketplaces, []marketplace.ID{marketplace.US}) {
			out.Items = append(out.Items, inventory.SKUSnapshot{Key: inventory.SKUKey{SKU: "A-1"}, SKUListing: inventory.SKUListing{ASIN: product}})
		}
	}
	return out, nil
}

func TestMatch(t *testing.T) {
	one, two, gone := gtin.MustParse("4006381333931"), gtin.MustParse("036000291452"), gtin.MustParse("0306406152")
	a, b, c := asin.MustParse("B000000001"), asin.MustParse("B000000002"), asin.MustParse("B000000003")
	m := &market{codes: map[string][]asin.ASIN{one.Key(): {a, b}}, down: map[string]error{gone.Key(): fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "down")}}
	sources := researchapp.NewSources(researchapp.SourceParts{
		Sellers: m, Catalog: m.Products, Histories: untracked{}, Meter: m.Reserve, Known: known{}, Payments: payments{}, Clock: clock.System{},
	})
	matcher := NewMatcher(converterapp.NewConverters(m, m, m.Reserve, m), sources, inventoryfacade.New(inventoryfacade.Parts{SKUs: shelf{}}))
	us, _ := marketplace.ByID(marketplace.US)
	asked := []pricelist.Identity{{Code: one}, {ASIN: b}, {Code: two}, {SKU: "A-1"}, {SKU: "a-1"}, {ASIN: asin.MustParse("B000000404")}}
	cost, err := matcher.Cost(t.Context(), 1, us, asked)
	require.NoError(t, err)
	require.Equal(t, int64(5), cost, "two codes, and three products of ASINs and SKUs")
	found, err := matcher.Match(t.Context(), 1, us, asked)
	require.NoError(t, err)
	require.Equal(t, []ports.Match{{Products: []asin.ASIN{a, b}}, {Products: []asin.ASIN{b}}, {Products: []asin.ASIN{}}, {Products: []asin.ASIN{b, c}}, {}, {}}, found)
	require.Equal(t, int64(4), m.spent, "a product that the catalogue does not have costs nothing")
	unknown, err := matcher.Match(t.Context(), 1, us, asked[5:])
	require.NoError(t, err, "a list of which the catalogue has nothing")
	require.Equal(t, []ports.Match{{}}, unknown)
	again, err := matcher.Match(t.Context(), 1, us, asked[1:2])
	require.NoError(t, err)
	require.Equal(t, found[1:2], again)
	require.Equal(t, int64(4), m.spent, "a product is paid once a day")
	_, err = matcher.Match(t.Context(), 2, us, asked[1:2])
	require.NoError(t, err)
	require.Equal(t, int64(5), m.spent, "another team pays for itself")
	failed, err := matcher.Match(t.Context(), 1, us, []pricelist.Identity{{Code: gone}})
	require.NoError(t, err)
	require.True(t, fault.Is(failed[0].Err, fault.CodeUpstreamUnavailable))
	require.Equal(t, int64(5), m.spent, "answers of the catalogue are paid, failures are not")
	for _, all := range []error{
		fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account."), fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Slower."),
	} {
		m.refused = all
		_, err = matcher.Match(t.Context(), 1, us, asked)
		require.ErrorIs(t, err, all)
		_, err = matcher.Match(t.Context(), 1, us, asked[1:2])
		require.ErrorIs(t, err, all)
	}
}
