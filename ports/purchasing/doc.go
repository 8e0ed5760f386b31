// Package purchasing holds what suppliers and warehouses need from outside.
package purchasing
