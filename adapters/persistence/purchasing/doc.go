// Package purchasing stores suppliers and warehouses.
package purchasing
