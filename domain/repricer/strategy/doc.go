// Package strategy models a team's named pricing strategies, and templates for them.
package strategy
