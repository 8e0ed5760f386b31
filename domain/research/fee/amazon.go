package fee

import "sellingassistant/domain/kernel/money"

// With returns the lines of Amazon's answer for a price, to be laid over the schedule. Each line
// counts at the prices for which the schedule has one rule, and follows the rule where that has the
// same amount.
func (s *Schedule) With(answer []Given, price money.Amount) (lines []Given) {
	total := money.FromUnits(price.Units() + s.shipping)
	var digital, shared int64
	for _, line := range Complete(answer) {
		if line.Type == TypeDigitalServices {
			digital += line.At(total).Units()
			continue
		}
		if line.Type.Digital() {
			shared += line.At(total).Units()
		}
		lines = append(lines, s.Told(line, price))
	}
	return append(lines, s.digitalOf(digital, shared))
}

// digitalOf returns Amazon's digital services fee. It follows the schedule's share of the shared
// lines where that has the same amount.
func (s *Schedule) digitalOf(amount, shared int64) Given {
	if s.digital.Rate > 0 && s.digital.At(shared, s.unit) == amount {
		return Given{Type: TypeDigitalServices, Source: SourceAmazon, line: s.digital.Line, ofFees: true}
	}
	return Fixed(TypeDigitalServices, SourceAmazon, money.FromUnits(amount))
}

// Complete adds zero lines for fees that Amazon omits: its answer lists all fees of a sale, and its
// fulfillment fee contains the fees for size and dangerous goods.
func Complete(answer []Given) []Given {
	has := map[Type]bool{}
	for _, line := range answer {
		has[line.Type] = true
	}
	absent := []Type{TypeClosing}
	if has[TypeFulfillment] {
		absent = append(absent, TypeOvermax, TypeDangerous)
	}
	all := append(make([]Given, 0, len(answer)+len(absent)), answer...)
	for _, of := range absent {
		if !has[of] {
			all = append(all, Fixed(of, SourceAmazon, money.Amount{}))
		}
	}
	return all
}
