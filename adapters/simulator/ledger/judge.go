package ledger

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// verb names the action of a submission.
type verb uint8

const (
	verbPut verb = iota
	verbPatch
	verbDelete
)

// submission has a seller's request to change a listing.
type submission struct {
	verb         verb
	seller       *world.Seller
	sku          string
	shops        []marketplace.ID
	productType  string
	requirements string
	attributes   attributes
	patches      []patch
}

func (s submission) key() listingKey { return listingKey{s.seller.ID, s.sku} }

const (
	maxSKU = 40

	codeMissing       = "90220"
	codeInvalid       = "99022"
	codePrice         = "90244"
	codeNoListing     = "13013"
	codeNoProduct     = "8560"
	codeOtherProduct  = "8541"
	codeNotQualified  = "18299"
	missingAttribute  = "MISSING_ATTRIBUTE"
	invalidAttribute  = "INVALID_ATTRIBUTE"
	invalidPrice      = "INVALID_PRICE"
	missingPrice      = "MISSING_PRICE"
	needQualification = "QUALIFICATION_REQUIRED"
)

// judge returns the issues that prevent the acceptance of a submission.
func (led *Ledger) judge(s submission) []issue {
	now, exists := led.ListingOf(s.seller.ID, s.sku)
	switch {
	case s.verb == verbPut:
		return led.judgePut(s, now)
	case !exists && !led.book.isComing(s.key()):
		return []issue{wrong(codeNoListing, invalidAttribute, "This SKU does not exist in the catalog.", "sku")}
	case s.verb == verbDelete:
		return nil
	}
	after := attributes{}
	var issues []issue
	if exists {
		after = led.attributesOf(now).clone()
		issues = judgeType(s.productType, now.productType)
	}
	names := map[string]bool{}
	for _, p := range s.patches {
		issues = append(issues, judgeShops(p.attribute(), p.Value, s.shops)...)
		after.patch(p, s.shops)
		names[p.attribute()] = true
	}
	return append(issues, after.within(s.shops).judge(names)...)
}

func judgeType(asked, has string) []issue {
	if asked == catalog.AnyProductType || asked == has {
		return nil
	}
	return []issue{wrong(codeInvalid, invalidAttribute, "The product type does not match the product's, which is '"+has+"'.", "product_type")}
}

func (led *Ledger) judgePut(s submission, now *Listing) []issue {
	var issues []issue
	wrongIf := func(is bool, code, category, words, name string) {
		if is {
			issues = append(issues, wrong(code, category, words, name))
		}
	}
	wrongIf(len([]rune(s.sku)) > maxSKU, codeInvalid, invalidAttribute, "The SKU is longer than 40 characters.", "sku")
	needed := []string{catalog.AttributeASIN, catalog.AttributeCondition, catalog.AttributeOffer, catalog.AttributeAvailability}
	if s.requirements == catalog.ProductOnly {
		needed = needed[:2]
	}
	names := map[string]bool{}
	for name, values := range s.attributes {
		names[name] = true
		issues = append(issues, judgeShops(name, values, s.shops)...)
	}
	for _, name := range needed {
		wrongIf(!names[name], codeMissing, missingAttribute, "'"+name+"' is required but not supplied.", name)
	}
	asin := s.attributes.text(catalog.AttributeASIN)
	p, known := led.catalog.Product(asin)
	switch {
	case asin == "": // already reported above
	case !known || !p.SoldIn(s.shops[0]):
		wrongIf(true, codeNoProduct, invalidAttribute, "The SKU does not match any ASIN.", catalog.AttributeASIN)
	case now != nil && now.ASIN != asin:
		wrongIf(true, codeOtherProduct, "DUPLICATE", "The SKU stands for the ASIN '"+now.ASIN+"' already.", catalog.AttributeASIN)
	default:
		issues = append(issues, judgeType(s.productType, p.ProductType)...)
		wrongIf(now == nil && led.isRestricted(asin, s.shops[0], s.attributes.text(catalog.AttributeCondition)),
			codeNotQualified, needQualification, "You need approval to list this product.", catalog.AttributeASIN)
	}
	issues = append(issues, s.attributes.judge(names)...)
	slices.SortStableFunc(issues, func(a, b issue) int { return strings.Compare(a.Message, b.Message) })
	return issues
}

// isRestricted reports whether the seller may not list the product in this condition.
func (led *Ledger) isRestricted(asin string, shop marketplace.ID, condition string) bool {
	for _, r := range led.catalog.RestrictionsOf(asin, shop) {
		if r.ConditionType == "" || r.ConditionType == condition {
			return true
		}
	}
	return false
}

// judgeShops returns an issue if a value names a marketplace outside the submission.
func judgeShops(name string, values []map[string]any, ids []marketplace.ID) []issue {
	for _, v := range values {
		if _, ok := v[catalog.OffShop].(string); v[catalog.OffShop] != nil && !ok || !in(v, ids) {
			return []issue{wrong(codeInvalid, invalidAttribute, "'"+name+"' names a marketplace that the submission is not for.", name)}
		}
	}
	return nil
}

// text returns the plain value of an attribute.
func (a attributes) text(name string) string {
	for _, v := range a[name] {
		if text, ok := v["value"].(string); ok {
			return text
		}
	}
	return ""
}

// judge returns the issues of the attributes that a submission changes.
func (a attributes) judge(names map[string]bool) []issue {
	var issues []issue
	if names[catalog.AttributeOffer] {
		for _, v := range a[catalog.AttributeOffer] {
			issues = append(issues, judgeOffer(v)...)
		}
	}
	if names[catalog.AttributeAvailability] {
		for _, v := range a[catalog.AttributeAvailability] {
			issues = append(issues, judgeAvailability(v)...)
		}
	}
	if names[catalog.AttributeCondition] {
		for _, v := range a[catalog.AttributeCondition] {
			if text, _ := v["value"].(string); !slices.Contains(catalog.ConditionTypes, text) {
				issues = append(issues, wrong(codeInvalid, invalidAttribute, "'condition_type' has an unknown value.", catalog.AttributeCondition))
			}
		}
	}
	return issues
}

func judgeOffer(v map[string]any) []issue {
	bad := func(category, words string) []issue {
		code := codeInvalid
		if category == invalidPrice || category == missingPrice {
			code = codePrice
		}
		return []issue{wrong(code, category, words, catalog.AttributeOffer)}
	}
	id, _ := v[catalog.OffShop].(string)
	home, ok := world.Shops[marketplace.ID(id)]
	if !ok {
		return bad(invalidAttribute, "'purchasable_offer' needs a marketplace.")
	}
	if v["currency"] != string(home.Currency) {
		return bad(invalidAttribute, "'purchasable_offer' has another currency than the marketplace.")
	}
	if audience, named := v["audience"]; named && audience != catalog.AudienceAll && audience != catalog.AudienceBusiness {
		return bad(invalidAttribute, "'purchasable_offer' has an unknown audience.")
	}
	for _, name := range []string{"start_at", "end_at"} {
		if at, ok := v[name].(map[string]any); ok && at["value"] == nil {
			return bad(invalidAttribute, "'"+name+"' must not be null.")
		}
	}
	sums := map[string]int64{}
	for _, name := range []string{"our_price", "minimum_seller_allowed_price", "maximum_seller_allowed_price", "discounted_price"} {
		if sums[name], ok = priceIn(v, name, home.Currency); !ok {
			return bad(invalidPrice, "'"+name+"' is not a price in "+string(home.Currency)+".")
		}
	}
	low, high := sums["minimum_seller_allowed_price"], sums["maximum_seller_allowed_price"]
	switch {
	case sums["our_price"] == 0:
		return bad(missingPrice, "'our_price' is required but not supplied.")
	case low > 0 && high > 0 && low > high:
		return bad(invalidPrice, "The minimum price is above the maximum price.")
	}
	return nil
}

var channelCode = regexp.MustCompile(`^(DEFAULT|AMAZON_[A-Z]{2})$`)

func judgeAvailability(v map[string]any) []issue {
	code, _ := v[catalog.OffChannel].(string)
	if !channelCode.MatchString(code) {
		return []issue{wrong(codeInvalid, invalidAttribute, "'fulfillment_channel_code' has an unknown value.", catalog.AttributeAvailability)}
	}
	if _, ok := whole(v["quantity"]); !ok && (v["quantity"] != nil || code == catalog.ChannelSeller) {
		return []issue{wrong(codeInvalid, invalidAttribute, "'quantity' must be a whole number.", catalog.AttributeAvailability)}
	}
	return nil
}
