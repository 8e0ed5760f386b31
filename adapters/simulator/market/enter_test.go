package market

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// hear advances a marketplace for a Day in steps, and lists the reports to a listener for an
// account of North America about its offers in the US.
func hear(t *testing.T, step time.Duration, calls bool) []string {
	t.Helper()
	m := open(settings{Seed: 11, Products: 4000})
	s := m.Seller(marketplace.NA, world.Revoked)
	var texts []string
	m.OnOfferChange(func(seller string, shop marketplace.ID) bool { return seller == s.ID && shop == marketplace.US }, func(c OfferChange) {
		if len(texts) < 50 {
			require.Equal(t, c.At, c.Board.At)
			require.Equal(t, marketplace.US, c.Board.Shop.ID)
			own := m.Ledger.OwnOffers(c.Board.Product.ASIN, marketplace.US)
			require.True(t, slices.ContainsFunc(own, func(o ledger.OwnOffer) bool { return o.Seller == s.ID }))
		}
		texts = append(texts, fmt.Sprint(c.At.Unix(), " ", c.Type, " ", c.Board.Product.ASIN, " ", c.Board.fingerprint()))
	})
	m.Advance()
	require.Empty(t, texts, "listeners get no earlier events")
	for range Day / int64(step/time.Second) {
		m.World.Clock.Step(step)
		for i := range 40 {
			if l, ok := m.Ledger.ListingOf(s.ID, ledger.SKU(i)); ok && calls {
				p, _ := m.Catalog.Product(l.ASIN)
				m.BoardOf(p, world.Shops[marketplace.US])
			}
		}
		m.Advance()
	}
	return texts
}

func TestListenersHearEveryChangeInOrder(t *testing.T) {
	often, seldom := hear(t, 20*time.Minute, false), hear(t, 6*time.Hour, false)
	require.Equal(t, often, seldom, "how often the clock is looked at does not matter")
	require.ElementsMatch(t, often, hear(t, 2*time.Hour, true), "nor who looks")
	require.Greater(t, len(often), 1000)
	require.True(t, slices.IsSortedFunc(often, func(a, b string) int { return strings.Compare(a[:10], b[:10]) }))
	kinds := map[string]int{}
	for _, h := range often {
		kinds[strings.Fields(h)[1]]++
	}
	for _, kind := range []competition.Change{competition.ChangedInternal, competition.ChangedExternal, competition.ChangedFeatured} {
		require.Positive(t, kinds[string(kind)], kind)
	}
}

func TestWhatACallFindsIsHeardOnce(t *testing.T) {
	m := open(settings{Seed: 11})
	s, us := m.Seller(marketplace.NA, world.Full), world.Shops[marketplace.US]
	p := m.Catalog.ProductAt(m.Ledger.FirstProduct(&s))
	number := 0
	m.OnOfferChange(nil, func(c OfferChange) {
		if c.Board.Product.Index == p.Index && c.Board.Shop == us {
			number++
		}
	})
	m.BoardOf(p, us)
	changes := 0
	for range 200 {
		before := m.BoardOf(p, us).fingerprint()
		m.World.Clock.Step(10 * time.Minute)
		if m.BoardOf(p, us).fingerprint() != before {
			changes++
		}
	}
	require.Positive(t, changes)
	require.GreaterOrEqual(t, number, changes)
	again := number
	m.BoardOf(p, us)
	require.Equal(t, again, number)
}

func TestAnOwnPriceReachesTheMarketWhenItIsApplied(t *testing.T) {
	m := open(settings{Seed: 11, Submission: ledger.Delay{Min: 5 * time.Minute, Max: 5 * time.Minute}})
	s, us := m.Seller(marketplace.NA, world.Full), world.Shops[marketplace.US]
	owner, _ := m.Account(s.ID)
	i := slices.IndexFunc(m.Ledger.ListingsOf(owner), func(l *ledger.Listing) bool {
		o, ok := l.Offer(us.ID)
		return ok && o.Buyable && o.Condition == catalog.NewItems
	})
	l := m.Ledger.ListingsOf(owner)[i]
	p, _ := m.Catalog.Product(l.ASIN)
	var changes []OfferChange
	m.OnOfferChange(func(seller string, _ marketplace.ID) bool { return seller == s.ID }, func(c OfferChange) {
		if c.Board.Product.Index == p.Index && c.Board.Shop == us {
			changes = append(changes, c)
		}
	})
	m.Advance()
	price(t, m, s, l.SKU, "1.50")
	m.World.Clock.Step(5*time.Minute - time.Second)
	require.NotEqual(t, int64(150), m.BoardOf(p, us).own(s.ID, l.SKU).Price)
	m.World.Clock.Step(time.Second)
	m.Advance()
	own := m.BoardOf(p, us).own(s.ID, l.SKU)
	require.Equal(t, int64(150), own.Price)
	require.True(t, own.Winner)
	require.NotEmpty(t, changes)
	last := changes[len(changes)-1]
	require.Equal(t, time.Unix(noon+300, 0).UTC(), last.At)
	require.Equal(t, competition.ChangedFeatured, last.Type)
	require.Equal(t, int64(150), last.Board.own(s.ID, l.SKU).Price)

	// From now on the market continues forever, and never goes back.
	m.World.Clock.Step(3 * 24 * time.Hour)
	require.True(t, m.BoardOf(p, us).own(s.ID, l.SKU).Winner)
	later := m.BoardOf(p, us).At
	m.World.Clock.Step(-24 * time.Hour)
	require.Equal(t, later, m.BoardOf(p, us).At)
	m.Ledger.Forget()
	m.Floor.Forget()
	require.NotEqual(t, int64(150), m.BoardOf(p, us).own(s.ID, l.SKU).Price)
}

// The expected price gets the buy box; two cents more do not.
func TestTheExpectedPriceWins(t *testing.T) {
	m := open(settings{Seed: 2})
	us := world.Shops[marketplace.US]
	owner, _ := m.Account(m.Seller(marketplace.NA, world.Full).ID)
	tried := 0
	for _, l := range m.Ledger.ListingsOf(owner) {
		p, _ := m.Catalog.Product(l.ASIN)
		result := m.expectedOf(owner.ID, l.SKU, us)["featuredOfferExpectedPriceResults"].([]gateway.Object)[0]
		if result["resultStatus"] != "VALID_FOEP" {
			continue
		}
		tried++
		price := result["featuredOfferExpectedPrice"].(gateway.Object)["listingPrice"].(gateway.Object)
		minor, ok := us.MinorOf(price["amount"].(json.Number))
		require.True(t, ok)
		wins := func(listing int64) bool {
			k := m.newMarket(p, us, noon)
			k.bring(noon)
			own := slices.Clone(k.mine)
			own = slices.DeleteFunc(own, func(o ledger.OwnOffer) bool { return o.Seller == owner.ID && o.SKU != l.SKU })
			for i := range own {
				if own[i].SKU == l.SKU {
					own[i].Price = listing
				}
			}
			k.put(own)
			k.Settle()
			w := k.board().Winner()
			return w != nil && w.SKU == l.SKU
		}
		require.True(t, wins(minor), "%s at %d", l.SKU, minor)
		require.False(t, wins(minor+2), "%s at %d", l.SKU, minor+2)
	}
	require.Greater(t, tried, 150)
}

// A seller who follows the mirror's rule against a mirror settles in two
// rounds, wherever both begin.
func TestOwnOfferAgainstAMirrorSettles(t *testing.T) {
	for _, first := range []int64{1100, 1500, 1999, 2000, 2001, 2900} {
		k := bench(competition.Contender{Behaviour: competition.Mirror, Listing: 2000, Floor: 1000, Ceiling: 3000, Step: 1})
		k.put([]ledger.OwnOffer{{Seller: "A1", SKU: "x", Price: first, Units: 5, Buyable: true}})
		k.Settle()
		rounds := 0
		for at := int64(noon); at < noon+30*Day; at += 300 {
			k.bring(at)
			own := k.mine[0]
			if k.Winner != 0 || k.Contenders[0].Landed() >= own.Price {
				continue
			}
			own.Price = max(1050, k.Contenders[0].Landed())
			rounds++
			k.put([]ledger.OwnOffer{own})
			k.Settle()
		}
		require.LessOrEqual(t, rounds, 2)
	}
}

// Several concurrent readers, prices and advances leave a market as a single reader does, except
// for a changed own price.
func TestMarketsMayBeLookedAtAtOnce(t *testing.T) {
	const products, rounds = 300, 40
	again := func() *place {
		return open(settings{Limits: gateway.Limits{Off: true}, Products: products, Submission: ledger.Delay{Min: time.Second, Max: time.Second}})
	}
	m, us := again(), world.Shops[marketplace.US]
	var heard sync.Map
	s := m.Seller(marketplace.NA, world.Revoked)
	m.OnOfferChange(func(seller string, _ marketplace.ID) bool { return seller == s.ID }, func(c OfferChange) { heard.Store(c.Board.Product.ASIN, true) })
	m.Advance()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range rounds {
				switch worker {
				case 0:
					m.World.Clock.Step(time.Minute)
					m.Advance()
				case 1:
					price(t, m, s, ledger.SKU(i), "12.34")
					m.Ledger.Settle()
				default:
					m.BoardOf(m.Catalog.ProductAt((i*7+worker)%products), us)
				}
			}
		})
	}
	wg.Wait()
	m.World.Clock.Step(time.Minute)
	m.Advance()

	alone := again()
	alone.World.Clock.Step((rounds + 1) * time.Minute)
	mine, applied := map[string]bool{}, 0
	for i := range rounds {
		l, ok := m.Ledger.ListingOf(s.ID, ledger.SKU(i))
		require.True(t, ok)
		mine[l.ASIN] = true
		for _, o := range m.Ledger.OwnOffers(l.ASIN, us.ID) {
			if o.Seller == s.ID && o.SKU == l.SKU {
				require.Equal(t, int64(1234), o.Price, l.SKU)
				applied++
			}
		}
	}
	require.Positive(t, applied)
	same := 0
	for index := range products {
		p := m.Catalog.ProductAt(index)
		if mine[p.ASIN] {
			continue
		}
		same++
		require.Equal(t, alone.BoardOf(alone.Catalog.ProductAt(index), us).fingerprint(), m.BoardOf(p, us).fingerprint(), p.ASIN)
	}
	require.Greater(t, same, products/2)
	number := 0
	heard.Range(func(asin, _ any) bool {
		if mine[asin.(string)] {
			number++
		}
		return true
	})
	require.Positive(t, number, "a price that was applied is a change of offers")
}

func TestMarketOperations(t *testing.T) {
	type published struct {
		method, path string
		rate, burst  float64
	}
	want := map[string]published{
		"searchCatalogItems":                 {http.MethodGet, "/catalog/2022-04-01/items", 2, 2},
		"getCatalogItem":                     {http.MethodGet, "/catalog/2022-04-01/items/{asin}", 2, 2},
		"searchDefinitionsProductTypes":      {http.MethodGet, "/definitions/2020-09-01/productTypes", 5, 10},
		"getDefinitionsProductType":          {http.MethodGet, "/definitions/2020-09-01/productTypes/{productType}", 5, 10},
		"getCompetitivePricing":              {http.MethodGet, "/products/pricing/v0/competitivePrice", 0.5, 1},
		"getPricing":                         {http.MethodGet, "/products/pricing/v0/price", 0.5, 1},
		"getItemOffers":                      {http.MethodGet, "/products/pricing/v0/items/{Asin}/offers", 0.5, 1},
		"getListingOffers":                   {http.MethodGet, "/products/pricing/v0/listings/{SellerSKU}/offers", 1, 2},
		"getItemOffersBatch":                 {http.MethodPost, "/batches/products/pricing/v0/itemOffers", 0.1, 1},
		"getListingOffersBatch":              {http.MethodPost, "/batches/products/pricing/v0/listingOffers", 0.5, 1},
		"getCompetitiveSummary":              {http.MethodPost, "/batches/products/pricing/2022-05-01/items/competitiveSummary", 0.033, 1},
		"getFeaturedOfferExpectedPriceBatch": {http.MethodPost, "/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice", 0.033, 1},
		"getMyFeesEstimateForASIN":           {http.MethodPost, "/products/fees/v0/items/{Asin}/feesEstimate", 1, 2},
		"getMyFeesEstimateForSKU":            {http.MethodPost, "/products/fees/v0/listings/{SellerSKU}/feesEstimate", 1, 2},
		"getMyFeesEstimates":                 {http.MethodPost, "/products/fees/v0/feesEstimate", 0.5, 1},
	}
	got := map[string]published{}
	m := open(settings{})
	for _, op := range slices.Concat(m.Catalog.Endpoints(), m.Floor.Endpoints()) {
		if _, wanted := want[op.ID]; wanted {
			require.Equal(t, gateway.ShapeErrors, op.Shape)
			require.Empty(t, op.Scope)
			got[op.ID] = published{op.Method, "/" + strings.Join(op.Path, "/"), op.Rate.PerSecond, op.Rate.Burst}
		}
	}
	require.Equal(t, want, got)
}
