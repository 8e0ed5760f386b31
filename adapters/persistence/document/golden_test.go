package document

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, targetJSON{Kind: "supplier", ID: 5, Deleted: true})
	golden.Check(t, classifierJSON{Method: "words", Version: "1", Candidates: []guessJSON{{Type: "invoice",
		Confidence: 9_500}}})
	golden.Check(t, summaryJSON{
		Lines: 3, Verified: 2, Total: new(int64(344_700)), Currency: new("USD"), IssueDate: new("2026-10-20"),
	})
	golden.Check(t, mappingJSON{
		Sheet: "Rechnung", HeaderRow: 4, Columns: map[mapping.Field]string{mapping.UnitPrice: "Kurs"}, Ignore: []string{"E"}, Decimal: "comma",
	})
	golden.Check(t, wordJSON{Text: "Total", Left: 10.5, Top: 20, Right: 40.25, Bottom: 32})
	golden.Check(t, lastJSON{
		Run: 2, Method: "csv", Parser: "3", Started: 1_795_762_800_000_001, Finished: 1_795_762_801_000_000, Pages: 1,
		Lines: 3, Verified: 2,
		Preview: 1, Problems: []string{"columns_unsure"},
	})
}

func TestPagesOfWordsAreListsOfLists(t *testing.T) {
	t.Parallel()
	packed, err := pack([]grid.Page{{{Text: "Total", Box: reading.Box{Left: 10.5, Top: 20, Right: 40.25,
		Bottom: 32}}}, nil})
	require.NoError(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.True(t, json.Valid(text))
	require.Equal(t, `[[{"Text":"Total","Left":10.5,"Top":20,"Right":40.25,"Bottom":32}],null]`+"\n", string(text))
}
