package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/tools/evaluate/play"
)

func TestMeansAndIntervals(t *testing.T) {
	e := mean([]float64{1, 2, 3, 4})
	require.InDelta(t, 2.5, e.Mean, 1e-9)
	// 3.182 × sqrt(5/3/4)
	require.InDelta(t, 2.0540, e.Half, 1e-3)
	e = against([]float64{11, 22, 33}, []float64{10, 20, 30})
	require.InDelta(t, 10, e.Mean, 1e-9)
	require.InDelta(t, 12.42, e.Half, 1e-2)
	require.Equal(t, estimate{}, against([]float64{1, 2}, []float64{0, 0}))
	require.InDelta(t, 2.045, quantile(29), 1e-9)
	require.InDelta(t, 1.98, quantile(120), 0.01)
}

func TestFlags(t *testing.T) {
	o, err := parse(nil)
	require.NoError(t, err)
	require.Equal(t, 30, o.seeds)
	for _, bad := range [][]string{{"-seeds", "1"}, {"-only", "nobody"}, {"-priority", "soon"}, {"x"}, {"-days", "0"}} {
		_, err := parse(bad)
		require.Error(t, err, bad)
	}
}

func TestARunWritesWhatItFound(t *testing.T) {
	o, err := parse([]string{"-seeds", "2", "-products", "9", "-days", "2", "-workers", "2"})
	require.NoError(t, err)
	r, err := playAll(context.Background(), o)
	require.NoError(t, err)
	r.Figures = r.judge()
	require.Len(t, r.Figures, 18)
	require.True(t, r.Figures[0].Reached, "outside the band: %s", r.Figures[0].Found)
	require.True(t, r.Figures[1].Reached, "after a stop: %s", r.Figures[1].Found)

	var table bytes.Buffer
	require.NoError(t, r.print(&table))
	for _, name := range []string{"profit_first", "do_nothing", "oracle", "[undisturbed]", "reached"} {
		require.Contains(t, table.String(), name)
	}
	folder := t.TempDir()
	require.NoError(t, r.write(folder))
	body, err := os.ReadFile(filepath.Join(folder, "result.json"))
	require.NoError(t, err)
	var back result
	require.NoError(t, json.Unmarshal(body, &back))
	require.Equal(t, r.Settings, back.Settings)
	require.Equal(t, r.find("profit_first", repriced).total(), back.find("profit_first", repriced).total())
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	require.NoError(t, err)
	require.Contains(t, string(page), "<svg")
	plots, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	require.NoError(t, err)
	require.Len(t, plots, 5)
	for _, p := range plots {
		svg, err := os.ReadFile(p)
		require.NoError(t, err)
		require.NoError(t, xml.Unmarshal(svg, new(struct{})), p)
	}
}

// The number of workers changes nothing but the time it takes.
func TestWorkersDoNotMatter(t *testing.T) {
	var totals []play.Tally
	for _, workers := range []string{"1", "3"} {
		o, err := parse([]string{"-seeds", "3", "-products", "4", "-days", "1", "-only", "win_buy_box", "-workers", workers})
		require.NoError(t, err)
		r, err := playAll(context.Background(), o)
		require.NoError(t, err)
		totals = append(totals, r.find("win_buy_box", repriced).total())
	}
	require.Equal(t, totals[0], totals[1])
}

func TestJudging(t *testing.T) {
	seed := func(profit int64, box int64) []map[string]play.Tally {
		tallies := map[string]play.Tally{"calm": {Profit: profit, Box: box, Time: 86_400, Rows: 1, Submissions: 105, Confirmed: 100, WorstHour: 5}}
		return []map[string]play.Tally{tallies, tallies}
	}
	r := &result{Players: []*record{
		{profitFirst, repriced, seed(104_000, 50)}, {winBox, repriced, seed(100_000, 96)},
		{play.MatchBox, baseline, seed(100_000, 50)}, {play.UndercutOneCent, baseline, seed(100_000, 100)},
	}}
	reached := map[string]bool{}
	for _, f := range r.judge() {
		reached[f.What] = f.Reached
	}
	require.False(t, reached["profit of profit_first against match_box"])
	require.True(t, reached["the same in the worst rival mix"])
	require.True(t, reached["profit of win_buy_box against undercut_one_cent"])
	require.True(t, reached["buy box share of win_buy_box, of undercut_one_cent's"])
	require.True(t, reached["submissions per confirmed change, the worst strategy"])
}
