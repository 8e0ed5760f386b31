package simulator

import (
	"encoding/json"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

const metaSchemaID = "https://schemas.simulator.example/definitions/product-types/meta-schema/v1"

// The attributes of all types, by the group they are shown in.
var (
	productAttributes = []string{
		"item_name", "brand", "manufacturer", "bullet_point", "country_of_origin", "part_number", "model_number", "number_of_items", "color", "size",
		"externally_assigned_product_identifier", "item_package_dimensions", "item_package_weight", "supplier_declared_dg_hz_regulation",
	}
	offerAttributes = []string{
		attributeASIN, attributeCondition, attributeOffer, attributeAvailability, "list_price", "merchant_shipping_group",
	}
	propertyGroups = map[string]any{
		"product_identity": map[string]any{"title": "Product Identity", "description": "", "propertyNames": productAttributes},
		"offer":            map[string]any{"title": "Offer", "description": "", "propertyNames": offerAttributes},
	}
)

// schemaOf is the schema of a product type, or the one that schemas follow.
func schemaOf(name string, text schemaText) map[string]any {
	if name == metaSchemaName {
		return map[string]any{"$id": metaSchemaID, "type": "object", "title": "Attributes of a product type"}
	}
	return typeSchema(name, text)
}

func typeSchema(name string, text schemaText) map[string]any {
	properties := map[string]any{}
	for _, a := range productAttributes {
		properties[a] = listOf(map[string]any{"value": map[string]any{"type": "string", "maxLength": 2000}})
	}
	addOfferProperties(properties, strings.Split(text.shops, ","))
	schema := map[string]any{
		"$schema": metaSchemaID, "$id": "https://schemas.simulator.example/definitions/product-types/" + name,
		"type": "object", "properties": properties, "additionalProperties": true,
	}
	if text.enforced == "ENFORCED" {
		schema["required"] = requiredAttributes(text.requirements)
	}
	return schema
}

func requiredAttributes(requirements string) []string {
	required := []string{}
	if requirements != offerOnly {
		required = append(required, "item_name", "brand", "country_of_origin", "supplier_declared_dg_hz_regulation")
	}
	if requirements != productOnly {
		required = append(required, attributeCondition)
	}
	if requirements == offerOnly {
		required = append(required, attributeASIN, attributeOffer)
	}
	return required
}

func addOfferProperties(properties map[string]any, ids []string) {
	text := map[string]any{"type": "string"}
	amount := map[string]any{"type": "number", "minimum": 0, "multipleOf": json.Number("0.01")}
	schedule := listOf(map[string]any{"value_with_tax": amount})
	properties[attributeASIN] = listOf(map[string]any{"value": text, offShop: text})
	properties[attributeCondition] = listOf(map[string]any{"value": map[string]any{"type": "string", "enum": conditionTypes}, offShop: text})
	var currencies []string
	for _, id := range ids {
		if s := shops[marketplace.ID(id)]; s != nil && !slices.Contains(currencies, string(s.Currency)) {
			currencies = append(currencies, string(s.Currency))
		}
	}
	properties[attributeOffer] = listOf(map[string]any{
		offShop: text, "currency": map[string]any{"type": "string", "enum": currencies},
		"audience":                     map[string]any{"type": "string", "enum": []string{audienceAll, audienceBusiness}},
		"our_price":                    listOf(map[string]any{"schedule": schedule}),
		"minimum_seller_allowed_price": listOf(map[string]any{"schedule": schedule}),
		"maximum_seller_allowed_price": listOf(map[string]any{"schedule": schedule}),
	})
	codes, names := channels(ids)
	properties[attributeAvailability] = listOf(map[string]any{
		offChannel: map[string]any{"type": "string", "enum": codes, "enumNames": names},
		"quantity": map[string]any{"type": "integer", "minimum": 0}, "lead_time_to_ship_max_days": map[string]any{"type": "integer", "minimum": 0, "maximum": 30},
	})
	properties["list_price"] = listOf(map[string]any{"value": amount, "currency": text, offShop: text})
	properties["merchant_shipping_group"] = listOf(map[string]any{"value": text, offShop: text})
}

// listOf is how every attribute is made: a list of objects.
func listOf(properties map[string]any) map[string]any {
	return map[string]any{
		"type": "array", "minItems": 1, "items": map[string]any{"type": "object", "properties": properties, "additionalProperties": false},
	}
}

// channels are the codes of who ships, in these marketplaces.
func channels(ids []string) (codes, names []string) {
	codes, names = []string{channelSeller}, []string{"Seller"}
	for _, id := range ids {
		s := shops[marketplace.ID(id)]
		if s == nil {
			continue
		}
		if code := s.channel(); !slices.Contains(codes, code) {
			codes, names = append(codes, code), append(names, "Marketplace")
		}
	}
	return codes, names
}
