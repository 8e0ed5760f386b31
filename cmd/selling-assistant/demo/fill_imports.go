package demo

import (
	"context"
	"fmt"
	"strings"

	"sellingassistant/app/imports"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/jobs"
)

// fillImports imports a table with the repricer's rows, and changes the priority of the last one.
// It then imports it again as a dry run, and also one with an unknown SKU.
func fillImports(ctx context.Context, op *compose.Operator, st *state) error {
	rows, err := op.Products.List(ctx, st.caller(), repricer.ProductFilter{}, page.Request{Limit: demoRows, Order: []page.By{{Field: "id"}}})
	if err != nil || len(rows.Items) == 0 {
		return err // a user may have deleted them
	}
	table := "SKU,Marketplace,Priority\n"
	for i, r := range rows.Items {
		priority := string(r.Priority)
		if i == len(rows.Items)-1 {
			priority = "low"
		}
		table += fmt.Sprintf("%s,US,%s\n", r.Key.SKU, priority)
	}
	for _, one := range []struct {
		name, table string
		dry         bool
	}{{"priorities.csv", table, false}, {"priorities.csv", table, true}, {"one-more.csv", table + "NEW-1,US,fast\n", true}} {
		if err := importTable(ctx, op, st, one.name, one.table, one.dry); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

// importTable imports a table before workers run, so that users see it from the first start on.
func importTable(ctx context.Context, op *compose.Operator, st *state, name, table string, dry bool) error {
	file, err := op.Tables.Receive(ctx, st.caller(), imports.File{Name: name, Content: strings.NewReader(table)})
	if err != nil {
		return err
	}
	defer file.Discard()
	prepared, err := op.Tables.Prepare(ctx, st.caller(), imports.Draft{Kind: domain.RepricerProduct, DryRun: dry, Name: name, File: file})
	if err != nil {
		return err
	}
	made, err := prepared.Start(ctx)
	if err != nil {
		return err
	}
	return op.Tables.Handlers()[0].Run(ctx, jobs.Job{Team: st.Team, Args: fmt.Appendf(nil, `{"import":%d}`, made.ID), Attempt: 1, Attempts: 1})
}
