// Package inventory stores SKUs, inventory products, listings, what they cost
// and how far their syncs are.
package inventory
