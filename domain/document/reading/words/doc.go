// Package words reads the lines of an invoice, order or packing slip from words
// with their places on pages, without templates.
//
// Words make rows, labels make columns, and figures that agree make lines.
// Lengths are measured in heights of the font, so that scale does not matter.
package words
