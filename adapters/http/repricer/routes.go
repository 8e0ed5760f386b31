package repricer

import (
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/app/repricer/manage"
)

const group = "repricer"

// Routes registers the operations.
func Routes(settings *manage.Settings, strategies *manage.Strategies, products *manage.Products) httpx.Routes {
	return func(r *httpx.Router) {
		settingsRoutes(r, settings)
		productRoutes(r, products)
		strategyRoutes(r, strategies)
	}
}
