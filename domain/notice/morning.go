package notice

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/money"
)

// Todo has the records of a kind that need a person.
type Todo struct {
	Kind  Kind
	Count int64
	// Rows describes the first records.
	Rows []string
}

// Sold has the sales of a marketplace on a day, as the API answers them. Amounts keep their digits;
// "" means unknown.
type Sold struct {
	Marketplace, Currency string
	Units                 int64
	MeanPrice, Profit     string
}

// Reason counts the new prices that were decided for a reason.
type Reason struct {
	Words string
	Count int64
}

// Received has an order with goods that came in.
type Received struct{ Number, Supplier, Status string }

// Facts has the contents of a morning mail.
type Facts struct {
	Team string
	// Day has the UTC day of sales, prices and receipts, Before the day a week earlier.
	Day, Before          string
	Todo                 []Todo
	Sold, SoldBefore     []Sold
	Prices               []Reason
	Received             []Received
	PricesUp, PricesDown int64
}

// unknown replaces an unknown figure.
const unknown = "–"

// Morning writes the morning mail of a user. It also comes when nothing needs the user.
func Morning(id string, v Values, f Facts, now time.Time) Letter {
	l := Letter{
		ID: id, At: now,
		Intro: "Your team " + f.Team + " on the morning of " + now.UTC().Format("2 January 2006") + ".",
	}
	total := int64(0)
	needs := Section{Title: "Needs you"}
	for _, t := range f.Todo {
		if t.Count == 0 || !v.Has(t.Kind) {
			continue
		}
		total += t.Count
		needs.Table.Rows = append(needs.Table.Rows, []string{rows[t.Kind].title, strconv.FormatInt(t.Count, 10)})
	}
	needs.Table.Numbers = []bool{false, true}
	if total == 0 {
		needs = Section{Title: needs.Title, Text: "Nothing."}
	}
	l.Sections = append(l.Sections, needs)
	for _, t := range f.Todo {
		if t.Count > 0 && v.Has(t.Kind) && len(t.Rows) > 0 {
			l.Sections = append(l.Sections, t.section())
		}
	}
	l.Sections = append(append(l.Sections, f.sales()...), f.prices(), f.received())
	l.Subject = "Good morning: nothing needs you"
	switch {
	case total == 1:
		l.Subject = "Good morning: 1 thing needs you"
	case total > 1:
		l.Subject = "Good morning: " + strconv.FormatInt(total, 10) + " things need you"
	}
	return l.Cleaned()
}

func (t Todo) section() Section {
	s := Section{Title: rows[t.Kind].title}
	for _, row := range t.Rows {
		s.Table.Rows = append(s.Table.Rows, []string{row})
	}
	if more := t.Count - int64(len(t.Rows)); more > 0 {
		s.Table.Rows = append(s.Table.Rows, []string{strconv.FormatInt(more, 10) + " more."})
	}
	return s
}

// sales compares the sales of the day with the day a week before. Sales without known orders show
// as unknown, not as 0. Each marketplace has a section with short words, which fits a telephone.
func (f Facts) sales() (out []Section) {
	day, before := byMarketplace(f.Sold), byMarketplace(f.SoldBefore)
	for _, m := range slices.Sorted(maps.Keys(merged(day, before))) {
		now, was := day[m], before[m]
		out = append(out, Section{Title: "Sales on " + m, Table: Table{
			Head: []string{"", f.Day, f.Before}, Numbers: []bool{false, true, true}, Rows: [][]string{
				{"Units", units(now), units(was)},
				{"Mean price", amount(now.MeanPrice, now.Currency), amount(was.MeanPrice, was.Currency)},
				{"Profit", amount(now.Profit, now.Currency), amount(was.Profit, was.Currency)},
			},
		}})
	}
	if len(out) == 0 {
		return []Section{{Title: "Sales", Text: "No orders of " + f.Day + " and " + f.Before + " are known."}}
	}
	return out
}

func byMarketplace(all []Sold) map[string]Sold {
	out := map[string]Sold{}
	for _, sold := range all {
		out[sold.Marketplace] = sold
	}
	return out
}

func merged(a, b map[string]Sold) map[string]Sold {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// units writes the units of a marketplace with known sales.
func units(s Sold) string {
	if s.Marketplace == "" {
		return unknown
	}
	return strconv.FormatInt(s.Units, 10)
}

// amount rounds an amount to the decimals of its currency.
func amount(digits, currency string) string {
	exact, err := decimal.Parse(digits)
	if err != nil {
		return unknown
	}
	return exact.Rescale(money.Currency(currency).Decimals()).String() + " " + currency
}

func (f Facts) prices() Section {
	s := Section{Title: "Prices decided on " + f.Day}
	if len(f.Prices) == 0 {
		s.Text = "None."
		return s
	}
	s.Text = strconv.FormatInt(f.PricesUp, 10) + " up, " + strconv.FormatInt(f.PricesDown, 10) + " down."
	for _, r := range f.Prices {
		s.Table.Rows = append(s.Table.Rows, []string{r.Words, strconv.FormatInt(r.Count, 10)})
	}
	s.Table.Head, s.Table.Numbers = []string{"Reason", "Prices"}, []bool{false, true}
	return s
}

func (f Facts) received() Section {
	s := Section{Title: "Received on " + f.Day}
	if len(f.Received) == 0 {
		s.Text = "Nothing."
		return s
	}
	for _, r := range f.Received {
		s.Table.Rows = append(s.Table.Rows, []string{r.Number, r.Supplier, r.Status})
	}
	s.Table.Head = []string{"Order", "Supplier", "Status"}
	return s
}
