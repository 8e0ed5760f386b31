package catalog

import (
	"encoding/json"
	"strconv"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// itemAttributes has the attributes of a catalogue item: lists of objects, each for one
// marketplace.
type itemAttributes map[string][]map[string]any

// attributes returns a product in the form of a submitted listing.
func (p *Product) attributes(ids []marketplace.ID) itemAttributes {
	a := itemAttributes{}
	for _, id := range ids {
		if s := world.Shops[id]; p.SoldIn(id) {
			p.addAttributes(a, s)
		}
	}
	return a
}

func (p *Product) addAttributes(a itemAttributes, s *world.Shop) {
	add := func(name string, members map[string]any) {
		members["marketplace_id"] = s.ID
		a[name] = append(a[name], members)
	}
	text := func(name, value string) {
		if value != "" {
			add(name, map[string]any{"value": value, "language_tag": "en_US"})
		}
	}
	value := func(name string, value any) { add(name, map[string]any{"value": value}) }
	text("item_name", p.Title)
	text("brand", p.Brand)
	text("manufacturer", p.Manufacturer)
	text("color", p.Color)
	text("size", p.Size)
	text("bullet_point", p.Title+": made to last.")
	value("part_number", p.PartNumber)
	value("model_number", p.ModelNumber)
	value("country_of_origin", p.Origin)
	value("number_of_items", p.PackageQuantity)
	value("batteries_required", p.ProductType == "PORTABLE_POWER_BANK")
	value("is_heat_sensitive", p.HeatSensitive)
	value("is_fragile", p.Fragile)
	value("is_adult_product", p.Adult)
	value("supplier_declared_dg_hz_regulation", regulation(p.HazMat))
	if len(p.GTINs) > 0 {
		add("externally_assigned_product_identifier", map[string]any{"value": p.GTINs[0].Value, "type": "ean"})
	}
	if p.IsHead() {
		return
	}
	add("list_price", map[string]any{"value": s.Number(p.BasePrice(s.ID) * 12 / 10), "currency": s.Currency})
	add("item_dimensions", attributeSize(p.Item))
	add("item_package_dimensions", attributeSize(p.Package))
	add("item_weight", map[string]any{"value": thousandths(p.Item.Weight), "unit": "pounds"})
	add("item_package_weight", map[string]any{"value": thousandths(p.Package.Weight), "unit": "pounds"})
	if p.HazMat {
		value("ghs", "flammable")
	}
	if p.Odd {
		// Readers do not expect this form.
		add("special_feature", map[string]any{"value": []any{map[string]any{"code": json.Number(strconv.Itoa(p.Index))}}})
	}
}

func regulation(dangerous bool) string {
	if dangerous {
		return "ghs"
	}
	return "not_applicable"
}

func attributeSize(d Dimensions) map[string]any {
	inches := func(n int64) map[string]any { return map[string]any{"value": thousandths(n), "unit": "inches"} }
	return map[string]any{"length": inches(d.Length), "width": inches(d.Width), "height": inches(d.Height)}
}
