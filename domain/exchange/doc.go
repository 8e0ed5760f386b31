// Package exchange models exchange rates: those that a team entered, and the reference rates of the
// European Central Bank (ECB), which are the same for all teams.
package exchange
