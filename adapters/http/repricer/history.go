package repricer

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

// HistoryRoutes registers the operations of the history and the overview.
func HistoryRoutes(history *history.History, overview *history.Overview) httpx.Routes {
	return func(r *httpx.Router) {
		historyRoutes(r, history)
		statisticsRoutes(r, history)
		overviewRoutes(r, overview)
	}
}

// Reason takes the reason of a decision.
type Reason string

func (Reason) Schema(huma.Registry) *huma.Schema {
	return body.Enum(words.Of[decision.Reason]())
}

var historySorts = records.Sortable{Fields: []string{"created_at", "id"}, Default: "-created_at"}

type listHistoryInput struct {
	records.RecordInput
	ProductID     []body.ID            `query:"product_id" maxItems:"100" doc:"Decisions about any of these rows, including deleted rows."`
	SKU           []string             `query:"sku" maxItems:"100" minLength:"1" maxLength:"40" doc:"Decisions about any of these SKUs; whole and case-sensitive."`
	ASIN          []ASIN               `query:"asin" maxItems:"100" doc:"Decisions about any of these products."`
	MarketplaceID []body.MarketplaceID `query:"marketplace_id" maxItems:"30" doc:"Decisions in any of these marketplaces."`
	StrategyID    []body.ID            `query:"strategy_id" maxItems:"100" doc:"Decisions by any of these strategies, including deleted strategies."`
	Trigger       []string             `query:"trigger" enum:"notification,sweep,manual,settings,strategy,schedule,cost_change,repair" maxItems:"8" doc:"Decisions that were caused by any of these."`
	Action        []string             `query:"action" enum:"change,suggest,keep,skip,hold,error" maxItems:"6" doc:"Decisions with any of these actions."`
	Reason        []Reason             `query:"reason" maxItems:"30" doc:"Decisions with any of these reasons."`
	Outcome       []string             `query:"outcome" enum:"proposed,suggested,submitted,accepted,confirmed,rejected,superseded,cancelled,timed_out" maxItems:"9" doc:"Decisions with a new price that has any of these outcomes."`
	TimeFrom      body.Opt[body.Time]  `query:"time_from" deprecated:"true" doc:"The former name of created_from, which counts where both are given."`
	TimeTo        body.Opt[body.Time]  `query:"time_to" deprecated:"true" doc:"The former name of created_to, which counts where both are given."`
	Expand        []string             `query:"expand" enum:"trace" maxItems:"1" doc:"trace adds to each decision how it was found."`
}

func (in *listHistoryInput) filter() repricerhistory.ChangeFilter {
	return repricerhistory.ChangeFilter{
		Products: body.Numbers[decision.ProductID](in.ProductID), SKUs: in.SKU, ASINs: body.Words[string](in.ASIN),
		Marketplaces: body.Words[marketplace.ID](in.MarketplaceID), Strategies: body.Numbers[strategy.ID](in.StrategyID),
		Triggers: body.Words[repricerhistory.Trigger](in.Trigger), Verdicts: body.Words[decision.Verdict](in.Action),
		Reasons: body.Words[decision.Reason](in.Reason), Outcomes: body.Words[repricerhistory.Outcome](in.Outcome),
		From: former(in.CreatedFrom, in.TimeFrom), To: former(in.CreatedTo, in.TimeTo),
	}
}

// former returns the time under its former name, unless the present name is given too.
func former(present body.Opt[body.Instant], other body.Opt[body.Time]) *time.Time {
	if present.Set {
		return nil
	}
	return body.Moment(other)
}

// Change shows an entry of the history. Amounts are in its currency.
type Change struct {
	ID            int64     `json:"id" doc:"Identifier of the entry."`
	ProductID     int64     `json:"product_id" doc:"Identifier of the row that was decided."`
	SKU           string    `json:"sku" doc:"The seller's SKU of the offer."`
	ASIN          string    `json:"asin" doc:"ASIN of the product."`
	MarketplaceID string    `json:"marketplace_id" doc:"The marketplace of the offer."`
	Currency      string    `json:"currency" doc:"ISO 4217 code of all amounts of the entry."`
	CreatedAt     body.Time `json:"created_at" doc:"When it was decided."`

	Trigger        string        `json:"trigger" doc:"Cause of the decision.\n\nnotification: the marketplace reported a change. sweep: no event came for the settings' interval. manual: a user called reprice. settings: settings of the team or the row changed. strategy: it changed. schedule: a time window began or ended. cost_change: a cost changed. repair: reserved for a live price outside floor and ceiling; nothing causes it yet."`
	Action         string        `json:"action" doc:"Kind of decision.\n\nchange: a price to be sent. suggest: a price that is only recorded. keep: the price stays. skip: the row is not evaluated. hold: the row is frozen. error: something that the decision needs is missing or wrong."`
	OldPrice       *body.Money   `json:"old_price" doc:"The live price at the decision; null if it was unknown."`
	NewPrice       *body.Money   `json:"new_price" doc:"The price decided on. If nothing changes, the live price; null if that was unknown."`
	Floor          *body.Money   `json:"floor" doc:"The lowest allowed price; null where the decision ended before it was found."`
	Ceiling        *body.Money   `json:"ceiling" doc:"The highest allowed price; null without a ceiling, or if the decision ended before it was found."`
	TargetSellerID *string       `json:"target_seller_id" doc:"Seller of the offer that was priced against; null without such an offer."`
	TargetPrice    *body.Money   `json:"target_price" doc:"Price and shipping of the offer that was priced against; null without such an offer."`
	Reason         string        `json:"reason" doc:"Why it was decided: one word of a closed list."`
	Adjustments    []string      `json:"adjustments" doc:"Bounds that moved the price away from the wanted price, in the order in which they applied."`
	Sentences      []string      `json:"sentences" doc:"The decision and its reasons in sentences: the reason first, then each adjustment, then assumptions. Their figures follow from each other. Empty for decisions older than these sentences."`
	StrategyID     *int64        `json:"strategy_id" doc:"The strategy that was used; null without a strategy."`
	StrategyVer    *int64        `json:"strategy_version" doc:"Version of the strategy at the decision; null without a strategy."`
	InputDigest    string        `json:"input_digest" doc:"SHA-256, in hexadecimal digits, of everything the decision was made from."`
	BuyBoxBefore   BuyBox        `json:"buy_box_before" doc:"Who had the buy box at the decision, at which price."`
	Competitors    *int          `json:"competitors_count" doc:"Number of offers that counted as competition; null where the decision ended before they were counted."`
	Submission     *Submission   `json:"submission" doc:"How the price was sent to the marketplace; null while it was not sent."`
	Outcome        *string       `json:"outcome" doc:"Outcome of a new price; null without a new price.\n\nproposed: decided, not sent yet. suggested: left to its user. submitted: sent. accepted: in the marketplace's queue. confirmed: seen live. rejected: refused. superseded: replaced by a newer decision. cancelled: withdrawn. timed_out: never seen live."`
	CancelReason   *string       `json:"cancel_reason" doc:"Why a cancelled price was withdrawn: product_deleted, repricer_stopped (by the operator, for all teams), settings_absent, repricer_disabled, account_not_connected, mode_off, on_hold, currency_changed, suggestions_only or circuit_breaker. Null for every other outcome."`
	Trace          *TraceOfPrice `json:"trace" doc:"How the decision was found. Only with expand=trace; null where it can no longer be reconstructed."`
}

// LiveMembers lists the members that change after the decision, while its price is on its way.
func (Change) LiveMembers() []string {
	return []string{"submission", "outcome", "cancel_reason", "trace"}
}

// Submission shows how a price was sent to the marketplace.
type Submission struct {
	Lane         string     `json:"lane" doc:"How the price was sent: patch (one call for one listing) or feed (a document with many prices)."`
	SubmissionID *string    `json:"submission_id" doc:"The marketplace's identifier of the submission; null until it gave one."`
	Status       *string    `json:"status" doc:"The marketplace's own word for the state of the submission; null until it gave one."`
	Issues       []Issue    `json:"issues" doc:"Issues that the marketplace reports about the submission, word for word."`
	SubmittedAt  body.Time  `json:"submitted_at" doc:"When the price was first sent."`
	AcceptedAt   *body.Time `json:"accepted_at" doc:"When the marketplace took the price into its queue; null before."`
	ConfirmedAt  *body.Time `json:"confirmed_at" doc:"When the own offer was seen at the price; null before."`
	Attempts     int        `json:"attempts" doc:"How often the price was sent."`
}

// Issue has the marketplace's message about a submission.
type Issue struct {
	Code     string `json:"code" doc:"The marketplace's code of the issue."`
	Message  string `json:"message" doc:"The marketplace's sentence about the issue."`
	Severity string `json:"severity" doc:"The marketplace's word for the severity of the issue."`
}

// TraceOfPrice explains a decision.
type TraceOfPrice struct {
	Steps  []TraceStep  `json:"steps" doc:"The rules that were applied, in order."`
	Offers []TraceOffer `json:"offers" doc:"All offers, and whether each counted as competition."`
}

// TraceStep describes one applied rule.
type TraceStep struct {
	Step int         `json:"step" doc:"The stage of the decision, from 1 (gates) to 12 (outcome)."`
	Rule string      `json:"rule" doc:"The rule that was applied: one word of a closed list."`
	In   *body.Money `json:"in" doc:"The amount before the rule; null without an amount."`
	Out  *body.Money `json:"out" doc:"The amount after the rule; null without an amount."`
	Note *string     `json:"note" doc:"A remark on the step, such as a reason, a seller or the way to a floor; null without a remark."`
}

// TraceOffer explains how an offer was used.
type TraceOffer struct {
	SellerID       string      `json:"seller_id" doc:"Seller of the offer."`
	Landed         body.Money  `json:"landed" doc:"Price and shipping of the offer, less points in yen."`
	Used           bool        `json:"used" doc:"Whether the offer counted as competition."`
	ExcludedReason *string     `json:"excluded_reason" doc:"Why the offer did not count as competition; null if it did."`
	Candidate      *body.Money `json:"candidate" doc:"The price that the strategy asks for against this offer; null if no price was calculated."`
}

func historyRoutes(r *httpx.Router, app *history.History) {
	records.List(records.Kind{Router: r, Path: "/sa/repricer/history", Group: group}, httpx.Operation{
		ID: "listRepricerHistory", Summary: "List the history of decisions",
		Description: "Lists decisions about the team's rows, newest first, with the outcome of new prices. Entries are " +
			"kept for 24 months.\n\n" +
			"A decision that moves no price is listed if its reason differs from the row's last reason. A " +
			"suggestion is listed once, as long as it stays the same.\n\n" +
			"Filters narrow the list together; several words in one filter mean any of them.",
	}, historySorts, changeOf, exampleChange(),
		func(ctx context.Context, who caller.Caller, in *listHistoryInput, req page.Request) (page.Page[history.Entry], error) {
			return app.List(ctx, who, in.filter(), req, slices.Contains(in.Expand, "trace"))
		})
}

func changeOf(e history.Entry) Change {
	out := Change{
		ID: int64(e.ID), ProductID: int64(e.ProductID), SKU: e.SKU, ASIN: e.ASIN, MarketplaceID: string(e.MarketplaceID),
		Currency: string(e.Currency), CreatedAt: body.TimeOf(e.CreatedAt),
		Trigger: string(e.Trigger), Action: string(e.Verdict), OldPrice: priceOf(e.OldPrice), NewPrice: priceOf(e.NewPrice),
		Floor: moneyOf(e.Floor), Ceiling: moneyOf(e.Ceiling), TargetSellerID: body.Text(e.TargetSellerID), TargetPrice: moneyOf(e.TargetPrice),
		Reason: string(e.Reason), Adjustments: body.Words[string](e.Adjustments), Sentences: body.Words[string](e.Sentences), InputDigest: hex.EncodeToString(e.InputDigest[:]),
		BuyBoxBefore: boxOf(e.BuyBox),
		Competitors:  e.Competitors.Ptr(), Submission: body.Maybe(e.Submission, submissionOf),
		Outcome: body.Maybe(e.Outcome, word[string, repricerhistory.Outcome]), CancelReason: body.Text(string(e.Withdrawn)),
	}
	if s, ok := e.Strategy.Get(); ok {
		out.StrategyID, out.StrategyVer = new(int64(s.ID)), &s.Version
	}
	if e.Trace != nil {
		out.Trace = new(traceOf(*e.Trace))
	}
	return out
}

func submissionOf(s repricerhistory.Submission) Submission {
	return Submission{
		Lane: string(s.Route), SubmissionID: body.Text(s.ID), Status: body.Text(s.Status), Issues: body.Each(s.Issues, func(i repricerhistory.Issue) Issue { return Issue(i) }),
		SubmittedAt: body.TimeOf(s.SubmittedAt), AcceptedAt: body.Maybe(s.AcceptedAt, body.TimeOf),
		ConfirmedAt: body.Maybe(s.ConfirmedAt, body.TimeOf), Attempts: s.Attempts,
	}
}

func traceOf(t decision.Trace) TraceOfPrice {
	return TraceOfPrice{
		Steps: body.Each(t.Steps, func(s decision.TraceStep) TraceStep {
			return TraceStep{Step: s.Step, Rule: string(s.Rule), In: moneyOf(s.In), Out: moneyOf(s.Out), Note: body.Text(s.Note)}
		}),
		Offers: body.Each(t.Offers, func(o decision.TraceOffer) TraceOffer {
			return TraceOffer{
				SellerID: o.SellerID, Landed: body.MoneyOf(o.Landed), Used: o.Used, ExcludedReason: body.Text(o.Excluded),
				Candidate: moneyOf(o.Candidate),
			}
		}),
	}
}
