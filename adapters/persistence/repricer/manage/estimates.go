package manage

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// packEstimates writes fee estimates as text. Estimates end with ";", a space separates their
// parts, and ":" separates the parts of a line.
func packEstimates(estimates []repricer.FeeEstimate) string {
	var b strings.Builder
	for _, e := range estimates {
		b.WriteString(url.QueryEscape(string(e.Fulfillment)))
		for _, n := range []int64{db.Micros(e.At), e.Price.Units(), e.Shipping.Units(), e.Rate.Units()} {
			b.WriteString(" " + strconv.FormatInt(n, 10))
		}
		for _, l := range e.Lines {
			kind := ":o:"
			if l.Referral {
				kind = ":r:"
			}
			b.WriteString(" " + url.QueryEscape(l.Name) + kind + strconv.FormatInt(l.Amount.Units(), 10))
		}
		b.WriteString(";")
	}
	return b.String()
}

var errEstimates = errors.New("not packed fee estimates")

func unpackEstimates(text string) (estimates []repricer.FeeEstimate, err error) {
	for packed := range strings.SplitSeq(strings.TrimSuffix(text, ";"), ";") {
		if packed == "" {
			continue
		}
		parts := strings.Split(packed, " ")
		if len(parts) < 5 {
			return nil, errEstimates
		}
		var n [4]int64
		for i := range n {
			if n[i], err = strconv.ParseInt(parts[i+1], 10, 64); err != nil {
				return nil, err
			}
		}
		e := repricer.FeeEstimate{
			At: db.FromMicros(n[0]), Fulfillment: decision.Fulfillment(parts[0]), Price: money.FromUnits(n[1]),
			Shipping: money.FromUnits(n[2]), Rate: money.PercentFromUnits(n[3]),
		}
		for _, text := range parts[5:] {
			line, err := unpackLine(text)
			if err != nil {
				return nil, err
			}
			e.Lines = append(e.Lines, line)
		}
		estimates = append(estimates, e)
	}
	return estimates, nil
}

func unpackLine(text string) (repricer.FeeLine, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return repricer.FeeLine{}, errEstimates
	}
	name, err := url.QueryUnescape(parts[0])
	units, err2 := strconv.ParseInt(parts[2], 10, 64)
	return repricer.FeeLine{Name: name, Referral: parts[1] == "r", Amount: money.FromUnits(units)}, errors.Join(err, err2)
}
