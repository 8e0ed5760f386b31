// Package converter serves the identifier converters.
package converter

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/converter"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
)

type codeInput struct {
	Identifier string `query:"identifier" required:"true" minLength:"8" maxLength:"40" doc:"A code of 8, 12, 13 or 14 digits (EAN-8 or UPC-E, UPC, EAN, GTIN), or an ISBN of 10 characters. Spaces and hyphens are ignored.\n\nCodes that a spreadsheet took for numbers are repaired: 10 or 11 digits get their leading zeros back if the check digit then fits, and .0 at the end is ignored. Codes with a wrong check digit and rounded codes (8.80E+12) are refused." example:"400781440147"`
	httpx.Marketplace
}

type asinInput struct {
	ASIN string `query:"asin" required:"true" pattern:"^[0-9A-Za-z]{10}$" patternDescription:"10 letters or digits" doc:"Amazon's identifier of the product, in either letter case." example:"B0SIM0000A"`
	httpx.Marketplace
}

// Identifier has a code or ASIN of a product.
type Identifier struct {
	Identifier     string `json:"identifier" doc:"The code or ASIN."`
	IdentifierType string `json:"identifierType" doc:"Type of the identifier in Amazon's words: ASIN, UPC, EAN, GTIN, ISBN or another type."`
}

const tokens = "\n\n" +
	"An answer of the marketplace costs one token of the plan and is kept for 24 hours. Kept answers, refusals " +
	"and failures cost nothing."

// Routes adds the operations of the context.
func Routes(converters *app.Converters) httpx.Routes {
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "convertIdentifierToAsins", Method: http.MethodGet, Path: "/converters/identifier-to-asins",
			Group: "converters", Summary: "Get ASINs from UPC or EAN",
			Description: "Lists every product that has a code, ordered by ASIN; the list is empty when no product has it. " +
				"An unknown UPC is also looked up as the EAN it is with a zero in front." + tokens,
			Errors:  []int{http.StatusPaymentRequired, http.StatusUnprocessableEntity},
			Example: []Identifier{{"B0SIM0000A", converter.TypeASIN}},
		}, httpx.AnswerPlain(listOf, func(ctx context.Context, who caller.Caller, in *codeInput) ([]converter.Identifier, error) {
			return converters.ASINs(ctx, who, app.Query{Asked: in.Identifier, Choice: marketplace.Choice(in.Marketplace)})
		}))
		httpx.Register(r, httpx.Operation{
			ID: "convertAsinToIdentifiers", Method: http.MethodGet, Path: "/converters/asin-to-identifiers",
			Group: "converters", Summary: "Get identifiers from ASIN",
			Description: "Lists the codes of a product in Amazon's catalogue. The list is empty if the catalogue has no " +
				"code. A product that the marketplace does not know is 404." + tokens,
			Errors:  []int{http.StatusPaymentRequired, http.StatusNotFound, http.StatusUnprocessableEntity},
			Example: []Identifier{{"400781440147", "UPC"}, {"0400781440147", "EAN"}},
		}, httpx.AnswerPlain(listOf, func(ctx context.Context, who caller.Caller, in *asinInput) ([]converter.Identifier, error) {
			return converters.Identifiers(ctx, who, app.Query{Asked: in.ASIN, Choice: marketplace.Choice(in.Marketplace)})
		}))
	}
}

func listOf(found []converter.Identifier) []Identifier {
	return body.Each(found, func(f converter.Identifier) Identifier {
		return Identifier{Identifier: f.Value, IdentifierType: f.Type}
	})
}
