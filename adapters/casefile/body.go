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

// inputBody has settings, strategy and limits in the form of the API.
type inputBody struct {
	Now            string          `json:"now"`
	OffersAt       *string         `json:"offers_at"`
	Killed         bool            `json:"kill_switch"`
	Preview        bool            `json:"preview"`
	Settings       json.RawMessage `json:"settings"`
	Product        *productBody    `json:"product"`
	Strategy       json.RawMessage `json:"strategy"`
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

type activeBody struct {
	Action     string  `json:"action"`
	Percent    *number `json:"percent"`
	Since      *string `json:"since"`
	StartPrice *number `json:"start_price"`
}

type productBody struct {
	ID               int64           `json:"id"`
	SellerID         string          `json:"seller_id"`
	SKU              string          `json:"sku"`
	ASIN             string          `json:"asin"`
	MarketplaceID    string          `json:"marketplace_id"`
	Currency         *string         `json:"currency"`
	Condition        *string         `json:"condition"`
	Fulfillment      *string         `json:"fulfillment"`
	Quantity         *int64          `json:"quantity"`
	WasSoldOut       bool            `json:"was_sold_out"`
	Mode             *string         `json:"mode"`
	Hold             *string         `json:"hold"`
	Pending          bool            `json:"pending_submission"`
	CurrentPrice     *number         `json:"current_price"`
	Shipping         *number         `json:"shipping"`
	Cost             *number         `json:"cost"`
	OutboundShipping *number         `json:"outbound_shipping"`
	AllowLoss        bool            `json:"allow_loss"`
	Fees             *feesBody       `json:"fees"`
	VATPercent       *number         `json:"vat_percent"`
	MapPrice         *number         `json:"map_price"`
	Limits           json.RawMessage `json:"limits"`

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
