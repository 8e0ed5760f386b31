// Package invented makes up suppliers, customers, codes and amounts from a seed.
package invented

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// Source repeats its values for a seed, and never repeats a code.
type Source struct {
	*rand.Rand
	used map[string]bool
}

// New begins a source.
func New(r *rand.Rand) *Source { return &Source{Rand: r, used: map[string]bool{}} }

// Chance returns true in so many of 100 cases.
func (s *Source) Chance(percent int) bool { return s.IntN(100) < percent }

// Between includes both ends.
func (s *Source) Between(low, high int) int { return low + s.IntN(high-low+1) }

// Pick takes one of several texts, which bars part.
func (s *Source) Pick(list string) string {
	all := strings.Split(list, "|")
	return all[s.IntN(len(all))]
}

// Code fills a pattern: # is a digit, @ a letter.
func (s *Source) Code(pattern string) string {
	for {
		var b strings.Builder
		for n, r := range pattern {
			switch {
			case r == '#' && n == 0:
				b.WriteByte(byte('1' + s.IntN(9)))
			case r == '#':
				b.WriteByte(byte('0' + s.IntN(10)))
			case r == '@':
				b.WriteByte("ABCDEFGHJKLMNPRSTUVWXZ"[s.IntN(22)])
			default:
				b.WriteRune(r)
			}
		}
		if !s.used[b.String()] {
			s.used[b.String()] = true
			return b.String()
		}
	}
}

// EAN makes an EAN-13 or, from eleven digits, a UPC-A.
func (s *Source) EAN(pattern string) string {
	digits := s.Code(pattern)
	sum := 0
	for n := range digits {
		weight := 3
		if (len(digits)-n)%2 == 0 {
			weight = 1
		}
		sum += weight * int(digits[n]-'0')
	}
	return digits + strconv.Itoa((10-sum%10)%10)
}

// Count draws the number of products: mostly a page, at times one line or more than fifty.
func (s *Source) Count() int {
	switch n := s.IntN(10); {
	case n == 0:
		return 1
	case n < 3:
		return s.Between(2, 5)
	case n < 7:
		return s.Between(6, 18)
	case n < 9:
		return s.Between(19, 38)
	}
	return s.Between(39, 56)
}

// Cents makes an amount from a range of cents.
func (s *Source) Cents(low, high int) decimal.Decimal {
	return decimal.MustNew(int64(s.Between(low, high)), 2)
}
