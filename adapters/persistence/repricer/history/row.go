package history

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

type entry = history.ChangeSnapshot

// changeRow has the columns of an entry of the history.
type changeRow struct {
	bun.BaseModel `bun:"table:repricer_changes"`

	ID              int64             `bun:"id,pk,autoincrement"`
	Team            id.Team           `bun:"team_id"`
	Product         int64             `bun:"product_id"`
	Seller          string            `bun:"seller_id"`
	Marketplace     marketplace.ID    `bun:"marketplace_id"`
	SKU             string            `bun:"sku"`
	ASIN            string            `bun:"asin"`
	Currency        money.Currency    `bun:"currency"`
	CreatedAt       int64             `bun:"created_at"`
	Trigger         history.Trigger   `bun:"decided_by"`
	Verdict         decision.Verdict  `bun:"action"`
	OldPrice        int64             `bun:"old_price"`
	NewPrice        int64             `bun:"new_price"`
	Floor           *int64            `bun:"floor"`
	Ceiling         *int64            `bun:"ceiling"`
	Reason          decision.Reason   `bun:"reason"`
	Adjustments     string            `bun:"adjustments"`
	TargetSeller    string            `bun:"target_seller_id"`
	TargetPrice     *int64            `bun:"target_price"`
	Strategy        *int64            `bun:"strategy_id"`
	StrategyVersion *int64            `bun:"strategy_version"`
	InputDigest     string            `bun:"input_digest"`
	BuyBoxOwner     decision.BoxOwner `bun:"buy_box_owner"`
	BuyBoxPrice     *int64            `bun:"buy_box_price"`
	BuyBoxSeller    string            `bun:"buy_box_seller_id"`
	BuyBoxInferred  bool              `bun:"buy_box_inferred"`
	Competitors     *int64            `bun:"competitors_count"`
	Sentences       string            `bun:"sentences"`

	// The following columns change with the outcome of the price.
	Outcome     *string `bun:"outcome"`
	Withdrawn   *string `bun:"cancel_reason"`
	Lane        *string `bun:"lane"`
	Submission  *string `bun:"submission_id"`
	Status      *string `bun:"submission_status"`
	Issues      *string `bun:"issues"`
	SubmittedAt *int64  `bun:"submitted_at"`
	AcceptedAt  *int64  `bun:"accepted_at"`
	ConfirmedAt *int64  `bun:"confirmed_at"`
	Attempts    *int64  `bun:"attempts"`
	// These columns serve to find entries. They change only when the outcome is final, so that
	// earlier updates need no change of an index.
	Ended  *string `bun:"ended" record:"derived"`
	LeftAt *int64  `bun:"left_at" record:"derived"`
}

var (
	changeRows = record.Describe(record.Table[changeRow, entry]{Row: changeRowOf, Snapshot: (*changeRow).snapshot})
	// moving lists the columns that change with the outcome of a price.
	moving = []string{
		"outcome", "cancel_reason", "lane", "submission_id", "submission_status", "issues", "submitted_at", "accepted_at",
		"confirmed_at", "attempts", "ended", "left_at",
	}
)

func changeRowOf(e entry) changeRow {
	r := changeRow{
		ID: int64(e.ID), Team: e.Team, Product: int64(e.ProductID), Seller: e.SellerID, Marketplace: e.MarketplaceID, SKU: e.SKU,
		ASIN: e.ASIN, Currency: e.Currency, CreatedAt: db.Micros(e.CreatedAt), Trigger: e.Trigger, Verdict: e.Verdict,
		OldPrice: e.OldPrice.Units(), NewPrice: e.NewPrice.Units(), Floor: units(e.Floor), Ceiling: units(e.Ceiling), Reason: e.Reason,
		Adjustments: joined(e.Adjustments), TargetSeller: e.TargetSellerID, TargetPrice: units(e.TargetPrice),
		InputDigest: base64.RawURLEncoding.EncodeToString(e.InputDigest[:]), BuyBoxOwner: e.BuyBox.Owner,
		BuyBoxPrice: units(e.BuyBox.Price), BuyBoxInferred: e.BuyBox.Inferred, BuyBoxSeller: e.BuyBox.SellerID,
		Competitors: record.Whole(e.Competitors), Sentences: strings.Join(e.Sentences, "\n"),
		Outcome: record.Text(e.Outcome), Withdrawn: filled(string(e.Withdrawn)),
	}
	if s, ok := e.Strategy.Get(); ok {
		r.Strategy, r.StrategyVersion = new(int64(s.ID)), new(s.Version)
	}
	outcome, decided := e.Outcome.Get()
	if decided {
		r.Ended = new(ended(outcome))
	}
	if s, ok := e.Submission.Get(); ok {
		r.Lane, r.Submission, r.Status, r.Issues = new(string(s.Route)), filled(s.ID), filled(s.Status), filled(issuesText(s.Issues))
		r.SubmittedAt, r.AcceptedAt, r.ConfirmedAt = new(db.Micros(s.SubmittedAt)), moment(s.AcceptedAt), moment(s.ConfirmedAt)
		if r.Attempts = new(int64(s.Attempts)); !outcome.Open() {
			r.LeftAt = r.SubmittedAt
		}
	}
	return r
}

func (r *changeRow) snapshot() (entry, error) {
	e := entry{
		ID: repricer.ChangeID(r.ID), Team: r.Team, ProductID: decision.ProductID(r.Product), SellerID: r.Seller,
		MarketplaceID: r.Marketplace, SKU: r.SKU, ASIN: r.ASIN, Currency: r.Currency, CreatedAt: db.FromMicros(r.CreatedAt),
		Trigger: r.Trigger, Verdict: r.Verdict, OldPrice: money.FromUnits(r.OldPrice), NewPrice: money.FromUnits(r.NewPrice),
		Floor: amount(r.Floor), Ceiling: amount(r.Ceiling), Reason: r.Reason, Adjustments: []decision.Adjustment{},
		TargetSellerID: r.TargetSeller, TargetPrice: amount(r.TargetPrice),
		BuyBox:      decision.BuyBox{Owner: r.BuyBoxOwner, Price: amount(r.BuyBoxPrice), SellerID: r.BuyBoxSeller, Inferred: r.BuyBoxInferred},
		Competitors: record.MaybeWhole[int](r.Competitors), Outcome: record.MaybeText[history.Outcome](r.Outcome),
		Withdrawn: record.MaybeText[history.Withdrawal](r.Withdrawn).Or(""),
	}
	if r.Sentences != "" {
		e.Sentences = strings.Split(r.Sentences, "\n")
	}
	if r.Adjustments != "" {
		for w := range strings.SplitSeq(r.Adjustments, ",") {
			e.Adjustments = append(e.Adjustments, decision.Adjustment(w))
		}
	}
	if n, err := base64.RawURLEncoding.Decode(e.InputDigest[:], []byte(r.InputDigest)); err != nil || n != len(e.InputDigest) {
		return entry{}, fmt.Errorf("repricer change %d: its digest is %q", e.ID, r.InputDigest)
	}
	if r.Strategy != nil {
		e.Strategy = optional.Some(history.StrategyUsed{ID: strategy.ID(*r.Strategy), Version: optional.Of(r.StrategyVersion).Or(0)})
	}
	if r.Lane == nil {
		return e, nil
	}
	s := history.Submission{
		Route: history.Route(*r.Lane), ID: optional.Of(r.Submission).Or(""), Status: optional.Of(r.Status).Or(""), Issues: []history.Issue{},
		SubmittedAt: momentOf(r.SubmittedAt).Or(time.Time{}), AcceptedAt: momentOf(r.AcceptedAt), ConfirmedAt: momentOf(r.ConfirmedAt),
		Attempts: record.MaybeWhole[int](r.Attempts).Or(0),
	}
	if r.Issues != nil {
		var bodies []issueBody
		if err := json.Unmarshal([]byte(*r.Issues), &bodies); err != nil {
			return entry{}, fmt.Errorf("repricer change %d: its issues: %w", e.ID, err)
		}
		for _, b := range bodies {
			s.Issues = append(s.Issues, history.Issue(b))
		}
	}
	e.Submission = optional.Some(s)
	return e, nil
}

func units(m optional.Maybe[money.Amount]) *int64 { return record.Number(m, money.Amount.Units) }

func amount(n *int64) optional.Maybe[money.Amount] { return record.Maybe(n, money.FromUnits) }

func moment(m optional.Maybe[time.Time]) *int64 { return record.Number(m, db.Micros) }

func momentOf(n *int64) optional.Maybe[time.Time] { return record.Maybe(n, db.FromMicros) }

// filled returns a text for a column that is null for "".
func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// ended returns the value that finds an outcome: its name if it is final, "" if it is open.
func ended(o history.Outcome) string {
	if o.Open() {
		return ""
	}
	return string(o)
}

func joined[T ~string](words []T) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = string(w)
	}
	return strings.Join(parts, ",")
}

type issueBody struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
}

// issuesText returns issues as JSON, or "" without issues.
func issuesText(list []history.Issue) string {
	if len(list) == 0 {
		return ""
	}
	bodies := make([]issueBody, len(list))
	for i, v := range list {
		bodies[i] = issueBody(v)
	}
	b, err := json.Marshal(bodies)
	if err != nil {
		panic("texts cannot be written as JSON: " + err.Error())
	}
	return string(b)
}
