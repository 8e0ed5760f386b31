// Package fee has the fees of Amazon as tables of rows with dates and certainty. It finds the fee
// lines of a product at any price, each with the row it comes from.
//
// Amounts are ten-thousandths of the currency, rates millionths, lengths nanometres and weights
// nanograms: inches, ounces and pounds are whole numbers of those. Limits are inclusive. A
// dimensional weight is rounded up to a nanogram, so that it stays on its side of every limit.
package fee
