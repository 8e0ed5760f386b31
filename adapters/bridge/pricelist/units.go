package pricelist

import (
	"regexp"
	"slices"
)

// inPence reports the header of amounts in pence: Cost (p), Price in pence.
func inPence(header string) bool { return pence.MatchString(header) }

// inCents reports the header of amounts in cents: Cost (c), Price in cents.
func inCents(header string) bool { return cents.MatchString(header) }

var (
	pence = regexp.MustCompile(`(?i)[(\[,]\s*p\s*(?:[)\]]|$)|\bpence\b`)
	cents = regexp.MustCompile(`(?i)[(\[,]\s*c\s*(?:[)\]]|$)|¢|\bcents?\b|\bcentimes?\b`)
)

// caseUnit names cases, as number.Unit does.
const caseUnit = "case"

// whole reports a unit of goods that are sold as they are, or no unit. Prices by weight, length or
// time are for no whole item.
func whole(unit string) bool {
	return slices.Contains([]string{"", "piece", "pair", "set", "pack"}, unit)
}
