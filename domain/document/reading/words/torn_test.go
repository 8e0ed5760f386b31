package words_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/words"
)

// A row may part a code at its hyphen. The lower part is no code of its own.
func TestCodesThatRowsPart(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		lines []string
	}{
		"in a text": {
			"Sr.   Material Description                     Qty    Unit Price    Total Price\n" +
				"      PUMP UNIT -LT-37-TURNS-1000-CLASS-F IP-\n" +
				"1     550-CLASS-F BASE-STEEL                     2        120.50         241.00\n\n" +
				"      PUMP UNIT -LT-22-TURNS-1500-CLASS-H IP-\n" +
				"2     650-DUTY-S1-BODY-180M- BASE-STEEL          1         99.00          99.00\n",
			[]string{
				"|PUMP UNIT -LT-37-TURNS-1000-CLASS-F IP-550-CLASS-F BASE-STEEL|2|120.5|241|columns",
				"|PUMP UNIT -LT-22-TURNS-1500-CLASS-H IP-650-DUTY-S1-BODY-180M- BASE-STEEL|1|99|99|columns",
			},
		},
		"after its label": {
			"Description             Qty       Price       Total\n" +
				"Gasket ring              25        1.20       30.00\nSKU: TX-\n7700B\n" +
				"Hose clamp               40        0.85       34.00\nSKU: TX-\n8800B\n",
			[]string{"TX-7700B|Gasket ring|25|1.2|30|columns", "TX-8800B|Hose clamp|40|0.85|34|columns"},
		},
		"after its label, without the rest": {
			"Description             Qty       Price       Total\nGasket ring              25        1.20       30.00\nSKU: TX7-\n",
			[]string{"|Gasket ring SKU: TX7-|25|1.2|30|columns"},
		},
		"a word after a code": {
			"Description             Qty       Price       Total\nGasket TX-               25        1.20       30.00\nRing\n",
			[]string{"|Gasket TX- Ring|25|1.2|30|columns"},
		},
		"a word in small letters": {
			"Description             Qty       Price       Total\nGasket with lip-         25        1.20       30.00\nRing\n",
			[]string{"|Gasket with lip- Ring|25|1.2|30|columns"},
		},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, name)
	}
}

// Powers, taxes, names and parts of texts are no codes of products.
func TestWordsThatAreNoCodes(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		lines []string
	}{
		"a figure that begins a text": {
			"No   Material Description         Unit      Qty    Unit Rate    Total Price\n" +
				"1    315 KW/422 HP , PUMP         NOS         2       738.50       1,477.00\n" +
				"2    37 KW / 50 HP , PUMP         NOS         1       111.80         111.80\n",
			[]string{"|315 KW/422 HP , PUMP|2|738.5|1477|columns", "|37 KW / 50 HP , PUMP|1|111.8|111.8|columns"},
		},
		"a tax": {
			"Item No.     Description             Qty       Price       Total\n" +
				"IGST         Gasket ring              25        1.20       30.00\n",
			[]string{"|IGST Gasket ring|25|1.2|30|columns"},
		},
		"the rate of a tax": {
			"Item No.     Description             Qty       Price       Total\n" +
				"18 %         Gasket ring              25        1.20       30.00\n",
			[]string{"|18 % Gasket ring|25|1.2|30|columns"},
		},
		"names before descriptions": {
			"Item         Description             Qty       Price       Total\n" +
				"Contract     Taking down poles        47        7.00      329.00\n" +
				"Contract     Painting of poles        47       19.00      893.00\n",
			[]string{"|Contract Taking down poles|47|7|329|columns", "|Contract Painting of poles|47|19|893|columns"},
		},
		"codes before descriptions": {
			"Item         Description             Qty       Price       Total\n" +
				"CON-1        Taking down poles        47        7.00      329.00\n" +
				"PAINT-2      Painting of poles        47       19.00      893.00\n",
			[]string{"CON-1|Taking down poles|47|7|329|columns", "PAINT-2|Painting of poles|47|19|893|columns"},
		},
		"a word below the address over the labels": {
			"State Name   : Northshire, Code : 27\n" +
				"Sl No.       Description of Goods     HSN/SAC     Quantity     Rate      per     Amount\n" +
				"1            PUMP 22 KW 6 LIFT IE3    84131191       1 PCS   92.75 PCS            92.75\n" +
				"             Front Lock B3\n",
			[]string{"|PUMP 22 KW 6 LIFT IE3 Front Lock B3|1|92.75|92.75|columns"},
		},
		"names beside labels of codes": {
			"Item         Description             Qty       Price       Total\n" +
				"Gasket ring  SKU: WR-81               25        1.20       30.00\n" +
				"Clamp 210g   Steel SKU: WR-99         40        0.85       34.00\n",
			[]string{"WR-81|Gasket ring|25|1.2|30|columns", "WR-99|Clamp 210g Steel|40|0.85|34|columns"},
		},
		"codes beside a label of codes": {
			"Item         Description             Qty       Price       Total\n" +
				"WR-80        Gasket ring              25        1.20       30.00\n" +
				"Clamp        Steel Item No: WR-99     40        0.85       34.00\n",
			[]string{"WR-80|Gasket ring|25|1.2|30|columns", "WR-99|Clamp Steel|40|0.85|34|columns"},
		},
		"codes of letters after their labels": {
			"Qty      Description             Price       Total\n" +
				"25       Gasket ring              1.20       30.00\n         SKU: WR-RING\n" +
				"40       Clamp                    0.85       34.00\n         SKU: WR-CLA-M   UPC: 012345678905\n",
			[]string{"WR-RING|Gasket ring|25|1.2|30|columns", "WR-CLA-M|Clamp|40|0.85|34|columns"},
		},
		"sizes and weights are no lines": {
			"SKU      Description             Qty       Price       Total\n" +
				"WR-10    Anvil                     2       64.00      128.00\n         Weight 2 x 5.00 kg = 10.00 kg\n" +
				"WR-20    Table                     8       34.50      276.00\n         Carton 2 x 50.00 x 100.00 cm\n",
			[]string{"WR-10|Anvil Weight 2 x 5.00 kg =|2|64|128|columns", "WR-20|Table Carton 2 x 50.00 x cm|8|34.5|276|columns"},
		},
		"the price of a dozen": {
			"SKU      Description             Qty       Price     Per       Total\n" +
				"WR-30    Trout fly                60        9.60     doz       48.00\n",
			[]string{"WR-30|Trout fly doz|60|9.6|48|columns"},
		},
		"a quantity that touches its code": {
			"Qty  SKU          Description             Price       Total\n" +
				" 12  BRK-2210     Brake pad               24.90      298.80\n110OIL-5W30       Motor oil                4.85      533.50\n",
			[]string{"BRK-2210|Brake pad|12|24.9|298.8|columns", "OIL-5W30|Motor oil|110|4.85|533.5|columns"},
		},
		"a label of tariff numbers": {
			"Sl.   Item Description & HSN/SAC Code      Quantity    UOM       Rate      Amount\n" +
				"1     PX38030021                              2.000    NO'S     48.50       97.00\n" +
				"      Frame size 160 class :- H,\n",
			[]string{"PX38030021|Frame size 160 class :- H,|2|48.5|97|columns"},
		},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, name)
	}
}

// Spaces between thousands may be as wide as those between words. Figures that agree decide, others
// are asked for.
func TestThousandsAtAWideSpace(t *testing.T) {
	const top = "INVOICE\n\nSKU      Description             Qty     Unit price         Amount\n"
	for name, c := range map[string]struct{ row, want string }{
		"zeros":                     {"A-1      Lantern brass            10          2 000         20 000\n", "10 2000 20000"},
		"figures that agree":        {"A-1      Lantern brass            10       2 450,00      24 500,00\n", "10 2450 24500"},
		"a part that agrees too":    {"A-1      Lantern brass             1       2 500,00       2 500,00\n", "1 2500 2500"},
		"millions":                  {"A-1      Lantern brass           100      12 450,00   1 245 000,00\n", "100 12450 1245000"},
		"a quantity beside a price": {"A-1      Lantern brass           2 450,00                   900,00\n", "2 450 900"},
		"figures that do not agree": {"A-1      Lantern brass            10       2 450,00      24 999,00\n", "10  "},
	} {
		r, _ := read(top+c.row, words.Hints{})
		require.Len(t, r.Lines, 1, name)
		l := r.Lines[0]
		require.Equal(t, c.want, printed(l.Quantity)+" "+printed(l.UnitPrice)+" "+printed(l.LineTotal), name)
		require.Equal(t, name == "figures that do not agree", l.Evidence == reading.Placed, name)
		require.Equal(t, l.Evidence == reading.Placed, slices.Contains(codes(r.Problems), reading.ColumnsUnsure), name)
	}
}

// Counts may begin with a zero, and India counts in numbers.
func TestCountsOfPieces(t *testing.T) {
	const top = "PURCHASE ORDER\n\nSl   Description               Quantity        Rate        Amount\n"
	for row, want := range map[string]string{
		"1    Lantern brass             05 Nos         20.00        100.00\n": "|Lantern brass|5|20|100|columns",
		"1    Lantern brass             5.00 no        20.00        100.00\n": "|Lantern brass|5|20|100|columns",
		"1    Lantern brass             5 Num          20.00        100.00\n": "|Lantern brass|5|20|100|columns",
	} {
		r, got := read(top+row, words.Hints{})
		require.Equal(t, []string{want}, got, row)
		require.Equal(t, "piece", r.Lines[0].Unit, row)
	}
	_, got := read("PURCHASE ORDER\n\nSl   Description           Unit     Quantity        Rate        Amount\n"+
		"1    Lantern brass         Nos            05       20.00        100.00\n", words.Hints{})
	require.Equal(t, []string{"|Lantern brass|5|20|100|columns"}, got)
}
