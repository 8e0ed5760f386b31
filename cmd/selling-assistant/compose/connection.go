package compose

import (
	"crypto/rand"

	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/account"
	"sellingassistant/adapters/amazon/spapi"
	connectionbridge "sellingassistant/adapters/bridge/connection"
	connectionhttp "sellingassistant/adapters/http/connection"
	"sellingassistant/adapters/http/httpx"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/vault"
	"sellingassistant/app/connection"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/config"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/connection"
	"sellingassistant/ports/jobs"
)

var connectionModule = fx.Module("connection",
	fx.Provide(
		as[ports.Connections](connectionstore.NewConnections),
		as[ports.Consents](connectionstore.NewConsents),
		as[ports.Accounts](account.NewAccounts),
		func(v *vault.Vault) ports.Sealer { return v },
		fx.Annotate(connection.NewSellers, fx.As(fx.Self()), fx.As(new(accounts.Sellers))),
		connection.NewConnections, connection.NewProbes, newGrants, newConsents, newFollowers,
		rawRoute(func(c *connection.Consents) rawRoutes {
			return func(s *httpx.Server) { connectionhttp.Pages(s.Engine(), s, c) }
		}),
	),
)

func newGrants(c *spapi.Client, cfg config.Config) (ports.Grants, error) {
	a := cfg.Amazon
	return account.NewGrants(c, account.Consent{ApplicationID: a.ApplicationID, Beta: a.ConnectBeta, Address: a.SellerCentralURL})
}

// newFollowers lets a connected account be synced and repriced. It is also subscribed to
// notifications if there is a queue for them.
func newFollowers(
	q jobs.Queue, r *queue.Requeue, f *repricerfacade.Facade, clk clock.Clock, a queueAddress,
) ports.Followers {
	return connectionbridge.NewConnectionFollowers(q, r, f, clk, a != nil)
}

func newConsents(consents ports.Consents, grants ports.Grants, probes *connection.Probes, clk clock.Clock) *connection.Consents {
	return connection.NewConsents(consents, grants, probes, clk, rand.Reader)
}
