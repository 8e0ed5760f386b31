// Package identity serves the pages about the caller: user info, account and current user.
package identity

import (
	"context"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
)

// Routes registers the operations of the groups user and account.
func Routes(a *app.Account) httpx.Routes {
	return func(r *httpx.Router) {
		httpx.Register(r, httpx.Operation{
			ID: "getCurrentUserInfo", Method: "GET", Path: "/users/me", Group: "user",
			Summary:     "Get current user info",
			Description: "Returns the user of the key and the team's tokens of this month. It costs no tokens.",
			Example:     exampleMe,
		}, httpx.AnswerPlain(meOf, func(ctx context.Context, who caller.Caller, _ *httpx.None) (app.MeView, error) { return a.Me(ctx, who) }))
		httpx.Register(r, httpx.Operation{
			ID: "getAccount", Method: "GET", Path: "/account", Group: "account", Beta: true,
			Summary:     "Get account",
			Description: "Returns the team of the key with its plan, seller accounts, limits and usage.",
			Example:     body.One[Account]{Data: exampleAccount},
		}, httpx.AnswerOne(accountOf, func(ctx context.Context, who caller.Caller, _ *httpx.None) (app.TeamView, error) {
			return a.Team(ctx, who)
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
