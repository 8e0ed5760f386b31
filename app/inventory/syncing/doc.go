// Package syncing updates SKUs and live listings from the marketplace.
package syncing
