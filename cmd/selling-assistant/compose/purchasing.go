package compose

import (
	"fmt"
	"os"
	"time"

	"go.uber.org/fx"

	"sellingassistant/adapters/bridge"
	purchasinghttp "sellingassistant/adapters/http/purchasing"
	"sellingassistant/adapters/orderfile"
	purchasingstore "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/app/purchasing/papers"
	"sellingassistant/config"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/purchasing"
)

// costTimeout bounds a run that writes the costs of a whole order.
const costTimeout = 5 * time.Minute

var purchasingModule = fx.Module("purchasing",
	fx.Provide(
		as[ports.Suppliers](purchasingstore.NewSuppliers),
		fx.Annotate(bridge.NewSupplierDocuments, fx.As(new(ports.SupplierDocuments)), fx.As(new(ports.SupplierPapers))),
		as[ports.Warehouses](purchasingstore.NewWarehouses),
		as[ports.PrepProviders](purchasingstore.NewPrepProviders),
		purchasing.NewSuppliers, purchasing.NewWarehouses, purchasing.NewPrepProviders,
		as[ports.Offers](purchasingstore.NewOffers),
		as[ports.Products](bridge.NewOfferProducts),
		as[ports.Stock](purchasingstore.NewStock),
		purchasing.NewStock, purchasing.NewMatchedOffers, purchasing.NewOffers, purchasing.NewMerges,
		fx.Annotate(purchasingstore.NewOrders, fx.As(new(ports.Orders)), fx.As(new(ports.Waiting)), fx.As(new(ports.SupplierOrders))),
		as[ports.Goods](bridge.NewOrderGoods),
		as[ports.OrderDocuments](bridge.NewOrderDocuments),
		as[ports.Buyers](bridge.NewBuyers),
		as[ports.Demand](bridge.NewDemand),
		as[ports.OrderWriter](newOrderWriter),
		filled[orders.Parts](), orders.New,
		as[ports.PaperProducts](bridge.NewPaperProducts),
		filled[papers.Parts](), papers.New,
	),
	jobHandler(func(o *orders.Orders) jobs.Handler {
		return jobs.Handler{Kind: orders.CostKind, Timeout: costTimeout, Run: o.Cost}
	}),
	routes(purchasinghttp.SupplierRoutes), routes(purchasinghttp.WarehouseRoutes), routes(purchasinghttp.OfferRoutes), routes(purchasinghttp.OrderRoutes),
)

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
