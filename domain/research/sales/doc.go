// Package sales estimates how many units of a product all sellers together sell in thirty days.
//
// The strongest of four kinds of evidence gives the estimate. They are the badge of the product
// page, the team's own sales and its share of the buy box, a curve from sales rank to units that is
// fitted to badges, and drops of the rank. Units are estimates, so they are counted with logarithms
// and floating point; no money is.
package sales
