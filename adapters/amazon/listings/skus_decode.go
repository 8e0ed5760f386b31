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

// listing converts a row for the inventory. It returns false if the row is not on the marketplace
// or its SKU cannot be stored.
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

// channel returns the fulfilment. One of Amazon's network codes (AMAZON_NA, AMAZON_EU, …) means FBA
// even beside other codes; any other code means the seller. Without a code, as for a listing
// without an offer yet, an Amazon label other than the product's own ASIN means FBA.
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

// takedowns lists the actions that hide a listing from shoppers. ATTRIBUTE_SUPPRESSED is not among
// them, because it only drops a value.
var takedowns = []string{"LISTING_SUPPRESSED", "SEARCH_SUPPRESSED", "CATALOG_ITEM_REMOVED"}

// status returns the status of the listing:
//
//  1. suppressed, if an issue in this marketplace has an action that hides the
//     listing from shoppers, even if buyers with its address can still buy it.
//     EXEMPT and EXEMPT_UNTIL_EXPIRY_DATE cancel the action; NOT_EXEMPT and a
//     missing exemption do not;
//  2. active, if its statuses include BUYABLE;
//  3. inactive otherwise: it has DISCOVERABLE at most, so no stock or no price.
//
// Only the stock decides whether an inactive listing is stranded, and this function does not know
// it.
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

// PriceIn returns the consumer price (B2C) on the marketplace, or nil.
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

// quantity returns the seller's own stock, or nil if unknown.
func (r Row) quantity() *int64 {
	for _, a := range r.Availability {
		if n := wholeNumber(a.Quantity); n != nil && *n >= 0 {
			return n
		}
	}
	return nil
}

// productType returns the product type that the seller submitted, else the marketplace's.
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

// textOf returns nil for an empty text.
func textOf(s string, most int) *string {
	if s = spapi.CleanTo(s, most); s == "" {
		return nil
	}
	return &s
}
