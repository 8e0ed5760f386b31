package repricing

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// FullRow returns a row with every member set to a different value.
func FullRow() repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A3FULL", MarketplaceID: Britain, SKU: "Größe 42\\\"<&>'✓"},
		ASIN: "B0FULLROW1", Currency: "GBP",
		StrategyID: optional.Some(strategy.ID(77)), Mode: decision.ModeAuto, Priority: repricer.PriorityFast,
		Condition: decision.ConditionRefurbished,
		Limits: decision.Limits{
			MinPrice: Amount("10.01"), MaxPrice: Amount("9999999999.9999"), MaxChange: Amount("1.5"),
			MaxChangePercent: Percent("12.5"), MinPriceMode: decision.MinPriceMarkup, TargetROI: Percent("130"),
			TargetMargin: Percent("15.25"), MinPriceMarkup: Amount("3"), MinPriceMarkupType: decision.ByPercent,
			MissingCostFallback: decision.FallbackCurrentPrice,
		},
		AllowLoss: true,
		Hold: optional.Some(repricer.Hold{
			Reason: decision.HoldListingIssue, Since: Noon.Add(-time.Hour), Details: "The listing is inactive.", Price: Amount("55.55"),
		}),
		Resumed:  optional.Some(repricer.Resumption{Reason: decision.HoldExternalChange, At: Noon.Add(-2 * time.Hour), Price: Amount("41.5")}),
		RunState: repricer.RunAwaitingConfirmation,
		Observed: repricer.Observed{
			Title: optional.Some("Kettle, 1.7 l"), Variation: "color\tBlack\nsize\t1.7 l", Fulfillment: optional.Some(decision.FBA), Quantity: optional.Some(int64(42)),
			CurrentPrice: Amount("19.99"), Shipping: Amount("2.5"), Cost: Amount("7.1234"), Postage: Amount("4.5678"),
			Fees: optional.Some(decision.Fees{
				ReferralPercent: money.MustParsePercent("15"), ReferralMin: money.MustParse("0.3"), Fixed: money.MustParse("2.04"),
			}),
			FloorFees: optional.Some(repricer.FloorFees{
				ReferralPercent: money.MustParsePercent("8"), Fixed: money.MustParse("1.04"), Total: money.MustParse("13.61"), At: Noon.Add(-3 * time.Hour),
			}),
			VAT: everyVAT(), MapPrice: Amount("17"),
			BuyBox:           decision.BuyBox{Price: Amount("18.5"), Owner: decision.BoxCompetitor, SellerID: "A3RIVAL", Inferred: true},
			BoxLog:           "tlw5s0O10E9zU",
			CompetitorsCount: optional.Some(9), BuyBoxShare24h: Percent("61.5"), BuyBoxShare7d: Percent("58"),
			LastDecision: optional.Some(repricer.LastDecision{
				Verdict: decision.VerdictKeep, Reason: decision.ReasonBelowMinChange, Price: money.MustParse("19.98"), At: Noon.Add(-time.Second),
				TargetSellerID: "A4RIVAL", TargetPrice: Amount("18.7"),
			}),
			LastChange:   optional.Some(repricer.ChangeRef{ID: 4711, At: Noon.Add(-2 * time.Second)}),
			DecidedFloor: Amount("11.11"), BreakEven: Amount("9.87"), Guarded: true,
			NextDueAt: optional.Some(Noon.Add(time.Minute)), LastEventAt: optional.Some(Noon.Add(-time.Minute)),
			OffersAt: optional.Some(Noon.Add(-2 * time.Minute)),
		},
		Version: 7, CreatedAt: Noon.Add(-24 * time.Hour), UpdatedAt: Noon,
	}
}
