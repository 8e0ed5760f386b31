package manage

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// readAtOnce bounds the rows that are read with one statement.
const readAtOnce = 1_000

// Bulk changes and creates thousands of rows, with a report for each row.
type Bulk struct {
	products *Products
	skus     ports.SKUs
	tables   ports.Tables
}

func NewBulk(products *Products, skus ports.SKUs, tables ports.Tables) *Bulk {
	return &Bulk{products, skus, tables}
}

// UpdateMatching changes all rows that match a filter in the same way.
type UpdateMatching struct {
	Filter repricer.ProductFilter
	Patch  repricer.ProductPatch
	// AcceptLarge writes amounts that change to a multiple, or a fraction, of their value.
	AcceptLarge bool
}

// CreateFromSKUs makes a row for each matching SKU without one. Patch has the rule of the new rows;
// absent members come from the settings.
type CreateFromSKUs struct {
	Offers repricer.Offers
	Patch  repricer.ProductPatch
}

// Prepared has a change that was kept and has not begun. Without rows it has nothing to start.
type Prepared struct{ table ports.PreparedTable }

// Start writes a few rows, or leaves many to a job, in the transaction of ctx.
func (p Prepared) Start(ctx context.Context) (repricer.Bulk, error) {
	if p.table == nil {
		return repricer.Bulk{}, nil
	}
	return p.table(ctx)
}

// TryUpdate reports the outcome that a change would have. Faults: Invalid and invalid_limits for a
// patch that no row can accept, strategy_not_found.
func (b *Bulk) TryUpdate(ctx context.Context, who caller.Caller, want UpdateMatching) (repricer.Bulk, error) {
	t, err := b.matching(ctx, who, want)
	return b.try(ctx, who, t, err)
}

// PrepareUpdate finds the rows of a change and keeps them. It has the faults of TryUpdate, and Rule
// storage_limit and limit_reached.
func (b *Bulk) PrepareUpdate(ctx context.Context, who caller.Caller, want UpdateMatching) (Prepared, error) {
	t, err := b.matching(ctx, who, want)
	return b.prepare(ctx, who, t, err)
}

// TryCreate reports the rows that would be made. It has the faults of TryUpdate.
func (b *Bulk) TryCreate(ctx context.Context, who caller.Caller, want CreateFromSKUs) (repricer.Bulk, error) {
	t, err := b.offered(ctx, who, want)
	return b.try(ctx, who, t, err)
}

// PrepareCreate finds the SKUs of new rows and keeps them. It has the faults of PrepareUpdate.
func (b *Bulk) PrepareCreate(ctx context.Context, who caller.Caller, want CreateFromSKUs) (Prepared, error) {
	t, err := b.offered(ctx, who, want)
	return b.prepare(ctx, who, t, err)
}

func (b *Bulk) try(ctx context.Context, who caller.Caller, t ports.Table, err error) (repricer.Bulk, error) {
	if err != nil || len(t.Rows)+len(t.Offers) == 0 {
		return repricer.Bulk{}, err
	}
	return b.tables.Try(ctx, who, t)
}

func (b *Bulk) prepare(ctx context.Context, who caller.Caller, t ports.Table, err error) (Prepared, error) {
	if err != nil || len(t.Rows)+len(t.Offers) == 0 {
		return Prepared{}, err
	}
	kept, err := b.tables.Prepare(ctx, who, t)
	return Prepared{kept}, err
}

// matching finds the rows of a change.
func (b *Bulk) matching(ctx context.Context, who caller.Caller, want UpdateMatching) (ports.Table, error) {
	t := ports.Table{Name: "bulk-update.csv", Patch: want.Patch, AcceptLarge: want.AcceptLarge}
	if err := under("/patch", want.Patch.Check()); err != nil {
		return t, err
	}
	if err := b.knows(ctx, who.Team, want.Patch, "/patch/strategy_id"); err != nil {
		return t, err
	}
	f, err := b.products.dated(ctx, who.Team, want.Filter)
	if err != nil {
		return t, err
	}
	byID := page.Request{Limit: readAtOnce, Order: []page.By{{Field: "id"}}}
	for s, err := range page.All(byID, func(r page.Request) (page.Page[repricer.ProductSnapshot], error) {
		return b.products.products.List(ctx, who.Team, f, r)
	}) {
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, s.ID)
	}
	return t, nil
}

// offered finds the SKUs of new rows.
func (b *Bulk) offered(ctx context.Context, who caller.Caller, want CreateFromSKUs) (ports.Table, error) {
	t := ports.Table{Name: "from-skus.csv", Patch: want.Patch}
	if want.Patch != (repricer.ProductPatch{}) {
		if err := under("/rule", want.Patch.Check()); err != nil {
			return t, err
		}
	}
	if err := b.knows(ctx, who.Team, want.Patch, "/rule/strategy_id"); err != nil {
		return t, err
	}
	all, err := b.skus(ctx, who.Team, want.Offers)
	if err != nil {
		return t, err
	}
	for some := range slices.Chunk(all, readAtOnce) {
		there, err := b.products.products.Existing(ctx, who.Team, some)
		if err != nil {
			return t, err
		}
		for _, k := range some {
			if _, has := there[k]; !has {
				t.Offers = append(t.Offers, k)
			}
		}
	}
	return t, nil
}

// knows refuses an unknown strategy, as strategy_not_found.
func (b *Bulk) knows(ctx context.Context, team id.Team, patch repricer.ProductPatch, pointer string) error {
	named, ok := patch.Strategy().Get()
	if !ok {
		return nil
	}
	known, err := b.products.strategies.Coverage(ctx, team, []strategy.ID{named}, false)
	if err == nil && len(known) == 0 {
		err = strategy.Unknown().At(pointer)
	}
	return err
}

// under moves the places of a fault below a member.
func under(member string, err error) error {
	if e, ok := fault.As(err); ok {
		return e.Under(member)
	}
	return err
}
