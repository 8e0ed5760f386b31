package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
)

func exampleChange() Change {
	seller, outcome, submission, status := "A3RIVALSELLER1", "confirmed", "f1dc2914-75dd-11ea-bc55-0242ac130003", "ACCEPTED"
	accepted, confirmed := body.Time("2026-03-20T09:41:08.310000Z"), body.Time("2026-03-20T09:49:51.002000Z")
	note := "manual"
	return Change{
		ID: 90211, ProductID: 1, SKU: "KETTLE-17-BLK", ASIN: "B0EXAMPLE1", MarketplaceID: "ATVPDKIKX0DER", Currency: "USD",
		CreatedAt: "2026-03-20T09:41:07.120000Z", Trigger: "notification", Action: "change",
		OldPrice: new(exampleMoney("31.5")), NewPrice: new(exampleMoney("29.98")), Floor: new(exampleMoney("24.9")), Ceiling: new(exampleMoney("39.9")),
		TargetSellerID: &seller, TargetPrice: new(exampleMoney("29.99")), Reason: "beat_target", Adjustments: []string{},
		Sentences:  []string{"Undercuts A3RIVALSELLER1 at $29.99 by $0.01: $29.98."},
		StrategyID: new(int64(exampleStrategyID)), StrategyVer: new(int64(2)),
		InputDigest:  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		BuyBoxBefore: BuyBox{Price: new(exampleMoney("29.99")), Owner: "competitor", SellerID: &seller}, Competitors: new(6),
		Submission: &Submission{
			Lane: "patch", SubmissionID: &submission, Status: &status, Issues: []Issue{}, SubmittedAt: "2026-03-20T09:41:07.480000Z",
			AcceptedAt: &accepted, ConfirmedAt: &confirmed, Attempts: 1,
		},
		Outcome: &outcome,
		Trace: &TraceOfPrice{
			Steps:  []TraceStep{{Step: 2, Rule: "floor", Out: new(exampleMoney("24.9")), Note: &note}},
			Offers: []TraceOffer{{SellerID: seller, Landed: exampleMoney("29.99"), Used: true, Candidate: new(exampleMoney("29.98"))}},
		},
	}
}

func exampleSummary() Summary {
	return Summary{
		Decisions: DecisionCounts{
			Total:    512,
			ByAction: ActionCounts{Change: 120, Suggest: 4, Keep: 371, Skip: 17},
			ByReason: []ReasonCount{{"beat_target", 366}, {"below_min_use_min", 129}, {"stale_offers", 17}},
		},
		Changes: ChangeCounts{
			Total: 124, Up: 51, Down: 73, MeanPercent: new(examplePercent("1.8125")), MedianPercent: new(examplePercent("1.4")),
			Capped: 6, AtFloor: 22, AtCeiling: 3, Superseded: 9, Cancelled: 1,
		},
		Submission: SubmissionCounts{
			Submitted: 110, Confirmed: 107, Rejected: 1, TimedOut: 1,
			SecondsToConfirmP50: new(int64(540)), SecondsToConfirmP95: new(int64(1050)),
		},
		BuyBox: &BoxStatistics{SharePercent: examplePercent("61.25"), Won: 48, Lost: 45},
		Sales: &SalesStatistics{
			Units: 37, Currency: new("EUR"), MeanPrice: new(exampleMoney("24.3")), EstimatedProfit: new(exampleMoney("181.52")),
		},
	}
}

func exampleStatistics() Statistics {
	day := "2026-03-20"
	return Statistics{
		From: "2026-03-14", To: "2026-03-20", GroupBy: []string{"day"}, Total: exampleSummary(),
		Groups: []GroupSummary{{Day: &day, Summary: exampleSummary()}},
	}
}

func exampleOverview() Overview {
	title, reason, on := "Electric kettle, 1.7 l", "circuit_breaker", "on"
	event := body.Time("2026-03-20T09:40:58.004100Z")
	return Overview{
		SettingsPresent: true,
		Products: ProductCounts{
			Total: 1200, ByMode: ModeCounts{Off: 100, Manual: 200, Auto: 900}, AtFloor: new(int64(88)), AtCeiling: new(int64(9)),
			UnderBreakEven: new(int64(4)), MissingCost: 31, Stale: 12, Holds: HoldCounts{ListingIssue: 3, CircuitBreaker: 1},
		},
		BuyBox: BoxCounts{Own: 610, Team: 4, Competitor: 480, Amazon: 40, None: 6, Unknown: 60},
		Pipeline: Pipeline{
			LastEventAt: &event, LastEventAgeSeconds: new(int64(9)), Waiting: 14, AwaitingConfirmation: 52, SentLastHour: 1310,
			HourlyCeiling: 18000, Switch: &on, Breaker: "open", StoppedAccounts: []StoppedAccount{},
			Lanes: []LaneDepth{
				{Lane: "fast", Depth: 3, OldestWaitSeconds: new(int64(1))}, {Lane: "normal", Depth: 61, OldestWaitSeconds: new(int64(7))}, {Lane: "low"},
			},
		},
		Attention: []AttentionRow{{
			ProductID: 1, SKU: "KETTLE-17-BLK", ASIN: "B0EXAMPLE1", MarketplaceID: "ATVPDKIKX0DER", Title: &title,
			Attention: "hold", Reason: &reason, Act: "check_price_and_resume",
		}},
	}
}
