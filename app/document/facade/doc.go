// Package facade answers the questions of other contexts about documents, and changes documents for
// them.
package facade
