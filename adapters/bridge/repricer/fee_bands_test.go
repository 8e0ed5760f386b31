package repricer

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/feetable"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	inventoryports "sellingassistant/ports/inventory"
)

// typed has listings with known product types.
type typed struct {
	inventoryports.Listings
	types map[string]string
}

func (l typed) ProductTypes(_ context.Context, _ id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]string, error) {
	out := map[inventory.ListingKey]string{}
	for _, k := range keys {
		if t, ok := l.types[k.SKU]; ok {
			out[k] = t
		}
	}
	return out, nil
}

type newYear struct{}

func (newYear) Now() time.Time { return time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC) }

func typedListings(types map[string]string) *inventoryfacade.Facade {
	return inventoryfacade.New(inventoryfacade.Parts{Listings: typed{types: types}})
}

// Reads research's tables for the product types of listings: beauty above 10, clothing above 15 and
// 20, each with the least fee below.
func TestFeeBandsOfListings(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	bridge := NewFeeBands(typedListings(map[string]string{
		"serum": "SKIN_SERUM", "socks": "SOCKS", "monitor": "MONITOR", "odd": "NO_SUCH_TYPE", "abroad": "SOCKS",
	}), tables, newYear{})
	key := func(m marketplace.ID, sku string) repricer.Key {
		return repricer.Key{SellerID: "A1", MarketplaceID: m, SKU: sku}
	}
	us, jp := marketplace.US, marketplace.ID("A1VC38T7YXB528")
	serum, socks, monitor := key(us, "serum"), key(us, "socks"), key(us, "monitor")
	found, err := bridge.Bands(t.Context(), 1, []repricer.Key{serum, socks, monitor, key(us, "odd"), key(us, "untyped"), key(jp, "abroad")})
	require.NoError(t, err)
	upTo := func(text string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(text)) }
	band := func(upTo optional.Maybe[money.Amount], rate, added string) decision.FeeBand {
		return decision.FeeBand{UpTo: upTo, Rate: money.MustParsePercent(rate), Added: money.MustParse(added)}
	}
	require.Equal(t, map[repricer.Key][]decision.FeeBand{
		serum:   {band(upTo("3.7499"), "0", "0.3"), band(upTo("10"), "8", "0"), band(optional.Maybe[money.Amount]{}, "15", "0")},
		socks:   {band(upTo("5.9999"), "0", "0.3"), band(upTo("15"), "5", "0"), band(upTo("20"), "10", "0"), band(optional.Maybe[money.Amount]{}, "17", "0")},
		monitor: {band(upTo("3.7499"), "0", "0.3"), band(optional.Maybe[money.Amount]{}, "8", "0")},
	}, found)
	found, err = bridge.Bands(t.Context(), 1, nil)
	require.NoError(t, err)
	require.Empty(t, found)
}

// Great Britain taxes books and child car seats at a reduced rate, only Germany pet food, and the
// United States nothing.
func TestReducedProductsOfListings(t *testing.T) {
	bridge := NewGoods(nil, typedListings(map[string]string{
		"book": "ABIS_BOOK", "seat": "CHILD_CAR_SEAT", "food": "PET_FOOD", "monitor": "MONITOR", "any": "PRODUCT",
	}))
	gb, de := marketplace.ID("A1F83G8C2ARO7P"), marketplace.ID("A1PA6795UKMFR9")
	var keys []repricer.Key
	for _, m := range []marketplace.ID{gb, de, marketplace.US} {
		for _, sku := range []string{"book", "seat", "food", "monitor", "any", "untyped"} {
			keys = append(keys, repricer.Key{SellerID: "A1", MarketplaceID: m, SKU: sku})
		}
	}
	found, err := bridge.Reduced(t.Context(), 1, keys)
	require.NoError(t, err)
	require.Equal(t, map[repricer.Key]bool{keys[0]: true, keys[1]: true, keys[6]: true, keys[8]: true}, found)
	found, err = bridge.Reduced(t.Context(), 1, nil)
	require.NoError(t, err)
	require.Empty(t, found)
}
