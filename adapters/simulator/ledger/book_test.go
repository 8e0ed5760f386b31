package ledger

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Listeners hear every change once, in the order in which it happened, before
// the call that found it due is answered.
func TestListenersHearOfChanges(t *testing.T) {
	m := newLedger(0, Delay{Min: time.Minute, Max: time.Minute})
	s := m.world.Seller(marketplace.NA, world.Full)
	var texts, priced []string
	m.OnListingChange(func(c ListingChange) {
		l, ok := m.ListingOf(c.Seller, c.SKU)
		require.True(t, ok)
		tag, _ := l.Tag(c.Shop)
		texts = append(texts, fmt.Sprint(c.Kind, " ", c.SKU, " ", c.Price, " ", c.Status, " ", len(c.Issues), " ", tag.Price, " ", c.At.Sub(dawn)))
	})
	m.OnListingChange(func(c ListingChange) {
		if c.Kind == PriceApplied || c.Kind == StatusChanged {
			priced = append(priced, fmt.Sprint(c.Kind, " ", c.Price))
		}
	})
	change := func(our, low string) submission {
		value := map[string]any{catalog.OffShop: "ATVPDKIKX0DER", "currency": "USD", "audience": "ALL"}
		for name, amount := range map[string]string{"our_price": our, "minimum_seller_allowed_price": low} {
			value[name] = []any{map[string]any{"schedule": []any{map[string]any{"value_with_tax": json.Number(amount)}}}}
		}
		return submission{
			verb: verbPatch, seller: &s, sku: "A/B", shops: []marketplace.ID{marketplace.US}, productType: catalog.AnyProductType,
			patches: []patch{{Op: "replace", Path: "/attributes/purchasable_offer", Value: []map[string]any{value}}, {
				Op: "replace", Path: "/attributes/fulfillment_availability", Value: []map[string]any{{catalog.OffChannel: catalog.ChannelSeller, "quantity": json.Number("3")}},
			}},
		}
	}
	first, second := change("20", "10"), change("9.5", "10")
	require.Empty(t, m.judge(first))
	m.submit(first, nil)
	m.world.Clock.Step(30 * time.Second)
	m.submit(second, nil)
	m.Settle()
	require.Empty(t, texts)
	m.world.Clock.Step(time.Hour)
	m.Settle()
	require.Contains(t, texts, "price A/B 2000 [BUYABLE DISCOVERABLE] 0 2000 1m0s")
	require.Equal(t, []string{
		"price A/B 950 [DISCOVERABLE] 1 950 1m30s", "status A/B 950 [DISCOVERABLE] 1 950 1m30s", "issues A/B 950 [DISCOVERABLE] 1 950 1m30s",
	}, texts[len(texts)-3:])
	require.Equal(t, []string{"price 950", "status 950"}, priced[len(priced)-2:])
	n := len(texts)
	m.Settle()
	require.Len(t, texts, n)
}
