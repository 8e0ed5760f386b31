package compose

import (
	"context"
	"crypto/rand"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/bridge"
	"sellingassistant/adapters/http/httpx"
	identityhttp "sellingassistant/adapters/http/identity"
	identitystore "sellingassistant/adapters/persistence/identity"
	"sellingassistant/app/identity"
	domain "sellingassistant/domain/identity"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

var identityModule = fx.Module("identity",
	fx.Provide(
		as[ports.Teams](identitystore.NewTeams),
		as[ports.Users](identitystore.NewUsers),
		as[ports.Keys](identitystore.NewKeys),
		as[ports.Tokens](identitystore.NewTokens),
		as[ports.Usage](bridge.NewUsage),
		as[ports.Connections](bridge.NewConnectionList),
		identity.NewTeams, identity.NewUsers, identity.NewTokens, identity.NewAccount,
		newAuthenticator, newKeys,
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

func newKeys(run tx.Runner, users ports.Users, keys ports.Keys, trail audit.Log, clk clock.Clock,
	peppers domain.Peppers, a *identity.Authenticator,
) *identity.Keys {
	return identity.NewKeys(run, users, keys, trail, clk, peppers, rand.Reader, a.Forget)
}
