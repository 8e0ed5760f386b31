package repricer

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// Product shows a row of the repricer. Amounts are in its currency; unknown values are null.
type Product struct {
	ID            int64   `json:"id" doc:"Identifier of the row."`
	SellerID      string  `json:"seller_id" doc:"Seller account of the offer."`
	MarketplaceID string  `json:"marketplace_id" doc:"The marketplace of the offer."`
	SKU           string  `json:"sku" doc:"The seller's SKU of the offer."`
	ASIN          string  `json:"asin" doc:"ASIN of the product."`
	Title         *string `json:"title" doc:"Title of the listing; null while unknown."`
	Currency      string  `json:"currency" doc:"ISO 4217 code of all amounts of the row."`

	Variation []VariationAttribute `json:"variation" doc:"Attributes that distinguish the product within its family, such as color and size, in the family's order. An empty list for other products, and until Amazon's catalogue was read, at the first evaluation."`

	Fulfillment *string `json:"fulfillment" doc:"Who ships: fba (Amazon) or fbm (the seller); null while unknown."`
	Quantity    *int64  `json:"quantity" doc:"Number of units that can be sold; null while unknown."`

	StrategyID          *int64 `json:"strategy_id" doc:"The row's own strategy; null for the default strategy of the settings."`
	EffectiveStrategyID *int64 `json:"effective_strategy_id" doc:"The strategy that applies: the row's own, or else the default strategy; null when there is neither."`
	Mode                string `json:"mode" doc:"off (not evaluated), manual (prices are decided and suggested) or auto (prices are decided and, if submission_mode is live, sent)."`
	RepricePriority     string `json:"reprice_priority" doc:"How soon the row is evaluated, and how often at most: fast, normal or low."`
	AllowLoss           bool   `json:"allow_loss" doc:"Whether the row may be sold below the price without profit or loss although loss_guard of the settings is on."`
	Condition           string `json:"condition" doc:"Condition of the offer: new, used, collectible, refurbished or club. Only offers of the same condition compete."`
	Limits              Limits `json:"limits" doc:"Bounds of the price, as set by the user."`

	CurrentPrice     *body.Money   `json:"current_price" doc:"The live price; null while unknown."`
	Shipping         *body.Money   `json:"shipping" doc:"Shipping that the buyer pays; null while unknown."`
	LandedPrice      *body.Money   `json:"landed_price" doc:"Live price and shipping together; null while the price is unknown."`
	Floor            Floor         `json:"floor" doc:"The lowest price that may be sent."`
	Ceiling          *body.Money   `json:"ceiling" doc:"The highest price that may be sent; null without a ceiling."`
	Cost             *body.Money   `json:"cost" doc:"Cost of one unit until it is ready for sale; null while unknown."`
	OutboundShipping *body.Money   `json:"outbound_shipping" doc:"Postage of one unit to its buyer, from the cost of the SKU or default_outbound_shipping of the settings. Floor, break-even, margin and ROI count it where the seller ships (fbm).\n\nNull while unknown. The shipping that the buyer pays is then assumed. With free shipping a calculated floor is missing_cost, and margin and ROI are null."`
	Fees             *Fees         `json:"fees" doc:"The marketplace's fees, by its own estimate at about the live price. Null until known, which takes a minute or more once the cost is known. A calculated floor uses the fees at the floor, which may differ."`
	VATPercent       *body.Percent `json:"vat_percent" doc:"VAT rate that floor, break-even, margin and ROI count with. It is the rate of the cost layer, else of the product's VAT class, else the standard rate of the marketplace's country (DE 19, GB 20). Null where prices are without tax (US, CA). The scheme comes from the team's registration in the country, else from its default expenses."`
	VATSource        *string       `json:"vat_source" enum:"cost_layer,class,assumed" doc:"Where vat_percent comes from: cost_layer, class (VAT class of the product) or assumed (the standard rate). Null where prices are without tax."`
	Notes            []string      `json:"notes" enum:"vat_rate_assumed,vat_class_unsure,no_registration,margin_scheme" doc:"Doubts about the figures; an empty list without doubts. vat_rate_assumed: nobody entered a rate or a class. vat_class_unsure: such products usually have a reduced rate. no_registration: the team has no VAT registration in the country. margin_scheme: VAT counts on the whole price, although less is due."`
	Margin           *body.Percent `json:"margin" doc:"Profit at the live price in percent of the net price; null without cost, postage or fees."`
	ROI              *body.Percent `json:"roi" doc:"Profit at the live price in percent of cost and postage; null as the margin is, and for a cost of 0."`
	MapPrice         *body.Money   `json:"map_price" doc:"The lowest price that the manufacturer allows to be shown (minimum advertised price); null without such a price."`

	BuyBox           BuyBox        `json:"buy_box" doc:"The buy box when it was last seen."`
	CompetitorsCount *int          `json:"competitors_count" doc:"Number of offers that count as competition; null while unknown."`
	BuyBoxShare24h   *body.Percent `json:"buy_box_share_24h" doc:"Time that this offer had the buy box, in percent of the 24 hours before the last full quarter of an hour before offers_at. Time with an unknown owner does not count; null if the owner was never known."`
	BuyBoxShare7d    *body.Percent `json:"buy_box_share_7d" doc:"Time that this offer had the buy box, in percent of the 7 days before the last full quarter of an hour before offers_at. Time with an unknown owner does not count; null if the owner was never known."`

	Warnings []Warning `json:"warnings" doc:"Allowed values that may be mistakes; an empty list without warnings."`

	RunState     string      `json:"run_state" doc:"State of the row in the repricer: idle, queued, evaluating, submitting or awaiting_confirmation."`
	Hold         *Hold       `json:"hold" doc:"Why the row is frozen; null when it is not. An update that contains mode clears it."`
	LastDecision *Decision   `json:"last_decision" doc:"The last decision about the row; null before the first. Offers that come late do not replace it."`
	LastChange   *LastChange `json:"last_change" doc:"The last new price that was to be sent; null without such a price."`
	NextDueAt    *body.Time  `json:"next_due_at" doc:"When the row is evaluated next; null while that is not planned."`
	LastEventAt  *body.Time  `json:"last_event_at" doc:"Time of the last event about the row; null without events."`
	OffersAt     *body.Time  `json:"offers_at" doc:"Time of the offers that were last seen; null without offers."`
	Version      int64       `json:"version" doc:"Number of the row's version, which each change raises; for If-Match."`
	CreatedAt    body.Time   `json:"created_at" doc:"When the row was made."`
	UpdatedAt    body.Time   `json:"updated_at" doc:"When the row last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (Product) LiveMembers() []string {
	return []string{
		"title", "variation", "fulfillment", "quantity", "effective_strategy_id", "current_price", "shipping",
		"landed_price", "floor", "ceiling", "cost", "outbound_shipping", "fees", "vat_percent", "vat_source",
		"notes", "margin", "roi", "map_price", "buy_box", "competitors_count", "buy_box_share_24h",
		"buy_box_share_7d", "warnings", "run_state", "hold", "last_decision", "last_change", "next_due_at",
		"last_event_at", "offers_at",
	}
}

// VariationAttribute has an attribute that differs between the members of a family.
type VariationAttribute struct {
	Name  string `json:"name" doc:"Name of the attribute in Amazon's words, such as color."`
	Value string `json:"value" doc:"Its value, in the language of the marketplace."`
}

// Floor has the lowest price that may be sent, and its source.
type Floor struct {
	Price     *body.Money `json:"price" doc:"The floor; null while unknown."`
	Source    *string     `json:"source" doc:"The min_price_mode that the floor was found with, or map_price or break_even if that is higher (break_even by loss_guard of the settings). Null while the floor is unknown."`
	BreakEven *body.Money `json:"break_even" doc:"The price without profit or loss; null while cost or fees are unknown."`
	Postage   *string     `json:"postage" doc:"Assumption for unknown postage in break_even, for rows that the seller ships. postage_assumed: the shipping that the buyer pays. postage_unknown: nothing, since shipping is free, and break_even is too low. Null if postage is known or not due."`
}

// Warning describes a setting that is allowed but may be a mistake.
type Warning struct {
	Code      string     `json:"code" enum:"min_price_below_break_even" doc:"min_price_below_break_even: at limits.min_price the row sells at a loss."`
	BreakEven body.Money `json:"break_even" doc:"The price without profit or loss, in the row's currency."`
}

// Fees has the marketplace's fees.
type Fees struct {
	ReferralPercent body.Percent `json:"referral_percent" doc:"Referral fee in percent of the price."`
	ReferralMin     body.Money   `json:"referral_min" doc:"The smallest referral fee, as an amount."`
	Fixed           body.Money   `json:"fixed" doc:"Fulfilment and closing fees, which do not depend on the price."`
}

// BuyBox has the last seen state of the buy box.
type BuyBox struct {
	Price    *body.Money `json:"price" doc:"Price and shipping of the offer in the buy box; null while unknown, and when no seller has it."`
	Owner    string      `json:"owner" doc:"Owner of the buy box: own (this account), team (another account of the team), competitor, amazon, none or unknown."`
	SellerID *string     `json:"seller_id" doc:"The seller that has the buy box; null while unknown, and when no seller has it."`
	Inferred bool        `json:"inferred" doc:"Whether the owner was concluded from the prices and not reported by the marketplace."`
}

func boxOf(b decision.BuyBox) BuyBox {
	return BuyBox{Price: moneyOf(b.Price), Owner: string(b.Owner), SellerID: body.Text(b.SellerID), Inferred: b.Inferred}
}

// Hold explains why a row is frozen for safety.
type Hold struct {
	Reason  string      `json:"reason" doc:"Why the row is frozen: listing_issue, external_change_anomaly, circuit_breaker, submission_failed or currency_mismatch."`
	Since   body.Time   `json:"since" doc:"When the row was frozen."`
	Details *string     `json:"details" doc:"A sentence for people with details; null without details."`
	Price   *body.Money `json:"price" doc:"The new price that was not sent because it is too far from the live price. A resume of the row sends it. Null for other reasons."`
}

// Decision has the last decision about a row.
type Decision struct {
	Action         string      `json:"action" doc:"Kind of decision.\n\nchange: a price to be sent. suggest: a price that is only recorded. keep: the price stays. skip: the row is not evaluated. hold: the row is frozen. error: something that the decision needs is missing or wrong."`
	Price          *body.Money `json:"price" doc:"The price decided on. If nothing changes, the live price; null if that was unknown."`
	Reason         string      `json:"reason" doc:"Why it was decided: one word of a closed list."`
	TargetSellerID *string     `json:"target_seller_id" doc:"Seller of the offer priced against; null without one."`
	TargetPrice    *body.Money `json:"target_price" doc:"Price and shipping of that offer; null without one."`
	CreatedAt      body.Time   `json:"created_at" doc:"When it was decided."`
}

// LastChange has the last new price of a row that was to be sent.
type LastChange struct {
	ID        int64       `json:"id" doc:"Identifier of the change in the history."`
	OldPrice  *body.Money `json:"old_price" doc:"The price before the change; null if it was unknown."`
	NewPrice  body.Money  `json:"new_price" doc:"The price after the change."`
	Reason    string      `json:"reason" doc:"Why it was decided: one word of a closed list."`
	Outcome   string      `json:"outcome" doc:"Outcome of the price, in the words of the history."`
	CreatedAt body.Time   `json:"created_at" doc:"When it was decided."`
}

// ProductMembers has the members of a row that its user may write.
type ProductMembers struct {
	StrategyID      body.Field[StrategyID] `json:"strategy_id,omitzero" doc:"The row's own strategy, from the team's strategies; null for the default strategy of the settings."`
	Limits          body.Opt[LimitsPatch]  `json:"limits,omitzero" doc:"Bounds of the price; merged member by member."`
	Mode            body.Opt[string]       `json:"mode,omitzero" enum:"off,manual,auto" doc:"Mode of the row. manual and auto need a strategy and a complete floor rule. Setting it unfreezes the row. In a call that changes this row alone, manual and auto also send the price that was stopped, if it is still wanted."`
	RepricePriority body.Opt[string]       `json:"reprice_priority,omitzero" enum:"normal,fast,low" doc:"How soon the row is evaluated, and how often at most, by min_interval_seconds of the settings."`
	AllowLoss       body.Opt[bool]         `json:"allow_loss,omitzero" doc:"Whether the row may be sold below the price without profit or loss although loss_guard of the settings is on; false for a new row."`
	Condition       body.Opt[string]       `json:"condition,omitzero" enum:"new,used,collectible,refurbished,club" doc:"Condition of the offer. Only offers of the same condition compete."`
}

// Patch converts the members.
func (m ProductMembers) Patch() repricer.ProductPatch {
	return repricer.ProductPatch{
		StrategyID: optional.Map(m.StrategyID.Field, strategyID[StrategyID]),
		Mode:       optional.Map(m.Mode.Field, word[decision.Mode]).Maybe(),
		Priority:   optional.Map(m.RepricePriority.Field, word[repricer.Priority]).Maybe(),
		Condition:  optional.Map(m.Condition.Field, word[decision.Condition]).Maybe(),
		AllowLoss:  m.AllowLoss.Maybe(),
		Limits:     optional.Map(m.Limits.Field, LimitsPatch.patch),
	}
}

// ProductsPatch changes up to 100 rows in the same way.
type ProductsPatch struct {
	body.IDs
	ProductMembers
}

// TransformSchema requires a member besides ids.
func (ProductsPatch) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MinProperties = new(2)
	return s
}

// ProductUpdates change up to 100 rows, each in its own way.
type ProductUpdates struct {
	Updates []ProductUpdate `json:"updates" minItems:"1" maxItems:"100" doc:"The changes, each of another row."`
}

// ProductUpdate changes one row among others.
type ProductUpdate struct {
	ID body.ID `json:"id" doc:"Identifier of the row."`
	ProductMembers
}

// TransformSchema requires a member besides id.
func (ProductUpdate) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MinProperties = new(2)
	return s
}

func (u ProductUpdate) update() manage.ProductUpdate {
	return manage.ProductUpdate{ID: decision.ProductID(u.ID), Patch: u.Patch()}
}

// ProductPatch changes one row.
type ProductPatch struct {
	body.AtLeastOne
	ProductMembers
}

// NewProducts has up to 100 rows to make.
type NewProducts struct {
	Products []NewProduct `json:"products" minItems:"1" maxItems:"100" doc:"The rows to make."`
}

// NewProduct describes a row to make. Absent members get the defaults of the settings.
type NewProduct struct {
	SKU           string             `json:"sku" minLength:"1" maxLength:"40" doc:"The seller's SKU of the offer; case-sensitive, without spaces at its ends."`
	MarketplaceID body.MarketplaceID `json:"marketplace_id" doc:"The marketplace of the offer."`
	ASIN          body.Opt[ASIN]     `json:"asin,omitzero" doc:"ASIN of the product. Required while no listing is known for the SKU; otherwise it must be the listing's."`
	SellerID      body.Opt[SellerID] `json:"seller_id,omitzero" doc:"Seller account of the offer. Required when several accounts serve the marketplace."`
	ProductMembers
}

func (n NewProduct) product() repricer.NewProduct {
	return repricer.NewProduct{
		Key: repricer.Key{
			SellerID: string(n.SellerID.Value), MarketplaceID: marketplace.ID(n.MarketplaceID), SKU: n.SKU,
		},
		ASIN: string(n.ASIN.Value), Patch: n.Patch(),
	}
}

// CreatedProduct has the result for one new row.
type CreatedProduct struct {
	ID      *int64         `json:"id" doc:"Identifier of the new row; null when it was not made."`
	Status  string         `json:"status" enum:"created,failed" doc:"Whether the row was created or failed."`
	Product *Product       `json:"product,omitempty" doc:"The row that was created; absent when it failed."`
	Error   *body.RowError `json:"error,omitempty" doc:"Why the row failed; absent when it did not. With already_exists, existing_id names the other row."`
}

// UpdatedProduct has the result for one changed row.
type UpdatedProduct struct {
	ID       int64          `json:"id" doc:"The id of the request."`
	Status   string         `json:"status" enum:"updated,unchanged,failed" doc:"Whether the row was updated, was unchanged or failed."`
	Warnings []Warning      `json:"warnings" doc:"Warnings of the row after the call; an empty list for a row that failed."`
	Product  *Product       `json:"product,omitempty" doc:"The row after the call; absent when it failed."`
	Error    *body.RowError `json:"error,omitempty" doc:"Why the row failed; absent when it did not."`
}

func productOf(p manage.Product) Product {
	o, returns, row := p.Observed, p.Profitability(), repricer.DecisionRow(p.ProductSnapshot)
	floor, source := p.FloorSource()
	out := Product{
		ID: int64(p.ID), SellerID: p.Key.SellerID, MarketplaceID: string(p.Key.MarketplaceID), SKU: p.Key.SKU, ASIN: p.ASIN,
		Title: o.Title.Ptr(), Currency: string(p.Currency), Variation: body.Each(o.Variation.Attributes(), variationOf),
		Fulfillment: body.Maybe(o.Fulfillment, word[string, decision.Fulfillment]), Quantity: o.Quantity.Ptr(),
		StrategyID: body.Maybe(p.StrategyID, numberOf), EffectiveStrategyID: body.Maybe(p.EffectiveStrategyID, numberOf),
		Mode: string(p.Mode), AllowLoss: p.AllowLoss, RepricePriority: string(p.Priority), Condition: string(p.Condition),
		Limits:       limitsOf(p.Limits),
		CurrentPrice: moneyOf(o.CurrentPrice), Shipping: moneyOf(o.Shipping), LandedPrice: moneyOf(p.LandedPrice()),
		Floor: Floor{Price: moneyOf(floor), BreakEven: moneyOf(o.BreakEven)}, Ceiling: moneyOf(p.Ceiling()),
		Cost:             moneyOf(o.Cost),
		OutboundShipping: moneyOf(o.Postage), Warnings: []Warning{},
		Fees: body.Maybe(o.Fees, feesOf), Notes: []string{}, MapPrice: moneyOf(o.MapPrice),
		Margin: percentOf(returns.Margin), ROI: percentOf(returns.ROI),
		BuyBox:           boxOf(o.BuyBox),
		CompetitorsCount: o.CompetitorsCount.Ptr(),
		BuyBoxShare24h:   percentOf(o.BuyBoxShare24h), BuyBoxShare7d: percentOf(o.BuyBoxShare7d),
		RunState: string(p.RunState), Hold: body.Maybe(p.Hold, holdOf),
		LastDecision: body.Maybe(o.LastDecision, decisionOf), LastChange: body.Maybe(p.LastChange, lastChangeOf),
		NextDueAt: body.Maybe(o.NextDueAt, body.TimeOf), LastEventAt: body.Maybe(o.LastEventAt, body.TimeOf),
		OffersAt: body.Maybe(o.OffersAt, body.TimeOf), Version: p.Version,
		CreatedAt: body.TimeOf(p.CreatedAt), UpdatedAt: body.TimeOf(p.UpdatedAt),
	}
	if tax := p.VAT(); tax.Basis != "" {
		out.VATPercent, out.VATSource = new(body.PercentOf(tax.Rate)), new(string(tax.Basis))
		out.Notes = append(out.Notes, tax.Notes()...)
	}
	if out.Floor.Price != nil {
		out.Floor.Source = new(string(source))
	}
	if o.BreakEven.Known() {
		out.Floor.Postage = body.Text(string(row.PostageBasis()))
	}
	if even, ok := p.MinBelowBreakEven().Get(); ok {
		out.Warnings = append(out.Warnings, Warning{Code: "min_price_below_break_even", BreakEven: body.MoneyOf(even)})
	}
	return out
}

func variationOf(a repricer.Attribute) VariationAttribute { return VariationAttribute(a) }

func feesOf(f decision.Fees) Fees {
	return Fees{
		ReferralPercent: body.PercentOf(f.ReferralPercent), ReferralMin: body.MoneyOf(f.ReferralMin),
		Fixed: body.MoneyOf(f.Fixed),
	}
}

func decisionOf(d repricer.LastDecision) Decision {
	return Decision{
		Action: string(d.Verdict), Price: priceOf(d.Price), Reason: string(d.Reason),
		TargetSellerID: body.Text(d.TargetSellerID), TargetPrice: moneyOf(d.TargetPrice), CreatedAt: body.TimeOf(d.At),
	}
}

func lastChangeOf(c history.ChangeSnapshot) LastChange {
	return LastChange{
		ID: int64(c.ID), OldPrice: priceOf(c.OldPrice), NewPrice: body.MoneyOf(c.NewPrice), Reason: string(c.Reason),
		Outcome: string(c.Outcome.Or("")), CreatedAt: body.TimeOf(c.CreatedAt),
	}
}

func holdOf(h repricer.Hold) Hold {
	return Hold{Reason: string(h.Reason), Since: body.TimeOf(h.Since), Details: body.Text(h.Details),
		Price: moneyOf(h.Price)}
}
