package casefile

import (
	"encoding/json"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// Answer has a decision in its written form.
type Answer struct {
	ID             json.RawMessage `json:"id"`
	Action         string          `json:"action"`
	Price          json.Number     `json:"price"`
	Reason         string          `json:"reason"`
	Adjustments    []string        `json:"adjustments"`
	TargetSellerID *string         `json:"target_seller_id"`
	Trace          []Step          `json:"trace,omitempty"`
	Offers         []Offer         `json:"offers,omitempty"`
}

// Step has one rule that was applied.
type Step struct {
	Step int          `json:"step"`
	Rule string       `json:"rule"`
	In   *json.Number `json:"in"`
	Out  *json.Number `json:"out"`
	Note string       `json:"note"`
}

// Offer has the evaluation of an offer.
type Offer struct {
	SellerID       string       `json:"seller_id"`
	Landed         json.Number  `json:"landed"`
	Used           bool         `json:"used"`
	ExcludedReason *string      `json:"excluded_reason"`
	Candidate      *json.Number `json:"candidate"`
}

// AnswerOf returns the answer to a case, with the decision's trace if any.
func AnswerOf(c Case, d decision.Decision) Answer {
	a := Answer{
		ID: c.ID, Action: string(d.Verdict), Price: numberOf(d.Price), Reason: string(d.Reason), Adjustments: make([]string, len(d.Adjustments)),
	}
	for i, adjustment := range d.Adjustments {
		a.Adjustments[i] = string(adjustment)
	}
	if d.TargetSellerID != "" {
		a.TargetSellerID = &d.TargetSellerID
	}
	if d.Trace == nil {
		return a
	}
	for _, s := range d.Trace.Steps {
		a.Trace = append(a.Trace, Step{Step: s.Step, Rule: string(s.Rule), In: maybeNumber(s.In), Out: maybeNumber(s.Out), Note: s.Note})
	}
	for _, o := range d.Trace.Offers {
		offer := Offer{SellerID: o.SellerID, Landed: numberOf(o.Landed), Used: o.Used, Candidate: maybeNumber(o.Candidate)}
		if o.Excluded != "" {
			excluded := string(o.Excluded)
			offer.ExcludedReason = &excluded
		}
		a.Offers = append(a.Offers, offer)
	}
	return a
}

func numberOf(a money.Amount) json.Number { return json.Number(a.String()) }

func maybeNumber(m optional.Maybe[money.Amount]) *json.Number {
	v, ok := m.Get()
	if !ok {
		return nil
	}
	n := numberOf(v)
	return &n
}
