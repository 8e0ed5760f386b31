package inventory

import (
	"encoding/json"
	"reflect"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
)

// listingMembers are the members of a listing as an audit line writes them.
func listingMembers(s inventory.ListingSnapshot) map[string]any {
	if s.ID == 0 && s.Version == 0 {
		return map[string]any{}
	}
	o := s.Offer
	out := map[string]any{
		"kind": string(s.Kind), "status": string(s.Status), "sku": s.Key.SKU, "asin": o.ASIN,
		"marketplace_id": string(s.Key.Marketplace), "product_type": listingValue(o.ProductType), "condition": string(o.Condition),
		"fulfillment_channel": string(o.Channel), "currency": string(s.Currency),
		"price": listingAmount(o.Price), "min_price": listingAmount(o.MinPrice), "max_price": listingAmount(o.MaxPrice),
		"quantity": listingValue(o.Quantity), "inventory_product_id": listingValue(o.Product),
		"attributes": json.RawMessage(o.Attributes), "restriction_status": listingValue(s.Permission), "submission": nil,
	}
	if sent, ok := s.Submission.Get(); ok {
		out["submission"] = map[string]any{"id": listingValue(sent.ID), "result": string(sent.Result)}
	}
	issues := make([]string, len(s.Issues))
	for i, issue := range s.Issues {
		issues[i] = issue.Code
	}
	out["issues"] = issues
	return out
}

func listingValue[T any](m optional.Maybe[T]) any {
	if v, ok := m.Get(); ok {
		return v
	}
	return nil
}

func listingAmount(m optional.Maybe[money.Amount]) any {
	if a, ok := m.Get(); ok {
		return json.RawMessage(a.String())
	}
	return nil
}

// listingChanges are the members that differ; the zero snapshot has none.
func listingChanges(before, after inventory.ListingSnapshot) map[string]audit.Change {
	old, changes := listingMembers(before), map[string]audit.Change{}
	for name, value := range listingMembers(after) {
		if was := old[name]; !reflect.DeepEqual(was, value) {
			changes[name] = audit.Change{Old: was, New: value}
		}
	}
	return changes
}
