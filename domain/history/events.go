package history

import "slices"

// Part has the changes that make one event.
type Part struct {
	Kind    Kind
	Changes []Change
}

// costs lists the members of inventory products and SKUs that affect the unit cost.
var costs = []string{"unit_cost", "currency", "outbound_shipping", "cost_layers"}

// verbs maps the verbs of the audit trail that are events by themselves. Any other verb is an
// update.
var verbs = map[string]Kind{
	"created": Created, "deleted": Deleted, "removed": Deleted, "matched": Matched, "unmatched": Unmatched,
	"tagged": Tagged, "untagged": Untagged, "noted": Noted, "document_applied": DocumentApplied,
}

// OfProduct returns the events of a change of a product. Changed costs are an event of their own,
// and no change is no event. Attributes of listings are named without their values, which are too
// long for a feed.
func OfProduct(product ProductType, verb string, changes []Change) []Part {
	changes = slices.Clone(changes)
	for i, c := range changes {
		if c.Field == "attributes" {
			changes[i] = Change{Field: c.Field}
		}
	}
	if kind, ok := verbs[verb]; ok {
		return []Part{{kind, changes}}
	}
	priced := func(c Change) bool { return product != Listing && slices.Contains(costs, c.Field) }
	return parts(
		Part{Updated, slices.DeleteFunc(slices.Clone(changes), priced)},
		Part{CostChanged, slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !priced(c) })},
	)
}

// parts returns the parts with a change.
func parts(all ...Part) []Part {
	return slices.DeleteFunc(all, func(p Part) bool { return len(p.Changes) == 0 })
}

// Item has an item of a purchase order and the product that it orders.
type Item struct {
	ID, Order int64
	// Draft says that its order was not placed yet.
	Draft    bool
	Product  Product
	Quantity int64
}

// Parts returns the events of a change of the item.
func (i Item) Parts(verb string, changes []Change) []Part {
	only := func(fields ...string) []Change {
		return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !slices.Contains(fields, c.Field) })
	}
	switch {
	case verb == "created" && !i.Draft:
		return []Part{i.Placed()}
	case verb != "updated":
		return nil
	}
	out := parts(Part{StockReceived, only("accepted", "rejected")}, Part{StockReturned, only("returned")})
	if !i.Draft {
		out = append(parts(Part{Ordered, only("quantity")}), out...)
	}
	return out
}

// Placed returns the event of an item when its order is placed.
func (i Item) Placed() Part { return Part{Ordered, []Change{{Field: "quantity", New: i.Quantity}}} }

// Places reports whether a change of a purchase order places it.
func Places(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool {
		return c.Field == "status" && (c.Old == nil || c.Old == "draft") && c.New == "ordered"
	})
}
