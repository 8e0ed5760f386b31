// Package account connects seller accounts: it asks sellers for their consent and
// reads the marketplaces that an account sells on.
package account
