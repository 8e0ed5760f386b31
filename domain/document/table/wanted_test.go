package table_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/table"
)

// strange has unknown labels, and two columns that could be the price.
const strange = "Nordsee Handel GmbH;;;;\nRechnung Nr.;NH-3000;;;\nKennung;Ware;Zahl;Kurs;Kurs neu\n" +
	"NH-10;Teekessel;96;13,00;12,50\nNH-11;Teesieb;80;4,00;3,50\n"

// readAs reads rows with a semicolon between cells.
func readAs(t *testing.T, rows string, by table.Choice) reading.Reading {
	t.Helper()
	r, _, err := table.ReadAs(func(row func(string, int, []table.Cell) error) error {
		n := 0
		for line := range strings.Lines(rows) {
			n++
			var cells []table.Cell
			for text := range strings.SplitSeq(strings.TrimRight(line, "\n"), ";") {
				cells = append(cells, table.Cell{Text: text})
			}
			if err := row("", n, cells); err != nil {
				return err
			}
		}
		return nil
	}, func() (rune, error) { return ';', nil }, by)
	require.NoError(t, err)
	r.Conclude(document.Invoice)
	return r
}

// figuresOf lists code, quantity and price of all lines.
func figuresOf(r reading.Reading) []string {
	var out []string
	for _, l := range r.Lines {
		out = append(out, strings.Join([]string{l.SupplierSKU, l.Description, shown(l.Quantity), shown(l.UnitPrice)}, " "))
	}
	return out
}

func noted(r reading.Reading, code reading.Code) bool {
	for _, p := range r.Problems {
		if p.Code == code {
			return true
		}
	}
	return false
}

func named(edit func(m *mapping.Mapping)) table.Choice {
	m := mapping.Mapping{Columns: map[mapping.Field]string{
		mapping.SupplierSKU: "Kennung", mapping.Description: "Ware", mapping.Quantity: "Zahl", mapping.UnitPrice: "Kurs neu",
	}}
	if edit != nil {
		edit(&m)
	}
	return table.Choice{Mapping: &m}
}

func TestNamedColumnsAreRead(t *testing.T) {
	want := []string{"NH-10 Teekessel 96 12.5", "NH-11 Teesieb 80 3.5"}
	require.NotEqual(t, want, figuresOf(readAs(t, strange, table.Choice{})))
	for name, by := range map[string]table.Choice{
		"by header": named(nil),
		"by letter and number": named(func(m *mapping.Mapping) {
			m.HeaderRow = 3
			m.Columns = map[mapping.Field]string{
				mapping.SupplierSKU: "A", mapping.Description: "2", mapping.Quantity: "c", mapping.UnitPrice: "5",
			}
		}),
		"with the other price ignored": named(func(m *mapping.Mapping) { m.Ignore = []string{"Kurs"} }),
	} {
		r := readAs(t, strange, by)
		require.Equal(t, want, figuresOf(r), name)
		require.False(t, noted(r, reading.ColumnsUnsure), name)
		require.Equal(t, "NH-3000", r.Header.InvoiceNumber, name)
		require.Equal(t, 3, r.Sheet.HeaderRow, name)
		require.Equal(t, reading.SheetColumn{Header: "Kurs neu", Kind: label.Price}, r.Sheet.Columns[4], name)
		require.Equal(t, reading.SheetColumn{Header: "Kurs"}, r.Sheet.Columns[3], name)
		require.Equal(t, reading.Layout{
			Fingerprint: "table: kennung|ware|zahl|kurs|kurs neu",
			Columns:     []label.Column{label.SKU, label.Text, label.Quantity, "", label.Price},
		}, r.Layout, name)
	}
}

func TestANamedColumnReplacesTheReadOne(t *testing.T) {
	const rows = "Artikelnr.;Bezeichnung;Menge;Einzelpreis;Nettopreis\nA-1;Kessel;3;10,50;9,45\nA-2;Sieb;2;4,20;3,78\n"
	r := readAs(t, rows, table.Choice{Mapping: &mapping.Mapping{Columns: map[mapping.Field]string{mapping.UnitPrice: "Nettopreis"}}})
	require.Equal(t, []string{"A-1 Kessel 3 9.45", "A-2 Sieb 2 3.78"}, figuresOf(r))
}

func TestANamedDecimalSignCounts(t *testing.T) {
	const rows = "SKU;Text;Qty;Price\nA;Cup;1;35.125\nB;Mug;2;61.625\n"
	for sign, want := range map[string]string{".": "A Cup 1 35.125", ",": "A Cup 1 35125"} {
		m := mapping.Mapping{Columns: map[mapping.Field]string{}, Decimal: "."}
		if sign == "," {
			m.Decimal = ","
		}
		r := readAs(t, rows, table.Choice{Mapping: &m})
		require.Equal(t, want, figuresOf(r)[0])
		require.Equal(t, sign, r.Layout.Decimal)
	}
}

func TestAMappingThatDoesNotFitIsAProblem(t *testing.T) {
	plain := figuresOf(readAs(t, strange, table.Choice{}))
	for name, edit := range map[string]func(m *mapping.Mapping){
		"no such column": func(m *mapping.Mapping) { m.Columns[mapping.LineTotal] = "Wert gesamt" },
		"twice":          func(m *mapping.Mapping) { m.Columns[mapping.LineTotal] = "Kurs neu" },
		"no such sheet":  func(m *mapping.Mapping) { m.Sheet = "Rechnung" },
		"no such row":    func(m *mapping.Mapping) { m.HeaderRow = 90 },
		"ignored too":    func(m *mapping.Mapping) { m.Ignore = []string{"E"} },
	} {
		r := readAs(t, strange, named(edit))
		require.True(t, noted(r, reading.MappingUnfit), name)
		require.Equal(t, plain, figuresOf(r), name)
		require.Empty(t, r.Layout.Fingerprint, name)
	}
}

func TestALayoutIsReadAgain(t *testing.T) {
	learnt := readAs(t, strange, named(nil)).Layout
	asked := 0
	by := table.Choice{Layouts: func(i reading.Issuer) ([]reading.Layout, error) {
		asked++
		require.Equal(t, "Nordsee Handel GmbH", i.Name)
		return []reading.Layout{{Fingerprint: "ware|zahl|"}, learnt}, nil
	}}
	const next = "Nordsee Handel GmbH;;;;\nRechnung Nr.;NH-3001;;;\n;;;;\nKENNUNG;Ware;Zahl;Kurs;Kurs neu\nNH-12;Becher;7;5,00;4,75\n"
	r := readAs(t, next, by)
	require.Equal(t, []string{"NH-12 Becher 7 4.75"}, figuresOf(r))
	require.Equal(t, learnt, r.Layout)
	require.Equal(t, 1, asked)
	const other = "Nordsee Handel GmbH;;;;\nKennung;Ware;Zahl;Kurs neu;Kurs\nNH-12;Becher;7;4,75;5,00\n"
	require.Empty(t, readAs(t, other, by).Layout.Fingerprint, "other headers")
}

func TestEveryFieldNamesAKind(t *testing.T) {
	for _, f := range mapping.Field("").Words() {
		require.NotEmpty(t, f.Kind(), f)
		require.Equal(t, f, mapping.FieldOf(f.Kind()), f)
	}
	require.Empty(t, mapping.FieldOf(label.Stock))
}
