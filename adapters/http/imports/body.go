package imports

import (
	"fmt"
	"strconv"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Import shows an import of a table to clients.
type Import struct {
	ID               int64         `json:"id" doc:"Identifier of the import."`
	Kind             string        `json:"kind" doc:"Kind of records that it changes: sku, inventory_product or repricer_product."`
	DryRun           bool          `json:"dry_run" doc:"Whether it only reports the changes it would make."`
	CreateMissing    bool          `json:"create_missing" doc:"Whether rows create the records that are missing."`
	FileName         *string       `json:"file_name" doc:"Name of the file."`
	DocumentID       int64         `json:"document_id" doc:"The document that the file is kept as."`
	Status           string        `json:"status" doc:"queued, running, completed, completed_with_errors (some rows failed), failed, cancelled, taking_back, taken_back or expired (the report is no longer kept)."`
	RowsTotal        int64         `json:"rows_total" doc:"Rows of the file."`
	RowsDone         int64         `json:"rows_done" doc:"Rows that have a report."`
	RowsCreated      int64         `json:"rows_created" doc:"Rows that created their record; of a dry run, would have."`
	RowsUpdated      int64         `json:"rows_updated" doc:"Rows with a record that has other values now; of a dry run, would have."`
	RowsUnchanged    int64         `json:"rows_unchanged" doc:"Rows with a record that was as wanted."`
	RowsFailed       int64         `json:"rows_failed" doc:"Rows that were refused."`
	RowsToConfirm    int64         `json:"rows_needs_confirmation" doc:"Rows with a large change that were not written."`
	RowsTakenBack    int64         `json:"rows_taken_back" doc:"Rows with a record that has its old values again, or was deleted again."`
	RowsNotTakenBack int64         `json:"rows_not_taken_back" doc:"Rows with a record that had changed since, or could not have its old values."`
	MappingUsed      ImportMapping `json:"mapping_used" doc:"Meanings of the file's columns."`
	UserID           *int64        `json:"user_id" doc:"Who started it, or took it back; null for the command line."`
	Error            *string       `json:"error" doc:"Code of why it failed."`
	StartedAt        *body.Time    `json:"started_at" doc:"When the work began."`
	FinishedAt       *body.Time    `json:"finished_at" doc:"When it ended. The report is kept for 90 days from then."`
	Version          int64         `json:"version" doc:"Counts the changes, including changes of progress."`
	CreatedAt        body.Time     `json:"created_at" doc:"When it was asked for."`
	UpdatedAt        body.Time     `json:"updated_at" doc:"When it last changed."`

	Warnings []ImportWarning `json:"warnings" doc:"Doubts about the file that stop no row; an empty list without doubts."`
}

// ImportMapping lists the meanings of the columns of a file.
type ImportMapping struct {
	Sheet     string         `json:"sheet" doc:"Name of the sheet; empty for a text."`
	HeaderRow int64          `json:"header_row" doc:"Number of the header row; 0 without a header."`
	Columns   []ImportColumn `json:"columns" doc:"The columns that have a meaning."`
	Unused    []ImportColumn `json:"unused" doc:"The columns that are not read."`
	Decimal   string         `json:"decimal" doc:"The decimal sign: auto, dot or comma."`
}

// ImportWarning names a doubt about a file.
type ImportWarning struct {
	Code    string `json:"code" enum:"unused_column" doc:"unused_column: a column that looks like field, or has the day of its costs, is not read."`
	Message string `json:"message" doc:"A sentence for people."`
	Column  string `json:"column" doc:"Letter of the column."`
	Field   string `json:"field" doc:"The member that the column belongs to."`
}

// ImportColumn describes a column of a file.
type ImportColumn struct {
	Field  *string `json:"field" doc:"Meaning of the column; null for a column that is not read."`
	Column string  `json:"column" doc:"Its letter."`
	Header string  `json:"header" doc:"Text of the column's header; empty without a header."`
}

// ImportRow has the result for a row.
type ImportRow struct {
	RowNumber     int64          `json:"row_number" doc:"Number of the row in its sheet."`
	RecordID      *int64         `json:"record_id" doc:"The record that the row names; null without a record."`
	SKU           *string        `json:"sku" doc:"The SKU of the record, else of the row."`
	MarketplaceID *string        `json:"marketplace_id" doc:"The marketplace of the record, else of the row."`
	Status        string         `json:"status" doc:"created, updated, unchanged, failed, needs_confirmation, taken_back or not_taken_back."`
	Fields        []string       `json:"fields" doc:"The members that the row gives a value."`
	Old           ImportedValues `json:"old" doc:"Values of these members in the record before."`
	New           ImportedValues `json:"new" doc:"Values since then. A dry run and a row that needs confirmation show the values that the record would have."`
	Error         *body.RowError `json:"error" doc:"Why the row failed, needs confirmation, or was not taken back."`
}

// ImportedValues has members of a record. Null means no value; members that fields does not list
// are null.
type ImportedValues struct {
	MinPrice         *body.Money   `json:"min_price" doc:"The lowest price."`
	MaxPrice         *body.Money   `json:"max_price" doc:"The highest price."`
	MapPrice         *body.Money   `json:"map_price" doc:"The lowest price that the maker allows."`
	UnitCost         *body.Money   `json:"unit_cost" doc:"Cost of a unit today, in currency."`
	OutboundShipping *body.Money   `json:"outbound_shipping" doc:"Postage of a unit to its buyer, in currency."`
	PrepCost         *body.Money   `json:"prep_cost" doc:"Cost of preparing a unit, in currency."`
	InboundShipping  *body.Money   `json:"inbound_shipping" doc:"Cost of sending a unit to Amazon, in currency."`
	OtherCost        *body.Money   `json:"other_cost" doc:"Other costs of a unit, in currency."`
	VATRate          *body.Percent `json:"vat_rate" doc:"VAT contained in unit_cost, in percent."`
	Currency         *string       `json:"currency" doc:"ISO 4217 code of the cost."`
	SupplierID       *int64        `json:"supplier_id" doc:"The supplier."`
	StrategyID       *int64        `json:"strategy_id" doc:"The strategy of its own."`
	Mode             *string       `json:"mode" doc:"off, manual or auto."`
	RepricePriority  *string       `json:"reprice_priority" doc:"normal, fast or low."`
	ReorderPoint     *int64        `json:"reorder_point" doc:"The stock at which more is ordered."`
	VATClass         *string       `json:"vat_class" doc:"standard, reduced, super_reduced or zero."`

	Condition           *string       `json:"condition" doc:"Condition of the offers that compete."`
	AllowLoss           *bool         `json:"allow_loss" doc:"Whether the row may be sold at a loss although loss_guard is on."`
	MinPriceMode        *string       `json:"min_price_mode" doc:"How the floor is found: manual, roi, margin or markup."`
	TargetROI           *body.Percent `json:"target_roi" doc:"Profit that the floor leaves, in percent of the cost."`
	TargetMargin        *body.Percent `json:"target_margin" doc:"Profit that the floor leaves, in percent of the net price."`
	MinPriceMarkup      *body.Money   `json:"min_price_markup" doc:"Addition to the price without profit or loss."`
	MinPriceMarkupType  *string       `json:"min_price_markup_type" doc:"amount or percent."`
	MaxChange           *body.Money   `json:"max_change" doc:"The largest change of the price in one step, as an amount."`
	MaxChangePercent    *body.Percent `json:"max_change_percent" doc:"The same in percent of the live price."`
	MissingCostFallback *string       `json:"missing_cost_fallback" doc:"Result of a calculated floor without cost or fees: error, skip, min_price or current_price."`
}

func importOf(i imports.Import) Import {
	v := i.Values
	out := Import{
		ID: int64(i.ID), Kind: string(v.Kind), DryRun: v.DryRun, FileName: body.Text(v.FileName), DocumentID: v.Document, Status: string(v.Stage),
		RowsTotal: v.Rows, RowsDone: v.Done, RowsUpdated: v.Counts.Updated, RowsUnchanged: v.Counts.Unchanged, RowsFailed: v.Counts.Failed,
		RowsToConfirm: v.Counts.NeedsConfirmation, RowsCreated: v.Counts.Created, CreateMissing: v.Create,
		RowsTakenBack: v.Counts.TakenBack, RowsNotTakenBack: v.Counts.NotTakenBack, Error: body.Text(v.Error),
		StartedAt: body.Maybe(v.StartedAt, body.TimeOf), FinishedAt: body.Maybe(v.FinishedAt, body.TimeOf), Version: i.Version,
		CreatedAt: body.TimeOf(i.CreatedAt), UpdatedAt: body.TimeOf(i.UpdatedAt),
		MappingUsed: ImportMapping{
			Sheet: v.Mapping.Sheet, HeaderRow: v.Mapping.HeaderRow, Columns: body.Each(v.Mapping.Columns, columnOf), Unused: body.Each(v.Mapping.Unused, columnOf),
			Decimal: string(v.Mapping.Decimal),
		},
		Warnings: append(body.Each(v.Mapping.Misspelt(v.Kind), misspelt), body.Each(v.Mapping.Dated(), dated)...),
	}
	if v.User != 0 {
		out.UserID = new(int64(v.User))
	}
	return out
}

func columnOf(c imports.Column) ImportColumn {
	return ImportColumn{Field: body.Text(c.Field), Column: columns.Letter(int(c.At)), Header: c.Header}
}

func misspelt(c imports.Column) ImportWarning {
	return unused(c, "; did you mean "+string(c.Field)+"?")
}

func dated(c imports.Column) ImportWarning { return unused(c, ": costs count from today on.") }

func unused(c imports.Column, why string) ImportWarning {
	column := columns.Letter(int(c.At))
	return ImportWarning{
		Code: "unused_column", Column: column, Field: string(c.Field),
		Message: fmt.Sprintf("Column %s, %s, is not read%s", column, c.Header, why),
	}
}

// published maps fields to members of ImportedValues with other names.
var published = map[imports.Field]string{imports.Supplier: "supplier_id", imports.Strategy: "strategy_id"}

func rowOf(r imports.Row) ImportRow {
	out := ImportRow{
		RowNumber: r.Number, SKU: body.Text(r.SKU), MarketplaceID: body.Text(r.Marketplace), Status: string(r.Status), Fields: make([]string, 0, len(r.Values)),
	}
	if r.Record != 0 {
		out.RecordID = &r.Record
	}
	for _, v := range r.Values {
		name := published[v.Field]
		if name == "" {
			name = string(v.Field)
		}
		out.Fields = append(out.Fields, name)
		out.Old.set(v.Field, v.Old)
		out.New.set(v.Field, v.New)
	}
	if r.Code != "" {
		out.Error = body.RowErrorOf(fault.New(fault.Rule, r.Code, r.Message))
	}
	return out
}

func (v *ImportedValues) set(f imports.Field, value optional.Maybe[string]) {
	text, known := value.Get()
	if !known {
		return
	}
	amount := func() *body.Money {
		a, err := money.Parse(text)
		if err != nil {
			return nil // stored values were parsed before
		}
		return new(body.MoneyOf(a))
	}
	percent := func() *body.Percent {
		p, err := money.ParsePercent(text)
		if err != nil {
			return nil
		}
		return new(body.PercentOf(p))
	}
	whole := func() *int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil
		}
		return &n
	}
	switch f {
	case imports.MinPrice:
		v.MinPrice = amount()
	case imports.MaxPrice:
		v.MaxPrice = amount()
	case imports.MapPrice:
		v.MapPrice = amount()
	case imports.UnitCost:
		v.UnitCost = amount()
	case imports.Postage:
		v.OutboundShipping = amount()
	case imports.PrepCost:
		v.PrepCost = amount()
	case imports.InboundShipping:
		v.InboundShipping = amount()
	case imports.OtherCost:
		v.OtherCost = amount()
	case imports.VATRate:
		v.VATRate = percent()
	case imports.Currency:
		v.Currency = &text
	case imports.Supplier:
		v.SupplierID = whole()
	case imports.Strategy:
		v.StrategyID = whole()
	case imports.Mode:
		v.Mode = &text
	case imports.Priority:
		v.RepricePriority = &text
	case imports.ReorderPoint:
		v.ReorderPoint = whole()
	case imports.VATClass:
		v.VATClass = &text
	case imports.Condition:
		v.Condition = &text
	case imports.AllowLoss:
		v.AllowLoss = new(text == "true")
	case imports.MinPriceMode:
		v.MinPriceMode = &text
	case imports.TargetROI:
		v.TargetROI = percent()
	case imports.TargetMargin:
		v.TargetMargin = percent()
	case imports.MinPriceMarkup:
		v.MinPriceMarkup = amount()
	case imports.MarkupType:
		v.MinPriceMarkupType = &text
	case imports.MaxChange:
		v.MaxChange = amount()
	case imports.MaxChangePercent:
		v.MaxChangePercent = percent()
	case imports.CostFallback:
		v.MissingCostFallback = &text
	}
}

func exampleImport() Import {
	return Import{
		ID: 1, Kind: "repricer_product", FileName: new("limits.csv"), DocumentID: 7, Status: "completed_with_errors", RowsTotal: 1200, RowsDone: 1200,
		RowsUpdated: 1180, RowsUnchanged: 18, RowsFailed: 2, UserID: new(int64(1)),
		MappingUsed: ImportMapping{
			HeaderRow: 1, Decimal: "auto",
			Unused: []ImportColumn{{Column: "E", Header: "Title"}, {Column: "F", Header: "Strategi"}},
			Columns: []ImportColumn{
				{new("sku"), "A", "SKU"}, {new("marketplace"), "B", "Marketplace"}, {new("min_price"), "C", "Min"}, {new("max_price"), "D", "Max"},
			},
		},
		Warnings: []ImportWarning{
			{"unused_column", "Column F, Strategi, is not read; did you mean strategy?", "F", "strategy"},
		},
		StartedAt: new(body.Time("2026-03-20T09:41:08.000000Z")), FinishedAt: new(body.Time("2026-03-20T09:41:11.000000Z")), Version: 5,
		CreatedAt: "2026-03-20T09:41:07.120000Z", UpdatedAt: "2026-03-20T09:41:11.004100Z",
	}
}

func exampleTakingBack() Import {
	i := exampleImport()
	i.Status, i.FinishedAt, i.Version = "taking_back", nil, 6
	return i
}

func exampleRow() ImportRow {
	amount := func(text string) *body.Money { return new(body.MoneyOf(money.MustParse(text))) }
	return ImportRow{
		RowNumber: 2, RecordID: new(int64(12)), SKU: new("HT-001"), MarketplaceID: new("ATVPDKIKX0DER"), Status: "updated", Fields: []string{"min_price", "max_price"},
		Old: ImportedValues{MinPrice: amount("11.5")}, New: ImportedValues{MinPrice: amount("12.49"), MaxPrice: amount("19.99")},
	}
}
