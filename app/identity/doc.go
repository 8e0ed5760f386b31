// Package identity provides the use cases of teams, users, keys, the monthly token allowance and
// the account pages.
//
// Team, user and key are changed by the operator at the command line, who passes a caller.Caller
// that names only the team.
package identity
