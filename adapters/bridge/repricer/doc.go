// Package repricer gives the repricer data of other contexts about its rows: listings and fees.
package repricer
