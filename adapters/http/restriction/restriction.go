// Package restriction serves the restriction check.
package restriction

import (
	"context"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
	"sellingassistant/ports/ratelimit"
)

// limit applies to this operation alone: exactly this many accepted checks per team in any 60 s.
var limit = ratelimit.Limit{Calls: 60, Window: time.Minute}

const operation = "getRestrictionStatus"

// Counter counts checks that other operations make, as calls of this operation.
func Counter(l ratelimit.Limiter) func(ctx context.Context, team id.Team) error {
	return httpx.Counter(l, operation, limit)
}

type statusInput struct {
	ASIN string `path:"asin" pattern:"^[0-9A-Za-z]{10}$" patternDescription:"10 letters or digits" doc:"Amazon's identifier of the product, in either letter case." example:"B0SIM000A1"`
	httpx.Marketplace
}

// RestrictionStatus has the answer of a check.
type RestrictionStatus struct {
	Status string `json:"status" enum:"ALLOWED_TO_SELL,NOT_ELIGIBLE,APPROVAL_REQUIRED" doc:"Whether the connected seller may list the product in new condition. A product the marketplace does not know is ALLOWED_TO_SELL."`
}

// Routes adds the operation of the context.
func Routes(checks *app.Checks) httpx.Routes {
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: operation, Method: http.MethodGet, Path: "/products/{asin}/restriction-status",
			Group:   "restrictions",
			Summary: "Check ASIN restrictions",
			Description: "Checks whether the team's connected seller account may sell a product in new condition. An " +
				"answer of the marketplace costs one token of the plan and is kept for 10 minutes. Kept answers, " +
				"refusals and failures cost nothing.",
			Errors:        []int{http.StatusPaymentRequired, http.StatusUnprocessableEntity},
			NoUnavailable: true,
			Limit:         &limit,
			Example:       RestrictionStatus{Status: string(restriction.AllowedToSell)},
		}, httpx.AnswerPlain(statusOf, func(ctx context.Context, who caller.Caller, in *statusInput) (restriction.Status, error) {
			return checks.Check(ctx, who, app.Query{ASIN: in.ASIN, Choice: marketplace.Choice(in.Marketplace)})
		}))
	}
}

func statusOf(s restriction.Status) RestrictionStatus { return RestrictionStatus{Status: string(s)} }
