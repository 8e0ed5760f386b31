// Package purchasing serves suppliers and warehouses over HTTP.
package purchasing
