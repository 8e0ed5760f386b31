package inventory

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// MatchID identifies a match; 0 before it is stored.
type MatchID int64

// MatchType names a kind of record that a product can be tied to.
type MatchType string

// The kinds of record.
const (
	MatchSKU           MatchType = "sku"
	MatchListing       MatchType = "listing"
	MatchASIN          MatchType = "asin"
	MatchSupplierOffer MatchType = "supplier_offer"
)

// MatchMethod says how a match was found.
type MatchMethod string

// How a match was found. Titles are never matched.
const (
	MatchedManually     MatchMethod = "manual"
	MatchedByGTIN       MatchMethod = "gtin"
	MatchedByASIN       MatchMethod = "asin"
	MatchedBySupplier   MatchMethod = "supplier_sku"
	MatchedFromDocument MatchMethod = "document"
	MatchedBySync       MatchMethod = "sync"
)

// Certainty has the probability that such a match is right, in ten-thousandths.
type Certainty int64

// Certain means a probability of 1.
const Certain Certainty = 10_000

// Fraction returns the certainty as the number between 0 and 1 that readers see.
func (c Certainty) Fraction() float64 { return float64(c) / float64(Certain) }

// MatchTarget names the target of a match: a record by its id, or an ASIN on a marketplace, which
// needs no record.
type MatchTarget struct {
	Type MatchType
	// ID has 0 for an ASIN.
	ID int64
	// ASIN and Marketplace stay empty for everything else.
	ASIN        string
	Marketplace marketplace.ID
}

// MatchedRecord has the visible members of a target's record. They were copied when the match was
// made, so that the match outlives the record.
type MatchedRecord struct {
	SKU         string
	ASIN        string
	Marketplace marketplace.ID
}

// MatchMaker names the user who made a match. The name stays when the user goes. A match without a
// maker is the program's own.
type MatchMaker struct {
	User id.User
	Name string
}

// Match ties a product to a target that is sold or bought. It compares with ==.
type Match struct {
	ID     MatchID
	Target MatchTarget
	Record MatchedRecord
	// UnitsPerSale counts the units of the product in one sale of the target.
	UnitsPerSale int
	// Bundle says that the target consists of several products.
	Bundle     bool
	Method     MatchMethod
	Confidence Certainty
	CreatedBy  optional.Maybe[MatchMaker]
	CreatedAt  time.Time
}

// The bounds of matches.
const (
	MaxMatches      = 100
	MaxUnitsPerSale = 100_000
)

// WantedMatch describes a match that a user asks for.
type WantedMatch struct {
	Target       MatchTarget
	UnitsPerSale int
	Bundle       bool
}

// CheckMatches checks the matches wanted for one product by themselves. A Rule fault
// validation_failed lists the matches with members that do not fit their type, and repeated
// targets.
func CheckMatches(wanted []WantedMatch) error {
	var f check.Faults
	if len(wanted) > MaxMatches {
		f.Add(fault.CodeTooMany, "/matches", "must have at most "+strconv.Itoa(MaxMatches)+" entries")
		return f.Err(fault.CodeValidationFailed)
	}
	seen := map[MatchTarget]bool{}
	for i, w := range wanted {
		at := check.Item("/matches", i)
		if w.UnitsPerSale < 1 || w.UnitsPerSale > MaxUnitsPerSale {
			f.Clash(fault.CodeOutOfRange, at+"/units_per_sale", "must be from 1 to "+strconv.Itoa(MaxUnitsPerSale))
		}
		if w.Target.Type == MatchSupplierOffer && (w.UnitsPerSale != 1 || w.Bundle) {
			f.Clash(fault.CodeInvalid, at+"/units_per_sale", "of a supplier offer must be 1, and no bundle")
		}
		w.Target.check(&f, at)
		if seen[w.Target] {
			f.Clash(fault.CodeDuplicate, at, "names the target of another match")
		}
		seen[w.Target] = true
	}
	return f.Err(fault.CodeValidationFailed)
}

func (t MatchTarget) check(f *check.Faults, at string) {
	by := "the target_type " + string(t.Type)
	if t.Type != MatchASIN {
		f.Needed(at+"/target_id", t.ID > 0, by)
		if t.ASIN != "" {
			f.Clash(fault.CodeNotAllowed, at+"/asin", "goes with the target_type asin only")
		}
		if t.Marketplace != "" {
			f.Clash(fault.CodeNotAllowed, at+"/marketplace_id", "goes with the target_type asin only")
		}
		return
	}
	if t.ID != 0 {
		f.Clash(fault.CodeNotAllowed, at+"/target_id", "does not go with the target_type asin")
	}
	_, err := asin.Parse(t.ASIN)
	f.Needed(at+"/asin", err == nil, by)
	_, known := marketplace.ByID(t.Marketplace)
	f.Needed(at+"/marketplace_id", known, by)
}

// Uppered returns the target with its ASIN in capitals, as it is stored.
func (t MatchTarget) Uppered() MatchTarget {
	t.ASIN = strings.ToUpper(t.ASIN)
	return t
}

// MatchChange has the changes of a product's matches that have to be stored.
type MatchChange struct {
	Added   []Match
	Changed []Match
	Removed []Match
}

// Any reports whether there is something to store.
func (c MatchChange) Any() bool { return len(c.Added)+len(c.Changed)+len(c.Removed) > 0 }

// Match makes the wanted matches the product's whole set. A target that was matched before keeps
// its match, with its id, method, maker and time; the same set changes nothing. records has the
// visible members of each target.
func (p *Product) Match(wanted []WantedMatch, records map[MatchTarget]MatchedRecord, by optional.Maybe[MatchMaker], now time.Time) MatchChange {
	had := make(map[MatchTarget]Match, len(p.s.Matches))
	for _, m := range p.s.Matches {
		had[m.Target] = m
	}
	var done MatchChange
	next := make([]Match, 0, len(wanted))
	for _, w := range wanted {
		m, known := had[w.Target]
		delete(had, w.Target)
		if !known {
			m = Match{
				Target: w.Target, Record: records[w.Target], Method: MatchedManually, Confidence: Certain,
				CreatedBy: by, CreatedAt: now,
			}
		}
		before := m
		m.UnitsPerSale, m.Bundle = w.UnitsPerSale, w.Bundle
		switch {
		case !known:
			done.Added = append(done.Added, m)
		case m != before:
			done.Changed = append(done.Changed, m)
		}
		next = append(next, m)
	}
	for _, m := range p.s.Matches {
		if _, left := had[m.Target]; left {
			done.Removed = append(done.Removed, m)
		}
	}
	p.settle(next, done, now)
	return done
}

// Attach adds matches that the program found, with targets that are not matched with the product
// yet.
func (p *Product) Attach(found []Match, now time.Time) MatchChange {
	done := MatchChange{Added: found}
	p.settle(append(cloneList(p.s.Matches), found...), done, now)
	return done
}

// Unmatch removes the matches that fit.
func (p *Product) Unmatch(fits func(Match) bool, now time.Time) MatchChange {
	var done MatchChange
	next := make([]Match, 0, len(p.s.Matches))
	for _, m := range p.s.Matches {
		if fits(m) {
			done.Removed = append(done.Removed, m)
		} else {
			next = append(next, m)
		}
	}
	p.settle(next, done, now)
	return done
}

func (p *Product) settle(next []Match, done MatchChange, now time.Time) {
	if !done.Any() {
		return
	}
	slices.SortStableFunc(next, func(a, b Match) int {
		if a.ID == 0 || b.ID == 0 {
			return cmp.Compare(b.ID, a.ID) // new matches get the highest ids
		}
		return cmp.Compare(a.ID, b.ID)
	})
	p.s.Matches = next
	p.touch(now)
}

// Matches returns the product's matches in the order of their ids.
func (p *Product) Matches() []Match { return cloneList(p.s.Matches) }

// OwnedMatch has a match with the product it belongs to.
type OwnedMatch struct {
	Product ProductID
	Match   Match
}

// Owned reports whether a target belongs to one product: SKUs, except that bundles share a SKU, and
// supplier offers.
func (t MatchTarget) Owned() bool { return t.Type == MatchSKU || t.Type == MatchSupplierOffer }

// Contend compares the matches wanted for a product with the matches of other products for the same
// SKUs and supplier offers. Such a target belongs to one product; a SKU belongs to several as a
// bundle if every match of it says so. With move, the conflicting matches are returned, to be
// removed from their products. Without move, the first is a Rule fault conflict that names its
// owner in inventory_product_id.
func Contend(product ProductID, wanted []WantedMatch, rivals []OwnedMatch, move bool) ([]OwnedMatch, error) {
	others := map[MatchTarget][]OwnedMatch{}
	for _, r := range rivals {
		if r.Product != product {
			others[r.Match.Target] = append(others[r.Match.Target], r)
		}
	}
	var taken []OwnedMatch
	for i, w := range wanted {
		there := others[w.Target]
		if w.Bundle && !slices.ContainsFunc(there, func(r OwnedMatch) bool { return !r.Match.Bundle }) || len(there) == 0 {
			continue
		}
		if !move {
			return nil, fault.Newf(fault.Rule, fault.CodeConflict,
				"It belongs to inventory product %d. Send move: true to take it from there.", there[0].Product).
				At("/matches/"+strconv.Itoa(i)+"/target_id").With("inventory_product_id", int64(there[0].Product))
		}
		taken = append(taken, there...)
	}
	return taken, nil
}
