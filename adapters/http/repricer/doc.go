// Package repricer serves the repricer's settings, strategies and rows over HTTP.
package repricer
