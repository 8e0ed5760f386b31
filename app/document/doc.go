// Package document holds the use cases of documents.
package document
