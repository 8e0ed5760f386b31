package manage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// memoryRow has the columns of a row's memory.
type memoryRow struct {
	bun.BaseModel `bun:"table:repricer_row_memory"`

	Product     int64           `bun:"product_id,pk"`
	Team        id.Team         `bun:"team_id,pk"`
	Submitted   *int64          `bun:"submitted"`
	ChangedAt   *int64          `bun:"changed_at"`
	Change      decision.Reason `bun:"change_reason"`
	Won         *int64          `bun:"won"`
	SoftPrice   *int64          `bun:"soft_price"`
	SoftUntil   *int64          `bun:"soft_until"`
	Falls       string          `bun:"falls"`
	WarAt       *int64          `bun:"war_at"`
	Day         *int64          `bun:"day"`
	Changes     int64           `bun:"day_changes"`
	DayPrice    *int64          `bun:"day_price"`
	OffersAt    *int64          `bun:"offers_at"`
	SeenAt      *int64          `bun:"seen_at"`
	FeesAt      *int64          `bun:"fees_at"`
	Window      *int64          `bun:"window_since"`
	WindowPrice *int64          `bun:"window_price"`
	SoldOut     bool            `bun:"sold_out"`
	Estimates   string          `bun:"estimates"`
	Awaited     *int64          `bun:"awaited_since"`
	GoodsAt     *int64          `bun:"goods_at"`
	Length      int64           `bun:"package_length"`
	Width       int64           `bun:"package_width"`
	Height      int64           `bun:"package_height"`
	Weight      int64           `bun:"package_weight"`
	Dangerous   bool            `bun:"dangerous"`
	FXCurrency  *string         `bun:"fx_currency"`
	FXRate      *int64          `bun:"fx_rate"`
}

// remembered has the memory of a row.
type remembered struct {
	team    id.Team
	product decision.ProductID
	repricer.Memory
}

var memoryTable = record.Table[memoryRow, remembered]{Row: memoryRowOf, Snapshot: (*memoryRow).memory}

func memoryRowOf(m remembered) memoryRow {
	r := memoryRow{
		Product: int64(m.product), Team: m.team, Submitted: amountUnits(m.LastSubmitted), ChangedAt: moment(m.ChangedAt), Change: m.ChangeReason,
		Won: amountUnits(m.LastWon), WarAt: moment(m.PriceWarAt), Day: record.Number(m.Day, date.Date.Days), Changes: int64(m.ChangesToday),
		DayPrice: amountUnits(m.DayPrice), OffersAt: moment(m.OffersAt), SeenAt: moment(m.SeenAt), FeesAt: moment(m.FeesAt),
		Window: moment(m.WindowSince), WindowPrice: amountUnits(m.WindowPrice), SoldOut: m.SoldOut,
		Estimates: packEstimates(m.Estimates), Awaited: moment(m.AwaitedSince),
	}
	if soft, ok := m.SoftCeiling.Get(); ok {
		r.SoftPrice, r.SoftUntil = new(soft.Price.Units()), new(db.Micros(soft.Until))
	}
	if g, ok := m.Goods.Get(); ok {
		p := g.Package
		r.GoodsAt, r.Dangerous = new(db.Micros(g.At)), g.Dangerous
		r.Length, r.Width, r.Height, r.Weight = p.Length, p.Width, p.Height, p.Weight
	}
	if fx, ok := m.FX.Get(); ok {
		r.FXCurrency, r.FXRate = new(string(fx.From)), record.Number(fx.Rate, money.Rate.Units)
	}
	falls := make([]string, len(m.Falls))
	for i, at := range m.Falls {
		falls[i] = strconv.FormatInt(db.Micros(at), 10)
	}
	r.Falls = strings.Join(falls, ",")
	return r
}

func (r *memoryRow) memory() (remembered, error) {
	m := remembered{r.Team, decision.ProductID(r.Product), repricer.Memory{
		LastSubmitted: amountOf(r.Submitted), ChangedAt: momentOf(r.ChangedAt), ChangeReason: r.Change, LastWon: amountOf(r.Won), PriceWarAt: momentOf(r.WarAt),
		Day: record.Maybe(r.Day, date.FromDays), ChangesToday: int(r.Changes), DayPrice: amountOf(r.DayPrice), OffersAt: momentOf(r.OffersAt),
		SeenAt: momentOf(r.SeenAt), FeesAt: momentOf(r.FeesAt), WindowSince: momentOf(r.Window), WindowPrice: amountOf(r.WindowPrice), SoldOut: r.SoldOut,
		AwaitedSince: momentOf(r.Awaited),
	}}
	var err error
	if m.Estimates, err = unpackEstimates(r.Estimates); err != nil {
		return m, fmt.Errorf("repricer product %d: its fee estimates: %w", r.Product, err)
	}
	if r.SoftPrice != nil {
		m.SoftCeiling = optional.Some(decision.SoftCeiling{Price: sureAmount(r.SoftPrice), Until: momentOf(r.SoftUntil).Or(time.Time{})})
	}
	if r.GoodsAt != nil {
		m.Goods = optional.Some(repricer.Goods{
			At: db.FromMicros(*r.GoodsAt), Dangerous: r.Dangerous,
			Package: repricer.Package{Length: r.Length, Width: r.Width, Height: r.Height, Weight: r.Weight},
		})
	}
	if r.FXCurrency != nil {
		m.FX = optional.Some(repricer.CostFX{
			From: money.Currency(*r.FXCurrency), Rate: record.Maybe(r.FXRate, money.RateFromUnits),
		})
	}
	for at := range strings.SplitSeq(r.Falls, ",") {
		if at == "" {
			continue
		}
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			return m, fmt.Errorf("repricer product %d: its falls: %w", r.Product, err)
		}
		m.Falls = append(m.Falls, db.FromMicros(n))
	}
	return m, nil
}

// Memories stores the memories of rows.
type Memories struct {
	store    *db.Store
	memories *record.Records[memoryRow, remembered]
	save     string
}

func NewMemories(s *db.Store) *Memories {
	d, memories := s.Dialect(), record.New(record.On(s), memoryTable)
	info := memories.Info()
	return &Memories{s, memories, info.Insert(d) +
		" AND EXISTS (SELECT 1 FROM repricer_products AS p WHERE " + d.Checked("p.team_id") + " = u.team_id AND p.id = u.product_id)" +
		" ON CONFLICT (" + d.TeamKey("product_id") + ") DO UPDATE SET " + info.Sets("excluded.", info.Saved)}
}

var _ ports.Memories = (*Memories)(nil)

func (m *Memories) Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error) {
	out := make(map[decision.ProductID]repricer.Memory, len(ids))
	found, err := m.memories.Named(ctx, team, db.Plain(ids))
	for _, one := range found {
		out[one.product] = one.Memory
	}
	return out, err
}

func (m *Memories) Save(ctx context.Context, team id.Team, memories map[decision.ProductID]repricer.Memory) error {
	if len(memories) == 0 {
		return nil
	}
	rows := make([]remembered, 0, len(memories))
	for product, one := range memories {
		rows = append(rows, remembered{team, product, one})
	}
	slices.SortFunc(rows, func(a, b remembered) int { return cmp.Compare(a.product, b.product) })
	args, err := m.memories.Args(m.store.Dialect(), rows)
	if err != nil {
		return err
	}
	n, err := m.store.Hot(ctx).Exec(ctx, m.save, args...)
	return db.Written(n, len(rows), err)
}
