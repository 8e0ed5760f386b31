package listingitem

import (
	"cmp"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Wish is an offer as the caller asks for it; members that are not given are nil
// or "".
type Wish struct {
	ASIN               *asin.ASIN
	Price              *money.Amount
	Condition          Condition
	Channel            Channel
	Quantity           *int64
	MinPrice, MaxPrice *money.Amount
	LeadTimeDays       *int64
}

// Prepared is an offer that was prepared earlier, with a product. Condition is ""
// where it leaves open which of several is meant.
type Prepared struct {
	Wish
	// ProductType is "" where the catalogue is to say it.
	ProductType string
	// Attributes is a JSON object of further attributes.
	Attributes []byte
}

// About reports whether the prepared offer is for the requested product; true if none was named.
func (p Prepared) About(w Wish) bool { return w.ASIN == nil || *w.ASIN == *p.ASIN }

// Over fills what the wish does not give. Stock belongs to a channel: it is only
// taken where the channel is the same.
func (p Prepared) Over(w Wish) Wish {
	w.ASIN, w.Price = cmp.Or(w.ASIN, p.ASIN), cmp.Or(w.Price, p.Price)
	w.Condition, w.Channel = cmp.Or(w.Condition, p.Condition), cmp.Or(w.Channel, p.Channel)
	if w.Channel == p.Channel {
		w.Quantity = cmp.Or(w.Quantity, p.Quantity)
	}
	w.MinPrice, w.MaxPrice = cmp.Or(w.MinPrice, p.MinPrice), cmp.Or(w.MaxPrice, p.MaxPrice)
	return w
}

// Missing refuses a wish without a product or a price, as the published schema
// refuses a body without a member it needs: Invalid, with an item for each. The
// condition is only missed where open says that none can be assumed.
func (w Wish) Missing(open bool) error {
	var f check.Faults
	f.Required("/asin", w.ASIN != nil)
	f.Required("/price", w.Price != nil)
	f.Required("/conditionType", !open || w.Condition != "")
	return f.Err(fault.CodeValidationFailed)
}

// Terms are the terms of a complete wish; they default to new units shipped by the seller.
func (w Wish) Terms() Terms {
	return Terms{
		ASIN: *w.ASIN, Price: *w.Price, Condition: cmp.Or(w.Condition, New), Channel: cmp.Or(w.Channel, ByMerchant), Quantity: w.Quantity,
		MinPrice: w.MinPrice, MaxPrice: w.MaxPrice, LeadTimeDays: w.LeadTimeDays,
	}
}
