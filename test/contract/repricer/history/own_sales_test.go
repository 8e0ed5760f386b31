package history_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	accounts "sellingassistant/ports/account"
)

// oneAccount has A2SELLER for every team in Germany, with orders received since a time.
type oneAccount struct {
	accounts.Sellers
	since time.Time
}

func (oneAccount) OfTeam(_ context.Context, team id.Team) ([]account.Seller, error) {
	return []account.Seller{{Team: team, Connection: 5, ID: "A2SELLER", Marketplaces: []marketplace.ID{de}, Active: true}}, nil
}

func (a oneAccount) CoveredSince(context.Context, id.Team) (map[id.Connection]time.Time, error) {
	if a.since.IsZero() {
		return nil, nil
	}
	return map[id.Connection]time.Time{5: a.since}, nil
}

func TestOwnSalesOfThirtyDays(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		const days = 24 * time.Hour
		first, second, other := plainRow(0), plainRow(1), plainRow(2)
		first.ASIN, second.ASIN, other.ASIN = "B000000001", "B000000001", "B000000002"
		rows := s.Rows(t, ours, first, second, other)
		s.Rows(t, theirs, first)
		end := noon.Add(40 * days)
		s.Clock.At = end
		at := func(day int, name, sku string, units int) {
			o := ordered(name, 0, item("a", sku, units))
			o.PurchasedAt, o.ChangedAt = noon.Add(time.Duration(day)*days), noon.Add(time.Duration(day)*days)
			for _, team := range []id.Team{ours, theirs} {
				if team == ours || sku == "sku-000" && units == 4 {
					s.Take(t, team, o)
				}
			}
		}
		at(5, "early", "sku-000", 7)
		at(15, "1", "sku-000", 2)
		at(20, "2", "sku-001", 3)
		at(25, "3", "sku-000", 4)
		s.In(t, func(ctx context.Context) {
			locked, err := s.Products.LoadLocked(ctx, ours, ids(rows))
			require.NoError(t, err)
			for _, row := range locked {
				if row.ID() != rows[0].ID {
					continue
				}
				for _, turn := range []struct {
					day   int
					owner decision.BoxOwner
				}{{0, decision.BoxCompetitor}, {28, decision.BoxOwn}, {34, decision.BoxCompetitor}, {38, decision.BoxCompetitor}} {
					row.Observe(repricer.Observation{OffersAt: optional.Some(noon.Add(time.Duration(turn.day) * days)), BuyBox: decision.BuyBox{Owner: turn.owner}, Competitors: optional.Some(3)})
				}
			}
			require.NoError(t, s.Products.SaveObserved(ctx, locked))
		})
		build := func(team id.Team, a oneAccount) map[string]history.Sold {
			found, err := history.NewOwnSales(s.Products, s.Sales, a.CoveredSince, a, s.Clock).Of(t.Context(), team, de, []string{"B000000001", "B000000002", "B000000003"}, 30*days)
			require.NoError(t, err)
			for name, sold := range found {
				slices.SortFunc(sold.Rows, func(a, b repricer.Key) int { return int(a.SKU[6]) - int(b.SKU[6]) })
				found[name] = sold
			}
			return found
		}
		long := oneAccount{since: noon}
		require.Equal(t, map[string]history.Sold{
			// Known from day 10, when the thirty days begin, to 38, when it was last looked at; own
			// from 28 to 34.
			"B000000001": {Units: 9, Box: repricer.BoxTime{Own: 6 * 86400, Known: 28 * 86400}, Rows: []repricer.Key{rows[0].Key, rows[1].Key}},
			"B000000002": {Rows: []repricer.Key{rows[2].Key}},
		}, build(ours, long))
		require.Equal(t, int64(4), build(theirs, long)["B000000001"].Units, "another team's are its own")
		require.Empty(t, build(3, long), "a team without rows")
		require.Empty(t, build(ours, oneAccount{since: noon.Add(11 * days)}), "orders are not known for thirty days")
		require.Empty(t, build(ours, oneAccount{}), "no orders are received")
	})
}
