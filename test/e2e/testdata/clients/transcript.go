// Makes calls of all kinds with the Go client, and prints a line for each. transcript.mts prints
// the same lines.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"slices"
	"strings"

	sa "sellingassistant/clients/go"
)

var (
	ctx   = context.Background()
	c     = sa.New(os.Getenv("SA_URL"), os.Getenv("SA_API_KEY"))
	calls int
)

func main() {
	account()
	research()
	shipments()
	sku := skus()
	supplier := suppliers()
	orders(supplier)
	tags(sku)
	notes()
	documents(supplier)
	repricer()
	imports()
	relay()
}

func say(format string, values ...any) {
	calls++
	fmt.Printf("%02d %s\n", calls, fmt.Sprintf(format, values...))
}

// got returns an answer, and ends the program with a refusal.
func got[T any](answer T, err error) T {
	if err != nil {
		log.Fatalf("after call %d: %v", calls, err)
	}
	return answer
}

// refused describes an expected refusal.
func refused(err error) string {
	var e *sa.Error
	if !errors.As(err, &e) {
		log.Fatalf("after call %d: not refused: %v", calls, err)
	}
	// The service names faults in the order of the members, which the languages write differently.
	var faults []string
	for _, f := range e.Faults {
		faults = append(faults, f.Code+f.Pointer+f.Parameter)
	}
	slices.Sort(faults)
	return strings.Join(append([]string{fmt.Sprint(e.Status), e.Code}, faults...), " ")
}

// shown writes a value that may be null.
func shown[T any](v *T) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(*v)
}

// first returns at most n rows.
func first[T any](n int, rows iter.Seq2[T, error]) (some []T) {
	for row, err := range rows {
		if some = append(some, got(row, err)); len(some) == n {
			break
		}
	}
	return some
}

func account() {
	say("user %s", got(c.GetCurrentUserInfo(ctx)).Email)
	team := got(c.GetAccount(ctx))
	say("team %s with the plan %s", team.Name, team.Plan.Code)
	say("role %s", got(c.GetCurrentUser(ctx)).Role)
}

func research() {
	const asin = "B0SIM0000A"
	status := got(c.GetRestrictionStatus(ctx, "B0CASE0004", sa.GetRestrictionStatusParams{Domain: "amazon.com"}))
	say("restriction %s", status.Status)
	codes := got(c.ConvertIdentifierToAsins(ctx, sa.ConvertIdentifierToAsinsParams{Identifier: "400781440147"}))
	say("the code belongs to %s", codes[0].Identifier)
	say("product %s", shown(got(c.GetProduct(ctx, asin)).Title))
	profit := got(c.CalculateProductProfit(ctx, asin, sa.ProfitQuestion{
		Cost: "4.4", Price: "14.99", Date: "2026-12-10", Fulfillment: "fba",
		Dimensions: &sa.PackageSize{LengthMm: "150", WidthMm: "100", HeightMm: "50", WeightG: "220"},
	}))
	say("profit %s %s", shown(profit.Fba.Profit), profit.Currency)
	rank := sa.RankQuestion{Bsr: 5000, Category: "Toys & Games"}
	say("sales by %s", got(c.EstimateSalesByRank(ctx, rank)).Method)
	var keepa struct{ Products []json.RawMessage }
	raw := got(c.GetPriceHistoryProduct(ctx, sa.GetPriceHistoryProductParams{Asin: []string{asin}}))
	got(0, json.Unmarshal(raw, &keepa))
	say("price histories %d", len(keepa.Products))
}

func shipments() {
	say("inbound plans %d", got(c.GetInboundSummary(ctx)).Plans.Total)
	plans := first(1000, c.AllInboundPlans(ctx, sa.ListInboundPlansParams{PageSize: 10}))
	say("inbound plans by pages of ten %d", len(plans))
	sorted := sa.SearchListingsItemsParams{PageSize: 20, SortBy: "sku", SortOrder: "ASC"}
	items := first(25, c.AllListingsItems(ctx, sorted))
	say("listings %d from %s", len(items), items[0].Sku)
	offer := got(c.PutListingsItemFromAsin(ctx, "BLOCKS/RED", sa.ListingItemOffer{
		Asin: "B0SIM0000A", Price: "19.99", MinPrice: "15", MaxPrice: "30", Quantity: sa.Ptr[int64](5),
	}, sa.PutListingsItemFromAsinParams{DryRun: sa.Ptr(true)}))
	say("offer %s %s", offer.Sku, offer.Status)
	_, err := c.GetListingsItem(ctx, "NO/SUCH")
	say("listing %s", refused(err))
}

func skus() int64 {
	var names []string
	for _, sku := range first(45, c.AllSkus(ctx, sa.ListSkusParams{Limit: 20, Sort: "sku"})) {
		names = append(names, sku.Sku)
	}
	say("skus %d from %s to %s", len(names), names[0], names[len(names)-1])
	two := got(c.ListSkus(ctx, sa.ListSkusParams{Sku: []string{"SIM-0050", "SIM-0051"}, Sort: "sku"})).Data
	say("skus %s %s", two[0].Sku, two[1].Sku)
	say("skus with a comma %d", len(got(c.ListSkus(ctx, sa.ListSkusParams{Sku: []string{"SIM-0050,SIM-0051"}})).Data))
	change := sa.SkuPatch{Costs: &sa.SkuCostsPatch{UnitCost: sa.Value(sa.Amount("12.50")), PrepCost: "0.4"}}
	updated := got(c.UpdateSku(ctx, two[0].ID, change))
	say("costs %s %s %s", shown(updated.Costs.UnitCost), updated.Costs.PrepCost, updated.Costs.Currency)
	return two[0].ID
}

func suppliers() int64 {
	wanted := sa.NewSupplier{Name: "Forty Calls Ltd", Currency: sa.Value("EUR")}
	wanted.MinOrderValue = sa.Value(sa.Amount("250.00"))
	made := got(c.CreateSupplier(ctx, wanted))
	say("supplier %s from %s", made.Name, shown(made.MinOrderValue))
	_, err := c.CreateSupplier(ctx, wanted)
	say("supplier again %s", refused(err))
	_, err = c.CreateSupplier(ctx, sa.NewSupplier{DefaultLeadTimeDays: sa.Value[int64](-1)})
	say("supplier without a name %s", refused(err))
	var answer sa.Response
	got(c.GetSupplier(ctx, made.ID, sa.Into(&answer)))
	_, err = c.GetSupplier(ctx, made.ID, sa.IfNoneMatch(answer.ETag()))
	say("supplier once more %s", refused(err))
	change := sa.SupplierPatch{Phone: sa.Value("+49 421 1"), MinOrderValue: sa.Null[sa.Amount]()}
	changed := got(c.UpdateSupplier(ctx, made.ID, change, sa.IfMatch(answer.ETag())))
	say("supplier with the phone %s from %s", shown(changed.Phone), shown(changed.MinOrderValue))
	_, err = c.UpdateSupplier(ctx, made.ID, change, sa.IfMatch(answer.ETag()))
	say("supplier with an old tag %s", refused(err))
	list := got(c.ListSuppliers(ctx, sa.ListSuppliersParams{Q: "forty calls", Count: sa.Ptr(true)}))
	say("suppliers %s", shown(list.Meta.Total))
	return made.ID
}

func orders(supplier int64) {
	order := got(c.CreatePurchaseOrder(ctx, sa.NewPurchaseOrder{SupplierID: supplier, Items: []sa.NewPurchaseOrderItem{
		{Title: sa.Value("Part one"), Quantity: 24, UnitCost: sa.Value(sa.Decimal("12.5"))},
		{Title: sa.Value("Part two"), Quantity: 10, UnitCost: sa.Value(sa.Decimal("4.2"))},
	}}))
	say("order %s of %d items", order.Status, order.ItemsCount)
	var titles []string
	for _, item := range first(9, c.AllPurchaseOrderItems(ctx, order.ID, sa.ListPurchaseOrderItemsParams{Limit: 1})) {
		titles = append(titles, shown(item.Title))
	}
	say("items %s", strings.Join(titles, ", "))
	file := got(c.GetPurchaseOrderDocument(ctx, order.ID, sa.GetPurchaseOrderDocumentParams{Lang: "fr"}))
	say("file %s %s", file.Type, file.Content[:5])
	_, err := c.GetPurchaseOrder(ctx, 999999)
	say("order 999999 %s", refused(err))
}

func tags(sku int64) {
	tag := got(c.CreateTag(ctx, sa.NewTag{Name: "Forty", Color: sa.Value("#d62828")}))
	say("tag %s %s", tag.Name, shown(tag.Color))
	change := sa.TagChange{ProductType: "sku", ProductIDs: []int64{sku, 999999}, Add: []int64{tag.ID}}
	tagged := got(c.TagProducts(ctx, change))
	say("tagged %d, failed %d with %s", tagged.Meta.Succeeded, tagged.Meta.Failed, tagged.Errors[0].Code)
	names := 0
	for _, t := range first(1000, c.AllTags(ctx, sa.ListTagsParams{Limit: 1})) {
		if t.Name == "Forty" {
			names++
		}
	}
	say("tags %d", names)
}

func notes() {
	target := sa.NewNoteTarget{Type: "asin", Asin: "B0SIM0000A", MarketplaceID: "ATVPDKIKX0DER"}
	note := got(c.CreateNote(ctx, sa.NewNote{Target: target, Body: "Forty calls"}))
	say("note %s", note.Body)
	got(0, c.DeleteNote(ctx, note.ID))
	say("note deleted")
	deleted := got(c.DeleteNotes(ctx, sa.IDs{IDs: []int64{note.ID, 999999}}, sa.DeleteNotesParams{DryRun: sa.Ptr(true)}))
	var rows []string
	for _, row := range deleted.Data {
		rows = append(rows, string(row.Status)+" "+string(row.Error.Code))
	}
	say("notes %s", strings.Join(rows, ", "))
}

func documents(supplier int64) {
	upload := sa.UploadDocumentForm{
		File: sa.File{Name: "forty.csv", Type: "text/csv", Content: []byte(invoice)}, Type: "invoice",
		Targets: []map[string]any{{"type": "supplier", "id": supplier}},
	}
	made := got(c.UploadDocument(ctx, upload))
	read := got(c.WaitForDocument(ctx, made.ID))
	say("document %s %s %s for %d", read.OriginalName, read.Type, read.Status, len(read.Targets))
	preview := got(c.PreviewInvoiceImport(ctx, made.ID)).Data
	say("preview of %d lines, total %s", len(preview.Lines), shown(preview.Header.Total))
	say("link to %d bytes", got(c.GetDocumentDownload(ctx, made.ID)).FileSize)
	_, err := c.UploadDocument(ctx, upload)
	say("document again %s", refused(err))
}

const invoice = `Harbour Trading GmbH,,,,
Tax ID,DE136695976,,,
Invoice number,FORTY-1,,,
ASIN,Description,Qty,Unit price,Amount
B0SIM00003,Part one,24,$12.50,$300.00
B0SIM00004,Part two,10,$4.20,$42.00
,,,Total,$342.00
`

func repricer() {
	patch := sa.RepricerProductsPatch{IDs: []int64{1, 99999, 2}, AllowLoss: sa.Ptr(false)}
	bulk := got(c.UpdateRepricerProducts(ctx, patch))
	var rows []string
	for _, row := range bulk.Data {
		rows = append(rows, fmt.Sprint(row.ID, " ", row.Status))
	}
	say("rows %s; %d failed with %s", strings.Join(rows, ", "), bulk.Meta.Failed, bulk.Errors[0].Code)
	row := got(c.GetRepricerProduct(ctx, 4))
	say("row %s in %s", row.Sku, row.Currency)
	tried := got(c.RepriceProduct(ctx, 4, sa.RepriceCall{}, sa.RepriceProductParams{DryRun: sa.Ptr(true)}))
	say("decision in %s, change %s", tried.Decision.Currency, shown(tried.Change))
	strategies := first(1000, c.AllRepricerStrategies(ctx, sa.ListRepricerStrategiesParams{Limit: 2, Sort: "id"}))
	say("strategies %d from %s", len(strategies), strategies[0].Name)
	prices := map[bool]string{true: "sent", false: "suggested"}
	say("prices are %s", prices[got(c.GetRepricerSettings(ctx)).SubmissionMode == "live"])
	table := got(c.ExportRepricerProductsAsCsv(ctx, sa.ExportRepricerProductsAsCsvParams{Sort: "id"}))
	lines := strings.Split(strings.TrimSpace(string(table.Content)), "\n")
	say("table %s of %d rows", table.Name, len(lines)-1)
}

func imports() {
	const limits = "SKU,Marketplace,Min,Max\nSIM-0000,ATVPDKIKX0DER,30.94,45.85\nSIM-9999,ATVPDKIKX0DER,28.84,59.05\n"
	parts := sa.StartImportForm{
		Kind: "repricer_product", File: sa.File{Name: "limits-40.csv", Content: []byte(limits)},
		Mapping: map[string]any{"columns": map[string]string{"min_price": "Min", "max_price": "Max"}},
	}
	started := got(c.StartImport(ctx, parts, sa.StartImportParams{DryRun: sa.Ptr(true)}))
	done := got(c.WaitForImport(ctx, started.ID))
	say("import %s, %d of %d rows failed", done.Status, done.RowsFailed, done.RowsTotal)
	var rows []string
	for _, row := range first(9, c.AllImportRows(ctx, done.ID, sa.ListImportRowsParams{Limit: 1})) {
		rows = append(rows, fmt.Sprint(row.RowNumber, " ", row.Status))
	}
	say("rows %s", strings.Join(rows, ", "))
	analysis := got(c.WaitForAnalysis(ctx, 1))
	say("analysis %s, %d rows", analysis.Status, analysis.RowsTotal)
}

func relay() {
	var item struct{ Asin string }
	got(0, json.Unmarshal(got(c.SpApiGetCatalogItem(ctx, "B0SIM0000A")), &item))
	say("catalogue item %s", item.Asin)
	stock := first(60, c.AllSpApiGetInventorySummaries(ctx))
	say("stock at Amazon of %d skus", len(stock))
	_, err := c.ListSkus(ctx, sa.ListSkusParams{Sort: "colour"})
	say("sorted by colour %s", refused(err))
}
