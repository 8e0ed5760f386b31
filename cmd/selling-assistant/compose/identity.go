package compose

import (
	"context"
	"crypto/rand"
	"sync/atomic"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	identitybridge "sellingassistant/adapters/bridge/identity"
	"sellingassistant/adapters/http/console"
	"sellingassistant/adapters/http/httpx"
	identityhttp "sellingassistant/adapters/http/identity"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/app/identity"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/ratelimit"
	"sellingassistant/ports/tx"
)

var identityModule = fx.Module("identity",
	fx.Provide(
		as[ports.Teams](identitystore.NewTeams),
		as[ports.Users](identitystore.NewUsers),
		as[ports.Keys](identitystore.NewKeys),
		as[ports.Tokens](identitystore.NewTokens),
		as[ports.Logins](identitystore.NewLogins),
		filled[identitybridge.UsageParts](), as[ports.Usage](identitybridge.NewUsage),
		method(identitybridge.NewConnectionList,
			func(v *identitybridge.ConnectionList) ports.Connections { return v.OfTeam }),
		identity.NewTeams, newTeamSettings, identity.NewUsers, newTokens, identity.NewAccount,
		newAuthenticator, newKeys, newLeaving, newLogins,
		rawRoute(newConsole),
		func(a *identity.Authenticator) httpx.Authenticator { return a },
		fx.Annotate(newRevocations, fx.ResultTags(`group:"jobs"`)),
	),
	routes(identityhttp.Routes),
)

func newAuthenticator(lc fx.Lifecycle, run tx.Runner, keys ports.Keys, trail audit.Log, clk clock.Clock,
	peppers domain.Peppers, log *zap.Logger,
) *identity.Authenticator {
	a := identity.NewAuthenticator(run, keys, trail, clk, peppers, identity.DefaultCacheSize,
		func(err error) { log.Warn("the last use of a key was not stored", zap.Error(err)) })
	lc.Append(fx.StopHook(a.Close))
	return a
}

// newRevocations forgets the keys that other processes revoke.
func newRevocations(keys ports.Keys, a *identity.Authenticator, log *zap.Logger) job {
	return func(ctx context.Context) {
		untilNoError(ctx, log, "revoked keys are refused up to five seconds late", func(ctx context.Context) error {
			return keys.Revoked(ctx, a.Forget)
		})
	}
}

func newTokens(
	run tx.Runner, teams ports.Teams, tokens ports.Tokens, clk clock.Clock, events event.Log,
) *identity.Tokens {
	return identity.NewTokens(run, teams, tokens, clk).Reporting(events)
}

func newKeys(run tx.Runner, users ports.Users, keys ports.Keys, trail audit.Log, clk clock.Clock,
	peppers domain.Peppers, a *identity.Authenticator,
) *identity.Keys {
	return identity.NewKeys(run, users, keys, trail, clk, peppers, rand.Reader, a.Forget)
}

func newTeamSettings(run tx.Runner, teams ports.Teams, usage ports.Usage, trail audit.Log, clk clock.Clock,
	a *identity.Authenticator,
) *identity.Settings {
	return identity.NewSettings(run, teams, usage, trail, clk, a.ForgetTeam)
}

func newLeaving(run tx.Runner, teams ports.Teams, users ports.Users, keys ports.Keys, trail audit.Log, clk clock.Clock,
	a *identity.Authenticator,
) *identity.Leaving {
	return identity.NewLeaving(run, teams, users, keys, trail, clk, a.Forget)
}

func newLogins(run tx.Runner, logins ports.Logins, a *identity.Authenticator, trail audit.Log, clk clock.Clock,
	peppers domain.Peppers,
) *identity.Logins {
	return identity.NewLogins(run, logins, a, trail, clk, peppers, rand.Reader)
}

// newConsole serves the pages that people sign in to.
func newConsole(logins *identity.Logins, limiter ratelimit.Limiter, ready readiness) rawRoutes {
	return func(s *httpx.Server) {
		console.Pages(s, &gatedLogins{logins, gate{Authenticator: logins, ready: ready}}, limiter)
	}
}

// gatedLogins refuses calls of the console as the gate does.
type gatedLogins struct {
	*identity.Logins
	gate gate
}

// Authenticate implements httpx.Authenticator.
func (l *gatedLogins) Authenticate(ctx context.Context, token secret.Text, address string) (caller.Caller, error) {
	return l.gate.Authenticate(ctx, token, address)
}

// gate refuses calls until the database has every migration. Without its tables no key can be
// checked, so the service is not ready; that is neither a bad key nor an internal error.
type gate struct {
	httpx.Authenticator
	ready readiness
	open  atomic.Bool
}

// Authenticate implements httpx.Authenticator.
func (g *gate) Authenticate(ctx context.Context, key secret.Text, address string) (caller.Caller, error) {
	if !g.open.Load() {
		if err := g.ready(ctx); err != nil {
			return caller.Caller{}, fault.New(fault.Unavailable, fault.CodeServiceUnavailable,
				"The service is not ready. Try again shortly.").After(time.Second).Because(err)
		}
		g.open.Store(true)
	}
	return g.Authenticator.Authenticate(ctx, key, address)
}
