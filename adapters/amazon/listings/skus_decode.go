package listings

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
)

const (
	// maxSKUText bounds a stored SKU: the marketplace allows 40 characters.
	maxSKUText = 100
	// maxWord bounds the marketplace's codes, maxTitle and maxLink its texts.
	maxWord, maxTitle, maxLink = 64, 500, 2000
	// maxSKUIssues bounds the stored issues of a listing.
	maxSKUIssues = 25
)

var asinForm = regexp.MustCompile(`^[A-Z0-9]{10}$`)

// conditions maps Amazon's conditions. Open-box new and manufacturer-refurbished new count as new,
// as in Amazon's own list; so does a club membership, which has no condition.
var conditions = map[string]inventory.Condition{
	"new_new": inventory.ConditionNew, "new_open_box": inventory.ConditionNew, "new_oem": inventory.ConditionNew,
	"refurbished_refurbished": inventory.ConditionRefurbished,
	"used_like_new":           inventory.ConditionUsedLikeNew, "used_very_good": inventory.ConditionUsedVeryGood,
	"used_good": inventory.ConditionUsedGood, "used_acceptable": inventory.ConditionUsedAcceptable,
	"collectible_like_new": inventory.ConditionCollectible, "collectible_very_good": inventory.ConditionCollectible,
	"collectible_good": inventory.ConditionCollectible, "collectible_acceptable": inventory.ConditionCollectible,
	"club_club": inventory.ConditionNew,
}

// listing converts a row for the inventory; false if it is not on the marketplace, or its SKU
// cannot be stored.
func (r Row) listing(a account.Seller, m marketplace.ID) (syncing.Listing, bool) {
	at := slices.IndexFunc(r.Summaries, func(s summaryRow) bool { return s.MarketplaceID == string(m) })
	if at < 0 || !keepable(r.SKU) {
		return syncing.Listing{}, false
	}
	s := r.Summaries[at]
	shop, _ := marketplace.ByID(m)
	o := inventory.Observation{
		Seller: a.ID, Connection: a.Connection, Marketplace: m, SKU: r.SKU,
		FNSKU: textOf(s.FNSKU, maxWord), Title: textOf(s.ItemName, maxTitle),
		Condition: listedCondition(s.ConditionType), Channel: r.channel(s), Status: r.status(s), Currency: shop.Currency,
		ProductType: r.productType(s), Buyable: s.buyable(), PriceIssue: r.priceIssue(m), Issues: r.observedIssues(m),
	}
	if asinForm.MatchString(s.ASIN) {
		o.ASIN = s.ASIN
	}
	if s.MainImage != nil && strings.HasPrefix(s.MainImage.Link, "https://") && len(s.MainImage.Link) <= maxLink {
		o.ImageURL = textOf(s.MainImage.Link, maxLink)
	}
	if p := r.PriceIn(m); p != nil {
		o.Price, o.Currency = &p.Amount, p.Currency
	}
	if o.Channel == inventory.FBM {
		o.Quantity = r.quantity()
	}
	l := syncing.Listing{Observation: o}
	if t := instant(s.LastUpdatedDate); t != nil {
		l.UpdatedAt = *t
	}
	if t := instant(s.CreatedDate); t != nil {
		l.CreatedAt = *t
	}
	return l, true
}

// keepable refuses invalid SKUs. A SKU identifies a row exactly, so it must not be repaired.
func keepable(sku string) bool {
	return sku != "" && utf8.RuneCountInString(sku) <= maxSKUText && !strings.ContainsFunc(sku, unicode.IsControl)
}

func listedCondition(word string) inventory.Condition {
	if c, ok := conditions[word]; ok {
		return c
	}
	return inventory.ConditionNew
}

// channel says who ships. One of Amazon's network codes (AMAZON_NA, AMAZON_EU, …) means FBA even
// beside other codes; any other code means the seller. Without a code, as for a listing without an
// offer yet, an Amazon label other than the product's own ASIN means FBA.
func (r Row) channel(s summaryRow) inventory.Channel {
	for _, a := range r.Availability {
		if strings.HasPrefix(a.FulfillmentChannelCode, "AMAZON") {
			return inventory.FBA
		}
	}
	if len(r.Availability) == 0 && s.FNSKU != "" && s.FNSKU != s.ASIN {
		return inventory.FBA
	}
	return inventory.FBM
}

// takedowns are the actions that hide a listing from shoppers. ATTRIBUTE_SUPPRESSED only drops a
// value, so it is not one.
var takedowns = []string{"LISTING_SUPPRESSED", "SEARCH_SUPPRESSED", "CATALOG_ITEM_REMOVED"}

// status tells how the listing stands:
//
//  1. suppressed, when an issue in this marketplace has an action that keeps the
//     listing from shoppers and is not exempt from it (EXEMPT and
//     EXEMPT_UNTIL_EXPIRY_DATE are; NOT_EXEMPT and no word are not), also while
//     it can still be bought by who has its address;
//  2. active, when its statuses name BUYABLE;
//  3. inactive otherwise: seen only (DISCOVERABLE: no stock or no price) or not
//     even that.
//
// Whether inactive means stranded is for who knows the stock.
func (r Row) status(s summaryRow) inventory.SKUStatus {
	for _, i := range r.Issues {
		if i.concerns(s.MarketplaceID) && i.takesDown() {
			return inventory.SKUSuppressed
		}
	}
	if s.buyable() {
		return inventory.SKUActive
	}
	return inventory.SKUInactive
}

func (s summaryRow) buyable() bool { return slices.Contains(s.Status, "BUYABLE") }

// priceIssue reports whether an issue in the marketplace concerns the price.
func (r Row) priceIssue(m marketplace.ID) bool {
	return slices.ContainsFunc(r.Issues, func(i issueRow) bool {
		return i.concerns(string(m)) && slices.ContainsFunc(i.Categories, notification.OfPrice)
	})
}

func (r issueRow) concerns(m string) bool {
	return len(r.MarketplaceIDs) == 0 || slices.Contains(r.MarketplaceIDs, m)
}

func (r issueRow) takesDown() bool {
	if strings.HasPrefix(r.Enforcements.Exemption.Status, "EXEMPT") {
		return false
	}
	for _, a := range r.Enforcements.Actions {
		if slices.Contains(takedowns, a.Action) {
			return true
		}
	}
	return false
}

// PriceIn is the consumer price (B2C) on the marketplace, nil for none.
func (r Row) PriceIn(m marketplace.ID) *money.Sum {
	for _, o := range r.Offers {
		everybody := o.Audience.Value == "" || o.Audience.Value == "ALL"
		if o.MarketplaceID != string(m) || o.OfferType != "B2C" || !everybody {
			continue
		}
		if p := o.Price.sum(); p != nil && p.Amount.Positive() && len(p.Currency) == 3 {
			return p
		}
	}
	return nil
}

// quantity is the seller's own stock, nil if unknown.
func (r Row) quantity() *int64 {
	for _, a := range r.Availability {
		if n := wholeNumber(a.Quantity); n != nil && *n >= 0 {
			return n
		}
	}
	return nil
}

// productType is what the seller submitted, else what the marketplace says.
func (r Row) productType(s summaryRow) string {
	for _, t := range r.ProductTypes {
		if t.MarketplaceID == s.MarketplaceID {
			return spapi.CleanTo(t.ProductType, maxWord)
		}
	}
	return spapi.CleanTo(s.ProductType, maxWord)
}

func (r Row) observedIssues(m marketplace.ID) []inventory.ObservedIssue {
	var all []inventory.ObservedIssue
	for _, i := range r.Issues {
		if !i.concerns(string(m)) || len(all) == maxSKUIssues {
			continue
		}
		o := inventory.ObservedIssue{Code: spapi.CleanTo(i.Code, maxWord), Message: spapi.CleanTo(i.Message, spapi.MaxSentence), Severity: "warning"}
		if i.Severity == "ERROR" {
			o.Severity = "error"
		}
		for _, name := range i.AttributeNames[:min(len(i.AttributeNames), maxSKUIssues)] {
			o.Attributes = append(o.Attributes, spapi.CleanTo(name, maxWord))
		}
		all = append(all, o)
	}
	return all
}

// textOf is nil for an empty text.
func textOf(s string, most int) *string {
	if s = spapi.CleanTo(s, most); s == "" {
		return nil
	}
	return &s
}
