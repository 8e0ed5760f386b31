package reported_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/ports/event"
	"sellingassistant/test/reported"
)

// sources has the tests that cause events as users, the marketplace or time cause them, with the types
// that each test expects.
var sources = []struct {
	file, test string
	types      []kernel.Type
}{
	{"test/openapi/event_sources_test.go", "TestAccountsReportTheirEvents", []kernel.Type{
		kernel.ConnectionConnected, kernel.ConnectionNeedsAttention, kernel.ConnectionRemoved, kernel.SyncCompleted, kernel.SyncFailed,
	}},
	{"test/openapi/event_sources_test.go", "TestDocumentsReportTheirEvents", []kernel.Type{
		kernel.DocumentUploaded, kernel.DocumentReady, kernel.DocumentFailed,
	}},
	{"test/openapi/event_sources_test.go", "TestChangesReportTheirEvents", []kernel.Type{
		kernel.PurchaseOrderCreated, kernel.PurchaseOrderStatusChanged, kernel.PurchaseOrderReceived, kernel.DocumentApplied,
		kernel.DocumentTakenBack, kernel.InventoryProductCreated, kernel.InventoryProductUpdated, kernel.InventoryProductDeleted,
	}},
	{"test/openapi/listing_sources_test.go", "TestListingsReportTheirEvents", []kernel.Type{
		kernel.ListingDraftSubmitted, kernel.ListingDraftAccepted, kernel.ListingDraftRejected, kernel.ListingStatusChanged,
	}},
	{"test/contract/inventory/listing_events_test.go", "TestIssuesOfListingsAreReported", []kernel.Type{
		kernel.ListingIssuesChanged,
	}},
	{"test/openapi/listing_sources_test.go", "TestReceiversReportTheirEvents", []kernel.Type{
		kernel.WebhookPing, kernel.WebhookEndpointDisabled,
	}},
	{"test/openapi/listing_sources_test.go", "TestOffersReportTheirPrices", []kernel.Type{kernel.SupplierOfferCostChanged}},
	{"test/openapi/events_test.go", "TestEventsShowRecordsAsTheirGETs", []kernel.Type{
		kernel.InventoryProductStockLow, kernel.PurchaseOrderOverdue, kernel.KeyExpiring,
	}},
	{"test/contract/inventory/sku_events_test.go", "TestChangesOfSKUsAreReported", []kernel.Type{
		kernel.SKUCreated, kernel.SKUUpdated, kernel.SKUClosed, kernel.SKUPricesChanged, kernel.SKUQuantitiesChanged,
	}},
	{"test/contract/identity/tokens_test.go", "TestLowTokensAreReported", []kernel.Type{kernel.QuotaLow, kernel.QuotaExhausted}},
	{"app/pricelist/analyses_test.go", "TestTheEndOfAnAnalysisIsReported", []kernel.Type{
		kernel.PriceListAnalyzed, kernel.PriceListFailed,
	}},
	{"app/repricer/manage/settings_test.go", "TestSettingsAreReported", []kernel.Type{
		kernel.RepricerStopped, kernel.RepricerStarted, kernel.RepricerSettingsUpdated,
	}},
	{"app/repricer/alerts/sources_test.go", "TestRefusedPricesAreReported", []kernel.Type{
		kernel.RepricerPriceRejected, kernel.RepricerRowHeld,
	}},
	{"app/repricer/alerts/sources_test.go", "TestBreakersAreReported", []kernel.Type{kernel.RepricerBreakerTripped}},
	{"app/repricer/alerts/events_test.go", "TestReleasedRowsAreReported", []kernel.Type{kernel.RepricerRowReleased}},
	{"app/repricer/alerts/events_test.go", "TestLivePricesAreReported", []kernel.Type{kernel.RepricerPricesChanged}},
	{"app/repricer/alerts/events_test.go", "TestDecidedRowsAreReported", []kernel.Type{
		kernel.RepricerBuyBoxChanged, kernel.RepricerRowLosing,
	}},
}

// TestEveryTypeHasASource finds a type without a test of its source, and a test that is gone or no
// longer names its types.
func TestEveryTypeHasASource(t *testing.T) {
	t.Parallel()
	var caused []kernel.Type
	for _, s := range sources {
		named := namesOf(t, s.file, s.test)
		for _, kind := range s.types {
			require.Contains(t, named, kind, "%s of %s", s.test, s.file)
		}
		caused = append(caused, s.types...)
	}
	require.ElementsMatch(t, words.Of[kernel.Type](), caused)
}

// namesOf returns the types that a test names, as texts or by their constants.
func namesOf(t *testing.T, file, test string) (out []kernel.Type) {
	t.Helper()
	constants := map[string]kernel.Type{}
	each(t, "domain/kernel/event/event.go", func(n ast.Node) {
		if s, ok := n.(*ast.ValueSpec); ok && len(s.Values) == 1 {
			if text, ok := s.Values[0].(*ast.BasicLit); ok {
				constants[s.Names[0].Name] = kernel.Type(strings.Trim(text.Value, `"`))
			}
		}
	})
	found := false
	each(t, file, func(n ast.Node) {
		f, ok := n.(*ast.FuncDecl)
		if !ok || f.Name.Name != test {
			return
		}
		found = true
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil {
					out = append(out, kernel.Type(text))
				}
			case *ast.SelectorExpr:
				if kind, ok := constants[n.Sel.Name]; ok {
					out = append(out, kind)
				}
			}
			return true
		})
	})
	require.True(t, found, "%s has no %s", file, test)
	slices.Sort(out)
	return slices.Compact(out)
}

func each(t *testing.T, file string, visit func(ast.Node)) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
	require.NoError(t, err)
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		visit(n)
		return true
	})
}

// TestEventsAreHeldToTheirSamples has events that no sample has.
func TestEventsAreHeldToTheirSamples(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]event.Event{
		"an unknown type":  {Type: "sku.melted"},
		"a further detail": {Type: kernel.QuotaLow, Details: map[string]string{"day": "1"}},
		"no record":        {Type: kernel.SKUClosed, Version: optional.Some[int64](1)},
		"no version":       {Type: kernel.SKUClosed, Record: optional.Some[int64](1)},
	} {
		log := &reported.Log{}
		require.Error(t, log.Write(t.Context(), e), name)
		require.Empty(t, log.Take(), name)
	}
	require.NoError(t, reported.Check(event.Event{
		Type: kernel.SKUPricesChanged, Record: optional.Some[int64](1), Version: optional.Some[int64](2),
		Details: map[string]string{"price": "1"},
	}))
}
