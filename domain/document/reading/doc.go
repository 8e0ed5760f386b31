// Package reading is what was read from a document: header and lines, how sure
// each of them is, and what does not add up.
//
// Figures are kept as they are printed. Arithmetic is evidence for a line and
// reason for a warning; it never changes a figure.
package reading
