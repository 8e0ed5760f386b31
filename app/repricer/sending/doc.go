// Package sending sends each decided price once, and follows it until it is live, rejected or given
// up.
package sending
