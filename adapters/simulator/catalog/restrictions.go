package catalog

import (
	"net/http"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/domain/kernel/marketplace"
)

// ConditionTypes lists the conditions of goods, the new condition first.
var ConditionTypes = []string{
	"new_new", "new_open_box", "new_oem", "refurbished_refurbished", "used_like_new", "used_very_good", "used_good",
	"used_acceptable", "collectible_like_new", "collectible_very_good", "collectible_good", "collectible_acceptable", "club_club",
}

// row encodes a restriction.
type row struct {
	MarketplaceID marketplace.ID `json:"marketplaceId"`
	ConditionType string         `json:"conditionType,omitempty"`
	// Reasons may be nil, which leaves it out, or empty, which sends [].
	Reasons []gateway.Object `json:"reasons,omitzero"`
}

// NewItems names the condition of new goods.
const NewItems = "new_new"

// restrictions answers for every requested marketplace. It also sends records about other
// conditions than the requested condition: clients must not rely on the marketplace to filter.
func (cat *Catalog) restrictions(c *gateway.Call) any {
	for _, name := range []string{"asin", "sellerId", "marketplaceIds"} {
		c.Required(name)
	}
	asin := c.Text("asin")
	c.WrongIf(len(asin) != 10, "'asin' is not an ASIN.")
	condition := c.Text("conditionType")
	c.WrongIf(condition != "" && !slices.Contains(ConditionTypes, condition), "'conditionType' has an unknown value.")
	ids := strings.Split(c.Text("marketplaceIds"), ",")
	c.InRegion("marketplaceIds", ids)
	FollowScript(asin)
	rows := []row{}
	for _, id := range ids {
		if scripted := caseOf(asin); scripted != nil {
			rows = append(rows, scripted.rows(asin, marketplace.ID(id))...)
		} else {
			rows = append(rows, cat.RestrictionsOf(asin, marketplace.ID(id))...)
		}
	}
	return gateway.Object{"restrictions": rows}
}

// RestrictionsOf returns the restrictions of a product of the catalogue: four in five have no
// restriction. They depend on the product and the marketplace, not on the seller.
func (cat *Catalog) RestrictionsOf(asin string, shop marketplace.ID) []row {
	if _, ok := cat.world.Index(asin); !ok {
		return []row{record(shop, NewItems, unknownProduct())}
	}
	switch share := cat.world.Hash("restriction", asin, shop) % 100; {
	case share < 80:
		return nil
	case share < 90:
		return []row{record(shop, NewItems, approval(asin))}
	case share < 97:
		return []row{record(shop, NewItems, notEligible())}
	case share < 98:
		return []row{record(shop, NewItems, approval(asin)), record(shop, "", notEligible())}
	case share < 99:
		return []row{record(shop, NewItems, uncoded("", approvalLink(asin)))}
	}
	return []row{record(shop, "used_acceptable", uncoded("", approvalLink(asin))), record(shop, "collectible_good", notEligible())}
}

func record(shop marketplace.ID, condition string, reasons ...gateway.Object) row {
	return row{MarketplaceID: shop, ConditionType: condition, Reasons: reasons}
}

func approval(asin string) gateway.Object {
	return gateway.Object{"message": "You need approval to list this product.", "reasonCode": "APPROVAL_REQUIRED", "links": approvalLink(asin)}
}

func approvalLink(asin string) []gateway.Object {
	return []gateway.Object{{
		"resource": "https://sellercentral.amazon.com/hz/approvalrequest/restrictions/approve?asin=" + asin,
		"verb":     http.MethodGet, "title": "Request Approval via Seller Central.", "type": "text/html",
	}}
}

func notEligible() gateway.Object {
	return gateway.Object{"message": "You are not eligible to list this product.", "reasonCode": "NOT_ELIGIBLE"}
}

func unknownProduct() gateway.Object {
	return gateway.Object{"message": "The product does not exist in this marketplace.", "reasonCode": "ASIN_NOT_FOUND"}
}

func uncoded(code string, links []gateway.Object) gateway.Object {
	r := gateway.Object{"message": "You cannot list the product in this condition."}
	if code != "" {
		r["reasonCode"] = code
	}
	if links != nil {
		r["links"] = links
	}
	return r
}
