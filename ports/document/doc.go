// Package document has the ports of documents: stores, readers of files, and other contexts.
package document
