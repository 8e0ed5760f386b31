package repricer

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/marketplace"
)

// MarketplaceID is Amazon's identifier of a marketplace.
type MarketplaceID string

// Schema implements huma.SchemaProvider.
func (MarketplaceID) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, m := range marketplace.All() {
		s.Enum = append(s.Enum, string(m.ID))
	}
	return s
}

// SellerID is Amazon's identifier of a seller.
type SellerID string

// Schema implements huma.SchemaProvider.
func (SellerID) Schema(huma.Registry) *huma.Schema {
	return patterned(`^[A-Z0-9]{1,32}$`, "a seller id: 1 to 32 capitals or digits")
}

// ASIN is Amazon's identifier of a product.
type ASIN string

// Schema implements huma.SchemaProvider.
func (ASIN) Schema(huma.Registry) *huma.Schema {
	return patterned(`^[A-Z0-9]{10}$`, "an ASIN: 10 capitals or digits")
}

// StrategyID is the id of a strategy in a request.
type StrategyID int64

// Schema implements huma.SchemaProvider.
func (StrategyID) Schema(huma.Registry) *huma.Schema {
	one := 1.0
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &one}
}

// Country is an ISO 3166 code.
type Country string

// Schema implements huma.SchemaProvider.
func (Country) Schema(huma.Registry) *huma.Schema {
	return patterned(`^[A-Z]{2}$`, "a country code of two capitals")
}

// Clock is a wall clock time.
type Clock string

// Schema implements huma.SchemaProvider.
func (Clock) Schema(huma.Registry) *huma.Schema {
	return patterned(`^([01][0-9]|2[0-3]):[0-5][0-9]$`, "a time of day, HH:MM")
}

func patterned(pattern, description string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: pattern, PatternDescription: description}
}

// atLeast puts a bound on the members of a request body.
func atLeast(members int, s *huma.Schema) *huma.Schema {
	s.MinProperties = &members
	return s
}

// Limits bound the price of a row. Amounts are in the row's currency.
type Limits struct {
	MinPrice            *httpx.Money   `json:"min_price" doc:"The lowest price in mode manual; a further lower bound in the other modes."`
	MaxPrice            *httpx.Money   `json:"max_price" doc:"The highest price; null for none."`
	MaxChange           *httpx.Money   `json:"max_change" doc:"The largest change of the price at once."`
	MaxChangePercent    *httpx.Percent `json:"max_change_percent" doc:"The largest change at once in percent of the live price."`
	MinPriceMode        string         `json:"min_price_mode" doc:"How the floor is found: manual, roi, margin or markup."`
	TargetROI           *httpx.Percent `json:"target_roi" doc:"Profit in percent of the cost, for the mode roi."`
	TargetMargin        *httpx.Percent `json:"target_margin" doc:"Profit in percent of the net price, for the mode margin."`
	MinPriceMarkup      *httpx.Money   `json:"min_price_markup" doc:"What is put on break-even in the mode markup: an amount or a percentage."`
	MinPriceMarkupType  string         `json:"min_price_markup_type" doc:"amount or percent."`
	MissingCostFallback string         `json:"missing_cost_fallback" doc:"What a calculated mode does without cost or fees: error, skip, min_price or current_price."`
}

// LimitsPatch changes limits member by member.
type LimitsPatch struct {
	MinPrice            httpx.Field[httpx.PositiveMoney]   `json:"min_price,omitzero" doc:"Null clears it."`
	MaxPrice            httpx.Field[httpx.PositiveMoney]   `json:"max_price,omitzero" doc:"Null clears it."`
	MaxChange           httpx.Field[httpx.PositiveMoney]   `json:"max_change,omitzero" doc:"Null clears it."`
	MaxChangePercent    httpx.Field[httpx.PositivePercent] `json:"max_change_percent,omitzero" maximum:"100" doc:"Null clears it."`
	MinPriceMode        httpx.Field[string]                `json:"min_price_mode,omitzero" enum:"manual,roi,margin,markup" doc:"Null is manual."`
	TargetROI           httpx.Field[httpx.Percent]         `json:"target_roi,omitzero" minimum:"0" doc:"May pass 100. Null clears it."`
	TargetMargin        httpx.Field[httpx.Percent]         `json:"target_margin,omitzero" minimum:"0" maximum:"99.9999" doc:"Null clears it."`
	MinPriceMarkup      httpx.Field[httpx.Money]           `json:"min_price_markup,omitzero" minimum:"0" doc:"Null clears it."`
	MinPriceMarkupType  httpx.Field[string]                `json:"min_price_markup_type,omitzero" enum:"amount,percent" doc:"Null is amount."`
	MissingCostFallback httpx.Field[string]                `json:"missing_cost_fallback,omitzero" enum:"error,skip,min_price,current_price" doc:"Null is error."`
}

// Window is a stretch of local clock time in which something else holds.
type Window struct {
	Days     []string       `json:"days" doc:"Days on which the window starts, mon to sun; empty for every day."`
	From     string         `json:"from" doc:"Start, HH:MM."`
	To       string         `json:"to" doc:"End, HH:MM. An end at or before the start is on the following day."`
	Timezone *string        `json:"timezone" doc:"IANA name; null for the time zone of the settings."`
	Action   string         `json:"action" doc:"pause, min, max or percent."`
	Percent  *httpx.Percent `json:"percent" doc:"By how much the price of the window's start is moved, with the action percent."`
}

// NewWindow is a window in a request. A list of windows is replaced as a whole.
type NewWindow struct {
	Days     httpx.Field[[]string]      `json:"days,omitzero" enum:"mon,tue,wed,thu,fri,sat,sun" maxItems:"7" doc:"Days on which the window starts, each named once; none or empty for every day."`
	From     Clock                      `json:"from" doc:"Start, HH:MM."`
	To       Clock                      `json:"to" doc:"End, HH:MM. An end at or before the start is on the following day."`
	Timezone httpx.Field[string]        `json:"timezone,omitzero" minLength:"1" maxLength:"64" doc:"IANA name; none for the time zone of the settings."`
	Action   string                     `json:"action" enum:"pause,min,max,percent" doc:"What holds in the window."`
	Percent  httpx.Field[httpx.Percent] `json:"percent,omitzero" minimum:"-99" maximum:"1000" doc:"Required with the action percent, and only allowed there."`
}
