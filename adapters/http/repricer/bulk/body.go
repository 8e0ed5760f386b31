package bulk

import (
	"sellingassistant/adapters/http/httpx/body"
	rows "sellingassistant/adapters/http/repricer"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Update changes all rows that match a filter.
type Update struct {
	Filter rows.ProductFilter `json:"filter" doc:"Filters of listRepricerProducts, without ids and times; {}: every row."`
	Patch  rows.ProductPatch  `json:"patch" doc:"The new values; absent members stay as they are."`

	AcceptWarnings []string `json:"accept_warnings,omitempty" enum:"large_change" maxItems:"10" doc:"Doubts to ignore."`
}

// FromSKUs makes rows from SKUs.
type FromSKUs struct {
	Filter OfferFilter                 `json:"filter" doc:"The SKUs; {} matches every SKU of the team."`
	Rule   body.Opt[rows.ProductPatch] `json:"rule,omitzero" doc:"Members of the new rows. Others come from the settings."`
}

// OfferFilter selects SKUs. Filters narrow together; several values of a filter mean any of them.
// It refuses an empty list, which would select every SKU.
type OfferFilter struct {
	MarketplaceID []body.MarketplaceID `json:"marketplace_id,omitempty" minItems:"1" maxItems:"30" doc:"Any of these."`
	SellerID      []rows.SellerID      `json:"seller_id,omitempty" minItems:"1" maxItems:"30" doc:"Any of these accounts."`
	// Brand counts the inventory products of a SKU, and SupplierID too if the SKU names no supplier.
	Brand []string `json:"brand,omitempty" minItems:"1" maxItems:"100" minLength:"1" maxLength:"200" doc:"Any of these."`

	SupplierID []body.ID `json:"supplier_id,omitempty" minItems:"1" maxItems:"100" doc:"Usually bought from any of these."`
	TagIDs     []body.ID `json:"tag_ids,omitempty" minItems:"1" maxItems:"100" doc:"Has any of these tags."`
	TagIDsAll  []body.ID `json:"tag_ids_all,omitempty" minItems:"1" maxItems:"100" doc:"Has all of these tags."`

	HasCost body.Opt[bool]   `json:"has_cost,omitzero" doc:"Whether a cost counts: its own, or its inventory product's."`
	Q       body.Opt[string] `json:"q,omitzero" minLength:"1" maxLength:"200" doc:"Text in SKU, ASIN, FNSKU or title."`
}

func (f OfferFilter) offers() repricer.Offers {
	return repricer.Offers{
		Marketplaces: body.Words[marketplace.ID](f.MarketplaceID), Sellers: body.Words[string](f.SellerID), Brands: f.Brand,
		Suppliers: body.Numbers[int64](f.SupplierID), HasCost: f.HasCost.Ptr(), Query: f.Q.Value,
		Tags: body.TagFilter{TagIDs: f.TagIDs, TagIDsAll: f.TagIDsAll}.Tags(),
	}
}

// rowsOf returns the filter of a body.
func rowsOf(f rows.ProductFilter) (repricer.ProductFilter, error) {
	filter, ok := f.Filter()
	if ok {
		return filter, nil
	}
	wrong := fault.New(fault.Invalid, fault.CodeValidationFailed, "filter.hold "+rows.HoldAlone).At("/filter/hold")
	wrong.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: rows.HoldAlone, Pointer: wrong.Pointer}}
	return filter, wrong
}

// Outcome has the outcome of a change of many rows.
type Outcome struct {
	DryRun   bool   `json:"dry_run" doc:"Whether nothing was changed."`
	ImportID *int64 `json:"import_id" doc:"The import with the report; null for a dry run and without matching rows."`
	Status   string `json:"status" enum:"tried,done,queued" doc:"tried (dry run), done, or queued (for a job)."`

	RowsTotal     int64 `json:"rows_total" doc:"Rows that match; of new rows, SKUs that match and have no row."`
	RowsCreated   int64 `json:"rows_created" doc:"Rows that were made; of a dry run, would be."`
	RowsUpdated   int64 `json:"rows_updated" doc:"Rows with other values now; of a dry run, would have."`
	RowsUnchanged int64 `json:"rows_unchanged" doc:"Rows that were as wanted."`
	RowsFailed    int64 `json:"rows_failed" doc:"Rows that were refused."`
	RowsToConfirm int64 `json:"rows_needs_confirmation" doc:"Rows with a large change that were not written."`

	Sample []Sample `json:"sample" doc:"Of a dry run, the first 10 rows of each outcome; else an empty list."`
}

// Sample has the outcome that a row would have.
type Sample struct {
	ID            *int64  `json:"id" doc:"Identifier of the row; null for a row that would be made."`
	SKU           *string `json:"sku" doc:"SKU of the row; null if there is no such row."`
	MarketplaceID *string `json:"marketplace_id" doc:"Marketplace of the row; null if there is no such row."`

	Status  string         `json:"status" doc:"created, updated, unchanged, failed or needs_confirmation."`
	Changes []Change       `json:"changes" doc:"The members that the row is given."`
	Error   *body.RowError `json:"error" doc:"Why the row would fail or need confirmation; null otherwise."`
}

// Change has a member before and after a change.
type Change struct {
	Member string  `json:"member" doc:"Name of the member, such as limits.min_price."`
	Old    *string `json:"old" doc:"Its value as text; null without a value."`
	New    *string `json:"new" doc:"The new value as text; null without a value."`
}

func outcomeOf(b repricer.Bulk, dry bool) Outcome {
	out := Outcome{
		DryRun: dry, ImportID: b.Import.Ptr(), Status: "done", RowsTotal: b.Rows, RowsCreated: b.Created,
		RowsUpdated: b.Updated, RowsUnchanged: b.Unchanged, RowsFailed: b.Failed, RowsToConfirm: b.ToConfirm,
		Sample: body.Each(b.Sample, sampleOf),
	}
	switch {
	case dry:
		out.Status = "tried"
	case b.Waiting:
		out.Status = "queued"
	}
	return out
}

func sampleOf(r repricer.BulkRow) Sample {
	return Sample{
		ID:  body.Maybe(r.ID, func(id decision.ProductID) int64 { return int64(id) }),
		SKU: body.Text(r.SKU), MarketplaceID: body.Text(r.Marketplace), Status: r.Status,
		Changes: body.Each(r.Values, func(v repricer.BulkValue) Change {
			return Change{Member: v.Member, Old: v.Old.Ptr(), New: v.New.Ptr()}
		}),
		Error: body.RowErrorOf(r.Err),
	}
}

func exampleTarget() rows.LimitsPatch {
	return rows.LimitsPatch{
		MinPriceMode: body.FieldOf("roi"), TargetROI: body.FieldOf(body.PercentOf(money.MustParsePercent("25"))),
	}
}

func exampleUpdate() Update {
	return Update{
		Filter: rows.ProductFilter{MarketplaceID: []body.MarketplaceID{"ATVPDKIKX0DER"}, Mode: []string{"off"}},
		Patch: rows.ProductPatch{ProductMembers: rows.ProductMembers{
			RepricePriority: body.OptOf("low"),
			Limits:          body.OptOf(exampleTarget()),
		}},
	}
}

func exampleFromSKUs() FromSKUs {
	return FromSKUs{
		Filter: OfferFilter{MarketplaceID: []body.MarketplaceID{"ATVPDKIKX0DER"}, HasCost: body.OptOf(true)},
		Rule: body.OptOf(rows.ProductPatch{ProductMembers: rows.ProductMembers{
			Mode:   body.OptOf("off"),
			Limits: body.OptOf(exampleTarget()),
		}}),
	}
}

func exampleOutcome() Outcome {
	return Outcome{
		DryRun: true, Status: "tried", RowsTotal: 1840, RowsUpdated: 1838, RowsFailed: 2,
		Sample: []Sample{{
			ID: new(int64(12)), SKU: new("HT-001"), MarketplaceID: new("ATVPDKIKX0DER"), Status: "updated",
			Changes: []Change{{Member: "reprice_priority", Old: new("normal"), New: new("low")}},
		}},
	}
}
