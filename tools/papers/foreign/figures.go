package foreign

import (
	"github.com/govalues/decimal"

	"sellingassistant/tools/papers/foreign/notation"
)

var hundred = decimal.MustNew(100, 0)

// must drops the error of figures that are too small to overflow.
func must(d decimal.Decimal, err error) decimal.Decimal {
	if err != nil {
		panic(err)
	}
	return d
}

func whole(n int) decimal.Decimal { return decimal.MustNew(int64(n), 0) }

func plus(a, b decimal.Decimal) decimal.Decimal  { return must(a.Add(b)) }
func minus(a, b decimal.Decimal) decimal.Decimal { return must(a.Sub(b)) }
func times(a, b decimal.Decimal) decimal.Decimal { return must(a.Mul(b)) }

func percent(d, rate decimal.Decimal) decimal.Decimal {
	return notation.Round(must(times(d, rate).Quo(hundred)), 2)
}

var (
	english = notation.Style{Point: ".", Group: ","}
	german  = notation.Style{Point: ",", Group: "."}
	french  = notation.Style{Point: ",", Group: "\u00a0"}
	swiss   = notation.Style{Point: ".", Group: "'"}
)
