// Package profit finds what the sale of a unit earns after fees, VAT and costs, which price
// or cost reaches an aim, and how profit follows the price.
//
// Fee lines are rounded as they are charged; everything else is exact until a figure is
// shown, which is rounded once, half away from zero: amounts to the currency's unit,
// percentages to two decimals. So parts that are shown may differ from a sum that is shown by
// a unit.
package profit
