// Package identity stores teams, users, keys and tokens.
package identity
