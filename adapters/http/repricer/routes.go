// Package repricer serves the repricer's settings, strategies and rows over HTTP.
package repricer

import (
	"sellingassistant/adapters/http/httpx"
	app "sellingassistant/app/repricer"
)

const group = "repricer"

// Routes registers the operations.
func Routes(settings *app.Settings, strategies *app.Strategies, products *app.Products) httpx.Routes {
	return func(r *httpx.Router) {
		settingsHandlers{settings}.routes(r)
		productHandlers{products}.routes(r)
		productHandlers{products}.assignRoutes(r)
		strategyHandlers{strategies}.routes(r)
	}
}
