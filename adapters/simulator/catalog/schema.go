package catalog

import (
	"encoding/json"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const metaSchemaID = "https://schemas.simulator.example/definitions/product-types/meta-schema/v1"

// Attributes of all types, by the group in which they are shown.
var (
	productAttributes = []string{
		"item_name", "brand", "manufacturer", "bullet_point", "country_of_origin", "part_number", "model_number", "number_of_items", "color", "size",
		"externally_assigned_product_identifier", "item_package_dimensions", "item_package_weight", "supplier_declared_dg_hz_regulation",
	}
	offerAttributes = []string{
		AttributeASIN, AttributeCondition, AttributeOffer, AttributeAvailability, "list_price", "merchant_shipping_group",
	}
	propertyGroups = gateway.Object{
		"product_identity": gateway.Object{"title": "Product Identity", "description": "", "propertyNames": productAttributes},
		"offer":            gateway.Object{"title": "Offer", "description": "", "propertyNames": offerAttributes},
	}
)

// schemaOf returns the schema of a product type, or the schema that describes schemas.
func schemaOf(name string, text schemaText) gateway.Object {
	if name == metaSchemaName {
		return gateway.Object{"$id": metaSchemaID, "type": "object", "title": "Attributes of a product type"}
	}
	return typeSchema(name, text)
}

func typeSchema(name string, text schemaText) gateway.Object {
	properties := gateway.Object{}
	for _, a := range productAttributes {
		properties[a] = listOf(gateway.Object{"value": gateway.Object{"type": "string", "maxLength": 2000}})
	}
	addOfferProperties(properties, strings.Split(text.shops, ","))
	schema := gateway.Object{
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
	if requirements != ProductOnly {
		required = append(required, AttributeCondition)
	}
	if requirements == offerOnly {
		required = append(required, AttributeASIN, AttributeOffer)
	}
	return required
}

func addOfferProperties(properties map[string]any, ids []string) {
	text := gateway.Object{"type": "string"}
	amount := gateway.Object{"type": "number", "minimum": 0, "multipleOf": json.Number("0.01")}
	schedule := listOf(gateway.Object{"value_with_tax": amount})
	properties[AttributeASIN] = listOf(gateway.Object{"value": text, OffShop: text})
	properties[AttributeCondition] = listOf(gateway.Object{"value": gateway.Object{"type": "string", "enum": ConditionTypes}, OffShop: text})
	var currencies []string
	for _, id := range ids {
		if s := world.Shops[marketplace.ID(id)]; s != nil && !slices.Contains(currencies, string(s.Currency)) {
			currencies = append(currencies, string(s.Currency))
		}
	}
	properties[AttributeOffer] = listOf(gateway.Object{
		OffShop: text, "currency": gateway.Object{"type": "string", "enum": currencies},
		"audience":                     gateway.Object{"type": "string", "enum": []string{AudienceAll, AudienceBusiness}},
		"our_price":                    listOf(gateway.Object{"schedule": schedule}),
		"minimum_seller_allowed_price": listOf(gateway.Object{"schedule": schedule}),
		"maximum_seller_allowed_price": listOf(gateway.Object{"schedule": schedule}),
	})
	codes, names := channels(ids)
	properties[AttributeAvailability] = listOf(gateway.Object{
		OffChannel: gateway.Object{"type": "string", "enum": codes, "enumNames": names},
		"quantity": gateway.Object{"type": "integer", "minimum": 0}, "lead_time_to_ship_max_days": gateway.Object{"type": "integer", "minimum": 0, "maximum": 30},
	})
	properties["list_price"] = listOf(gateway.Object{"value": amount, "currency": text, OffShop: text})
	properties["merchant_shipping_group"] = listOf(gateway.Object{"value": text, OffShop: text})
}

// listOf returns the schema of an attribute: each is a list of objects.
func listOf(properties map[string]any) gateway.Object {
	return gateway.Object{
		"type": "array", "minItems": 1, "items": gateway.Object{"type": "object", "properties": properties, "additionalProperties": false},
	}
}

// channels returns the codes of fulfilment in these marketplaces.
func channels(ids []string) (codes, names []string) {
	codes, names = []string{ChannelSeller}, []string{"Seller"}
	for _, id := range ids {
		s := world.Shops[marketplace.ID(id)]
		if s == nil {
			continue
		}
		if code := Channel(s); !slices.Contains(codes, code) {
			codes, names = append(codes, code), append(names, "Marketplace")
		}
	}
	return codes, names
}
