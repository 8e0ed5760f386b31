package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/words"
)

func TestShapesOfCards(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"a count before the name, amounts beside the code",
			"12 x Basmati Rice\nProduct code: 57.190   £3.00   £36.00\n\n5 x Sea Salt\nProduct code: A-101   £2.00   £10.00\n\nNet   £46.00\n",
			[]string{"57.190|Basmati Rice|12|3|36|product", "A-101|Sea Salt|5|2|10|product"}},
		{"one amount beside the code", "12 x Basmati Rice\nProduct code: 57.190   £36.00\n\n5 x Sea Salt\nProduct code: A-101   £10.00\n\nNet   £46.00\n",
			[]string{"57.190|Basmati Rice|12||36|product", "A-101|Sea Salt|5||10|product"}},
		{"a total beside the name",
			"Lamp   $47.00\nSKU 57.190\nQuantity 2  ($23.50 each)\n\nVase   $4.00\nSKU A-77\nQuantity 1  ($4.00 each)\n\nSubtotal   $51.00\n",
			[]string{"57.190|Lamp|2|23.5|47|product", "A-77|Vase|1|4|4|product"}},
		{"beside each other",
			"Towel                         Apron\nCode 57.190                   Code A-77\n12 @ £3.00   £36.00           5 @ £2.00   £10.00\n\nCap\nCode 10234\n1 @ £4.00   £4.00\n\n" +
				"Goods   £50.00\n",
			[]string{"57.190|Towel|12|3|36|product", "10234|Cap|1|4|4|product", "A-77|Apron|5|2|10|product"}},
		{"a quantity of thousands",
			"Nappe\nRéf. 57.190\nQuantité : 1 200   3,50 € l'unité   4.200,00 €\n\nDrap\nRéf. A-77\nQuantité : 2   10,00 € l'unité   20,00 €\n\nTotal HT   4.220,00 €\n",
			[]string{"57.190|Nappe|1200|3.5|4200|product", "A-77|Drap|2|10|20|product"}},
		{"pieces at a price each", "1. Lampe   47,00 €\nArt. 57.190\n2 Stück zu je 23,50 €\n\n2. Vase   4,00 €\nArt. HK00512\n1 Stück zu je 4,00 €\n\nNetto   51,00 €\n",
			[]string{"57.190|Lampe|2|23.5|47|product", "HK00512|Vase|1|4|4|product"}},
		{"a code before the count", "Miroir   36,00 €\n57.190 - 12 x 3,00 €\n\nVase   4,00 €\nHK00512 - 1 x 4,00 €\n\nTotal HT   40,00 €\n",
			[]string{"57.190|Miroir|12|3|36|product", "HK00512|Vase|1|4|4|product"}},
		{"a code before the name", "57.190     Miroir\n           12 x 3,00 €   36,00 €\n\nHK00512    Vase\n           1 x 4,00 €   4,00 €\n\nTotal HT   40,00 €\n",
			[]string{"57.190|Miroir|12|3|36|product", "HK00512|Vase|1|4|4|product"}},
		{"a label without a mark", "Webcam\nItem 57.190   x10   $49.90\n\nDock\nItem A-77   x1   $129.99\n\nTotal   $179.89\n",
			[]string{"57.190|Webcam|10||49.9|product", "A-77|Dock|1||129.99|product"}},
		{"a code of two words", "Brake Cleaner\nPart # CRC 05091\nQty: 1   $182.39\n\nPenetrant\nPart # NCB 128PB\nQty: 2   $91.32\n\nSubtotal   $273.71\n",
			[]string{"CRC 05091|Brake Cleaner|1||182.39|product", "NCB 128PB|Penetrant|2||91.32|product"}},
		{"of a title, the price of each further below",
			"1 of: Floor Length Curtains, 2 Panels\nPanels Set\nSold by: Drapes\n$94.99\n2 of: Curtain Rings with Clips\nSold by: Rings\n$25.88\n\nItem(s) Subtotal: $146.75\n",
			[]string{"|Floor Length Curtains, 2 Panels Panels Set Sold by: Drapes|1|94.99|94.99|product",
				"|Curtain Rings with Clips Sold by: Rings|2|25.88|51.76|product"}},
		{"a header above the first card", "Items Ordered   Price\n1 of: Floor Length Curtains\nCondition: New\n$94.99\n2 of: Curtain Rings with Clips\nCondition: New\n$25.88\n" +
			"\nItem(s) Subtotal: $146.75\n",
			[]string{"|Floor Length Curtains Condition: New|1|94.99|94.99|product", "|Curtain Rings with Clips Condition: New|2|25.88|51.76|product"}},
		{"list prices beside", "Brake Cleaner\nPart # CRC 05091\nQty: 1\n$182.39\n$227.99 /Drum(s)\n\nPenetrant\nPart # NCB 128PB\nQty: 1\n$45.66\n$52.99 /Gal(s)\n\nSubtotal   $228.05\n",
			[]string{"CRC 05091|Brake Cleaner $227.99 /Drum(s)|1||182.39|product", "NCB 128PB|Penetrant $52.99 /Gal(s)|1||45.66|product"}},
		{"a sentence with the word of a sum", "Mug\n2 x £3.00   £6.00\n\nPlate\n4 x £2.50   £10.00\n\nNet   £16.00\n\nGoods remain our property until paid in full. Call 0113 496 0000\n",
			[]string{"|Mug|2|3|6|product", "|Plate|4|2.5|10|product"}},
		{"a size beside an amount of the name", "Backmatte 40 x 30 cm   809,20 €\nArt. 95.532\n35 Stück zu je 23,12 €\n\nVase   4,00 €\nArt. HK00512\n1 Stück zu je 4,00 €\n\nNetto   813,20 €\n",
			[]string{"95.532|Backmatte 40 x 30 cm|35|23.12|809.2|product", "HK00512|Vase|1|4|4|product"}},
		{"a sum with an unknown label", "Mug\n2 x £3.00   £6.00\n\nPlate\n4 x £2.50   £10.00\n\nWhat you pay for it   £16.00\nEstimated dues   £1.00\nTotal   £17.00\n",
			[]string{"|Mug|2|3|6|product", "|Plate|4|2.5|10|product"}},
		{"a longer text of the first card", "Hand thrown bowl\nSKU: BWL-22\nSize: Large\n2 x US$18.00\n\nButter dish\nSKU: BTR-9\n1 x US$30.00\n\nItem total   US$66.00\n",
			[]string{"BWL-22|Hand thrown bowl Size: Large|2|18|36|product", "BTR-9|Butter dish|1|30|30|product"}},
		{"a table with a price for all", "Product                  Quantity      Price\nCeramic Mug (blue)            2      $24.00\nTea Towel                     1      $12.50\nSubtotal:                            $36.50\n",
			[]string{"|Ceramic Mug (blue)|2||24|joined", "|Tea Towel|1||12.5|joined"}},
		{"a table with a price for each", "Product                  Quantity      Price\nCeramic Mug (blue)            2      $12.00\nTea Towel                     1      $12.50\nSubtotal:                            $36.50\n",
			[]string{"|Ceramic Mug (blue)|2|12|24|joined", "|Tea Towel|1|12.5|12.5|joined"}},
		{"a table that does not add up", "Product                  Quantity      Price\nCeramic Mug (blue)            2      $12.00\nTea Towel                     1      $12.50\nSubtotal:                            $37.50\n",
			[]string{}},
		{"a letterhead above cards of a row each", "Deskmoor Ltd\nDate: 2025-10-25\n1. Webcam   x10   $49.90\n2. Dock   x2   $20.00\nTotal   $69.90\n",
			[]string{"|Webcam|10||49.9|product", "|Dock|2||20|product"}},
		{"cards beside each other that do not add up", "12 @ £3.00   £36.00           5 @ £2.00   £10.00\n\nGoods   £50.00\n", []string{}},
		{"no sum, and a total that is not the product", "Towel\n12 @ £3.00   £36.00\n\nApron\n5 @ £2.00   £11.00\n", []string{}},
		{"the price of the line below its label", "Lamp\nQuantity: 2\nPrice: $47.00\n\nVase\nQuantity: 3\nPrice: $12.00\n\nSubtotal: $59.00\nTax: TBD\nTotal: TBD\n",
			[]string{"|Lamp|2||47|product", "|Vase|3||12|product"}},
		{"labels above their values", "Lamp\nPrice\n$23.50\nQuantity\n2\nItem total\n$47.00\n\nVase\nPrice\n$4.00\nQuantity\n3\nItem total\n$12.00\n\nSubtotal   $59.00\n",
			[]string{"|Lamp Price Item total|2|23.5|47|product", "|Vase Price Item total|3|4|12|product"}},
		{"a label above the quantity alone", "Lamp             $23.50    Qty    $47.00\nItem 57.190      / each    2\n\nVase             $4.00     Qty    $12.00\nItem A-77        / each    3\n\nSubtotal   $59.00\n",
			[]string{"57.190|Lamp / each|2|23.5|47|product", "A-77|Vase / each|3|4|12|product"}},
		{"no word for quantities", "Lamp\nItem 57.190\n$23.50 per each\n2 Each          $47.00\n\nVase\nItem A-77\n$4.00 per each\n3 Each          $12.00\n\nSubtotal   $59.00\n",
			[]string{"57.190|Lamp per each|2|23.5|47|product", "A-77|Vase per each|3|4|12|product"}},
		{"a count before the name", "2   Lamp            $47.00\n    A-102   @ $23.50\n\n3   Vase            $12.00\n    A-770   @ $4.00\n\nSubtotal   $59.00\n",
			[]string{"A-102|Lamp|2|23.5|47|product", "A-770|Vase|3|4|12|product"}},
		{"prices of units and no word for quantities",
			"Lamp\n$23.50 / Each        2 Each\n\nVase\n$4.00 / Each         3 Each\n\nTray\n$9.25 / Each         1 Each\n\nSubtotal   $68.25\n",
			[]string{"|Lamp|2|23.5|47|product", "|Vase|3|4|12|product", "|Tray|1|9.25|9.25|product"}},
		{"numbers that do not add up are no quantities",
			"Lamp\n$23.50 / Each        2 Each\n\nVase\n$4.00 / Each         3 Each\n\nTray\n$9.25 / Each         1 Each\n\nSubtotal   $70.25\n", []string{}},
		{"a subtotal in each card", "Lamp\nUnit: Box   Quantity: 2\nUnit Price: $23.50\nSubtotal: $47.00\n\nVase\nUnit: Box   Quantity: 3\nUnit Price: $4.00\nSubtotal: $12.00\n\n" +
			"Item subtotal: $59.00\nShipping: $5.00\nGrand Total: $64.00\n",
			[]string{"|Lamp Unit: Box|2|23.5|47|product", "|Vase Unit: Box|3|4|12|product"}},
		{"ordered and shipped", "Lamp\nQty Ordered: 5  Qty Shipped: 2\n$23.50 each   $47.00\n\nVase\nQty Ordered: 3  Qty Shipped: 3\n$4.00 each   $12.00\n\nSubtotal   $59.00\n",
			[]string{"|Lamp Qty Ordered: 5|2|23.5|47|product", "|Vase Qty Ordered: 3|3|4|12|product"}},
		{"sums beside the cards", "Lamp                           Order Summary\nItem 57.190                    Subtotal    $59.00\n2 Each   $23.50   $47.00       Shipping     $5.00\n                               Total       $64.00\n" +
			"Vase\nItem A-77\n3 Each   $4.00    $12.00\n\nQuestions? Call 0113 496 0000\n",
			[]string{"57.190|Lamp|2|23.5|47|product", "A-77|Vase|3|4|12|product"}},
		{"sums above the cards", "Subtotal    $59.00\nShipping     $5.00\nTotal       $64.00\n\nLamp\nItem 57.190\n$23.50 / EA     Shipped 2     $47.00\n\nVase\nItem A-77\n$4.00 / EA     Shipped 3     $12.00\n",
			[]string{"57.190|Lamp Shipped|2|23.5|47|product", "A-77|Vase Shipped|3|4|12|product"}},
		{"a card on two pages of a browser",
			"Lamp\nQty: 2\n$47.00  ($23.50 each)\n\nVase\nQty: 3\nhttps://shop.example/orders/77/print   1/2\f3/12/25, 10:15 AM   Order details\n$12.00  ($4.00 each)\n\nSubtotal   $59.00\n",
			[]string{"|Lamp|2|23.5|47|product", "|Vase|3|4|12|product"}},
		{"labels of a table above cards of several rows", "Product                 Quantity      Unit Price    Total\n\nLamp                    2 Each\nPart # 57.190           $23.50 / Each\n                                                    $47.00\n\n" +
			"Vase                    3 Each\nPart # A-77             $4.00 / Each\n                                                    $12.00\n\nSubtotal   $59.00\n",
			[]string{"57.190|Lamp|2|23.5|47|product", "A-77|Vase|3|4|12|product"}},
		{"many rows of a card", "Lamp\nItem 57.190\nPrice $23.50\nColour\nwhite\nSize\nlarge\nDelivery\nstandard\nPieces 2\nSold by Drapes\n$47.00\n\n" +
			"Vase\nItem A-770\nPrice $4.00\nColour\nred\nSize\nsmall\nDelivery\nstandard\nPieces 3\nSold by Drapes\n$12.00\n\nSubtotal $59.00\n",
			[]string{"57.190|Lamp Price Colour white Size large Delivery standard Pieces Sold by Drapes|2|23.5|47|product",
				"A-770|Vase Price Colour red Size small Delivery standard Pieces Sold by Drapes|3|4|12|product"}},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
	}
}

// TestNumbersOfCardsAreNoQuantities reads a list whose rows are numbered and have no price each.
func TestNumbersOfCardsAreNoQuantities(t *testing.T) {
	_, got := read("1 Kunstrasen\n4012345001235   10,00 €\n\n2 Lampe\n4000050986428   5,50 €\n\n"+
		"3 Vase\n4000001234561   9,80 €\n\nNetto   25,30 €\n", words.Hints{})
	for _, line := range got {
		require.NotRegexp(t, `\|[123]\|\|`, line)
	}
}
