package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/history"
)

// fields returns changes of members from 1 to 2.
func fields(names ...string) []history.Change {
	var out []history.Change
	for _, name := range names {
		out = append(out, history.Change{Field: name, Old: 1, New: 2})
	}
	return out
}

func TestAnUpdateOfCostsIsAnEventOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		product history.ProductType
		verb    string
		changed []history.Change
		want    []history.Part
	}{
		{history.InventoryProduct, "updated", fields("title", "unit_cost"), []history.Part{{history.Updated, fields("title")}, {history.CostChanged, fields("unit_cost")}}},
		{history.InventoryProduct, "updated", fields("title"), []history.Part{{history.Updated, fields("title")}}},
		{history.SKU, "updated", fields("cost_layers", "currency", "outbound_shipping", "unit_cost"), []history.Part{
			{history.CostChanged, fields("cost_layers", "currency", "outbound_shipping", "unit_cost")},
		}},
		{history.Listing, "updated", fields("currency", "price"), []history.Part{{history.Updated, fields("currency", "price")}}},
		{history.Listing, "went_live", fields("kind"), []history.Part{{history.Updated, fields("kind")}}},
		{history.Listing, "removed", nil, []history.Part{{history.Deleted, nil}}},
		{history.Listing, "created", fields("attributes", "price"), []history.Part{{history.Created, append([]history.Change{{Field: "attributes"}}, fields("price")...)}}},
		{history.InventoryProduct, "created", fields("title", "unit_cost"), []history.Part{{history.Created, fields("title", "unit_cost")}}},
		{history.InventoryProduct, "updated", nil, nil},
		{history.InventoryProduct, "matched", fields("matches"), []history.Part{{history.Matched, fields("matches")}}},
		{history.InventoryProduct, "unmatched", fields("matches"), []history.Part{{history.Unmatched, fields("matches")}}},
		{history.SKU, "tagged", fields("tag_ids"), []history.Part{{history.Tagged, fields("tag_ids")}}},
		{history.SKU, "untagged", fields("tag_ids"), []history.Part{{history.Untagged, fields("tag_ids")}}},
		{history.ASIN, "noted", fields("note"), []history.Part{{history.Noted, fields("note")}}},
	} {
		got := history.OfProduct(c.product, c.verb, c.changed)
		require.Len(t, got, len(c.want), "%+v", c)
		for i := range got {
			require.Equal(t, c.want[i].Kind, got[i].Kind, "%+v", c)
			require.ElementsMatch(t, c.want[i].Changes, got[i].Changes, "%+v", c)
		}
	}
}

func TestItemsAreOrderedAndReceived(t *testing.T) {
	ordered, draft := history.Item{Quantity: 12}, history.Item{Quantity: 12, Draft: true}
	placed := history.Part{history.Ordered, []history.Change{{Field: "quantity", New: int64(12)}}}
	for _, c := range []struct {
		item    history.Item
		verb    string
		changed []history.Change
		want    []history.Part
	}{
		{ordered, "created", fields("title"), []history.Part{placed}},
		{draft, "created", fields("title"), []history.Part{}},
		{ordered, "deleted", fields("title"), []history.Part{}},
		{ordered, "updated", fields("quantity", "unit_cost"), []history.Part{{history.Ordered, fields("quantity")}}},
		{draft, "updated", fields("quantity"), []history.Part{}},
		{ordered, "updated", fields("accepted", "rejected"), []history.Part{{history.StockReceived, fields("accepted", "rejected")}}},
		{ordered, "updated", fields("accepted", "returned"), []history.Part{{history.StockReceived, fields("accepted")}, {history.StockReturned, fields("returned")}}},
		{ordered, "updated", fields("unit_cost"), []history.Part{}},
	} {
		require.ElementsMatch(t, c.want, c.item.Parts(c.verb, c.changed), "%+v", c)
	}
}

func TestAnOrderIsPlacedOnce(t *testing.T) {
	for _, c := range []struct {
		old, new any
		want     bool
	}{
		{nil, "ordered", true}, {"draft", "ordered", true}, {"partially_received", "ordered", false}, {"cancelled", "ordered", false}, {nil, "draft", false},
		{"ordered", "received", false},
	} {
		require.Equal(t, c.want, history.Places([]history.Change{{Field: "note"}, {Field: "status", Old: c.old, New: c.new}}), "%+v", c)
	}
	require.False(t, history.Places(nil))
}
