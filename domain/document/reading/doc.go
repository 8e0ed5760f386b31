// Package reading models the contents read from a document: header and lines, the confidence of
// each, and the sums that disagree.
//
// Figures are kept as they are printed. Arithmetic is evidence for a line and
// reason for a warning; it never changes a figure.
package reading
