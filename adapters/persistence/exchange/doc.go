// Package exchange stores exchange rates on both databases.
package exchange
