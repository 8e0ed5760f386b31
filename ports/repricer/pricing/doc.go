// Package pricing has the ports of deciding prices: stored data, and answers of the marketplace.
package pricing
