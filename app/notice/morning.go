package notice

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notice"
)

const (
	// firstRows bounds the records that the mail describes of each kind.
	firstRows = 5
	// mostReasons bounds the reasons of prices.
	mostReasons = 8
	// soldWithin sets the time in which units of a best seller count.
	soldWithin = 30 * 24 * time.Hour
	day        = 24 * time.Hour
	dayForm    = "2006-01-02"
)

// bestSellers leaves out the changes of products that sold too little, or without known orders.
func (n *Notices) bestSellers(ctx context.Context, r notice.Rule, all []notice.Happening) ([]notice.Happening, error) {
	asins := map[marketplace.ID][]string{}
	for _, h := range all {
		m, asin := marketplace.ID(h.Details["marketplace_id"]), h.Details["asin"]
		if asin != "" && !slices.Contains(asins[m], asin) {
			asins[m] = append(asins[m], asin)
		}
	}
	sold := map[marketplace.ID]map[string]int64{}
	for m, list := range asins {
		found, err := n.p.UnitsSold(ctx, r.Team, m, list, soldWithin)
		if err != nil {
			return nil, err
		}
		sold[m] = found
	}
	return slices.DeleteFunc(slices.Clone(all), func(h notice.Happening) bool {
		return sold[marketplace.ID(h.Details["marketplace_id"])][h.Details["asin"]] < int64(r.Values.BestSellerUnits)
	}), nil
}

// question asks the API for the records of a kind.
type question struct {
	kind      notice.Kind
	operation string
	query     map[string]string
	// says describes a record.
	says func(r record) string
}

// record has the members of records that the mail shows.
type record struct {
	SKU         string         `json:"sku"`
	Marketplace marketplace.ID `json:"marketplace_id"`
	Title       *string        `json:"title"`
	FileName    string         `json:"original_name"`
	Number      string         `json:"number"`
	Expected    *string        `json:"expected_date"`
	Status      string         `json:"status"`
	Supplier    struct {
		Name string `json:"name"`
	} `json:"supplier"`
	Hold *struct {
		Details *string `json:"details"`
	} `json:"hold"`
}

// named describes a record of a marketplace, because a SKU may be in several.
func (r record) named() string {
	text := r.SKU
	if r.Title != nil {
		text += " · " + *r.Title
	}
	if m, ok := marketplace.ByID(r.Marketplace); ok {
		text += " · " + m.Domain
	}
	return text
}

// questions lists the questions in the order of the mail.
var questions = []question{
	{notice.RowHeld, "listRepricerProducts", map[string]string{"hold": "any"}, func(r record) string {
		if r.Hold != nil && r.Hold.Details != nil {
			return r.named() + ": " + *r.Hold.Details
		}
		return r.named()
	}},
	{notice.RowLosing, "listRepricerProducts", map[string]string{"under_break_even": "true"}, record.named},
	{notice.ListingSuppressed, "listSkus", map[string]string{"listing_status": "suppressed,stranded"}, record.named},
	{notice.StockLow, "listInventoryProducts", map[string]string{"low_stock": "true"}, func(r record) string {
		if r.Title != nil {
			return *r.Title
		}
		return r.SKU
	}},
	{
		notice.DocumentToConfirm, "listDocuments", map[string]string{"status": "ready", "has_parsed_data": "true"},
		func(r record) string { return r.FileName },
	},
	{notice.OrderOverdue, "listPurchaseOrders", map[string]string{"overdue": "true"}, func(r record) string {
		if r.Expected != nil {
			return r.Number + ", expected on " + *r.Expected
		}
		return r.Number
	}},
}

// morning writes the morning mail of a user at a time. The API answers all figures as to the user.
// It returns fault.Missing for a user who has left.
func (n *Notices) morning(ctx context.Context, r notice.Rule, at time.Time) (notice.Letter, error) {
	_, role, err := n.p.People.Member(ctx, r.Team, r.Values.User)
	if err != nil {
		return notice.Letter{}, err
	}
	who := caller.Caller{Team: r.Team, User: r.Values.User, Role: role, Scopes: []caller.Scope{caller.Read}}
	from := at.UTC().Truncate(day).Add(-day)
	before := from.Add(-7 * day)
	f := notice.Facts{Day: from.Format(dayForm), Before: before.Format(dayForm)}
	for _, step := range []func() error{
		func() error { return n.account(ctx, who, &f) },
		func() error { return n.todo(ctx, who, &f) },
		func() (err error) { f.Sold, err = n.sold(ctx, who, from); return err },
		func() (err error) { f.SoldBefore, err = n.sold(ctx, who, before); return err },
		func() error { return n.prices(ctx, who, from, &f) },
		func() error { return n.received(ctx, who, from, &f) },
	} {
		if err := step(); err != nil {
			return notice.Letter{}, err
		}
	}
	return notice.Morning(letterID(r, "morning", at.Unix()), r.Values, f, at), nil
}

// ask reads an operation into a value. An operation that refuses the team, for example without a
// seller account, leaves the value as it is.
func (n *Notices) ask(
	ctx context.Context, who caller.Caller, operation string, query map[string]string, into any,
) error {
	text, err := n.p.API(ctx, who, operation, query)
	if f, refused := fault.As(err); refused && f.Kind != fault.Unavailable {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// account adds the name of the team, its accounts and its tokens.
func (n *Notices) account(ctx context.Context, who caller.Caller, f *notice.Facts) error {
	var answer struct {
		Data struct {
			Name        string `json:"name"`
			Connections []struct {
				SellerID string `json:"seller_id_last4"`
				Region   string `json:"region"`
				Status   string `json:"status"`
			} `json:"connections"`
			Limits struct {
				Tokens int64 `json:"tokens_month"`
			} `json:"limits"`
			Usage struct {
				Tokens int64 `json:"tokens_month"`
			} `json:"usage"`
		} `json:"data"`
	}
	if err := n.ask(ctx, who, "getAccount", nil, &answer); err != nil {
		return err
	}
	f.Team = answer.Data.Name
	trouble := notice.Todo{Kind: notice.AccountTrouble}
	for _, c := range answer.Data.Connections {
		if c.Status == "needs_attention" {
			trouble.Count++
			trouble.Rows = append(trouble.Rows, "Connect the account …"+c.SellerID+" ("+strings.ToUpper(c.Region)+") again.")
		}
	}
	f.Todo = append(f.Todo, trouble)
	if limit, used := answer.Data.Limits.Tokens, answer.Data.Usage.Tokens; limit > 0 && (limit-used)*5 <= limit {
		f.Todo = append(f.Todo, notice.Todo{Kind: notice.QuotaLow, Count: 1})
	}
	return nil
}

// todo adds the records that need a person.
func (n *Notices) todo(ctx context.Context, who caller.Caller, f *notice.Facts) error {
	for _, q := range questions {
		query := map[string]string{"limit": "5", "count": "true"}
		for name, value := range q.query {
			query[name] = value
		}
		var answer struct {
			Data []record `json:"data"`
			Meta struct {
				Total *int64 `json:"total"`
			} `json:"meta"`
		}
		if err := n.ask(ctx, who, q.operation, query, &answer); err != nil {
			return err
		}
		t := notice.Todo{Kind: q.kind, Count: int64(len(answer.Data))}
		if answer.Meta.Total != nil {
			t.Count = *answer.Meta.Total
		}
		for _, r := range answer.Data[:min(len(answer.Data), firstRows)] {
			t.Rows = append(t.Rows, q.says(r))
		}
		f.Todo = append(f.Todo, t)
	}
	return nil
}

// statistics has the members of the statistics that the mail shows. Amounts keep their digits.
type statistics struct {
	Data struct {
		Total struct {
			Changes struct {
				Up   int64 `json:"up"`
				Down int64 `json:"down"`
			} `json:"changes"`
		} `json:"total"`
		Groups []struct {
			Marketplace *string `json:"marketplace_id"`
			Reason      *string `json:"reason"`
			Changes     struct {
				Total int64 `json:"total"`
			} `json:"changes"`
			Sales *struct {
				Units     int64       `json:"units"`
				Currency  *string     `json:"currency"`
				MeanPrice json.Number `json:"mean_price"`
				Profit    json.Number `json:"estimated_profit"`
			} `json:"sales"`
		} `json:"groups"`
	} `json:"data"`
}

// counted asks for the statistics of a UTC day.
func (n *Notices) counted(
	ctx context.Context, who caller.Caller, on time.Time, groups string,
) (out statistics, err error) {
	at := on.Format(time.RFC3339)
	err = n.ask(ctx, who, "getRepricerHistoryStatistics",
		map[string]string{"time_from": at, "time_to": at, "group_by": groups}, &out)
	return out, err
}

// sold returns the sales of a day by marketplace.
func (n *Notices) sold(ctx context.Context, who caller.Caller, on time.Time) ([]notice.Sold, error) {
	found, err := n.counted(ctx, who, on, "marketplace")
	var out []notice.Sold
	for _, g := range found.Data.Groups {
		if g.Sales == nil || g.Marketplace == nil {
			continue
		}
		s := notice.Sold{
			Marketplace: *g.Marketplace, Units: g.Sales.Units, MeanPrice: g.Sales.MeanPrice.String(),
			Profit: g.Sales.Profit.String(),
		}
		if m, ok := marketplace.ByID(marketplace.ID(s.Marketplace)); ok {
			s.Marketplace = m.Domain
		}
		if g.Sales.Currency != nil {
			s.Currency = *g.Sales.Currency
		}
		out = append(out, s)
	}
	return out, err
}

// prices adds the prices that were decided on a day by their reasons.
func (n *Notices) prices(ctx context.Context, who caller.Caller, on time.Time, f *notice.Facts) error {
	found, err := n.counted(ctx, who, on, "reason")
	if err != nil {
		return err
	}
	f.PricesUp, f.PricesDown = found.Data.Total.Changes.Up, found.Data.Total.Changes.Down
	for _, g := range found.Data.Groups {
		if g.Reason != nil && g.Changes.Total > 0 {
			f.Prices = append(f.Prices, notice.Reason{Words: strings.ReplaceAll(*g.Reason, "_", " "), Count: g.Changes.Total})
		}
	}
	slices.SortStableFunc(f.Prices, func(a, b notice.Reason) int { return int(b.Count - a.Count) })
	f.Prices = f.Prices[:min(len(f.Prices), mostReasons)]
	return nil
}

// received adds the orders with goods that came in on a day.
func (n *Notices) received(ctx context.Context, who caller.Caller, on time.Time, f *notice.Facts) error {
	var answer struct {
		Data []record `json:"data"`
	}
	err := n.ask(ctx, who, "listPurchaseOrders", map[string]string{
		"status": "partially_received,received", "updated_from": on.Format(time.RFC3339),
		"updated_to": on.Add(day).Format(time.RFC3339), "limit": "50", "sort": "updated_at",
	}, &answer)
	for _, r := range answer.Data {
		f.Received = append(f.Received, notice.Received{
			Number: r.Number, Supplier: r.Supplier.Name, Status: strings.ReplaceAll(r.Status, "_", " "),
		})
	}
	return err
}
