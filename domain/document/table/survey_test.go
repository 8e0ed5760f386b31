package table_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/table"
)

// survey looks at rows of cells with a semicolon between them.
func survey(rows string) *table.Survey {
	var s table.Survey
	n := 0
	for line := range strings.Lines(rows) {
		var cells []table.Cell
		for text := range strings.SplitSeq(strings.TrimRight(line, "\n"), ";") {
			cells = append(cells, table.Cell{Text: text})
		}
		n++
		s.Add("Sheet1", n, cells)
	}
	return &s
}

func TestHeadersWithOneKnownLabel(t *testing.T) {
	for _, c := range []struct {
		rows   string
		header int
	}{
		{"Colour;Finish;Price\nred;matt;20.00\n", 1},
		{"Lanterns of 2026\nColour;Finish;Price\nred;matt;20.00\n", 2},
		{"Colour;;Price\nred;matt;20.00\n", 0},
		{"Colour;Colour;Price\nred;matt;20.00\n", 0},
		{"Colour;4 sizes;Price\nred;matt;20.00\n", 0},
		{"Colour;Finish;Varnish\nred;matt;20.00\n", 0},
		{"Colour;Price\nred;20.00\n", 0},
		{"Colour;Finish;Price\nred;matt;on request\n", 0},
		{"Colour;Finish;Price\nred;;\nblue;matt;20.00\n", 0},
		{"Colour;Finish;Price\n", 0},
	} {
		require.Equal(t, c.header, survey(c.rows).Choose().HeaderRow, c.rows)
	}
}

// A price above the price for consumers is for a case, if the case size confirms it, and else not a
// cost.
func TestPricesAboveTheRetailPrice(t *testing.T) {
	for _, c := range []struct {
		rows         string
		price, boxed int
	}{
		{"SKU;Pack;Price;RRP\nT-1;12;10.80;1.20\nT-2;6;5.00;1.10\n", -1, 2},
		{"SKU;Pack;Price;RRP\nT-1;box;10.80;1.20\nT-2;box;5.00;1.10\n", -1, -1},
		{"SKU;Pack;Price;RRP\nT-1;12;0.90;1.20\nT-2;6;1.00;1.10\n", 2, -1},
		{"SKU;Pack;Price;RRP\nT-1;12;0.90;ask\nT-2;6;1.00;ask\n", 2, -1},
		{"SKU;Pack;Price;RRP\nT-1;12;0.90;ask\nT-2;6;1.00;1.10\n", 2, -1},
	} {
		m := survey(c.rows).Choose()
		require.Equal(t, []int{c.price, c.boxed}, []int{m.Column(label.Price), m.Column(label.CasePrice)}, c.rows)
	}
}

// Takes columns without a label if quantity times price makes the total in a single way.
func TestColumnsByArithmetic(t *testing.T) {
	for _, c := range []struct {
		rows                   string
		quantity, price, total int
	}{
		{"Lantern;10;20.00;200.00\nRope;4;2.50;10.00\n", 1, 2, 3},
		{"Lantern;10;20.00;200.00\nRope;4;2.50;10.00\nTwine;;1.50;\n", 1, 2, 3},
		{"Lantern;10;20.00;200.00\nRope;1;2.50;2.50\nTwine;2;;\n", 1, 2, 3},
		{"Lantern;10;10;20.00;200.00\nRope;4;4;2.50;10.00\n", -1, -1, -1},
		{"Lantern;1;20.00;20.00\nRope;1;2.50;2.50\n", -1, -1, -1},
	} {
		m := survey(c.rows).Choose()
		require.Equal(t, []int{c.quantity, c.price, c.total},
			[]int{m.Column(label.Quantity), m.Column(label.Price), m.Column(label.Total)}, c.rows)
	}
}

func TestTablesThatAreNotThere(t *testing.T) {
	s := survey("SKU;Price\nA-1;20.00\n")
	for sheet, header := range map[string]int{"Sheet2": 0, "Sheet1": 3} {
		m, found := s.ChooseAt(sheet, header)
		require.False(t, found, sheet)
		require.Equal(t, table.Mapping{}, m, sheet)
	}
	m, found := s.ChooseAt("Sheet1", 1)
	require.True(t, found)
	require.Equal(t, 1, s.Rows(m))
	require.Equal(t, [][]string{{"A-1", "20.00"}}, s.Sample(m, 5))
	other := table.Mapping{Sheet: "Sheet2"}
	require.Zero(t, s.Rows(other))
	require.Empty(t, s.Sample(other, 5))
	var empty table.Survey
	require.Equal(t, table.Mapping{}, empty.Choose())
}

// Returns an error for a file or a delimiter that cannot be read to the end.
func TestReadReturnsErrors(t *testing.T) {
	broken := errors.New("broken file")
	_, _, err := table.Read(func(func(string, int, []table.Cell) error) error { return broken }, nil)
	require.Equal(t, broken, err)

	rows := func(row func(string, int, []table.Cell) error) error {
		return errors.Join(
			row("", 1, []table.Cell{{Text: "Item code"}, {Text: "Description"}, {Text: "Price"}}),
			row("", 2, []table.Cell{{Text: "A-1"}, {Text: "Lantern"}, {Text: "1.125"}}),
		)
	}
	_, _, err = table.Read(rows, func() (rune, error) { return 0, broken })
	require.Equal(t, broken, err)
	r, _, err := table.Read(rows, func() (rune, error) { return ',', nil })
	require.NoError(t, err)
	require.Empty(t, r.Problems)
	require.Equal(t, "1.125", shown(r.Lines[0].UnitPrice))
	require.Equal(t, reading.Table, r.Method)
}

// Labels such as Item and Model are above names or codes. The contents tell which.
func TestNamesAreNoCodes(t *testing.T) {
	for _, c := range []struct {
		rows      string
		sku, text int
	}{
		{"Titolo;Descrizione;Prezzo\nLanterna da campo;dipinta di rosso;24,50\nCorda lunga verde;dieci metri;3,20\n", -1, 0},
		{"Item;Description;Price\nGarden Lantern;painted red;2.00\nCamping Rope;painted blue;3.00\n", -1, 0},
		{"Item;Description;Price\nLR-001;Garden Lantern;2.00\nLR-002;Camping Rope;3.00\n", 0, 1},
		{"Model;Price\nGarden Lantern;2.00\nCamping Rope;3.00\n", -1, 0},
		{"Item no;Description;Price\nMARS 79025;Garden Lantern;2.00\nMARS 79026;Camping Rope;3.00\n", 0, 1},
		{"Material;Item no;Name;Price\ncotton fabric;C-1;Lantern;2.00\ncotton fabric;C-2;Rope;3.00\ncotton fabric;C-3;Tent;4.00\n", 1, 2},
		{"Artikel;Omschrijving;Leverancier_SKU;Prijs\n144-001;Groot scherm;LG24;169.50\n144-002;Klein scherm;LG25;99.50\n", 2, 1},
		{"Artikel;Bezeichnung;Name;Preis\n144-001;Laterne;Rote Laterne;169,50\n144-002;Seil;Langes Seil;99,50\n", 0, 1},
	} {
		m := survey(c.rows).Choose()
		require.Equal(t, []int{c.sku, c.text}, []int{m.Column(label.SKU), m.Column(label.Text)}, c.rows)
	}
}

// Counts in a list without totals can be contents of packs: fractions, and counts that names have too.
func TestDoubtfulQuantities(t *testing.T) {
	const packs = "Product;Quantity;Cost\nCorn cakes (box 36 pcs);36 BOX;40.00\nCheese balls x 100;100 BOX;48.50\nPastry;50;20.00\n" +
		"Filled rolls 60 pieces;60;29.00\nRolls (30 pcs);30;12.00\nRolls, large, 20 pcs;20;14.00\nTarts;5;2.00\n"
	for _, c := range []struct {
		rows     string
		quantity int
		open     []int
	}{
		{"Name;Menge;Preis\nCola;0,33;2,00\nBier;0,5;3,00\n", -1, []int{1}},
		{"Name;Menge;Einheit;Preis\nMehl;0,5;kg;2,00\nZucker;1,5;kg;3,00\n", 1, nil},
		{"Name;Menge;Preis;Betrag\nMehl;0,5;2,00;1,00\nZucker;1,5;3,00;4,50\n", 1, nil},
		{packs, -1, []int{1}},
		{"Product;Quantity;Cost\nCorn cakes;36;40.00\nCheese balls;100;48.50\nPastry;50;20.00\nRolls;60;29.00\nTarts;5;2.00\n", 1, nil},
	} {
		m := survey(c.rows).Choose()
		require.Equal(t, c.quantity, m.Column(label.Quantity), c.rows)
		require.Equal(t, c.open, m.Candidates[label.Quantity], c.rows)
	}
}

func TestTheNameOfASheetStatesItsCurrency(t *testing.T) {
	for name, want := range map[string]string{"Prices EUR": "EUR", "GBP": "GBP", "Sheet1": "", "EUR pallets": "", "All": ""} {
		var s table.Survey
		s.Add(name, 1, []table.Cell{{Text: "EAN"}, {Text: "Cost"}})
		s.Add(name, 2, []table.Cell{{Text: "4006381333931"}, {Text: "4.10"}})
		require.Equal(t, want, s.Choose().Stated, name)
	}
	s := survey("Prices in GBP;\nEAN;Cost\n4006381333931;4.10\n")
	require.Equal(t, "GBP", s.Choose().Stated)
}
