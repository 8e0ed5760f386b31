package manage

import (
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// productRow is where a row is scanned to: the snapshot itself, and the parts
// of which some of its members are put together.
type productRow struct {
	repricer.ProductSnapshot

	holdReason  optional.Maybe[decision.HoldReason]
	holdSince   optional.Maybe[time.Time]
	holdDetails optional.Maybe[string]

	resumedReason optional.Maybe[decision.HoldReason]
	resumedAt     optional.Maybe[time.Time]

	feePercent optional.Maybe[money.Percent]
	feeMin     optional.Maybe[money.Amount]
	feeFixed   optional.Maybe[money.Amount]

	floorPercent optional.Maybe[money.Percent]
	floorFixed   optional.Maybe[money.Amount]
	floorTotal   optional.Maybe[money.Amount]
	floorFeesAt  optional.Maybe[time.Time]

	decided    optional.Maybe[decision.Verdict]
	reason     optional.Maybe[decision.Reason]
	decidedOn  optional.Maybe[money.Amount]
	decidedAt  optional.Maybe[time.Time]
	lastChange optional.Maybe[repricer.ChangeID]
	changedAt  optional.Maybe[time.Time]
}

// snapshot is the row as the domain knows it.
func (r *productRow) snapshot() repricer.ProductSnapshot {
	s := r.ProductSnapshot
	if reason, ok := r.holdReason.Get(); ok {
		s.Hold = optional.Some(repricer.Hold{
			Reason: reason, Since: r.holdSince.Or(time.Time{}), Details: r.holdDetails.Or(""),
		})
	}
	if at, ok := r.resumedAt.Get(); ok {
		s.Resumed = optional.Some(repricer.Resumption{Reason: r.resumedReason.Or(""), At: at})
	}
	if percent, ok := r.feePercent.Get(); ok {
		s.Observed.Fees = optional.Some(decision.Fees{
			ReferralPercent: percent, ReferralMin: r.feeMin.Or(money.Amount{}), Fixed: r.feeFixed.Or(money.Amount{}),
		})
	}
	if percent, ok := r.floorPercent.Get(); ok {
		s.Observed.FloorFees = optional.Some(repricer.FloorFees{
			ReferralPercent: percent, Fixed: r.floorFixed.Or(money.Amount{}),
			Total: r.floorTotal.Or(money.Amount{}), At: r.floorFeesAt.Or(time.Time{}),
		})
	}
	if verdict, ok := r.decided.Get(); ok {
		s.Observed.LastDecision = optional.Some(repricer.LastDecision{
			Verdict: verdict, Reason: r.reason.Or(""), Price: r.decidedOn.Or(money.Amount{}), At: r.decidedAt.Or(time.Time{}),
		})
	}
	if change, ok := r.lastChange.Get(); ok {
		s.Observed.LastChange = optional.Some(repricer.ChangeMark{ID: change, At: r.changedAt.Or(time.Time{})})
	}
	return s
}

// productColumn ties a column to the member it holds, in both directions.
type productColumn struct {
	name string
	kind db.Kind
	// place is where the column is scanned to.
	place func(*productRow) any
	// value is what is written.
	value func(*repricer.ProductSnapshot) db.Cell
	// saved tells that a change of the row may change the column.
	saved bool
}

type (
	snapshot     = repricer.ProductSnapshot
	maybe[T any] = optional.Maybe[T]
)

func wordColumn[T ~string](name string, at func(*snapshot) *T) productColumn {
	return productColumn{
		name: name, kind: db.Texts,
		place: func(r *productRow) any { return db.Word(at(&r.ProductSnapshot)) },
		value: func(s *snapshot) db.Cell { return db.Cell{Known: true, S: string(*at(s))} },
	}
}

func textColumn[T ~string](name string, at func(*snapshot) *maybe[T]) productColumn {
	return productColumn{
		name: name, kind: db.Texts,
		place: func(r *productRow) any { return db.Text(at(&r.ProductSnapshot)) },
		value: func(s *snapshot) db.Cell { return db.MaybeTextCell(*at(s)) },
	}
}

func numberColumn[T any](name string, at func(*snapshot) *maybe[T], of func(int64) T, to func(T) int64) productColumn {
	return productColumn{
		name: name, kind: db.Numbers,
		place: func(r *productRow) any { return db.Number(at(&r.ProductSnapshot), of) },
		value: func(s *snapshot) db.Cell { return db.MaybeNumberCell(*at(s), to) },
	}
}

func amountColumn(name string, at func(*snapshot) *maybe[money.Amount]) productColumn {
	return numberColumn(name, at, money.FromUnits, money.Amount.Units)
}

func percentColumn(name string, at func(*snapshot) *maybe[money.Percent]) productColumn {
	return numberColumn(name, at, money.PercentFromUnits, money.Percent.Units)
}

func momentColumn(name string, at func(*snapshot) *maybe[time.Time]) productColumn {
	return numberColumn(name, at, db.FromMicros, db.Micros)
}

func intColumn[T ~int | ~int64](name string, at func(*snapshot) *maybe[T]) productColumn {
	return numberColumn(name, at, func(v int64) T { return T(v) }, func(v T) int64 { return int64(v) })
}

func stampColumn(name string, at func(*snapshot) *time.Time) productColumn {
	return productColumn{
		name: name, kind: db.Numbers,
		place: func(r *productRow) any { return db.Moment(at(&r.ProductSnapshot)) },
		value: func(s *snapshot) db.Cell { return db.Cell{Known: true, N: db.Micros(*at(s))} },
	}
}

// decidedColumn is a column of the last decision, null for none.
func decidedColumn(name string, kind db.Kind, place func(*productRow) any, value func(repricer.LastDecision) db.Cell) productColumn {
	return productColumn{
		name: name, kind: kind, place: place,
		value: func(s *snapshot) db.Cell {
			d, ok := s.Observed.LastDecision.Get()
			if !ok {
				return db.Cell{}
			}
			cell := value(d)
			cell.Known = true
			return cell
		},
	}
}

// floorFeeColumn is a column of the fees at the floor, null for none.
func floorFeeColumn(name string, place func(*productRow) any, value func(repricer.FloorFees) int64) productColumn {
	return productColumn{
		name: name, kind: db.Numbers, place: place,
		value: func(s *snapshot) db.Cell { return db.MaybeNumberCell(s.Observed.FloorFees, value) },
	}
}

// save marks a column as one that Save writes.
func save(c productColumn) productColumn {
	c.saved = true
	return c
}

// productColumns are the columns that make up a row, without team_id, which
// every statement names by itself, and without search and deleted_at.
var productColumns = []productColumn{
	{
		name: "id", kind: db.Numbers,
		place: func(r *productRow) any { return (*int64)(&r.ID) },
		value: func(s *snapshot) db.Cell { return db.Cell{Known: true, N: int64(s.ID)} },
	},
	wordColumn("seller_id", func(s *snapshot) *string { return &s.Key.SellerID }),
	wordColumn("marketplace_id", func(s *snapshot) *marketplace.ID { return &s.Key.MarketplaceID }),
	wordColumn("sku", func(s *snapshot) *string { return &s.Key.SKU }),
	wordColumn("asin", func(s *snapshot) *string { return &s.ASIN }),
	wordColumn("currency", func(s *snapshot) *money.Currency { return &s.Currency }),

	save(intColumn("strategy_id", func(s *snapshot) *maybe[strategy.ID] { return &s.StrategyID })),
	save(wordColumn("mode", func(s *snapshot) *decision.Mode { return &s.Mode })),
	save(wordColumn("reprice_priority", func(s *snapshot) *repricer.Priority { return &s.Priority })),
	save(wordColumn("condition", func(s *snapshot) *decision.Condition { return &s.Condition })),
	save(amountColumn("min_price", func(s *snapshot) *maybe[money.Amount] { return &s.Limits.MinPrice })),
	save(amountColumn("max_price", func(s *snapshot) *maybe[money.Amount] { return &s.Limits.MaxPrice })),
	save(amountColumn("max_change", func(s *snapshot) *maybe[money.Amount] { return &s.Limits.MaxChange })),
	save(percentColumn("max_change_percent", func(s *snapshot) *maybe[money.Percent] { return &s.Limits.MaxChangePercent })),
	save(wordColumn("min_price_mode", func(s *snapshot) *decision.MinPriceMode { return &s.Limits.MinPriceMode })),
	save(percentColumn("target_roi", func(s *snapshot) *maybe[money.Percent] { return &s.Limits.TargetROI })),
	save(percentColumn("target_margin", func(s *snapshot) *maybe[money.Percent] { return &s.Limits.TargetMargin })),
	save(amountColumn("min_price_markup", func(s *snapshot) *maybe[money.Amount] { return &s.Limits.MinPriceMarkup })),
	save(wordColumn("min_price_markup_type", func(s *snapshot) *decision.Measure { return &s.Limits.MinPriceMarkupType })),
	save(wordColumn("missing_cost_fallback", func(s *snapshot) *decision.MissingCostFallback { return &s.Limits.MissingCostFallback })),

	save(productColumn{
		name: "hold_reason", kind: db.Texts,
		place: func(r *productRow) any { return db.Text(&r.holdReason) },
		value: func(s *snapshot) db.Cell {
			h, ok := s.Hold.Get()
			return db.Cell{Known: ok, S: string(h.Reason)}
		},
	}),
	save(productColumn{
		name: "hold_since", kind: db.Numbers,
		place: func(r *productRow) any { return db.MomentTo(&r.holdSince) },
		value: func(s *snapshot) db.Cell {
			h, ok := s.Hold.Get()
			return db.Cell{Known: ok, N: db.Micros(h.Since)}
		},
	}),
	save(productColumn{
		name: "hold_details", kind: db.Texts,
		place: func(r *productRow) any { return db.Text(&r.holdDetails) },
		value: func(s *snapshot) db.Cell {
			h, ok := s.Hold.Get()
			return db.Cell{Known: ok, S: h.Details}
		},
	}),
	save(productColumn{
		name: "resumed_reason", kind: db.Texts,
		place: func(r *productRow) any { return db.Text(&r.resumedReason) },
		value: func(s *snapshot) db.Cell {
			r, _ := s.Resumed.Get()
			return db.Cell{Known: r.Reason != "", S: string(r.Reason)}
		},
	}),
	save(productColumn{
		name: "resumed_at", kind: db.Numbers,
		place: func(r *productRow) any { return db.MomentTo(&r.resumedAt) },
		value: func(s *snapshot) db.Cell {
			r, ok := s.Resumed.Get()
			return db.Cell{Known: ok, N: db.Micros(r.At)}
		},
	}),
	save(wordColumn("run_state", func(s *snapshot) *repricer.RunState { return &s.RunState })),

	textColumn("title", func(s *snapshot) *maybe[string] { return &s.Observed.Title }),
	textColumn("fulfillment", func(s *snapshot) *maybe[decision.Fulfillment] { return &s.Observed.Fulfillment }),
	intColumn("quantity", func(s *snapshot) *maybe[int64] { return &s.Observed.Quantity }),
	amountColumn("current_price", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.CurrentPrice }),
	amountColumn("shipping", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.Shipping }),
	amountColumn("cost", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.Cost }),
	{
		name: "fee_referral_percent", kind: db.Numbers,
		place: func(r *productRow) any { return db.PercentTo(&r.feePercent) },
		value: func(s *snapshot) db.Cell {
			f, ok := s.Observed.Fees.Get()
			return db.Cell{Known: ok, N: f.ReferralPercent.Units()}
		},
	},
	{
		name: "fee_referral_min", kind: db.Numbers,
		place: func(r *productRow) any { return db.AmountTo(&r.feeMin) },
		value: func(s *snapshot) db.Cell {
			f, ok := s.Observed.Fees.Get()
			return db.Cell{Known: ok, N: f.ReferralMin.Units()}
		},
	},
	{
		name: "fee_fixed", kind: db.Numbers,
		place: func(r *productRow) any { return db.AmountTo(&r.feeFixed) },
		value: func(s *snapshot) db.Cell {
			f, ok := s.Observed.Fees.Get()
			return db.Cell{Known: ok, N: f.Fixed.Units()}
		},
	},
	floorFeeColumn("floor_fee_percent", func(r *productRow) any { return db.PercentTo(&r.floorPercent) },
		func(f repricer.FloorFees) int64 { return f.ReferralPercent.Units() }),
	floorFeeColumn("floor_fee_fixed", func(r *productRow) any { return db.AmountTo(&r.floorFixed) },
		func(f repricer.FloorFees) int64 { return f.Fixed.Units() }),
	floorFeeColumn("floor_fee_total", func(r *productRow) any { return db.AmountTo(&r.floorTotal) },
		func(f repricer.FloorFees) int64 { return f.Total.Units() }),
	floorFeeColumn("floor_fees_at", func(r *productRow) any { return db.MomentTo(&r.floorFeesAt) },
		func(f repricer.FloorFees) int64 { return db.Micros(f.At) }),
	percentColumn("vat_percent", func(s *snapshot) *maybe[money.Percent] { return &s.Observed.VATPercent }),
	amountColumn("map_price", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.MapPrice }),
	amountColumn("buy_box_price", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.BuyBox.Price }),
	wordColumn("buy_box_owner", func(s *snapshot) *decision.BoxOwner { return &s.Observed.BuyBox.Owner }),
	{
		name: "buy_box_inferred", kind: db.Flags,
		place: func(r *productRow) any { return &r.Observed.BuyBox.Inferred },
		value: func(s *snapshot) db.Cell { return db.Cell{Known: true, B: s.Observed.BuyBox.Inferred} },
	},
	intColumn("competitors_count", func(s *snapshot) *maybe[int] { return &s.Observed.CompetitorsCount }),
	wordColumn("box_log", func(s *snapshot) *repricer.BoxLog { return &s.Observed.BoxLog }),
	percentColumn("buy_box_share_24h", func(s *snapshot) *maybe[money.Percent] { return &s.Observed.BuyBoxShare24h }),
	percentColumn("buy_box_share_7d", func(s *snapshot) *maybe[money.Percent] { return &s.Observed.BuyBoxShare7d }),
	decidedColumn("decided_action", db.Texts, func(r *productRow) any { return db.Text(&r.decided) },
		func(d repricer.LastDecision) db.Cell { return db.Cell{S: string(d.Verdict)} }),
	decidedColumn("decided_reason", db.Texts, func(r *productRow) any { return db.Text(&r.reason) },
		func(d repricer.LastDecision) db.Cell { return db.Cell{S: string(d.Reason)} }),
	decidedColumn("decided_price", db.Numbers, func(r *productRow) any { return db.AmountTo(&r.decidedOn) },
		func(d repricer.LastDecision) db.Cell { return db.Cell{N: d.Price.Units()} }),
	decidedColumn("decided_at", db.Numbers, func(r *productRow) any { return db.MomentTo(&r.decidedAt) },
		func(d repricer.LastDecision) db.Cell { return db.Cell{N: db.Micros(d.At)} }),
	amountColumn("decided_floor", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.DecidedFloor }),
	amountColumn("break_even", func(s *snapshot) *maybe[money.Amount] { return &s.Observed.BreakEven }),
	{
		name: "last_change_id", kind: db.Numbers,
		place: func(r *productRow) any {
			return db.Number(&r.lastChange, func(n int64) repricer.ChangeID { return repricer.ChangeID(n) })
		},
		value: func(s *snapshot) db.Cell {
			m, ok := s.Observed.LastChange.Get()
			return db.Cell{Known: ok, N: int64(m.ID)}
		},
	},
	{
		name: "last_change_at", kind: db.Numbers,
		place: func(r *productRow) any { return db.MomentTo(&r.changedAt) },
		value: func(s *snapshot) db.Cell {
			m, ok := s.Observed.LastChange.Get()
			return db.Cell{Known: ok, N: db.Micros(m.At)}
		},
	},
	save(momentColumn("next_due_at", func(s *snapshot) *maybe[time.Time] { return &s.Observed.NextDueAt })),
	momentColumn("last_event_at", func(s *snapshot) *maybe[time.Time] { return &s.Observed.LastEventAt }),
	momentColumn("offers_at", func(s *snapshot) *maybe[time.Time] { return &s.Observed.OffersAt }),

	save(productColumn{
		name: "version", kind: db.Numbers,
		place: func(r *productRow) any { return &r.Version },
		value: func(s *snapshot) db.Cell { return db.Cell{Known: true, N: s.Version} },
	}),
	stampColumn("created_at", func(s *snapshot) *time.Time { return &s.CreatedAt }),
	save(stampColumn("updated_at", func(s *snapshot) *time.Time { return &s.UpdatedAt })),
}

// ProductList names the columns in a SELECT.
var ProductList = func() string {
	names := make([]string, len(productColumns))
	for i, c := range productColumns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}()

// productScan reads rows one after the other into the same place.
type productScan struct {
	row    productRow
	places []any
}

func newProductScan(team id.Team) *productScan {
	s := &productScan{places: make([]any, len(productColumns))}
	s.row.Team = team
	for i, c := range productColumns {
		s.places[i] = c.place(&s.row)
	}
	return s
}

// searchColumn is written wherever the title is, and never read.
var searchColumn = productColumn{
	name: "search", kind: db.Texts, value: func(s *snapshot) db.Cell { return db.Cell{Known: true, S: productSearch(s)} },
}

// productSearch is what the free text search looks at. The parts are held apart
// by a character that no search can contain.
func productSearch(s *snapshot) string {
	return db.Fold(s.Key.SKU + "\x1f" + s.ASIN + "\x1f" + s.Observed.Title.Or(""))
}
