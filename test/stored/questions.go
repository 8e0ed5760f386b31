package stored

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// question is an operation that reads stored records. A nested question is asked for every record
// of the list above it, with the record's id for {id} in its path.
type question struct {
	operation, path string
	each            []question
}

// questions lists all operations that read stored records. Limits are small, so that the recorded
// paths include cursors.
var questions = []question{
	{"getCurrentUserInfo", "/api/v1/users/me", nil},
	{"getAccount", "/api/v1/account", nil},
	{"getCurrentUser", "/api/v1/account/user", nil},
	{"getNoticeRules", "/api/v1/account/notices", nil},
	{"listImports", "/api/v1/imports?limit=2&sort=id", []question{
		{"getImport", "/api/v1/imports/{id}", nil},
		{"listImportRows", "/api/v1/imports/{id}/rows?limit=50", nil},
	}},
	{"listDocuments", "/api/v1/documents?limit=3&sort=created_at&count=true", []question{
		{"getDocument", "/api/v1/documents/{id}", nil},
	}},
	{"listNotes", "/api/v1/notes?limit=3&sort=created_at", []question{{"getNote", "/api/v1/notes/{id}", nil}}},
	{"listTags", "/api/v1/tags?limit=2&sort=name", []question{{"getTag", "/api/v1/tags/{id}", nil}}},
	{"listAnalyses", "/api/v1/price-list-analyzer/analyses?limit=2&sort=id", nil},
	{"listExchangeRates", "/api/v1/exchange-rates?limit=5&sort=date,base&count=true", nil},
	{"listWebhookEndpoints", "/api/v1/webhook-endpoints?limit=2&sort=id", []question{
		{"getWebhookEndpoint", "/api/v1/webhook-endpoints/{id}", nil},
	}},
	{"listProductHistory", "/api/v1/product-history?limit=40&sort=id", nil},
	{"listInventoryProductFilters", "/api/v1/inventory-products/filters", nil},
	{"listInventoryProducts", "/api/v1/inventory-products?limit=5&sort=title&count=true", []question{
		{"getInventoryProduct", "/api/v1/inventory-products/{id}", nil},
	}},
	{"listListings", "/api/v1/listings?limit=10&sort=id&count=true", []question{
		{"getListing", "/api/v1/listings/{id}", nil},
	}},
	{"listSkus", "/api/v1/skus?limit=10&sort=sku&count=true", []question{{"getSku", "/api/v1/skus/{id}", nil}}},
	{"listSuppliers", "/api/v1/suppliers?limit=2&sort=name", []question{
		{"getSupplier", "/api/v1/suppliers/{id}", nil},
	}},
	{"listSupplierOffers", "/api/v1/supplier-offers?limit=2&sort=id", []question{
		{"getSupplierOffer", "/api/v1/supplier-offers/{id}", nil},
	}},
	{"listWarehouses", "/api/v1/warehouses?limit=2&sort=name", []question{
		{"getWarehouse", "/api/v1/warehouses/{id}", nil},
	}},
	{"listPrepProviders", "/api/v1/warehouses/prep-providers", nil},
	{"listWarehouseStock", "/api/v1/warehouses/stock?limit=4&sort=id", nil},
	{"listPurchaseOrders", "/api/v1/purchase-orders?limit=4&sort=number&count=true", []question{
		{"getPurchaseOrder", "/api/v1/purchase-orders/{id}", nil},
		{"listPurchaseOrderItems", "/api/v1/purchase-orders/{id}/items?limit=20", nil},
		{"listPurchaseOrderReceipts", "/api/v1/purchase-orders/{id}/receipts?limit=20", nil},
	}},
	{"listPurchaseOrderSuggestions", "/api/v1/purchase-orders/suggestions?window_days=30&cover_days=60", nil},
	{"getRepricerSettings", "/api/v1/sa/repricer/settings", nil},
	{"getRepricerOverview", "/api/v1/sa/repricer/overview", nil},
	{"listRepricerHistory", "/api/v1/sa/repricer/history?limit=20&expand=trace&count=true", nil},
	{
		"getRepricerHistoryStatistics",
		"/api/v1/sa/repricer/history/statistics?group_by=day,reason,strategy,marketplace", nil,
	},
	{"listRepricerProducts", "/api/v1/sa/repricer/products?limit=5&sort=id", []question{
		{"getRepricerProduct", "/api/v1/sa/repricer/products/{id}", nil},
	}},
	{"listRepricerStrategies", "/api/v1/sa/repricer/strategies?limit=2&sort=name", []question{
		{"getRepricerStrategy", "/api/v1/sa/repricer/strategies/{id}", nil},
	}},
}

// exported has the reason for lists as tables.
const exported = "the rows of a list that is asked, in another form"

// Unasked lists operations that read and are not compared, each with its reason.
var Unasked = map[string]string{
	"getDocumentDownload":               "its link is sealed with chance in it; adapters/filelink has a golden",
	"exportAnalysesAsCsv":               exported,
	"exportAnalysesAsXlsx":              exported,
	"exportAnalysisResultsAsCsv":        exported,
	"exportAnalysisResultsAsXlsx":       exported,
	"exportDocumentsAsCsv":              exported,
	"exportDocumentsAsXlsx":             exported,
	"exportExchangeRatesAsCsv":          exported,
	"exportExchangeRatesAsXlsx":         exported,
	"exportImportRowsAsCsv":             exported,
	"exportImportRowsAsXlsx":            exported,
	"exportImportsAsCsv":                exported,
	"exportImportsAsXlsx":               exported,
	"exportInventoryProductsAsCsv":      exported,
	"exportInventoryProductsAsXlsx":     exported,
	"exportListingsAsCsv":               exported,
	"exportListingsAsXlsx":              exported,
	"exportNotesAsCsv":                  exported,
	"exportNotesAsXlsx":                 exported,
	"exportPrepProvidersAsCsv":          exported,
	"exportPrepProvidersAsXlsx":         exported,
	"exportProductHistoryAsCsv":         exported,
	"exportProductHistoryAsXlsx":        exported,
	"exportPurchaseOrderItemsAsCsv":     exported,
	"exportPurchaseOrderItemsAsXlsx":    exported,
	"exportPurchaseOrderReceiptsAsCsv":  exported,
	"exportPurchaseOrderReceiptsAsXlsx": exported,
	"exportPurchaseOrdersAsCsv":         exported,
	"exportPurchaseOrdersAsXlsx":        exported,
	"exportRepricerHistoryAsCsv":        exported,
	"exportRepricerHistoryAsXlsx":       exported,
	"exportRepricerProductsAsCsv":       exported,
	"exportRepricerProductsAsXlsx":      exported,
	"exportRepricerStrategiesAsCsv":     exported,
	"exportRepricerStrategiesAsXlsx":    exported,
	"exportSkusAsCsv":                   exported,
	"exportSkusAsXlsx":                  exported,
	"exportSupplierOffersAsCsv":         exported,
	"exportSupplierOffersAsXlsx":        exported,
	"exportSuppliersAsCsv":              exported,
	"exportSuppliersAsXlsx":             exported,
	"exportTagsAsCsv":                   exported,
	"exportTagsAsXlsx":                  exported,
	"exportWarehouseStockAsCsv":         exported,
	"exportWarehouseStockAsXlsx":        exported,
	"exportWarehousesAsCsv":             exported,
	"exportWarehousesAsXlsx":            exported,
	"exportWebhookDeliveriesAsCsv":      exported,
	"exportWebhookDeliveriesAsXlsx":     exported,
	"exportWebhookEndpointsAsCsv":       exported,
	"exportWebhookEndpointsAsXlsx":      exported,

	"getAnalysisItem":       "a row of results that are asked",
	"getPurchaseOrderItem":  "an item of a list that is asked",
	"listEventTypes":        "a list of the program; no record is read",
	"listEvents":            "events are kept for 30 days; adapters/persistence/webhook has a golden",
	"getEvent":              "events are kept for 30 days; adapters/persistence/webhook has a golden",
	"previewMorningMail":    "it shows the figures of other operations, of the last day",
	"listWebhookDeliveries": "deliveries are kept for 30 days, and have columns alone",
	"getWebhookDelivery":    "deliveries are kept for 30 days, and have columns alone",
	"getWebhookSecret":      "it follows from the secret key; no record is read",

	"getPurchaseOrderDocument": "a file written from the order and its items, which are asked",
	"getVatRates":              "a table of the program; no record is read",
}

// listless lists operations that no list leads to. The recorder names their records.
var listless = []string{
	"previewInvoiceImport", "getAnalysis", "listAnalysisResults", "listAnalysisOrders",
}

// Asked lists the compared operations, sorted.
func Asked() []string {
	out := slices.Clone(listless)
	for _, q := range questions {
		out = append(out, q.operation)
		for _, below := range q.each {
			out = append(out, below.operation)
		}
	}
	slices.Sort(out)
	return out
}

// AskAll asks everything about the stored records. more has questions that no list leads to.
func (p *Program) AskAll(ctx context.Context, more ...[2]string) ([]Answer, error) {
	var out []Answer
	for _, q := range questions {
		if err := p.ask(ctx, q, &out); err != nil {
			return nil, err
		}
	}
	for _, m := range more {
		if err := p.ask(ctx, question{m[0], m[1], nil}, &out); err != nil {
			return nil, err
		}
	}
	for _, operation := range Asked() {
		if !slices.ContainsFunc(out, func(a Answer) bool { return a.Operation == operation && !empty(a.Body) }) {
			return nil, fmt.Errorf("%s: nothing is answered", operation)
		}
	}
	return out, nil
}

// empty reports whether an answer is a list without a record.
func empty(body []byte) bool {
	var page list
	return json.Unmarshal(body, &page) == nil && string(page.Data) == "[]"
}

// list has the common members of lists.
type list struct {
	Data json.RawMessage `json:"data"`
	Meta struct {
		Next string `json:"next_cursor"`
	} `json:"meta"`
}

// ask asks all pages of a list, and the nested questions for each of its records.
func (p *Program) ask(ctx context.Context, q question, out *[]Answer) error {
	for at := q.path; at != ""; {
		a, err := p.Ask(ctx, q.operation, at)
		if err != nil {
			return err
		}
		*out = append(*out, a)
		var page list
		if err := json.Unmarshal(a.Body, &page); err != nil {
			return fmt.Errorf("%s: %w", q.operation, err)
		}
		if at = ""; page.Meta.Next != "" {
			at = q.path + "&cursor=" + page.Meta.Next
		}
		if len(q.each) == 0 {
			continue
		}
		var records []struct {
			ID json.Number `json:"id"`
		}
		if err := json.Unmarshal(page.Data, &records); err != nil {
			return fmt.Errorf("%s: %w", q.operation, err)
		}
		for _, record := range records {
			for _, below := range q.each {
				below.path = strings.ReplaceAll(below.path, "{id}", record.ID.String())
				if err := p.ask(ctx, below, out); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
