// Package tariff computes the simulated marketplace's fees of a sale in 2026: in the United States,
// the United Kingdom and Germany.
//
// It shares neither code nor data with the program's fee tables, so that each can check the other.
// Sums are in the smallest unit of the country's currency, sizes in thousandths of an inch and of a
// pound.
package tariff
