package stored

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/test/stores"
)

// packedTexts lists columns of texts that have JSON.
var packedTexts = []string{"inventory_listings.attributes", "inventory_listings.issues", "repricer_changes.issues"}

// readers names the reader of each column of JSON or bytes: an operation that is asked,
// values_test.go, or the start of the program.
var readers = map[string]string{
	"annotation_notes.body":                      "listNotes",
	"api_keys.digest":                            "every call",
	"api_keys.scopes":                            "every call",
	"audit_log.changes":                          "listProductHistory",
	"connection_consents.browser":                "a digest, which is compared",
	"connection_consents.state":                  "a digest, which is compared",
	"connections.marketplace_ids":                "values_test.go",
	"connections.refresh_token":                  "values_test.go",
	"document_effects.body":                      "values_test.go",
	"document_layouts.body":                      "values_test.go",
	"document_lines.body":                        "previewInvoiceImport",
	"document_readings.body":                     "previewInvoiceImport",
	"document_words.words":                       "nothing reads it yet; it has a golden",
	"documents.classifier":                       "getDocument",
	"documents.last_reading":                     "getDocument",
	"documents.parsed_summary":                   "getDocument",
	"documents.targets":                          "getDocument",
	"history_events.changes":                     "listProductHistory",
	"history_events.snapshot":                    "listProductHistory",
	"idempotency_keys.body":                      "values_test.go",
	"idempotency_keys.header":                    "values_test.go",
	"imports.body":                               "getImport",
	"imports_chunks.packed":                      "listImportRows",
	"inventory_listings.attributes":              "getListing",
	"inventory_listings.issues":                  "getListing",
	"inventory_products.body":                    "getInventoryProduct",
	"notification_dead.body":                     "a message as it came, for people",
	"notification_newest.body":                   "values_test.go",
	"notification_subscriptions.marketplace_ids": "values_test.go",
	"pricelist_analyses.body":                    "getAnalysis",
	"pricelist_blocks.packed_columns":            "listAnalysisResults",
	"pricelist_blocks.packed_texts":              "listAnalysisResults",
	"pricelist_items.body":                       "listAnalysisResults",
	"purchasing_items.body":                      "listPurchaseOrderItems",
	"purchasing_offers.body":                     "getSupplierOffer",
	"purchasing_orders.body":                     "getPurchaseOrder",
	"purchasing_prep_providers.body":             "listPrepProviders",
	"purchasing_suppliers.body":                  "getSupplier",
	"purchasing_warehouses.body":                 "getWarehouse",
	"repricer_alert_messages.body":               "values_test.go",
	"repricer_change_inputs.input":               "values_test.go",
	"repricer_change_inputs.trace":               "values_test.go",
	"repricer_changes.issues":                    "listRepricerHistory",
	"repricer_due.offers":                        "values_test.go",
	"repricer_settings.body":                     "getRepricerSettings",
	"repricer_strategies.body":                   "getRepricerStrategy",
	"research_answers.asked":                     "a digest, which is compared",
	"research_answers.packed":                    "getPriceHistoryProduct",
	"research_curves.body":                       "values_test.go",
	"research_forecasts.body":                    "values_test.go",
	"secret_check.value":                         "the start",
	"teams.features":                             "getAccount",
	"teams.settings":                             "getAccount",
}

// riversOwn begins the names of tables of the queue's library. Its jobs are read by values_test.go.
const riversOwn = "river_"

// columns lists the columns of JSON and bytes by the types in Postgres' dump.
func columns(t *testing.T, s *db.Store) []string {
	t.Helper()
	var out []string
	var name string
	require.NoError(t, db.Each(s.Hot(t.Context()).Query(t.Context(),
		`SELECT table_name || '.' || column_name FROM information_schema.columns
		WHERE table_schema = 'public' AND data_type IN ('jsonb', 'json', 'bytea')
		AND table_name IN (SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition)`))(
		func() {
			if !strings.HasPrefix(name, riversOwn) {
				out = append(out, name)
			}
		}, &name))
	return out
}

// TestEveryStoredColumnIsRecordedAndRead goes over the columns of JSON and bytes of each recorded
// database: each has a value, and something reads it.
func TestEveryStoredColumnIsRecordedAndRead(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d database) {
		s := stores.Open(t, d.url)
		if s.Dialect() == db.Postgres {
			found := append(columns(t, s), packedTexts...)
			slices.Sort(found)
			require.Equal(t, slices.Sorted(maps.Keys(readers)), found)
		}
		for column := range readers {
			table, name, _ := strings.Cut(column, ".")
			cast := "CAST(" + name + " AS TEXT)"
			var n int
			require.NoError(t, s.Hot(t.Context()).QueryRow(t.Context(), "SELECT COUNT(*) FROM "+table+
				" WHERE "+name+" IS NOT NULL AND "+cast+" NOT IN ('', '{}', '[]', 'null')").Scan(&n))
			if column != "teams.features" { // no plan has one yet
				require.Positive(t, n, column)
			}
		}
		for _, operation := range readers {
			known := slices.Contains(Asked(), operation) || operation == "getPriceHistoryProduct"
			require.True(t, known || strings.Contains(operation, " ") || operation == "values_test.go", operation)
		}
	})
}
