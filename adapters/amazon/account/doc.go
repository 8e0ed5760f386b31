// Package account connects seller accounts: it requests sellers' consent and reads the marketplaces
// that an account sells on.
package account
