package pricelist

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// Analysis shows an analysis of a price list to clients.
type Analysis struct {
	ID              int64            `json:"id" doc:"Identifier of the analysis."`
	Name            *string          `json:"name" doc:"The name."`
	MarketplaceID   string           `json:"marketplace_id" doc:"Amazon's identifier of the marketplace."`
	Domain          string           `json:"domain" doc:"The marketplace."`
	Currency        string           `json:"currency" doc:"ISO 4217 code of all amounts of results: the marketplace's."`
	SupplierID      *int64           `json:"supplier_id" doc:"The supplier of the list."`
	Fulfillment     string           `json:"fulfillment" doc:"both, fba or fbm."`
	Status          string           `json:"status" doc:"queued, parsing, matching, pricing, completed, completed_with_errors (a source failed for some rows), failed, cancelled or expired."`
	Stage           *string          `json:"stage" doc:"parsing, matching or pricing while it runs."`
	RowsTotal       int64            `json:"rows_total" doc:"Rows of the list."`
	RowsValid       int64            `json:"rows_valid" doc:"Rows with a readable identifier."`
	RowsInvalid     int64            `json:"rows_invalid" doc:"Rows with an unreadable identifier."`
	RowsProcessed   int64            `json:"rows_processed" doc:"Rows that have a result."`
	RowsMatched     int64            `json:"rows_matched" doc:"Rows with a product on the marketplace."`
	RowsUnmatched   int64            `json:"rows_unmatched" doc:"Rows that the catalogue has no product for."`
	RowsFailed      int64            `json:"rows_failed" doc:"Rows that a source failed for."`
	ResultsTotal    int64            `json:"results_total" doc:"Results. With all_matches a row may have several."`
	Progress        body.Money       `json:"progress" minimum:"0" maximum:"1" doc:"From 0 to 1; it never falls."`
	RowsPerSecond   *body.Money      `json:"rows_per_second" doc:"Rows of the stage a second; null before the first and at the end."`
	ETASeconds      *int64           `json:"eta_seconds" doc:"Seconds until the end; null at the end."`
	QueuedPosition  *int64           `json:"queued_position" doc:"Analyses of the team that began before and still run, while it waits; else null."`
	BoundBy         *string          `json:"bound_by" doc:"Source that sets the pace: catalog, fees, offers, restrictions, keepa or none. Null until it is found."`
	StartedAt       *body.Time       `json:"started_at" doc:"When the work began."`
	FinishedAt      *body.Time       `json:"finished_at" doc:"When it ended. Results are kept for 90 days from then."`
	Warnings        []string         `json:"warnings" doc:"Warnings about the whole list. Words may be added."`
	Error           *string          `json:"error" doc:"Code of why it failed."`
	ErrorDetail     *string          `json:"error_detail" doc:"A sentence about why it failed; null if it did not fail."`
	Expenses        AnalysisExpenses `json:"expenses" doc:"Costs of a unit besides goods and fees, and the least return, margin and profit."`
	ExpensesVersion int64            `json:"expenses_version" doc:"Rises with each change of expenses."`
	Recalculating   bool             `json:"recalculating" doc:"Whether results are still shown by the expenses before the last change."`
	MappingUsed     *ListMapping     `json:"mapping_used" doc:"Meanings of the file's columns; null if the rows came in the call."`
	DocumentID      *int64           `json:"document_id" doc:"The document that the file is kept as."`
	Version         int64            `json:"version" doc:"Counts the changes, including changes of progress, for If-Match."`
	CreatedAt       body.Time        `json:"created_at" doc:"When it was asked for."`
	UpdatedAt       body.Time        `json:"updated_at" doc:"When it last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (Analysis) LiveMembers() []string {
	return []string{"eta_seconds", "queued_position"}
}

// ListMapping lists the meanings of the columns of a file.
type ListMapping struct {
	Sheet          string         `json:"sheet" doc:"Name of the sheet; empty for a text."`
	HeaderRow      int64          `json:"header_row" doc:"Number of the header row; 0 without a header."`
	Columns        []MappedColumn `json:"columns" doc:"The columns that have a meaning."`
	IdentifierType string         `json:"identifier_type" doc:"Type that identifiers were read as."`
	Decimal        string         `json:"decimal" doc:"The decimal sign: auto, dot or comma."`
	Passthrough    []MappedColumn `json:"passthrough" doc:"The columns that are handed on."`
}

// MappedColumn describes a column of a file.
type MappedColumn struct {
	Field  *string `json:"field" doc:"Meaning of the column; null for a column that is handed on."`
	Column string  `json:"column" doc:"Its letter."`
	Header string  `json:"header" doc:"Text of the column's header; empty without a header."`
}

func analysisOf(s app.Shown) Analysis {
	a, v := s.Analysis, s.Values
	m, _ := marketplace.ByID(v.Marketplace)
	out := Analysis{
		ID: int64(a.ID), Name: body.Text(v.Name), MarketplaceID: string(m.ID), Domain: m.Domain, Currency: string(m.Currency), SupplierID: v.Supplier.Ptr(),
		Fulfillment: string(v.Way), Status: string(v.Stage), RowsTotal: v.Rows, RowsValid: v.Valid, RowsInvalid: v.Invalid, RowsProcessed: v.Processed,
		RowsMatched: v.Found, RowsUnmatched: v.Unmatched, RowsFailed: v.Failed, ResultsTotal: v.Results, Progress: body.MoneyOf(money.FromUnits(v.Progress)),
		RowsPerSecond: body.Maybe(s.Speed, func(n int64) body.Money { return body.MoneyOf(money.FromUnits(n)) }), ETASeconds: s.Seconds.Ptr(),
		QueuedPosition: s.Ahead.Ptr(), BoundBy: body.Text(v.Bound), StartedAt: body.Maybe(v.StartedAt, body.TimeOf), FinishedAt: body.Maybe(v.FinishedAt, body.TimeOf),
		Warnings: body.Each(v.Warnings, func(w string) string { return w }),
		Error:    body.Text(v.Error), ErrorDetail: body.Text(v.Reason), Expenses: expensesOf(v.Expenses),
		ExpensesVersion: v.ExpensesVersion, Recalculating: v.Recounting(), MappingUsed: body.Maybe(v.Mapping, mappingOf), DocumentID: v.Document.Ptr(),
		Version: a.Version, CreatedAt: body.TimeOf(a.CreatedAt), UpdatedAt: body.TimeOf(a.UpdatedAt),
	}
	if v.Stage.Running() && v.Stage != pricelist.Queued {
		out.Stage = body.Text(v.Stage)
	}
	return out
}

func mappingOf(m pricelist.Mapping) ListMapping {
	column := func(c pricelist.Column) MappedColumn {
		return MappedColumn{Field: body.Text(c.Field), Column: columns.Letter(c.At), Header: c.Header}
	}
	return ListMapping{
		Sheet: m.Sheet, HeaderRow: m.HeaderRow, Columns: body.Each(m.Columns, column), IdentifierType: string(m.Type), Decimal: string(m.Decimal),
		Passthrough: body.Each(m.Passthrough, column),
	}
}
