// Package purchasing stores suppliers, offers, orders, stock and warehouses.
package purchasing
