// Package purchasing has the ports of suppliers, offers, orders and warehouses.
package purchasing
