package manage

import (
	"context"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Withdrawer cancels prices that have not been sent. Prices that were sent keep their outcome.
type Withdrawer interface {
	// Rows cancels the prices of rows that are deleted or switched off. It runs in the transaction
	// of ctx, in which the rows are locked.
	Rows(ctx context.Context, team id.Team, rows []decision.ProductID, why history.Withdrawal) error
	// Team cancels all unsent prices of a team when its settings are reset or switched off, in the
	// transaction of ctx if there is one.
	Team(ctx context.Context, team id.Team, why history.Withdrawal) error
}

// Products changes and lists the repricer's rows.
type Products struct {
	products   ports.Products
	strategies ports.Strategies
	settings   ports.Settings
	plans      ports.Plans
	sellers    accounts.Sellers
	listings   ports.Listings
	prices     Withdrawer
	tx         tx.Runner
	clock      clock.Clock
	alerts     *alerts.Alerts
}

func NewProducts(products ports.Products, strategies ports.Strategies, settings ports.Settings, plans ports.Plans, sellers accounts.Sellers,
	listings ports.Listings, prices Withdrawer, runner tx.Runner, clk clock.Clock) *Products {
	return &Products{
		products: products, strategies: strategies, settings: settings, plans: plans, sellers: sellers, listings: listings, prices: prices, tx: runner,
		clock: clk,
	}
}

// Reporting returns the same use cases, which also report the rows that a user released.
func (p *Products) Reporting(to *alerts.Alerts) *Products {
	reporting := *p
	reporting.alerts = to
	return &reporting
}

// Product extends a row for the API.
type Product struct {
	repricer.ProductSnapshot
	// EffectiveStrategyID names the row's own strategy, else the default of the settings. It is
	// absent without either.
	EffectiveStrategyID optional.Maybe[strategy.ID]
	// LastChange has the latest new price, sent or not. It is absent without a new price, and if
	// the history no longer keeps it.
	LastChange optional.Maybe[history.ChangeSnapshot]
}

// ProductResult has the result of one row of a bulk call. Its ID is 0 if the row could not be
// created.
type ProductResult struct {
	edit.Result[decision.ProductID]
	// Product has the row after the call; nil when it failed.
	Product *Product
}

// Get reads one row.
func (p *Products) Get(ctx context.Context, who caller.Caller, product decision.ProductID) (Product, error) {
	found, err := p.products.Get(ctx, who.Team, product)
	if err != nil {
		return Product{}, err
	}
	shown, err := p.show(ctx, who.Team, []repricer.ProductSnapshot{found})
	if err != nil {
		return Product{}, err
	}
	return shown[0], nil
}

// List reads a page of rows. The settings say how old offers may be before a row is stale.
func (p *Products) List(ctx context.Context, who caller.Caller, f repricer.ProductFilter, r page.Request) (page.Page[Product], error) {
	f, err := p.dated(ctx, who.Team, f)
	if err != nil {
		return page.Page[Product]{}, err
	}
	found, err := p.products.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[Product]{}, err
	}
	items, err := p.show(ctx, who.Team, found.Items)
	return page.With(found, items), err
}

// dated adds the age from which offers are stale, if the filter needs it.
func (p *Products) dated(ctx context.Context, team id.Team, f repricer.ProductFilter) (repricer.ProductFilter, error) {
	if f.Stale == nil {
		return f, nil
	}
	settings, err := p.settings.Load(ctx, team)
	if err != nil {
		return f, err
	}
	f.FreshFrom = p.clock.Now().Add(-settings.Snapshot().Values.MaxOfferAge())
	return f, nil
}

// show fills in the default strategy of rows without one of their own, and the latest new prices.
// It reads each only if a row needs it.
func (p *Products) show(ctx context.Context, team id.Team, rows []repricer.ProductSnapshot) ([]Product, error) {
	var standard optional.Maybe[strategy.ID]
	for _, row := range rows {
		if !row.StrategyID.Known() {
			var err error
			if standard, err = p.settings.DefaultStrategy(ctx, team); err != nil {
				return nil, err
			}
			break
		}
	}
	out := make([]Product, len(rows))
	shown := make([]*Product, len(rows))
	for i, row := range rows {
		out[i] = Product{ProductSnapshot: row, EffectiveStrategyID: row.EffectiveStrategy(standard)}
		shown[i] = &out[i]
	}
	return out, p.addLastChanges(ctx, team, shown)
}

// addLastChanges adds the latest new prices, in at most one call.
func (p *Products) addLastChanges(ctx context.Context, team id.Team, rows []*Product) error {
	var marks []repricer.ChangeRef
	for _, row := range rows {
		if m, ok := row.Observed.LastChange.Get(); ok {
			marks = append(marks, m)
		}
	}
	if len(marks) == 0 {
		return nil
	}
	found, err := p.products.LastChanges(ctx, team, marks)
	if err != nil {
		return err
	}
	for _, row := range rows {
		m, ok := row.Observed.LastChange.Get()
		if change, there := found[m.ID]; ok && there {
			row.LastChange = optional.Some(change)
		}
	}
	return nil
}

// Delete deletes one row; the price on the marketplace stays. ifMatch is the version the caller
// saw, nil for any version.
func (p *Products) Delete(ctx context.Context, who caller.Caller, product decision.ProductID, ifMatch *int64) error {
	return edit.Alone(p.delete(ctx, who.Team, edit.This(product), ifMatch, deleted))
}

// DeleteMany deletes up to edit.MaxRows rows and answers one result per id, in order.
func (p *Products) DeleteMany(ctx context.Context, who caller.Caller, many edit.Many[decision.ProductID]) ([]edit.Result[decision.ProductID], error) {
	return p.delete(ctx, who.Team, many, nil, deleted)
}

// Discard deletes any number of rows, in the transaction of ctx or some of its own. A row that its
// user has changed since it was made fails: conflict.
func (p *Products) Discard(
	ctx context.Context, who caller.Caller, rows []decision.ProductID,
) ([]edit.Result[decision.ProductID], error) {
	var out []edit.Result[decision.ProductID]
	for some := range slices.Chunk(rows, edit.MaxRows) {
		many := edit.Many[decision.ProductID]{IDs: some}
		done, err := p.delete(ctx, who.Team, many, nil, func(row *repricer.Product) (edit.Outcome, error) {
			return edit.Deleted, row.Untouched()
		})
		if err != nil {
			return nil, err
		}
		out = append(out, done...)
	}
	return out, nil
}

func deleted(*repricer.Product) (edit.Outcome, error) { return edit.Deleted, nil }

func (p *Products) delete(
	ctx context.Context, team id.Team, many edit.Many[decision.ProductID], ifMatch *int64,
	verb func(*repricer.Product) (edit.Outcome, error),
) ([]edit.Result[decision.ProductID], error) {
	now := p.clock.Now()
	return edit.Bulk[decision.ProductID, *repricer.Product]{
		Lock: func(ctx context.Context, ids []decision.ProductID) ([]*repricer.Product, error) {
			return p.products.LoadLocked(ctx, team, ids)
		},
		Verb: verb,
		Write: func(ctx context.Context, doomed []*repricer.Product) error {
			ids := edit.IDs[decision.ProductID](doomed)
			if err := p.prices.Rows(ctx, team, ids, history.WithdrawnDeleted); err != nil {
				return err
			}
			return p.products.Delete(ctx, team, ids, now)
		},
	}.Run(ctx, p.tx, many, ifMatch)
}
