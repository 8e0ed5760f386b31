// Package purchasing provides the use cases of suppliers, offers and warehouses.
package purchasing
