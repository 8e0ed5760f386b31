package compose

import (
	"fmt"
	"os"
	"time"

	"go.uber.org/fx"

	purchasingbridge "sellingassistant/adapters/bridge/purchasing"
	purchasinghttp "sellingassistant/adapters/http/purchasing"
	"sellingassistant/adapters/orderfile"
	purchasingstore "sellingassistant/adapters/persistence/purchasing"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/facade"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/app/purchasing/papers"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/config"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/purchasing"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// costTimeout bounds a run that writes the costs of a whole order.
const costTimeout = 5 * time.Minute

var purchasingModule = fx.Module("purchasing",
	fx.Provide(
		as[ports.Suppliers](purchasingstore.NewSuppliers),
		as[ports.Documents](purchasingbridge.NewDocuments),
		as[ports.Warehouses](purchasingstore.NewWarehouses),
		as[ports.PrepProviders](purchasingstore.NewPrepProviders),
		purchasing.NewSuppliers, purchasing.NewWarehouses, purchasing.NewPrepProviders,
		as[ports.Offers](purchasingstore.NewOffers),
		as[ports.Inventory](purchasingbridge.NewInventory),
		as[ports.Stock](purchasingstore.NewStock),
		purchasing.NewStock, purchasing.NewMatchedOffers, purchasing.NewOffers, purchasing.NewMerges,
		fx.Annotate(purchasingstore.NewOrders, fx.As(new(ports.Orders)), fx.As(new(ports.PartyOrders))),
		as[ports.Teams](purchasingbridge.NewTeams),
		method(purchasingbridge.NewRates, func(r *purchasingbridge.Rates) ports.Rates { return r.At }),
		newDemand, newOrderWriter,
		filled[orders.Parts](), orders.New,
		filled[papers.Parts](), papers.New, filled[facade.Parts](), facade.New,
	),
	jobHandler(func(o *orders.Orders) jobs.Handler {
		return jobs.Handler{Kind: orders.CostKind, Timeout: costTimeout, Run: o.Cost}
	}),
	routes(purchasinghttp.SupplierRoutes), routes(purchasinghttp.WarehouseRoutes), routes(purchasinghttp.OfferRoutes), routes(purchasinghttp.OrderRoutes),
)

func newDemand(
	i *inventoryfacade.Facade, r *repricerfacade.Facade, c pricingports.OrderCoverage,
) ports.Demand {
	return purchasingbridge.NewDemand(i, r, c).Products
}

func newOrderWriter(cfg config.Config) (ports.OrderWriter, error) {
	var font []byte
	if cfg.PDFFont != "" {
		var err error
		if font, err = os.ReadFile(cfg.PDFFont); err != nil {
			return nil, fmt.Errorf("SA_PDF_FONT: %w", err)
		}
	}
	w, err := orderfile.New(font)
	if err != nil {
		return nil, err
	}
	return w.Write, nil
}
