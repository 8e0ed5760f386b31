// Package identity serves the pages about the caller: user info, account and
// current user.
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
			Description: "The user behind the key, and the team's tokens of this month. It costs no tokens.",
			Example:     exampleMe,
		}, func(ctx context.Context, who caller.Caller, _ *httpx.None) (*httpx.Plain[Me], error) {
			v, err := a.Me(ctx, who)
			if err != nil {
				return nil, err
			}
			return httpx.PlainOf(meOf(v)), nil
		})
		httpx.Register(r, httpx.Operation{
			ID: "getAccount", Method: "GET", Path: "/account", Group: "account", Beta: true,
			Summary:     "Get account",
			Description: "The team behind the key: its plan, its seller accounts, what it may hold and what it holds.",
			Example:     body.One[Account]{Data: exampleAccount},
		}, func(ctx context.Context, who caller.Caller, _ *httpx.None) (*httpx.OneOut[Account], error) {
			v, err := a.Team(ctx, who)
			if err != nil {
				return nil, err
			}
			return httpx.OneOf(accountOf(v)), nil
		})
		httpx.Register(r, httpx.Operation{
			ID: "getCurrentUser", Method: "GET", Path: "/account/user", Group: "account", Beta: true,
			Summary:     "Get current user",
			Description: "The user behind the key, its teams, and the key itself without its secret part.",
			Example:     body.One[User]{Data: exampleUser},
		}, func(ctx context.Context, who caller.Caller, _ *httpx.None) (*httpx.OneOut[User], error) {
			v, err := a.User(ctx, who)
			if err != nil {
				return nil, err
			}
			return httpx.OneOf(userOf(v)), nil
		})
	}
}
