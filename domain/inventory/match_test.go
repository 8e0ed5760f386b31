package inventory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

func wantSKU(n int64, units int, bundle bool) inventory.WantedMatch {
	return inventory.WantedMatch{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: n}, UnitsPerSale: units, Bundle: bundle}
}

// TestMatchesAreWhatWasWanted compares random sets with a plain map: ids stay with their targets,
// and a set twice changes nothing.
func TestMatchesAreWhatWasWanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := kettle(t, inventory.ProductPatch{})
		next := inventory.MatchID(1)
		ids := map[inventory.MatchTarget]inventory.MatchID{}
		for round := range rapid.IntRange(1, 6).Draw(t, "rounds") {
			wanted := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) inventory.WantedMatch {
				return wantSKU(rapid.Int64Range(1, 6).Draw(t, "sku"), rapid.IntRange(1, 3).Draw(t, "units"), rapid.Bool().Draw(t, "bundle"))
			}), 0, 6, func(w inventory.WantedMatch) int64 { return w.Target.ID }).Draw(t, "wanted")
			at := productDay.Add(time.Duration(round) * time.Hour)
			before := p.Version()
			done := p.Match(wanted, nil, optional.None[inventory.MatchMaker](), at)
			require.Equal(t, done.Any(), p.Version() == before+1)

			// The store gives ids to new matches.
			s := p.Snapshot()
			require.Len(t, s.Matches, len(wanted))
			now := map[inventory.MatchTarget]inventory.MatchID{}
			for i := range s.Matches {
				m := &s.Matches[i]
				if m.ID == 0 {
					require.NotContains(t, ids, m.Target)
					m.ID, next = next, next+1
				} else {
					require.Equal(t, ids[m.Target], m.ID)
				}
				now[m.Target] = m.ID
			}
			require.Len(t, done.Removed, len(ids)-(len(wanted)-len(done.Added)))
			ids = now
			for _, w := range wanted {
				found := false
				for _, m := range s.Matches {
					found = found || m.Target == w.Target && m.UnitsPerSale == w.UnitsPerSale && m.Bundle == w.Bundle
				}
				require.True(t, found)
			}
			var err error
			p, err = inventory.RestoreProduct(s)
			require.NoError(t, err)
			require.False(t, p.Match(wanted, nil, optional.None[inventory.MatchMaker](), at).Any())
			require.Equal(t, s, p.Snapshot())
		}
	})
}

// TestASKUIsOnesOrABundles lets products ask for SKUs at random: after each
// answer a SKU is one product's, or every match of it is part of a bundle.
func TestFaultsOfMatchesNameTheirMembers(t *testing.T) {
	err := inventory.CheckMatches([]inventory.WantedMatch{
		{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: 1}, UnitsPerSale: 1},
		{Target: inventory.MatchTarget{Type: inventory.MatchSKU}, UnitsPerSale: 1},
	})
	f, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, "matches[1].target_id is required by the target_type sku", f.Message)
	f, ok = fault.As(inventory.CheckMatches(make([]inventory.WantedMatch, inventory.MaxMatches+1)))
	require.True(t, ok)
	require.Equal(t, []any{"/matches", 1}, []any{f.Pointer, len(f.Errors)}, "too many are one fault")
}

func TestASKUIsOnesOrABundles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		owned := map[inventory.ProductID]map[int64]inventory.Match{}
		for range rapid.IntRange(1, 20).Draw(t, "calls") {
			product := inventory.ProductID(rapid.IntRange(1, 3).Draw(t, "product"))
			w := wantSKU(rapid.Int64Range(1, 2).Draw(t, "sku"), 1, rapid.Bool().Draw(t, "bundle"))
			move := rapid.Bool().Draw(t, "move")
			var rivals []inventory.OwnedMatch
			for p, list := range owned {
				if m, ok := list[w.Target.ID]; ok {
					rivals = append(rivals, inventory.OwnedMatch{Product: p, Match: m})
				}
			}
			taken, err := inventory.Contend(product, []inventory.WantedMatch{w}, rivals, move)
			if err != nil {
				require.False(t, move)
				f, _ := fault.As(err)
				require.Equal(t, fault.CodeConflict, f.Code)
				owner, _ := f.Details["inventory_product_id"].(int64)
				require.Contains(t, owned[inventory.ProductID(owner)], w.Target.ID)
				require.NotEqual(t, int64(product), owner)
				continue
			}
			for _, o := range taken {
				require.True(t, move)
				delete(owned[o.Product], o.Match.Target.ID)
			}
			if owned[product] == nil {
				owned[product] = map[int64]inventory.Match{}
			}
			owned[product][w.Target.ID] = inventory.Match{Target: w.Target, Bundle: w.Bundle, UnitsPerSale: 1}
			for sku := range int64(3) {
				have, bundles := 0, 0
				for _, list := range owned {
					if m, ok := list[sku]; ok {
						have++
						if m.Bundle {
							bundles++
						}
					}
				}
				require.True(t, have <= 1 || bundles == have, "%d matches of SKU %d, %d of them of bundles", have, sku, bundles)
			}
		}
	})
}

func TestWhatSKUsTellByThemselves(t *testing.T) {
	for _, x := range []struct {
		sku, asin string
		want      []string
	}{
		{"KETTLE-1", "B000000001", nil},
		{"KETTLE-1", "0306406152", []string{"09780306406157"}},
		{"KETTLE-1", "0306406153", nil},
		{"036000291452", "B000000001", []string{"00036000291452"}},
		{"036000291453", "B000000001", nil},
		{"96385074", "B000000001", nil},
		{"9780306406157", "0306406152", []string{"09780306406157"}},
		{"4006381333931", "0306406152", []string{"09780306406157", "04006381333931"}},
		{"0-306-40615-2", "", nil},
	} {
		got := inventory.UnmatchedSKU{Record: inventory.MatchedRecord{SKU: x.sku, ASIN: x.asin}}.Codes()
		require.Equal(t, x.want, got, "%s %s", x.sku, x.asin)
	}
}

func TestDecisionsWithoutDoubt(t *testing.T) {
	by := func(m inventory.MatchMethod, products ...inventory.ProductID) []inventory.MatchCandidate {
		var out []inventory.MatchCandidate
		for _, p := range products {
			out = append(out, inventory.MatchCandidate{SKU: 1, Product: p, Method: m})
		}
		return out
	}
	const asin, code = inventory.MatchedByASIN, inventory.MatchedByGTIN
	for name, x := range map[string]struct {
		candidates []inventory.MatchCandidate
		want       string
	}{
		"none":               {nil, "no"},
		"a product by ASIN":  {by(asin, 3), "3 asin"},
		"a product by code":  {by(code, 3), "3 gtin"},
		"a product by both":  {append(by(code, 3), by(asin, 3)...), "3 asin"},
		"two by ASIN":        {by(asin, 3, 4), "no"},
		"two by code":        {by(code, 3, 4), "no"},
		"a contradiction":    {append(by(asin, 3), by(code, 4)...), "no"},
		"a code among ASINs": {append(by(asin, 3), by(code, 3, 4)...), "no"},
	} {
		got, ok := inventory.Decide(x.candidates)
		text := "no"
		if ok {
			text = fmt.Sprintf("%d %s", got.Product, got.Method)
		}
		require.Equal(t, x.want, text, name)
	}
}
