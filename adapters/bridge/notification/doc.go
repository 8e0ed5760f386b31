// Package notification passes the marketplace's events to the repricer and the inventory.
package notification
