package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/money"
)

// Layout describes the documents of one kind from a supplier.
type Layout struct {
	Name string
	// Language names one of en, de, fr, es, it and nl.
	Language string
	HeldOut  bool
	Renderer Renderer
	// Size counts the points of the letters; 0 means 9.
	Size float64
	Type document.Type
	// Title may contain {number} and {date}.
	Title string
	// Columns lists kind|label|width, separated by semicolons. A width has millimetres and L, R or
	// C; ~ ends a row of the label.
	Columns string
	Figures Figures
	// Day has the layout of dates, as in package time.
	Day      string
	Currency money.Currency
	// Facts lists the labels of number, date, due, order, taxid and terms. They are below each
	// other, or as Place says.
	Facts string
	Place Place
	// Sums lists the labels of subtotal, discount, freight, tax, total and base.
	Sums string
	// Rows bounds the number of lines, least and most.
	Rows [2]int
	// Carried has the words above and below a page break, and Every repeats the head of the table
	// there.
	Carried [2]string
	Every   bool
	// Groups has the label of the sum below each group of lines.
	Groups string
	// Below lists rows below the description: gtin, origin, pack, sku, and other words as they are.
	Below []string
	// Figure places the figures in a row of a line's block.
	Figure FigureRow
	// Less places the discounts of lines, with Reduction as the word for discounts in rows of their
	// own.
	Less      Less
	Reduction string
	// Packs puts packs into names, as in 6 x 1,5 l, and cases into the column of packs.
	Packs bool
	// Loose prints prices with fewer decimals than the prices that make the totals.
	Loose bool
	// Decimals counts the decimals of prices; 0 means 2. Hundred prints some prices for a hundred
	// units, or all without a column base.
	Decimals int
	Hundred  bool
	// Freight, Deposit and Fee name lines that are no products.
	Freight, Deposit, Fee string
	// Minus says which figures of a credit note are negative.
	Minus Minus
	// Rates lists the tax rates of lines, the first for sums. TaxTable prints them below the sums
	// under its three labels.
	Rates    []int
	TaxTable string
	// Rule draws lines between rows, and Spread adds space between lines, in rows.
	Rule   bool
	Spread float64
	// Foot appears on every page, Head on every page but the first.
	Head, Foot string
	// Set counts documents of a kind together; empty for synthetic.
	Set string
	// Trade picks companies and goods: drinks, food, parts, textiles or electronics; empty for
	// household.
	Trade string
	// Codes give shapes of product codes, Seconds of a second code: # for a digit, ? for a letter.
	// Second labels the second code below a name, Under puts it below the first code.
	Codes, Seconds []string
	Second         string
	Under          bool
	// Cased says whether quantities and prices count cases or units. Pack prints a case of {n}
	// units of {size}, out of Sizes; without a column it follows the name.
	Cased Cased
	Pack  string
	Sizes []string
	// Card has the rows of a block for each line in place of a table. A row has cells between |,
	// with {kind} as in a column of the kind. > aligns a cell right, +30 moves it by 30
	// millimetres, * makes it bold. Across counts the blocks beside each other, or the columns of a
	// price list.
	Card   []string
	Across int
	// FactsAcross counts the facts in a row of Boxes, their values Deep rows below the label.
	FactsAcross int
	Deep        float64
	// Parties label addressees beside each other below a letterhead, Contact adds a row to it.
	Parties, Contact string
	// Terms prints the terms of payment, Days counts from the date to the due date.
	Terms string
	Days  int
	// Allowances names discounts in rows below a line; NetLast prints the total in the last row.
	Allowances []string
	NetLast    bool
	// SumsAcross prints the labels of sums in a row, the amounts below them.
	SumsAcross bool
	// Heading adds a row above each group of five lines.
	Heading string
}

// Renderer writes the file.
type Renderer string

// The renderers: a TrueType font with its letters embedded, fonts that every viewer has, and the
// form of purchase orders.
const (
	TrueType  Renderer = "truetype"
	Helvetica Renderer = "helvetica"
	Times     Renderer = "times"
	Courier   Renderer = "courier"
	Order     Renderer = "order form"
)

// Figures formats numbers.
type Figures struct {
	Decimal, Thousands string
	// Before and After surround amounts.
	Before, After string
	// Unit follows quantities, if there is no column of units.
	Unit string
	// Puts the minus after the figure.
	Behind bool
	// Whole counts the decimals of quantities.
	Whole int
}

// Place names the place of the facts.
type Place int

// The places.
const (
	Right Place = iota
	Left
	Grid
	Sentence
	Boxes
)

// FigureRow names a row of a line's block.
type FigureRow int

// The rows. Split puts the total into the row below.
const (
	First FigureRow = iota
	Last
	Middle
	Split
)

// Less names the place of a line's discount.
type Less int

// The places of discounts.
const (
	NoDiscount Less = iota
	InColumn
	Beneath
	BeneathPercent
)

// Minus names the negative figures of a credit note.
type Minus int

// The signs of credit notes.
const (
	Nothing Minus = iota
	Quantities
	Totals
)

// Cased says whether quantities and prices count cases or units.
type Cased int

// The ways: cases with the price of a case, cases with the price of a unit, units, and weights.
const (
	NoCases Cased = iota
	CasePriced
	UnitPriced
	InUnits
	Weighed
)

// pair has a kind and its label.
type pair struct{ kind, label string }

func pairs(text string) []pair {
	var list []pair
	for part := range strings.SplitSeq(text, ";") {
		if kind, label, ok := strings.Cut(strings.TrimSpace(part), "="); ok {
			list = append(list, pair{kind, label})
		}
	}
	return list
}

// column describes a column of a table. Width counts millimetres.
type column struct {
	kind, label string
	width       float64
	align       string
}

func columns(text string) ([]column, error) {
	var list []column
	for part := range strings.SplitSeq(text, ";") {
		fields := strings.Split(strings.TrimSpace(part), "|")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q is no column", part)
		}
		size := fields[2]
		width, err := strconv.ParseFloat(size[:len(size)-1], 64)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", part, err)
		}
		list = append(list, column{fields[0], fields[1], width, size[len(size)-1:]})
	}
	return list, nil
}

func has(list []column, kind string) bool {
	for _, c := range list {
		if c.kind == kind {
			return true
		}
	}
	return false
}

// Layouts returns the known layouts and then the twenty unseen.
func Layouts() []Layout { return append(append([]Layout{}, known()...), heldOut...) }

func known() []Layout {
	return slices.Concat(english, german, others, more)
}
