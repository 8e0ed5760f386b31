// Package purchasing serves suppliers, offers and warehouses over HTTP.
package purchasing
