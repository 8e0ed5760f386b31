// Package listings reads and writes a seller's listings, and reads the stock that
// Amazon holds of them.
package listings
