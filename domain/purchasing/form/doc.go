// Package form returns the words and figures of a purchase order for its supplier; writers of files
// lay them out.
package form
