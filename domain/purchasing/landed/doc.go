// Package landed calculates the cost of bought units up to the warehouse: the price of the
// supplier, its tax unless it is recoverable, and shares of the costs of the whole order.
//
// Sums are exact and rounded, half up, only if an amount is stored: line totals, net, tax and
// landed totals to the currency's unit, landed unit costs to four decimals. Shares are whole units
// of the currency and add up to the shared cost. An unknown amount is absent; the others do not
// wait for it.
package landed
