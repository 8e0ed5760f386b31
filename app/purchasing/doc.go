// Package purchasing holds the use cases of suppliers and warehouses.
package purchasing
