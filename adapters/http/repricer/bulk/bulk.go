// Package bulk changes and makes thousands of rows of the repricer in one call.
package bulk

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/repricer"
)

const (
	group       = "repricer"
	productPath = "/sa/repricer/products"
)

// bulkTimeout covers a dry run of tens of thousands of rows.
const bulkTimeout = 60 * time.Second

type (
	bulkInput struct {
		DryRun bool `query:"dry_run" doc:"Report the outcome and change nothing." example:"true"`
		Body   Update
	}
	fromSKUsInput struct {
		DryRun bool `query:"dry_run" doc:"Report the outcome and make nothing." example:"true"`
		Body   FromSKUs
	}
	// bulkOut has the outcome of a call, or of its dry run.
	bulkOut struct {
		Status   int
		Location string `header:"Location" doc:"Where the report is."`
		Body     body.One[Outcome]
	}
)

// Routes registers the operations.
func Routes(rows *manage.Bulk) httpx.Routes {
	return func(r *httpx.Router) {
		httpx.Register(r, bulkOperation(httpx.Operation{
			ID: "bulkUpdateRepricerProducts", Path: productPath + "/bulk",
			Summary: "Update repricer products by filter",
			Description: "Changes all rows that match filter in the same way; an empty filter matches every row of the team. " +
				"null clears strategy_id and any limit.\n\n" +
				"A row fails alone with not_found, invalid_limits or strategy_required. A row with an amount that would " +
				"grow to more than five times its value, or fall below a fifth, is needs_confirmation: it is not written " +
				"unless accept_warnings names large_change. A minimum above the maximum in patch (422 invalid_limits) and an " +
				"unknown strategy (422 strategy_not_found) refuse the whole call." + bulkReport,
			RequestExample: exampleUpdate(),
		}), func(ctx context.Context, who caller.Caller, input *bulkInput) (*bulkOut, error) {
			filter, err := rowsOf(input.Body.Filter)
			if err != nil {
				return nil, err
			}
			want := manage.UpdateMatching{
				Filter: filter, Patch: input.Body.Patch.Patch(), AcceptLarge: len(input.Body.AcceptWarnings) > 0,
			}
			if input.DryRun {
				return tried(rows.TryUpdate(ctx, who, want))
			}
			return started(ctx)(rows.PrepareUpdate(ctx, who, want))
		})
		httpx.Register(r, bulkOperation(httpx.Operation{
			ID: "createRepricerProductsFromSkus", Path: productPath + "/from-skus",
			Summary: "Create repricer products from SKUs",
			Description: "Makes a row for each SKU that matches filter and has no row; an empty filter matches all SKUs " +
				"of the team. Brands count in any letter case, and are those of a SKU's inventory products. Deleted SKUs " +
				"are left out. Every new row gets the members of rule; absent members come from the settings.\n\n" +
				"A row fails alone with the codes of createRepricerProducts: not_found (the SKU has no ASIN), " +
				"marketplace_not_connected, integration_needs_attention, invalid_limits, strategy_required and " +
				"limit_reached. An unknown strategy in rule refuses the whole call (422 strategy_not_found). Taking " +
				"it back deletes the rows that nobody has changed since." + bulkReport,
			RequestExample: exampleFromSKUs(),
		}), func(ctx context.Context, who caller.Caller, input *fromSKUsInput) (*bulkOut, error) {
			want := manage.CreateFromSKUs{Offers: input.Body.Filter.offers(), Patch: input.Body.Rule.Value.Patch()}
			if input.DryRun {
				return tried(rows.TryCreate(ctx, who, want))
			}
			return started(ctx)(rows.PrepareCreate(ctx, who, want))
		})
	}
}

// bulkReport ends the descriptions.
const bulkReport = "\n\nA dry run answers the counts and a sample, and changes nothing. Up to 100 rows are written " +
	"in the call (200). More are written by a job, 500 at a time (202). import_id names the report: getImport has its " +
	"progress, listImportRows the outcome of each row, takeBackImport takes it back. Five imports and such calls of " +
	"a team run at a time; the sixth is 429 too_many_running. It is an extra of this service."

// bulkOperation adds the members that both operations share.
func bulkOperation(op httpx.Operation) httpx.Operation {
	op.Method, op.Group, op.Beta = http.MethodPost, group, true
	op.Status, op.Also = http.StatusOK, []int{http.StatusAccepted}
	op.Outside, op.Timeout = true, bulkTimeout
	op.Example = body.One[Outcome]{Data: exampleOutcome()}
	return op
}

// tried answers a dry run.
func tried(b repricer.Bulk, err error) (*bulkOut, error) {
	if err != nil {
		return nil, err
	}
	return &bulkOut{Status: http.StatusOK, Body: body.One[Outcome]{Data: outcomeOf(b, true)}}, nil
}

// started begins a change that was kept, together with the answer of its Idempotency-Key.
func started(ctx context.Context) func(manage.Prepared, error) (*bulkOut, error) {
	return func(p manage.Prepared, err error) (*bulkOut, error) {
		if err != nil {
			return nil, err
		}
		return httpx.Finish(ctx, func(ctx context.Context) (*bulkOut, error) {
			b, err := p.Start(ctx)
			if err != nil {
				return nil, err
			}
			out := &bulkOut{Status: http.StatusOK, Body: body.One[Outcome]{Data: outcomeOf(b, false)}}
			if b.Waiting {
				out.Status = http.StatusAccepted
			}
			if report, ok := b.Import.Get(); ok {
				out.Location = httpx.Prefix + "/imports/" + strconv.FormatInt(report, 10)
			}
			return out, nil
		})
	}
}
