package grid_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
)

// TestPagesAskewAreStraightened turns a page, and gets its rows and the places of its words back.
func TestPagesAskewAreStraightened(t *testing.T) {
	level := grid.FromText("Code   Item          Qty   Price   Amount\nA-1    Mug            10    3.00    30.00\nB-2    Tray            2    4.00     8.00\n")[0]
	for _, degrees := range []float64{-2, -0.8, -0.1, 0, 0.1, 0.8, 2} {
		angle := degrees * math.Pi / 180
		var askew grid.Page
		for _, w := range level {
			askew = append(askew, grid.Word{Text: w.Text, Box: grid.Tilted(w.Box, angle)})
		}
		require.InDelta(t, angle, askew.Askew(), 1e-9, degrees)
		straight := askew.Straightened(askew.Askew())
		require.Equal(t, [][]string{
			{"Code", "Item", "Qty", "Price", "Amount"}, {"A-1", "Mug", "10", "3.00", "30.00"}, {"B-2", "Tray", "2", "4.00", "8.00"},
		}, rowsOf(straight))
		for i, w := range straight {
			for at, side := range [][2]float64{
				{level[i].Left, w.Left}, {level[i].Top, w.Top}, {level[i].Right, w.Right}, {level[i].Bottom, w.Bottom},
			} {
				require.InDelta(t, side[0], side[1], 1e-9, "%v %s %d", degrees, w.Text, at)
			}
		}
	}
}

func rowsOf(p grid.Page) (rows [][]string) {
	for _, r := range grid.RowsOf([]grid.Page{p}) {
		rows = append(rows, r.Texts())
	}
	return rows
}

// Columns, stairs and pages of a word say nothing about the slope of lines.
func TestPagesWithoutLinesAreLevel(t *testing.T) {
	for _, text := range []string{"", "Mug", "Mug\nTray\nKettle\n", "Mug\n     Tray\n            Kettle\n"} {
		require.Zero(t, grid.FromText(text)[0].Askew(), text)
	}
}

func TestABoxOfAPageAskewSurroundsItsLine(t *testing.T) {
	b := grid.Tilted(reading.Box{Left: 100, Top: 50, Right: 500, Bottom: 60}, math.Pi/180)
	require.InDelta(t, 98.99, b.Left, 0.01)
	require.InDelta(t, 498.99, b.Right, 0.01)
	require.InDelta(t, 51.74, b.Top, 0.01)
	require.InDelta(t, 68.71, b.Bottom, 0.01)
}
