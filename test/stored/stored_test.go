package stored

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/compiled"
	"sellingassistant/test/openapi"
	"sellingassistant/test/pgtest"
)

// database has a copy of a recorded database, with the recorded tables only.
type database struct {
	url, dataDir string
	recording    Recording
}

// each runs a test on a copy of every recorded database.
func each(t *testing.T, test func(t *testing.T, d database)) {
	t.Helper()
	releases, err := os.ReadDir("testdata")
	require.NoError(t, err)
	require.NotEmpty(t, releases)
	for _, release := range releases {
		folder := filepath.Join("testdata", release.Name())
		t.Run(release.Name()+"/sqlite", func(t *testing.T) {
			t.Parallel()
			url, err := OpenSQLite(folder, filepath.Join(t.TempDir(), "copy.db"))
			require.NoError(t, err)
			test(t, opened(t, url, folder, SQLiteAnswers))
		})
		t.Run(release.Name()+"/postgres", func(t *testing.T) {
			t.Parallel()
			url := pgtest.Empty(t)
			require.NoError(t, LoadPostgres(t.Context(), folder, url))
			test(t, opened(t, url, folder, PostgresAnswers))
		})
	}
}

func opened(t *testing.T, url, folder, answers string) database {
	t.Helper()
	d := database{url: url, dataDir: t.TempDir()}
	compiled.Share(t, d.dataDir)
	var err error
	d.recording, err = Read(folder, answers)
	require.NoError(t, err)
	require.NotEmpty(t, d.recording.Answers)
	return d
}

// start starts the program on the database, which migrates it.
func (d database) start(t *testing.T) *Program {
	t.Helper()
	p, err := Start(t.Context(), d.url, d.dataDir, d.recording.Key, d.recording.At)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close(context.Background())) })
	return p
}

// recounted matches figures that each call counts again from stored facts, with the operation that
// answers them. Each names the change of the formula.
var recounted = []*regexp.Regexp{
	// Fees at another price follow the fee tables where these have another rule than at the asked
	// price.
	regexp.MustCompile(`^listAnalysisResults /data/\d+/fba/breakeven_price was [\d.]+ and is [\d.]+$`),
	// A row without a positive profit is rejected.
	regexp.MustCompile(`^listAnalysisResults /data/\d+/verdict was "(accept|review)" and is "reject"$`),
	regexp.MustCompile(`^listAnalysisResults /data/\d+/verdict_rules was .* and is \[.*"not_profitable".*\]$`),
	// The pack of the catalogue multiplies the cost of an ASIN only after an edit. The row asks.
	regexp.MustCompile(`^listAnalysisResults /data/\d+/(cost_per_sellable_unit|total_cost|pack/(supplier_units|units_needed)) was [\d.]+ and is [\d.]+$`),
	regexp.MustCompile(`^listAnalysisResults /data/\d+/pack/confidence was 0.95 and is 0.7$`),
	regexp.MustCompile(`^listAnalysisResults /data/\d+/fba/(profit|roi|margin|max_cost) was -?[\d.]+ and is -?[\d.]+$`),
	regexp.MustCompile(`^listAnalysisResults /data/\d+/verdict was "(accept|reject)" and is "review"$`),
	regexp.MustCompile(`^listAnalysisResults /data/\d+/verdict_rules was .* and is \[.*"pack_unsure".*\]$`),
	regexp.MustCompile(`^listAnalysisResults /data/\d+/gaps was \[\] and is \["roi_above_200"\]$`),
	// The preview compares the order with the printed total.
	regexp.MustCompile(`^previewInvoiceImport /data/checks was .* and is \[.*$`),
	// Units in warehouses that sell directly are in the warehouse of products that Amazon ships.
	regexp.MustCompile(`^(list|get)InventoryProducts? /data(/\d+)?/quantities/in_warehouse was (42 and is 46|0 and is 500)$`),
	// Orders have the units that sell, of rows with a positive profit.
	regexp.MustCompile(`^listAnalysisOrders /data was .* and is \[\]$`),
}

// TestRecordedDatabasesAreReadUnchanged compares every recorded answer with the answer of today.
func TestRecordedDatabasesAreReadUnchanged(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d database) {
		p := d.start(t)
		for _, recorded := range d.recording.Answers {
			status, body := p.Get(t.Context(), recorded.Path)
			if status != http.StatusOK {
				t.Errorf("%s: GET %s: %d %s", recorded.Operation, recorded.Path, status, body)
				continue
			}
			different, err := Differences(recorded.Body, body)
			require.NoError(t, err)
			for _, difference := range different {
				counted := func(r *regexp.Regexp) bool { return r.MatchString(recorded.Operation + " " + difference) }
				if !slices.ContainsFunc(recounted, counted) {
					t.Errorf("%s: GET %s: %s", recorded.Operation, recorded.Path, difference)
				}
			}
		}
	})
}

// TestEveryReadingOperationIsAsked compares the questions with the inventory of operations.
// Operations of the styles classic and relay ask a marketplace, except about the caller.
func TestEveryReadingOperationIsAsked(t *testing.T) {
	t.Parallel()
	all, err := openapi.Inventory()
	require.NoError(t, err)
	var reading []string
	for _, o := range all {
		if o.Served && o.Method == http.MethodGet && (o.Style == "beta" || o.ID == "getCurrentUserInfo") &&
			Unasked[o.ID] == "" {
			reading = append(reading, o.ID)
		}
	}
	slices.Sort(reading)
	require.Equal(t, reading, Asked())
}

func TestDifferencesAreNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		was, is string
		want    []string
	}{
		"a member that was added":  {`{"a":1}`, `{"a":1,"b":2}`, nil},
		"a member that is missing": {`{"data":{"a":1,"b":null}}`, `{"data":{"a":1}}`, []string{"/data/b is missing"}},
		"another value": {`{"a":[{"b/c":"x"}]}`, `{"a":[{"b/c":"y"}]}`,
			[]string{`/a/0/b~1c was "x" and is "y"`}},
		"another number": {`[1.50]`, `[1.5]`, []string{`/0 was 1.50 and is 1.5`}},
		"a shorter list": {`{"a":[1,2]}`, `{"a":[1]}`, []string{`/a was [1,2] and is [1]`}},
		"null":           {`{"a":{"b":1}}`, `{"a":null}`, []string{`/a was {"b":1} and is null`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Differences([]byte(c.was), []byte(c.is))
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

// TestARecordingIsSmall bounds the size of recordings in the repository.
func TestARecordingIsSmall(t *testing.T) {
	t.Parallel()
	all, err := filepath.Glob("testdata/*/*")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, path := range all {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.LessOrEqual(t, info.Size(), int64(1<<20), path)
	}
}
