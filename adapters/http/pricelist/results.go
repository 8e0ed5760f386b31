package pricelist

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
)

var resultSorts = records.Sortable{
	Fields:  []string{"row_number", "profit", "roi", "margin", "price_used", "cost", "bsr", "bsr_top_percent", "sales", "offers_fba", "created_at", "id"},
	Default: "row_number",
}

type listResultsInput struct {
	ofAnalysis
	records.ListInput
	Status            []body.Word[pricelist.Status]      `query:"status" maxItems:"6" doc:"Any of these statuses."`
	Verdict           []body.Word[pricelist.Verdict]     `query:"verdict" maxItems:"3" doc:"Any of these verdicts."`
	RestrictionStatus []body.Word[pricelist.Restriction] `query:"restriction_status" maxItems:"3" doc:"Any of these."`
	Alert             []body.Word[pricelist.AlertCode]   `query:"alert" maxItems:"9" doc:"Has any of these alerts."`
	AlertNot          []body.Word[pricelist.AlertCode]   `query:"alert_not" maxItems:"9" doc:"Without any of these alerts."`
	Brand             []string                           `query:"brand" maxItems:"100" doc:"Products of any of these brands, in any letter case."`
	Category          []string                           `query:"category" maxItems:"100" doc:"Products in any of these root categories, in any letter case."`
	AmazonInStock     body.Opt[bool]                     `query:"amazon_in_stock" doc:"Whether Amazon itself offers it."`
	Edited            body.Opt[bool]                     `query:"edited" doc:"Whether figures were corrected."`
	Liked             body.Opt[bool]                     `query:"liked" doc:"Whether a user likes it."`
	Q                 string                             `query:"q" minLength:"1" maxLength:"200" doc:"Text in identifier, title, ASIN or supplier_sku, in any letter case."`
	ProfitFrom        body.Opt[body.Money]               `query:"profit_from" doc:"A profit of this or more."`
	ProfitTo          body.Opt[body.Money]               `query:"profit_to" doc:"A profit of this or less."`
	ROIFrom           body.Opt[body.Percent]             `query:"roi_from" doc:"A return of this or more, in percent."`
	ROITo             body.Opt[body.Percent]             `query:"roi_to" doc:"A return of this or less, in percent."`
	MarginFrom        body.Opt[body.Percent]             `query:"margin_from" doc:"A margin of this or more, in percent."`
	MarginTo          body.Opt[body.Percent]             `query:"margin_to" doc:"A margin of this or less, in percent."`
	PriceFrom         body.Opt[body.Money]               `query:"price_used_from" doc:"A price of this or more."`
	PriceTo           body.Opt[body.Money]               `query:"price_used_to" doc:"A price of this or less."`
	CostFrom          body.Opt[body.Money]               `query:"cost_from" doc:"A cost of a sold unit of this or more."`
	CostTo            body.Opt[body.Money]               `query:"cost_to" doc:"A cost of a sold unit of this or less."`
	BSRFrom           body.Opt[int64]                    `query:"bsr_from" minimum:"0" doc:"A sales rank of this or more."`
	BSRTo             body.Opt[int64]                    `query:"bsr_to" minimum:"0" doc:"A sales rank of this or less."`
	BSRTopFrom        body.Opt[body.Percent]             `query:"bsr_top_percent_from" doc:"A rank of this or more, in percent of the category."`
	BSRTopTo          body.Opt[body.Percent]             `query:"bsr_top_percent_to" doc:"A rank of this or less, in percent of the category."`
	SalesFrom         body.Opt[int64]                    `query:"sales_from" minimum:"0" doc:"Sales of this or more in thirty days."`
	SalesTo           body.Opt[int64]                    `query:"sales_to" minimum:"0" doc:"Sales of this or less in thirty days."`
	OffersFBAFrom     body.Opt[int64]                    `query:"offers_fba_from" minimum:"0" doc:"So many FBA offers or more."`
	OffersFBATo       body.Opt[int64]                    `query:"offers_fba_to" minimum:"0" doc:"So many FBA offers or less."`
	RowNumberFrom     body.Opt[int64]                    `query:"row_number_from" minimum:"0" doc:"From this row of the list on."`
	RowNumberTo       body.Opt[int64]                    `query:"row_number_to" minimum:"0" doc:"Up to this row of the list."`
}

func (in *listResultsInput) filter() pricelist.Filter {
	f := pricelist.Filter{
		Statuses: body.Words[pricelist.Status](in.Status), Verdicts: body.Words[pricelist.Verdict](in.Verdict),
		Restrictions: body.Words[pricelist.Restriction](in.RestrictionStatus), Alerts: body.Words[pricelist.AlertCode](in.Alert),
		AlertsNot: body.Words[pricelist.AlertCode](in.AlertNot), Brands: in.Brand, Categories: in.Category, InStock: in.AmazonInStock.Ptr(),
		Edited: in.Edited.Ptr(), Liked: in.Liked.Ptr(), Query: in.Q,
	}
	between := func(field string, from, to *int64) {
		if from != nil || to != nil {
			f.Ranges = append(f.Ranges, pricelist.Range{Field: field, From: from, To: to})
		}
	}
	amount := func(o body.Opt[body.Money]) *int64 {
		return body.Null(o.Ptr(), func(m body.Money) int64 { return m.Amount().Units() })
	}
	percent := func(o body.Opt[body.Percent]) *int64 {
		return body.Null(o.Ptr(), func(p body.Percent) int64 { return p.Exact().Units() })
	}
	between("profit", amount(in.ProfitFrom), amount(in.ProfitTo))
	between("roi", percent(in.ROIFrom), percent(in.ROITo))
	between("margin", percent(in.MarginFrom), percent(in.MarginTo))
	between("price_used", amount(in.PriceFrom), amount(in.PriceTo))
	between("cost", amount(in.CostFrom), amount(in.CostTo))
	between("bsr", in.BSRFrom.Ptr(), in.BSRTo.Ptr())
	between("bsr_top_percent", percent(in.BSRTopFrom), percent(in.BSRTopTo))
	between("sales", in.SalesFrom.Ptr(), in.SalesTo.Ptr())
	between("offers_fba", in.OffersFBAFrom.Ptr(), in.OffersFBATo.Ptr())
	between("row_number", in.RowNumberFrom.Ptr(), in.RowNumberTo.Ptr())
	return f
}

// AnalysisResults has a page of results.
type AnalysisResults struct {
	Data []AnalysisResult    `json:"data" doc:"The results."`
	Meta AnalysisResultsMeta `json:"meta" doc:"Figures of the whole answer."`
}

// AnalysisResultsMeta describes a page of results.
type AnalysisResultsMeta struct {
	Limit           int             `json:"limit" doc:"Rows of a page."`
	NextCursor      *string         `json:"next_cursor" doc:"The cursor of the following page; null on the last page. Valid for the same filters, sort and expenses_version."`
	Total           *int64          `json:"total" doc:"Rows over all pages; null unless count=true."`
	Totals          *AnalysisTotals `json:"totals" doc:"Sums over all pages; null unless count=true."`
	ExpensesVersion int64           `json:"expenses_version" doc:"By which expenses the results are counted."`
	Recalculating   bool            `json:"recalculating" doc:"Whether newer expenses are being counted by."`
}

// AnalysisTotals sums up all results that pass the filters.
type AnalysisTotals struct {
	Count  int64      `json:"count" doc:"Results."`
	Cost   body.Money `json:"cost" doc:"Cost of one unit of each result that has one."`
	Profit body.Money `json:"profit" doc:"Profit of one unit of each result that has one."`
}

type resultsOutput struct {
	records.PageOut
	Body AnalysisResults
}

func (h handlers) results(k records.Kind) {
	k.Path += "/{id}/results"
	op, asked := records.TablesOf(k, httpx.Operation{
		ID: "listAnalysisResults", Summary: "List the results of an analysis",
		Description: "Lists the results of an analysis in the order of the list, as far as the analysis has come. Filters " +
			"narrow the list together; several values in one filter mean any of them. A row without a figure fits " +
			"no range of it.\n\n" +
			"A cursor is valid for one expenses_version: after another change of expenses it is 400 " +
			"invalid_cursor. Sort fields: " + strings.Join(resultSorts.Fields, ", ") + ".",
		Errors: []int{http.StatusNotFound},
	}, resultSorts, resultOf, exampleResult(), h.resultRows)
	op.Method, op.Path, op.Group, op.Beta, op.Noun = http.MethodGet, k.Path, k.Group, true, k.Noun
	meta := AnalysisResultsMeta{Limit: page.DefaultLimit, ExpensesVersion: 1}
	op.Example = AnalysisResults{[]AnalysisResult{exampleResult()}, meta}
	httpx.Register(k.Router, op, func(
		ctx context.Context, who caller.Caller, input *listResultsInput,
	) (*resultsOutput, error) {
		if table, err := asked(ctx, who, input); err != nil {
			return nil, err
		} else if table != nil {
			return &resultsOutput{PageOut: *table}, nil
		}
		return h.listResults(ctx, who, input)
	})
}

// resultRows reads a page of results for a table. Rows after a change of expenses are counted by
// the new ones.
func (h handlers) resultRows(
	ctx context.Context, who caller.Caller, input *listResultsInput, req page.Request,
) (page.Page[app.Judged], error) {
	of, err := h.app.Get(ctx, who, pricelist.ID(input.ID))
	if err != nil {
		return page.Page[app.Judged]{}, err
	}
	found, err := h.app.List(ctx, who, of.Analysis, input.filter(), req)
	return found.Page, err
}

func (h handlers) listResults(ctx context.Context, who caller.Caller, in *listResultsInput) (*resultsOutput, error) {
	of, err := h.app.Get(ctx, who, pricelist.ID(in.ID))
	if err != nil {
		return nil, err
	}
	version := of.Values.ShownVersion
	httpx.Bind(ctx, strconv.FormatInt(version, 10))
	req, err := in.Page(ctx, resultSorts)
	if err != nil {
		return nil, err
	}
	found, err := h.app.List(ctx, who, of.Analysis, in.filter(), req)
	if err != nil {
		return nil, err
	}
	list := records.ListOf(ctx, found.Page, req, resultOf)
	return &resultsOutput{PageOut: list.PageOut, Body: AnalysisResults{list.Body.Data, AnalysisResultsMeta{
		Limit: list.Body.Meta.Limit, NextCursor: list.Body.Meta.NextCursor, Total: list.Body.Meta.Total,
		Totals: body.Maybe(found.Totals, func(t pricelist.Totals) AnalysisTotals {
			return AnalysisTotals{t.Count, body.MoneyOf(t.Cost), body.MoneyOf(t.Profit)}
		}),
		ExpensesVersion: version, Recalculating: of.Values.Recounting(),
	}}}, nil
}

func exact(text string) body.Money { return body.MoneyOf(money.MustParse(text)) }

func exactPercent(text string) body.Percent { return body.PercentOf(money.MustParsePercent(text)) }

func exampleResult() AnalysisResult {
	usd := func(text string) *body.Money { return new(exact(text)) }
	return AnalysisResult{
		ItemID: 1, RowNumber: 1, RowRef: new("A-77"), Identifier: new("4006381333931"), Status: "matched", MatchIndex: new(int64(0)), MatchesCount: 1,
		Input: ListedRow{
			Title: new("Steel bottle 750 ml"), SupplierSKU: new("NW-1042"), CaseCost: usd("30"), Currency: new("USD"), PackSize: new(int64(12)),
			MOQ: new(int64(24)), Extra: RowExtra{"shelf": "A"},
		},
		Method: new("gtin"), Confidence: new(exactPercent("0.97")), Pack: &RowPack{1, 2, 2, "attribute", exactPercent("0.95"), []RowReading{}},
		ASIN: new("B0SIM0000A"), Title: new("Steel bottle 750 ml, 2 pieces"), Brand: new("Brewwell"), Category: new("Kitchen & Dining"),
		URL: new("https://www.amazon.com/dp/B0SIM0000A"), BuyBoxPrice: usd("19.99"), LowestFBA: usd("19.99"), PriceUsed: usd("19.99"), PriceSource: new("buy_box"),
		OffersFBA: new(int64(3)), OffersFBM: new(int64(1)), AmazonInStock: new(false),
		CostInput: usd("2.5"), CostPerSellableUnit: usd("4.5"), Discount: new(exactPercent("10")), Prep: usd("0.7"), Inbound: usd("0.3"), ThirdParty: usd("1"),
		SalesTax: usd("0"), Other: usd("0"), TotalCost: usd("5.5"), Referral: usd("3"), Fulfillment: usd("4.35"), StorageMonth: usd("0.05"), Closing: usd("0"),
		VAT: usd("0"), FeesTotal: usd("7.4"), FeesStatus: new("estimated"), FeesSource: new("table"),
		Notes: []string{},
		FBA: &RowEarnings{Profit: usd("7.09"), ROI: new(exactPercent("128.91")), Margin: new(exactPercent("35.47")), BreakevenPrice: usd("11.65"),
			BreakevenPriceSafe: usd("11.65")},
		Verdict: new("accept"), VerdictRules: []string{}, BSR: new(int64(1180)), BSRTopPercent: new(exactPercent("0.02")), SalesEstimateMonth: new(int64(410)),
		SalesLow: new(int64(130)), SalesHigh: new(int64(1300)), SalesLabel: new("uncalibrated"), Alerts: []RowAlert{},
		AlertsUnavailable: []string{"meltable", "price_spike"}, Gaps: []string{}, NotesCount: 1, LastNote: new("Sold out in April last year."), Version: 4,
	}
}
