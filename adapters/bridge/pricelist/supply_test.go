package pricelist

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	inventoryfacade "sellingassistant/app/inventory/facade"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/purchasing/order"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
)

// stocked has two SKUs of a product.
type stocked struct{ inventoryports.SKUs }

func (stocked) List(_ context.Context, _ id.Team, f inventoryports.SKUFilter, _ page.Request) (out page.Page[inventory.SKUSnapshot], err error) {
	for _, units := range []int64{7, 4} {
		s := inventory.SKUSnapshot{}
		s.ASIN, s.Fulfillable, s.Inbound, s.Reserved = f.ASINs[0], optional.Some(units), optional.Some(int64(1)), optional.Some(int64(50))
		out.Items = append(out.Items, s)
	}
	return out, nil
}

// shelved has a product with two ASINs, and a question about a single ASIN.
type shelved struct{ inventoryports.Products }

func (shelved) List(_ context.Context, _ id.Team, f inventoryports.ProductFilter, _ page.Request) (out page.Page[inventory.ProductSnapshot], err error) {
	out.Items = []inventory.ProductSnapshot{{
		ID:         8,
		Values:     inventory.ProductValues{ASINs: []inventory.ProductASIN{{ASIN: f.ASINs[0]}, {ASIN: "B000000009"}}},
		Matches:    []inventory.Match{{Record: inventory.MatchedRecord{ASIN: f.ASINs[0]}}},
		Quantities: inventory.Quantities{OnHand: 90, InWarehouse: 12},
	}}
	return out, nil
}

// ordering has two open orders, the second on a page of its own.
type ordering struct{ purchasingports.Orders }

func (ordering) List(_ context.Context, _ id.Team, f purchasingports.OrderFilter, r page.Request) (out page.Page[order.Snapshot], err error) {
	if r.After == nil {
		out.Items, out.Next = []order.Snapshot{{ID: 1}}, page.Key{int64(1)}
	} else {
		out.Items = []order.Snapshot{{ID: 2}}
	}
	return out, nil
}

func (ordering) ListItems(_ context.Context, _ id.Team, _ order.ID, f purchasingports.ItemFilter, _ page.Request) (out page.Page[order.ItemSnapshot], err error) {
	item := order.ItemSnapshot{Accepted: 4}
	item.Values.Quantity, item.Values.Cancelled = 10, 1
	if len(f.ASINs) > 0 {
		item.Values.ASIN = optional.Some(f.ASINs[0])
		out.Items = []order.ItemSnapshot{item}
		return out, nil
	}
	item.Values.ProductID = optional.Some(f.Products[0])
	both := item
	both.Values.ASIN = optional.Some("B000000001")
	out.Items = []order.ItemSnapshot{item, both}
	return out, nil
}

func TestSupply(t *testing.T) {
	p := NewPurchasing(nil, nil, nil, purchasingfacade.New(purchasingfacade.Parts{Orders: ordering{}}),
		inventoryfacade.New(inventoryfacade.Parts{SKUs: stocked{}, Products: shelved{}}))
	product, none := asin.MustParse("B000000001"), asin.MustParse("B000000002")
	found, err := p.Supply(t.Context(), 1, marketplace.US, []asin.ASIN{product, none})
	require.NoError(t, err)
	require.Equal(t, map[asin.ASIN]pricelist.Supply{product: {Stock: 13, InWarehouse: 12, OnOrder: 20}}, found, "two items by ASIN, and two that name the product alone")
}
