// Package landed finds what bought units cost until they lie in the warehouse: the
// price of the supplier, its tax where that is not given back, and shares of what the
// order costs as a whole.
//
// Sums are exact and rounded, half up, only where an amount is stored: line totals,
// net, tax and landed totals to the currency's unit, landed unit costs to four
// decimals. Shares are whole units of the currency and add up to what is shared.
// An amount that cannot be told yet is none; the others do not wait for it.
package landed
