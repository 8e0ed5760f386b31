package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/strategy"
)

// Examples of the published document.

// exampleStrategyID names a strategy of the demo that no settings use.
const exampleStrategyID = 2

func exampleMoney(s string) body.Money { return body.MoneyOf(money.MustParse(s)) }

func examplePercent(s string) body.Percent { return body.PercentOf(money.MustParsePercent(s)) }

func examplePrice(s string) body.Field[body.PositiveMoney] {
	return body.FieldOf(body.PositiveMoneyOf(money.MustParse(s)))
}

func exampleSettings() Settings {
	strategy, email, zone := int64(exampleStrategyID), "pricing@example.com", "Europe/Berlin"
	return Settings{
		Enabled: true, SubmissionMode: "live", DefaultStrategyID: &strategy, DefaultMode: "manual", DefaultPriority: "normal",
		DefaultLimits: Limits{
			MaxChangePercent: new(examplePercent("10")), MinPriceMode: "roi", TargetROI: new(examplePercent("25")),
			MinPriceMarkupType: "amount", MissingCostFallback: "skip",
		},
		DefaultOutboundShipping: new(exampleMoney("4.19")), LossGuard: "on", AvoidFeeCliffs: true,
		OwnSellerIDs: []string{"A2EXAMPLESELLR"}, MaxOfferAgeMinutes: 60,
		MinIntervalSeconds: Intervals{Fast: 120, Normal: 900, Low: 3600}, MaxChangesPerDay: 96,
		MaxDailyChangePercent: new(examplePercent("20")), AnomalyPercent: examplePercent("40"),
		MaxRisePercent:       examplePercent("100"),
		CircuitBreaker:       Breaker{PerRowPercent: examplePercent("25"), PerRunRowsPercent: examplePercent("20"), Action: "hold"},
		SweepIntervalMinutes: 360, Timezone: "Europe/Berlin",
		Schedules: []Window{{Days: []string{"sat", "sun"}, From: "22:00", To: "06:00", Timezone: &zone, Action: "pause"}},
		Pauses:    []Pause{{From: "2026-12-24", To: "2026-12-26", MarketplaceIDs: []string{"A1PA6795UKMFR9"}}},
		Notify:    Notify{Email: &email, Events: []string{"hold", "circuit_breaker"}},
		UpdatedAt: "2026-03-20T09:41:07.120000Z", Version: 4,
	}
}

func exampleSettingsPatch() SettingsPatch {
	return SettingsPatch{
		SubmissionMode:          body.FieldOf("live"),
		DefaultStrategyID:       body.FieldOf(StrategyID(exampleStrategyID)),
		DefaultOutboundShipping: body.FieldOf(exampleMoney("4.19")), LossGuard: body.FieldOf("on"), AvoidFeeCliffs: body.FieldOf(true),
		DefaultLimits: body.FieldOf(LimitsPatch{MinPriceMode: body.FieldOf("roi"), TargetROI: body.FieldOf(examplePercent("25"))}),
		Schedules: body.FieldOf([]NewWindow{{
			Days: body.FieldOf([]string{"sat", "sun"}), From: "22:00", To: "06:00", Action: "pause",
		}}),
		Pauses: body.FieldOf([]NewPause{{From: "2026-12-24", To: "2026-12-26"}}),
		Notify: body.FieldOf(NotifyPatch{Email: body.FieldOf("pricing@example.com"), WebhookURL: body.NullField[string]()}),
	}
}

func exampleStrategy() Strategy {
	target, action := "buy_box", "below"
	return Strategy{
		ID: new(int64(exampleStrategyID)), Name: "Win the box", Type: "competitor", Enabled: true, MarketplaceIDs: []string{"ATVPDKIKX0DER"},
		CompeteWith: &target, FallbackTargets: []string{"lowest"}, Action: &action, By: exampleMoney("0.01"), ByType: "amount",
		VsAmazon: &RivalRule{Action: "match", By: exampleMoney("0"), ByType: "amount"},
		Filters: &Filters{
			IncludeSellers: []string{}, ExcludeSellers: []string{}, Fulfillment: []string{"fba"}, MinFeedbackCount: new(20),
			MinRatingPercent: new(examplePercent("90")), ShipsFrom: []string{}, ExcludeShipsFrom: []string{"CN"},
			IgnoreBelowPercentOfMedian: new(examplePercent("50")),
		},
		OnNoCompetition: "keep", OnBelowMin: "min", OnOwnBuyBox: "raise_to_next", OnSuppressedBuyBox: "keep",
		OnLostAfterRaise: "revert", OnRestock: "keep", RaiseGap: new(exampleMoney("0.02")), StepType: "amount", MinChange: exampleMoney("0.05"),
		MinChangePercent: examplePercent("0.2"), SmallChangeIntervalMinutes: new(480),
		PriceWar: &PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: "hold", CooldownMinutes: 120},
		Schedule: []Window{}, ProductsCount: 41, Version: 2,
		CreatedAt: new(body.Time("2026-03-02T08:00:00.000000Z")), UpdatedAt: new(body.Time("2026-03-20T09:41:07.120000Z")),
	}
}

func exampleNewStrategy() NewStrategy {
	return NewStrategy{
		Name: "Win the box", Type: body.OptOf("competitor"),
		StrategyParts: StrategyParts{
			MarketplaceIDs: body.FieldOf([]body.MarketplaceID{"ATVPDKIKX0DER"}),
			CompeteWith:    body.FieldOf("buy_box"), FallbackTargets: body.FieldOf([]string{"lowest"}),
			Action: body.FieldOf("below"), By: body.FieldOf(exampleMoney("0.01")),
			VsAmazon:    body.FieldOf(NewRivalRule{Action: "match"}),
			Filters:     body.FieldOf(FiltersPatch{MinFeedbackCount: body.FieldOf(20), ExcludeShipsFrom: body.FieldOf([]Country{"CN"})}),
			OnOwnBuyBox: body.FieldOf("raise_to_next"),
			MinChange:   body.FieldOf(exampleMoney("0.05")), MinChangePercent: body.FieldOf(examplePercent("0.2")), SmallChangeIntervalMinutes: body.FieldOf(480),
			PriceWar: body.FieldOf(NewPriceWar{MaxDrops: 5, WindowMinutes: 60, Action: "hold", CooldownMinutes: body.OptOf(120)}),
		},
	}
}

func exampleStrategyPatch() StrategyPatch {
	return StrategyPatch{StrategyParts: StrategyParts{
		By: body.FieldOf(exampleMoney("0.02")), OnOwnBuyBox: body.FieldOf("raise_to_next"), Filters: body.NullField[FiltersPatch](),
	}}
}

func exampleDeletedStrategies() body.Bulk[body.DeletedRow] {
	inUse := fault.New(fault.Rule, fault.CodeInUse, "The strategy is in use.").
		With("blockers", []map[string]any{{"type": "repricer_product", "count": 41, "ids": []int64{9, 10, 11}}})
	return body.BulkOf([]manage.StrategyResult{
		{ID: 3, Outcome: edit.Failed, Err: inUse}, {ID: 4, Outcome: edit.Deleted},
	}, records.Deleted[strategy.ID])
}

func exampleProduct() Product {
	strategy, title, shipper, source := int64(exampleStrategyID), "Electric kettle, 1.7 l", "fba", "manual"
	due, event := body.Time("2026-03-20T09:56:07.120000Z"), body.Time("2026-03-20T09:40:58.004100Z")
	return Product{
		ID: 1, SellerID: "A2EXAMPLESELLR", MarketplaceID: "ATVPDKIKX0DER", SKU: "KETTLE-17-BLK", ASIN: "B0EXAMPLE1", Title: &title,
		Variation: []VariationAttribute{{Name: "color", Value: "Black"}},
		Currency:  "USD", Fulfillment: &shipper, Quantity: new(int64(120)),
		StrategyID: &strategy, EffectiveStrategyID: &strategy, Mode: "auto", RepricePriority: "fast", Condition: "new",
		Limits: Limits{
			MinPrice: new(exampleMoney("24.9")), MaxPrice: new(exampleMoney("39.9")), MaxChangePercent: new(examplePercent("10")),
			MinPriceMode: "manual", MinPriceMarkupType: "amount", MissingCostFallback: "error",
		},
		CurrentPrice: new(exampleMoney("29.99")), Shipping: new(exampleMoney("0")), LandedPrice: new(exampleMoney("29.99")),
		Floor:    Floor{Price: new(exampleMoney("24.9")), Source: &source, BreakEven: new(exampleMoney("21.98"))},
		Warnings: []Warning{}, Ceiling: new(exampleMoney("39.9")),
		Cost:       new(exampleMoney("11.2")),
		VATPercent: new(examplePercent("19")), VATSource: new("cost_layer"), Notes: []string{},
		Fees:   &Fees{ReferralPercent: examplePercent("15"), ReferralMin: exampleMoney("0.3"), Fixed: exampleMoney("3.97")},
		Margin: new(examplePercent("21.9556")), ROI: new(examplePercent("49.4034")),
		BuyBox:           BuyBox{Price: new(exampleMoney("29.99")), Owner: "own", SellerID: new("A2EXAMPLESELLR")},
		CompetitorsCount: new(6),
		BuyBoxShare24h:   new(examplePercent("71.5")), BuyBoxShare7d: new(examplePercent("64")),
		LastDecision: &Decision{
			Action: "keep", Price: new(exampleMoney("29.99")), Reason: "own_buy_box_keep", CreatedAt: "2026-03-20T09:41:06.800000Z",
		},
		LastChange: &LastChange{
			ID: 90412, OldPrice: new(exampleMoney("30.49")), NewPrice: exampleMoney("29.99"), Reason: "match_target", Outcome: "confirmed",
			CreatedAt: "2026-03-19T18:02:11.410000Z",
		},
		RunState: "idle", NextDueAt: &due, LastEventAt: &event, OffersAt: &event, Version: 5,
		CreatedAt: "2026-03-02T08:00:00.000000Z", UpdatedAt: "2026-03-20T09:41:07.120000Z",
	}
}

func exampleNewProducts() NewProducts {
	return NewProducts{Products: []NewProduct{
		{
			SKU: "KETTLE-17-BLK", MarketplaceID: "ATVPDKIKX0DER", ASIN: body.OptOf(ASIN("B0EXAMPLE1")),
			ProductMembers: ProductMembers{
				StrategyID: body.FieldOf(StrategyID(exampleStrategyID)), Mode: body.OptOf("auto"), RepricePriority: body.OptOf("fast"),
				Limits: body.OptOf(LimitsPatch{MinPrice: examplePrice("24.9"), MaxPrice: examplePrice("39.9")}),
			},
		},
		{SKU: "KETTLE-17-WHT", MarketplaceID: "ATVPDKIKX0DER", ASIN: body.OptOf(ASIN("B0EXAMPLE2"))},
	}}
}

func exampleCreatedProducts() body.Bulk[CreatedProduct] {
	const message = "The row exists already."
	n, product := int64(13), exampleProduct()
	return body.Bulk[CreatedProduct]{
		Data: []CreatedProduct{
			{ID: &n, Status: "created", Product: &product},
			{Status: "failed", Error: &body.RowError{Code: "already_exists", Message: message, Details: map[string]any{"existing_id": 2}}},
		},
		Meta:   body.BulkMeta{Succeeded: 1, Failed: 1},
		Errors: []body.BulkError{{Code: "already_exists", Message: message, Index: 1}},
	}
}

func exampleProductsPatch() ProductsPatch {
	return ProductsPatch{
		IDs: body.IDs{IDs: []body.ID{1, 99}},
		ProductMembers: ProductMembers{
			StrategyID: body.FieldOf(StrategyID(exampleStrategyID)), Mode: body.OptOf("auto"), RepricePriority: body.OptOf("fast"), AllowLoss: body.OptOf(false),
			Limits: body.OptOf(LimitsPatch{
				MinPrice: examplePrice("19.9"), MaxPrice: examplePrice("39.9"), MaxChange: body.NullField[body.PositiveMoney](),
			}),
		},
	}
}

func exampleProductUpdates() ProductUpdates {
	return ProductUpdates{Updates: []ProductUpdate{
		{ID: 1, ProductMembers: ProductMembers{Limits: body.OptOf(LimitsPatch{MinPrice: examplePrice("19.9"), MaxPrice: examplePrice("39.9")})}},
		{ID: 99, ProductMembers: ProductMembers{Mode: body.OptOf("off")}},
	}}
}

func exampleUpdatedProducts() body.Bulk[UpdatedProduct] {
	const message = "Not found."
	product := exampleProduct()
	product.Limits.MinPrice, product.Floor.Source = new(exampleMoney("19.9")), new("break_even")
	product.Floor.Price, product.Warnings = product.Floor.BreakEven, []Warning{{Code: "min_price_below_break_even", BreakEven: *product.Floor.BreakEven}}
	return body.Bulk[UpdatedProduct]{
		Data: []UpdatedProduct{
			{ID: 1, Status: "updated", Product: &product, Warnings: product.Warnings},
			{ID: 99, Status: "failed", Warnings: []Warning{}, Error: &body.RowError{Code: "not_found", Message: message}},
		},
		Meta:   body.BulkMeta{Succeeded: 1, Failed: 1},
		Errors: []body.BulkError{{Code: "not_found", Message: message, ID: new(int64(99)), Index: 1}},
	}
}

func exampleProductPatch() ProductPatch {
	return ProductPatch{ProductMembers: ProductMembers{Mode: body.OptOf("off"), Limits: body.OptOf(LimitsPatch{MaxPrice: examplePrice("42")})}}
}
