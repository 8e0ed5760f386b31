package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/bridge"
	purchasinghttp "sellingassistant/adapters/http/purchasing"
	purchasingstore "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	ports "sellingassistant/ports/purchasing"
)

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
		filled[orders.Parts](), orders.New,
	),
	routes(purchasinghttp.SupplierRoutes), routes(purchasinghttp.WarehouseRoutes), routes(purchasinghttp.OfferRoutes), routes(purchasinghttp.OrderRoutes),
)
