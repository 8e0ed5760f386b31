// Package profit calculates the profit of a unit's sale after fees, VAT and costs, the price or
// cost that reaches an aim, and the profit at other prices.
//
// Fee lines are rounded as they are charged. Everything else is exact until a figure is shown,
// which is rounded once, half away from zero: amounts to the currency's unit, percentages to two
// decimals. So displayed parts may differ from a displayed sum by a unit.
package profit
