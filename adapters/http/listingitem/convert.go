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
		MarketplaceID: s.MarketplaceID, ASIN: body.Text(s.ASIN), ProductType: body.Text(s.ProductType), ConditionType: body.Text(s.Condition),
		Status: body.Words[string](s.Status), FNSKU: body.Text(s.FNSKU), ItemName: body.Text(s.Name),
		CreatedDate: body.NullTime(s.CreatedAt), LastUpdatedDate: body.NullTime(s.UpdatedAt),
	}
	if s.Image != nil {
		out.MainImage = &Image{s.Image.Link, s.Image.Height, s.Image.Width}
	}
	return out
}

func toIssue(i listingitem.Issue) Issue {
	return Issue{
		Code: i.Code, Message: i.Message, Severity: i.Severity, AttributeNames: body.Words[string](i.Attributes),
		Categories: body.Words[string](i.Categories), Actions: body.Words[string](i.Actions),
	}
}

func toPrice(p listingitem.Price) Price {
	return Price{p.MarketplaceID, p.OfferType, body.Text(p.Audience), toSum(p.Offered), p.Points}
}

func toSum(s *money.Sum) *Sum {
	if s == nil {
		return nil
	}
	return &Sum{body.MoneyOf(s.Amount), string(s.Currency)}
}

func toRelations(r listingitem.Relations) Relations {
	return Relations{r.MarketplaceID, body.Each(r.Relations, func(one listingitem.Relation) Relation {
		return Relation{one.Type, body.Words[string](one.ParentSKUs), body.Words[string](one.ChildSKUs), body.Text(one.Theme), body.Words[string](one.Attributes)}
	})}
}

func toResult(p listingitem.Page) SearchResult {
	return SearchResult{
		NumberOfResults: p.Total, Items: body.Each(p.Items, toItem),
		Pagination: Pagination{NextToken: body.Text(p.Next), PreviousToken: body.Text(p.Previous)},
	}
}

// wish converts an offer that has passed its schema.
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

// part returns nil for a part that was not requested.
func part[A, B any](in []A, to func(A) B) *[]B {
	if in == nil {
		return nil
	}
	return new(body.Each(in, to))
}
