// Package meter spends the tokens of a team's plan.
package meter
