package mail

import (
	"fmt"
	"strings"
	"unicode"

	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
)

// nouns names events in a subject, singular and plural.
var nouns = map[repricer.NotifyEvent][2]string{
	repricer.NotifyHold:           {"row on hold", "rows on hold"},
	repricer.NotifyCircuitBreaker: {"circuit breaker", "circuit breakers"},
	repricer.NotifyPriceRejected:  {"rejected price", "rejected prices"},
	repricer.NotifyAccountShared:  {"shared seller account", "shared seller accounts"},
}

// subjectOf returns counts only: no text that anybody has written.
func subjectOf(m repricer.AlertMessage) string { return "Repricer: " + strings.Join(countsOf(m), ", ") }

func countsOf(m repricer.AlertMessage) []string {
	var out []string
	for _, e := range words.Of[repricer.NotifyEvent]() {
		switch n := m.Counts[e]; n {
		case 0:
		case 1:
			out = append(out, "1 "+nouns[e][0])
		default:
			out = append(out, fmt.Sprintf("%d %s", n, nouns[e][1]))
		}
	}
	return out
}

const moment = "2006-01-02 15:04:05"

// textOf returns the text for people. Details may be the marketplace's words: each stays on one
// line.
func textOf(m repricer.AlertMessage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Team %d, %s UTC: %s.\n", m.Team, m.At.Format(moment), strings.Join(countsOf(m), ", "))
	for _, a := range m.Alerts {
		fmt.Fprintf(&b, "\n%s  %s, %s\n", a.At.Format(moment), a.Event, a.Reason)
		if row, ok := a.ProductID.Get(); ok {
			fmt.Fprintf(&b, "SKU %s on %s (row %d)\n", line(a.SKU), a.MarketplaceID, row)
		} else if a.MarketplaceID != "" {
			fmt.Fprintf(&b, "Marketplace %s\n", a.MarketplaceID)
		}
		if a.Details != "" {
			b.WriteString(line(a.Details) + "\n")
		}
	}
	if m.More > 0 {
		fmt.Fprintf(&b, "\n... and %d more.\n", m.More)
	}
	b.WriteString("\nYou get this because your address stands in \"notify\" of the repricer's settings.\n")
	return b.String()
}

func line(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}
