package inventory

import (
	"reflect"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
)

// productMembers are the members of a product as an audit line writes them.
func productMembers(s inventory.ProductSnapshot) map[string]any {
	v := s.Values
	gtins := make([]string, len(v.GTINs))
	for i, g := range v.GTINs {
		gtins[i] = g.Given
	}
	asins := make([]map[string]string, len(v.ASINs))
	for i, a := range v.ASINs {
		asins[i] = map[string]string{"asin": a.ASIN, "marketplace_id": string(a.Marketplace)}
	}
	out := map[string]any{
		"title": v.Title, "brand": shown(v.Brand), "category": shown(v.Category), "mpn": shown(v.MPN),
		"image_url": shown(v.ImageURL), "gtins": gtins, "asins": asins, "pack_size": v.PackSize,
		"weight_g": shown(v.WeightG), "length_mm": shown(v.LengthMM), "width_mm": shown(v.WidthMM),
		"height_mm": shown(v.HeightMM), "hazmat": string(v.Hazmat), "meltable": shown(v.Meltable), "fragile": shown(v.Fragile),
		"reorder_point": shown(v.ReorderPoint), "lead_time_days": shown(v.LeadTimeDays), "status": string(v.Status),
		"unit_cost": nil, "currency": nil,
	}
	if c, ok := s.Cost.Get(); ok {
		out["unit_cost"], out["currency"] = trailNumber(c.Unit), string(c.Currency)
	}
	return out
}

func shown[T any](m optional.Maybe[T]) any {
	if v, ok := m.Get(); ok {
		return v
	}
	return nil
}

// productChanges are the members that differ. The zero snapshot has none, so
// that of a new product those that were given are told.
func productChanges(before, after inventory.ProductSnapshot) map[string]audit.Change {
	old, now := productMembers(before), productMembers(after)
	fresh := before.ID == 0
	changes := map[string]audit.Change{}
	for name, value := range now {
		switch {
		case fresh && value != nil && !isEmptyList(value):
			changes[name] = audit.Change{New: value}
		case !fresh && !reflect.DeepEqual(old[name], value):
			changes[name] = audit.Change{Old: old[name], New: value}
		}
	}
	return changes
}

func isEmptyList(v any) bool {
	list := reflect.ValueOf(v)
	return list.Kind() == reflect.Slice && list.Len() == 0
}

// matchesShown are matches as an audit line writes them.
func matchesShown(list []inventory.Match) []map[string]any {
	out := make([]map[string]any, len(list))
	for i, m := range list {
		out[i] = map[string]any{
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
