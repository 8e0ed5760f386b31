package compose

import (
	"go.uber.org/fx"

	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/vault"
	"sellingassistant/app/connection"
	ports "sellingassistant/ports/connection"
)

var connectionModule = fx.Module("connection",
	fx.Provide(
		fx.Annotate(connectionstore.NewConnections, fx.As(new(ports.Connections))),
		func(v *vault.Vault) ports.Sealer { return v },
		connection.NewConnections,
	),
)
