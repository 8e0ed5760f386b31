// Package identity collects the figures of other contexts for the account page.
package identity
