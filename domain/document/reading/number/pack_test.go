package number_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/number"
)

func TestPackOf(t *testing.T) {
	for text, want := range map[string]number.Pack{
		"24": {Units: 24}, "12 pcs": {Units: 12}, "12 Fl.": {Units: 12}, "24er": {Units: 24}, "x12": {Units: 12}, "1 x 24": {Units: 24}, "à 6": {Units: 6},
		"24 x 330ml": {Units: 24, Case: true}, "24x330ml": {Units: 24, Case: true}, "24 330ml": {Units: 24, Case: true}, "24×0,33 l": {Units: 24, Case: true},
		"12/750ml": {Units: 12, Case: true}, "6 64OZ": {Units: 6, Case: true}, "4 1GAL": {Units: 4, Case: true}, "4x6x330ml": {Units: 24, Case: true},
		"6/case": {Units: 6, Case: true}, "24 per case": {Units: 24, Case: true}, "12 Stk/Karton": {Units: 12, Case: true}, "12 pcs / ctn": {Units: 12, Case: true},
		"CS of 12": {Units: 12, Case: true}, "CS12": {Units: 12, Case: true}, "cs/24": {Units: 24, Case: true}, "Case of 12": {Units: 12, Case: true},
		"per case of 24": {Units: 24, Case: true}, "Karton à 12": {Units: 12, Case: true}, "Karton mit 12 Stk": {Units: 12, Case: true},
		"caisse de 6": {Units: 6, Case: true}, "caja de 10 uds": {Units: 10, Case: true}, "cartone da 8": {Units: 8, Case: true}, "doos van 20": {Units: 20, Case: true},
		"VE 12": {Units: 12, Case: true}, "24er-Kiste": {Units: 24, Case: true}, "Case (24)": {Units: 24, Case: true}, "case 6 x 1.5 l": {Units: 6, Case: true},
		"1 ctn = 50 pcs": {Units: 50, Case: true}, "pack of 12": {Units: 12}, "Pack of 12 pcs": {Units: 12}, "per 12": {Units: 12}, "je 10 Stk": {Units: 10}, "PK12": {Units: 12},
		"12er-Pack": {Units: 12}, "Lot de 6": {Units: 6}, "Ktn à 12": {Units: 12, Case: true}, "cs @ 12": {Units: 12, Case: true},
		"500ml x 12": {Units: 12, Case: true}, "24 x 30 cm": {Units: 24},
		"12s": {Units: 12}, "24's": {Units: 24}, "C/12": {Units: 12}, "2/3ply": {Units: 2, Case: true},
		"12 x 500ml per case": {Units: 12, Case: true}, "6 x 1 l je Karton": {Units: 6, Case: true},
		"per pack of 6": {Units: 6}, "case of 24": {Units: 24, Case: true},
	} {
		got, ok := number.PackOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "330ml", "64OZ", "0", "0 x 330ml", "1,5", "case", "A-12", "2026-11-12", "12 apples", "999999999", "24 x 330ml 5%", "5 kg", "12 cartons of mugs", "40x30x20 cm"} {
		got, ok := number.PackOf(text)
		require.False(t, ok, "%q: %v", text, got)
	}
}
