// Package feetable reads the fee tables of the product, which it embeds, and those of a
// folder, which take precedence.
package feetable
