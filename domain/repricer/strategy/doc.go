// Package strategy holds a team's named pricing strategies, and templates for them.
package strategy
