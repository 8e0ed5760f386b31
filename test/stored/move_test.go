package stored

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/cmd/selling-assistant/teamdata"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/test/compiled"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestATeamMovesFromSQLiteToPostgres exports the recorded team and compares every recorded question
// in both databases.
func TestATeamMovesFromSQLiteToPostgres(t *testing.T) {
	t.Parallel()
	releases, err := os.ReadDir("testdata")
	require.NoError(t, err)
	folder := filepath.Join("testdata", releases[len(releases)-1].Name())
	url, err := OpenSQLite(folder, filepath.Join(t.TempDir(), "copy.db"))
	require.NoError(t, err)
	from := opened(t, url, folder, SQLiteAnswers)
	was := map[string][]byte{}
	source, err := Start(t.Context(), from.url, from.dataDir, from.recording.Key, from.recording.At)
	require.NoError(t, err)
	for _, recorded := range from.recording.Answers {
		status, body := source.Get(t.Context(), recorded.Path)
		require.Equal(t, http.StatusOK, status, recorded.Path)
		was[recorded.Path] = body
	}
	require.NoError(t, source.Close(context.Background()))

	export, to := filepath.Join(t.TempDir(), "export"), from
	cfg, err := config.Load(Environ(from.url, from.dataDir), false)
	require.NoError(t, err)
	m, err := teamdata.Export(t.Context(), cfg, "test", from.recording.At, 1, export)
	require.NoError(t, err)
	to.url, to.dataDir = pgtest.URL(t), t.TempDir()
	compiled.Share(t, to.dataDir)
	cfg, err = config.Load(Environ(to.url, to.dataDir), false)
	require.NoError(t, err)
	done, err := teamdata.Import(t.Context(), cfg, export, from.recording.At)
	require.NoError(t, err)
	require.Equal(t, m.Team, done.Team)

	// The catalogue of prep providers is no data of a team: the operator fills it everywhere.
	catalogue, err := purchasing.NewPrepProviders(stores.Open(t, from.url)).List(t.Context(), ports.PrepProviderFilter{},
		page.Request{Limit: page.DefaultLimit, Order: []page.By{{Field: "id"}}})
	require.NoError(t, err)
	require.NotEmpty(t, catalogue.Items)
	require.NoError(t, purchasing.NewPrepProviders(stores.Open(t, to.url)).Put(t.Context(), catalogue.Items...))

	target := to.start(t)
	for _, recorded := range from.recording.Answers {
		status, body := target.Get(t.Context(), recorded.Path)
		if status != http.StatusOK {
			t.Errorf("%s: GET %s: %d %s", recorded.Operation, recorded.Path, status, body)
			continue
		}
		different, err := Differences(was[recorded.Path], body)
		require.NoError(t, err)
		for _, difference := range different {
			t.Errorf("%s: GET %s: %s", recorded.Operation, recorded.Path, difference)
		}
	}
}
