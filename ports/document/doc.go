// Package document holds what the documents of a team need from outside.
package document
