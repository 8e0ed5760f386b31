package repricer

import (
	"context"
	"fmt"

	importsapp "sellingassistant/app/imports"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerports "sellingassistant/ports/repricer"
)

// Tables changes rows by imports of tables that the service writes itself.
type Tables struct{ imports *importsapp.Imports }

func NewTables(i *importsapp.Imports) *Tables { return &Tables{i} }

var _ repricerports.Tables = (*Tables)(nil)

func (t *Tables) Try(ctx context.Context, who caller.Caller, wanted repricerports.Table) (repricer.Bulk, error) {
	trial, err := t.imports.Try(ctx, who, tableOf(wanted))
	if err != nil {
		return repricer.Bulk{}, err
	}
	out := bulkOf(trial.Counts)
	for _, r := range trial.Sample {
		out.Sample = append(out.Sample, bulkRowOf(r))
	}
	return out, nil
}

func (t *Tables) Prepare(
	ctx context.Context, who caller.Caller, wanted repricerports.Table,
) (repricerports.PreparedTable, error) {
	kept, err := t.imports.PrepareTable(ctx, who, tableOf(wanted))
	if err != nil {
		return nil, err
	}
	return prepared{kept}.Start, nil
}

type prepared struct{ kept *importsapp.Prepared }

func (p prepared) Start(ctx context.Context) (repricer.Bulk, error) {
	made, err := p.kept.Start(ctx)
	if err != nil {
		return repricer.Bulk{}, err
	}
	v := made.Values
	out := bulkOf(v.Counts)
	out.Import, out.Waiting, out.Rows = optional.Some(int64(made.ID)), v.Stage.Busy(), v.Rows
	return out, nil
}

func bulkOf(c imports.Counts) repricer.Bulk {
	return repricer.Bulk{
		Rows:    c.Created + c.Updated + c.Unchanged + c.Failed + c.NeedsConfirmation,
		Created: c.Created, Updated: c.Updated, Unchanged: c.Unchanged, Failed: c.Failed, ToConfirm: c.NeedsConfirmation,
	}
}

func bulkRowOf(r imports.Row) repricer.BulkRow {
	out := repricer.BulkRow{SKU: r.SKU, Marketplace: r.Marketplace, Status: string(r.Status)}
	if r.Record != 0 {
		out.ID = optional.Some(decision.ProductID(r.Record))
	}
	for _, v := range r.Values {
		out.Values = append(out.Values, repricer.BulkValue{Member: memberOf(v.Field), Old: v.Old, New: v.New})
	}
	if r.Code != "" {
		out.Err = fault.New(fault.Rule, r.Code, r.Message)
	}
	return out
}

func tableOf(t repricerports.Table) importsapp.Table {
	out := importsapp.Table{Name: t.Name, Kind: imports.RepricerProduct, Cells: cellsOf(t.Patch)}
	if t.AcceptLarge {
		out.Accepted = []imports.Warning{imports.LargeChange}
	}
	for _, row := range t.Rows {
		out.Keys = append(out.Keys, imports.Key{ID: optional.Some(int64(row))})
	}
	for _, k := range t.Offers {
		out.Keys = append(out.Keys, imports.Key{Seller: k.SellerID, Marketplace: k.MarketplaceID, SKU: k.SKU})
	}
	out.Create = len(t.Offers) > 0
	return out
}

// members maps the fields of limits, and fields with another name, to members of a row.
var members = map[imports.Field]string{
	imports.Strategy: "strategy_id", imports.MinPrice: "limits.min_price", imports.MaxPrice: "limits.max_price",
	imports.MaxChange: "limits.max_change", imports.MaxChangePercent: "limits.max_change_percent",
	imports.MinPriceMode: "limits.min_price_mode", imports.TargetROI: "limits.target_roi",
	imports.TargetMargin: "limits.target_margin", imports.MinPriceMarkup: "limits.min_price_markup",
	imports.MarkupType: "limits.min_price_markup_type", imports.CostFallback: "limits.missing_cost_fallback",
}

func memberOf(f imports.Field) string {
	if name, ok := members[f]; ok {
		return name
	}
	return string(f)
}

// cellsOf writes the members of a patch as cells of a table.
func cellsOf(p repricer.ProductPatch) []imports.Cell {
	var out cells
	put(&out, imports.Strategy, p.StrategyID)
	word(&out, imports.Mode, p.Mode)
	word(&out, imports.Priority, p.Priority)
	word(&out, imports.Condition, p.Condition)
	if loss, ok := p.AllowLoss.Get(); ok {
		out.add(imports.AllowLoss, map[bool]string{true: "true", false: "false"}[loss])
	}
	l := p.Limits.Value
	put(&out, imports.MinPrice, l.MinPrice)
	put(&out, imports.MaxPrice, l.MaxPrice)
	put(&out, imports.MaxChange, l.MaxChange)
	put(&out, imports.MaxChangePercent, l.MaxChangePercent)
	put(&out, imports.MinPriceMode, l.MinPriceMode)
	put(&out, imports.TargetROI, l.TargetROI)
	put(&out, imports.TargetMargin, l.TargetMargin)
	put(&out, imports.MinPriceMarkup, l.MinPriceMarkup)
	put(&out, imports.MarkupType, l.MinPriceMarkupType)
	put(&out, imports.CostFallback, l.MissingCostFallback)
	return out
}

type cells []imports.Cell

func (c *cells) add(f imports.Field, text string) {
	*c = append(*c, imports.Cell{Field: f, Text: text})
}

// put adds a cell for a member that was sent; null clears it.
func put[T any](c *cells, f imports.Field, v optional.Field[T]) {
	switch given, ok := v.Given(); {
	case ok:
		c.add(f, fmt.Sprint(given))
	case v.Null:
		*c = append(*c, imports.Cell{Field: f, Clear: true})
	}
}

func word[T ~string](c *cells, f imports.Field, v optional.Maybe[T]) {
	if w, ok := v.Get(); ok {
		c.add(f, string(w))
	}
}
