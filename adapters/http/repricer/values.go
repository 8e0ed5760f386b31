package repricer

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
)

// SellerID takes Amazon's identifier of a seller.
type SellerID string

func (SellerID) Schema(huma.Registry) *huma.Schema {
	return patterned(`^[A-Z0-9]{1,32}$`, "a seller id: 1 to 32 capitals or digits")
}

// ASIN takes Amazon's identifier of a product.
type ASIN string

func (ASIN) Schema(huma.Registry) *huma.Schema {
	return patterned(`^[A-Z0-9]{10}$`, "an ASIN: 10 capitals or digits")
}

// StrategyID takes the id of a strategy in a request.
type StrategyID int64

func (StrategyID) Schema(huma.Registry) *huma.Schema {
	one := 1.0
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &one}
}

// Country takes an ISO 3166 code.
type Country string

func (Country) Schema(huma.Registry) *huma.Schema {
	return patterned(`^[A-Z]{2}$`, "a country code of two capitals")
}

// Clock takes a wall clock time.
type Clock string

func (Clock) Schema(huma.Registry) *huma.Schema {
	return patterned(`^([01][0-9]|2[0-3]):[0-5][0-9]$`, "a time of day, HH:MM")
}

func patterned(pattern, description string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: pattern, PatternDescription: description}
}

// Limits bounds the price of a row. Amounts are in the row's currency.
type Limits struct {
	MinPrice            *body.Money   `json:"min_price" doc:"The floor when min_price_mode is manual. With a calculated floor it is a further lower bound: the higher of the two counts. Null without a minimum."`
	MaxPrice            *body.Money   `json:"max_price" doc:"The highest price that may be sent (the ceiling); null without a ceiling."`
	MaxChange           *body.Money   `json:"max_change" doc:"The largest change of the price in one step, as an amount; null without a limit. The floor and the ceiling override it."`
	MaxChangePercent    *body.Percent `json:"max_change_percent" doc:"The largest change of the price in one step, in percent of the live price; null without a limit. The floor and the ceiling override it."`
	MinPriceMode        string        `json:"min_price_mode" doc:"How the floor is found: manual (min_price), or calculated from cost, fees and VAT: roi (with target_roi), margin (with target_margin) or markup (with min_price_markup)."`
	TargetROI           *body.Percent `json:"target_roi" doc:"Profit that the floor leaves with min_price_mode roi, in percent of the cost."`
	TargetMargin        *body.Percent `json:"target_margin" doc:"Profit that the floor leaves with min_price_mode margin, in percent of the net price."`
	MinPriceMarkup      *body.Money   `json:"min_price_markup" doc:"Addition to the price without profit or loss with min_price_mode markup: an amount or a percentage, as min_price_markup_type says."`
	MinPriceMarkupType  string        `json:"min_price_markup_type" doc:"Whether min_price_markup is an amount or a percentage: amount or percent."`
	MissingCostFallback string        `json:"missing_cost_fallback" doc:"Result of a calculated floor while cost or fees are unknown: error (the decision is error), skip (the row is not evaluated), min_price (min_price is the floor) or current_price (the live price is the floor)."`
}

// LimitsPatch changes limits member by member.
type LimitsPatch struct {
	MinPrice            body.Field[body.PositiveMoney]   `json:"min_price,omitzero" doc:"The floor when min_price_mode is manual, otherwise a further lower bound. Null removes it."`
	MaxPrice            body.Field[body.PositiveMoney]   `json:"max_price,omitzero" doc:"The highest price that may be sent. Null removes it."`
	MaxChange           body.Field[body.PositiveMoney]   `json:"max_change,omitzero" doc:"The largest change of the price in one step, as an amount. Null removes it."`
	MaxChangePercent    body.Field[body.PositivePercent] `json:"max_change_percent,omitzero" maximum:"100" doc:"The largest change of the price in one step, in percent of the live price. Null removes it."`
	MinPriceMode        body.Field[string]               `json:"min_price_mode,omitzero" enum:"manual,roi,margin,markup" doc:"How the floor is found: min_price, or calculated from cost, fees and VAT with a target. Null restores the default, manual."`
	TargetROI           body.Field[body.Percent]         `json:"target_roi,omitzero" minimum:"0" doc:"Profit that the floor leaves with min_price_mode roi, in percent of the cost; may exceed 100. Null removes it."`
	TargetMargin        body.Field[body.Percent]         `json:"target_margin,omitzero" minimum:"0" maximum:"99.9999" doc:"Profit that the floor leaves with min_price_mode margin, in percent of the net price. Null removes it."`
	MinPriceMarkup      body.Field[body.Money]           `json:"min_price_markup,omitzero" minimum:"0" doc:"Addition to the price without profit or loss with min_price_mode markup. Null removes it."`
	MinPriceMarkupType  body.Field[string]               `json:"min_price_markup_type,omitzero" enum:"amount,percent" doc:"Whether min_price_markup is an amount or a percentage. Null restores the default, amount."`
	MissingCostFallback body.Field[string]               `json:"missing_cost_fallback,omitzero" enum:"error,skip,min_price,current_price" doc:"Result of a calculated floor while cost or fees are unknown: error (the decision is error), skip (the row is not evaluated), min_price or current_price (that price is the floor). Null restores the default, error."`
}

// Window describes a period of local time with its own pricing rule.
type Window struct {
	Days     []string      `json:"days" doc:"Days on which the window starts, mon to sun; empty for every day."`
	From     string        `json:"from" doc:"Start of the window, HH:MM."`
	To       string        `json:"to" doc:"End of the window, HH:MM. An end at or before the start is on the following day."`
	Timezone *string       `json:"timezone" doc:"IANA name of the time zone of from and to; null for the time zone of the settings."`
	Action   string        `json:"action" doc:"Effect of the window: pause (rows are not evaluated), min (the price is the floor), max (the price is the ceiling) or percent (the price moves by percent)."`
	Percent  *body.Percent `json:"percent" doc:"With the action percent: by how many percent the price at the start of the window is moved. Null with other actions."`
}

// NewWindow takes a window. A list of windows is replaced as a whole.
type NewWindow struct {
	Days     body.Field[[]string]     `json:"days,omitzero" enum:"mon,tue,wed,thu,fri,sat,sun" maxItems:"7" doc:"Days on which the window starts, each at most once; absent, null or empty for every day."`
	From     Clock                    `json:"from" doc:"Start of the window, HH:MM."`
	To       Clock                    `json:"to" doc:"End of the window, HH:MM. An end at or before the start is on the following day."`
	Timezone body.Field[string]       `json:"timezone,omitzero" minLength:"1" maxLength:"64" doc:"IANA name of the time zone of from and to; absent or null for the time zone of the settings."`
	Action   string                   `json:"action" enum:"pause,min,max,percent" doc:"Effect of the window: pause (rows are not evaluated), min (the price is the floor), max (the price is the ceiling) or percent (the price moves by percent)."`
	Percent  body.Field[body.Percent] `json:"percent,omitzero" minimum:"-99" maximum:"1000" doc:"By how many percent the price at the start of the window is moved. Required with the action percent, refused with others."`
}

// Pause has a range of days without evaluations.
type Pause struct {
	From           string   `json:"from" format:"date" doc:"The first day, in the time zone of the settings."`
	To             string   `json:"to" format:"date" doc:"The last day, which belongs to the pause."`
	MarketplaceIDs []string `json:"marketplace_ids" doc:"Marketplaces with rows that pause; empty for all."`
}

// NewPause takes a pause. A list of pauses is replaced as a whole.
type NewPause struct {
	From           body.Day                         `json:"from" doc:"The first day, in the time zone of the settings; not before 2000."`
	To             body.Day                         `json:"to" doc:"The last day, which belongs to the pause; not before from (422 invalid_settings)."`
	MarketplaceIDs body.Field[[]body.MarketplaceID] `json:"marketplace_ids,omitzero" maxItems:"30" doc:"Marketplaces with rows that pause, each at most once; absent, null or empty for all."`
}
