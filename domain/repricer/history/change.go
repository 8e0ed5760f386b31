package history

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	"sellingassistant/domain/repricer/decision/sentence"
	"sellingassistant/domain/repricer/strategy"
)

// MaxSubmissions bounds how often a price is sent: once, and once more if it was accepted and not
// seen live in time. Repetitions after a lost answer do not count.
const MaxSubmissions = 2

// MaxIssues bounds the stored issues of one submission.
const MaxIssues = 100

// Issue has a message of the marketplace about a submission, unchanged.
type Issue struct {
	Code     string
	Message  string
	Severity string
}

// Submission records how a price is sent to the marketplace.
type Submission struct {
	Route Route
	// ID has the marketplace's id of the submission, "" until it is known.
	ID string
	// Status has the marketplace's own status, "" until it is known.
	Status      string
	Issues      []Issue
	SubmittedAt time.Time
	AcceptedAt  optional.Maybe[time.Time]
	ConfirmedAt optional.Maybe[time.Time]
	// Attempts counts the submissions, from 1.
	Attempts int
}

func (s Submission) clone() Submission {
	s.Issues = append([]Issue{}, s.Issues...)
	return s
}

// StrategyUsed names the strategy, with its version, that made a decision.
type StrategyUsed struct {
	ID      strategy.ID
	Version int64
}

// PriceChange records one decision about a row, whether it moved the price or not. Only outcome
// and submission change, and only until the outcome is final.
type PriceChange struct {
	s ChangeSnapshot
	// was has the outcome in the store; a write fails if it has changed there.
	was optional.Maybe[Outcome]
}

// ChangeSnapshot has all values of a decision's record. Amounts are in Currency.
type ChangeSnapshot struct {
	ID            repricer.ChangeID
	Team          id.Team
	ProductID     decision.ProductID
	SellerID      string
	MarketplaceID marketplace.ID
	SKU           string
	ASIN          string
	Currency      money.Currency
	CreatedAt     time.Time

	Trigger Trigger
	Verdict decision.Verdict
	// OldPrice was live at the decision. NewPrice is the price of a change or a suggestion, else
	// the live price.
	OldPrice    money.Amount
	NewPrice    money.Amount
	Floor       optional.Maybe[money.Amount]
	Ceiling     optional.Maybe[money.Amount]
	Reason      decision.Reason
	Adjustments []decision.Adjustment
	// TargetSellerID names the seller of the offer that was priced against, or is "". TargetPrice
	// has its landed price.
	TargetSellerID string
	TargetPrice    optional.Maybe[money.Amount]
	Strategy       optional.Maybe[StrategyUsed]
	InputDigest    canon.Digest
	// BuyBox and Competitors have the state that the decision used.
	BuyBox      decision.BuyBox
	Competitors optional.Maybe[int]
	// Sentences explain the decision and its reasons in words. Older records have no sentences.
	Sentences []string

	// Outcome has no value for a decision without a new price.
	Outcome optional.Maybe[Outcome]
	// Withdrawn says why a cancelled price was withdrawn, "" for other outcomes.
	Withdrawn  Withdrawal
	Submission optional.Maybe[Submission]
}

func (s ChangeSnapshot) clone() ChangeSnapshot {
	s.Adjustments = append([]decision.Adjustment{}, s.Adjustments...)
	s.Sentences = slices.Clone(s.Sentences)
	if sub, ok := s.Submission.Get(); ok {
		s.Submission = optional.Some(sub.clone())
	}
	return s
}

// NewChange has the input of NewPriceChange.
type NewChange struct {
	// Row has the decided row, Input the input of its decision.
	Row      repricer.ProductSnapshot
	Trigger  Trigger
	Input    decision.Input
	Decision decision.Decision
	// Strategy has no value for a decision without a strategy.
	Strategy optional.Maybe[StrategyUsed]
}

// NewPriceChange records a decision at the time of its input. A new price is proposed, or
// suggested if the verdict says so. A price outside its own band is a bug, so the error is no
// fault.
func NewPriceChange(n NewChange) (*PriceChange, error) {
	d := n.Decision
	s := ChangeSnapshot{
		Team: n.Row.Team, ProductID: n.Row.ID, SellerID: n.Row.Key.SellerID, MarketplaceID: n.Row.Key.MarketplaceID,
		SKU: n.Row.Key.SKU, ASIN: n.Row.ASIN, Currency: n.Row.Currency, CreatedAt: n.Input.Now.UTC().Truncate(time.Microsecond),
		Trigger: n.Trigger, Verdict: d.Verdict, OldPrice: n.Input.Row.Price, NewPrice: d.Price, Floor: d.Floor, Ceiling: d.Ceiling,
		Reason: d.Reason, Adjustments: append([]decision.Adjustment{}, d.Adjustments...), TargetSellerID: d.TargetSellerID, TargetPrice: d.TargetPrice,
		Strategy: n.Strategy, InputDigest: canon.DigestOf(n.Input), BuyBox: d.BuyBox, Competitors: d.Competitors, Sentences: sentence.Of(&n.Input, &d),
	}
	if s.ProductID <= 0 || !s.wellFormed() {
		return nil, check.ErrShape
	}
	switch {
	case d.Verdict != decision.VerdictChange && d.Verdict != decision.VerdictSuggest:
		if s.NewPrice != s.OldPrice {
			return nil, check.ErrShape
		}
		return &PriceChange{s: s}, nil
	case !s.inBand():
		return nil, check.ErrShape
	}
	s.Outcome = optional.Some(OutcomeProposed)
	c := &PriceChange{s: s}
	if d.Verdict == decision.VerdictSuggest {
		return c, c.Withhold()
	}
	return c, nil
}

// inBand reports whether the new price is at least a known floor and at most the ceiling, if known.
func (s ChangeSnapshot) inBand() bool {
	floor, ok := s.Floor.Get()
	if !ok || s.NewPrice.Cmp(floor) < 0 {
		return false
	}
	ceiling, capped := s.Ceiling.Get()
	return !capped || s.NewPrice.Cmp(ceiling) <= 0
}

func (s ChangeSnapshot) wellFormed() bool {
	if s.Team <= 0 || s.SKU == "" || s.Currency == "" || !words.Known(s.Trigger) || !words.Known(s.Verdict) || !words.Known(s.Reason) ||
		!words.Known(s.BuyBox.Owner) || slices.ContainsFunc(s.Adjustments, func(a decision.Adjustment) bool { return !words.Known(a) }) {
		return false
	}
	if o, ok := s.Outcome.Get(); ok && !words.Known(o) || s.Withdrawn != "" && !words.Known(s.Withdrawn) {
		return false
	}
	sub, ok := s.Submission.Get()
	return !ok || words.Known(sub.Route) && sub.Attempts >= 1
}

// RestorePriceChange restores a stored record. It checks only that the values are well-formed.
func RestorePriceChange(s ChangeSnapshot) (*PriceChange, error) {
	if s.ID <= 0 || s.ProductID <= 0 || !s.wellFormed() {
		return nil, check.ErrShape
	}
	return &PriceChange{s: s.clone(), was: s.Outcome}, nil
}

// Snapshot returns a copy that shares nothing with the record.
func (c *PriceChange) Snapshot() ChangeSnapshot { return c.s.clone() }

// ID identifies the record.
func (c *PriceChange) ID() repricer.ChangeID { return c.s.ID }

// ProductID returns the id of the decided row.
func (c *PriceChange) ProductID() decision.ProductID { return c.s.ProductID }

// Outcome returns the state of the price. It is absent for a decision without a new price.
func (c *PriceChange) Outcome() optional.Maybe[Outcome] { return c.s.Outcome }

// StoredOutcome returns the outcome when the record was read. It is absent for a new record and for
// a decision without a new price.
func (c *PriceChange) StoredOutcome() optional.Maybe[Outcome] { return c.was }

// move applies an event, or refuses it as invalid_transition and leaves the record unchanged.
func (c *PriceChange) move(e OutcomeEvent) error {
	from := c.s.Outcome.Or("")
	next, ok := from.Next(e)
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A price that is %q cannot be %s.", from, e)
	}
	c.s.Outcome = optional.Some(next)
	return nil
}

// Withhold turns a proposed price into a suggestion.
func (c *PriceChange) Withhold() error { return c.move(OutcomeWithheld) }

// Supersede gives up the price for a newer decision.
func (c *PriceChange) Supersede() error { return c.move(OutcomeReplaced) }

// Cancel withdraws an unsent price and records why.
func (c *PriceChange) Cancel(why Withdrawal) error {
	if !words.Known(why) {
		return check.ErrShape
	}
	if err := c.move(OutcomeWithdrawn); err != nil {
		return err
	}
	c.s.Withdrawn = why
	return nil
}

// Submit records the first submission. It is stored before the price is sent: after a crash in
// between the price is looked for, and not forgotten.
func (c *PriceChange) Submit(route Route, now time.Time) error {
	if !words.Known(route) {
		return check.ErrShape
	}
	if err := c.move(OutcomeSent); err != nil {
		return err
	}
	c.s.Submission = optional.Some(Submission{Route: route, Issues: []Issue{}, SubmittedAt: now, Attempts: 1})
	return nil
}

// Resubmit records a repetition: at any time while the answer is lost, and once for a price that
// was accepted and not seen live.
func (c *PriceChange) Resubmit() error {
	sub := c.s.Submission.Or(Submission{})
	if c.s.Outcome == optional.Some(OutcomeAccepted) && sub.Attempts >= MaxSubmissions {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A price is sent at most %d times.", MaxSubmissions)
	}
	if err := c.move(OutcomeSentAgain); err != nil {
		return err
	}
	sub.Attempts++
	c.s.Submission = optional.Some(sub)
	return nil
}

// NotSent takes back the latest submission, which is known not to have arrived. After a first
// submission the price counts as never sent.
func (c *PriceChange) NotSent() error {
	sub := c.s.Submission.Or(Submission{})
	if sub.Attempts > 1 && c.s.Outcome.Or("").Unresolved() {
		sub.Attempts--
		c.s.Submission = optional.Some(sub)
		return nil
	}
	if err := c.move(OutcomeReturned); err != nil {
		return err
	}
	c.s.Submission = optional.None[Submission]()
	return nil
}

// Answer has the marketplace's answer to a submission.
type Answer struct {
	// ID has the marketplace's id of the submission, or is "".
	ID     string
	Status string
	Issues []Issue
}

// Accept records that the marketplace queued the price.
func (c *PriceChange) Accept(t Answer, now time.Time) error {
	if err := c.move(OutcomeTaken); err != nil {
		return err
	}
	sub := c.tell(t)
	sub.AcceptedAt = optional.Some(now)
	c.s.Submission = optional.Some(sub)
	return nil
}

// Reject records that the marketplace rejected the price.
func (c *PriceChange) Reject(t Answer) error {
	if err := c.move(OutcomeRefused); err != nil {
		return err
	}
	c.s.Submission = optional.Some(c.tell(t))
	return nil
}

// Confirm records that the own offer was seen at the price.
func (c *PriceChange) Confirm(now time.Time) error {
	if err := c.move(OutcomeSeen); err != nil {
		return err
	}
	sub := c.s.Submission.Or(Submission{})
	sub.ConfirmedAt = optional.Some(now)
	c.s.Submission = optional.Some(sub)
	return nil
}

// Expire gives up a price that was not seen live in time.
func (c *PriceChange) Expire() error { return c.move(OutcomeExpired) }

func (c *PriceChange) tell(t Answer) Submission {
	sub := c.s.Submission.Or(Submission{})
	if t.ID != "" {
		sub.ID = t.ID
	}
	sub.Status, sub.Issues = t.Status, append([]Issue{}, t.Issues[:min(len(t.Issues), MaxIssues)]...)
	return sub
}

// ReplacesUnsent reports whether the decision replaces an unsent price of the row: every evaluation
// does. A row that was skipped, stopped or in error keeps its unsent price, and the sender checks
// the row again.
func (c *PriceChange) ReplacesUnsent() bool {
	return c.s.Verdict.Evaluated()
}

// RepeatsSuggestion reports whether the decision equals the row's open suggestion: the same new
// price, the same live price, the same reason. The open one then stays, and the decision is only
// counted.
func (c *PriceChange) RepeatsSuggestion(open *PriceChange) bool {
	suggested := optional.Some(OutcomeSuggested)
	return c.s.Outcome == suggested && open.s.Outcome == suggested &&
		c.s.NewPrice == open.s.NewPrice && c.s.OldPrice == open.s.OldPrice && c.s.Reason == open.s.Reason
}

// KeptInHistory reports whether the decision becomes an entry of the history. Every new price does.
// Other decisions do only if their reason differs from last, the row's previous reason, which may
// be "". All decisions are counted.
func (c *PriceChange) KeptInHistory(last decision.Reason) bool {
	return c.s.Outcome.Known() || c.s.Reason != last
}

// Alert returns the alert for a price that did not become live.
func (c *PriceChange) Alert(reason repricer.AlertReason, details string, now time.Time) repricer.Alert {
	return repricer.Alert{
		Event: repricer.NotifyPriceRejected, ProductID: optional.Some(c.s.ProductID), SKU: c.s.SKU, MarketplaceID: c.s.MarketplaceID,
		Reason: reason, Details: details, At: now,
	}
}

// RecordIn stores the decision in the row, as Product.RecordDecision describes.
func (c *PriceChange) RecordIn(row *repricer.Product, from decision.Row, entry optional.Maybe[repricer.ChangeID]) {
	row.RecordDecision(repricer.LastDecision{
		Verdict: c.s.Verdict, Reason: c.s.Reason, Price: c.s.NewPrice, At: c.s.CreatedAt,
		TargetSellerID: c.s.TargetSellerID, TargetPrice: c.s.TargetPrice,
	}, c.s.Floor, from, entry)
}
