package table_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/table"
)

// readSheets reads sheets of rows, with a semicolon between cells.
func readSheets(t *testing.T, sheets ...string) reading.Reading {
	t.Helper()
	r, _, err := table.Read(func(row func(string, int, []table.Cell) error) error {
		for i, rows := range sheets {
			n := 0
			for line := range strings.Lines(rows) {
				var cells []table.Cell
				for text := range strings.SplitSeq(strings.TrimRight(line, "\n"), ";") {
					cells = append(cells, table.Cell{Text: text})
				}
				n++
				if err := row(string(rune('A'+i)), n, cells); err != nil {
					return err
				}
			}
		}
		return nil
	}, func() (rune, error) { return 0, nil })
	require.NoError(t, err)
	r.Conclude(document.Invoice)
	return r
}

func line(l reading.Line) string {
	return strings.Join([]string{l.Description, shown(l.Quantity), l.Unit, shown(l.UnitPrice), shown(l.LineTotal), string(l.Currency)}, "|")
}

const (
	boxes = "1.Shipper:;;8.No. & Date of invoice;;;\nLantern Export Limited;;LX-260302-1      MAR.14\uff0c2026;;;\n" +
		"12.Marks and numbers;13.Description of goods;14.Quantity;;15.Unit price;16.Amount\n;;MT;;USD/MT;USD\n"
	packed = "PACKING LIST;;;\n11.Description of goods;12.Quantity;13.Net weight;14.Gross weight\nLamp oil;110;100000;100550\nTOTAL;5 tanks;100000;100550\n"
)

// Forms of exporters have numbers before labels, units below them, and a total of pieces before the
// total of amounts.
func TestFormsWithNumberedBoxes(t *testing.T) {
	for _, c := range []struct {
		name   string
		sheets []string
		lines  []string
		total  string
	}{
		{"prices left of a merged label", []string{boxes + "N/M;;;;;\nLamp oil 99 %;;110;1050;;115500\n;Packed in a tank;;;;\n;TOTAL;110;MT;;115500\n"},
			[]string{"Lamp oil 99 %|110|MT|1050|115500|USD"}, "115500"},
		{"a total with a unit", []string{boxes + "N/M;Lamp oil;60.5;;330;19965\n;TOTAL;60.5MT;;USD330/MT;USD19,965.00\n"},
			[]string{"Lamp oil|60.5|MT|330|19965|USD"}, "19965"},
		{"a total like a line", []string{boxes + "N/M;Lamp oil;100;;705;70500\n;TOTAL;100;;705;70500\n"},
			[]string{"Lamp oil|100|MT|705|70500|USD"}, "70500"},
		{"a packing list before the invoice", []string{packed, boxes + "N/M;Commodity:;100;;705;70500\n;TOTAL;100;;;70500\n"},
			[]string{"Commodity:|100|MT|705|70500|USD"}, "70500"},
		{"a packing list alone", []string{packed}, []string{"Lamp oil|110||-|-|"}, "-"},
	} {
		r := readSheets(t, c.sheets...)
		got := []string{}
		for _, l := range r.Lines {
			got = append(got, line(l))
		}
		require.Equal(t, c.lines, got, c.name)
		require.Equal(t, c.total, shown(r.Header.Total), c.name)
	}
	r := readSheets(t, boxes+"N/M;Lamp oil;100;;705;70500\n")
	require.Equal(t, "LX-260302-1", r.Header.InvoiceNumber)
	day, known := r.Header.IssueDate.Get()
	require.True(t, known)
	require.Equal(t, "2026-03-14", day.String())
}

// A product that is called like a sum has a price, and another quantity than all lines.
func TestAProductThatIsCalledTotal(t *testing.T) {
	r := readSheets(t, "Description;Qty;Price;Amount\nMug;2;3.00;6.00\nTotal;4;2.00;8.00\n")
	require.Len(t, r.Lines, 2)
	require.Equal(t, "Total|4||2|8|", line(r.Lines[1]))
}

func TestSeveralBillsInAWorkbook(t *testing.T) {
	const bill = "SKU;Description;Qty;Price;Amount\nA-1;Mug;2;3.00;6.00\n"
	r := readSheets(t, bill, strings.ReplaceAll(bill, "A-1", "B-2"))
	require.Equal(t, []reading.Code{reading.SeveralDocuments}, codesOf(r.Problems))
	require.Len(t, r.Lines, 1)
	require.Empty(t, readSheets(t, bill, "Notes;\nThank you;\n").Problems)
}

// Counts below an unknown label are asked for, and a line without figures is a guess. Words in the
// place of a code damage no row.
func TestCountsBelowAnUnknownLabel(t *testing.T) {
	r := readSheets(t, "Item name;Colour;Anzhl;UPC\nLamp;red;2;036000291452\nVase;blue;3;4006381333931\nBowl;2T;1;not in the database\nTray;3T;4;n/a\n")
	require.Equal(t, []reading.Code{reading.ColumnsUnsure}, codesOf(r.Problems))
	got := []string{}
	for _, l := range r.Lines {
		got = append(got, l.Description+"|"+l.GTIN.String()+"|"+shown(l.Quantity)+"|"+string(l.Evidence)+"|"+joined(codesOf(l.Problems)))
	}
	require.Equal(t, []string{
		"Lamp|036000291452|-|placed|missing_price,missing_quantity,low_confidence", "Vase|4006381333931|-|placed|missing_price,missing_quantity,low_confidence",
		"Bowl||-|placed|invalid_identifier,missing_price,missing_quantity,low_confidence", "Tray||-|placed|missing_price,missing_quantity,low_confidence",
	}, got)
	r = readSheets(t, "Item name;Colour;Qty;UPC\nLamp;red;2;036000291452\nBowl;blue;1;not in the database\n")
	require.Len(t, r.Lines, 2)
	require.Equal(t, "invalid_identifier,missing_price", joined(codesOf(r.Lines[1].Problems)))
}

func codesOf(problems []reading.Problem) (list []reading.Code) {
	for _, p := range problems {
		list = append(list, p.Code)
	}
	return list
}

func joined(list []reading.Code) string {
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = string(c)
	}
	return strings.Join(texts, ",")
}

// A column beside the prices may name the pieces that they are for.
func TestPricesOfADozen(t *testing.T) {
	r := readSheets(t, "Code;Description;Qty;Price;Per;Amount\nA-1;Trout fly;60;9.60;doz;48.00\nA-2;Reel;4;31.00;each;124.00\n")
	require.Equal(t, []string{"12", "1"}, []string{r.Lines[0].PriceBase.String(), r.Lines[1].PriceBase.String()})
	require.Equal(t, reading.Columns, r.Lines[0].Evidence)
}
