package pricelist

import (
	"context"
	"net/http"
	"strconv"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
)

type handlers struct{ app *app.Analyses }

type ofAnalysis struct {
	ID int64 `path:"id" minimum:"1"`
}

type (
	startInput struct{ Body StartAnalysisFromItems }
	ofItem     struct {
		ofAnalysis
		ItemID int64 `path:"item_id" minimum:"1" example:"1" doc:"Identifier of the row."`
	}
	listInput struct {
		records.RecordInput
		SupplierID []body.ID      `query:"supplier_id" maxItems:"100" doc:"Lists of any of these suppliers."`
		Running    body.Opt[bool] `query:"running" doc:"Whether it has not ended."`
	}
	editItemInput struct {
		ofItem
		records.IfMatch
		Body AnalysisItemPatch
	}
	expensesInput struct {
		ofAnalysis
		records.IfMatch
		Body AnalysisExpensesPatch
	}
)

// Routes registers the operations.
func Routes(app *app.Analyses) httpx.Routes {
	return func(r *httpx.Router) {
		h := handlers{app}
		k := records.Kind{Router: r, Path: "/price-list-analyzer/analyses", Group: "price-list-analyzer", Noun: "analysis"}
		h.analyses(k)
		h.file(k)
		h.results(k)
		h.order(k)
	}
}

// shown converts an analysis. Its pace changes without its version.
func shown() records.Shown[app.Shown, Analysis] {
	return records.Shown[app.Shown, Analysis]{
		Of: analysisOf, Example: exampleAnalysis(), Place: app.Shown.Place, Live: true,
	}
}

// started answers an analysis that waits in the queue.
func started(a app.Shown) *records.Created[Analysis] {
	id, version := a.Place()
	return records.CreatedOf(analysisOf(a), version, "/price-list-analyzer/analyses/"+strconv.FormatInt(id, 10))
}

// refusals lists the statuses of a refused start.
var refusals = []int{http.StatusPaymentRequired, http.StatusUnprocessableEntity}

func (h handlers) analyses(k records.Kind) {
	op := func(method, path string, op httpx.Operation) httpx.Operation {
		op.Method, op.Path, op.Group, op.Beta, op.Noun = method, k.Path+path, k.Group, true, k.Noun
		if op.Example == nil {
			op.Example = body.One[Analysis]{Data: exampleAnalysis()}
		}
		return op
	}
	records.List(k, httpx.Operation{
		ID: "listAnalyses", Summary: "List analyses",
		Description: "Lists the analyses of the caller's team, the newest first. Filters narrow the list together; several " +
			"values in one filter mean any of them. It is an extra of this service.",
	}, records.Sortable{Fields: []string{"created_at", "id"}, Default: "-created_at"}, analysisOf, exampleAnalysis(),
		func(ctx context.Context, who caller.Caller, input *listInput, req page.Request) (page.Page[app.Shown], error) {
			f := pricelist.ListFilter{Suppliers: body.Numbers[int64](input.SupplierID), Running: input.Running.Ptr()}
			return h.app.ListAnalyses(ctx, who, f, req)
		})
	httpx.Register(k.Router, op(http.MethodPost, "", httpx.Operation{
		ID: "startAnalysisFromItems", Summary: "Analyze rows of a price list",
		Description: "Starts an analysis of up to 5,000 rows. It finds products by their codes, asks for prices and fees, " +
			"and gives each row its profit and a verdict. It needs a connected seller account.\n\n" +
			"Each identifier that the team has not asked for within a day costs a token; without enough tokens " +
			"nothing starts. Five analyses of a team run at a time; the sixth is 429 too_many_running. Rows " +
			"beyond price_list_rows_month are 422 limit_reached.\n\n" +
			"An unknown supplier or warehouse is 422 not_found. A row that cannot be read is a result with its " +
			"status.",
		Status: http.StatusAccepted, Errors: refusals,
		RequestExample: StartAnalysisFromItems{
			AnalysisSettings: AnalysisSettings{
				Name: body.OptOf("Northwind, March"), MarketplaceID: body.OptOf(body.MarketplaceID("ATVPDKIKX0DER")), SupplierID: body.OptOf(body.RecordID(1)),
				Expenses: body.OptOf(AnalysisExpensesMembers{DiscountPercent: body.FieldOf(exactPercent("10")), PrepPerUnit: body.FieldOf(exact("0.5"))}),
				Options:  body.OptOf(AnalysisOptions{CheckRestrictions: body.OptOf(true)}),
			},
			Items: []PriceListRow{
				{
					RowRef: body.OptOf("A-77"), EAN: body.OptOf("4006381333931"), CaseCost: body.OptOf(exact("30")), PackSize: body.OptOf(int64(12)),
					Title: body.OptOf("Steel bottle 750 ml"), SupplierSKU: body.OptOf("NW-1042"),
				},
				{ASIN: body.OptOf("B0SIM0000A"), Cost: body.OptOf(exact("3.2"))},
			},
		},
	}), func(ctx context.Context, who caller.Caller, in *startInput) (*records.Created[Analysis], error) {
		made, err := h.app.Start(ctx, who, in.Body.draft(), body.Each(in.Body.Items, PriceListRow.input))
		if err != nil {
			return nil, err
		}
		return started(made), nil
	})
	records.Get(k, httpx.Operation{
		ID: "getAnalysis", Summary: "Get an analysis", Description: "Returns the progress of an analysis of the caller's team, and the settings it is counted with.",
	}, shown(), h.app.Get)
	judged := records.Shown[app.Judged, AnalysisResult]{
		Of: resultOf, Live: true, Place: func(j app.Judged) (id, version int64) { return j.Item.Place() },
	}
	httpx.Register(k.Router, op(http.MethodGet, "/{id}/items/{item_id}", httpx.Operation{
		ID: "getAnalysisItem", Summary: "Get a row of an analysis",
		Description: "Returns one row of an analysis with its result, by the expenses that its results are counted with. " +
			"It is an extra of this service.",
		Errors:  []int{http.StatusNotFound},
		Example: body.One[AnalysisResult]{Data: exampleResult()},
	}), records.AnswerVersioned(judged, func(ctx context.Context, who caller.Caller, input *ofItem) (app.Judged, error) {
		return h.app.Item(ctx, who, pricelist.ID(input.ID), pricelist.ItemID(input.ItemID))
	}))
	httpx.Register(k.Router, op(http.MethodPatch, "/{id}/items/{item_id}", httpx.Operation{
		ID: "updateAnalysisItem", Summary: "Correct a row of an analysis",
		Description: "Corrects figures of one row and returns its new result, without asking a source. Null restores the " +
			"analyzed figure. A row without a product is 422 invalid_state.",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusUnprocessableEntity},
		RequestExample: AnalysisItemPatch{Cost: body.FieldOf(exact("2.1")), Liked: body.OptOf(true)},
		Example:        body.One[AnalysisResult]{Data: exampleResult()},
	}), records.AnswerVersioned(records.Shown[app.Judged, AnalysisResult]{Of: resultOf, Place: func(j app.Judged) (id, version int64) {
		return j.Item.Place()
	}}, func(ctx context.Context, who caller.Caller, in *editItemInput) (app.Judged, error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return app.Judged{}, err
		}
		return h.app.EditItem(ctx, who, pricelist.ID(in.ID), pricelist.ItemID(in.ItemID), in.Body.patch(), ifMatch)
	}))
	httpx.Register(k.Router, op(http.MethodPatch, "/{id}/expenses", httpx.Operation{
		ID: "updateAnalysisExpenses", Summary: "Change the expenses of an analysis",
		Description: "Changes the unit costs and thresholds of an analysis and counts all results again, without asking a " +
			"source. Corrections of rows are kept.\n\n" +
			"Up to 5,000 rows are counted within the call. More rows are counted in the background: until then " +
			"results use the older expenses, and recalculating is true. An analysis that has not completed is 422 " +
			"invalid_state; an unknown warehouse is 422 not_found.",
		Errors:         []int{http.StatusNotFound, http.StatusPreconditionFailed, http.StatusUnprocessableEntity},
		RequestExample: AnalysisExpensesPatch{AnalysisExpensesMembers: AnalysisExpensesMembers{TargetROI: body.FieldOf(exactPercent("30")), InboundPerUnit: body.FieldOf(exact("0.3"))}},
	}), records.AnswerVersioned(shown(), func(
		ctx context.Context, who caller.Caller, in *expensesInput,
	) (app.Shown, error) {
		ifMatch, err := in.IfMatch.Version()
		if err != nil {
			return app.Shown{}, err
		}
		return h.app.EditExpenses(ctx, who, pricelist.ID(in.ID), in.Body.patch(), ifMatch)
	}))
}

func exampleAnalysis() Analysis {
	e, _ := AnalysisExpensesMembers{DiscountPercent: body.FieldOf(exactPercent("10")), PrepPerUnit: body.FieldOf(exact("0.5"))}.patch().Over(pricelist.Expenses{})
	return Analysis{
		ID: 1, Name: new("Northwind, March"), MarketplaceID: "ATVPDKIKX0DER", Domain: "amazon.com", Currency: "USD", SupplierID: new(int64(1)), Fulfillment: "both",
		Status: "matching", Stage: new("matching"), RowsTotal: 1200, RowsValid: 1190, RowsInvalid: 10, RowsMatched: 480, RowsUnmatched: 20,
		Progress: exact("0.2875"), RowsPerSecond: new(exact("20")), ETASeconds: new(int64(155)), BoundBy: new("catalog"),
		StartedAt: new(body.Time("2026-03-20T09:41:08.000000Z")), Warnings: []string{}, Expenses: expensesOf(e), ExpensesVersion: 1, Version: 4,
		CreatedAt: "2026-03-20T09:41:07.120000Z", UpdatedAt: "2026-03-20T09:41:33.004100Z",
	}
}
