// Package manage provides the use cases by which users change settings, strategies and rows of the
// repricer.
package manage
