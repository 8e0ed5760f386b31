// Package document provides the use cases of documents.
package document
