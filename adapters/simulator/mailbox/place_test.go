package mailbox

import (
	"cmp"
	"net/http"
	"slices"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

// place fakes a marketplace without inbound shipments and price histories.
type place struct {
	*world.World
	*gateway.Gateway
	*catalog.Catalog
	*ledger.Ledger
	*market.Floor
	*Mailbox

	handler http.Handler
}

type settings struct {
	Products int
	Limits   gateway.Limits
	Sales    bool
}

func open(s settings) *place {
	w := world.New(0, world.NewClock(testStart, 0), cmp.Or(s.Products, 10_000), 50_000)
	m := &place{World: w, Gateway: gateway.New(w, s.Limits, ""), Catalog: catalog.New(w)}
	m.Ledger = ledger.New(w, m.Gateway, m.Catalog, ledger.Delay{})
	m.Floor = market.New(w, m.Gateway, m.Catalog, m.Ledger, s.Sales)
	m.Mailbox = New(w, m.Gateway, m.Catalog, m.Ledger, m.Floor)
	m.Floor.Forget()
	m.Mailbox.Forget()
	m.Gateway.Settle = m.Ledger.Settle
	m.Register(slices.Concat(m.Catalog.Endpoints(), m.Floor.Endpoints(), m.Ledger.Endpoints(), m.Mailbox.Endpoints())...)
	m.handler = m.Serve(m.Ledger.Paths(), m.Mailbox.Paths())
	return m
}
