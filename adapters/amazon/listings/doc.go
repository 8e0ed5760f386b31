// Package listings reads and writes a seller's listings, and reads their stock in Amazon's
// warehouses.
package listings
