// Package field reads the values behind the labels of a document's header: numbers, dates, terms.
package field
