// Package inventory stores SKUs, inventory products, listings, their costs and the progress of
// their syncs.
package inventory
