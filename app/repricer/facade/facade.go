package facade

import (
	"context"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// Parts has the stores that the facade reads, and the alerts.
type Parts struct {
	Settings ports.Settings
	Products ports.Products
	Sales    historyports.Sales
	Alerts   *alerts.Alerts
}

// Facade answers questions about rows.
type Facade struct{ p Parts }

func New(p Parts) *Facade { return &Facade{p} }

// FindRows maps keys to live rows. Keys without a row are left out.
func (f *Facade) FindRows(
	ctx context.Context, team id.Team, keys []repricer.Key,
) (map[repricer.Key]decision.ProductID, error) {
	return f.p.Products.Existing(ctx, team, keys)
}

// Rows reads live rows by id. Absent rows are left out.
func (f *Facade) Rows(
	ctx context.Context, team id.Team, rows []decision.ProductID,
) ([]repricer.ProductSnapshot, error) {
	return f.p.Products.Named(ctx, team, rows)
}

// Sellers reads the live rows of a team by key, with the time from which their sales are stored.
func (f *Facade) Sellers(ctx context.Context, team id.Team) (map[repricer.Key]historyports.Seller, error) {
	return f.p.Sales.Sellers(ctx, team)
}

// CountRows counts the live rows of a team.
func (f *Facade) CountRows(ctx context.Context, team id.Team) (int64, error) {
	rows, err := f.p.Products.List(ctx, team, repricer.ProductFilter{}, page.Request{Limit: 1, Count: true})
	if err != nil {
		return 0, err
	}
	return *rows.Total, nil
}

// UnitsSold adds up the units that rows sold after From, up to To. Rows without sales are left out.
func (f *Facade) UnitsSold(
	ctx context.Context, team id.Team, windows map[decision.ProductID]sales.Window,
) (map[decision.ProductID]int64, error) {
	return f.p.Sales.Units(ctx, team, windows)
}

// Alert adds an alert if the team chose its event. Call it last in a transaction.
func (f *Facade) Alert(ctx context.Context, team id.Team, alert repricer.Alert) error {
	settings, err := f.p.Settings.Load(ctx, team)
	if err != nil {
		return err
	}
	return f.p.Alerts.Add(ctx, team, settings.Snapshot().Values.Notify, []repricer.Alert{alert})
}
