package listingitem

import (
	"cmp"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Wish has an offer as the caller asks for it; members that are not given are nil or "".
type Wish struct {
	ASIN               *asin.ASIN
	Price              *money.Amount
	Condition          Condition
	Channel            Channel
	Quantity           *int64
	MinPrice, MaxPrice *money.Amount
	LeadTimeDays       *int64
}

// Prepared has an offer that was prepared earlier, with a product. Condition is "" if it leaves
// open which of several is meant.
type Prepared struct {
	Wish
	// ProductType stays "" if the catalogue decides it.
	ProductType string
	// Attributes has a JSON object of further attributes.
	Attributes []byte
}

// About reports whether the prepared offer is for the requested product; true for a wish without a
// product.
func (p Prepared) About(w Wish) bool { return w.ASIN == nil || *w.ASIN == *p.ASIN }

// Over fills the members that the wish does not give. Stock belongs to a channel: it is only taken
// if the channel is the same.
func (p Prepared) Over(w Wish) Wish {
	w.ASIN, w.Price = cmp.Or(w.ASIN, p.ASIN), cmp.Or(w.Price, p.Price)
	w.Condition, w.Channel = cmp.Or(w.Condition, p.Condition), cmp.Or(w.Channel, p.Channel)
	if w.Channel == p.Channel {
		w.Quantity = cmp.Or(w.Quantity, p.Quantity)
	}
	w.MinPrice, w.MaxPrice = cmp.Or(w.MinPrice, p.MinPrice), cmp.Or(w.MaxPrice, p.MaxPrice)
	return w
}

// Missing refuses a wish without a product or a price, as the published schema refuses a body
// without a required member: Invalid, with an item for each. The condition is only missed if open
// says that no default applies.
func (w Wish) Missing(open bool) error {
	var f check.Faults
	f.Required("/asin", w.ASIN != nil)
	f.Required("/price", w.Price != nil)
	f.Required("/conditionType", !open || w.Condition != "")
	return f.Err(fault.CodeValidationFailed)
}

// Terms returns the terms of a complete wish; they default to new units shipped by the seller.
func (w Wish) Terms() Terms {
	return Terms{
		ASIN: *w.ASIN, Price: *w.Price, Condition: cmp.Or(w.Condition, New), Channel: cmp.Or(w.Channel, ByMerchant), Quantity: w.Quantity,
		MinPrice: w.MinPrice, MaxPrice: w.MaxPrice, LeadTimeDays: w.LeadTimeDays,
	}
}
