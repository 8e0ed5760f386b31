package pricelist_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// awkward has a list as suppliers send it. It is read with these columns and costs. Or it is
// refused with its known and its open columns, each as "field letter" in their order.
type awkward struct {
	list    string
	wanted  pricelist.Wanted
	columns string
	costs   []string
	check   func(t *testing.T, rows []pricelist.Row)
	// suggested and open describe a refusal.
	suggested, open string
}

// TestAwkwardLists reads lists right or refuses them, and never guesses.
func TestAwkwardLists(t *testing.T) {
	const upc = "036000291452"
	lists := map[string]awkward{
		"lost zeros": {
			list: "UPC,Cost\n36000291452,2.5\n", columns: "identifier A, cost B", costs: []string{"2.5"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.True(t, rows[0].Repaired)
				named, _, err := rows[0].Input.Identity()
				require.NoError(t, err)
				require.Equal(t, upc, named.Code.String())
			},
		},
		"lost zeros with a check digit that does not fit": {
			list: "UPC,Cost\n36000291453,2.5\n", columns: "identifier A, cost B", costs: []string{"2.5"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, []any{pricelist.InvalidIdentifier, false}, []any{rows[0].Status, rows[0].Repaired})
			},
		},
		"empty rows": {
			list: "UPC,Cost\n,\n" + upc + ",2.5\n\n,,\n" + ean(1) + ",3\n", columns: "identifier A, cost B", costs: []string{"2.5", "3"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, []int64{1, 2}, []int64{rows[0].Number, rows[1].Number})
			},
		},
		"heads above the header": {
			list:    "Northwind Ltd,,\nPrices 2026,valid from March,\n,,\nUPC,Description,Your price\n" + upc + ",Bottle,2.5\n",
			columns: "identifier A, cost C, title B", costs: []string{"2.5"},
		},
		"two prices": {
			list:      "UPC,Description,Price A,Price B\n" + upc + ",Bottle,2.5,3\n" + ean(1) + ",Cup,2.6,3.1\n",
			suggested: "identifier A, title B", open: "cost C, cost D",
		},
		"two costs": {
			list: "UPC,Net price,Wholesale price\n" + upc + ",2.5,3\n", suggested: "identifier A", open: "cost B, cost C",
		},
		"two costs, the second named": {
			list: "UPC,Net price,Wholesale price\n" + upc + ",2.5,3\n", wanted: pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {"C"}}},
			columns: "identifier A, cost C", costs: []string{"3"},
		},
		"a cost beside a price": {
			list: "UPC,Price,Net cost\n" + upc + ",3.5,2.5\n", columns: "identifier A, cost C", costs: []string{"2.5"},
		},
		"a retail price beside a cost": {
			list: "UPC;EK;UVP\n" + upc + ";2,50;9,99\n", columns: "identifier A, cost B", costs: []string{"2.5"},
		},
		"a retail price alone": {
			list: "UPC,Description,RRP\n" + upc + ",Bottle,9.99\n", columns: "identifier A, title B", costs: []string{"-"},
		},
		"cases and packs": {
			list: "EAN,Case pack,Case price\n" + ean(1) + ",12,30.00\n", columns: "identifier A, pack_size B, case_cost C", costs: []string{"-"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, optional.Some(int64(12)), rows[0].Input.PackSize)
				require.Equal(t, optional.Some(money.MustParse("30")), rows[0].Input.CaseCost)
			},
		},
		"units and cases": {
			list:    "EAN,Unit cost,Case qty,Case cost,MOQ\n" + ean(1) + ",2.50,12,30.00,24\n" + ean(2) + ",1.10,6,6.60,6\n",
			columns: "identifier A, cost B, pack_size C, case_cost D, moq E", costs: []string{"2.5", "1.1"},
		},
		"groups and sums between": {
			list:    "EAN,Article,Cost\nBottles,,\n" + ean(1) + ",Blue,2\n" + ean(2) + ",Red,3\nCups,,\n" + ean(4) + ",Green,4\n",
			columns: "identifier A, cost C, title B", costs: []string{"2", "3", "4"},
		},
		"a code in scientific form": {
			list: "EAN,Article,Cost\n4.00638E+12,Bottle,2\n" + ean(1) + ",Cup,3\n", columns: "identifier A, cost C, title B", costs: []string{"2", "3"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, pricelist.InvalidIdentifier, rows[0].Status)
				require.NotEqual(t, pricelist.InvalidIdentifier, rows[1].Status)
			},
		},
		"a repeated header": {
			list: "EAN,Cost\n" + ean(1) + ",2\nEAN,Cost\n" + ean(2) + ",3\n", columns: "identifier A, cost B", costs: []string{"2", "3"},
		},
		"no header": {
			list: upc + ";2,50\n" + ean(1) + ";3,75\n" + ean(2) + ";1,25\n", columns: "identifier A, cost B", costs: []string{"2.5", "3.75", "1.25"},
		},
		"no header and two prices": {
			list: upc + ";2,50;4,10\n" + ean(1) + ";3,75;6,20\n" + ean(2) + ";1,25;3,05\n", suggested: "identifier A", open: "cost B, cost C",
		},
		"no identifiers": {list: "Article,Cost\nBottle,2.5\nCup,3\n", suggested: "cost B, title A"},
		"semicolons and decimal commas": {
			list: "EAN;Netto EK\n" + ean(1) + ";1.234,50 €\n" + ean(2) + ";0,99 €\n", columns: "identifier A, cost B", costs: []string{"1234.5", "0.99"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, money.Currency("EUR"), rows[0].Input.Currency)
			},
		},
		"a decimal sign that the caller names": {
			list: "EAN;Netto EK\n" + ean(1) + ";1.250\n", wanted: pricelist.Wanted{Decimal: columns.Dot}, columns: "identifier A, cost B", costs: []string{"1.25"},
		},
		"codes and an ASIN": {
			list: "ASIN,UPC,Cost\n,36000291452,2\nB000000001,,3\n", columns: "identifier A, identifier B, cost C", costs: []string{"2", "3"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, []string{"gtin", "asin"}, []string{rows[0].Method(), rows[1].Method()})
			},
		},
		"a line that names the delimiter": {
			list: "sep=;\r\nEAN;Description;Net price\r\n" + ean(1) + ";Bottle, blue;2,50\r\n", columns: "identifier A, cost C, title B", costs: []string{"2.5"},
			check: func(t *testing.T, rows []pricelist.Row) { require.Equal(t, "Bottle, blue", rows[0].Input.Title) },
		},
		"UTF-16": {
			list:    "\xff\xfe" + encoded(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder(), "EAN\tBezeichnung\tEK netto\n"+ean(1)+"\tTrinkflasche für Ärzte\t2,50\n"),
			columns: "identifier A, cost C, title B", costs: []string{"2.5"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, "Trinkflasche für Ärzte", rows[0].Input.Title)
			},
		},
		"Windows-1252": {
			list:    encoded(t, charmap.Windows1252.NewEncoder(), "EAN;Bezeichnung;EK netto\n"+ean(1)+";Trinkflasche für Ärzte;2,50 €\n"+ean(2)+";Schüssel, groß;1,05 €\n"),
			columns: "identifier A, cost C, title B", costs: []string{"2.5", "1.05"},
			check: func(t *testing.T, rows []pricelist.Row) {
				require.Equal(t, []any{"Schüssel, groß", money.Currency("EUR")}, []any{rows[1].Input.Title, rows[1].Input.Currency})
			},
		},
		"two sheets": {
			list: workbook(t, "Terms", [][]any{{"Prices 2026"}, {"Delivery", "ex works"}}, "Prices", [][]any{
				{"EAN", "Article", "Net price", "RRP"}, {ean(1), "Bottle", 2.5, 9.99}, {ean(2), "Cup", 1.05, 4.99}, {ean(4), "Bowl", 3, 12.5},
			}), columns: "identifier A, cost C, title B", costs: []string{"2.5", "1.05", "3"},
			check: func(t *testing.T, rows []pricelist.Row) { require.Equal(t, ean(1), rows[0].Input.Identifier) },
		},
		"a sheet that the caller names": {
			list: workbook(t, "2025", [][]any{{"EAN", "Net price"}, {ean(1), 2.5}, {ean(2), 1.05}, {ean(4), 3}, {ean(6), 4}, {ean(8), 5}},
				"2026", [][]any{{"EAN", "Net price"}, {ean(1), 2.75}}), wanted: pricelist.Wanted{Sheet: "2026"},
			columns: "identifier A, cost B", costs: []string{"2.75"},
		},
	}
	byTier(t, func(t *testing.T, w world) {
		for name, c := range lists {
			made, err := w.startFile(t, c.list, c.wanted, optional.None[int64]())
			if c.suggested != "" {
				require.Error(t, err, "%s: %s", name, columnsOf(made.Values.Mapping.Or(pricelist.Mapping{})))
				refused(t, err, fault.CodeMappingRequired)
				broken, _ := fault.As(err)
				var known, open []string
				for _, f := range pricelist.Field("").Words() {
					for _, at := range broken.Details["suggestion"].(map[string][]string)[string(f)] {
						known = append(known, string(f)+" "+at)
					}
					for _, one := range broken.Details["candidates"].(map[string][]map[string]any)[string(f)] {
						open = append(open, fmt.Sprint(f, " ", one["column"]))
					}
				}
				require.Equal(t, []string{c.suggested, c.open}, []string{strings.Join(known, ", "), strings.Join(open, ", ")}, name)
				require.NotEmpty(t, broken.Details["sample"], name)
				continue
			}
			require.NoError(t, err, name)
			require.NoError(t, w.queue.Work(t.Context(), w.analyses.Handlers()...), name)
			require.Equal(t, c.columns, columnsOf(w.get(t, made.ID).Values.Mapping.Or(pricelist.Mapping{})), name)
			require.Equal(t, c.costs, w.costs(t, made.ID), name)
			if c.check == nil {
				continue
			}
			var rows []pricelist.Row
			for _, j := range w.byNumber(t, made.ID, pricelist.Filter{}) {
				rows = append(rows, j.Item.Values.Row)
			}
			c.check(t, rows)
		}
	})
}

// columnsOf returns the columns of a mapping in the order of the fields.
func columnsOf(m pricelist.Mapping) string {
	var out []string
	for _, f := range pricelist.Field("").Words() {
		for _, c := range m.Of(f) {
			out = append(out, string(f)+" "+columns.Letter(c.At))
		}
	}
	return strings.Join(out, ", ")
}

func encoded(t *testing.T, e interface{ String(string) (string, error) }, text string) string {
	t.Helper()
	out, err := e.String(text)
	require.NoError(t, err)
	return out
}

// workbook writes an XLSX file of sheets, given as name and rows in turn.
func workbook(t *testing.T, sheets ...any) string {
	t.Helper()
	f := excelize.NewFile()
	for part := range slices.Chunk(sheets, 2) {
		name := part[0].(string)
		_, err := f.NewSheet(name)
		require.NoError(t, err)
		for i, row := range part[1].([][]any) {
			require.NoError(t, f.SetSheetRow(name, fmt.Sprint("A", i+1), &row))
		}
	}
	require.NoError(t, f.DeleteSheet("Sheet1"))
	var b bytes.Buffer
	require.NoError(t, f.Write(&b))
	require.NoError(t, f.Close())
	return b.String()
}
