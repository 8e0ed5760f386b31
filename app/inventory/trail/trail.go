// Package trail writes the lines of the audit trail about products, SKUs and listings.
package trail

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/ports/audit"
)

// Names of the records in the audit trail.
const (
	SKURecord     = "sku"
	ProductRecord = "inventory_product"
	ListingRecord = "listing"
)

// Members has the members of a record in an audit line, nil for unknown.
type Members map[string]any

// Changes returns the members that differ.
func Changes(before, after Members) map[string]audit.Change {
	out := map[string]audit.Change{}
	for name, is := range after {
		if was := before[name]; !reflect.DeepEqual(was, is) {
			out[name] = audit.Change{Old: was, New: is}
		}
	}
	return out
}

func shown[T any](m optional.Maybe[T]) any {
	if v, ok := m.Get(); ok {
		return v
	}
	return nil
}

func number(a money.Amount) json.Number { return json.Number(a.String()) }

func shownAmount(m optional.Maybe[money.Amount]) any { return shown(optional.Convert(m, number)) }

// SKUChanges returns the members that a user changed.
func SKUChanges(before, after inventory.SKUSnapshot) map[string]audit.Change {
	local := func(s inventory.SKUSnapshot) Members {
		return Members{
			"min_price": shownAmount(s.MinPrice), "max_price": shownAmount(s.MaxPrice), "map_price": shownAmount(s.MapPrice),
			"supplier_id": shown(s.Supplier), "hidden": s.Hidden,
		}
	}
	out := Changes(local(before), local(after))
	if !slices.Equal(before.Costs.All(), after.Costs.All()) {
		out["cost_layers"] = LayerChanges(before.Costs, after.Costs)
	}
	return out
}

// LayerChanges returns the layers that differ.
func LayerChanges(before, after inventory.CostLayers) audit.Change {
	was, is := before.All(), after.All()
	return audit.Change{Old: layersShown(was, is), New: layersShown(is, was)}
}

// layersShown returns the layers that the other list does not have.
func layersShown(list, other []inventory.CostLayer) []Members {
	out := []Members{}
	for _, l := range list {
		if slices.Contains(other, l) {
			continue
		}
		out = append(out, Members{
			"from": l.From.String(), "to": shown(optional.Convert(l.To, date.Date.String)), "unit_cost": number(l.Cost.Unit),
			"prep_cost": number(l.Cost.Prep), "inbound_shipping": number(l.Cost.InboundShipping), "other_cost": number(l.Cost.Other),
			"outbound_shipping": shownAmount(l.Cost.OutboundShipping),
			"vat_rate":          shown(optional.Convert(l.Cost.VATRate, func(p money.Percent) json.Number { return json.Number(p.String()) })),
			"currency":          string(l.Cost.Currency),
		})
	}
	return out
}

// ProductMembers returns the published members of a product by name.
func ProductMembers(s inventory.ProductSnapshot) Members {
	v := s.Values
	gtins := make([]string, len(v.GTINs))
	for i, g := range v.GTINs {
		gtins[i] = g.Given
	}
	asins := make([]Members, len(v.ASINs))
	for i, a := range v.ASINs {
		asins[i] = Members{"asin": a.ASIN, "marketplace_id": string(a.Marketplace)}
	}
	out := Members{
		"title": v.Title, "brand": shown(v.Brand), "category": shown(v.Category), "mpn": shown(v.MPN),
		"image_url": shown(v.ImageURL), "gtins": gtins, "asins": asins, "pack_size": v.PackSize,
		"weight_g": shown(v.WeightG), "length_mm": shown(v.LengthMM), "width_mm": shown(v.WidthMM),
		"height_mm": shown(v.HeightMM), "hazmat": string(v.Hazmat), "meltable": shown(v.Meltable), "fragile": shown(v.Fragile),
		"vat_class":           shown(optional.Convert(v.VATClass, func(c vat.Class) string { return string(c) })),
		"default_supplier_id": shown(v.Supplier), "default_warehouse_id": shown(v.Warehouse),
		"reorder_point": shown(v.ReorderPoint), "lead_time_days": shown(v.LeadTimeDays), "status": string(v.Status),
		"unit_cost": nil, "currency": nil, "outbound_shipping": nil,
	}
	if c, ok := s.Cost.Get(); ok {
		out["unit_cost"], out["currency"], out["outbound_shipping"] = number(c.Unit), string(c.Currency), shownAmount(c.OutboundShipping)
	}
	return out
}

// ProductSubject returns the data of a product for the product feed.
func ProductSubject(s inventory.ProductSnapshot) audit.Subject {
	out := audit.Subject{Type: ProductRecord, ID: int64(s.ID), Title: optional.Some(s.Values.Title)}
	if asins := s.Values.ASINs; len(asins) > 0 {
		out.ASIN, out.Marketplace = optional.Some(asins[0].ASIN), optional.Some(asins[0].Marketplace)
	}
	return out
}

// SKUSubject returns the data of a SKU for the product feed.
func SKUSubject(s inventory.SKUSnapshot) audit.Subject {
	return audit.Subject{
		Type: SKURecord, ID: int64(s.ID), Title: s.Title, ASIN: optional.Some(s.ASIN),
		Marketplace: optional.Some(s.Key.Marketplace),
	}
}

// Given returns the members of a new product that its maker gave.
func Given(s inventory.ProductSnapshot) map[string]audit.Change {
	all := ProductMembers(s)
	maps.DeleteFunc(all, func(_ string, v any) bool {
		list := reflect.ValueOf(v)
		return list.Kind() == reflect.Slice && list.Len() == 0
	})
	return Changes(nil, all)
}

// Matches returns the published members of matches.
func Matches(list []inventory.Match) []Members {
	out := make([]Members, len(list))
	for i, m := range list {
		out[i] = Members{
			"target_type": string(m.Target.Type), "units_per_sale": m.UnitsPerSale, "bundle": m.Bundle, "method": string(m.Method),
		}
		if m.Target.ID != 0 {
			out[i]["target_id"] = m.Target.ID
		} else {
			out[i]["asin"], out[i]["marketplace_id"] = m.Target.ASIN, string(m.Target.Marketplace)
		}
	}
	return out
}

// listingMembers returns nil for a listing that is not made yet.
func listingMembers(s inventory.ListingSnapshot) Members {
	if s.Version == 0 {
		return nil
	}
	o := s.Offer
	issues := make([]string, len(s.Issues))
	for i, issue := range s.Issues {
		issues[i] = issue.Code
	}
	out := Members{
		"kind": string(s.Kind), "status": string(s.Status), "sku": s.Key.SKU, "asin": o.ASIN,
		"marketplace_id": string(s.Key.Marketplace), "product_type": shown(o.ProductType), "condition": string(o.Condition),
		"fulfillment_channel": string(o.Channel), "currency": string(s.Currency),
		"price": shownAmount(o.Price), "min_price": shownAmount(o.MinPrice), "max_price": shownAmount(o.MaxPrice),
		"quantity": shown(o.Quantity), "inventory_product_id": shown(o.Product),
		"attributes": json.RawMessage(o.Attributes), "restriction_status": shown(s.Permission), "submission": nil, "issues": issues,
	}
	if sent, ok := s.Submission.Get(); ok {
		out["submission"] = Members{"id": shown(sent.ID), "result": string(sent.Result)}
	}
	return out
}

// ListingLine returns the audit line of a change of a listing.
func ListingLine(who caller.Caller, verb string, before, after inventory.ListingSnapshot, now time.Time) audit.Entry {
	e := audit.For(who, ListingRecord, int64(after.ID), verb, now)
	e.Changes, e.Version = Changes(listingMembers(before), listingMembers(after)), after.Version
	e.Marketplace = after.Key.Marketplace
	return e
}
