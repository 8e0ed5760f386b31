package pricelist

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	converterapp "sellingassistant/app/converter"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	accounts "sellingassistant/ports/account"
	converterports "sellingassistant/ports/converter"
	"sellingassistant/ports/meter"
)

// market is a catalogue, an account, a purse and an empty cache.
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

func TestMatch(t *testing.T) {
	one, two, gone := gtin.MustParse("4006381333931"), gtin.MustParse("036000291452"), gtin.MustParse("0306406152")
	a, b := asin.MustParse("B000000001"), asin.MustParse("B000000002")
	m := &market{codes: map[string][]asin.ASIN{one.Key(): {a, b}}, down: map[string]error{gone.Key(): fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "down")}}
	matcher := NewMatcher(converterapp.NewConverters(m, m, m, m))
	us, _ := marketplace.ByID(marketplace.US)
	asked := []pricelist.Identity{{Code: one}, {ASIN: b}, {Code: two}, {SKU: "A-1"}}
	found, err := matcher.Match(t.Context(), 1, us, asked)
	require.NoError(t, err)
	require.Equal(t, []asin.ASIN{a, b}, found[0].Products)
	require.Equal(t, []asin.ASIN{b}, found[1].Products)
	require.Empty(t, found[2].Products)
	require.NoError(t, found[2].Err)
	require.True(t, fault.Is(found[3].Err, fault.CodeNotSupported))
	failed, err := matcher.Match(t.Context(), 1, us, []pricelist.Identity{{Code: gone}})
	require.NoError(t, err)
	require.True(t, fault.Is(failed[0].Err, fault.CodeUpstreamUnavailable))
	require.Equal(t, int64(2), m.spent, "answers of the catalogue are paid, failures are not")
	for _, all := range []error{
		fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account."), fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Slower."),
	} {
		m.refused = all
		_, err = matcher.Match(t.Context(), 1, us, asked)
		require.ErrorIs(t, err, all)
		found, err = matcher.Match(t.Context(), 1, us, slices.Clone(asked[1:2]))
		require.NoError(t, err, "an ASIN needs no catalogue")
		require.Equal(t, []asin.ASIN{b}, found[0].Products)
	}
}
