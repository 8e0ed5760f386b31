// Package sales derives the sales of rows from order changes, and sums them up.
package sales
