// Package purchasing holds the use cases of suppliers, offers and warehouses.
package purchasing
