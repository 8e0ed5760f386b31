package repricer

import (
	"cmp"
	"context"
	"slices"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

func (p products) List(ctx context.Context, team id.Team, f ports.ProductFilter, r page.Request) (out page.Page[repricer.ProductSnapshot], err error) {
	err = p.store.call(ctx, "Products.List", func(d *data, _ *transaction) error {
		var rows []repricer.ProductSnapshot
		for _, found := range d.products {
			if found.Team == team && passes(f, found) {
				rows = append(rows, found)
			}
		}
		out = paged(rows, r, productValue)
		return nil
	})
	return out, err
}

func productValue(row repricer.ProductSnapshot, field string) any {
	switch field {
	case "created_at":
		return row.CreatedAt.UnixMicro()
	case "updated_at":
		return row.UpdatedAt.UnixMicro()
	case "current_price":
		if v, ok := row.Observed.CurrentPrice.Get(); ok {
			return v.Units()
		}
		return nil
	case "buy_box_share_24h":
		if v, ok := row.Observed.BuyBoxShare24h.Get(); ok {
			return v.Units()
		}
		return nil
	}
	return int64(row.ID)
}

func passes(f ports.ProductFilter, s repricer.ProductSnapshot) bool {
	hold, held := s.Hold.Get()
	own, _ := s.StrategyID.Get()
	fulfillment, _ := s.Observed.Fulfillment.Get()
	price, priced := s.Observed.CurrentPrice.Get()
	least, hasLeast := s.Limits.MinPrice.Get()
	most, hasMost := s.Limits.MaxPrice.Get()
	missing := s.Limits.MinPriceMode != decision.MinPriceManual && !s.Observed.Cost.Known()
	return among(f.Modes, s.Mode) && is(f.Hold, held) && among(f.Holds, hold.Reason) &&
		among(f.RunStates, s.RunState) && among(f.Strategies, own) && among(f.Marketplaces, s.Key.MarketplaceID) &&
		among(f.ASINs, s.ASIN) && among(f.SKUs, s.Key.SKU) && among(f.Conditions, s.Condition) &&
		among(f.Fulfillments, fulfillment) && among(f.BoxOwners, s.Observed.BuyBox.Owner) &&
		is(f.AtMin, priced && hasLeast && price.Cmp(least) <= 0) &&
		is(f.AtMax, priced && hasMost && price.Cmp(most) >= 0) && is(f.MissingCost, missing) &&
		(contains(s.Key.SKU, f.Query) || contains(s.ASIN, f.Query) || contains(s.Observed.Title.Or(""), f.Query))
}

func is(want *bool, got bool) bool { return want == nil || *want == got }

// paged orders the rows, cuts out the page and says where the next one starts.
func paged[T any](rows []T, r page.Request, value func(T, string) any) page.Page[T] {
	order := r.Order
	if i := slices.IndexFunc(order, func(b page.By) bool { return b.Field == "id" }); i >= 0 {
		order = order[:i+1]
	} else {
		last := page.By{}
		if len(order) > 0 {
			last = order[len(order)-1]
		}
		order = append(slices.Clone(order), page.By{Field: "id", Desc: last.Desc})
	}
	place := func(row T) page.Key {
		k := make(page.Key, len(order))
		for i, by := range order {
			k[i] = value(row, by.Field)
		}
		return k
	}
	compare := func(a, b page.Key) int {
		for i, by := range order {
			if c := compareValues(a[i], b[i], by.Desc); c != 0 {
				return c
			}
		}
		return 0
	}
	slices.SortFunc(rows, func(a, b T) int { return compare(place(a), place(b)) })
	out := page.Page[T]{Items: []T{}}
	if r.Count {
		n := int64(len(rows))
		out.Total = &n
	}
	for _, row := range rows {
		if r.After != nil && compare(place(row), r.After) <= 0 {
			continue
		}
		if len(out.Items) == r.Limit {
			last := out.Items[len(out.Items)-1]
			for _, by := range r.Order {
				out.Next = append(out.Next, value(last, by.Field))
			}
			out.Next = append(out.Next, value(last, "id"))
			break
		}
		out.Items = append(out.Items, row)
	}
	return out
}

// compareValues orders two values of a place; nil comes last in both directions.
func compareValues(a, b any, desc bool) int {
	var c int
	switch a := a.(type) {
	case nil:
		if b == nil {
			return 0
		}
		return 1
	case string:
		if b == nil {
			return -1
		}
		c = cmp.Compare(a, b.(string))
	case int64:
		if b == nil {
			return -1
		}
		c = cmp.Compare(a, b.(int64))
	}
	if desc {
		return -c
	}
	return c
}
