package manage

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

type (
	snapshot     = repricer.ProductSnapshot
	maybe[T any] = optional.Maybe[T]
)

// productRow has the columns of a stored row.
type productRow struct {
	bun.BaseModel `bun:"table:repricer_products"`

	ID          int64          `bun:"id,pk,autoincrement"`
	Team        id.Team        `bun:"team_id"`
	Seller      string         `bun:"seller_id"`
	Marketplace marketplace.ID `bun:"marketplace_id"`
	SKU         string         `bun:"sku"`
	ASIN        string         `bun:"asin"`
	Currency    money.Currency `bun:"currency"`

	StrategyID          *int64                       `bun:"strategy_id"`
	Mode                decision.Mode                `bun:"mode"`
	Priority            repricer.Priority            `bun:"reprice_priority"`
	Condition           decision.Condition           `bun:"condition"`
	MinPrice            *int64                       `bun:"min_price"`
	MaxPrice            *int64                       `bun:"max_price"`
	MaxChange           *int64                       `bun:"max_change"`
	MaxChangePercent    *int64                       `bun:"max_change_percent"`
	MinPriceMode        decision.MinPriceMode        `bun:"min_price_mode"`
	TargetROI           *int64                       `bun:"target_roi"`
	TargetMargin        *int64                       `bun:"target_margin"`
	MinPriceMarkup      *int64                       `bun:"min_price_markup"`
	MinPriceMarkupType  decision.Measure             `bun:"min_price_markup_type"`
	MissingCostFallback decision.MissingCostFallback `bun:"missing_cost_fallback"`
	AllowLoss           bool                         `bun:"allow_loss"`

	HoldReason    *string           `bun:"hold_reason"`
	HoldSince     *int64            `bun:"hold_since"`
	HoldDetails   *string           `bun:"hold_details"`
	HoldPrice     *int64            `bun:"hold_price"`
	ResumedReason *string           `bun:"resumed_reason"`
	ResumedAt     *int64            `bun:"resumed_at"`
	ResumedPrice  *int64            `bun:"resumed_price"`
	RunState      repricer.RunState `bun:"run_state"`

	Title            *string           `bun:"title"`
	Fulfillment      *string           `bun:"fulfillment"`
	Quantity         *int64            `bun:"quantity"`
	CurrentPrice     *int64            `bun:"current_price"`
	Shipping         *int64            `bun:"shipping"`
	Cost             *int64            `bun:"cost"`
	Postage          *int64            `bun:"outbound_shipping"`
	FeePercent       *int64            `bun:"fee_referral_percent"`
	FeeMin           *int64            `bun:"fee_referral_min"`
	FeeFixed         *int64            `bun:"fee_fixed"`
	FloorPercent     *int64            `bun:"floor_fee_percent"`
	FloorFixed       *int64            `bun:"floor_fee_fixed"`
	FloorTotal       *int64            `bun:"floor_fee_total"`
	FloorFeesAt      *int64            `bun:"floor_fees_at"`
	VATPercent       *int64            `bun:"vat_percent"`
	VATSource        *string           `bun:"vat_source"`
	VATScheme        *string           `bun:"vat_scheme"`
	VATFlat          *int64            `bun:"vat_flat_percent"`
	VATUnsure        bool              `bun:"vat_unsure"`
	VATDoubt         *string           `bun:"vat_doubt"`
	MapPrice         *int64            `bun:"map_price"`
	BuyBoxPrice      *int64            `bun:"buy_box_price"`
	BuyBoxOwner      decision.BoxOwner `bun:"buy_box_owner"`
	BuyBoxSeller     string            `bun:"buy_box_seller_id"`
	BuyBoxInferred   bool              `bun:"buy_box_inferred"`
	CompetitorsCount *int64            `bun:"competitors_count"`
	BoxLog           repricer.BoxLog   `bun:"box_log"`
	BuyBoxShare24h   *int64            `bun:"buy_box_share_24h"`
	BuyBoxShare7d    *int64            `bun:"buy_box_share_7d"`
	DecidedAction    *string           `bun:"decided_action"`
	DecidedReason    *string           `bun:"decided_reason"`
	DecidedPrice     *int64            `bun:"decided_price"`
	DecidedTarget    *int64            `bun:"decided_target_price"`
	DecidedSeller    string            `bun:"decided_target_seller_id"`
	DecidedAt        *int64            `bun:"decided_at"`
	DecidedFloor     *int64            `bun:"decided_floor"`
	BreakEven        *int64            `bun:"break_even"`
	Guarded          bool              `bun:"guarded"`
	LastChangeID     *int64            `bun:"last_change_id"`
	LastChangeAt     *int64            `bun:"last_change_at"`
	NextDueAt        *int64            `bun:"next_due_at"`
	LastEventAt      *int64            `bun:"last_event_at"`
	OffersAt         *int64            `bun:"offers_at"`

	Variation repricer.Variation `bun:"variation"`

	Version   int64  `bun:"version"`
	CreatedAt int64  `bun:"created_at"`
	UpdatedAt int64  `bun:"updated_at"`
	DeletedAt *int64 `bun:"deleted_at" record:"derived"`
	Search    string `bun:"search" record:"derived"`
}

// observedColumns lists the columns that SaveObserved writes, decidedColumns the columns that
// SaveDecided writes besides.
var (
	observedColumns = []string{
		"hold_reason", "hold_since", "hold_details", "hold_price", "resumed_reason", "resumed_at", "resumed_price",
		"run_state", "title", "variation", "fulfillment", "quantity",
		"current_price", "shipping", "cost", "outbound_shipping", "fee_referral_percent", "fee_referral_min", "fee_fixed", "floor_fee_percent",
		"floor_fee_fixed", "floor_fee_total", "floor_fees_at", "vat_percent", "vat_source", "vat_scheme", "vat_flat_percent",
		"vat_unsure", "vat_doubt", "buy_box_price", "buy_box_owner", "buy_box_seller_id",
		"buy_box_inferred", "competitors_count", "box_log", "buy_box_share_24h", "buy_box_share_7d", "next_due_at", "last_event_at", "offers_at", "search",
	}
	decidedColumns = []string{
		"decided_action", "decided_reason", "decided_price", "decided_target_price", "decided_target_seller_id",
		"decided_at", "decided_floor", "break_even", "guarded", "map_price", "last_change_id", "last_change_at",
	}
	// savedAsWell lists the observed columns that a user's change may change too.
	savedAsWell = []string{
		"hold_reason", "hold_since", "hold_details", "hold_price", "resumed_reason", "resumed_at", "resumed_price",
		"run_state", "next_due_at",
	}
	productKey = []string{"seller_id", "marketplace_id", "sku"}
)

var productTable = record.Table[productRow, snapshot]{
	Row: productRowOf, Snapshot: (*productRow).snapshot, Key: productKey,
	Fixed: slices.DeleteFunc(slices.Concat(productKey, []string{"asin", "currency", "deleted_at"}, observedColumns, decidedColumns),
		func(c string) bool { return slices.Contains(savedAsWell, c) }),
	Sorts: map[string]string{
		"created_at": "created_at", "updated_at": "updated_at", "current_price": "current_price", "buy_box_share_24h": "buy_box_share_24h",
	},
}

func productRowOf(s snapshot) productRow {
	o, l := s.Observed, s.Limits
	r := productRow{
		ID: int64(s.ID), Team: s.Team, Seller: s.Key.SellerID, Marketplace: s.Key.MarketplaceID, SKU: s.Key.SKU, ASIN: s.ASIN,
		Currency: s.Currency, StrategyID: record.Whole(s.StrategyID), Mode: s.Mode, Priority: s.Priority, Condition: s.Condition,
		MinPrice: amountUnits(l.MinPrice), MaxPrice: amountUnits(l.MaxPrice), MaxChange: amountUnits(l.MaxChange),
		MaxChangePercent: percentUnits(l.MaxChangePercent), MinPriceMode: l.MinPriceMode, TargetROI: percentUnits(l.TargetROI),
		TargetMargin: percentUnits(l.TargetMargin), MinPriceMarkup: amountUnits(l.MinPriceMarkup),
		MinPriceMarkupType: l.MinPriceMarkupType, MissingCostFallback: l.MissingCostFallback, AllowLoss: s.AllowLoss, RunState: s.RunState,
		Title: o.Title.Ptr(), Variation: o.Variation, Fulfillment: record.Text(o.Fulfillment), Quantity: o.Quantity.Ptr(),
		CurrentPrice: amountUnits(o.CurrentPrice), Shipping: amountUnits(o.Shipping), Cost: amountUnits(o.Cost), Postage: amountUnits(o.Postage),
		MapPrice:    amountUnits(o.MapPrice),
		BuyBoxPrice: amountUnits(o.BuyBox.Price), BuyBoxOwner: o.BuyBox.Owner, BuyBoxSeller: o.BuyBox.SellerID, BuyBoxInferred: o.BuyBox.Inferred,
		CompetitorsCount: record.Whole(o.CompetitorsCount), BoxLog: o.BoxLog,
		BuyBoxShare24h: percentUnits(o.BuyBoxShare24h), BuyBoxShare7d: percentUnits(o.BuyBoxShare7d),
		DecidedFloor: amountUnits(o.DecidedFloor), BreakEven: amountUnits(o.BreakEven), Guarded: o.Guarded,
		NextDueAt: moment(o.NextDueAt), LastEventAt: moment(o.LastEventAt), OffersAt: moment(o.OffersAt),
		Version: s.Version, CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
		// A character that no search can contain separates the parts.
		Search: db.Fold(s.Key.SKU + "\x1f" + s.ASIN + "\x1f" + o.Title.Or("")),
	}
	if h, ok := s.Hold.Get(); ok {
		r.HoldReason, r.HoldSince, r.HoldDetails = new(string(h.Reason)), new(db.Micros(h.Since)), new(h.Details)
		r.HoldPrice = amountUnits(h.Price)
	}
	if h, ok := s.Resumed.Get(); ok {
		r.ResumedAt, r.ResumedPrice = new(db.Micros(h.At)), amountUnits(h.Price)
		if h.Reason != "" {
			r.ResumedReason = new(string(h.Reason))
		}
	}
	if v, ok := o.VAT.Get(); ok {
		r.VATPercent, r.VATSource, r.VATScheme = new(v.Rate.Units()), new(string(v.Basis)), new(string(v.Scheme))
		r.VATFlat, r.VATUnsure = new(v.Flat.Units()), v.Unsure
		if v.Doubt != "" {
			r.VATDoubt = new(v.Doubt)
		}
	}
	if f, ok := o.Fees.Get(); ok {
		r.FeePercent, r.FeeMin, r.FeeFixed = new(f.ReferralPercent.Units()), new(f.ReferralMin.Units()), new(f.Fixed.Units())
	}
	if f, ok := o.FloorFees.Get(); ok {
		r.FloorPercent, r.FloorFixed = new(f.ReferralPercent.Units()), new(f.Fixed.Units())
		r.FloorTotal, r.FloorFeesAt = new(f.Total.Units()), new(db.Micros(f.At))
	}
	if d, ok := o.LastDecision.Get(); ok {
		r.DecidedAction, r.DecidedReason = new(string(d.Verdict)), new(string(d.Reason))
		r.DecidedPrice, r.DecidedAt = new(d.Price.Units()), new(db.Micros(d.At))
		r.DecidedTarget, r.DecidedSeller = amountUnits(d.TargetPrice), d.TargetSellerID
	}
	if m, ok := o.LastChange.Get(); ok {
		r.LastChangeID, r.LastChangeAt = new(int64(m.ID)), new(db.Micros(m.At))
	}
	return r
}

// vat reads the VAT of the last evaluation. Rows from before vat_source have the rate of their cost
// layer, if it had a rate.
func (r *productRow) vat() optional.Maybe[vat.Settings] {
	if r.VATPercent == nil {
		return optional.None[vat.Settings]()
	}
	rate := money.PercentFromUnits(*r.VATPercent)
	out := vat.Settings{Scheme: vat.SchemeStandard, Rate: rate, Cost: rate, Basis: vat.BasisCostLayer, Unsure: r.VATUnsure}
	if r.VATSource != nil {
		out.Basis = vat.Basis(*r.VATSource)
	}
	if r.VATScheme != nil {
		out.Scheme = vat.Scheme(*r.VATScheme)
	}
	out.Flat, out.Doubt = percentOf(r.VATFlat).Or(money.Percent{}), optional.Of(r.VATDoubt).Or("")
	return optional.Some(out)
}

func (r *productRow) snapshot() (snapshot, error) {
	s := snapshot{
		ID: decision.ProductID(r.ID), Team: r.Team, Key: repricer.Key{SellerID: r.Seller, MarketplaceID: r.Marketplace, SKU: r.SKU},
		ASIN: r.ASIN, Currency: r.Currency, StrategyID: record.MaybeWhole[strategy.ID](r.StrategyID), Mode: r.Mode,
		Priority: r.Priority, Condition: r.Condition,
		Limits: decision.Limits{
			MinPrice: amountOf(r.MinPrice), MaxPrice: amountOf(r.MaxPrice), MaxChange: amountOf(r.MaxChange),
			MaxChangePercent: percentOf(r.MaxChangePercent), MinPriceMode: r.MinPriceMode, TargetROI: percentOf(r.TargetROI),
			TargetMargin: percentOf(r.TargetMargin), MinPriceMarkup: amountOf(r.MinPriceMarkup),
			MinPriceMarkupType: r.MinPriceMarkupType, MissingCostFallback: r.MissingCostFallback,
		},
		AllowLoss: r.AllowLoss, RunState: r.RunState,
		Observed: repricer.Observed{
			Title: optional.Of(r.Title), Variation: r.Variation,
			Fulfillment: record.MaybeText[decision.Fulfillment](r.Fulfillment), Quantity: optional.Of(r.Quantity),
			CurrentPrice: amountOf(r.CurrentPrice), Shipping: amountOf(r.Shipping), Cost: amountOf(r.Cost), Postage: amountOf(r.Postage),
			VAT: r.vat(), MapPrice: amountOf(r.MapPrice),
			BuyBox:           decision.BuyBox{Price: amountOf(r.BuyBoxPrice), Owner: r.BuyBoxOwner, SellerID: r.BuyBoxSeller, Inferred: r.BuyBoxInferred},
			CompetitorsCount: record.MaybeWhole[int](r.CompetitorsCount), BoxLog: r.BoxLog,
			BuyBoxShare24h: percentOf(r.BuyBoxShare24h), BuyBoxShare7d: percentOf(r.BuyBoxShare7d),
			DecidedFloor: amountOf(r.DecidedFloor), BreakEven: amountOf(r.BreakEven), Guarded: r.Guarded,
			NextDueAt: momentOf(r.NextDueAt), LastEventAt: momentOf(r.LastEventAt), OffersAt: momentOf(r.OffersAt),
		},
		Version: r.Version, CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}
	if r.HoldReason != nil {
		s.Hold = optional.Some(repricer.Hold{
			Reason: decision.HoldReason(*r.HoldReason), Since: momentOf(r.HoldSince).Or(time.Time{}), Details: optional.Of(r.HoldDetails).Or(""),
			Price: amountOf(r.HoldPrice),
		})
	}
	if r.ResumedAt != nil {
		s.Resumed = optional.Some(repricer.Resumption{
			Reason: record.MaybeText[decision.HoldReason](r.ResumedReason).Or(""), At: db.FromMicros(*r.ResumedAt),
			Price: amountOf(r.ResumedPrice),
		})
	}
	if r.FeePercent != nil {
		s.Observed.Fees = optional.Some(decision.Fees{
			ReferralPercent: money.PercentFromUnits(*r.FeePercent), ReferralMin: sureAmount(r.FeeMin), Fixed: sureAmount(r.FeeFixed),
		})
	}
	if r.FloorPercent != nil {
		s.Observed.FloorFees = optional.Some(repricer.FloorFees{
			ReferralPercent: money.PercentFromUnits(*r.FloorPercent), Fixed: sureAmount(r.FloorFixed), Total: sureAmount(r.FloorTotal),
			At: momentOf(r.FloorFeesAt).Or(time.Time{}),
		})
	}
	if r.DecidedAction != nil {
		s.Observed.LastDecision = optional.Some(repricer.LastDecision{
			Verdict: decision.Verdict(*r.DecidedAction), Reason: record.MaybeText[decision.Reason](r.DecidedReason).Or(""),
			Price: sureAmount(r.DecidedPrice), At: momentOf(r.DecidedAt).Or(time.Time{}),
			TargetSellerID: r.DecidedSeller, TargetPrice: amountOf(r.DecidedTarget),
		})
	}
	if r.LastChangeID != nil {
		s.Observed.LastChange = optional.Some(repricer.ChangeRef{
			ID: repricer.ChangeID(*r.LastChangeID), At: momentOf(r.LastChangeAt).Or(time.Time{}),
		})
	}
	return s, nil
}

func moment(m optional.Maybe[time.Time]) *int64 { return record.Number(m, db.Micros) }

func momentOf(n *int64) optional.Maybe[time.Time] { return record.Maybe(n, db.FromMicros) }

func sureAmount(n *int64) money.Amount { return amountOf(n).Or(money.Amount{}) }
