// Package strategy holds the named ways in which a team wants prices to be found, and
// the templates to start from.
package strategy
