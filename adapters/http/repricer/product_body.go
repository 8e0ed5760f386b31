package repricer

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/repricer"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
)

// Product is a row of the repricer as clients see it. Amounts are in its
// currency; what is not known yet is null.
type Product struct {
	ID            int64   `json:"id" doc:"Identifier of the row."`
	SellerID      string  `json:"seller_id" doc:"The seller account of the offer."`
	MarketplaceID string  `json:"marketplace_id" doc:"The marketplace of the offer."`
	SKU           string  `json:"sku" doc:"The seller's own name of the offer."`
	ASIN          string  `json:"asin" doc:"The product."`
	Title         *string `json:"title" doc:"Title of the listing."`
	Currency      string  `json:"currency" doc:"ISO 4217 code of all amounts of the row."`
	Fulfillment   *string `json:"fulfillment" doc:"Who ships: fba or fbm."`
	Quantity      *int64  `json:"quantity" doc:"Units that can be sold."`

	StrategyID          *int64 `json:"strategy_id" doc:"The row's own strategy; null for the default strategy of the settings."`
	EffectiveStrategyID *int64 `json:"effective_strategy_id" doc:"The strategy that is used; null when there is none."`
	Mode                string `json:"mode" doc:"off, manual or auto."`
	RepricePriority     string `json:"reprice_priority" doc:"normal, fast or low."`
	Condition           string `json:"condition" doc:"new, used, collectible, refurbished or club."`
	Limits              Limits `json:"limits" doc:"Bounds of the price."`

	CurrentPrice *httpx.Money   `json:"current_price" doc:"The live price."`
	Shipping     *httpx.Money   `json:"shipping" doc:"Shipping the buyer pays."`
	LandedPrice  *httpx.Money   `json:"landed_price" doc:"Price and shipping together."`
	Floor        Floor          `json:"floor" doc:"The lowest price that may be sent."`
	Ceiling      *httpx.Money   `json:"ceiling" doc:"The highest price that may be sent."`
	Cost         *httpx.Money   `json:"cost" doc:"What one unit costs the seller."`
	Fees         *Fees          `json:"fees" doc:"What the marketplace keeps, by its own estimate at about the live price; known a minute or more after the cost is. Null until then. A floor is made of those at the floor, which may be others."`
	VATPercent   *httpx.Percent `json:"vat_percent" doc:"VAT contained in the price, as the cost of the SKU names it. Null where it names none: floor, break-even and margin then count with the standard rate of the marketplace's country, such as 19 for DE and 20 for GB, and with 0 where prices are without tax (US, CA) or no one rate is known (BR). A cost with a rate of 0 says that no VAT is owed."`
	Margin       *httpx.Percent `json:"margin" doc:"Profit at the live price in percent of the net price; null without cost or fees."`
	ROI          *httpx.Percent `json:"roi" doc:"Profit at the live price in percent of the cost; null as the margin is, and for a cost of 0."`
	MapPrice     *httpx.Money   `json:"map_price" doc:"The lowest price the maker allows to be shown."`

	BuyBox           BuyBox         `json:"buy_box" doc:"What was last seen of the box."`
	CompetitorsCount *int           `json:"competitors_count" doc:"Offers that count as competition."`
	BuyBoxShare24h   *httpx.Percent `json:"buy_box_share_24h" doc:"How long this offer had the box, in percent of the 24 hours before the last full quarter of an hour before offers_at; hours in which it is not known who had it do not count. Null where that is never known."`
	BuyBoxShare7d    *httpx.Percent `json:"buy_box_share_7d" doc:"The same over 7 days."`

	RunState     string      `json:"run_state" doc:"idle, queued, evaluating, submitting or awaiting_confirmation."`
	Hold         *Hold       `json:"hold" doc:"Why safety froze the row; an update that contains mode clears it."`
	LastDecision *Decision   `json:"last_decision" doc:"What was last decided; null before the first time."`
	LastChange   *LastChange `json:"last_change" doc:"The last new price that was to be sent; null for none."`
	NextDueAt    *httpx.Time `json:"next_due_at" doc:"When the row is looked at next."`
	LastEventAt  *httpx.Time `json:"last_event_at" doc:"Time of the last event about the row."`
	OffersAt     *httpx.Time `json:"offers_at" doc:"Time of the offers that were last seen."`
	Version      int64       `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt    httpx.Time  `json:"created_at" doc:"When the row was made."`
	UpdatedAt    httpx.Time  `json:"updated_at" doc:"When the row last changed."`
}

// Floor is the lowest price that may be sent and where it comes from.
type Floor struct {
	Price     *httpx.Money `json:"price" doc:"The floor; null while it is not known."`
	Source    *string      `json:"source" doc:"The min_price_mode it was found with."`
	BreakEven *httpx.Money `json:"break_even" doc:"The price without profit or loss."`
}

// Fees are what the marketplace keeps.
type Fees struct {
	ReferralPercent httpx.Percent `json:"referral_percent" doc:"Referral fee in percent of the price."`
	ReferralMin     httpx.Money   `json:"referral_min" doc:"Least referral fee."`
	Fixed           httpx.Money   `json:"fixed" doc:"Fulfilment and closing fees."`
}

// BuyBox is what was last seen of the box.
type BuyBox struct {
	Price    *httpx.Money `json:"price" doc:"Its price."`
	Owner    string       `json:"owner" doc:"own, team, competitor, amazon, none or unknown."`
	Inferred bool         `json:"inferred" doc:"Whether the owner was concluded, not told."`
}

// Hold is a freeze by safety.
type Hold struct {
	Reason  string     `json:"reason" doc:"listing_issue, external_change_anomaly, circuit_breaker, submission_failed or currency_mismatch."`
	Since   httpx.Time `json:"since" doc:"When it was set."`
	Details *string    `json:"details" doc:"A sentence for people."`
}

// Decision is what was last decided of a row.
type Decision struct {
	Action    string       `json:"action" doc:"change, suggest, keep, skip, hold or error."`
	Price     *httpx.Money `json:"price" doc:"The price that was decided on; the live price where nothing is to change, null while that was not known."`
	Reason    string       `json:"reason" doc:"A stable word."`
	CreatedAt httpx.Time   `json:"created_at" doc:"When it was decided."`
}

// LastChange is the last new price of a row that was to be sent.
type LastChange struct {
	ID        int64        `json:"id" doc:"Identifier of the change in the history."`
	OldPrice  *httpx.Money `json:"old_price" doc:"The price before."`
	NewPrice  httpx.Money  `json:"new_price" doc:"The price after."`
	Reason    string       `json:"reason" doc:"A stable word."`
	Outcome   string       `json:"outcome" doc:"What became of it."`
	CreatedAt httpx.Time   `json:"created_at" doc:"When it was decided."`
}

// ProductMembers are the members of a row that its user may write.
type ProductMembers struct {
	StrategyID      httpx.Field[StrategyID] `json:"strategy_id,omitzero" doc:"A strategy of the team; null for the default strategy."`
	Limits          httpx.Opt[LimitsPatch]  `json:"limits,omitzero" doc:"Merge member by member."`
	Mode            httpx.Opt[string]       `json:"mode,omitzero" enum:"off,manual,auto" doc:"manual and auto need a strategy and a complete floor rule. Clears a hold; with manual and auto the next decision then passes the circuit breaker that held the row."`
	RepricePriority httpx.Opt[string]       `json:"reprice_priority,omitzero" enum:"normal,fast,low" doc:"Lane and least interval."`
	Condition       httpx.Opt[string]       `json:"condition,omitzero" enum:"new,used,collectible,refurbished,club" doc:"Offers of this condition compete."`
}

func (m ProductMembers) patch() repricer.ProductPatch {
	return repricer.ProductPatch{
		StrategyID: fieldOf(m.StrategyID, strategyID[StrategyID]),
		Mode:       someOf(m.Mode, word[repricer.Mode]),
		Priority:   someOf(m.RepricePriority, word[repricer.Priority]),
		Condition:  someOf(m.Condition, word[repricer.Condition]),
		Limits:     setOf(m.Limits, LimitsPatch.patch),
	}
}

// ProductsPatch changes up to 100 rows in the same way.
type ProductsPatch struct {
	httpx.IDs
	ProductMembers
}

// TransformSchema asks for a member besides ids.
func (ProductsPatch) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return atLeast(2, s)
}

// ProductPatch changes one row.
type ProductPatch struct {
	ProductMembers
}

// TransformSchema asks for at least one member.
func (ProductPatch) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return atLeast(1, s)
}

// NewProducts are up to 100 rows to make.
type NewProducts struct {
	Products []NewProduct `json:"products" minItems:"1" maxItems:"100" doc:"The rows to make."`
}

// NewProduct is a row to make. Members that are not given have the defaults of
// the settings.
type NewProduct struct {
	SKU           string              `json:"sku" minLength:"1" maxLength:"40" doc:"The seller's own name of the offer, case-sensitive, without a space at its ends."`
	MarketplaceID MarketplaceID       `json:"marketplace_id" doc:"The marketplace of the offer."`
	ASIN          httpx.Opt[ASIN]     `json:"asin,omitzero" doc:"The product; needed while no listing is known for the SKU, and that of the listing otherwise."`
	SellerID      httpx.Opt[SellerID] `json:"seller_id,omitzero" doc:"The seller account; needed when several serve the marketplace."`
	ProductMembers
}

func (n NewProduct) product() repricer.NewProduct {
	return repricer.NewProduct{
		Key: repricer.Key{
			SellerID: string(n.SellerID.Value), MarketplaceID: marketplace.ID(n.MarketplaceID), SKU: n.SKU,
		},
		ASIN: string(n.ASIN.Value), Patch: n.patch(),
	}
}

// CreatedProduct is one result of making rows.
type CreatedProduct struct {
	ID      *int64          `json:"id" doc:"Identifier of the new row; null when it was not made."`
	Status  string          `json:"status" enum:"created,failed" doc:"What happened."`
	Product *Product        `json:"product,omitempty" doc:"The row; only there when it was made."`
	Error   *httpx.RowError `json:"error,omitempty" doc:"Why the row failed; only there when it did. already_exists names the other row in existing_id."`
}

// UpdatedProduct is one result of changing rows.
type UpdatedProduct struct {
	ID      int64           `json:"id" doc:"The id as named."`
	Status  string          `json:"status" enum:"updated,unchanged,failed" doc:"What happened."`
	Product *Product        `json:"product,omitempty" doc:"The row after the call; only there when it did not fail."`
	Error   *httpx.RowError `json:"error,omitempty" doc:"Why the row failed; only there when it did."`
}

func productOf(p app.Product) Product {
	o, returns := p.Observed, p.Returns()
	out := Product{
		ID: int64(p.ID), SellerID: p.Key.SellerID, MarketplaceID: string(p.Key.MarketplaceID), SKU: p.Key.SKU, ASIN: p.ASIN,
		Title: o.Title.Ptr(), Currency: string(p.Currency),
		Fulfillment: nullable(o.Fulfillment, word[string, repricer.Fulfillment]), Quantity: o.Quantity.Ptr(),
		StrategyID: nullable(p.StrategyID, numberOf), EffectiveStrategyID: nullable(p.EffectiveStrategyID, numberOf),
		Mode: string(p.Mode), RepricePriority: string(p.Priority), Condition: string(p.Condition), Limits: limitsOf(p.Limits),
		CurrentPrice: moneyOf(o.CurrentPrice), Shipping: moneyOf(o.Shipping), LandedPrice: moneyOf(p.LandedPrice()),
		Floor: Floor{Price: moneyOf(p.Floor()), BreakEven: moneyOf(o.BreakEven)}, Ceiling: moneyOf(p.Ceiling()), Cost: moneyOf(o.Cost),
		Fees: nullable(o.Fees, feesOf), VATPercent: percentOf(o.VATPercent), MapPrice: moneyOf(o.MapPrice),
		Margin: percentOf(returns.Margin), ROI: percentOf(returns.ROI),
		BuyBox:           BuyBox{Price: moneyOf(o.BuyBox.Price), Owner: string(o.BuyBox.Owner), Inferred: o.BuyBox.Inferred},
		CompetitorsCount: o.CompetitorsCount.Ptr(),
		BuyBoxShare24h:   percentOf(o.BuyBoxShare24h), BuyBoxShare7d: percentOf(o.BuyBoxShare7d),
		RunState: string(p.RunState), Hold: nullable(p.Hold, holdOf),
		LastDecision: nullable(o.LastDecision, decisionOf), LastChange: nullable(p.LastChange, lastChangeOf),
		NextDueAt: nullable(o.NextDueAt, httpx.TimeOf), LastEventAt: nullable(o.LastEventAt, httpx.TimeOf),
		OffersAt: nullable(o.OffersAt, httpx.TimeOf), Version: p.Version,
		CreatedAt: httpx.TimeOf(p.CreatedAt), UpdatedAt: httpx.TimeOf(p.UpdatedAt),
	}
	if out.Floor.Price != nil {
		source := string(p.Limits.MinPriceMode)
		out.Floor.Source = &source
	}
	return out
}

func feesOf(f repricer.Fees) Fees {
	return Fees{
		ReferralPercent: httpx.PercentOf(f.ReferralPercent), ReferralMin: httpx.MoneyOf(f.ReferralMin), Fixed: httpx.MoneyOf(f.Fixed),
	}
}

func decisionOf(d repricer.LastDecision) Decision {
	return Decision{Action: string(d.Verdict), Price: priceOf(d.Price), Reason: string(d.Reason), CreatedAt: httpx.TimeOf(d.At)}
}

func lastChangeOf(c repricer.ChangeSnapshot) LastChange {
	return LastChange{
		ID: int64(c.ID), OldPrice: priceOf(c.OldPrice), NewPrice: httpx.MoneyOf(c.NewPrice), Reason: string(c.Reason),
		Outcome: string(c.Outcome.Or("")), CreatedAt: httpx.TimeOf(c.CreatedAt),
	}
}

func holdOf(h repricer.Hold) Hold {
	out := Hold{Reason: string(h.Reason), Since: httpx.TimeOf(h.Since)}
	if h.Details != "" {
		out.Details = &h.Details
	}
	return out
}
