package service

import (
	"fmt"
	"strings"
	"testing"

	app "sellingassistant/app/imports"
	"sellingassistant/domain/imports"
	"sellingassistant/ports/jobs"
)

// Import imports limits of rows of the repricer to its end.
func (m *Team) Import(t testing.TB, name string, skus ...string) int64 {
	t.Helper()
	table := "sku,marketplace,min," + name + "\n"
	for _, sku := range skus {
		table += sku + ",US,11\n"
	}
	m.Idle(t)
	ctx, tables := t.Context(), m.service.Operator.Tables
	file, err := tables.Receive(ctx, m.Who(), app.File{Name: name + ".csv", Content: strings.NewReader(table)})
	if err != nil {
		t.Fatalf("receive a table: %v", err)
	}
	defer file.Discard()
	prepared, err := tables.Prepare(ctx, m.Who(), app.Draft{Kind: imports.RepricerProduct, Name: name + ".csv", File: file})
	if err != nil {
		t.Fatalf("prepare an import: %v", err)
	}
	made, err := prepared.Start(ctx)
	if err != nil {
		t.Fatalf("start an import: %v", err)
	}
	job := jobs.Job{Team: m.ID, Args: fmt.Appendf(nil, `{"import":%d}`, made.ID), Attempt: 1, Attempts: 1}
	if err := tables.Handlers()[0].Run(ctx, job); err != nil {
		t.Fatalf("import a table: %v", err)
	}
	return int64(made.ID)
}
