package listingitem

import (
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Wish is an offer as somebody asks for it; members that are not given are nil
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

// Prepared is an offer that was prepared earlier. Condition is "" where it
// leaves open which of several is meant.
type Prepared struct {
	ASIN               asin.ASIN
	Price              *money.Amount
	Condition          Condition
	Channel            Channel
	Quantity           *int64
	MinPrice, MaxPrice *money.Amount
	// ProductType is "" where the catalogue is to say it.
	ProductType string
	// Attributes is a JSON object of further attributes.
	Attributes []byte
}

// About reports whether the prepared offer is one of the product that is asked
// for; where none is named it is.
func (p Prepared) About(w Wish) bool { return w.ASIN == nil || *w.ASIN == p.ASIN }

// Over fills what the wish does not give. Stock belongs to a channel: it is only
// taken where the channel is the same.
func (p Prepared) Over(w Wish) Wish {
	if w.ASIN == nil {
		w.ASIN = &p.ASIN
	}
	if w.Price == nil {
		w.Price = p.Price
	}
	if w.Condition == "" {
		w.Condition = p.Condition
	}
	if w.Channel == "" {
		w.Channel = p.Channel
	}
	if w.Quantity == nil && w.Channel == p.Channel {
		w.Quantity = p.Quantity
	}
	if w.MinPrice == nil {
		w.MinPrice = p.MinPrice
	}
	if w.MaxPrice == nil {
		w.MaxPrice = p.MaxPrice
	}
	return w
}

// Missing refuses a wish without a product or a price, as the published schema
// refuses a body without a member it needs: Invalid, with an item for each. The
// condition is only missed where open says that none can be assumed.
func (w Wish) Missing(open bool) error {
	var e *fault.Error
	for _, m := range []struct {
		name  string
		given bool
	}{{"asin", w.ASIN != nil}, {"price", w.Price != nil}, {"conditionType", !open || w.Condition != ""}} {
		if m.given {
			continue
		}
		if e == nil {
			e = fault.New(fault.Invalid, fault.CodeValidationFailed, m.name+" is required").At("/" + m.name)
		}
		e.Errors = append(e.Errors, fault.Item{Code: fault.CodeRequired, Message: "is required", Pointer: "/" + m.name})
	}
	if e == nil {
		return nil
	}
	return e
}

// Terms are those of a wish that misses nothing; new units that the seller ships
// where it does not say.
func (w Wish) Terms() Terms {
	t := Terms{
		ASIN: *w.ASIN, Price: *w.Price, Condition: w.Condition, Channel: w.Channel, Quantity: w.Quantity,
		MinPrice: w.MinPrice, MaxPrice: w.MaxPrice, LeadTimeDays: w.LeadTimeDays,
	}
	if t.Condition == "" {
		t.Condition = New
	}
	if t.Channel == "" {
		t.Channel = ByMerchant
	}
	return t
}
