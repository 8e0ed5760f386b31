// Package canon writes inputs of decisions, and offers, in canonical bytes, and reads them. Inputs
// that can only give the same decision have the same bytes.
package canon
