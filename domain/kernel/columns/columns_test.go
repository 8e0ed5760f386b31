package columns_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/columns"
)

func TestLetters(t *testing.T) {
	for at, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		require.Equal(t, want, columns.Letter(at))
	}
}

func TestPlaces(t *testing.T) {
	headers := []string{"SKU", "Min price", "", "min-PRICE", "7"}
	for name, want := range map[string]int{"sku": 0, "A": 0, "1": 0, "c": 2, "B": 1, "7": 4} {
		at, err := columns.Place(headers, name)
		require.Nil(t, err, name)
		require.Equal(t, want, at, name)
	}
	for _, name := range []string{"min price", "F", "0", "6", "max", ""} {
		_, err := columns.Place(headers, name)
		require.NotNil(t, err, name)
	}
	_, err := columns.Place(headers, "max")
	require.Equal(t, "The file has no such column. It has: A SKU, B Min price, C, D min-PRICE, E 7.", err.Message)
	_, err = columns.Place(append([]string{strings.Repeat("é", 50)}, make([]string, 20)...), "max")
	require.Equal(t, "The file has no such column. It has: A "+strings.Repeat("é", 40)+"…, B, C, D, E, F, G, H, I, J, K, L, ….", err.Message)
	require.Equal(t, columns.Fingerprint([]string{"Min. Price", "SKU"}), columns.Fingerprint([]string{"Min. Price", "SKU"}))
	require.NotEqual(t, columns.Fingerprint([]string{"Min. Price", "SKU"}), columns.Fingerprint([]string{"Min Price", "SKU"}))
	require.NotEqual(t, columns.Fingerprint([]string{"Min Price", "SKU"}), columns.Fingerprint([]string{"min price", "SKU"}))
	require.NotEqual(t, columns.Fingerprint([]string{"SKU", "Min price"}), columns.Fingerprint([]string{"min price", "sku"}))
}

func TestDecimalSigns(t *testing.T) {
	require.Equal(t, []string{".", ",", ".", ""}, []string{columns.Dot.Sign(","), columns.Comma.Sign("."), columns.Auto.Sign("."), columns.Auto.Sign("")})
}

func TestSignsHaveTwoWords(t *testing.T) {
	require.Equal(t, []columns.Decimal{"dot", "comma", "auto", "auto", "dot"}, []columns.Decimal{
		columns.Decimal(".").Plain(), columns.Decimal(",").Plain(), columns.Decimal("").Plain(), columns.Auto.Plain(), columns.Dot.Plain(),
	})
	require.Equal(t, []string{".", ","}, []string{columns.Decimal(".").Sign(","), columns.Decimal(",").Sign("")})
}

func TestAnUndecidedColumnIsAskedFor(t *testing.T) {
	open := columns.Open{Text: "35.125", Point: "35.125", Comma: "35125"}
	err := open.Undecided(2, "Min")
	require.Equal(t, "mapping_required", string(err.Code))
	require.Equal(t, "Column Min: 35.125 is 35.125 or 35125. Nothing in the file shows its decimal sign: say with mapping.decimal which one it is.", err.Message)
	require.Equal(t, "Min", err.Details["column"])
	require.Equal(t, "35.125", err.Details["value"])
	require.Equal(t, []columns.Figure{"35.125", "35125"}, err.Details["readings"])
	require.Equal(t, "C", open.Undecided(2, "").Details["column"])
	for text, sign := range map[string]string{"35.125": ".", "8,125": ",", "35": ""} {
		require.Equal(t, sign, columns.Open{Text: text}.Sign(), text)
	}
}
