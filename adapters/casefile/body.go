package casefile

import "encoding/json"

// number has a number's text, so that no digit is lost.
type number string

func (n *number) UnmarshalJSON(b []byte) error {
	*n = number(b)
	return nil
}

type caseBody struct {
	ID       json.RawMessage `json:"id"`
	Name     string          `json:"name"`
	Input    *inputBody      `json:"input"`
	Expected json.RawMessage `json:"expected"`
	Why      string          `json:"why"`
}

type inputBody struct {
	Now            string          `json:"now"`
	OffersAt       *string         `json:"offers_at"`
	Killed         bool            `json:"kill_switch"`
	Preview        bool            `json:"preview"`
	Settings       json.RawMessage `json:"settings"`
	Product        *productBody    `json:"product"`
	Strategy       *strategyBody   `json:"strategy"`
	Offers         []offerBody     `json:"offers"`
	Siblings       []siblingBody   `json:"own_skus"`
	ActiveSchedule *activeBody     `json:"active_schedule"`
	// BuyBoxPrice has the price if no offer is marked as the winner. BuyBoxTold is false if the box
	// is unknown.
	BuyBoxPrice      *number `json:"buy_box_price"`
	BuyBoxTold       *bool   `json:"buy_box_told"`
	Incomplete       bool    `json:"offers_incomplete"`
	CompetitivePrice *number `json:"competitive_price"`
	FOEP             *number `json:"foep"`
}

type settingsBody struct {
	Enabled               *bool        `json:"enabled"`
	SubmissionMode        *string      `json:"submission_mode"`
	OwnSellerIDs          []string     `json:"own_seller_ids"`
	MaxOfferAgeMinutes    *int         `json:"max_offer_age_minutes"`
	MaxChangesPerDay      *int         `json:"max_changes_per_day"`
	MaxDailyChangePercent *number      `json:"max_daily_change_percent"`
	AnomalyPercent        *number      `json:"anomaly_percent"`
	MaxRisePercent        *number      `json:"max_rise_percent"`
	OutboundShipping      *number      `json:"default_outbound_shipping"`
	LossGuard             *string      `json:"loss_guard"`
	AvoidFeeCliffs        *bool        `json:"avoid_fee_cliffs"`
	Timezone              *string      `json:"timezone"`
	Schedules             []windowBody `json:"schedules"`
}

type windowBody struct {
	Days     []string `json:"days"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	Timezone *string  `json:"timezone"`
	Action   string   `json:"action"`
	Percent  *number  `json:"percent"`
}

type activeBody struct {
	Action     string  `json:"action"`
	Percent    *number `json:"percent"`
	Since      *string `json:"since"`
	StartPrice *number `json:"start_price"`
}

type productBody struct {
	ID               int64       `json:"id"`
	SellerID         string      `json:"seller_id"`
	SKU              string      `json:"sku"`
	ASIN             string      `json:"asin"`
	MarketplaceID    string      `json:"marketplace_id"`
	Currency         *string     `json:"currency"`
	Condition        *string     `json:"condition"`
	Fulfillment      *string     `json:"fulfillment"`
	Quantity         *int64      `json:"quantity"`
	WasSoldOut       bool        `json:"was_sold_out"`
	Mode             *string     `json:"mode"`
	Hold             *string     `json:"hold"`
	Pending          bool        `json:"pending_submission"`
	CurrentPrice     *number     `json:"current_price"`
	Shipping         *number     `json:"shipping"`
	Cost             *number     `json:"cost"`
	OutboundShipping *number     `json:"outbound_shipping"`
	AllowLoss        bool        `json:"allow_loss"`
	Fees             *feesBody   `json:"fees"`
	VATPercent       *number     `json:"vat_percent"`
	MapPrice         *number     `json:"map_price"`
	Limits           *limitsBody `json:"limits"`

	LastEventTime   *string   `json:"last_event_time"`
	LastSubmitted   *number   `json:"last_submitted_price"`
	Accepted        *number   `json:"accepted_price"`
	LastChangeAt    *string   `json:"last_change_at"`
	LastChangeKind  *string   `json:"last_change_kind"`
	LastWonPrice    *number   `json:"last_won_price"`
	SoftCeiling     *softBody `json:"soft_ceiling"`
	RecentDrops     int       `json:"recent_drops"`
	LastPriceWarAt  *string   `json:"last_price_war_at"`
	UnitsSoldWindow *int      `json:"units_sold_window"`
	ChangesToday    int       `json:"changes_today"`
	DayFirstPrice   *number   `json:"day_first_price"`
}

type softBody struct {
	Price *number `json:"price"`
	Until string  `json:"until"`
}

type feesBody struct {
	ReferralPercent *number    `json:"referral_percent"`
	ReferralMin     *number    `json:"referral_min"`
	Fixed           *number    `json:"fixed"`
	Upper           *upperBody `json:"upper"`
	// Bands has the referral fee by price, besides the terms of the floor.
	Bands []feeBandBody `json:"bands"`
}

type feeBandBody struct {
	UpTo            *number `json:"up_to"`
	ReferralPercent *number `json:"referral_percent"`
	Added           *number `json:"added"`
}

type upperBody struct {
	Above           *number `json:"above"`
	ReferralPercent *number `json:"referral_percent"`
	Marginal        bool    `json:"marginal"`
}

type limitsBody struct {
	MinPrice            *number `json:"min_price"`
	MaxPrice            *number `json:"max_price"`
	MaxChange           *number `json:"max_change"`
	MaxChangePercent    *number `json:"max_change_percent"`
	MinPriceMode        *string `json:"min_price_mode"`
	TargetROI           *number `json:"target_roi"`
	TargetMargin        *number `json:"target_margin"`
	MinPriceMarkup      *number `json:"min_price_markup"`
	MinPriceMarkupType  *string `json:"min_price_markup_type"`
	MissingCostFallback *string `json:"missing_cost_fallback"`
}

type strategyBody struct {
	Name           *string  `json:"name"`
	Type           *string  `json:"type"`
	Enabled        *bool    `json:"enabled"`
	MarketplaceIDs []string `json:"marketplace_ids"`

	CompeteWith     *string    `json:"compete_with"`
	FallbackTargets []string   `json:"fallback_targets"`
	Action          *string    `json:"action"`
	By              *number    `json:"by"`
	ByType          *string    `json:"by_type"`
	VsAmazon        *rivalBody `json:"vs_amazon"`
	VsFBA           *rivalBody `json:"vs_fba"`
	VsFBM           *rivalBody `json:"vs_fbm"`

	Filters *filtersBody `json:"filters"`

	OnNoCompetition     *string `json:"on_no_competition"`
	OnBelowMin          *string `json:"on_below_min"`
	OnOwnBuyBox         *string `json:"on_own_buy_box"`
	OnSuppressedBuyBox  *string `json:"on_suppressed_buy_box"`
	OnLostAfterRaise    *string `json:"on_lost_after_raise"`
	OnRestock           *string `json:"on_restock"`
	RaiseWhenNotWinning *bool   `json:"raise_when_not_winning"`
	RaiseGap            *number `json:"raise_gap"`

	Step                *number  `json:"step"`
	StepType            *string  `json:"step_type"`
	StepIntervalMinutes *int     `json:"step_interval_minutes"`
	MinChange           *number  `json:"min_change"`
	MinChangePercent    *number  `json:"min_change_percent"`
	SmallChangeInterval *int     `json:"small_change_interval_minutes"`
	AllowLoss           bool     `json:"allow_loss"`
	PriceWar            *warBody `json:"price_war"`
	FixedPrice          *number  `json:"fixed_price"`

	WindowDays         *int `json:"window_days"`
	HighUnits          *int `json:"high_units"`
	LowUnits           *int `json:"low_units"`
	DaysOfSupplyTarget *int `json:"days_of_supply_target"`
	LockDays           *int `json:"lock_days"`

	Schedule []windowBody `json:"schedule"`
}

type rivalBody struct {
	Action string  `json:"action"`
	By     *number `json:"by"`
	ByType *string `json:"by_type"`
}

type warBody struct {
	MaxDrops        int    `json:"max_drops"`
	WindowMinutes   int    `json:"window_minutes"`
	Action          string `json:"action"`
	CooldownMinutes int    `json:"cooldown_minutes"`
}

type filtersBody struct {
	IncludeSellers             []string `json:"include_sellers"`
	ExcludeSellers             []string `json:"exclude_sellers"`
	ExcludeAmazon              *bool    `json:"exclude_amazon"`
	Fulfillment                []string `json:"fulfillment"`
	MinFeedbackCount           *int     `json:"min_feedback_count"`
	MinRatingPercent           *number  `json:"min_rating_percent"`
	MaxHandlingHours           *int     `json:"max_handling_hours"`
	ShipsFrom                  []string `json:"ships_from"`
	ExcludeShipsFrom           []string `json:"exclude_ships_from"`
	FeaturedOnly               *bool    `json:"featured_only"`
	AvailableNowOnly           *bool    `json:"available_now_only"`
	MinSubCondition            *string  `json:"min_sub_condition"`
	IgnoreBelowPercentOfMedian *number  `json:"ignore_below_percent_of_median"`
}

type offerBody struct {
	SellerID      string  `json:"seller_id"`
	Price         *number `json:"price"`
	Shipping      *number `json:"shipping"`
	Points        *number `json:"points"`
	Fulfillment   *string `json:"fulfillment"`
	Condition     *string `json:"condition"`
	SubCondition  *string `json:"sub_condition"`
	IsBuyBox      bool    `json:"is_buy_box"`
	IsFeatured    bool    `json:"is_featured"`
	IsAmazon      bool    `json:"is_amazon"`
	FeedbackCount *int    `json:"feedback_count"`
	RatingPercent *number `json:"rating_percent"`
	HandlingHours *int    `json:"handling_hours"`
	ShipsFrom     *string `json:"ships_from"`
	AvailableNow  *bool   `json:"available_now"`
}

type siblingBody struct {
	ID          int64   `json:"id"`
	Fulfillment string  `json:"fulfillment"`
	Floor       *number `json:"floor"`
	LandedPrice *number `json:"landed_price"`
}
