package main

import "math"

// change has the body of a bulk call.
type change struct {
	IDs    []int64 `json:"ids"`
	Limits struct {
		MinPrice float64 `json:"min_price"`
		MaxPrice float64 `json:"max_price"`
	} `json:"limits"`
}

func units(amount float64) int64 { return int64(math.Round(amount * 10_000)) }

// changed has the body of the answer.
type changed struct {
	Data   []changedRow `json:"data"`
	Meta   changedMeta  `json:"meta"`
	Errors []string     `json:"errors"`
}

type changedRow struct {
	ID       int64    `json:"id"`
	Status   string   `json:"status"`
	Warnings []string `json:"warnings"`
	Product  *product `json:"product,omitempty"`
}

type changedMeta struct {
	Succeeded int `json:"succeeded"`
	Failed    int `json:"failed"`
}

func changedOf(ids []int64, found map[int64]*product) changed {
	out := changed{Data: make([]changedRow, len(ids)), Errors: []string{}}
	for i, id := range ids {
		out.Data[i] = changedRow{id, "updated", []string{}, found[id]}
		if found[id] == nil {
			out.Data[i].Status = "failed"
			out.Meta.Failed++
			continue
		}
		out.Meta.Succeeded++
	}
	return out
}

// product has a repricer row in the form of its answer, and the columns that must be converted for
// it.
type product struct {
	ID            int64   `json:"id"`
	SellerID      string  `json:"seller_id"`
	MarketplaceID string  `json:"marketplace_id"`
	SKU           string  `json:"sku"`
	ASIN          string  `json:"asin"`
	Title         *string `json:"title"`
	Currency      string  `json:"currency"`

	Variation []string `json:"variation"`

	Fulfillment         *string `json:"fulfillment"`
	Quantity            *int64  `json:"quantity"`
	StrategyID          *int64  `json:"strategy_id"`
	EffectiveStrategyID *int64  `json:"effective_strategy_id"`
	Mode                string  `json:"mode"`
	RepricePriority     string  `json:"reprice_priority"`
	AllowLoss           bool    `json:"allow_loss"`
	Condition           string  `json:"condition"`
	Limits              limits  `json:"limits"`

	CurrentPrice     *float64 `json:"current_price"`
	Shipping         *float64 `json:"shipping"`
	LandedPrice      *float64 `json:"landed_price"`
	Floor            lowest   `json:"floor"`
	Ceiling          *float64 `json:"ceiling"`
	Cost             *float64 `json:"cost"`
	OutboundShipping *float64 `json:"outbound_shipping"`
	Fees             *fees    `json:"fees"`
	VATPercent       *float64 `json:"vat_percent"`
	VATSource        *string  `json:"vat_source"`
	Notes            []string `json:"notes"`
	Margin           *float64 `json:"margin"`
	ROI              *float64 `json:"roi"`
	MapPrice         *float64 `json:"map_price"`

	BuyBox           buyBox   `json:"buy_box"`
	CompetitorsCount *int64   `json:"competitors_count"`
	BuyBoxShare24h   *float64 `json:"buy_box_share_24h"`
	BuyBoxShare7d    *float64 `json:"buy_box_share_7d"`
	Warnings         []string `json:"warnings"`

	RunState     string  `json:"run_state"`
	Hold         *string `json:"hold"`
	LastDecision *string `json:"last_decision"`
	LastChange   *string `json:"last_change"`
	NextDueAt    *string `json:"next_due_at"`
	LastEventAt  *string `json:"last_event_at"`
	OffersAt     *string `json:"offers_at"`
	Version      int64   `json:"version"`
	CreatedAt    string  `json:"created_at"`
	UpdatedAt    string  `json:"updated_at"`

	minPrice, maxPrice, maxChange, maxChangePercent *int64
	targetROI, targetMargin, minPriceMarkup         *int64

	currentPrice, shipping, cost, postage, feePercent, feeMin, feeFixed *int64
	vatPercent, mapPrice, boxPrice, share24h, share7d                   *int64
	nextDue, lastEvent, offers                                          *int64
	created, updated                                                    int64
}

type limits struct {
	MinPrice            *float64 `json:"min_price"`
	MaxPrice            *float64 `json:"max_price"`
	MaxChange           *float64 `json:"max_change"`
	MaxChangePercent    *float64 `json:"max_change_percent"`
	MinPriceMode        string   `json:"min_price_mode"`
	TargetROI           *float64 `json:"target_roi"`
	TargetMargin        *float64 `json:"target_margin"`
	MinPriceMarkup      *float64 `json:"min_price_markup"`
	MinPriceMarkupType  string   `json:"min_price_markup_type"`
	MissingCostFallback string   `json:"missing_cost_fallback"`
}

type lowest struct {
	Price     *float64 `json:"price"`
	Source    *string  `json:"source"`
	BreakEven *float64 `json:"break_even"`
	Postage   *string  `json:"postage"`
}

type fees struct {
	ReferralPercent *float64 `json:"referral_percent"`
	ReferralMin     *float64 `json:"referral_min"`
	Fixed           *float64 `json:"fixed"`
}

type buyBox struct {
	Price    *float64 `json:"price"`
	Owner    string   `json:"owner"`
	SellerID *string  `json:"seller_id"`
	Inferred bool     `json:"inferred"`
}

// productsSQL reads rows with their strategy in one statement. in compares with the list of ids,
// lock ends the statement.
func productsSQL(text, lock string) string {
	return `SELECT p.id, p.seller_id, p.marketplace_id, p.sku, p.asin, p.title, p.currency, p.fulfillment, p.quantity,
	p.strategy_id, COALESCE(p.strategy_id, s.default_strategy_id), p.mode, p.reprice_priority, p.condition,
	p.min_price, p.max_price, p.max_change, p.max_change_percent, p.min_price_mode, p.target_roi, p.target_margin,
	p.min_price_markup, p.min_price_markup_type, p.missing_cost_fallback, p.current_price, p.shipping, p.cost,
	p.fee_referral_percent, p.fee_referral_min, p.fee_fixed, p.vat_percent, p.map_price, p.buy_box_price,
	p.buy_box_owner, NULLIF(p.buy_box_seller_id, ''), p.buy_box_inferred, p.competitors_count, p.buy_box_share_24h, p.buy_box_share_7d, p.run_state,
	p.hold_reason, p.next_due_at, p.last_event_at, p.offers_at, p.version, p.created_at, p.updated_at,
	p.allow_loss, p.outbound_shipping
	FROM repricer_products p LEFT JOIN repricer_settings s ON s.team_id = p.team_id
	WHERE p.team_id = $1 AND p.id ` + text + ` AND p.deleted_at IS NULL ORDER BY p.id` + lock
}

func updateSQL(text, least string) string {
	return `UPDATE repricer_products SET min_price = $3, max_price = $4, version = version + 1, updated_at = $5,
	run_state = 'queued', next_due_at = CASE run_state WHEN 'queued' THEN ` + least + `(next_due_at, $5) ELSE $5 END
	WHERE team_id = $1 AND id ` + text + ` AND deleted_at IS NULL`
}

// queueSQL queues rows for evaluation, with the default intervals of settings. It ignores rows that
// wait for a price, because there are no such rows.
func queueSQL(text, key, least string) string {
	earlier := func(column string) string {
		return column + " = " + least + "(repricer_due." + column + ", excluded." + column + ")"
	}
	return `INSERT INTO repricer_due (product_id, team_id, lane, pace, due_at, rises_at, enqueued_at, woken_by, at_once, edits)
	SELECT id, team_id, lane, pace, CAST($3 AS BIGINT), CAST($3 AS BIGINT) + 2 * pace, CAST($3 AS BIGINT), 'settings', TRUE, 1 FROM (SELECT id, team_id,
		CASE reprice_priority WHEN 'fast' THEN 0 WHEN 'low' THEN 2 ELSE 1 END AS lane,
		CASE reprice_priority WHEN 'fast' THEN 120000000 WHEN 'low' THEN 3600000000 ELSE 900000000 END AS pace
		FROM repricer_products WHERE team_id = $1 AND id ` + text + ` AND deleted_at IS NULL AND mode <> 'off') AS p
	WHERE true ORDER BY id ON CONFLICT (` + key + `) DO UPDATE SET ` + earlier("lane") + `, pace = excluded.pace,
		due_at = CASE WHEN repricer_due.lease_owner IS NULL THEN ` + least + `(repricer_due.due_at, excluded.due_at)
			ELSE repricer_due.due_at END,
		` + earlier("enqueued_at") + ", " + earlier("rises_at") + `, woken_by = excluded.woken_by, at_once = TRUE,
		edits = repricer_due.edits + 1,
		again_at = CASE WHEN repricer_due.lease_owner IS NOT NULL THEN COALESCE(repricer_due.again_at, excluded.enqueued_at) END`
}

func (p *product) places() []any {
	l := &p.Limits
	return []any{
		&p.ID, &p.SellerID, &p.MarketplaceID, &p.SKU, &p.ASIN, &p.Title, &p.Currency, &p.Fulfillment, &p.Quantity,
		&p.StrategyID, &p.EffectiveStrategyID, &p.Mode, &p.RepricePriority, &p.Condition,
		&p.minPrice, &p.maxPrice, &p.maxChange, &p.maxChangePercent, &l.MinPriceMode, &p.targetROI, &p.targetMargin,
		&p.minPriceMarkup, &l.MinPriceMarkupType, &l.MissingCostFallback, &p.currentPrice, &p.shipping, &p.cost,
		&p.feePercent, &p.feeMin, &p.feeFixed, &p.vatPercent, &p.mapPrice, &p.boxPrice,
		&p.BuyBox.Owner, &p.BuyBox.SellerID, &p.BuyBox.Inferred, &p.CompetitorsCount, &p.share24h, &p.share7d, &p.RunState,
		&p.Hold, &p.nextDue, &p.lastEvent, &p.offers, &p.Version, &p.created, &p.updated,
		&p.AllowLoss, &p.postage,
	}
}

// finish sets the new limits of the row and fills the members that are stored in another form.
func (p *product) finish(min, max, now int64) {
	p.minPrice, p.maxPrice, p.updated = &min, &max, now
	if p.RunState != "queued" || p.nextDue == nil || *p.nextDue > now {
		p.RunState, p.nextDue = "queued", &now
	}
	p.Version++
	p.Variation, p.Warnings, p.Notes, p.OutboundShipping = []string{}, []string{}, []string{}, fraction(p.postage)
	p.Limits.MinPrice, p.Limits.MaxPrice = fraction(&min), fraction(&max)
	p.Limits.MaxChange, p.Limits.MaxChangePercent = fraction(p.maxChange), fraction(p.maxChangePercent)
	p.Limits.TargetROI, p.Limits.TargetMargin = fraction(p.targetROI), fraction(p.targetMargin)
	p.Limits.MinPriceMarkup = fraction(p.minPriceMarkup)
	p.CurrentPrice, p.Shipping, p.Cost = fraction(p.currentPrice), fraction(p.shipping), fraction(p.cost)
	if p.currentPrice != nil {
		landed := *p.currentPrice
		if p.shipping != nil {
			landed += *p.shipping
		}
		p.LandedPrice = fraction(&landed)
		p.earn(float64(landed))
	}
	lowestPrice := min
	if p.mapPrice != nil && *p.mapPrice > min {
		lowestPrice = *p.mapPrice
	}
	p.Floor.Price, p.Floor.Source, p.Ceiling = fraction(&lowestPrice), &p.Limits.MinPriceMode, fraction(&max)
	if p.feePercent != nil {
		p.Fees = &fees{fraction(p.feePercent), fraction(p.feeMin), fraction(p.feeFixed)}
	}
	p.VATPercent, p.MapPrice, p.BuyBox.Price = fraction(p.vatPercent), fraction(p.mapPrice), fraction(p.boxPrice)
	p.BuyBoxShare24h, p.BuyBoxShare7d = fraction(p.share24h), fraction(p.share7d)
	p.NextDueAt, p.LastEventAt, p.OffersAt = nullStamp(p.nextDue), nullStamp(p.lastEvent), nullStamp(p.offers)
	p.CreatedAt, p.UpdatedAt = stamp(p.created), stamp(p.updated)
}

// earn calculates margin and ROI in floating point, which is close enough at four decimals.
func (p *product) earn(total float64) {
	if p.feePercent == nil || p.cost == nil {
		return
	}
	const whole = 1_000_000
	build := func(n *int64) float64 {
		if n == nil {
			return 0
		}
		return float64(*n)
	}
	net := total / (1 + build(p.vatPercent)/whole)
	profit := net - max(total*build(p.feePercent)/whole, build(p.feeMin)) - build(p.feeFixed) - build(p.cost)
	percent := func(number float64) *float64 {
		if number <= 0 {
			return nil
		}
		n := math.Round(profit/number*whole) / 10_000
		return &n
	}
	p.Margin, p.ROI = percent(net), percent(build(p.cost))
}
