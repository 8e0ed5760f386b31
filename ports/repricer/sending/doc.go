// Package sending has the ports of sending prices: waiting prices, feeds, and the marketplace.
package sending
