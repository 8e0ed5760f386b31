// Package repricer tells the repricer what other contexts know of its rows: listings and fees.
package repricer
