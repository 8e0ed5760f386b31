// Package purchasing holds what suppliers, offers and warehouses need from outside.
package purchasing
