// Package field reads the values after the labels of a document's header: numbers, dates, terms.
package field
