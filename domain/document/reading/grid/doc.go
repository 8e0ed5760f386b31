// Package grid puts words of pages into rows, figures and columns: neighbouring words make a
// figure, labels make columns.
//
// Lengths are measured in heights of the font, so that scale does not matter.
package grid
