package reading

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/optional"
)

// Taxed has a tax and its rate in percent, 0 where no rate is printed.
type Taxed struct{ Rate, Tax decimal.Decimal }

// usualRates lists the usual rates of taxes on sales in percent.
var usualRates = []string{
	"19", "20", "21", "22", "23", "24", "25", "27", "10", "7", "5", "5.5", "6", "8", "8.1", "9", "13", "15", "12", "18",
}

// Included adds up the taxes that a total includes: the amounts with these taxes make the total.
// A single tax without a rate has to fit a usual rate. The result is missing without such a proof.
func Included(total decimal.Decimal, taxes []Taxed) Figure {
	if len(taxes) == 1 && taxes[0].Rate.IsZero() {
		for _, rate := range usualRates {
			tax := Taxed{decimal.MustParse(rate), taxes[0].Tax}
			if sum := Included(total, []Taxed{tax}); sum.Known() {
				return sum
			}
		}
		return Figure{}
	}
	var sum, whole, slack decimal.Decimal
	for _, t := range taxes {
		part, rounded, ok := t.whole()
		var errs [3]error
		sum, errs[0] = sum.Add(t.Tax)
		whole, errs[1] = whole.Add(part)
		slack, errs[2] = slack.Add(rounded)
		if !ok || slices.ContainsFunc(errs[:], func(err error) bool { return err != nil }) {
			return Figure{}
		}
	}
	difference, err := whole.Abs().SubAbs(total.Abs())
	if len(taxes) == 0 || err != nil || difference.Cmp(slack) > 0 {
		return Figure{}
	}
	return optional.Some(sum)
}

// whole returns the amount with its tax, and how much the rounding of the tax to a cent changes it.
func (t Taxed) whole() (part, rounded decimal.Decimal, ok bool) {
	if !t.Rate.IsPos() || t.Tax.IsZero() {
		return part, rounded, false
	}
	with, err := t.Rate.Add(hundred)
	if err == nil {
		with, err = with.Quo(t.Rate)
	}
	if err == nil {
		part, err = t.Tax.Mul(with)
	}
	if err == nil {
		rounded, err = Cent.Mul(with)
	}
	return part, rounded, err == nil
}
