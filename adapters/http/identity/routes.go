// Package identity serves the pages about the caller: user info, account and current user.
package identity

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/optional"
)

type updateAccountInput struct {
	records.IfMatch
	Body AccountPatch
}

type vatRatesInput struct {
	Country body.Opt[body.Country] `query:"country" doc:"In this country; in all of them when absent."`
	Date    body.Opt[body.Day]     `query:"date" doc:"On this day; today (UTC) when absent."`
}

// Routes registers the operations of the groups user and account.
func Routes(a *app.Account, s *app.Settings) httpx.Routes {
	return func(r *httpx.Router) {
		accountRoutes(r, a, s)
		httpx.Register(r, httpx.Operation{
			ID: "getCurrentUserInfo", Method: "GET", Path: "/users/me", Group: "user",
			Summary:     "Get current user info",
			Description: "Returns the user of the key and the team's tokens of this month. It costs no tokens.",
			Example:     exampleMe,
		}, httpx.AnswerPlain(meOf, func(ctx context.Context, who caller.Caller, _ *httpx.None) (app.MeView, error) {
			return a.Me(ctx, who)
		}))
		httpx.Register(r, httpx.Operation{
			ID: "getCurrentUser", Method: "GET", Path: "/account/user", Group: "account", Beta: true,
			Summary:     "Get current user",
			Description: "Returns the user of the key, the user's teams, and the key itself without its secret part.",
			Example:     body.One[User]{Data: exampleUser},
		}, httpx.AnswerOne(userOf, func(ctx context.Context, who caller.Caller, _ *httpx.None) (app.UserView, error) {
			return a.User(ctx, who)
		}))
	}
}

func accountRoutes(r *httpx.Router, a *app.Account, s *app.Settings) {
	place := func(v app.TeamView) (id, version int64) { return int64(v.Team.ID), v.Team.Version }
	shown := records.Shown[app.TeamView, Account]{Of: accountOf, Place: place, Live: true}
	httpx.Register(r, httpx.Operation{
		ID: "getAccount", Method: http.MethodGet, Path: "/account", Group: "account", Beta: true,
		Summary:     "Get account",
		Description: "Returns the team of the key with its plan, seller accounts, limits, usage and settings.",
		Example:     body.One[Account]{Data: exampleAccount},
	}, records.AnswerVersioned(shown, func(ctx context.Context, who caller.Caller, _ *httpx.None) (app.TeamView, error) {
		return a.Team(ctx, who)
	}))
	changed := records.Shown[app.ChangedView, ChangedAccount]{
		Of: changedAccountOf, Live: true,
		Place: func(c app.ChangedView) (id, version int64) { return place(c.TeamView) },
	}
	httpx.Register(r, httpx.Operation{
		ID: "updateAccount", Method: http.MethodPatch, Path: "/account", Group: "account", Beta: true,
		Summary: "Update the account",
		Description: "Changes the members of the team that are given and keeps the rest. The change is in the audit " +
			"trail. An operation beside the specification.\n\n" +
			"**currency** converts no amount. Records with a currency of their own keep it. Default expenses, and " +
			"amounts of suppliers without a currency, are read in the new one. While purchase orders, costs or price " +
			"lists exist, the call needs confirm keep_amounts; currency_change of the answer counts both.\n\n" +
			"**tax** decides the VAT of sales and of purchases. VAT of sales follows the scheme of the registration in " +
			"the marketplace's country. Without a registration there, the usual rate counts with the note " +
			"no_registration, by vat_scheme of default_expenses. Tax of a purchase is recoverable with a registration " +
			"in its country, except small_business. prices_include_vat is the default of prices_include_tax of orders " +
			"and documents.\n\n" +
			"Refusals:\n\n" +
			"- 422 in_use: a new currency without confirm; blockers counts the records\n" +
			"- 422 not_supported: the cost method fifo",
		Errors:         []int{http.StatusPreconditionFailed},
		RequestExample: exampleAccountPatch(), Example: body.One[ChangedAccount]{Data: exampleChangedAccount()},
	}, records.AnswerVersioned(changed, func(
		ctx context.Context, who caller.Caller, input *updateAccountInput,
	) (none app.ChangedView, err error) {
		ifMatch, err := input.IfMatch.Version()
		if err != nil {
			return none, err
		}
		return s.ChangeShown(ctx, who, input.Body.change(ifMatch), a)
	}))
	httpx.Register(r, httpx.Operation{
		ID: "getVatRates", Method: http.MethodGet, Path: "/vat-rates", Group: "account", Beta: true,
		Summary: "Get VAT rates",
		Description: "Returns the rates that profits, price lists and the repricer count with, by country and VAT class. " +
			"It costs no tokens. An operation beside the specification.\n\n" +
			"A country's highest rate below the standard rate has the class reduced, its lowest rate above 0 the class " +
			"super_reduced. Rates between them, such as 5.5 % in France, have no class.",
		Example: body.One[VATRates]{Data: exampleVATRates()},
	}, httpx.AnswerOne(vatRatesOf, func(_ context.Context, _ caller.Caller, input *vatRatesInput) (app.VATRates, error) {
		day := optional.Map(input.Date.Field, body.Day.Date).Maybe()
		return a.VATRates(string(input.Country.Value), day), nil
	}))
}
