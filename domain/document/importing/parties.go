package importing

import (
	"cmp"
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// SupplierMatch names the issuer of the document.
type SupplierMatch struct {
	Status     Status
	ID         int64
	Name       string
	By         By
	Confidence document.Confidence
	Candidates []Candidate
}

// Confidence returns the share of suppliers recognised by this sign that are right.
func (c Candidate) Confidence() document.Confidence { return confidences[c.By] }

// Recognise chooses among suppliers, each named by its strongest sign.
func Recognise(list []Candidate) SupplierMatch {
	best := map[int64]Candidate{}
	for _, c := range list {
		if had, ok := best[c.ID]; !ok || c.Confidence() > had.Confidence() {
			best[c.ID] = c
		}
	}
	var all []Candidate
	for _, c := range list {
		if best[c.ID] == c && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(b.Confidence(), a.Confidence()) })
	switch {
	case len(all) == 0:
		return SupplierMatch{Status: None}
	case len(all) > 1 && all[0].Confidence()-all[1].Confidence() <= lead && all[0].By != ByNearName:
		return SupplierMatch{Status: Ambiguous, Candidates: all[:min(len(all), maxCandidates)]}
	case all[0].By == ByNearName:
		return SupplierMatch{Status: Suggested, Candidates: all[:min(len(all), maxCandidates)]}
	}
	return SupplierMatch{Status: Matched, ID: all[0].ID, Name: all[0].Name, By: all[0].By, Confidence: all[0].Confidence()}
}

// OrderCandidate has an order that the document may belong to.
type OrderCandidate struct {
	ID     int64
	Number string
	Score  document.Confidence
}

// OrderMatch has the order that the document belongs to.
type OrderMatch struct {
	Status     Status
	ID         int64
	Number     string
	By         By
	Candidates []OrderCandidate
}

// Thresholds for taking an order by its common lines with the document.
const (
	enough document.Confidence = 8_000
	ahead  document.Confidence = 1_000
	// numbered scores the order with the printed number.
	numbered document.Confidence = 9_800
)

// Numbered returns the match of the order with the printed number.
func Numbered(o Order) OrderMatch {
	return OrderMatch{Matched, o.ID, o.Number, ByNumber, []OrderCandidate{{o.ID, o.Number, numbered}}}
}

// Choose takes the open order that fits the lines, or suggests some.
func Choose(lines []reading.Line, open []Order) OrderMatch {
	var list []OrderCandidate
	for i := range open {
		if score := score(lines, &open[i]); score > 0 {
			list = append(list, OrderCandidate{open[i].ID, open[i].Number, score})
		}
	}
	slices.SortStableFunc(list, func(a, b OrderCandidate) int { return cmp.Compare(b.Score, a.Score) })
	list = list[:min(len(list), maxCandidates)]
	switch {
	case len(list) == 0:
		return OrderMatch{Status: None}
	case list[0].Score < enough:
		return OrderMatch{Status: Suggested, Candidates: list}
	case len(list) > 1 && list[0].Score-list[1].Score < ahead:
		return OrderMatch{Status: Ambiguous, Candidates: list}
	}
	return OrderMatch{Matched, list[0].ID, list[0].Number, ByItems, list}
}

// score returns the share of product lines with an item that has one of their codes: seven tenths
// for the code, the rest for the quantity.
func score(lines []reading.Line, o *Order) document.Confidence {
	m := newMatcher(Known{}, o)
	points, all := document.Confidence(0), document.Confidence(0)
	for i := range lines {
		l := &lines[i]
		if l.Kind != reading.Product || sign(l) < 0 {
			continue
		}
		all++
		match := Match{Status: None}
		if m.item(l, &match); match.Item == 0 {
			continue
		}
		points += 7_000
		item := m.items.any(byID, plain(match.Item))[0]
		units, _, _ := counted(l, 0, false)
		if n, ok := units.Get(); ok && (n == item.Outstanding || n == item.Ordered) {
			points += 3_000
		}
	}
	if all == 0 {
		return 0
	}
	return points / all
}
