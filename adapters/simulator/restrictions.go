package simulator

import (
	"net/http"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

var conditionTypes = []string{
	"new_new", "new_open_box", "new_oem", "refurbished_refurbished", "used_like_new", "used_very_good", "used_good",
	"used_acceptable", "collectible_like_new", "collectible_very_good", "collectible_good", "collectible_acceptable", "club_club",
}

func checkRestrictions(c *call) *refusal {
	for _, name := range []string{"asin", "sellerId", "marketplaceIds"} {
		if c.query.Get(name) == "" {
			return badRequest("'" + name + "' is required.")
		}
	}
	if len(c.query.Get("asin")) != 10 {
		return badRequest("'asin' is not an ASIN.")
	}
	if condition := c.query.Get("conditionType"); condition != "" && !slices.Contains(conditionTypes, condition) {
		return badRequest("'conditionType' has an unknown value.")
	}
	for id := range strings.SplitSeq(c.query.Get("marketplaceIds"), ",") {
		if shop, ok := marketplace.ByID(marketplace.ID(id)); !ok || shop.Region != c.region {
			return badRequest("'marketplaceIds' names a marketplace that this region does not have.")
		}
	}
	return nil
}

// row is a restriction as it is sent.
type row struct {
	MarketplaceID marketplace.ID `json:"marketplaceId"`
	ConditionType string         `json:"conditionType,omitempty"`
	// Reasons is left out when nil and sent as [] when empty.
	Reasons []reason `json:"reasons,omitzero"`
}

type reason struct {
	Message    string `json:"message"`
	ReasonCode string `json:"reasonCode,omitempty"`
	Links      []link `json:"links,omitempty"`
}

type link struct {
	Resource string `json:"resource"`
	Verb     string `json:"verb"`
	Title    string `json:"title"`
	Type     string `json:"type"`
}

const newItems = "new_new"

// restrictions answers for every marketplace asked for. Records about other
// conditions are sent too, though a condition was asked for: clients must not
// count on the marketplace to filter.
func (m *Marketplace) restrictions(c *call) (int, any) {
	asin := c.query.Get("asin")
	rows := []row{}
	for id := range strings.SplitSeq(c.query.Get("marketplaceIds"), ",") {
		shop := marketplace.ID(id)
		if scripted, ok := caseOf(asin); ok {
			if scripted.refusal != nil {
				return 0, scripted.refusal
			}
			if scripted.fault != nil {
				return 0, scripted.fault
			}
			rows = append(rows, scripted.rows(asin, shop)...)
			continue
		}
		rows = append(rows, m.rowsOf(asin, shop)...)
	}
	return http.StatusOK, map[string]any{"restrictions": rows}
}

// rowsOf are the restrictions of a product of the catalogue: four in five have
// none. They depend on the product and the marketplace, not on the seller.
func (m *Marketplace) rowsOf(asin string, shop marketplace.ID) []row {
	if _, ok := m.Index(asin); !ok {
		return []row{record(shop, newItems, unknownProduct())}
	}
	switch share := m.hash("restriction", asin, shop) % 100; {
	case share < 80:
		return nil
	case share < 90:
		return []row{record(shop, newItems, approval(asin))}
	case share < 97:
		return []row{record(shop, newItems, notEligible())}
	case share < 98:
		return []row{record(shop, newItems, approval(asin)), record(shop, "", notEligible())}
	case share < 99:
		return []row{record(shop, newItems, uncoded("", approvalLink(asin)))}
	}
	return []row{record(shop, "used_acceptable", uncoded("", approvalLink(asin))), record(shop, "collectible_good", notEligible())}
}

func record(shop marketplace.ID, condition string, reasons ...reason) row {
	return row{MarketplaceID: shop, ConditionType: condition, Reasons: reasons}
}

func approval(asin string) reason {
	return reason{Message: "You need approval to list this product.", ReasonCode: "APPROVAL_REQUIRED", Links: approvalLink(asin)}
}

func approvalLink(asin string) []link {
	return []link{{
		Resource: "https://sellercentral.amazon.com/hz/approvalrequest/restrictions/approve?asin=" + asin,
		Verb:     http.MethodGet, Title: "Request Approval via Seller Central.", Type: "text/html",
	}}
}

func notEligible() reason {
	return reason{Message: "You are not eligible to list this product.", ReasonCode: "NOT_ELIGIBLE"}
}

func unknownProduct() reason {
	return reason{Message: "The product does not exist in this marketplace.", ReasonCode: "ASIN_NOT_FOUND"}
}

func uncoded(code string, links []link) reason {
	return reason{Message: "You cannot list the product in this condition.", ReasonCode: code, Links: links}
}
