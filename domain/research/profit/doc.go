// Package profit calculates the profit of a unit's sale after fees, VAT and costs, the price or
// cost that reaches an aim, and the profit at other prices.
//
// Fee lines are rounded as they are charged. Other figures are exact until they are shown, and
// rounded once, half away from zero: amounts to the currency's unit, percentages to two decimals.
// So displayed parts may differ from a displayed sum by a unit.
package profit
