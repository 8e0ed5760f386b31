package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/money"
)

// Layout is how a supplier lays out papers of a kind.
type Layout struct {
	Name string
	// Language is en, de, fr, es, it or nl.
	Language string
	HeldOut  bool
	Renderer Renderer
	// Size of the letters in points, 9 for 0.
	Size float64
	Type document.Type
	// Title has {number} and {date} where they stand in it.
	Title string
	// Columns are kind|label|width in millimetres and L, R or C, one behind the other; ~ ends a row of the label.
	Columns string
	Figures Figures
	// Day is the layout of dates, as of package time.
	Day      string
	Currency money.Currency
	// Facts are number, date, due, order, taxid, terms and their labels, below each other or as Place says.
	Facts string
	Place Place
	// Sums are subtotal, discount, freight, tax, total, base and their labels.
	Sums string
	// Rows is how many lines there are at least and at most.
	Rows [2]int
	// Carried are the words above and below a break of the page, Every repeats the head of the table there.
	Carried [2]string
	Every   bool
	// Groups is the word of the sum below each group of lines.
	Groups string
	// Below are rows below the description: gtin, origin, pack, sku, and words as they are.
	Below []string
	// Figure is the row of a line's block that its figures stand in.
	Figure FigureRow
	// Less says how discounts of lines are printed, with Reduction as their word in rows of their own.
	Less      Less
	Reduction string
	// Packs puts packs into names, as in 6 x 1,5 l, and cases into the column of packs.
	Packs bool
	// Loose prices are printed with fewer decimals than the totals come from.
	Loose bool
	// Decimals are those of prices, 2 for 0; Hundred are prices for a hundred units, a column base says so too.
	Decimals int
	Hundred  bool
	// Freight and Deposit are words of lines that are no products, Fee too.
	Freight, Deposit, Fee string
	// Minus says which figures of a credit note are negative.
	Minus Minus
	// Rates are the tax rates of lines, the first for sums; TaxTable prints them below the sums under its three labels.
	Rates    []int
	TaxTable string
	// Rule draws lines between rows, Spread is the space between lines in rows.
	Rule   bool
	Spread float64
	// Head and Foot stand on every page.
	Head, Foot string
	// Set counts papers of a kind together; empty for synthetic.
	Set string
	// Trade picks companies and goods: drinks, food, parts, textiles or electronics; empty for
	// household.
	Trade string
	// Codes give shapes of product codes, Seconds of a second code: # for a digit, ? for a letter.
	// Second labels the second code below a name, Under puts it below the first code.
	Codes, Seconds []string
	Second         string
	Under          bool
	// Cased says whether quantities and prices count cases or units. Pack prints a case of {n} units
	// of {size}, one of Sizes; without a column it follows the name.
	Cased Cased
	Pack  string
	Sizes []string
	// Card has the rows of a block for each line in place of a table. A row has cells between |, with
	// {kind} as in a column of the kind; > aligns a cell right, +30 moves it by 30 millimetres, *
	// makes it bold. Across blocks are printed beside each other, or columns of a price list.
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

// The renderers: a TrueType font with its letters embedded, the fonts every viewer has, and the form of purchase orders.
const (
	TrueType  Renderer = "truetype"
	Helvetica Renderer = "helvetica"
	Times     Renderer = "times"
	Courier   Renderer = "courier"
	Order     Renderer = "order form"
)

// Figures is how numbers are printed.
type Figures struct {
	Decimal, Thousands string
	// Before and After stand beside amounts.
	Before, After string
	// Unit follows quantities where it is not empty and there is no column of units.
	Unit string
	// Behind puts the minus behind the figure.
	Behind bool
	// Whole quantities have decimals.
	Whole int
}

// Place is where facts stand.
type Place int

// The places.
const (
	Right Place = iota
	Left
	Grid
	Sentence
	Boxes
)

// FigureRow is a row of a line's block.
type FigureRow int

// The rows. Split puts the total into the row below.
const (
	First FigureRow = iota
	Last
	Middle
	Split
)

// Less is where a discount of a line stands.
type Less int

// The places of discounts.
const (
	NoDiscount Less = iota
	InColumn
	Beneath
	BeneathPercent
)

// Minus is what is negative on a credit note.
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

// pair is a kind and its label.
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

// column is one of a table. Width is in millimetres.
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
