package listingitem

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/listingitem"
)

func toItem(i listingitem.Item) Item {
	item := Item{
		SKU:                     i.SKU,
		Summaries:               part(i.Summaries, toSummary),
		Issues:                  part(i.Issues, toIssue),
		Offers:                  part(i.Offers, toPrice),
		FulfillmentAvailability: part(i.Availability, func(a listingitem.Availability) Availability { return Availability{a.Channel, a.Quantity} }),
		Procurement:             part(i.Procurement, func(c listingitem.Cost) Procurement { return Procurement{toSum(c.Paid)} }),
		Relationships:           part(i.Relationships, toRelations),
		ProductTypes:            part(i.ProductTypes, func(p listingitem.ProductType) ProductType { return ProductType{p.MarketplaceID, p.Type} }),
	}
	if i.Attributes != nil {
		a := Attributes(i.Attributes)
		item.Attributes = &a
	}
	return item
}

func toSummary(s listingitem.Summary) Summary {
	out := Summary{
		MarketplaceID: s.MarketplaceID, ASIN: word(s.ASIN), ProductType: word(s.ProductType), ConditionType: word(s.Condition),
		Status: list(s.Status), FNSKU: word(s.FNSKU), ItemName: word(s.Name),
		CreatedDate: body.NullTime(s.CreatedAt), LastUpdatedDate: body.NullTime(s.UpdatedAt),
	}
	if s.Image != nil {
		out.MainImage = &Image{s.Image.Link, s.Image.Height, s.Image.Width}
	}
	return out
}

func toIssue(i listingitem.Issue) Issue {
	return Issue{
		Code: i.Code, Message: i.Message, Severity: i.Severity, AttributeNames: list(i.Attributes),
		Categories: list(i.Categories), Actions: list(i.Actions),
	}
}

func toPrice(p listingitem.Price) Price {
	return Price{p.MarketplaceID, p.OfferType, word(p.Audience), toSum(p.Offered), p.Points}
}

func toSum(s *listingitem.Sum) *Sum {
	if s == nil {
		return nil
	}
	return &Sum{body.MoneyOf(s.Amount), string(s.Currency)}
}

func toRelations(r listingitem.Relations) Relations {
	return Relations{r.MarketplaceID, all(r.Relations, func(one listingitem.Relation) Relation {
		return Relation{one.Type, list(one.ParentSKUs), list(one.ChildSKUs), word(one.Theme), list(one.Attributes)}
	})}
}

func toResult(p listingitem.Page) SearchResult {
	return SearchResult{
		NumberOfResults: p.Total, Items: all(p.Items, toItem),
		Pagination: Pagination{NextToken: word(p.Next), PreviousToken: word(p.Previous)},
	}
}

// wish reads an offer that its schema has let through.
func (o Offer) wish() (listingitem.Wish, error) {
	w := listingitem.Wish{
		Price: amount(o.Price), Condition: listingitem.Condition(o.ConditionType.Value), Channel: listingitem.Channel(o.FulfillmentChannel.Value),
		Quantity: o.Quantity.Ptr(), LeadTimeDays: o.LeadTimeDays.Ptr(), MinPrice: amount(o.MinPrice), MaxPrice: amount(o.MaxPrice),
	}
	if !o.ASIN.Set {
		return w, nil
	}
	product, err := asin.Parse(o.ASIN.Value)
	w.ASIN = &product
	return w, err
}

func amount(o body.Opt[body.PositiveMoney]) *money.Amount {
	return optional.Map(o.Field, body.PositiveMoney.Amount).Ptr()
}

// word is null for a text that is not there.
func word(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func list(words []string) []string {
	if words == nil {
		return []string{}
	}
	return words
}

func all[A, B any](in []A, to func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = to(a)
	}
	return out
}

// part is null for a part that was not asked for.
func part[A, B any](in []A, to func(A) B) *[]B {
	if in == nil {
		return nil
	}
	out := all(in, to)
	return &out
}
