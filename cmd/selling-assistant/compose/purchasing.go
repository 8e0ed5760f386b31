package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/bridge"
	purchasinghttp "sellingassistant/adapters/http/purchasing"
	purchasingstore "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/app/purchasing"
	ports "sellingassistant/ports/purchasing"
)

var purchasingModule = fx.Module("purchasing",
	fx.Provide(
		as[ports.Suppliers](purchasingstore.NewSuppliers),
		as[ports.SupplierDocuments](bridge.NewSupplierDocuments),
		as[ports.Warehouses](purchasingstore.NewWarehouses),
		as[ports.PrepProviders](purchasingstore.NewPrepProviders),
		purchasing.NewSuppliers, purchasing.NewWarehouses, purchasing.NewPrepProviders,
		as[ports.Offers](purchasingstore.NewOffers),
		as[ports.Products](bridge.NewOfferProducts),
		as[ports.Stock](purchasingstore.NewStock),
		purchasing.NewStock, purchasing.NewMatchedOffers, purchasing.NewOffers,
	),
	routes(purchasinghttp.SupplierRoutes), routes(purchasinghttp.WarehouseRoutes), routes(purchasinghttp.OfferRoutes),
)
