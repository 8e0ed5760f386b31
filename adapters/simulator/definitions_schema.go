package simulator

import (
	"encoding/json"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/world"
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
	propertyGroups = object{
		"product_identity": object{"title": "Product Identity", "description": "", "propertyNames": productAttributes},
		"offer":            object{"title": "Offer", "description": "", "propertyNames": offerAttributes},
	}
)

// schemaOf is the schema of a product type, or the schema that describes schemas.
func schemaOf(name string, text schemaText) object {
	if name == metaSchemaName {
		return object{"$id": metaSchemaID, "type": "object", "title": "Attributes of a product type"}
	}
	return typeSchema(name, text)
}

func typeSchema(name string, text schemaText) object {
	properties := object{}
	for _, a := range productAttributes {
		properties[a] = listOf(object{"value": object{"type": "string", "maxLength": 2000}})
	}
	addOfferProperties(properties, strings.Split(text.shops, ","))
	schema := object{
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
	text := object{"type": "string"}
	amount := object{"type": "number", "minimum": 0, "multipleOf": json.Number("0.01")}
	schedule := listOf(object{"value_with_tax": amount})
	properties[attributeASIN] = listOf(object{"value": text, offShop: text})
	properties[attributeCondition] = listOf(object{"value": object{"type": "string", "enum": conditionTypes}, offShop: text})
	var currencies []string
	for _, id := range ids {
		if s := world.Shops[marketplace.ID(id)]; s != nil && !slices.Contains(currencies, string(s.Currency)) {
			currencies = append(currencies, string(s.Currency))
		}
	}
	properties[attributeOffer] = listOf(object{
		offShop: text, "currency": object{"type": "string", "enum": currencies},
		"audience":                     object{"type": "string", "enum": []string{audienceAll, audienceBusiness}},
		"our_price":                    listOf(object{"schedule": schedule}),
		"minimum_seller_allowed_price": listOf(object{"schedule": schedule}),
		"maximum_seller_allowed_price": listOf(object{"schedule": schedule}),
	})
	codes, names := channels(ids)
	properties[attributeAvailability] = listOf(object{
		offChannel: object{"type": "string", "enum": codes, "enumNames": names},
		"quantity": object{"type": "integer", "minimum": 0}, "lead_time_to_ship_max_days": object{"type": "integer", "minimum": 0, "maximum": 30},
	})
	properties["list_price"] = listOf(object{"value": amount, "currency": text, offShop: text})
	properties["merchant_shipping_group"] = listOf(object{"value": text, offShop: text})
}

// listOf is how every attribute is made: a list of objects.
func listOf(properties map[string]any) object {
	return object{
		"type": "array", "minItems": 1, "items": object{"type": "object", "properties": properties, "additionalProperties": false},
	}
}

// channels are the codes of who ships, in these marketplaces.
func channels(ids []string) (codes, names []string) {
	codes, names = []string{channelSeller}, []string{"Seller"}
	for _, id := range ids {
		s := world.Shops[marketplace.ID(id)]
		if s == nil {
			continue
		}
		if code := channel(s); !slices.Contains(codes, code) {
			codes, names = append(codes, code), append(names, "Marketplace")
		}
	}
	return codes, names
}
