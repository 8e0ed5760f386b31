// Package purchasing serves suppliers, offers, purchase orders and warehouses over HTTP.
package purchasing
