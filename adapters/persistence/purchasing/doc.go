// Package purchasing stores suppliers, offers and warehouses.
package purchasing
