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
		fx.Annotate(purchasingbridge.NewSupplierDocuments, fx.As(new(ports.SupplierDocuments)), fx.As(new(ports.SupplierPapers))),
		as[ports.Warehouses](purchasingstore.NewWarehouses),
		as[ports.PrepProviders](purchasingstore.NewPrepProviders),
		purchasing.NewSuppliers, purchasing.NewWarehouses, purchasing.NewPrepProviders,
		as[ports.Offers](purchasingstore.NewOffers),
		as[ports.Products](purchasingbridge.NewOfferProducts),
		as[ports.Stock](purchasingstore.NewStock),
		purchasing.NewStock, purchasing.NewMatchedOffers, purchasing.NewOffers, purchasing.NewMerges,
		fx.Annotate(purchasingstore.NewOrders, fx.As(new(ports.Orders)), fx.As(new(ports.Waiting)), fx.As(new(ports.SupplierOrders))),
		as[ports.Goods](purchasingbridge.NewOrderGoods),
		as[ports.OrderDocuments](purchasingbridge.NewOrderDocuments),
		as[ports.Buyers](purchasingbridge.NewBuyers), as[ports.Rates](purchasingbridge.NewRates),
		as[ports.Demand](newDemand),
		as[ports.OrderWriter](newOrderWriter),
		filled[orders.Parts](), orders.New,
		as[ports.PaperProducts](purchasingbridge.NewPaperProducts),
		filled[papers.Parts](), papers.New, filled[facade.Parts](), facade.New,
	),
	jobHandler(func(o *orders.Orders) jobs.Handler {
		return jobs.Handler{Kind: orders.CostKind, Timeout: costTimeout, Run: o.Cost}
	}),
	routes(purchasinghttp.SupplierRoutes), routes(purchasinghttp.WarehouseRoutes), routes(purchasinghttp.OfferRoutes), routes(purchasinghttp.OrderRoutes),
)

func newDemand(
	i *inventoryfacade.Facade, r *repricerfacade.Facade, c pricingports.OrderCoverage,
) *purchasingbridge.Demand {
	return purchasingbridge.NewDemand(i, r, c)
}

func newOrderWriter(cfg config.Config) (*orderfile.Writer, error) {
	if cfg.PDFFont == "" {
		return orderfile.New(nil)
	}
	font, err := os.ReadFile(cfg.PDFFont)
	if err != nil {
		return nil, fmt.Errorf("SA_PDF_FONT: %w", err)
	}
	return orderfile.New(font)
}
