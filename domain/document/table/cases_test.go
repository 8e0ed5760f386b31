package table_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/table"
)

// counted writes a line as quantity|unit|units per case|unit price|case price|total.
func counted(l reading.Line) string {
	text := func(f reading.Figure) string {
		if d, ok := f.Get(); ok {
			return d.Trim(0).String()
		}
		return ""
	}
	return strings.Join([]string{
		text(l.Quantity), l.Unit, strconv.FormatInt(l.UnitsPerCase, 10), text(l.UnitPrice), text(l.CasePrice), text(l.LineTotal),
	}, "|")
}

// readAll reads rows of cells with a semicolon between them to their end.
func readAll(t *testing.T, rows string) reading.Reading {
	r, _, err := table.Read(func(row func(string, int, []table.Cell) error) error {
		n := 0
		for line := range strings.Lines(rows) {
			var cells []table.Cell
			for text := range strings.SplitSeq(strings.TrimRight(line, "\n"), ";") {
				cells = append(cells, table.Cell{Text: text})
			}
			if n++; row("", n, cells) != nil {
				break
			}
		}
		return nil
	}, func() (rune, error) { return ';', nil })
	require.NoError(t, err)
	return r
}

func TestCasesOfTables(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"Item code;Description;Cases;Case size;Case price £;Total £\nT-1;Oat bar;10;12;23.40;234.00\n", "10|case|12|1.95|23.4|234"},
		{"SKU;Item;Qty;Units/Case;Price per case;Total\nT-1;Oat bar;10;12;23.40;234.00\n", "10||12|1.95|23.4|234"},
		{"SKU;Item;Pack;Qty;Price;Total\nT-1;Cola;24 x 330ml;2;10.80;21.60\n", "2|case|24|10.8||21.6"},
		{"SKU;Item;Pack;Qty;Price;Total\nT-1;Wine;12/750ml;2;60.00;120.00\n", "2|case|12|60||120"},
		{"SKU;Item;Unit;Qty;Price;Total\nT-1;Jar;CS of 12;2;60.00;120.00\n", "2|case|12|60||120"},
		{"SKU;Item;UOM;Qty;Price;Total\nW-3;Screw;C;2;4.50;9.00\n", "2|case|0|4.5||9"},
		{"SKU;Item;UoM;Qty;Price;Total\nT-1;Jar;6/case;2;60.00;120.00\n", "2|case|6|60||120"},
		{"Art.-Nr.;Bezeichnung;Menge;VE;Preis/VE;Betrag\nT-1;Saft;10;12 Fl.;10,80;108,00\n", "10||12|0.9|10.8|108"},
		{"Réf.;Désignation;Colis;Pièces par colis;PU HT;Montant HT\nT-1;Miel;4;6;2,50;60,00\n", "4|case|6|2.5|15|60"},
		{"Item;Description;Cartons;Pcs/ctn;Unit price USD;Amount USD\nT-1;Tray;40;24;1.25;1200.00\n", "40|case|24|1.25|30|1200"},
		{"Artikelnr;Omschrijving;Colli;Aantal;Prijs;Bedrag\nT-1;Kaars;3;36;0,90;32,40\n", "36||12|0.9||32.4"},
		{"SKU;Item;UPC;Qty;Price;RRP;Total\nT-1;Crisps;32;1;14.72;0.90;14.72\nT-2;Nuts;12;3;9.60;1.20;28.80\n", "1||32|0.46|14.72|14.72"},
		{"SKU;Item;Case size;Qty;Price;Total\nT-1;Crisps;32;3;14.72;44.16\n", "3|case|32|14.72||44.16"},
		{"SKU;Item;Case size;Qty;Price;Total\nT-1;Rope;2.5;3;14.00;42.00\n", "3||0|14||42"},
		{"SKU;Item;Case size;Qty;Price;Total\nT-1;Rope;-6;3;14.00;42.00\n", "3||0|14||42"},
		{"SKU;Item;Pack;Qty;Price;Total\nT-1;Cola;box;2;10.80;21.60\n", "2||0|10.8||21.6"},
		{"SKU;Item;Pack;Qty;Price per 100;Total\nT-1;Nail;12;10;2.40;2.88\n", "10||12|2.4||2.88"},
		// A multiple of the case counts pieces, and a unit names what is counted.
		{"SKU;Item;Case size;Qty;Price;Total\nT-1;Crisps;12;24;1.20;28.80\n", "24||12|1.2||28.8"},
		{"Art.-Nr.;Bezeichnung;VPE;Menge;Einheit;Preis;Betrag\nT-1;Dübel;100;25;Stk;0,10;2,50\n", "25|piece|100|0.1||2.5"},
	} {
		r := readAll(t, c.rows)
		r.Conclude(document.Invoice)
		require.NotEmpty(t, r.Lines, c.rows)
		require.Equal(t, c.want, counted(r.Lines[0]), c.rows)
	}
}

// Only the figures suggest that 3 of 32 are cases: the line is unsure.
func TestCasesByFiguresAreUnsure(t *testing.T) {
	r := readAll(t, "SKU;Item;Case size;Qty;Price;Total\nT-1;Crisps;32;3;14.72;44.16\n;;;;Total;44.16\n")
	r.Conclude(document.Invoice)
	require.Equal(t, document.Confidence(8_500), r.Lines[0].Confidence)
	require.Equal(t, reading.LowConfidence, r.Lines[0].Problems[0].Code)
}
