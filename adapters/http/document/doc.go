// Package document serves documents over HTTP.
package document
