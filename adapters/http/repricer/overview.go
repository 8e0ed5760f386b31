package repricer

import (
	"context"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
)

type overviewInput struct {
	MarketplaceID body.Opt[body.MarketplaceID] `query:"marketplace_id" doc:"Counts only the rows of this marketplace."`
}

// Overview sums up all of a team's rows.
type Overview struct {
	SettingsPresent bool           `json:"settings_present" doc:"Whether the team has repricer settings; without them nothing is repriced."`
	Products        ProductCounts  `json:"products" doc:"Numbers of rows."`
	BuyBox          BoxCounts      `json:"buy_box" doc:"Numbers of rows by who has the buy box of their product."`
	Pipeline        Pipeline       `json:"pipeline" doc:"Events, decisions and prices on their way."`
	Attention       []AttentionRow `json:"attention" doc:"Up to ten rows that need a person, the most urgent first. Rows in mode off are never listed."`
}

// ProductCounts counts rows. Figures that are unknown for all rows are null.
type ProductCounts struct {
	Total          int64      `json:"total" doc:"Number of all rows."`
	ByMode         ModeCounts `json:"by_mode" doc:"Number of rows by mode."`
	AtFloor        *int64     `json:"at_floor" doc:"Rows with a live price at or below their floor, if both are known. A calculated floor is known from the row's last decision on."`
	AtCeiling      *int64     `json:"at_ceiling" doc:"Rows with a live price at or above max_price."`
	UnderBreakEven *int64     `json:"under_break_even" doc:"Rows with a live price that makes a loss, if break-even is known."`
	MissingCost    int64      `json:"missing_cost" doc:"Rows with a calculated floor and no known cost."`
	Stale          int64      `json:"stale" doc:"Rows in mode manual or auto with offers that were never seen or are older than max_offer_age_minutes, to the minute."`
	Holds          HoldCounts `json:"holds" doc:"Number of frozen rows, by reason."`
}

// ModeCounts count rows by mode.
type ModeCounts struct {
	Off    int64 `json:"off" doc:"Rows in mode off: not evaluated."`
	Manual int64 `json:"manual" doc:"Rows in mode manual: prices are decided and suggested."`
	Auto   int64 `json:"auto" doc:"Rows in mode auto: prices are decided and, if submission_mode is live, sent."`
}

// HoldCounts counts frozen rows by reason.
type HoldCounts struct {
	ListingIssue          int64 `json:"listing_issue" doc:"Rows frozen because their listing has an issue."`
	ExternalChangeAnomaly int64 `json:"external_change_anomaly" doc:"Rows frozen because their live price is far from the price sent last."`
	CircuitBreaker        int64 `json:"circuit_breaker" doc:"Rows frozen because their price dropped too far, or too many prices dropped together."`
	SubmissionFailed      int64 `json:"submission_failed" doc:"Rows frozen because a price was refused or never seen live."`
	CurrencyMismatch      int64 `json:"currency_mismatch" doc:"Rows frozen because their price is in another currency, or their cost without an exchange rate."`
}

// BoxCounts counts rows by the owner of the buy box.
type BoxCounts struct {
	Own        int64 `json:"own" doc:"Rows with the buy box at their own account."`
	Team       int64 `json:"team" doc:"Rows with the buy box at another account of the team."`
	Competitor int64 `json:"competitor" doc:"Rows with the buy box at a competitor."`
	Amazon     int64 `json:"amazon" doc:"Rows with the buy box at Amazon itself."`
	None       int64 `json:"none" doc:"Rows with an empty buy box."`
	Unknown    int64 `json:"unknown" doc:"Rows with an unknown owner of the buy box."`
}

// Pipeline counts the events, decisions and prices in progress.
type Pipeline struct {
	LastEventAt          *body.Time       `json:"last_event_at" doc:"Time of the latest event about a row; null without any."`
	LastEventAgeSeconds  *int64           `json:"last_event_age_seconds" doc:"Number of seconds since last_event_at; null without any."`
	Lanes                []LaneDepth      `json:"lanes" doc:"Rows that are due to be decided, by priority, in all marketplaces."`
	Waiting              int64            `json:"waiting" doc:"Number of prices that are decided and not sent yet."`
	AwaitingConfirmation int64            `json:"awaiting_confirmation" doc:"Number of prices that were sent and not seen live yet."`
	SentLastHour         int64            `json:"sent_last_hour" doc:"Number of prices sent within the last hour."`
	HourlyCeiling        int64            `json:"hourly_ceiling" doc:"Number of single prices that the connected seller accounts can send in an hour."`
	Switch               *string          `json:"switch" doc:"on or off, as the settings have it, or stopped: the operator of the service has stopped the sending of all prices. Null without settings."`
	Breaker              string           `json:"breaker" doc:"open while a circuit breaker freezes rows or accounts are stopped, otherwise closed."`
	StoppedAccounts      []StoppedAccount `json:"stopped_accounts" doc:"Seller accounts with waiting prices, because too many prices were refused, in all marketplaces."`
}

// LaneDepth counts the due rows of a priority.
type LaneDepth struct {
	Lane              string `json:"lane" doc:"The priority of the rows: fast, normal or low."`
	Depth             int64  `json:"depth" doc:"Number of rows that are due, without those being decided just now. Counted up to 10,000."`
	OldestWaitSeconds *int64 `json:"oldest_wait_seconds" doc:"Number of seconds for which the longest waiting row has been due; null without any."`
}

// StoppedAccount names an account with delayed prices.
type StoppedAccount struct {
	SellerID string    `json:"seller_id" doc:"The seller account."`
	Region   string    `json:"region" doc:"Region of the account: na, eu or fe."`
	Until    body.Time `json:"until" doc:"When the account's prices are sent again."`
}

// AttentionRow names a row that needs a person.
type AttentionRow struct {
	ProductID     int64   `json:"product_id" doc:"Identifier of the row."`
	SKU           string  `json:"sku" doc:"The seller's SKU of the offer."`
	ASIN          string  `json:"asin" doc:"ASIN of the product."`
	MarketplaceID string  `json:"marketplace_id" doc:"The marketplace of the offer."`
	Title         *string `json:"title" doc:"Title of the listing."`
	Attention     string  `json:"attention" doc:"Why the row needs a person.\n\nhold: the row is frozen. under_break_even: the live price makes a loss. postage_unknown: the seller ships, shipping is free and its cost is unknown. error: the last decision failed, or the row has no strategy that serves its marketplace. at_floor_and_losing: the live price is at the floor while a competitor or Amazon has the buy box."`
	Reason        *string `json:"reason" doc:"The reason why the row is frozen, or of the last decision; null without either."`
	Act           string  `json:"act" doc:"Suggested action: fix_listing, check_price_and_resume, resume, fix_currency, raise_min_price, set_min_price, set_cost, set_outbound_shipping, wait_for_fees, lower_target, raise_max_price, set_strategy or review_limits."`
}

func overviewRoutes(r *httpx.Router, overview *history.Overview) {
	httpx.Register(r, httpx.Operation{
		ID: "getRepricerOverview", Method: http.MethodGet, Path: "/sa/repricer/overview", Group: group, Beta: true,
		Summary: "Get the overview",
		Description: "Counts the team's rows, events and prices on their way, and names the rows that need a person. It " +
			"answers without settings too. A figure that is unknown for all rows is null.",
		Example: body.One[Overview]{Data: exampleOverview()},
	}, httpx.AnswerOne(overviewOf, func(ctx context.Context, who caller.Caller, in *overviewInput) (history.OverviewResult, error) {
		return overview.Get(ctx, who, marketplace.ID(in.MarketplaceID.Value))
	}))
}

func overviewOf(s history.OverviewResult) Overview {
	st := s.Rows
	out := Overview{
		SettingsPresent: s.SettingsPresent,
		Products: ProductCounts{
			Total: st.Total, ByMode: ModeCounts{
				Off: st.Modes[decision.ModeOff], Manual: st.Modes[decision.ModeManual], Auto: st.Modes[decision.ModeAuto],
			},
			AtFloor: shareOf(st.AtFloor, st.Total), AtCeiling: shareOf(st.AtCeiling, st.Total),
			UnderBreakEven: shareOf(st.UnderBreakEven, st.Total), MissingCost: st.MissingCost, Stale: s.Stale,
			Holds: HoldCounts{
				ListingIssue: st.Holds[decision.HoldListingIssue], ExternalChangeAnomaly: st.Holds[decision.HoldExternalChange],
				CircuitBreaker: st.Holds[decision.HoldCircuitBreaker], SubmissionFailed: st.Holds[decision.HoldSubmissionFailed],
				CurrencyMismatch: st.Holds[decision.HoldCurrencyMismatch],
			},
		},
		BuyBox: BoxCounts{
			Own: st.Owners[decision.BoxOwn], Team: st.Owners[decision.BoxTeam], Competitor: st.Owners[decision.BoxCompetitor],
			Amazon: st.Owners[decision.BoxAmazon], None: st.Owners[decision.BoxNone], Unknown: st.Owners[decision.BoxUnknown],
		},
		Pipeline: Pipeline{
			LastEventAt: body.Maybe(st.LastEventAt, body.TimeOf), LastEventAgeSeconds: s.LastEventSeconds.Ptr(),
			Waiting: s.Sending.Waiting, AwaitingConfirmation: s.Sending.Unresolved, SentLastHour: s.Sending.Sent, HourlyCeiling: s.HourlyCeiling,
			Lanes: body.Each(s.QueueDepths, func(d repricerhistory.QueueDepth) LaneDepth { return laneOf(d, s.At) }), Switch: body.Maybe(s.Switch, word[string, history.SwitchStatus]), Breaker: "closed",
			StoppedAccounts: body.Each(s.StoppedAccounts, func(a repricerhistory.StoppedAccount) StoppedAccount {
				return StoppedAccount{SellerID: a.SellerID, Region: string(a.Region), Until: body.TimeOf(a.Until)}
			}),
		},
		Attention: body.Each(s.Attention, attentionOf),
	}
	if s.Tripped() {
		out.Pipeline.Breaker = "open"
	}
	return out
}

func laneOf(d repricerhistory.QueueDepth, now time.Time) LaneDepth {
	return LaneDepth{
		Lane: string(d.Priority), Depth: d.Rows,
		OldestWaitSeconds: body.Maybe(d.Since, func(at time.Time) int64 { return int64(max(now.Sub(at), 0) / time.Second) }),
	}
}

// shareOf returns nil if there are rows and the figure is unknown for all of them.
func shareOf(s repricerhistory.Share, total int64) *int64 {
	if s.Known == 0 && total > 0 {
		return nil
	}
	return &s.Count
}

func attentionOf(a repricerhistory.NeedsAttention) AttentionRow {
	reason := string(a.Reason)
	if hold, ok := a.Hold.Get(); ok {
		reason = string(hold)
	}
	return AttentionRow{
		ProductID: int64(a.ProductID), SKU: a.SKU, ASIN: a.ASIN, MarketplaceID: string(a.MarketplaceID), Title: a.Title.Ptr(),
		Attention: string(a.Attention), Reason: body.Text(reason), Act: string(a.Attention.Suggest(a.Hold, a.Reason)),
	}
}
